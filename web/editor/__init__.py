"""The language server: problems, completion, hover, definitions, references, rename and symbols for those who write a game.

Only `server` knows the protocol; nothing here reads a text in another way than the game is read.
"""
