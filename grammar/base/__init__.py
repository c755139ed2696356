"""What both languages stand on: records, words with their place, errors, files that can be made again.

No grammar and no word of either language; imports nothing of this project.
"""
