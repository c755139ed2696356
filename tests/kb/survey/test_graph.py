"""The rule graph answers what depends on what."""

from __future__ import annotations

from kb.library import Game
from kb.survey.graph import RuleGraph


def test_reads_come_from_the_rules(harbour: Game) -> None:
    graph = RuleGraph(harbour)
    assert graph.reads("lease") == ["coins", "owner", "storm"]


def test_what_depends_on_a_paragraph(harbour: Game) -> None:
    graph = RuleGraph(harbour)
    assert ("value", "winners") in graph.depends_on("har.end.3")


def test_two_rules_are_connected(harbour: Game) -> None:
    graph = RuleGraph(harbour)
    path = graph.path(("action", "lease"), ("fact", "debt"))
    assert path[0] == ("action", "lease")
    assert path[-1] == ("fact", "debt")
    assert graph.path(("action", "lease"), ("fact", "nowhere")) == []


def test_orphans_and_cycles(harbour: Game) -> None:
    graph = RuleGraph(harbour)
    assert ("fact", "points") in graph.orphans()
    assert graph.cycles(["overrides"]) == []


def test_links_tell_their_kind(harbour: Game) -> None:
    graph = RuleGraph(harbour)
    kinds = {link.kind for link in graph.links(("paragraph", "har.act.4"))}
    assert "overrides" in kinds
    assert "encodes" in kinds
