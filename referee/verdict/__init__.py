"""A question answered: the inquiry, its split into cases, the assumptions it hangs on, remedies and citations.

What does not belong here: words of any language.
"""
