"""Word forms made from dictionaries, for authors: names in, a table of forms out.

Writes the corpus and is never part of an answer: only the command `forms` opens a dictionary.
"""
