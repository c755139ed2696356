"""A game made executable: facts, values, actions, triggers and the course, and the judgement on an action.

What does not belong here: changing a state. Nothing that is asked changes what is here; it is shared by all threads.
"""
