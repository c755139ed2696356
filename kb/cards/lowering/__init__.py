"""A card's tree as statements of the rule language: sentences, nouns, conditions, choices, triggers.

No file and no text of a card: trees in, trees out, with the fault at the word where one cannot be lowered.
"""
