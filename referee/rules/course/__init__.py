"""The course of play: phases and steps, whose turn it is, what a turn takes, and what ends it or never does.

What does not belong here: what is done in a turn.
"""
