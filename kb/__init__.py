"""Corpus folders in, immutable records, HTML and search out.

Knows no HTTP, no verdicts and no game; reads the corpus only in `reader` and `digest`, and what it made itself in `cache`
and `search.store`.
"""
