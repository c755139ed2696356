"""The board of a game as a picture: areas and what is drawn in them, as an author lays them out or as the kinds of the game suggest; and what is settled before it is laid out.

Only names and places are known here: no state, no value and nothing of how a part is painted.
"""
