"""What somebody who writes a game has beside it: files watched, problems compared, progress shown, a table in the terminal.

No command and no page stands here, and nothing that a player at a table needs.
"""
