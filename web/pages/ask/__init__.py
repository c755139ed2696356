"""Asking: a question as its address holds it, its fields, and the answer made ready for a page.

No table and no other page is known here; what is true is said by the referee.
"""
