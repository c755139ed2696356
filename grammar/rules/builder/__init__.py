"""The nodes that the reductions of rules.lark become, a method for each.

No text is read here and nothing is refused: a reduction is always a node.
"""
