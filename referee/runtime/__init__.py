"""What written code calls while it runs: arithmetic, quantifiers, reading of facts.

What does not belong here: writing code, keeping it, and whatever knows of actions or paragraphs.
"""
