"""A question in somebody's own words, read: text in, a few formal readings out, each with its score and why.

What does not belong here: a verdict, and a file; no game is known to it but by what is handed in.
"""
