"""Tables and their logs in a database: SQLite or PostgreSQL, migrations, what is stored and how much, codes and keys, backups.

No request, no rule and no word for people: flask may not be imported here; a state is JSON that the store does not look into.
"""
