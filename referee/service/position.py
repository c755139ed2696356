"""A state as the rules read it, once: what may be asked, listed and done on it. Nothing here ever changes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Self

from msgspec import Struct
from msgspec.structs import replace

from grammar import nodes as n
from grammar.base.answers import BY, CHOSEN
from grammar.base.errors import SyntaxProblemError
from kb.rules.program import EDITION
from kb.rules.reads import hidden_reads
from referee import answers as a
from referee.errors import NoDeedError, RefereeError, RefusedError, WrongKeysError
from referee.evaluation.context import Context
from referee.evaluation.sight import Veil
from referee.questions.middle import in_the_middle
from referee.questions.question import Question, read_question, read_situation, told_facts
from referee.questions.telling import Situation, check_always, check_ruling, constant
from referee.rules.code import Code
from referee.service.game.words import Words
from referee.service.rules import AtWork, Rules, worked_out
from referee.service.told import Told, check_edition, check_role, check_text, situation_of
from referee.state import GAME_OVER, State, Window
from referee.units.deed import DONE, Deeds, IllegalActionError
from referee.units.runner import Change
from referee.units.store import PAUSE
from referee.values import Leaf, Unknown, thaw
from referee.verdict.ask import Finding, ask
from referee.written import value_faults

if TYPE_CHECKING:
    from referee.play.due import Due
    from referee.play.foresight import Foreseen
    from referee.play.progress import Aftermath
    from referee.service.game.course import Stage
    from referee.service.glance import Glance

#: deeds that are no action of the game
BEGIN, ANSWER, SHUFFLED = "begin", "answer ", "shuffled"
#: what a choice is called that asks for the order of a pile
SHUFFLE = "shuffle"


class Outcome(Struct, frozen=True):
    """What came of a deed: where it leads, and what changed by which paragraph."""

    position: Position
    changes: tuple[Change, ...] = ()
    action: str = ""
    args: Mapping[str, a.Value] = {}

    @property
    def state(self) -> State:
        """The state it leads to."""
        return self.position.state

    def played(self, lang: str) -> a.Played:
        """In words."""
        rules = self.position.rules
        explainer = rules.explainer(lang)
        changes = [explainer.change(change) for change in self.changes]
        pending = self.state.pending
        if pending is None:
            return a.Played(self.state.data(), changes, None, [], rules.game.version)
        happened = [_happened(rules.words(lang), done) for done in pending.happened]
        return a.Played(self.state.data(), changes, pending.choice, happened, rules.game.version)


class Position(Struct, frozen=True):
    """A state, the rulings that count on it, and the rules it was read by."""

    rules: Rules
    state: State
    rulings: Mapping[str, str]
    edition: str | None = None
    raw: dict[str, a.Value] = {}  #: the state as the compiled rules take it

    @classmethod
    def read(cls, rules: Rules, told: Told) -> Self:
        """What is told, checked by the rules."""
        check_edition(rules.game.prose.editions, told.edition)
        with AtWork(told.state):
            given = told.given
            situation = rules.read(given, lambda text: situation_of(rules.code, replace(told, given=text)))
        return cls(rules, situation.state, situation.rulings, told.edition)

    def _opened(self) -> Opened:
        return Opened(self)

    # ---- asking ----------------------------------------------------------------------------------------------------

    def ask(self, question: str, actor: str | None, lang: str, near: str | None = None) -> a.Answer:
        """The answer to a question; `near` is the paragraph the asker is looking at."""
        with self._opened() as (code, situation):
            try:
                answer = self._whole(code, question, situation, actor)
            except WrongKeysError:
                found = self._incomplete(code, question, situation, actor)
                if found is None:
                    raise
                answer = found
            return self.rules.explainer(lang).answer(answer, self.edition, near)

    def _whole(self, code: Code, question: str, situation: Situation, actor: str | None) -> Finding:
        asked = self._asked(code, question, situation, actor)
        if asked.after:
            from referee.play.outset import at_the_outset  # most questions are of one moment

            situation = at_the_outset(code, asked.after, situation)
        asked, situation = in_the_middle(code, asked, situation)
        if asked.action is not None:
            return ask(code, asked, situation, viewer=asked.actor)
        with worked_out():
            return ask(code, asked, situation, viewer=asked.actor)

    def _incomplete(self, code: Code, text: str, situation: Situation, actor: str | None) -> Finding | None:
        """The answer to a value without all of its keys."""
        from referee.verdict.incomplete import answer_open, open_question  # most questions are whole

        who = self.rules.role(actor) or None
        found = self.rules.read(text, lambda said: open_question(code, said, situation, who))
        if found is None:
            return None
        with worked_out():
            return answer_open(found, lambda question: ask(code, question, situation, viewer=question.actor))

    def _asked(self, code: Code, text: str, situation: Situation, actor: str | None) -> Question:
        who = self.rules.role(actor) or None
        return self.rules.read(check_text(text), lambda said: read_question(code, said, situation, who))

    def moves(self, actor: str, lang: str, begun: str = "", *, deep: bool = False) -> a.Moves:
        """Every legal action of a role; `begun`: only one, with the arguments chosen so far; `deep`: its longer lists too."""
        from referee.service.moves import Begun, all_moves, ways_on

        game, words = self.rules.game, self.rules.words(lang)
        with self._opened() as (code, situation):
            check_role(code, actor)
            if deep and not begun:
                raise RefusedError("deep")
            situation = Situation(situation.state.midway(), situation.rulings)
            if begun:
                return ways_on(game, code, situation, actor, Begun(check_text(begun), deep), words)
            return all_moves(game, code, situation, actor, words)

    def glance(self, role: str) -> Glance:
        """Looks at what a role may do, one action after another."""
        from referee.service.glance import Glance

        return Glance(self, role)

    def due(self) -> Due | None:
        """What the rules do for the one whose turn it is; None where somebody plays."""
        from referee.play.due import due_deed

        with self._opened() as (code, situation):
            return due_deed(code, situation)

    def stage(self, waiting: str = "") -> Stage | None:
        """Where play stands; None when no course is told. `waiting`: the step to which it has gone on, and that waits for a choice."""
        from referee.service.game.course import stage_of

        with self._opened() as (code, _):
            return stage_of(code, self.state, waiting)

    def open_actions(self, role: str) -> list[str]:
        """The actions the course lets a role do now; without a course all of the role's actions."""
        from referee.service.game.course import open_actions

        with self._opened() as (code, _):
            return open_actions(code, self.state, role)

    def seated(self) -> tuple[str, ...]:
        """Who plays: what the game calls `seated`, else every role."""
        with self._opened() as (code, situation):
            everyone: tuple[str, ...] = tuple(code.program.members.get(code.program.roles, ()))
            if not code.has_value("seated", 0):
                return everyone
            ctx = Context(code, situation.state, readings=situation.rulings)
            found = code.value(ctx, "seated", ())
        return tuple(role for role in found if role in everyone) if isinstance(found, tuple) and found else everyone

    def worth(self, leaves: Iterable[Leaf]) -> dict[Leaf, a.Value]:
        """What each of these values is now; one that hangs on untold facts is left out."""
        found: dict[Leaf, a.Value] = {}
        with self._opened() as (code, situation):
            ctx = Context(code, situation.state, readings=situation.rulings)
            for name, keys in leaves:
                value = code.value(ctx, name, keys)
                if not isinstance(value, Unknown):
                    found[name, keys] = value
        return found

    def through(self, seen: State) -> Position:
        """This position as it looks to somebody: nothing asked of it can tell more than `seen` holds."""
        return replace(self, state=seen)

    def hides(self, leaf: Leaf, viewer: str | None) -> bool:
        """Whether a fact is hidden from a role, or, without one, from anybody: judged on all there is."""
        with self._opened() as (code, situation):
            return Veil(code, situation.state, situation.rulings).hides(code.facts[leaf[0]], leaf[1], viewer)

    def foreseen(self, deed: str, actor: str | None) -> Foreseen:
        """A deed judged and not carried out: on which unseen facts it hangs; raises where what is seen forbids it."""
        from referee.play.foresight import Foreseen, foresee

        if deed == DONE:
            return Foreseen(DONE)
        with self._opened() as (code, situation):
            return foresee(code, situation, check_text(deed), actor)

    # ---- doing -----------------------------------------------------------------------------------------------------

    def apply(self, deed: str, actor: str | None) -> Outcome:
        """A deed as it is written: an action with its arguments, `begin`, `done`, `shuffled`, or `answer` and a JSON value."""
        if actor:
            with self._opened() as (code, _):
                check_role(code, actor)
        deed = deed.strip()
        if deed == BEGIN:
            return self.begin()
        if deed == SHUFFLED:
            return self.shuffled()
        if deed.startswith(ANSWER):
            return self.answer(self._value(deed.removeprefix(ANSWER)))
        return self.move(deed, actor)

    def begin(self) -> Outcome:
        """Sets the game up and goes to the first decision."""
        from referee.play.progress import begin

        with self._opened() as (code, situation):
            return self._after(begin(code, situation.state, situation.rulings))

    def move(self, deed: str, actor: str | None, *, own: bool = False) -> Outcome:
        """An action with its arguments as it is written, or `done`; `own`: of nobody but the actor, whoever it names."""
        from referee.play.progress import apply_move

        with self._opened() as (code, situation):
            if deed == DONE:
                played = apply_move(code, situation.state, DONE, {}, actor, situation.rulings)
                return replace(self._after(played), action=DONE)
            question, middle = in_the_middle(code, self._asked(code, deed, situation, actor), situation)
            asked = question.action
            if asked is None:
                raise NoDeedError(deed, code.program.procedures)
            action = code.action(asked.name)
            if middle.state.window is not None and middle.state.window.ways(asked.name):
                return self._answered(asked, middle.state.window, actor if own else asked.by)
            args = action.positional(asked.args, asked.named)
            action.require_whole(args)
            by = actor if own else asked.by
            played = apply_move(code, situation.state, asked.name, args, by, situation.rulings)
            return replace(self._after(played), action=asked.name, args=thaw(args))

    def _answered(self, asked: Deeds, window: Window, by: str | None) -> Outcome:
        """A deed that answers what is under way is the answer to it; when several are asked it says whose it is."""
        if by not in window.by:
            raise RefusedError("not_asked", by or "—", ", ".join(window.by))
        args: dict[str, a.Value] = thaw(dict(asked.named))
        several = self.state.pending is not None and isinstance(self.state.pending.choice.by, list | tuple)
        outcome = self.answer({"do": asked.name, "with": {**args, "by": by} if several else args})
        return replace(outcome, action=asked.name, args=args)

    def answer(self, value: a.Value) -> Outcome:
        """The pending choice answered."""
        from referee.play.progress import answer_choice

        if faults := value_faults("answer", value):
            raise RefereeError(faults[0])
        with self._opened() as (code, situation):
            return self._after(answer_choice(code, situation.state, value, situation.rulings))

    def shuffled(self) -> Outcome:
        """The pending shuffle answered, and all that follow in the same deed: nobody knows the order."""
        pending = self.state.pending
        if pending is None or pending.choice.kind != SHUFFLE:
            raise RefusedError("not_shuffled")
        return self.answer(SHUFFLED)

    def _value(self, text: str) -> a.Value:
        """A value as it is written: in JSON, or as in the rules."""
        import json

        from grammar.rules.parse import parse_question

        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            pass
        try:
            with self._opened() as (code, situation):
                asking = parse_question(check_text(text))
                body = asking.body
                pending = self.state.pending
                if asking.by and pending is not None and pending.choice.kind == "secret":
                    return {CHOSEN: thaw(constant(code, situation.state, body)), BY: asking.by}
                if asking.by and isinstance(body, n.Name | n.Call):
                    body = n.answer_of(body, asking.by)
                return thaw(constant(code, situation.state, body))
        except SyntaxProblemError:
            raise RefusedError("no_value", text[:200]) from None

    def _after(self, played: Aftermath) -> Outcome:
        return Outcome(replace(self, state=played.state), tuple(played.changes))

    # ---- telling ---------------------------------------------------------------------------------------------------

    def told(self, text: str) -> Position:
        """More facts told, by someone who sees all: who may see what is a matter of seats, not of who told it.

        Rulings told among them belong to the state from then on; the edition belongs to the table."""
        with self._opened() as (code, situation):
            found = self.rules.read(
                check_text(text), lambda said: read_situation(code, said, situation.state, situation.rulings)
            )
            state = replace(found.state, told=frozenset())
            kept = {key: value for key, value in found.rulings.items() if key != EDITION or not self.edition}
            state = state.ruled(kept) if kept else state
            return replace(self, state=state, rulings=found.rulings)

    def told_facts(self, text: str) -> list[Leaf]:
        """The facts that a text tells, whatever it tells of them: nothing of the state but its own members is looked at."""
        with self._opened() as (code, situation):
            return self.rules.read(check_text(text), lambda said: told_facts(code, said, situation.state))

    def checked(self) -> Position:
        """This position, unless it breaks what always holds."""
        with self._opened() as (code, situation):
            if code.program.always:
                check_always(code, situation.state, situation.rulings)
        return self

    def ruled(self, dispute: str, reading: str) -> Position:
        """A dispute settled; no reading: open again."""
        with self._opened() as (code, _):
            if reading or dispute not in {*code.program.disputes, *self.state.rulings}:
                check_ruling(code, dispute, reading)
        state = self.state.ruled(_settled(self.state.rulings, dispute, reading))
        return replace(self, state=state, rulings=_settled(self.rulings, dispute, reading))


