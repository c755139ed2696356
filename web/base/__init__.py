"""What every room stands on: settings, the interface in the reader's language, the path prefix, limits, cookies, what a request is refused for.

No game, no table and no page is known here.
"""
