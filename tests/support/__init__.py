"""What tests use and are not: made-up games, phones, servers, players by chance."""
