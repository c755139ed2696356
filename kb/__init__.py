"""Corpus folders in, immutable records, HTML and search out.

Knows no HTTP, no verdicts and no game; reads the corpus only in `text.reader` and `cache.digest`, and what it made itself
in `cache.pack` and `search.store`. The door is `library`.

    languages texts of the interface, a folder a language; nothing of a game
    cache     what can be made again, kept in files
    model     what a corpus is made of, and what can be wrong with it
    text      Markdown and TOML of a game folder as prose, and prose as HTML
    rules     the statements of a game gathered by name, and what they read
    cards     card texts lowered to statements
    games     a game as a whole: compiled, kept
    cases     case files: read, written out, looked over
    survey    a whole game looked over: its rule graph, its checks
    search    words in, paragraphs out
    author    the folder of a new game, and its missing words
"""
