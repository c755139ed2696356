"""One compiler, few targets: the resolved tree becomes Python source, and the source units that can be called.

What does not belong here: looking up names (resolved/), what the written code calls (runtime/), the units themselves (units/), questions, words.

- *told* is plain Python for states in which all that is read is known. It gives up (`Untold`, or any other fault of plain Python on an
  unusual value) where anything is missing; then *open* is run instead. It never gives another answer than *open*.
- *open* is strong Kleene logic over what is not known, and keeps the books: what was missing, cited, consulted, assumed.
"""
