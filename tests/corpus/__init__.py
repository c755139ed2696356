"""The three games: every case, whole games by chance, types."""
