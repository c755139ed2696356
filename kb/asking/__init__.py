"""How players word what can be asked and told: the patterns of a game, read.

What does not belong here: a question, and any match of one.
"""
