"""What commands share: the games, what is told, options, answers as text; and `ask` as it is mostly typed.

No command stands here: a module of this room is imported by several, or before any.
"""
