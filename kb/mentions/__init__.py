"""Where every name of a game stands: declared and used, in rules, prose, cases, cards and tables.

What a name means is not decided here: what is unknown to the program is unknown here too.
"""
