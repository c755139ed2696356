"""A game played in the terminal, by one person for everybody: what stands on the table, what may be done, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from grammar.base.answers import answer_itself, whose
from grammar.base.errors import SyntaxProblemError
from referee import answers as a
from referee.errors import RefereeError, RefusedError
from referee.service import Outcome, Position, Referee, Told, chance_answer, fact_text, line, literal, opens, phrase
from web.base.sentences import is_in_words

#: kinds of choices that nobody makes
CHANCE = ("chance", "shuffle")
#: what a deed changed, or has changed so far
Shown = a.Change | a.Happened
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
        #: position, dice, action begun, and what was shown of a deed that waits
        self._before: list[tuple[Position, tuple[object, ...], str, Counter[tuple[str, str, str]]]] = []
        self._told = Counter[tuple[str, str, str]]()
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
        chance, changed = self._settled(self._position.begin())
        return [self._say("play.open"), *chance, f"  {self._say('play.set_up', len(changed))}"]

    def help(self) -> list[str]:
        """What can be typed."""
        question, fact = self._say("help.a_question"), self._say("help.a_fact")
        typed = (
            (self._say("help.a_number"), "number"), (self._say("help.a_name"), "name"), (f"ask {question}", "ask"),
            (f"facts [{fact}]", "facts"), ("undo", "undo"), ("quit", "quit"),
        )  # fmt: skip
        width = max(len(left) for left, _ in typed)
        return [f"{left:<{width}}  {self._say(f'help.{key}')}" for left, key in typed]

    def _say(self, key: str, *values: object) -> str:
        return line(key, self._lang, *values)

    # ---- what is shown ---------------------------------------------------------------------------------------------

    def shown(self) -> list[str]:
        """Where play stands, and what can be answered, each with its number."""
        if self.over:
            return [self._say("play.over")]
        choice = self._choice
        if choice is not None:
            return self._asked(choice)
        stage = self._position.stage()
        if stage is None or not stage.who:
            return [self._say("play.nobody_moves")]
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
            lines.append(f"     {self._say('play.more_moves', len(self._moves) - LISTED)}")
        if stage.may_stop:
            lines.append(f"  0  {self._say('play.done')}")
        elif not self._moves:
            lines.append(f"     {self._say('play.stuck')}")
        return lines

    def _asked(self, choice: a.Choice) -> list[str]:
        by = f" — {self._words.said(choice.by)}" if choice.by else ""
        secret = f" ({self._say('play.secret')})" if choice.kind == "secret" else ""
        own = self._words.choice(choice.paragraph, choice.name, choice.keys)  # as the game asks for it
        said = own or self._words.named(choice.name, choice.keys)
        lines = [f"? {said}{by}{secret}  #{choice.paragraph}"]
        if answered := choice.answers_to:
            who = f"{self._words.said(answered['by'])}: " if answered.get("by") else ""
            said = f"{who}{self._words.called(answered['do'], answered['with'])}"
            lines.append(f"  {self._say('play.answers', said)}")
        for number, option in enumerate(choice.options[:LISTED], 1):
            lines.append(f"{number:>3}  {self._way(choice, option)}")
        if len(choice.options) > LISTED:
            lines.append(f"     {self._say('play.more_options')}")
        return lines

    def _way(self, choice: a.Choice, option: a.Value) -> str:
        """An option in words: where several are asked, whose it is; that somebody, or nobody, answers."""
        own = answer_itself(option)
        by = "" if isinstance(choice.by, str) else whose(option)
        if choice.kind in ("answer", "offer") and (own is None or own == by):
            thanks = self._say("play.no_thanks")
            alone = thanks if isinstance(choice.by, str) else self._say("play.nobody")
            return f"{self._words.said(by)}: {thanks}" if by else alone
        return f"{self._words.said(by)}: {self._words.said(own)}" if by else self._words.said(own)

    @property
    def _choice(self) -> a.Choice | None:
        pending = self._position.state.pending
        return None if pending is None else pending.choice

    # ---- what is typed ---------------------------------------------------------------------------------------------

    def take(self, typed: str) -> list[str]:
        """What comes of a line; faults come back as sentences, and nothing has changed."""
        word, _, rest = typed.strip().partition(" ")
        try:
            if word == "undo":
                return self._undo()
            if word == "ask":
                return self._answer(rest.strip())
            if word == "facts":
                return list(self._facts(rest.strip()))
            if word in ("help", "?"):
                return self.help()
            if self.over:
                return [self._say("play.over_undo")]
            return self._done(typed.strip())
        except RefereeError as error:
            return [f"✗ {error.said(self._lang)}"]

    def _done(self, text: str) -> list[str]:
        before = (self._position, self._rng.getstate(), self._begun, self._told)
        choice = self._choice
        if choice is not None:
            at, here = _option(choice, text), self._position
            done = here.apply(f"answer {text}", None) if at is None else here.answer(choice.options[at])
        else:
            stage = self._position.stage()
            who = stage.who if stage is not None else ""
            deed = self._deed(text)
            if deed is None:  # more is to be chosen
                self._before.append(before)
                return []
            done = self._position.apply(deed, who or None)
        chance, changed = self._settled(done)
        self._begun = "" if choice is None else self._begun
        self._before.append(before)
        return [*chance, *changed]

    def _deed(self, text: str) -> str | None:
        """The move that is meant; None when it is only begun."""
        if not text.isdecimal():
            return text
        number = int(text)
        if number == 0:
            return "done"
        if number > len(self._moves):
            raise RefusedError("no_number", number, len(self._moves))
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
            return [self._say("play.nothing_back")]
        self._position, dice, self._begun, self._told = self._before.pop()
        self._rng.setstate(dice)
        return [self._say("play.taken_back")]

    def _answer(self, question: str) -> list[str]:
        """The answer to a formal question; a sentence is read as words, and each reading said back."""
        if not question:
            raise RefusedError("ask_what")
        try:
            return [self._verdict(self._position.ask(question, self._asker or None, self._lang))]
        except (RefereeError, SyntaxProblemError):
            readings = self._read(question) if is_in_words(question) else []
            if not readings:
                raise
            return readings

    def _read(self, question: str) -> list[str]:
        """What a question in words may mean here, each reading with its answer."""
        here = Told("", self._position.state)
        found = self._referee.understand(question, self._asker or None, here, self._lang)
        shown = [each for _, each in found]
        if opens(shown):
            shown = shown[:1]
        return [
            shown_as
            for each in shown
            for shown_as in (f"{each.said}  [{each.question}]", f"  {self._verdict(each.answer)}")
        ]

    def _verdict(self, answer: a.Answer) -> str:
        """An answer on one line."""
        cited = "".join(f"  #{cite.id}" for cite in answer.citations[:3])
        return f"{phrase(f'verdict.{answer.verdict}', self._lang)}  {answer.sentence}{cited}"

    def _facts(self, wanted: str) -> Iterator[str]:
        facts = self._position.state.data()
        names = [name for name in self._referee.facts if name in facts and wanted in ("", name)]
        if wanted and not names:
            raise RefusedError("no_fact", wanted)
        for name in names:
            for keys, value in _leaves(facts[name], len(self._referee.facts[name].keys)):
                hidden = f"  ({self._say('play.hidden')})" if self._referee.facts[name].hidden else ""
                yield f"{fact_text(name, keys)} = {literal(value)}{hidden}"

    # ---- what comes of it ------------------------------------------------------------------------------------------

    def _settled(self, outcome: Outcome) -> tuple[list[str], list[str]]:
        """The dice and shuffles on the way of a deed, and what it changed."""
        chance: list[str] = []
        while (pending := outcome.state.pending) is not None and pending.choice.kind in CHANCE:
            value = chance_answer(pending.choice, self._rng)
            chance.append(f"  {self._say('play.chance', f'{pending.choice.name} = {literal(value)}')}")
            outcome = outcome.position.answer(value)
        played = outcome.played(self._lang)
        lines = [f"  {each.fact}: {each.shown}  #{each.paragraph}" for each in self._new(played.changes)]
        lines += [f"  … {each.fact}: {each.shown}  #{each.paragraph}" for each in self._new(played.happened)]
        # what has happened of a deed that waits is told again with each of its answers
        self._told = Counter(map(_key, played.happened))
        self._position = outcome.position
        return chance, lines

    def _new(self, changes: Iterable[Shown]) -> Iterator[Shown]:
        """Those that were not shown before while the deed waited."""
        left = self._told.copy()
        for change in changes:
            if left[_key(change)]:
                left[_key(change)] -= 1
            else:
                yield change


def _key(change: Shown) -> tuple[str, str, str]:
    return change.fact, change.shown, change.paragraph


def _option(choice: a.Choice, text: str) -> int | None:
    """The place of the option that is meant by its number in the list, or as rules write it."""
    plain, written = "".join(text.split()), ["".join(literal(option).split()) for option in choice.options]
    if plain in written:
        return written.index(plain)
    return int(text) - 1 if text.isdecimal() and 0 < int(text) <= len(written) else None


def _leaves(value: a.Value, keys: int, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], a.Value]]:
    if keys == 0 or not isinstance(value, dict):
        yield before, value
        return
    for key, inner in value.items():
        yield from _leaves(inner, keys - 1, (*before, key))
