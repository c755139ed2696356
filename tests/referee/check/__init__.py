"""Tests of referee/check."""