class Opened(AtWork):
    """The rules at work on a position; what had to be compiled for it is kept when all went well."""

    __slots__ = ("_position",)

    def __init__(self, position: Position) -> None:
        super().__init__(position.state)
        self._position = position

    def __enter__(self) -> tuple[Code, Situation]:  # type: ignore[override]
        super().__enter__()
        position = self._position
        return position.rules.code, Situation(position.state, position.rulings)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        super().__exit__(kind, error, trace)
        if error is None:
            self._position.rules.store.keep(PAUSE)


def _happened(words: Words, done: Mapping[str, a.Value]) -> a.Happened:
    name, keys, new = done["fact"], done["keys"], done.get("new")
    label = words.named(name, keys) if name != GAME_OVER else name
    return a.Happened(label, name, keys, new, words.said(new), done["paragraph"])


def _settled(rulings: Mapping[str, str], dispute: str, reading: str) -> dict[str, str]:
    return {key: value for key, value in {**rulings, dispute: reading}.items() if value}


def failed_paragraphs(error: IllegalActionError) -> list[str]:
    """The paragraphs that forbid an action."""
    failed = [result.check.paragraph for result in error.results if result.status in ("fail", "silent")]
    return list(dict.fromkeys(paragraph for paragraph in failed if paragraph))


def hidden_behind(rules: Rules, error: IllegalActionError) -> frozenset[str]:
    """The hidden facts that what forbids an action reads."""
    failed = tuple(result.check.node for result in error.results if result.status in ("fail", "silent"))
    return hidden_reads(rules.game.program, failed)
