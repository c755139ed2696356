"""Text in, tree out: the rule language and the card language.

Knows no game and reads no files but its own grammars and the tables kept of them; lark, which makes these tables, is
imported nowhere else.
"""
