"""A game as a whole: compiled of its texts, kept in a file and opened again.

No question and no verdict; how prose, rules and cards are read is told in their own rooms.
"""
