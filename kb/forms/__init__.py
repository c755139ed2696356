"""Word forms made from dictionaries, for authors: names in, a table of forms out.

Writes and reads the corpus and is never part of an answer: only the commands `forms` and `proof` open a dictionary.
"""
