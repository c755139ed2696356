"""Tests of `referee.understanding.told`."""
