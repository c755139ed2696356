"""HTTP, pages and the command line: the only package that imports flask."""
