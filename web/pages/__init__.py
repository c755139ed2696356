"""The pages: each module answers some addresses and fills the templates of the folder of its name.

No SQL, no JSON of the API, nothing that two pages must agree on: that belongs below. Tables have a room of their own, and so has
asking, which the workshop and tables share.
"""
