"""HTTP, pages and the command line: the only package that imports flask.

Rooms from the ground up: base, store, game, cards, table; above them pages, api and http, which do not know each other; then
`app`, server, `serve`, cli. A room imports only what stands below it. No rule is judged here: the referee's service does that.
"""
