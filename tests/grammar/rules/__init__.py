"""Tests of `grammar.rules`."""
