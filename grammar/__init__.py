"""Text in, tree out: the rule language and the card language.

Knows no game and reads no files but its own grammars and the tables kept of them; lark, which makes these tables, is
imported nowhere else.

    base      records, words, errors, files: what every room stands on
    lalr      the automaton, and the tables it reads
    nodes     the tree of the rule language
    rules     the rule language: text to tree, tree to text
    cards     the card language: text to tree, tree to text in three languages
"""
