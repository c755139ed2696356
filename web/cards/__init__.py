"""Cards of one's own: read, explained in every language, grafted on a copy of their game, kept ready.

Nothing typed ever reaches the game itself; who keeps a card, and where, is not decided here.
"""
