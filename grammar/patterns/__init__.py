"""The pattern language: its grammar (patterns.lark), and how a question may be worded as a tree.

What does not belong here: the names of a game, and any match.
"""
