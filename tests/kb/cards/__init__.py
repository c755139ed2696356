"""Tests of `kb.cards`."""
