"""Whole answers as a reader gets them, in every language, kept as text: what changes in them is seen in a review (`make snapshots`)."""
