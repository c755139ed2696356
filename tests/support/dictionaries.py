"""Tests that open a dictionary of Polish or Ukrainian, where there is one."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from kb.forms.proof import SPELLING
from tests.support.left_out import NO_DICTIONARIES

INSTALLED = all(find_spec(name) for name in ("morfeusz2", "pymorphy3", "pymorphy3_dicts_uk"))
SPELLS = INSTALLED and bool(find_spec("spylls")) and all(path.is_file() for path in SPELLING.values())
needed = pytest.mark.skipif(not INSTALLED, reason=NO_DICTIONARIES)
spelling_needed = pytest.mark.skipif(not SPELLS, reason=NO_DICTIONARIES)
