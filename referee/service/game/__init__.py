"""What is to be told of a game whatever its state: names, words, fields, facts, course, disputes, secrets, and cards put into it.

What does not belong here: a position, and what may be done in it.
"""
