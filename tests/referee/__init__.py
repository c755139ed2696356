"""Tests of `referee`."""
