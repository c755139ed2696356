"""A game played in the terminal, by one person for everybody: what stands on the table, what may be done, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from referee import answers as a
from referee.errors import RefereeError
from referee.service import Outcome, Position, Referee, chance_answer, fact_text, literal

OPEN = "This is the author's open table: whatever is hidden from somebody is shown here as well."
HELP = """a number       do it, or choose it
a name, [a, b] the answer to a choice; or a move as rules write it: move(x, y)
ask QUESTION   may I do this, or what is this value
facts [NAME]   all that is known, or one fact
undo           take the last one back
quit           end"""
BY_CHANCE = "  by chance: "
#: kinds of choices that nobody makes
CHANCE = ("chance", "shuffle")
#: moves that are listed
LISTED = 60


class Session:
    """Where a game stands, and how it came there."""

    def __init__(self, referee: Referee, position: Position, seed: int, lang: str) -> None:
        """`seed`: of the dice and shuffles."""
        self._referee, self._lang = referee, lang
        self._words = referee.words(lang)
        self._rng = Random(seed)
        self._position = position
        self._before: list[tuple[Position, tuple[object, ...], str]] = []  #: position, dice, action begun
        self._begun = ""  #: an action some arguments of which are chosen
        self._moves: list[a.Move] = []

    @property
    def deeds(self) -> int:
        """How many moves and answers it took to come here."""
        return len(self._before)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._position.state.over

    def begin(self) -> list[str]:
        """Sets the game up."""
        said = self._settled(self._position.begin())
        chance = [line for line in said if line.startswith(BY_CHANCE)]
        return [OPEN, *chance, f"  {len(said) - len(chance)} facts are set up; `facts` shows them."]

    # ---- what is shown ---------------------------------------------------------------------------------------------

    def shown(self) -> list[str]:
        """Where play stands, and what can be answered, each with its number."""
        if self.over:
            return ["The game is over."]
        choice = self._choice
        if choice is not None:
            return self._asked(choice)
        stage = self._position.stage()
        if stage is None or not stage.who:
            return ["Nobody is to move; `undo` or `quit`."]
        found = self._position.moves(stage.who, self._lang, self._begun)
        self._moves = [*found.moves, *found.begun]
        path = " / ".join(self._words.name(part) for part in stage.path)
        name = self._words.name(stage.who)
        lines = [f"— {path}: {name}{'' if name == stage.who else f' ({stage.who})'}"]
        whole = len(found.moves)
        for number, move in enumerate(self._moves[:LISTED], 1):
            lines.append(f"{number:>3}  {move.text}{'' if number <= whole else ' …'}  #{move.paragraph}")
        lines += [f"     … {gap.text}" for gap in (*found.more, *found.cut)]
        if len(self._moves) > LISTED:
            lines.append(f"     … and {len(self._moves) - LISTED} more; write them out")
        if stage.may_stop:
            lines.append("  0  done")
        elif not self._moves:
            lines.append("     There is no legal move: the game is stuck here.")
        return lines

    def _asked(self, choice: a.Choice) -> list[str]:
        by = f" — {self._words.said(choice.by)}" if choice.by else ""
        secret = " (in secret)" if choice.kind == "secret" else ""
        lines = [f"? {self._words.named(choice.name, choice.keys)}{by}{secret}  #{choice.paragraph}"]
        if answered := choice.answers_to:
            who = f"{self._words.said(answered['by'])}: " if answered.get("by") else ""
            lines.append(f"  answers {who}{self._words.called(answered['do'], answered['with'])}")
        for number, option in enumerate(choice.options[:LISTED], 1):
            lines.append(f"{number:>3}  {self._words.said(option)}")
        if len(choice.options) > LISTED:
            lines.append("     … and more; write it out")
        return lines

    @property
    def _choice(self) -> a.Choice | None:
        pending = self._position.state.pending
        return None if pending is None else pending.choice

    # ---- what is typed ---------------------------------------------------------------------------------------------

    def take(self, line: str) -> list[str]:
        """What comes of a line; faults come back as sentences, and nothing has changed."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "undo":
                return self._undo()
            if word == "ask":
                return [self._answer(rest.strip())]
            if word == "facts":
                return list(self._facts(rest.strip()))
            if word in ("help", "?"):
                return HELP.splitlines()
            if self.over:
                return ["The game is over; `undo` or `quit`."]
            return self._done(line.strip())
        except RefereeError as error:
            return [f"✗ {error}"]

    def _done(self, text: str) -> list[str]:
        before = (self._position, self._rng.getstate(), self._begun)
        choice = self._choice
        if choice is not None:
            lines = self._settled(self._position.answer(_option(choice, text)))
        else:
            stage = self._position.stage()
            who = stage.who if stage is not None else ""
            deed = self._deed(text)
            if deed is None:  # more is to be chosen
                self._before.append(before)
                return []
            lines = self._settled(self._position.apply(deed, who or None))
            self._begun = ""
        self._before.append(before)
        return lines

    def _deed(self, text: str) -> str | None:
        """The move that is meant; None when it is only begun."""
        if not text.isdecimal():
            return text
        number = int(text)
        if number == 0:
            return "done"
        if number > len(self._moves):
            raise RefereeError(f"There is no {number}; the list goes to {len(self._moves)}.")
        move = self._moves[number - 1]
        if move in self._position.moves(self._who, self._lang, self._begun).begun:
            self._begun = move.deed
            return None
        return move.deed

    @property
    def _who(self) -> str:
        stage = self._position.stage()
        return stage.who if stage is not None else ""

    @property
    def _asker(self) -> str:
        """Who asks: the one who may answer what is under way, or whose turn it is."""
        choice = self._choice
        return choice.by if choice is not None and isinstance(choice.by, str) else self._who

    def _undo(self) -> list[str]:
        if not self._before:
            return ["There is nothing to take back."]
        self._position, dice, self._begun = self._before.pop()
        self._rng.setstate(dice)
        return ["taken back"]

    def _answer(self, question: str) -> str:
        if not question:
            raise RefereeError("Write what you ask: ask may(x), or the name of a value.")
        answer = self._position.ask(question, self._asker or None, self._lang)
        cited = "".join(f"  #{cite.id}" for cite in answer.citations[:3])
        return f"{answer.verdict.upper()}  {answer.sentence}{cited}"

    def _facts(self, wanted: str) -> Iterator[str]:
        facts = self._position.state.data()
        names = [name for name in self._referee.facts if name in facts and wanted in ("", name)]
        if wanted and not names:
            raise RefereeError(f"Nothing is known of a fact “{wanted}”.")
        for name in names:
            for keys, value in _leaves(facts[name], len(self._referee.facts[name].keys)):
                hidden = "  (hidden)" if self._referee.facts[name].hidden else ""
                yield f"{fact_text(name, keys)} = {literal(value)}{hidden}"

    # ---- what comes of it ------------------------------------------------------------------------------------------

    def _settled(self, outcome: Outcome) -> list[str]:
        """What a deed changed, with the dice and shuffles on its way."""
        lines: list[str] = []
        while (pending := outcome.state.pending) is not None and pending.choice.kind in CHANCE:
            value = chance_answer(pending.choice, self._rng)
            lines.append(f"{BY_CHANCE}{pending.choice.name} = {literal(value)}")
            outcome = outcome.position.answer(value)
        played = outcome.played(self._lang)
        lines += [f"  {change.fact}: {change.shown}  #{change.paragraph}" for change in played.changes]
        lines += [f"  … {done.fact}: {done.shown}  #{done.paragraph}" for done in played.happened]
        self._position = outcome.position
        return lines


def _option(choice: a.Choice, text: str) -> a.Value:
    """The answer that is meant: a number of the list, an option as rules write it, or JSON."""
    if (
        text.isdecimal()
        and 0 < int(text) <= len(choice.options)
        and not any(text == literal(o) for o in choice.options)
    ):
        return choice.options[int(text) - 1]
    plain = "".join(text.split())
    for option in choice.options:
        if "".join(literal(option).split()) == plain:
            return option
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise RefereeError(
            f"“{text[:80]}” is none of these; write a number of the list, or a value as rules write it."
        ) from None


def _leaves(value: a.Value, keys: int, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], a.Value]]:
    if keys == 0 or not isinstance(value, dict):
        yield before, value
        return
    for key, inner in value.items():
        yield from _leaves(inner, keys - 1, (*before, key))
