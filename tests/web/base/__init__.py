"""Tests of `web.base`."""
