"""Tests of `referee.runs`."""
