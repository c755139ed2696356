"""Tests of `referee.check`."""
