"""One evaluation: the state it reads, the logic it reckons with, and the books it keeps.

What does not belong here: how rules are resolved, written or compiled. The compiled game is seen by `interface` alone.
"""
