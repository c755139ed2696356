"""The floor between a game's statements and its compiled rules: every name bound, once.

What belongs here: the resolved tree, the binder, types, what an expression reads. What does not: states, verdicts, generated code.
"""
