"""What is sent to both worlds: pages by their routes, forms as pages show them, and what a curious player would try."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from kb.rules.reads import hidden_reads
from referee.service import Referee, Sort, fact_text, literal
from tests.support.routes import addresses, changing, reading
from tests.support.worlds.states import unseen
from tests.support.worlds.tables import OTHERS, Form, Worlds

#: everything is tried that can be thought of, which takes many minutes, or some of each kind
ALL = os.environ.get("PARAGRAF_WORLDS") == "all"
#: places of one hidden fact that are guessed at; rules that touch what is hidden, and that do not; cards; submissions of one form
GUESSED, TOUCHING, PLAIN, CARDS, BUTTONS = (3, 40, 10, 4, 12) if ALL else (1, 5, 1, 2, 3)


class Curious:
    """A player who tries everything at one table."""

    def __init__(self, worlds: Worlds) -> None:
        self.worlds, self.url = worlds, worlds.url
        self.referee: Referee = worlds.worlds[0].referee
        self.victims = [role for role in self.referee.roles if role != worlds.rival]
        one, other = (unseen(worlds.facts, data, worlds.rival) for data in worlds.data)
        assert one.keys() == other.keys()
        counts: dict[str, int] = {}
        self.leaves: list[tuple[str, tuple[str, ...], Any, Any]] = []
        for name, keys in sorted(one, key=lambda leaf: one[leaf] == other[leaf]):  # those that differ first
            counts[name] = counts.get(name, 0) + 1
            if counts[name] <= GUESSED:
                self.leaves.append((name, keys, one[name, keys], other[name, keys]))
        self.held = self._held()
        self.cards = [card for card, _ in self.held]

    def _held(self) -> list[tuple[str, str]]:
        """Cards that a victim holds in one world and not in the other, with the victim."""
        found: list[tuple[str, str]] = []
        for name, keys, one, other in self.leaves:
            if self.worlds.facts[name].hidden == "others" and isinstance(one, list):
                differ = [[card for card in one if card not in other], [card for card in other if card not in one]]
                found += [(card, keys[0]) for cards in differ for card in cards[: CARDS // 2]]
        return list(dict.fromkeys(found))[: 2 * CARDS]

    # ---- names -----------------------------------------------------------------------------------------------------

    def touching(self, *sorts: Sort) -> list[str]:
        """Names of rules that read what is hidden, or take a card, and some that do not."""
        program, secrecy = self.referee.game.program, self.referee.secrecy
        secret = secrecy.names(self.worlds_state())
        names = [named.name for named in self.referee.all_of(*sorts)]

        def touches(name: str) -> bool:
            if name in program.actions:
                clauses = tuple(cited.node for cited in program.actions[name].clauses)
                takes = any(
                    secret.intersection(str(o.value) for o in f.options) for f in self.referee.fields(name, "en")
                )
                return takes or bool(hidden_reads(program, clauses))
            return bool(secrecy.behind(name))

        touched = [name for name in names if touches(name)]
        return [*touched[:TOUCHING], *[name for name in names if name not in touched][:PLAIN]]

    def worlds_state(self) -> Any:
        """The first world, as a state."""
        from referee.state import State

        return State.read(self.worlds.data[0])

    # ---- pages -----------------------------------------------------------------------------------------------------

    def pools(self) -> dict[str, list[str]]:
        """What the arguments of routes can be."""
        game = self.referee.game
        names = [
            *(leaf[0] for leaf in self.leaves),
            *self.touching(Sort.ACTION, Sort.CARD),
            *self.touching(Sort.VALUE),
            "players",
        ]
        disputes = list(game.program.disputes)[:1]
        told = [
            value
            for _, _, *values in self.leaves
            for each in values
            for value in (each if isinstance(each, list) else [each])
        ]
        cards = [str(card) for card in told if isinstance(card, str)][:4]
        chapter = game.prose.chapters[0]
        return {
            "code": [self.worlds.worlds[0].code], "game": [game.id], "key": ["X" * 20], "filename": ["style.css"],
            "name": list(dict.fromkeys([*names, *disputes, *cards, "roles", "common"])), "number": ["1", "2"], "which": ["1"], "chapter": [chapter.id],
            "identity": [next(iter(game.program.actions)), next(iter(game.prose.terms), "x")], "kind": ["action", "value"], "digest": ["0" * 12],
        }  # fmt: skip

    def pages(self, *, only_tables: bool) -> None:
        """Every address that shows something, as found from the routes, with and without questions in it."""
        pools = self.pools()
        for rule in reading(self.worlds.worlds[0].app.url_map):
            if (
                only_tables
                and "code" not in rule.arguments
                and rule.endpoint not in ("home.index", "tables.index", "workshop.page")
            ):
                continue
            for path in addresses(rule, pools):
                at_table = "code" in rule.arguments
                self.worlds.both("rival", f"{path}?as={self.worlds.rival}" if at_table else path)
            for phone in OTHERS if at_table else ():  # the others ask one address of each kind
                for query in self.queries(rule.endpoint):
                    self.worlds.both(phone, f"{path}{query}")
        for path in self.questions():
            self.worlds.both("rival", path)

    def queries(self, endpoint: str) -> Iterator[str]:
        """As whom it is looked at, and which key of a fact."""
        rival, victim = self.worlds.rival, self.victims[0]
        yield f"?as={rival}"
        if endpoint.endswith((".fact", ".page", ".log", ".export", ".board")):
            yield f"?as={victim}"
            yield f"?as=-&key={victim}"

    def questions(self) -> Iterator[str]:
        """Questions that read hidden facts, calls that are begun, told guesses."""
        told = [f"{fact_text(name, keys)} = {literal(one)}" for name, keys, one, _ in self.leaves[:4]]
        for name in self.touching(Sort.ACTION, Sort.CARD, Sort.VALUE):
            for args in self.arguments(name):
                for role in (self.worlds.rival, self.victims[0])[: 2 if ALL else 1]:
                    query = urlencode(
                        [("as", role), *((f"a.{key}", value) for key, value in args.items()), ("go", "1")]
                    )
                    yield f"{self.url}/ask/{name}?{query}"
            for given in told[: 2 if ALL else 1]:
                yield f"{self.url}/ask/{name}?{urlencode({'go': '1', 'as': self.worlds.rival, 'given': given})}"
                fact, _, value = given.partition(" = ")
                yield f"{self.url}/ask/{name}?{urlencode({'as': self.worlds.rival, 'tell': fact, 'value': value})}"
        for name in self.touching(Sort.ACTION, Sort.CARD):
            for deed in self.calls(name):
                yield f"{self.url}/act/{name}?{urlencode({'as': self.worlds.rival, 'begun': deed})}"

    def arguments(self, name: str) -> Iterator[dict[str, str]]:
        """Arguments of a rule: a victim, cards that one world has and the other has not, what is hidden itself."""
        fields = self.referee.fields(name, "en")
        if not fields:
            yield {}
            return
        for card, owner in (*self.held, ("", self.victims[0])):
            found: dict[str, str] = {}
            for field in fields:
                options = [str(option.value) for option in field.options]
                liked = [each for each in (card, owner) if each in options]
                found[field.name] = (liked or options or ["1"])[0]
            yield found
        yield {fields[-1].name: fact_text(*self.leaves[0][:2])}

    def calls(self, name: str) -> Iterator[str]:
        """An action with its arguments, as it is written."""
        for args in self.arguments(name):
            yield f"{name}({', '.join(f'{key}={value}' for key, value in args.items())})" if args else name

    # ---- forms -----------------------------------------------------------------------------------------------------

    def forms(self, *, only_tables: bool) -> None:
        """Every form that the pages of the others show, filled in honestly and not."""
        shown: dict[tuple[str, str], list[tuple[list[tuple[str, str]], list[tuple[str, str]]]]] = {}
        seen: set[str] = set()
        starts = [f"{self.url}{path}" for path in ("", "/facts", "/share", "/rulings", "/cards", "/course", "/log")]
        starts += [f"{self.url}/act/{name}?as={self.worlds.rival}" for name in self.touching(Sort.ACTION, Sort.CARD)]
        starts += [
            f"{self.url}/fact/{name}?{urlencode([('key', key) for key in keys])}" for name, keys, _, _ in self.leaves
        ]
        starts += ["/t/", f"/t/new?game={self.worlds.game}", f"/g/{self.worlds.game}/workshop?table={self.url[3:]}"]
        for phone in ("rival", "holder"):
            for start in starts:
                page = self.worlds.both(phone, start)
                for action, method, fields, picks in Form(page.text).found:
                    mark = repr((action, method, sorted({name for name, _ in fields + picks}), len(picks)))
                    if method == "POST" and mark not in seen:
                        seen.add(mark)
                        shown.setdefault((phone, action), []).append((fields, picks))
        names = sorted(
            {name for each in shown.values() for fields, picks in each for name, _ in fields + picks}
            | {"draw", "wish", "free"}
        )
        for (phone, action), each in sorted(shown.items()):
            for fields, picks in each:
                for pick in [*picks[:BUTTONS], ("", "")]:
                    filled = {name: value for name, value in fields if name != "seen"}
                    self.worlds.send(phone, action, {**filled, **({pick[0]: pick[1]} if pick[0] else {})})
        for rule, _ in changing(self.worlds.worlds[0].app.url_map):
            if only_tables and "code" not in rule.arguments:
                continue
            for path in addresses(rule, self.pools()):
                for phone in OTHERS:
                    self.worlds.send(phone, path, {name: "x" for name in names if name not in ("seen", "file")})
                self.worlds.send("rival", path, {"file": b"{}", "seen": "0"})

    # ---- what a curious player would try ---------------------------------------------------------------------------

    def telling(self) -> Iterator[str]:
        """Told facts: guesses right in one world and wrong in the other, expressions, decks in an order of one's own."""
        public = (
            "players"
            if "players" in self.worlds.facts
            else next(n for n, f in self.worlds.facts.items() if not f.hidden)
        )
        for name, keys, one, other in self.leaves:
            fact = fact_text(name, keys)
            for value in (one, other):
                yield f"{fact} = {literal(value)}"
            yield f"{public} = {fact}"
            if isinstance(one, list):
                yield f"{fact} = {literal(sorted(one))}"
                yield f"size of {fact} = {len(one)}"
                yield f"size of {fact} = {len(one) + 1}"
                yield f"{public} = size of {fact}"
                yield f"{public} = top of {fact}"
                for card in self.cards[:2]:
                    yield f"{public} = if {card} in {fact} then 2 else 3 end"
            else:
                yield f"{fact} = {public}"
        for name in self.touching(Sort.VALUE):
            for args in self.arguments(name):
                keys = tuple(args.values())
                yield f"{fact_text(name, keys)} = {'yes' if self.worlds.facts.get(name) else 1}"

    def tries(self) -> None:
        """Every guess through every form that takes one."""
        send, url, rival = self.worlds.send, self.url, self.worlds.rival
        for at, text in enumerate(self.telling()):
            send("rival" if ALL or at % 3 else "holder", f"{url}/tell", {"text": text, "as": rival})
        for name, keys, one, other in self.leaves:
            for value in (one, other):
                said = json.dumps(value) if isinstance(value, list) else literal(value)
                send("rival", f"{url}/tell", {"fact": name, "key": list(keys), "a.value": said})
        for action in self.touching(Sort.ACTION, Sort.CARD):
            for deed in self.calls(action):
                send("rival", f"{url}/do", {"deed": deed, "as": rival})
            for args in self.arguments(action):
                send(
                    "rival",
                    f"{url}/do",
                    {"action": action, "as": rival, **{f"a.{key}": value for key, value in args.items()}},
                )
            send("holder", f"{url}/do", {"deed": next(self.calls(action)), "as": self.victims[0]})
        send("rival", f"{url}/do", {"deed": "done", "as": rival})
        for name, keys, _, _ in self.leaves[:4]:
            send("rival", f"{url}/do", {"deed": fact_text(name, keys), "as": rival})
        for value in (*map(json.dumps, self.cards), "0", "1", "null", "[]"):
            send("rival", f"{url}/answer", {"value": value, "as": rival})
        for role in self.referee.roles:
            send("holder", f"{url}/seat", {"role": role})
            send("rival", f"{url}/seat", {"role": role, "free": "1"})
        for path in ("undo", "redo"):
            for seen in ("", "1", "0", "999"):
                send("rival", f"{url}/{path}", {"seen": seen})

    def brings(self) -> None:
        """What this phone sees of the table, taken along and brought back as a table of its own."""
        mine = self.worlds.both("rival", f"{self.url}/export.json?as={self.worlds.rival}")
        made = self.worlds.both("rival", "/t/import", {"file": mine.data})
        self.worlds.both("rival", made.headers["Location"])
