"""Tests of `kb.cache`."""
