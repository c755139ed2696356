"""Tests of `referee.service`."""
