"""The cards of a game: their words and verbs, their texts lowered to rules."""
