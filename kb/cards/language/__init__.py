"""What the words of a game's cards are and mean: the two tables of the vocabulary and the frames, parsed once.

No card is read here: a word means the same in every card.
"""
