"""Runs of effects on a draft of the state, and the legal calls of an action, each tried on a run.

What does not belong here: text, questions, and states that last. Runs and listings stand together since a run that comes to an offer
lists what may be done, and a listing tries what it lists.
"""
