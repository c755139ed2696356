"""The paragraphs that decide an answer, heard where rules speak, and the order in which they are cited.

What does not belong here: what the answer is.
"""
