"""Tests of `referee.play`."""
