"""What the words of a question tell: who asks and what is named, facts with their values, and what is left over.

What does not belong here: which of several readings is meant.
"""
