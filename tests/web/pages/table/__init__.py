"""Tests of `web.pages.table`."""
