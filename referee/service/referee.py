"""The referee of one game: everything that can be asked of it. What is under it, no caller needs to know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from kb.library import Game
from referee import answers as a
from referee.explain import Explainer
from referee.service import course as courses
from referee.service import fields as parameters
from referee.service.course import Part, Quota
from referee.service.facts import Fact, facts_of
from referee.service.fields import Field
from referee.service.position import Position
from referee.service.rules import Rules
from referee.service.show import Shown, citation_of, schema_of, show
from referee.service.told import Told, check_edition
from referee.service.words import Words

if TYPE_CHECKING:
    from kb.library import PlacedCase
    from kb.problems import Problem

_NOTHING = Told()


class Referee:
    """Never changed by those who call it; usable from several threads."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules = Rules(game)
        self._words: dict[str, Words] = {}
        self.roles: tuple[str, ...] = tuple(game.program.members.get(game.program.roles, ()))  #: everyone who may act
        self._facts: dict[str, Fact] | None = None
        self._course: tuple[Part, ...] | None = None

    # ---- questions and deeds ---------------------------------------------------------------------------------------

    def position(self, told: Told = _NOTHING) -> Position:
        """What is told, read once for several questions."""
        return Position.read(self._rules, told)

    def ask(
        self, question: str, actor: str | None = None, told: Told = _NOTHING, lang: str = "en", near: str | None = None
    ) -> a.Answer:
        """May somebody do this, or what is this value."""
        return self.position(told).ask(question, actor, lang, near)

    def moves(self, actor: str, told: Told = _NOTHING, lang: str = "en") -> a.Moves:
        """Every legal action of a role."""
        return self.position(told).moves(actor, lang)

    def apply(self, deed: str, actor: str | None = None, told: Told = _NOTHING, lang: str = "en") -> a.Played:
        """The next state, and what changed by which paragraph."""
        return self.position(told).apply(deed, actor).played(lang)

    # ---- what the game is made of ----------------------------------------------------------------------------------

    def words(self, lang: str) -> Words:
        """The wording of the game in a language."""
        if lang not in self._words:
            self._words[lang] = Words(self.game, lang)
        return self._words[lang]

    def roles_of(self, name: str) -> tuple[str, ...]:
        """Who may be named as the one who does it."""
        return parameters.roles_of(self._rules.code, name)

    @property
    def facts(self) -> dict[str, Fact]:
        """The declared facts."""
        if self._facts is None:
            self._facts = facts_of(self._rules.code)
        return self._facts

    def fields(self, name: str, lang: str) -> list[Field]:
        """What an action or value takes."""
        return parameters.fields_of(self._rules.code, name, self.words(lang))

    def key_fields(self, name: str, lang: str) -> list[Field]:
        """The keys of a value."""
        return parameters.key_fields(self._rules.code, name, self.words(lang))

    def fact_field(self, name: str, lang: str) -> Field:
        """The value of a fact, for telling it."""
        return parameters.fact_field(self._rules.code, name, self.words(lang))

    def schema(self, lang: str) -> a.GameSchema:
        """What a question or state may be made of."""
        return schema_of(self.game, self._rules.code, self.words(lang))

    # ---- the course of play ----------------------------------------------------------------------------------------

    @property
    def course(self) -> tuple[Part, ...]:
        """Phases and steps as they stand in one another, in the order they are played."""
        if self._course is None:
            self._course = courses.parts_of(self._rules.code)
        return self._course

    @property
    def steps(self) -> list[str]:
        """All steps, in the order they are played."""
        return list(_steps(self.course))

    def path(self, step: str) -> tuple[str, ...]:
        """The phases around a step, and the step."""
        return courses.path_of(self._rules.code, step)

    def quotas(self, step: str, role: str) -> list[Quota]:
        """What a turn of a role takes in a step; without a role what anybody's does."""
        return courses.quotas_of(self._rules.code, step, role)

    def anytime_actions(self, role: str) -> list[str]:
        """What a role may do in any step; without a role what anybody may."""
        return courses.anytime_actions(self._rules.code, role)

    def belongs(self, action: str, step: str) -> bool:
        """Whether an action may be done in a step."""
        return step in self._rules.code.course.steps_of(action) or self._rules.code.action(action).anytime

    # ---- texts -----------------------------------------------------------------------------------------------------

    def show(self, name: str, lang: str = "en") -> Shown | None:
        """A paragraph, term or action by its name; None when the game has none of it."""
        return show(self.game, self._rules.code, name, lang)

    def citation(self, identity: str, lang: str, edition: str | None = None) -> a.Citation:
        """A paragraph as it is cited."""
        check_edition(self.game.prose.editions, edition)
        return citation_of(self.game, self._rules.code, identity, lang, edition)

    def readings(self, dispute: str, lang: str) -> a.Readings:
        """What is in dispute, read each way."""
        return msgspec.convert(Explainer(self.game, self._rules.code, lang).readings(dispute, {}), a.Readings)

    def disputes(self, lang: str = "en") -> list[a.Dispute]:
        """Every declared dispute."""
        from referee.service.disputes import declared, dispute_of  # brings Markdown, which no answer needs

        return [dispute_of(self.game, self._rules.code, name, lang) for name in declared(self.game)]

    # ---- the corpus ------------------------------------------------------------------------------------------------

    def check(self, cases: Iterable[PlacedCase] | None = None) -> tuple[int, list[Problem]]:
        """How many cases pass, and what is wrong with the game; `cases`: from outside, in place of its own."""
        from referee.check import check_game  # brings the rule graph, which no answer needs

        return check_game(self.game, cases)


def _steps(parts: tuple[Part, ...]) -> Iterable[str]:
    for part in parts:
        if part.is_step:
            yield part.name
        yield from _steps(part.parts)
