"""The LALR(1) automaton, and its tables: made by lark, shipped with a grammar, kept in a cache.

No grammar of its own and no node: what is read and what is built of it, a language says.
"""
