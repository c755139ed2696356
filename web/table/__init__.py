"""A table without its pages: who may do what, what each phone sees, play, options, boards, the log in words, the table as a file.

No address is answered and no template is chosen here; what may be seen is decided in `sight` alone.
"""
