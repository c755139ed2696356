"""The command line: the same service as the pages, the same shapes as the API. Each command imports what it needs, no more."""
