"""The pages of a table: start one, look at it, change it, its own cards, what now.

Whoever changes something goes through `change`; what a phone may see is never decided here.
"""
