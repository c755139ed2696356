"""The writers: from the resolved tree to source, one module a target or a kind of statement.

What does not belong here: loading and keeping what was written.
"""
