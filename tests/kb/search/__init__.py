"""Tests of `kb.search`."""
