"""Compiled units as records: formulas, clauses, places, choices, what they ask of a run, and the store that keeps them.

What does not belong here: writing their source, and carrying them out.
"""
