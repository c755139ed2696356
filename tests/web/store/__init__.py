"""Tests of `web.store`."""
