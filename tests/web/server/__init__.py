"""Tests of `web.server`."""
