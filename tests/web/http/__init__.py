"""Tests of `web.http`."""
