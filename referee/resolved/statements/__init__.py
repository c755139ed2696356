"""The statements of a game: each place where an expression stands, with its local names and the type wanted there.

What does not belong here: the type an expression has, and any complaint about it.
"""
