"""The table of mutants names code that is there, once, and tests that exist."""

from __future__ import annotations

import pytest

from tests.mutants.table import ROOT, Mutant, homes, mutants


@pytest.mark.parametrize("mutant", mutants(), ids=lambda mutant: mutant.says)
def test_a_mutant_can_be_tried(mutant: Mutant) -> None:
    assert len(homes(mutant)) == 1, "say in tests/mutants/mutants.toml where its code is now"
    assert mutant.mutated != mutant.code
    assert mutant.tests and all((ROOT / test).is_file() for test in mutant.tests)


def test_no_two_mutants_say_the_same() -> None:
    said = [mutant.says for mutant in mutants()]
    assert len(said) == len(set(said)) >= 10
