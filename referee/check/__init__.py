"""The corpus put to the test: a game typed whole and its cases run.

What does not belong here: anything that an answer needs.
"""
