"""Tests of `kb.text`."""
