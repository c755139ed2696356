"""Tests of `web.api`."""
