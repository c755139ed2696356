"""Tests of web/author."""
