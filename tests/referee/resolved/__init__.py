"""Tests of `referee.resolved`."""
