"""A layout for a game without one: what belongs to nobody, a mat for each who plays, and the members of every other kind as cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grammar import nodes as n
from kb.board.layout import COLOURS, Area, Layout, Look, Part
from kb.model.entities import Place
from kb.rules.program import Program

#: spaces a track may have
_SPACES = 15
_STEPS = 8
#: numbers of each who plays that stay in sight
_SIGHT = 5
#: the areas that every game has: what is nobody's, and the mats
COMMON, PLAYERS = "common", "players"
_NOWHERE = Place("", 1)
#: colours for those who play, and outlines besides, so that nobody needs to tell colours apart
_SEATS = (
    ("red", "disc"),
    ("blue", "square"),
    ("yellow", "diamond"),
    ("green", "hexagon"),
    ("purple", "disc"),
    ("black", "square"),
)


def plain_layout(program: Program) -> Layout:
    """The layout that the facts of a game suggest."""
    facts = [cited.node for name, cited in program.facts.items() if name not in program.fields]
    roles = frozenset(program.members.get(program.roles, ()))
    common = [fact for fact in facts if not fact.keys]
    own = [fact for fact in facts if fact.keys and _kept_by(program, fact) & roles]
    areas = [
        Area(COMMON, {}, tuple(_parts(program, common)), _NOWHERE),
        Area(PLAYERS, {}, tuple(_parts(program, own)), _NOWHERE, each=program.roles),
    ]
    others: dict[str, list[n.Fact]] = {}
    for fact in facts:
        if fact.keys and fact not in own:
            others.setdefault(fact.keys[0][1], []).append(fact)
    areas += [Area(kind, {}, tuple(_place(program, kind, told)), _NOWHERE) for kind, told in others.items()]
    counted = [
        fact.name
        for fact in own
        if len(fact.keys) == 1 and not fact.hidden and _shape(program, fact) in ("counters", "track")
    ]
    headline = (Part("counters", _NOWHERE, tuple(counted[:_SIGHT])),) if counted else ()
    return Layout(tuple(area for area in areas if area.parts), dict(_looks(program)), headline=headline)


def _kept_by(program: Program, fact: n.Fact) -> frozenset[str]:
    return frozenset(program.members.get(fact.keys[0][1], ()))


def _looks(program: Program) -> Iterator[tuple[str, Look]]:
    for at, role in enumerate(program.members.get(program.roles, ())):
        colour, token = _SEATS[at % len(_SEATS)]
        yield role, Look(colour, role[:1].upper(), token)
    assert all(colour in COLOURS for colour, _ in _SEATS)


def _place(program: Program, kind: str, facts: list[n.Fact]) -> Iterator[Part]:
    """The members of a kind: a row of sections where all they have is a step they stand on, else cards."""
    if len(facts) == 1 and len(facts[0].keys) == 1 and _shape(program, facts[0]) == "sections":
        yield Part("sections", _NOWHERE, (facts[0].name,))
    else:
        # the only thing that is told of a card goes by what it says
        alone = tuple(
            fact.name for fact in facts if len(facts) == 1 and _shape(program, fact) in ("choices", "sections")
        )
        yield Part("cards", _NOWHERE, tuple(fact.name for fact in facts), kind=kind, bare=alone)


def _parts(program: Program, facts: Iterable[n.Fact]) -> Iterator[Part]:
    """Facts of one shape together, in the order in which the first of each is declared."""
    sorted_: dict[str, list[str]] = {}
    for fact in facts:
        shape = _shape(program, fact)
        sorted_.setdefault("choices" if shape == "sections" else shape, []).append(fact.name)
    for shape, names in sorted_.items():
        yield Part(shape, _NOWHERE, tuple(names))


def _shape(program: Program, fact: n.Fact) -> str:
    match fact.type:
        case n.TypeFlag():
            return "flags"
        case n.TypeRange(low=low, high=n.Number(value=high)) if fact.clamped and high - low <= _SPACES:
            return "track"
        case n.TypeRange() | n.TypeNumber():
            return "counters"
        case n.TypeMany():
            return "piles"
        case n.TypeName(name=kind) if 0 < len(program.members.get(kind, ())) <= _STEPS:
            return "sections"
    return "choices"
