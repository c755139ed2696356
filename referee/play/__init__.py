"""Play goes on: what may be done now, what a deed would come to, and the deed done. A new state comes out, the old one stays.

What does not belong here: verdicts on questions, and words.
"""
