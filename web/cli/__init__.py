"""The command line: the same service as the pages, the same shapes as the API. Each command imports what it needs, no more.

No command computes anything that the service, the store or the library does not; flask comes only with `serve`.
"""
