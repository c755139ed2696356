"""What can be made again, kept in files: packs of named bytes, digests of what they were made from, tables read late.

No paragraph, no rule and no game: others say what is kept.
"""
