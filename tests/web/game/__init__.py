"""Tests of `web.game`."""
