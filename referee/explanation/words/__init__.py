"""The words of an answer: names in the case they need, templates filled in, sentences put together in every language.

What does not belong here: which of them an answer says.
"""
