"""Text in, tree out: the rule language.

Knows no game and reads no file but its own grammar; lark is imported nowhere else.
"""
