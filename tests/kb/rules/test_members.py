"""Every name that stands for a member."""

from __future__ import annotations

import dataclasses
import re

from grammar import nodes as n
from grammar.base.records import is_record
from grammar.nodes import expressions
from grammar.rules.parse import parse_rules
from kb.model.entities import Place
from kb.rules.assembly import build_program
from kb.rules.members import known_members
from kb.rules.program import Cited

RULES = """
kind colour: red, green
roles seat: a, b
fact mood of seat: one of [glad, sad]
action lend(p: one of [much, little]) by q: seat
effect if mood of q is glad then
  choose x: one of [soon, never] by q
end
procedure spend(y: one of [here, there]): nothing end
"""


def test_members_of_kinds_and_of_enumerations_wherever_they_stand() -> None:
    found = known_members(build_program("g", [Cited(node, "p", Place("f", 1), 0) for node in parse_rules(RULES)]))
    assert found >= {"red", "a", "glad", "sad", "much", "little", "soon", "never", "here", "there"}
    assert "p" not in found and "spend" not in found


def test_no_expression_holds_a_type() -> None:
    """Which is why enumerations are not looked for in them."""
    types = {cls.__name__ for cls in (n.TypeEnum, n.TypeName, n.TypeRange, n.TypeMany, n.Param)} | {"Type", "Any"}
    seen = 0
    for cls in vars(expressions).values():
        if isinstance(cls, type) and is_record(cls):
            for field in dataclasses.fields(cls):
                assert types.isdisjoint(re.findall(r"\w+", str(field.type)))
                seen += 1
    assert seen > 10
