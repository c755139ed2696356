"""Tests of `grammar.base`."""
