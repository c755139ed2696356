"""Tests of `referee.explanation`."""
