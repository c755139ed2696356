"""Tests of `web.editor`."""
