"""A game folder's Markdown and TOML as prose, terms and words, and prose as safe HTML.

No rule is parsed here: blocks of the rule language stay text with a place. Corpus files are opened in `reader` alone.
"""
