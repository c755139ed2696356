"""Tests of `kb.rules`."""
