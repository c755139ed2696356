"""Corpus folders in, immutable records, HTML and search out.

Knows no HTTP, no verdicts and no game; reads files only in `reader` and in `search.store`.
"""
