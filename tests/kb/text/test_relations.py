"""Terms belong together when an author says so, or when one is explained by the other."""

from __future__ import annotations

from kb.model.entities import Place, Term
from kb.text.relations import with_relations


def term(identity: str, text: str = "", *related: str) -> Term:
    return Term(identity, "toy", {"en": identity}, {"en": text}, {}, (), related, {}, Place("terms.toml", 1))


def relations(*terms: Term) -> dict[str, tuple[str, ...]]:
    return {each.id: each.related for each in with_relations({each.id: each for each in terms}, {}).values()}


def test_a_relation_written_once_holds_both_ways() -> None:
    assert relations(term("oar", "", "mast"), term("mast")) == {"oar": ("mast",), "mast": ("oar",)}


def test_what_a_definition_names_is_related_to_it() -> None:
    assert relations(term("oar", "Shorter than a mast."), term("mast")) == {"oar": ("mast",), "mast": ("oar",)}


def test_what_every_definition_names_is_not_related_to_all_of_them() -> None:
    found = relations(term("ship"), *(term(f"part{number}", "Part of a ship.") for number in range(20)))
    assert found["ship"] == () and found["part1"] == ("ship",)


def test_nothing_is_related_to_itself_or_to_what_is_no_term() -> None:
    assert relations(term("oar", "An oar.", "sail")) == {"oar": ()}
