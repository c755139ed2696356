"""A Library and a question in, an Answer with citations out.

Pure: no files, no HTTP, no clock, no randomness; chance is told or left open.
"""
