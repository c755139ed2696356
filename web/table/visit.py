"""Everything a page of a table needs: the table, its rules, its state, and the eyes it is looked at with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import request

from grammar import nodes as n
from grammar.base.answers import answer_itself
from kb.board.layout import Look
from kb.board.making import is_under
from kb.languages.texts import spoken
from referee.answers import Verdict
from referee.errors import RefereeError
from referee.service import BY_RULE, Position
from referee.state import State
from web.cards.quotes import OwnQuotes
from web.cards.shelf import shelf
from web.game.quotes import Mention
from web.game.reader import here
from web.game.steps import Steps
from web.store.entries import QUIET, LogEntry, NewEntry
from web.store.tables import NEWEST
from web.table.access import Access, shown_code, store
from web.table.board.faces import Faces, faces_of
from web.table.board.picture import Picture, layout_of
from web.table.by_rule import LOOK, Turns, decided, last_turns, play_on, roles_by_rule
from web.table.logbook import Logbook, ShownEntry, is_declined
from web.table.options import stage_of
from web.table.play import LOTS, Play
from web.table.sight import UNSHOWN, Scene, Sight, asked, own_options
from web.table.telling import Telling

#: results shown when the game is over
RESULTS = 6
#: options of a choice shown as buttons; more become a list
BUTTONS = 40
#: sums of pieces up to which a list of all is easier than a counter for each piece
FEW_SUMS = 6
#: newest entries among which moves are looked for that wait for somebody: mostly there are none
FEW, WISHES = 4, 40


@dataclass(frozen=True, slots=True)
class Result:
    """How the game has ended, in one thing that players ask for."""

    label: str
    shown: str
    link: Mention | None = None
    disputes: tuple[str, ...] = ()  #: on which it hangs; what is shown is by their usual readings


class Visit:
    """One request at one table."""

    def __init__(self, access: Access, at: int = NEWEST) -> None:
        self.access, self.table = access, access.table
        self.reader = here()
        self.stored = State.stored(store().state(self.table.code, at))  #: as it is now, or was after an entry
        texts = tuple(store().cards(self.table.code))
        self.volume, self.kept = shelf().grown(self.reader.corpus.volume(self.table.game), texts)
        referee = self.volume.referee
        choice = self.stored.pending.choice if self.stored.pending is not None else None
        #: the roles that nobody plays; what the rules do not choose for one of them the phone that made the table chooses
        self.by_rule = roles_by_rule(self.volume, self.stored) - frozenset(asked(choice) if choice is not None else ())
        self.scene = Scene(referee, self.stored, self.table.edition)
        self.eyes = Sight(
            self.scene, self._played(referee.roles), host=access.host, draws=self.table.draws
        )  #: of the phone
        self.play = Play(self.volume, self.stored, self.table.edition, self.table.draws, self.reader.lang, self.eyes)
        self.words = self.volume.words(self.reader.lang)
        self.url = f"/t/{self.table.code}"
        self.quotes = OwnQuotes(self.volume, self.reader, f"{self.url}/cards")
        self.shown_code = shown_code(self.table.code)

    def opened(self) -> Position:
        """The state as it is seen from here; afterwards it is known who plays and as whom this phone looks."""
        referee = self.volume.referee
        self.everyone = self.play.through(Sight(self.scene, ())).seated()
        self.mine = self._played(self.everyone)
        self.secrets = any(fact.hidden in ("others", BY_RULE) for fact in referee.facts.values())
        self.role = self._role(self.stored.course.who if self.stored.course is not None else None)
        self.sight = Sight(self.scene, [self.role] if self.role else [])  #: as this phone looks now
        self.seen = self.sight.state(self.stored)
        return self.play.through(self.sight)

    def _role(self, who: str | None) -> str:
        """As whom this phone looks: the role asked for, or the only one that makes sense."""
        asked = request.values.get("as", "")
        if asked in self.mine:
            return asked
        if asked == "-":
            return ""
        own = [role for role in self.access.own if role in self.mine] or self.mine
        if len(own) == 1:
            return own[0]
        return who if who in self.mine and not self.secrets else ""

    def _played(self, roles: tuple[str, ...]) -> tuple[str, ...]:
        """Those that this phone plays, and so sees the cards of."""
        return tuple(role for role in self.access.roles(roles) if role not in self.by_rule)

    def role_link(self, role: str) -> str:
        """This table seen as a role."""
        return f"{self.url}?as={role or '-'}"

    @cached_property
    def _idle(self) -> tuple[str, ...]:
        making = self.volume.game.making
        return making.idle(self.stored.facts, bool(self.by_rule)) if making is not None else ()

    def counts(self, paragraph: str) -> bool:
        """Whether a paragraph counts at this table: not where it belongs to a part of the game that is not in play."""
        return not any(is_under(paragraph, start) for start in self._idle)

    @cached_property
    def faces(self) -> Faces:
        """What is printed on cards without names."""
        return faces_of(self.volume.referee, self.words, layout_of(self.volume.referee))

    @cached_property
    def logbook(self) -> Logbook:
        """The log in words; only after `opened`."""
        return Logbook(self.reader, self.quotes, self.words, self.sight, self.stored)

    def log(self, since: int = 0, most: int = 500) -> list[ShownEntry]:
        """The newest entries in words."""
        return self.logbook.shown(store().entries(self.table.code, since, most))

    def public_log(self) -> list[ShownEntry]:
        """The newest entries as anybody may read them, wherever they are carried."""
        eyes = Sight(self.scene, ())
        return Logbook(self.reader, self.quotes, self.words, eyes, self.stored).shown(store().entries(self.table.code))

    def wishes(self) -> list[LogEntry]:
        """Moves that wait for somebody who sees what they hang on; any change since has put an end to them."""
        last: list[LogEntry] = []
        for most in (FEW, WISHES):
            last = store().entries(self.table.code, most=most)
            if any(entry.kind not in QUIET for entry in last):
                break
        after = max((entry.number for entry in last if entry.kind not in QUIET), default=0)
        return [entry for entry in last if entry.kind == "wish" and entry.number > after]

    def may_grant(self, wish: LogEntry) -> bool:
        """Whether this phone sees all that a move hangs on."""
        return self.access.writer and all(self.eyes.sees_leaf((name, tuple(keys))) for name, keys in wish.args["about"])

    def shown_wishes(self) -> list[dict[str, Any]]:
        """Those moves in words; only after `opened`."""
        return [
            {
                "number": wish.number, "who": self.words.value(wish.actor), "about": self.logbook.about(wish),
                "grant": (grant := self.may_grant(wish)), "text": self.logbook.wish(wish, whole=grant),
            }
            for wish in self.wishes()
        ]  # fmt: skip

    def around_fact(self) -> tuple[str, str]:
        """What stands before and behind the address of a fact; only those who may write are led there."""
        return (f"{self.url}/fact/" if self.access.writer else "", f"as={self.role or '-'}")

    def telling(self, position: Position) -> Telling:
        """The board as a form; only after `opened`."""
        picture = Picture(position, self.volume.referee, self.words, self.reader.ui, self.everyone)
        return Telling(
            self.volume.referee, self.words, picture, self.seen,
            lambda leaf: self.eyes.may_tell(leaf, self.stored),
        )  # fmt: skip

    # ---- roles that the rules play -----------------------------------------------------------------------------------

    @cached_property
    def turns(self) -> Turns:
        """Their turns, from how the table is now: all there is counts for them."""
        return Turns(replace(self.play, eyes=None))

    @property
    def stand_in(self) -> str:
        """What the game calls a role that the rules play."""
        rule = self.volume.game.making.by_rule if self.volume.game.making is not None else None
        return (
            spoken(rule.title, self.reader.lang) if rule is not None and rule.title else self.reader.t("table.by_rule")
        )

    @cached_property
    def looks_first(self) -> bool:
        """Whether the table wants to look at their turns before they are done."""
        return store().first(self.table.code).get("pace") == LOOK

    def rules_play_on(self, number: int, entry: NewEntry) -> None:
        """What follows a change by the rules alone."""
        if self.by_rule and not self.looks_first:
            play_on(store(), self.table.code, number, replace(self.play, stored=State.stored(entry.state)))

    def decided(self, changes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """How the turn was decided that an answer has brought to its end, if the rules play it."""
        deed = self.stored.pending.deed if self.stored.pending is not None else None
        return decided(self.turns.play, deed.actor, changes) if deed is not None and deed.actor in self.by_rule else {}

    def plan(self) -> LogEntry | None:
        """The turn that was looked at and not yet done; any change since has put an end to it."""
        last = store().entries(self.table.code, most=WISHES)
        after = max((entry.number for entry in last if entry.kind not in QUIET), default=0)
        return next((entry for entry in last if entry.kind == "plan" and entry.number > after), None)

    def rules_play(self, entries: Sequence[LogEntry]) -> dict[str, Any]:
        """What a page shows of them: whose turn it is, what they did last; only after `opened`."""
        due = self.turns.due if self.by_rule else None
        plan = self.plan() if due is not None else None
        rule = self.volume.game.making.by_rule if self.volume.game.making is not None else None
        newest = next((entry.kind for entry in reversed(entries) if entry.kind not in QUIET), "")
        told = (
            due is not None and bool(due.action) and rule is not None and bool(rule.does) and self.table.draws != "app"
        )
        return {
            "due": due, "who": self.words.value(due.who) if due is not None else "",
            "link": self.quotes.link(due.paragraph) if due is not None and due.paragraph else None,
            "ask": f"{self.url}/next?as={self.role or '-'}" if told else "", "looks": self.looks_first if due is not None else False, "paused": newest == "undo",
            "plan": self.logbook.shown([plan])[0] if plan is not None else None,
            "turns": self.logbook.shown(last_turns(entries, self.by_rule)) if self.by_rule else [],
        }  # fmt: skip

    def since(self, number: int) -> list[LogEntry]:
        """What changed the state after an entry."""
        return [e for e in store().entries(self.table.code, number) if e.kind not in QUIET]

    def common(self, position: Position) -> dict[str, Any]:
        """What every page of a table shows."""
        waiting = "" if self.stored.pending is None else self.stored.pending.step
        return {
            "volume": self.volume, "lang": self.volume.speaks(self.reader.lang), "visit": self, "table": self.table, "access": self.access, "role": self.role,
            "stage": stage_of(position, Steps(self.volume, self.quotes), waiting),
            "roles": [(role, self.words.value(role)) for role in self.everyone],
        }  # fmt: skip

    def results(self, position: Position) -> list[Result]:
        """How the game has ended, as far as this phone sees it: what players ask for that names some of them."""
        found: list[Result] = []
        named = layout_of(self.volume.referee).results
        for name, info in self.volume.game.program.values.items():
            if info.params or len(found) >= RESULTS or not any(cited.node.asked for cited in info.clauses):
                continue
            if named and name not in named:
                continue
            try:
                answer = position.ask(name, None, self.reader.lang)
            except RefereeError:
                continue
            known = answer.verdict in (Verdict.VALUE, Verdict.DISPUTED)
            if known and (named or self._names_players(answer.value)):
                link = self.quotes.link(answer.citations[0].id) if answer.citations else None
                disputes = tuple(each.dispute for each in answer.readings)
                found.append(Result(self.words.name(name), answer.shown, link, disputes))
            elif answer.verdict is Verdict.DEPENDS and name in named:
                found.append(Result(self.words.name(name), here().t("table.result_hidden")))
        return found

    def end_link(self, position: Position) -> Any:
        """The paragraph by which the game is over; none where this phone cannot tell."""
        with suppress(RefereeError):
            answer = position.ask("over", None, self.reader.lang)
            return self.quotes.link(answer.citations[0].id) if answer.citations else None
        return None

    def _names_players(self, value: Any) -> bool:
        """Whether a value names those who play, or a team of theirs: what else can be worked out at the end is no result."""
        named = value if isinstance(value, list | tuple) else [value]
        return bool(named) and all(isinstance(each, str) and each in {*self.everyone, *self._teams} for each in named)

    @cached_property
    def _teams(self) -> frozenset[str]:
        """What somebody may be in secret: a side, a part."""
        program = self.volume.game.program
        kinds = [
            cited.node.type.name
            for cited in program.facts.values()
            if cited.node.hidden is not None
            and isinstance(cited.node.type, n.TypeName)
            and [kind for _, kind in cited.node.keys] == [program.roles]
        ]
        return frozenset(member for kind in kinds for member in program.members.get(kind, ()))

    def own_cards(self) -> list[dict[str, Any]]:
        """The table's own cards as they are shown; only after `opened`."""
        roles_of = self.volume.referee.roles_of
        return [
            {
                "kept": card, "id": card.paragraph, "title": card.title, "played": card.played(self.stored),
                "quote": self.quotes.brief(card.paragraph) if card.paragraph else None,
                "copies": card.made.card.copies or 1 if card.made.card else 1,
                "of": [self.words.value(role) for role in roles_of(card.name)] if card.paragraph else [],
                "ours": bool(card.paragraph) and self.role in roles_of(card.name),
            }
            for card in self.kept
        ]  # fmt: skip

    def pending(self) -> dict[str, Any] | None:
        """The choice that must be made, with its options only for the one who makes it."""
        if self.stored.pending is None:
            return None
        choice = self.stored.pending.choice
        roles = asked(choice)
        mine = next((role for role in roles if role in self.mine), "")
        by = self.role if self.role in roles else mine or next(iter(roles), "")
        # what rests on nothing hidden is chosen without looking as its player: nobody at this phone sees more for it
        plain = bool(mine) and choice.kind == "choice" and not choice.rests_on
        ours = self.access.writer and (choice.kind in LOTS or self.role in roles or plain)
        options = (
            [self._option(value, choice.kind) for value in own_options(choice, by if plain else self.role)]
            if ours and self.eyes.may_choose(choice) and choice.kind != "shuffle"
            else []
        )
        return {
            "kind": choice.kind, "by": by, "by_title": ", ".join(map(self.words.value, roles)), "by_one": self.words.value(by) if by else "", "ours": ours,
            "under_way": self.logbook.under_way(self.stored.pending),
            "title": self.logbook.chosen(choice, by),
            "link": self.quotes.link(choice.paragraph) if choice.paragraph else None,
            "happened": self.logbook.happened(self.stored.pending.happened), "options": options, "many": len(options) > BUTTONS, "counts": self._counts(options), "together": self._together(options), "cards": self._cards(options), "can_look": bool(mine),
            "tells_order": choice.kind == "shuffle" and self.eyes.may_choose(choice),
        }  # fmt: skip

    def _counts(self, options: list[tuple[str, Any]]) -> list[tuple[str, str, int, Look | None]]:
        """What is counted where all options are so many of each: its title, its name, the most there can be and its token."""
        values = [value for _, value in options]
        if len(values) <= FEW_SUMS or not all(isinstance(value, dict) and value for value in values):
            return []
        if any(type(number) is not int for value in values for number in value.values()):
            return []
        keys = dict.fromkeys(key for value in values for key in value)
        looks = layout_of(self.volume.referee).looks
        return [
            (self.words.value(key), key, max(value.get(key, 0) for value in values), looks.get(key)) for key in keys
        ]

    def _together(self, options: list[tuple[str, Any]]) -> int:
        """How many there are in all, where each option has as many."""
        sums = {sum(value.values()) for _, value in options} if self._counts(options) else set()
        return sums.pop() if len(sums) == 1 else 0

    def _cards(self, options: list[tuple[str, Any]]) -> list[tuple[str, str]]:
        """The options that are cards of which the rules say something."""
        named = [(text, answer_itself(value)) for text, value in options]
        return [(text, name) for text, name in named if isinstance(name, str) and name in self._printed]

    @cached_property
    def _printed(self) -> frozenset[str]:
        """The members of kinds that lie in piles: cards."""
        referee = self.volume.referee
        kinds = [fact.kind for fact in referee.facts.values() if fact.pile]
        return frozenset(member for kind in kinds for member in referee.game.program.members.get(kind, ()))

    def _option(self, value: Any, kind: str) -> tuple[str, Any]:
        if is_declined(kind, value):
            return self.reader.t("table.decline"), value
        if value == UNSHOWN:
            return self.reader.t("table.untold_card"), value
        itself = answer_itself(value)
        return self.faces.called(itself) if self.faces.printed(itself) else self.words.said(itself), value
