"""Tests of `kb`."""
