"""For those who write a game: the folder of a new one, and the words that are still missing as entries to fill in.

Writes into game folders, and only adds: nothing that an author wrote is ever changed. No rule is evaluated here.
"""
