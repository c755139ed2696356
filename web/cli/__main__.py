"""`python -m web.cli`."""

from web.cli.entry import main

main()
