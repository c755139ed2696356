"""Tests of `kb.survey`."""
