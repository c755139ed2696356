"""The rule graph: what defines, mentions, reads, writes, overrides, clarifies and disputes what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from pickle import dumps, loads

from grammar import nodes as n
from kb.cache.digest import PYTHON
from kb.cache.pack import PackFile
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


#: from each node to others, or to it from others, by which kinds of links
Edges = dict[Node, dict[Node, dict[str, None]]]


def graph_of(game: Game, cache: Path | None) -> RuleGraph:
    """The graph of a game: kept, or made and kept; without a cache it is made."""
    if cache is None:
        return RuleGraph(game)
    file = PackFile(cache / f"{game.id}-{game.version}.{PYTHON}.graph")
    kept = file.get("edges")
    if kept is not None:
        return RuleGraph(game, loads(kept))
    made = RuleGraph(game)
    if file.put({"edges": dumps(made.edges)}):
        for old in cache.glob(f"{game.id}-*.{PYTHON}.graph"):
            if game.version not in old.name:
                old.unlink(missing_ok=True)
    return made


class RuleGraph:
    """The graph of one game, with the questions people ask of it; networkx is asked where ways are looked for."""

    def __init__(self, game: Game, edges: tuple[Edges, Edges] | None = None) -> None:
        """`edges`: out of each node and in to it, as they were worked out before."""
        self.game = game
        self.edges: tuple[Edges, Edges] = ({}, {}) if edges is None else edges
        self._out, self._in = self.edges
        if edges is None:
            self._prose()
            self._terms()
            self._rules()

    def __contains__(self, node: Node) -> bool:
        return node in self._out

    def __iter__(self) -> Iterator[Node]:
        return iter(self._out)

    def _out_of(self, node: Node) -> Iterator[tuple[str, Node]]:
        return ((kind, target) for target, kinds in self._out.get(node, {}).items() for kind in kinds)

    def _in_to(self, node: Node) -> Iterator[tuple[str, Node]]:
        return ((kind, source) for source, kinds in self._in.get(node, {}).items() for kind in kinds)

    # ---- building --------------------------------------------------------------------------------------------------

    def _add(self, node: Node) -> None:
        self._out.setdefault(node, {})
        self._in.setdefault(node, {})

    def _link(self, kind: str, source: Node, target: Node) -> None:
        if source != target:
            self._add(source)
            self._add(target)
            kinds = self._out[source].setdefault(target, {})
            kinds[kind] = None
            self._in[target][source] = kinds

    def _prose(self) -> None:
        for paragraph in self.game.prose.paragraphs.values():
            node = ("paragraph", paragraph.id)
            self._add(node)
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
            self._add(node)
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
        found = [RuleLink(kind, node, target) for kind, target in self._out_of(node)]
        return found + [RuleLink(kind, source, node) for kind, source in self._in_to(node)]

    def depends_on(self, paragraph: str) -> list[Node]:
        """What relies on a paragraph: everything that reads what it encodes."""
        start = [target for kind, target in self._out_of(("paragraph", paragraph)) if kind in ("encodes", "declares")]
        seen: dict[Node, None] = {}
        queue = list(start)
        while queue:
            node = queue.pop(0)
            for kind, source in self._in_to(node):
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
            for kind, target in self._out_of(node):
                if kind == "reads" and target not in seen:
                    seen[target] = None
                    queue.append(target)
        return sorted(name for kind, name in seen if kind == "fact")

    def path(self, one: Node, other: Node) -> list[Node]:
        """How two rules are connected: the shortest way, in either direction."""
        import networkx as nx  # the pages, which ask for links alone, do without

        ways: nx.Graph[Node] = nx.Graph((source, target) for source in self for target in self._out[source])
        try:
            return list(nx.shortest_path(ways, one, other))
        except (nx.NetworkXNoPath, nx.NodeNotFound):
            return []

    def orphans(self) -> list[Node]:
        """Facts and values that nothing reads, terms that no paragraph mentions or defines."""
        found = []
        for node in self:
            kind = node[0]
            incoming = {k for k, _ in self._in_to(node)}
            if (kind == "fact" and not incoming & {"reads", "writes"}) or (
                kind == "term" and not incoming & {"mentions", "defines"}
            ):
                found.append(node)
        return sorted(found)

    def cycles(self, kinds: Iterable[str]) -> list[list[Node]]:
        """Circles made of some kinds of edges, for example of `overrides`."""
        import networkx as nx

        wanted = set(kinds)
        part: nx.DiGraph[Node] = nx.DiGraph((a, b) for a in self for kind, b in self._out_of(a) if kind in wanted)
        return [list(cycle) for cycle in nx.simple_cycles(part)]
