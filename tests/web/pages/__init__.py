"""Tests of `web.pages`."""
