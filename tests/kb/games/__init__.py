"""Tests of `kb.games`."""
