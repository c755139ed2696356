"""Tests of `web.table`."""
