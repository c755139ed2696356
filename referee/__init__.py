"""A Library and a question in, an Answer with citations out.

Pure: no files, no HTTP, no clock, no randomness; chance is told or left open. In this folder stands what every room speaks of: values,
states, answers, errors, the budget. What is done with them is in the rooms, each of which knows only those below it:

    service > check > explanation > play, verdict > questions > runs > rules > compiler > units > runtime, resolved > evaluation
"""
