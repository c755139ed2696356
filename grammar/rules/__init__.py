"""The rule language: its grammar (rules.lark), text to tree and tree to canonical text, and what is wrong with a text.

No meaning: what a name stands for is decided by those who have a game; nothing of the card language.
"""
