"""Tests of `grammar.patterns`."""
