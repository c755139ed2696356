"""Cards from pile to pile, and those that nobody has seen.

What does not belong here: what watches piles, and who may see them; only what lies where.
"""
