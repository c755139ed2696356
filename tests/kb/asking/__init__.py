"""Tests of `kb.asking`."""
