"""The card language: its grammar (cards.lark), text to tree with the words of a game, tree to text in three languages.

No word of a game and nothing of the rule language: what a card does is decided where it is lowered.
"""
