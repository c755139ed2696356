"""The referee of one game: everything that can be asked of it. What is under it, no caller needs to know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from referee.errors import RefusedError
from referee.service.game.words import Words
from referee.service.position import Position
from referee.service.rules import Rules
from referee.service.told import Told, check_edition
from referee.service.whichever import of_each, unnamed_in
from referee.units.store import NOWHERE, CodeStore

if TYPE_CHECKING:
    from pathlib import Path

    from kb.cases import PlacedCase
    from kb.library import Game
    from kb.model.problems import Problem
    from referee import answers as a
    from referee.check.trial import Trial
    from referee.service.game.course import Part, Quota
    from referee.service.game.facts import Fact
    from referee.service.game.fields import Field
    from referee.service.game.names import Named, Sort
    from referee.service.game.secrecy import Secrecy
    from referee.service.game.show import Shown
    from referee.service.understood import Understood
    from referee.understanding.reading import Reading
    from referee.understanding.understand import Understanding

_NOTHING = Told()
#: the fact that tells how many play
PLAYERS = "players"


class Referee:
    """Never changed by those who call it; usable from several threads.

    What only pages ask for is imported when they do: an answer at the command line waits for no form and no drawing."""

    def __init__(self, game: Game, cache: Path | None = None, kin: Referee | None = None) -> None:
        """`cache`: where compiled rules are kept between runs; for a game as it was loaded, not for a grown copy, whose `kin` is
        the referee of the game it is grown from."""
        self.game = game
        self._rules: Rules = Rules(
            game, NOWHERE if cache is None else CodeStore(cache, game.id, game.version), kin._rules if kin else None
        )
        self._kin = kin

    # ---- questions and deeds ---------------------------------------------------------------------------------------

    def position(self, told: Told = _NOTHING) -> Position:
        """What is told, read once for several questions."""
        return Position.read(self._rules, told)

    def ask(
        self, question: str, actor: str | None = None, told: Told = _NOTHING, lang: str = "en", near: str | None = None
    ) -> a.Answer:
        """May somebody do this, or what is this value."""
        if (thing := unnamed_in(self.game.program, told.given)) is not None:
            return of_each(
                self.game.program, thing, question, told, lang,
                lambda asked, given: self.position(given).ask(asked, actor, lang, near), self.words(lang).name,
            )  # fmt: skip
        return self.position(told).ask(question, actor, lang, near)

    @cached_property
    def understanding(self) -> Understanding:
        """What reads questions in somebody's own words; made on first use."""
        if self._kin is not None:
            return self._kin.understanding  # cards of a table's own are asked about by their names
        from referee.understanding.understand import Understanding

        return Understanding(
            self.game, self._rules.code, lambda: {name: self.roles_of(name) for name in self.game.program.actions}
        )

    def understand(
        self, text: str, actor: str | None = None, told: Told = _NOTHING, lang: str = "en", least: float = 0.0
    ) -> list[tuple[Reading, Understood]]:
        """What somebody may have meant, in at most three readings, each with its answer; `least`: how likely each must be."""
        from referee.service.understood import understand

        who = self._rules.role(actor) or None
        return understand(self, self.understanding, text, who, told, lang, least)

    def suggest(
        self, text: str, actor: str | None = None, lang: str = "en", least: float = 0.1
    ) -> list[tuple[Reading, str]]:
        """What somebody who looks up a word may want to ask: readings of it, said in full."""
        from referee.service.understood import suggested

        return suggested(self, text, self._rules.role(actor) or None, lang, least)

    def no_anyway(
        self, reading: Reading, understood: Understood, actor: str | None, told: Told = _NOTHING, lang: str = "en"
    ) -> bool:
        """Whether a reading is refused for another reason than what its words tell."""
        from referee.service.understood import no_anyway

        return no_anyway(self, reading, understood, self._rules.role(actor) or None, told, lang)

    def moves(
        self, actor: str, told: Told = _NOTHING, lang: str = "en", begun: str = "", *, deep: bool = False
    ) -> a.Moves:
        """Every legal action of a role; `begun`: only one, with the arguments chosen so far; `deep`: its longer lists too."""
        return self.position(told).moves(actor, lang, begun, deep=deep)

    def apply(self, deed: str, actor: str | None = None, told: Told = _NOTHING, lang: str = "en") -> a.Played:
        """The next state, and what changed by which paragraph."""
        return self.position(told).apply(deed, actor).played(lang)

    def make_ready(self) -> None:
        """Does once what the first to ask would wait for: the types, and the rules of every name, loaded or compiled."""
        from referee.service.warmup import make_ready

        make_ready(self._rules.code, self)
        self.keep()

    def keep(self) -> None:
        """Writes back the rules that had to be compiled, for those who end here."""
        self._rules.store.keep()

    # ---- what the game is made of ----------------------------------------------------------------------------------

    def words(self, lang: str) -> Words:
        """The wording of the game in a language."""
        return self._rules.words(lang)

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """Everyone who may act."""
        return tuple(self.game.program.members.get(self.game.program.roles, ()))

    def roles_of(self, name: str) -> tuple[str, ...]:
        """Who may be named as the one who does it."""
        from referee.service.game.fields import roles_of

        return roles_of(self._rules.code, name)

    @cached_property
    def names(self) -> dict[str, Named]:
        """Everything a question may begin with."""
        from referee.service.game.names import names_of

        return names_of(self.game)

    def all_of(self, *sorts: Sort) -> list[Named]:
        """The names of some sorts."""
        return [named for named in self.names.values() if named.sort in sorts and not named.aside]

    @cached_property
    def facts(self) -> dict[str, Fact]:
        """The declared facts."""
        from referee.service.game.facts import facts_of

        return facts_of(self._rules.code)

    @cached_property
    def secrecy(self) -> Secrecy:
        """What the game hides."""
        from referee.service.game.secrecy import Secrecy

        return Secrecy(self.game.program, self.facts)

    def fields(self, name: str, lang: str) -> list[Field]:
        """What an action or value takes."""
        from referee.service.game.fields import fields_of

        return fields_of(self._rules.code, name, self.words(lang))

    def key_fields(self, name: str, lang: str) -> list[Field]:
        """The keys of a value."""
        from referee.service.game.fields import key_fields

        return key_fields(self._rules.code, name, self.words(lang))

    def fact_field(self, name: str, lang: str) -> Field:
        """The value of a fact, for telling it."""
        from referee.service.game.fields import fact_field

        return fact_field(self._rules.code, name, self.words(lang))

    def schema(self, lang: str, like: str = "") -> a.GameSchema:
        """What a question or state may be made of; `like`: only what has this in its name or its words."""
        from referee.service.game.show import narrowed, schema_of

        whole = schema_of(self.game, self._rules.code, self.words(lang))
        return narrowed(whole, like) if like else whole

    # ---- the course of play ----------------------------------------------------------------------------------------

    @cached_property
    def course(self) -> tuple[Part, ...]:
        """Phases and steps as they stand in one another, in the order they are played."""
        from referee.service.game.course import parts_of

        return parts_of(self._rules.code)

    @cached_property
    def steps(self) -> list[str]:
        """All steps, in the order they are played."""
        return list(_steps(self.course))

    def path(self, step: str) -> tuple[str, ...]:
        """The phases around a step, and the step."""
        from referee.service.game.course import path_of

        return path_of(self._rules.code, step)

    def quotas(self, step: str, role: str) -> list[Quota]:
        """What a turn of a role takes in a step; without a role what anybody's does."""
        from referee.service.game.course import quotas_of

        return quotas_of(self._rules.code, step, role)

    def anytime_actions(self, role: str) -> list[str]:
        """What a role may do in any step; without a role what anybody may."""
        from referee.service.game.course import anytime_actions

        return anytime_actions(self._rules.code, role)

    def belongs(self, action: str, step: str) -> bool:
        """Whether an action may be done in a step."""
        return step in self._rules.code.course.steps_of(action) or self._rules.code.is_anytime(action)

    # ---- texts -----------------------------------------------------------------------------------------------------

    def show(self, name: str, lang: str = "en") -> Shown | None:
        """A paragraph, term or action by its name; None when the game has none of it."""
        from referee.service.game.show import show

        return show(self._rules.explainer(lang), name, lang)

    def citation(self, identity: str, lang: str, edition: str | None = None) -> a.Citation:
        """A paragraph as it is cited."""
        check_edition(self.game.prose.editions, edition)
        return self._rules.explainer(lang).cited.one(identity, edition)

    def readings(self, dispute: str, lang: str) -> a.Readings:
        """What is in dispute, read each way."""
        return self._rules.explainer(lang).readings(dispute)

    def disputes(self, lang: str = "en") -> list[a.Dispute]:
        """Every declared dispute."""
        from referee.service.game.disputes import declared, dispute_of  # brings Markdown, which no answer needs

        explainer = self._rules.explainer(lang)
        return [dispute_of(explainer, name, lang) for name in declared(self.game)]

    # ---- the corpus ------------------------------------------------------------------------------------------------

    def check(
        self, cases: Iterable[PlacedCase] | None = None, step: Callable[[int, int], None] | None = None
    ) -> tuple[int, list[Problem]]:
        """How many cases pass, and what is wrong with the game; `cases`: from outside, in place of its own.

        `step` is told how many cases were run, of how many."""
        from referee.check.game import check_game  # brings the rule graph, which no answer needs

        return check_game(self.game, cases, step)

    def opening(self, told: Told = _NOTHING, players: int | None = None) -> Position:
        """What a game is begun with; `players`: how many play. Unless that is told, as few as can."""
        position = self.position(told)
        if PLAYERS not in self.game.program.facts:
            if players is not None:
                raise RefusedError("no_players", self.game.id, PLAYERS)
            return position
        if players is None:
            players = None if PLAYERS in position.state.facts else next(iter(self.game.prose.players), None)
        return position if players is None else position.told(f"{PLAYERS} = {players}")

    def try_games(
        self, told: Told, seeds: Iterable[int], players: int | None = None, step: Callable[[int], None] | None = None
    ) -> Trial:
        """Whole games by chance, one a seed, with so many players or with every number in turn; `step` is told how many were played."""
        from referee.check.trial import try_games

        position = self.opening(told, players)
        given = players is not None or PLAYERS in self.position(told).state.facts
        numbers = () if given or PLAYERS not in self.game.program.facts else self.game.prose.players
        opened = [self.opening(told, number) for number in numbers] or [position]
        openings = ((seed, opened[seed % len(opened)].state) for seed in seeds)
        return try_games(self._rules.code, openings, position.rulings, step=step)


def _steps(parts: tuple[Part, ...]) -> Iterable[str]:
    for part in parts:
        if part.is_step:
            yield part.name
        yield from _steps(part.parts)
