"""What an asker writes, read: told facts become a state, names are resolved, kinds are checked.

What does not belong here: the answer.
"""
