"""What was found to stall the server or to end in a fault of its own: each as a request, for every game that it fits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tests.bench.attack import Attack, Target
from tests.bench.scribble import Scribe, as_file
from web.cards.craft import example

#: questions that ran for ever, took all memory, or ended in a fault
QUESTIONS = {
    "loops inside each other": "count(x in 1..99999 with count(y in 1..99999 with yes) > 3)",
    "a list of fifty million": "size of those(x in 1..50000000 with no)",
    "a range to a million million": "count(x in 1..1000000000000 with yes)",
    "a list to a million million": "those(x in 1..1000000000000)",
    "a product of 3,000 digits": "*".join(["999999999999"] * 118),
    "an open product": "count(x in 1..2 with (x * 999999999999 * 999999999999) > 3)",
    "a number compared with a member": "43 < backward",
    "a table of no rows": "price_of_row of []",
    "a test that is a list": "some x in alternative_event_received with publishing_house",
    "sums of long lists": "size of (" + " + ".join(["those(x in 1..1999 with yes)"] * 60) + ")",
    "loops over the largest kind": "count(a in {kind} with count(b in {kind} with count(c in {kind} with count(d in {kind} with yes) > 0) > 0) > 0)",
}


def findings(target: Target) -> Iterator[tuple[str, Attack]]:
    """Every finding by its name."""
    for game, scribe in target.scribes.items():
        kind = max(scribe.kinds, key=lambda each: len(scribe.members[each]))
        for name, question in QUESTIONS.items():
            yield f"{name}, {game}", _asked(game, {"question": question.replace("{kind}", kind)})
        yield from _listings(game, scribe)
        yield from _states(game, scribe)
    yield from _pages(target)
    yield from _tables(target)


def _asked(game: str, body: dict[str, object], what: str = "ask") -> Attack:
    route = f"/api/v1/games/<game>/{what}"
    return Attack(route, "POST", route.replace("<game>", game), body=json.dumps(body))


def _listings(game: str, scribe: Scribe) -> Iterator[tuple[str, Attack]]:
    for role in scribe.roles:
        yield f"moves of {role}, nothing told, {game}", _asked(game, {"as": role}, "moves")
    for action in scribe.actions:
        yield f"{action}, nothing told, {game}", _asked(game, {"question": action, "as": scribe.roles[0]})
        yield (
            f"every {action}, nothing told, {game}",
            _asked(game, {"as": scribe.roles[0], "action": action, "deep": True}, "moves"),
        )


def _states(game: str, scribe: Scribe) -> Iterator[tuple[str, Attack]]:
    fact = next(iter(scribe.facts))
    keyed = next((name for name, cited in scribe.facts.items() if cited.node.keys), fact)
    states: dict[str, dict[str, object]] = {
        "60,000 unknown facts": {f"u{at}": at for at in range(60_000)},
        "40,000 unknown keys": {keyed: {f"k{at}": 1 for at in range(40_000)}},
        "a member list of 60,000": {"members": {scribe.kinds[0]: [f"m{at}" for at in range(60_000)]}},
        "a list of 100,000": {fact: list(range(100_000))},
    }
    for name, state in states.items():
        yield f"{name}, {game}", _asked(game, {"question": "1", "state": state})
        yield (
            f"{name}, imported, {game}",
            Attack("/t/import", "POST", "/t/import", file=as_file(dict(state), game, []).decode()),
        )
    flag = next(
        (
            name
            for name, cited in scribe.facts.items()
            if not cited.node.keys and scribe.volume.referee.fact_field(name, "en").shape == "flag"
        ),
        fact,
    )
    for letters in (39_000, 100_000):
        yield (
            f"{letters:,} letters told, {game}",
            _asked(game, {"question": "1", "given": "; ".join([f"{flag} = yes"] * 9_000)[:letters].rpartition(";")[0]}),
        )
    for texts in (1_000, 2_000):
        yield (
            f"{texts:,} texts told, {game}",
            _asked(game, {"question": "1", "given": [scribe.told_fact() for _ in range(texts)]}),
        )
    card = scribe.volume.game.card_words is not None
    if card:
        texts = [
            re.sub('"[^"]*"', f'"Card {at} {scribe.chance.randrange(10**5)}"', example(scribe.volume.game), count=1)
            for at in range(20)
        ]
        yield f"twenty own cards, {game}", _asked(game, {"question": scribe.actions[0], "cards": texts})
        yield (
            f"the workshop, {game}",
            Attack("/g/<game>/workshop", "POST", f"/g/{game}/workshop", form=(("text", scribe.card()), ("go", "1"))),
        )


def _pages(target: Target) -> Iterator[tuple[str, Attack]]:
    yield "a QR code of 1,800 letters", Attack("/qr.svg", "GET", "/qr.svg", (("to", "/" + "x" * 1_790),))
    yield (
        "a limit of 4,400 digits",
        Attack("/api/v1/search", "GET", "/api/v1/search", (("q", "st"), ("limit", "9" * 4_400))),
    )
    yield (
        "players of 4,400 digits",
        Attack("/t/new", "POST", "/t/new", form=(("game", next(iter(target.scribes))), ("players", "9" * 4_400))),
    )
    yield "a search of 8,000 letters", Attack("/search", "GET", "/search", (("q", "strike capitalist " * 450),))
    yield "a search of one letter, often", Attack("/search", "GET", "/search", (("q", "a " * 2_000),))


def _tables(target: Target) -> Iterator[tuple[str, Attack]]:
    for code, game in list(target.tables.items()):
        scribe = target.scribes[game]
        for action in scribe.actions:
            yield (
                f"act/{action}, {game}",
                Attack(
                    "/t/<code>/act/<name>", "GET", f"/t/{code}/act/{action}", (("as", scribe.roles[0]), ("deep", "1"))
                ),
            )
        for what in ("", "/course", "/values", "/facts", "/log", "/rulings", "/cards", "/export.json"):
            yield (
                f"table{what}, {game}",
                Attack(f"/t/<code>{what}", "GET", f"/t/{code}{what}", (("as", scribe.roles[0]),)),
            )
        for told in ("treasury = treasury*treasury", "treasury = 999999999999", "players = 1..1000000000000"):
            yield (
                f"{told}, {game}",
                Attack("/t/<code>/tell", "POST", f"/t/{code}/tell", form=(("text", told),), seen=True),
            )
