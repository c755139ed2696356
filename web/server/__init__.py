"""The process that serves: whether a corpus is sound, what is made ready before the first visitor, reloads, the end.

No request is looked into here.
"""
