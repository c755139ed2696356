"""Tests of `referee.units`."""
