"""The statements of a game gathered by name, and what each of them reads and writes.

No text, no card and no evaluation: what a name stands for is resolved by the referee.
"""
