"""Tables for two worlds: the made-up game with charms that are held, stolen, drawn and hidden, and the real games well into play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask

from referee.runs.ahead.game import code_of
from referee.service import Referee, call_text
from referee.state import State
from tests.support.tables import BARGAINS
from tests.support.web_app import Visitor, made_up_app, made_up_games
from tests.support.worlds.states import played_until
from web.app import create_app

CHARMS = """
# Charms {#har.charms}

## Charms {#har.chm}

Every captain holds charms that nobody else sees, an omen and a vow; the other charms lie in a deck and a box. {#har.chm.1}

```rule
kind charm: amber, bell, comb, drum, eel, flute, gull, horn, iron, jewel, kite, lamp, mask, nail, opal, pearl
fact charms of captain: pile of charm hidden from others
fact charm_deck: pile of charm hidden from all
fact charm_box: pile of charm hidden from all
fact shown: pile of charm
fact omen of captain: charm or none hidden from others
fact vow of captain: 0..5 hidden from others assumed 0
derived fact bears(c: captain, x: charm): flag assumed yes
define bears(c, x) = x in charms of c
define vowed = sum(vow of c for c in captain)
```

A captain may filch a charm that another holds, or pinch one unseen. {#har.chm.2}

```rule
action filch(victim: captain, x: charm) by actor: captain as errand
  requires victim is not actor
  requires bears(victim, x)
  effect set charms of victim = without(charms of victim, x)
  effect set charms of actor = including(charms of actor, [x])
action pinch(victim: captain) by actor: captain as errand
  requires victim is not actor
  requires size of charms of victim >= 1
  effect random y: charm with y in charms of victim
  effect set charms of victim = without(charms of victim, y)
  effect set charms of actor = including(charms of actor, [y])
```

A charm is stowed unseen, or shown to all. {#har.chm.3}

```rule
action stow by actor: captain as errand
  requires size of charms of actor >= 1
  effect choose z: charm by actor with z in charms of actor
  effect put z from charms of actor into charm_box
action show(x: charm) by actor: captain as errand
  requires x in charms of actor
  effect put x from charms of actor on shown
```

A captain may draw a charm, and swear a vow that nobody hears. {#har.chm.4}

```rule
action draw_charm by actor: captain as errand
  requires size of charm_deck >= 1
  effect draw 1 from charm_deck to charms of actor
action swear(n: 1..5) by actor: captain as errand
  effect set vow of actor = n
```

On a captain's back the others see charms that the captain does not; traitors know each other; sealed charms are hidden until the
seals are broken. {#har.chm.5}

```rule
fact back of captain: pile of charm hidden from v when v is captain
fact traitor of captain: flag hidden from v when v is not captain and not traitor of v assumed no
fact sealed of captain: pile of charm hidden from others when not broken
fact broken: flag
define traitors = count(c in captain with traitor of c)
define behind(c) = top of back of c
```

A captain may take the first charm off the own back, have another captain's charms shown, look at the deck, break the seals, or seal
a charm. {#har.chm.6}

```rule
action shed by actor: captain as errand
  requires size of back of actor >= 1
  effect put top of back of actor on shown
action accuse(whom: captain) by actor: captain as errand
  requires whom is not actor
  requires traitor of whom
  effect lower coins of whom by 1
action peep(victim: captain) by actor: captain as errand
  requires victim is not actor
  effect disclose charms of victim to actor
action scry by actor: captain as errand
  effect disclose 2 from charm_deck to actor
action break_seals by actor: captain as errand
  effect set broken = yes
action seal(x: charm) by actor: captain as errand
  requires x in charms of actor
  effect put x from charms of actor on sealed of actor
```
"""

#: of a game in which the rival is red and to move
HARBOUR: dict[str, Any] = {
    "players": 3, "coins": {"red": 10, "green": 9, "blue": 8}, "points": {"red": 0, "green": 0, "blue": 0},
    "debt": {"red": 0, "green": 0, "blue": 0}, "owner": {"north": None, "middle": "red", "south": "green"},
    "storm": {"north": False, "middle": False, "south": False}, "round_now": 1, "bank_crates": {"grain": 10, "salt": 10, "wine": 10},
    "crates": {captain: {"grain": 0, "salt": 0, "wine": 0} for captain in ("red", "green", "blue")},
    "deck": ["calm", "gale", "calm2"], "spent_pile": [], "hand": {"red": ["calm"], "green": ["gale", "calm"], "blue": ["calm2", "calm2"]},
    "charms": {"red": ["amber"], "green": ["bell", "comb"], "blue": ["drum", "eel", "amber"]},
    "charm_deck": ["flute", "gull", "horn", "iron", "jewel", "kite", "lamp", "mask", "nail", "opal"], "charm_box": [], "shown": ["bell"],
    "back": {"red": ["nail", "opal"], "green": ["pearl"], "blue": ["amber"]}, "broken": False,
    "traitor": {"red": False, "green": True, "blue": False}, "sealed": {"red": ["lamp"], "green": ["mask", "eel"], "blue": ["gull"]},
    "omen": {"red": None, "green": "pearl", "blue": "horn"}, "vow": {"red": 0, "green": 2, "blue": 3},
    "course": {"step": "turns", "who": "red", "item": "red", "queue": ["green", "blue"], "taken": {}},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as it is imported, and who may not see what."""

    game: str
    state: dict[str, Any]
    rival: str
    deed: tuple[str, str] = ("", "")  #: a move of somebody else that lets them choose unseen, and who makes it


def harbour_app(folder: Path, cache: Path) -> Flask:
    """The made-up game with bargains and charms."""
    if not (folder / "games").exists():
        rules = made_up_games(folder) / "harbour" / "rules"
        (rules / "95-bargains.md").write_text(BARGAINS, "utf-8")
        (rules / "96-charms.md").write_text(CHARMS, "utf-8")
    return made_up_app(folder, CACHE=str(cache))


def corpus_app(folder: Path, cache: Path) -> Flask:
    """The app with the real games."""
    app = create_app(
        {"CACHE": str(cache), "DATA": folder, "RATE": 0, "NEW_TABLES": 0, "TABLES_A_DAY": 0, "DEADLINE": 5_000}
    )
    app.test_client_class = Visitor
    return app


def harbour_scene(who: str) -> Scene:
    """The made-up table, with somebody to move."""
    queue = [captain for captain in ("green", "blue", "red") if captain != who]
    course = {**HARBOUR["course"], "who": who, "item": who, "queue": queue}
    return Scene("harbour", {**HARBOUR, "course": course}, "red", ("stow", who))


#: players and the rival
REAL = {"hegemony": (4, "working_class"), "new_angeles": (4, "p1"), "nowa_reformacja": (3, "x")}


def real_scene(referee: Referee, *, ours: bool) -> Scene:
    """A table of a real game some moves after its beginning, with the rival to move, or another."""
    game = referee.game
    players, rival = REAL[game.id]
    moves = [0]

    def good(state: State) -> bool:
        moves[0] += 1
        who = state.course.who if state.course is not None else None
        return moves[0] > 12 and state.pending is None and who is not None and (who == rival) is ours

    state = played_until(code_of(game), State({"players": players}), good)
    return Scene(game.id, furnished(game.id, state), rival)


def choosing_scene(referee: Referee) -> Scene:
    """A table at which somebody else makes a move and picks a card from their hand."""
    game = referee.game
    players, rival = REAL[game.id]

    def good(state: State) -> bool:
        pending = state.pending
        if pending is None or pending.answers or not pending.choice.rests_on or pending.deed.actor in (None, rival):
            return False
        named = referee.secrecy.names(state).intersection(map(str, pending.deed.args.values()))
        return pending.choice.by == pending.deed.actor and len(pending.choice.options) > 1 and not named

    state = played_until(code_of(game), State({"players": players}), good)
    deed = state.pop("pending")["deed"]
    return Scene(game.id, state, rival, (call_text(deed["name"], deed["args"]), deed["actor"]))


def furnished(game: str, state: dict[str, Any]) -> dict[str, Any]:
    """The cards of a game whose rules list none come with the state."""
    if game != "nowa_reformacja":
        return state
    cards = [f"plot_{number}" for number in range(16)]
    state["members"] = {**state.get("members", {}), "intrigue_card": cards}
    state["intrigues"] = {role: cards[at : at + 2] for role, at in (("x", 0), ("y", 2), ("z", 4), ("v", 6), ("w", 6))}
    state["intrigues"].update(v=[], w=[])
    state["intrigue_stack"] = cards[6:]
    return state
