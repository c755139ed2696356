"""Tests of `kb.cases`."""
