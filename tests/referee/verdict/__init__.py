"""Tests of `referee.verdict`."""
