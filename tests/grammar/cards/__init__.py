"""Tests of `grammar.cards`."""
