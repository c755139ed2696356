"""The rule graph: what defines, mentions, reads, writes, overrides, clarifies and disputes what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import networkx as nx

from grammar import nodes as n
from kb.games.game import Game
from kb.rules.reads import names_in, writes_of
from kb.text.termlinks import TermFinder

Node = tuple[str, str]  #: kind (paragraph, term, fact, value, action, card, procedure, dispute) and id


@dataclass(frozen=True, slots=True)
class RuleLink:
    """One edge, as a reader sees it."""

    kind: str
    source: Node
    target: Node


class RuleGraph:
    """The graph of one game, with the questions people ask of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.graph: nx.MultiDiGraph[Node] = nx.MultiDiGraph()
        self._prose()
        self._terms()
        self._rules()

    # ---- building --------------------------------------------------------------------------------------------------

    def _link(self, kind: str, source: Node, target: Node) -> None:
        if source != target and not self.graph.has_edge(source, target, kind):
            self.graph.add_edge(source, target, kind)

    def _prose(self) -> None:
        for paragraph in self.game.prose.paragraphs.values():
            node = ("paragraph", paragraph.id)
            self.graph.add_node(node)
            for other in paragraph.clarifies:
                self._link("clarifies", node, ("paragraph", other))
            for other in paragraph.see:
                self._link("see_also", node, ("paragraph", other))
            for other in paragraph.restates:
                self._link("restates", node, ("paragraph", other))
        self._examples()

    def _examples(self) -> None:
        """An example illustrates the last rule above it in its section."""
        for chapter in self.game.prose.chapters:
            rule = ""
            for item in chapter.items:
                if not hasattr(item, "norule"):
                    rule = ""
                elif item.norule == "example":
                    if rule:
                        self._link("example_of", ("paragraph", item.id), ("paragraph", rule))
                else:
                    rule = item.id

    def _terms(self) -> None:
        original = self.game.prose.original
        finder = TermFinder(self.game.prose.terms.values(), original, self.game.prose.forms.get(original, {}))
        for term in self.game.prose.terms.values():
            node = ("term", term.id)
            self.graph.add_node(node)
            for place in term.defined:
                self._link("defines", ("paragraph", place), node)
            for other in term.related:
                self._link("see_also", node, ("term", other))
        for paragraph in self.game.prose.paragraphs.values():
            for span in finder.find(paragraph.text.get(self.game.prose.original, "")):
                self._link("mentions", ("paragraph", paragraph.id), ("term", span.term))

    def _rules(self) -> None:
        program = self.game.program
        for name, cited in program.facts.items():
            self._link("declares", ("paragraph", cited.paragraph), ("fact", name))
        for name, info in program.values.items():
            for cited in info.clauses if not n.is_corollary(name) else ():  # what it follows from is linked itself
                self._encode(cited.paragraph, ("value", name), (cited.node.value, cited.node.when))
                for target in cited.node.overrides:
                    self._link("overrides", ("paragraph", cited.paragraph), ("paragraph", target))
        for column, (table, _) in program.columns.items():
            self._link("encodes", ("paragraph", program.tables[table].paragraph), ("value", column))
        for action in program.actions.values():
            node = ("card" if action.node.card else "action", action.name)
            self._link("encodes", ("paragraph", action.paragraph), node)
            for cited in action.clauses:
                self._encode(cited.paragraph, node, cited.node)
                self._writes(node, cited.node)
                for target in getattr(cited.node, "overrides", ()):
                    self._link("overrides", ("paragraph", cited.paragraph), ("paragraph", target))
        for name, cited in program.procedures.items():
            node = ("procedure", name)
            self._encode(cited.paragraph, node, cited.node.steps)
            self._writes(node, cited.node.steps)
        for cited in program.lifts:
            for target in cited.node.targets:
                self._link("overrides", ("paragraph", cited.paragraph), ("paragraph", target))
        for name, cited in program.disputes.items():
            node = ("dispute", name)
            if cited.paragraph:
                self._link("encodes", ("paragraph", cited.paragraph), node)
            for reading in cited.node.readings:
                for place in reading.places:
                    self._link("disputes", node, ("paragraph", place))

    def _encode(self, paragraph: str, node: Node, part: object) -> None:
        self._link("encodes", ("paragraph", paragraph), node)
        program = self.game.program
        for name in names_in(part):
            if name in program.facts:
                self._link("reads", node, ("fact", name))
            if name in program.values or name in program.columns:
                self._link("reads", node, ("value", name))
            if name in program.disputes:
                self._link("reads", node, ("dispute", name))
            if name in program.procedures:
                self._link("does", node, ("procedure", name))
            if name in program.actions and not isinstance(part, n.Expr.__args__):
                self._link("does", node, ("action", name))

    def _writes(self, node: Node, part: object) -> None:
        for fact in writes_of(self.game.program, part):
            self._link("writes", node, ("fact", fact))

    # ---- asking ----------------------------------------------------------------------------------------------------

    def links(self, node: Node) -> list[RuleLink]:
        """Everything a node is directly connected with, both ways."""
        if node not in self.graph:
            return []
        found = [RuleLink(kind, node, target) for _, target, kind in self.graph.out_edges(node, keys=True)]
        found += [RuleLink(kind, source, node) for source, _, kind in self.graph.in_edges(node, keys=True)]
        return found

    def depends_on(self, paragraph: str) -> list[Node]:
        """What relies on a paragraph: everything that reads what it encodes."""
        start = [
            target
            for _, target, kind in self.graph.out_edges(("paragraph", paragraph), keys=True)
            if kind in ("encodes", "declares")
        ]
        seen: dict[Node, None] = {}
        queue = list(start)
        while queue:
            node = queue.pop(0)
            for source, _, kind in self.graph.in_edges(node, keys=True):
                if kind in ("reads", "does") and source not in seen:
                    seen[source] = None
                    queue.append(source)
        return [node for node in seen if node not in start]

    def reads(self, action: str) -> list[str]:
        """The facts an action reads, through every value."""
        seen: dict[Node, None] = {}
        queue: list[Node] = [("action", action), ("card", action)]
        while queue:
            node = queue.pop(0)
            if node not in self.graph:
                continue
            for _, target, kind in self.graph.out_edges(node, keys=True):
                if kind == "reads" and target not in seen:
                    seen[target] = None
                    queue.append(target)
        return sorted(name for kind, name in seen if kind == "fact")

    def path(self, one: Node, other: Node) -> list[Node]:
        """How two rules are connected: the shortest way, in either direction."""
        try:
            return list(nx.shortest_path(self.graph.to_undirected(as_view=True), one, other))
        except (nx.NetworkXNoPath, nx.NodeNotFound):
            return []

    def orphans(self) -> list[Node]:
        """Facts and values that nothing reads, terms that no paragraph mentions or defines."""
        found = []
        for node in self.graph:
            kind = node[0]
            incoming = {k for _, _, k in self.graph.in_edges(node, keys=True)}
            if (kind == "fact" and not incoming & {"reads", "writes"}) or (
                kind == "term" and not incoming & {"mentions", "defines"}
            ):
                found.append(node)
        return sorted(found)

    def cycles(self, kinds: Iterable[str]) -> list[list[Node]]:
        """Circles made of some kinds of edges, for example of `overrides`."""
        wanted = set(kinds)
        part: nx.DiGraph[Node] = nx.DiGraph((a, b) for a, b, kind in self.graph.edges(keys=True) if kind in wanted)
        return [list(cycle) for cycle in nx.simple_cycles(part)]
