"""Tests that open a dictionary of Polish or Ukrainian, where there is one."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from tests.support.left_out import NO_DICTIONARIES

MODULES = ("morfeusz2", "pymorphy3", "pymorphy3_dicts_uk")
needed = pytest.mark.skipif(not all(find_spec(name) for name in MODULES), reason=NO_DICTIONARIES)
