"""The types of expressions, inferred and checked; and what nobody reads.

What does not belong here: walking through the statements, and running anything.
"""
