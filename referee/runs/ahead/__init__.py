"""Looking ahead: what can be done at all, what would be so behind a deed, and what the rules choose for a role they play.

What does not belong here: what is done for good.
"""
