"""What a corpus is made of, and the catalogue of what can be wrong with it: frozen records.

No file is read here and nothing is worked out beyond a look-up.
"""
