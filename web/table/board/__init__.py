"""The table drawn for one phone: what is painted of the board, pointed at on it, chosen from as on it, and sent in pieces.

It only shows: nothing here judges a move or changes a table, and what a phone may see was decided before, in `web/table/sight.py`."""
