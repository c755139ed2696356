"""Tests of `referee.understanding`."""
