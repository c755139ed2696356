"""Texts in every language of the interface: a folder a language, found by its `language.toml`; English stands in for what is missing.

A language is its folder: `language.toml` (its name, its letters, how it quotes), `pages.toml` (the web app), `answers.toml` (what the
referee says), `errors.toml` (what it refuses, and why), `search.toml` (words that search knows), `terminal.toml` (what commands say of their own accord), `beginning.toml` (the game that `paragraf new` begins with). Nothing of a game is written here: games bring their own texts in their own languages. No rule and no page is known
here, and no language is named in the code but the first.
"""
