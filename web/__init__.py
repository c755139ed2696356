"""Pages, JSON API and command line: the only package that knows HTTP."""
