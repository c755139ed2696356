"""The JSON API: routes, the shapes they take and give, what is wrong with a body, the description of it all.

No HTML, and no answer of another shape than the command line gives.
"""
