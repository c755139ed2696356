"""`python -m web.cli`."""

from web.cli.main import main

main()
