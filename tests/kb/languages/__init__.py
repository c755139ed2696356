"""Tests of `kb.languages`."""
