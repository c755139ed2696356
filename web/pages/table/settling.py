"""What is settled when a table is made: which roles the rules play and how, which parts of the game are in play; as a game says."""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from kb.board.making import ByRule, Making, PartChoice
from kb.languages.texts import spoken
from referee.errors import RefereeError
from referee.service import Position, Told, fact_text
from referee.state import State
from web.base.faults import BadRequestError
from web.game.quotes import Mention, Quotes
from web.game.reader import Reader
from web.game.volume import Volume
from web.table.by_rule import LOOK

#: what a form says of a role that the rules play in no way of their own
PLAIN = "yes"


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A role that a person may play, or the rules."""

    role: str
    title: str
    ways: list[tuple[str, str]]  #: in which the rules play it: what the form sends, what it is called
    players: tuple[int, ...]  #: with how many it is in play


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part that may be in play."""

    fact: str
    title: str
    link: Mention | None
    players: tuple[int, ...]


class Settling:
    """The choices of one game, for one reader."""

    def __init__(self, volume: Volume, reader: Reader) -> None:
        self.volume, self.reader = volume, reader
        self.words = volume.words(reader.lang)
        self.making: Making = volume.game.making or Making()

    @property
    def stand_in(self) -> str:
        """What the game calls a role that the rules play."""
        rule = self.making.by_rule
        return (
            spoken(rule.title, self.reader.lang) if rule is not None and rule.title else self.reader.t("table.by_rule")
        )

    @property
    def by_rule(self) -> Mention | None:
        """The paragraph that says that the rules may play."""
        return self._link(self.making.by_rule.fact) if self.making.by_rule is not None else None

    def seats(self) -> list[SeatChoice]:
        """The roles that need nobody to play them, and how that may be done."""
        rule = self.making.by_rule
        if rule is None:
            return []
        numbers = self.volume.game.prose.players
        seated = {number: self._seated(number) for number in numbers}
        return [
            SeatChoice(role, self.words.value(role), self._ways(rule), tuple(n for n in numbers if role in seated[n]))
            for role in self._possible(rule)
        ]

    def parts(self) -> list[ShownPart]:
        """The parts that may be in play."""
        return [
            ShownPart(part.fact, self.words.name(part.fact), self._link(part.fact), part.players)
            for part in self.making.choices
        ]

    def told(self, form: MultiDict[str, str], number: int | None) -> str:
        """What the form settles, as facts are told; what cannot be raises with a sentence."""
        lines = [f"{part.fact} = yes" for part in self.making.choices if self._wanted(part, form, number)]
        rule = self.making.by_rule
        if rule is not None:
            lines += self._told_seats(rule, form, self._seated(number))
        return "; ".join(lines)

    def pace(self, form: MultiDict[str, str]) -> dict[str, str]:
        """Whether the table looks at the turns of the rules before they are done."""
        return {"pace": LOOK} if form.get("pace") == LOOK else {}

    # ---- one by one -------------------------------------------------------------------------------------------------

    def _wanted(self, part: PartChoice, form: MultiDict[str, str], number: int | None) -> bool:
        if part.fact not in form.getlist("part"):
            return False
        if part.players and number not in part.players:
            said = {"number": str(number or "—"), "part": self.words.name(part.fact)}
            raise RefereeError(self.reader.t("table.part_not_with", **said))
        return True

    def _told_seats(self, rule: ByRule, form: MultiDict[str, str], seated: tuple[str, ...]) -> list[str]:
        ways = {way for way, _ in self._ways(rule)}
        chosen = {role: form.get(f"seat.{role}", "") for role in self._possible(rule) if role in seated}
        chosen = {role: way for role, way in chosen.items() if way}
        if not ways.issuperset(chosen.values()):
            raise BadRequestError("A role is played in no way that the rules know.")
        if chosen and len(chosen) == len(seated):
            raise RefereeError(self.reader.t("table.all_by_rule"))
        lines = [f"{fact_text(rule.fact, (role,))} = yes" for role in chosen]
        return [*lines, *(f"{fact_text(rule.mode, (role,))} = {way}" for role, way in chosen.items() if rule.mode)]

    def _ways(self, rule: ByRule) -> list[tuple[str, str]]:
        if not rule.mode:
            return [(PLAIN, self.stand_in)]
        options = self.volume.referee.fact_field(rule.mode, self.reader.lang).options
        return [(option.value, f"{self.stand_in}, {option.text}") for option in options]

    def _possible(self, rule: ByRule) -> list[str]:
        roles = self.volume.referee.roles
        if not rule.who:
            return list(roles)
        worth = self._empty().worth([(rule.who, (role,)) for role in roles])
        return [role for role in roles if worth.get((rule.who, (role,))) is True]

    def _seated(self, number: int | None) -> tuple[str, ...]:
        empty = self._empty()
        return (
            empty.told(f"players = {number}") if number and "players" in self.volume.referee.facts else empty
        ).seated()

    def _empty(self) -> Position:
        return self.volume.referee.position(Told("", State(), {}, None))

    def _link(self, fact: str) -> Mention | None:
        paragraph = self.volume.referee.facts[fact].paragraph
        return Quotes(self.volume, self.reader).link(paragraph) if paragraph else None
