"""A game as it is shown to one reader: volumes, the reader, paragraphs as quotes, steps of the course, hits of a search.

No addresses are answered here, and no table is known.
"""
