"""The cards of a game: their files cut into headings, each text read, lowered and listed.

No sentence is understood here: what words mean is in `language`, what sentences become in `lowering`.
"""
