"""Tests of `referee.questions`."""
