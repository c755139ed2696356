"""Tests of `kb.mentions`."""
