"""The rule graph answers what depends on what."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kb.library import Game
from kb.survey.graph import RuleGraph, graph_of
from tests.support.places import HARBOUR, ROOT


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


def test_a_kept_graph_is_the_same(harbour: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = graph_of(harbour, tmp_path)
    monkeypatch.setattr(RuleGraph, "_rules", lambda _: pytest.fail("it was made again"))
    kept = graph_of(harbour, tmp_path)
    assert list(kept) == list(made) and all(kept.links(node) == made.links(node) for node in made)


def test_links_need_no_networkx(harbour: Game) -> None:
    """The pages ask for links alone; what finds ways takes longer to import than all of them together."""
    done = (
        "import sys; from kb.library import load_game; from kb.survey.graph import RuleGraph; from pathlib import Path"
    )
    asked = "g = RuleGraph(load_game(Path(sys.argv[1]))); assert g.links(('paragraph', 'har.act.4')); assert 'networkx' not in sys.modules"
    subprocess.run([sys.executable, "-c", f"{done}; {asked}", str(HARBOUR)], check=True, cwd=ROOT)
