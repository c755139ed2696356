"""An answer in words: sentences, figures, derivations, in every language of the interface.

What does not belong here: deciding anything.
"""
