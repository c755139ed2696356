"""A lexicon as plain bytes, read again in no time: each record is made of its values only when it is looked at."""

from __future__ import annotations

import gc
import marshal
from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar, cast

from referee.understanding.intents import Intent, Place, Tellable, behind
from referee.understanding.lexicon import Lexicon, Name
from referee.understanding.phrases import Part, Wording

T = TypeVar("T")
#: values that files can hold
Plain = tuple[object, ...]


class LateList(Generic[T]):
    """Records by number, each made when it is first looked at."""

    __slots__ = ("_made", "_make", "_plain")

    def __init__(self, plain: list[Plain], make: Callable[[Plain], T]) -> None:
        self._plain, self._make = plain, make
        self._made: dict[int, T] = {}

    def __getitem__(self, at: int, /) -> T:
        found = self._made.get(at)
        if found is None:
            found = self._made[at] = self._make(self._plain[at])
        return found

    def __iter__(self) -> Iterator[T]:
        return (self[at] for at in range(len(self._plain)))


class LateTable(Mapping[str, T], Generic[T]):
    """Records by name, each made when it is first looked at."""

    __slots__ = ("_made", "_make", "_plain")

    def __init__(self, plain: Mapping[str, Plain], make: Callable[[Plain], T]) -> None:
        self._plain, self._make = plain, make
        self._made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = self._make(self._plain[name])
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._plain)

    def __len__(self) -> int:
        return len(self._plain)

    def __contains__(self, name: object) -> bool:
        return name in self._plain


def packed(lexicon: Lexicon) -> bytes:
    """All of it as bytes."""
    return marshal.dumps(
        (
            lexicon.classes,
            lexicon.direct,
            {name: _of_intent(each) for name, each in lexicon.intents.items()},
            {
                name: (each.name, tuple(map(_of_place, each.keys)), _of_place(each.value), each.is_fact)
                for name, each in lexicon.tellables.items()
            },
            *([_of_wording(each) for each in many] for many in (lexicon.wordings, lexicon.facts, lexicon.rows, lexicon.bounds)),
            [(each.member, each.keys, each.lang, each.letters) for each in lexicon.called],
            lexicon.weights, lexicon.questions_by_key, lexicon.facts_by_key, lexicon.names, lexicon.kinds_by_key, lexicon.texts,
            lexicon.paragraphs, lexicon.totals, lexicon.amounts, lexicon.needed_totals, lexicon.needed, lexicon.known, lexicon.spelt, lexicon.somebody,
        )
    )  # fmt: skip


def opened(data: bytes | memoryview) -> Lexicon:
    """The lexicon of such bytes."""
    collects = gc.isenabled()
    gc.disable()  # a hundred thousand new tuples, none of them garbage: looking for it takes longer than reading them
    try:
        classes, direct, intents, tellables, wordings, facts, rows, bounds, called, *rest = marshal.loads(data)
    finally:
        if collects:
            gc.enable()
    return Lexicon(
        classes,
        direct,
        LateTable(intents, lambda plain: _intent(plain, direct)),
        LateTable(tellables, _tellable),
        LateList(wordings, _wording),
        LateList(facts, _wording),
        [_wording(each) for each in rows],
        [_wording(each) for each in bounds],
        LateList(called, lambda plain: Name(*plain)),  # type: ignore[arg-type]
        *rest,
    )


def _of_place(place: Place) -> Plain:
    return place.name, place.shape, place.members, place.open_kind, place.low, place.high, place.needed, place.kind


def _of_intent(it: Intent) -> Plain:
    places = tuple(map(_of_place, it.places))
    return it.name, it.sort, places, it.gives, it.doers, it.paragraphs


def _of_wording(it: Wording) -> Plain:
    parts = tuple((part.keys, part.optional, part.slot) for part in it.parts)
    return it.of, it.lang, it.source, parts, it.text, it.value, it.keys, it.denies, it.bound


def _places(plain: object) -> tuple[Place, ...]:
    return tuple(Place(*each) for each in cast("tuple[tuple[str, str], ...]", plain))


def _intent(plain: Plain, direct: dict[str, tuple[str, ...]]) -> Intent:
    name, sort, places, gives, doers, *rest = plain
    return Intent(name, sort, _places(places), gives, doers, behind(direct, str(name)), *rest)  # type: ignore[arg-type]


def _tellable(plain: Plain) -> Tellable:
    name, keys, value, is_fact = plain
    return Tellable(name, _places(keys), _places((value,))[0], is_fact)  # type: ignore[arg-type]


def _wording(plain: Plain) -> Wording:
    of, lang, source, parts, *rest = plain
    made = tuple(Part(*each) for each in cast("tuple[tuple[frozenset[str], bool, str], ...]", parts))
    return Wording(of, lang, source, made, *rest)  # type: ignore[arg-type]
