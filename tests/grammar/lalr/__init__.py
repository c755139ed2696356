"""Tests of `grammar.lalr`."""
