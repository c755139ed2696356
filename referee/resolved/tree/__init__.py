"""Expressions with every name bound: the nodes, the binder, what can be read off them.

What does not belong here: where an expression stands, and which types it may have there.
"""
