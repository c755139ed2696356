"""Tests of `referee.compiler`."""
