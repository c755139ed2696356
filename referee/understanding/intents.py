"""What can be asked about and told, as plain records: parameters with what fits in them, and what each rule reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grammar import nodes as n
from grammar.base.corollaries import CHOICES, DUTY, SIGN, START
from grammar.base.records import record
from kb.library import Game
from kb.rules.corollaries import IS_OVER
from kb.rules.phases import phases_around
from kb.rules.program import Cited, Program
from kb.rules.reads import found_in, names_in
from referee.books import MOVER
from referee.questions.kinds import types_of
from referee.resolved.statements.kinds import Kinds
from referee.resolved.statements.types import Type
from referee.rules.code import Code
from referee.understanding.phrases import told_target

#: how the names of duties begin
DUTIES = n.corollary(DUTY, "")
#: and those of what may be chosen in secret
CHOSEN = n.corollary(CHOICES, "")
#: and those of how facts begin
STARTS = n.corollary(START, "")
#: the procedure that sets a game up
SETUP = "setup"
NUMBER, FLAG, MEMBER, LIST, AMOUNTS, OTHER = "number", "flag", "member", "list", "amounts", "other"


#: members that may be chosen from
MOST_CHOSEN = 60


@record
class Place:
    """A parameter, a key or a value: what may stand there."""

    name: str
    shape: str  #: NUMBER, FLAG, MEMBER, LIST, AMOUNTS, OTHER
    members: frozenset[str] = frozenset()
    open_kind: str = ""  #: whose members come with the question
    low: int | None = None
    high: int | None = None
    needed: bool = True
    kind: str = ""  #: the kind of which any may be meant without a name; none for people

    @property
    def can_be_chosen(self) -> bool:
        """Whether it may be left open: the referee then asks which it is."""
        return self.shape in (NUMBER, FLAG) or (self.shape == MEMBER and 1 < len(self.members) <= MOST_CHOSEN)


@record
class Intent:
    """Something that can be asked about."""

    name: str
    sort: str  #: action, card or value
    places: tuple[Place, ...]
    gives: str  #: shape of the value
    doers: tuple[str, ...]  #: who may do it
    reads: dict[str, int]  #: facts and values it rests on -> over how many steps
    paragraphs: tuple[str, ...]


@record
class Tellable:
    """A fact or value that can be told."""

    name: str
    keys: tuple[Place, ...]
    value: Place
    is_fact: bool


def intents_of(game: Game, code: Code, doers: dict[str, tuple[str, ...]]) -> dict[str, Intent]:
    """Every action, card and value that a question may begin with; `doers`: who may do each action."""
    program, shapes = game.program, _Shapes(code)
    ways = game.ways()
    found: dict[str, Intent] = {}
    direct = direct_of(program)
    for name, info in program.actions.items():
        if name not in ways:
            places = tuple(shapes.declared(p.name, p.type, p.default is None) for p in info.node.params)
            cited = tuple(dict.fromkeys((info.paragraph, *(clause.paragraph for clause in info.clauses))))
            sort = "card" if info.node.card else "action"
            reads = behind(direct, name)
            found[name] = Intent(name, sort, places, FLAG, doers.get(name, ()), reads, cited)
    drawn = {f"{STARTS}{fact}" for fact in _set_up(program)}
    for name, value in program.values.items():
        asked = n.is_listed(name) or name.startswith((DUTIES, CHOSEN)) or name == IS_OVER
        if asked and name not in found and not (n.is_corollary(name) and _never(value.clauses) and name not in drawn):
            cited = tuple(dict.fromkeys(clause.paragraph for clause in value.clauses))
            found[name] = _value(name, shapes, cited, direct)
    for name, (table, _) in program.columns.items():
        if name not in found:
            found[name] = _value(name, shapes, (program.tables[table].paragraph,), direct)
    internal = frozenset(game.asking.internal)  # nobody asks about it, nor about what follows from it
    return {name: intent for name, intent in found.items() if name.rpartition(SIGN)[2] not in internal}


def tellables_of(game: Game, code: Code) -> dict[str, Tellable]:
    """Every fact, and every value that rests on facts; of what nobody asks about that of which a pattern says how."""
    program, shapes = game.program, _Shapes(code)
    worded = {target[0] for id in game.asking.phrases if "=" in id and (target := told_target(id)) is not None}
    silent = frozenset(game.asking.internal) - worded
    found: dict[str, Tellable] = {}
    for name, cited in program.facts.items():
        keys = tuple(shapes.of_kind(var or kind, kind) for var, kind in cited.node.keys)
        found[name] = Tellable(name, keys, shapes.declared("value", cited.node.type, True), True)
    if program.steps and program.roles:
        whose = shapes.of_kind("value", program.roles)
        found[MOVER] = Tellable(MOVER, (), whose, True)
    direct = direct_of(program)
    for name in program.values:
        if (
            n.is_listed(name)
            and name not in found
            and name not in silent
            and any(read in program.facts for read in behind(direct, name))
        ):
            types = types_of(code)
            value = shapes.inferred("value", types.known.values[name])
            if value.shape in (NUMBER, FLAG, MEMBER):
                found[name] = Tellable(name, shapes.parameters(name), value, False)
    return found


def _value(name: str, shapes: _Shapes, cited: tuple[str, ...], direct: dict[str, tuple[str, ...]]) -> Intent:
    gives = shapes.inferred("value", shapes.types.known.values[name]).shape
    begun = shapes.program.facts.get(name.removeprefix(STARTS)) if name.startswith(STARTS) else None
    if begun is not None:
        gives = shapes.declared(
            "value", begun.node.type, True
        ).shape  # what it is later counts: it may begin as nothing
    fact = shapes.program.facts.get(name.removeprefix(CHOSEN)) if name.startswith(CHOSEN) else None
    if fact is not None and isinstance(fact.node.type, n.TypeFlag):
        gives = FLAG  # whether somebody may choose it, and not what they may
    return Intent(name, "value", shapes.parameters(name), gives, (), behind(direct, name), cited)


def _set_up(program: Program) -> frozenset[str]:
    """The facts that are drawn or decided in the set-up, and can be asked for though no line says how they begin."""
    setup = program.procedures.get(SETUP)
    if setup is None:
        return frozenset()
    called = [program.procedures.get(step.call.name) for step in found_in(setup.node, n.Do)]
    bodies = tuple(each.node for each in (setup, *called) if each is not None)
    targets = [step.target for step in found_in(bodies, n.Assign)] + [
        step.target for step in found_in(bodies, n.Choose)
    ]
    return frozenset(each.id if isinstance(each, n.Name) else each.name for each in targets)


def _never(clauses: list[Cited]) -> bool:
    """Whether no paragraph says it."""
    return not clauses or clauses[0].node.when == n.Truth(False)


class _Shapes:
    """What fits where, from declared and inferred types."""

    def __init__(self, code: Code) -> None:
        self.program = code.program
        self.types = types_of(code)
        self.kinds: Kinds = self.types.kinds

    def of_kind(self, name: str, kind: str) -> Place:
        return self.inferred(name, self.kinds.of(kind))

    def declared(self, name: str, type_: n.Type | None, needed: bool) -> Place:
        """As it is written; ends of numbers that are worked out are left open."""
        if isinstance(type_, n.TypeRange):
            high = type_.high.value if isinstance(type_.high, n.Number) else None
            return Place(name, NUMBER, low=type_.low, high=high, needed=needed)
        found = self.inferred(name, self.kinds.declared(type_))
        return Place(name, found.shape, found.members, found.open_kind, needed=needed, kind=found.kind)

    def parameters(self, name: str) -> tuple[Place, ...]:
        """Those of a value."""
        program = self.program
        if name in program.values:
            names: Iterable[str] = program.values[name].params
        else:
            names = (param.name for param in program.tables[program.columns[name][0]].node.params)
        return tuple(self.inferred(key, type_) for key, type_ in zip(names, self.types.parameters(name), strict=False))

    def inferred(self, name: str, type_: Type) -> Place:
        """As the types say."""
        if type_.items is not None:
            return self._place(name, LIST, type_.items)
        if type_.keys is not None:
            return self._place(name, AMOUNTS, type_.keys)
        if type_.number:
            return Place(name, NUMBER)
        if type_.flag:
            return Place(name, FLAG)
        if type_.members or type_.kinds:
            return self._place(name, MEMBER, type_)
        if type_.deeds:  # actions as values are named as members are
            return Place(name, MEMBER, type_.deeds)
        return Place(name, OTHER)

    def _place(self, name: str, shape: str, type_: Type) -> Place:
        return Place(name, shape, type_.members, next(iter(sorted(type_.kinds)), ""), kind=self._kind(type_.members))

    def _kind(self, members: frozenset[str]) -> str:
        """The smallest kind that has all of some things, if they are no people and not too many."""
        known = self.program.members
        if not 1 < len(members) <= MOST_CHOSEN or not members.isdisjoint(known.get(self.program.roles, ())):
            return ""
        fits = [(len(many), kind) for kind, many in known.items() if members.issubset(many)]
        return min(fits)[1] if fits and min(fits)[0] <= MOST_CHOSEN else ""


def direct_of(program: Program) -> dict[str, tuple[str, ...]]:
    """Name -> the facts, values and purses that its own rules name."""
    known = {*program.facts, *program.values, *program.columns, *program.purses, *program.classes}

    def named(nodes: Iterable[object]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for node in nodes for name in names_in(node) if name in known))

    found: dict[str, tuple[str, ...]] = {}
    for table in (program.actions, program.classes):
        for name, info in table.items():
            checks = [each.node for each in info.clauses if not isinstance(each.node, n.Effect)]
            checks += _courses(program, name)
            turns = (MOVER,) if program.steps else ()  # whose turn it is counts for all that is done
            found[name] = (*turns, *named(checks), *(info.node.classes if isinstance(info.node, n.Action) else ()))
    for name, value in program.values.items():
        found[name] = named(part for each in value.clauses for part in (each.node.value, each.node.when))
        if name.startswith(DUTIES):  # what can be done instead
            found[name] += tuple(
                each for cited in value.clauses for each in names_in(cited.node) if each in program.actions
            )
    for name, purses in program.purses.items():
        found.setdefault(name, named(each.node for each in purses))
    for name, cited in program.facts.items():
        found.setdefault(name, named((cited.node.assumed,)))
    for name, (table_name, _) in program.columns.items():
        found.setdefault(name, named((program.tables[table_name].node,)))
    return found


def _courses(program: Program, name: str) -> list[object]:
    """What the steps ask for in which an action or class is taken, and the phases around them."""
    found: list[object] = []
    for step in program.steps.values():
        if any(name in quota.names for quota in step.node.quotas):
            around = (program.phases[phase].node for phase in phases_around(program, step.node.name))
            found += [step.node.who, *(each for part in (*around, step.node) for each in (part.when, part.turns))]
    return [each for each in found if each is not None]


def behind(direct: dict[str, tuple[str, ...]], name: str) -> dict[str, int]:
    """What a name rests on, over how many steps; nearest first."""
    found: dict[str, int] = {}
    for depth, layer in enumerate(_layers(direct, name), 1):
        for each in layer:
            found.setdefault(each, depth)
    return found


def _layers(direct: dict[str, tuple[str, ...]], name: str) -> Iterator[list[str]]:
    seen, layer = {name}, [name]
    while layer:
        layer = list(dict.fromkeys(each for known in layer for each in direct.get(known, ()) if each not in seen))
        seen.update(layer)
        if layer:
            yield layer
