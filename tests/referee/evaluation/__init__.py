"""Tests of `referee.evaluation`."""
