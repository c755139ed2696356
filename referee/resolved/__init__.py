"""The floor between a game's statements and its compiled rules: every name bound, once.

Rooms: the tree, the statements its expressions stand in, the checks of both. What does not belong here: states, verdicts, generated code.
"""
