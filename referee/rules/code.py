"""A program made executable: compiled lazily, name by name, and shared by all evaluations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from grammar import nodes as n
from kb.rules.program import Cited, Program
from kb.rules.reads import faces_read, uses
from referee.budget import meter
from referee.compiler.compiler import Compiler
from referee.errors import UnknownNameError
from referee.evaluation.context import Context
from referee.evaluation.interface import Foresees
from referee.evaluation.scope import Scope
from referee.rules.actions import ActionCode
from referee.rules.course.course import CourseCode
from referee.rules.facts import facts_of
from referee.rules.lookup import Lookup
from referee.rules.triggers import Happenings
from referee.rules.windows import Windows
from referee.units.formula import Formula
from referee.units.places import PurseCode, afford, compile_purse
from referee.units.store import NOWHERE, Store
from referee.units.waitlist import Waiting
from referee.values import Page

if TYPE_CHECKING:
    from referee.rules.delegation import Lifting
    from referee.rules.forecast import Ahead
    from referee.rules.stages import Endings, Stages


class Code:
    """Everything executable of one game."""

    def __init__(
        self, program: Program, ranks: dict[int, str] | None = None, store: Store = NOWHERE, kin: Code | None = None,
        foresight: Foresees | None = None,
    ) -> None:  # fmt: skip
        """`kin`: the game that this one is grown from; `foresight`: what tries deeds out, of a room above."""
        self.program = program
        self.kin = kin
        self.compiler = Compiler(program, store)
        names = self.compiler.names
        self.all_members = names.known_members
        self.dependents = self.compiler.dependents
        self.computed = self.compiler.computed
        self.fixed: dict[str, dict[object, object]] = {}
        self.fixed_noted: dict[str, dict[object, object]] = {}
        self.compiler.space |= {"afford": afford, "Page": Page}
        self.facts = facts_of(self.compiler)
        self.defined = self.computed.difference(self.facts)
        self.piles = self.compiler.piles
        self.hidden = self.compiler.hidden
        self.happenings = Happenings(self.compiler, self.facts)
        self.lookup = Lookup(self.compiler, self.facts, self.computed, self.fixed)
        self.compiler.space["o_value"] = self.lookup.value
        self.value = self.lookup.value  #: of a fact, definition or table at some keys: told, computed or unknown
        self.waiting = Waiting()
        self.windows = Windows(self.compiler)
        self.doers: dict[str, tuple[str, ...]] = {}  #: action -> who may do it, as far as that was asked
        self._assumptions: set[str] = set()
        self._contests: dict[str, tuple[str, ...]] = {}
        self._readings: dict[str, tuple[str, ...]] = {}
        self._constants: dict[n.Expr, Formula] = {}
        self._faces: dict[int, tuple[object, frozenset[str]]] = {}  # the node is kept too: so no other has its place
        self._ranks = ranks or {}
        self._actions: dict[str, ActionCode] = {}
        self._ahead: dict[str, Ahead] = {}
        self._course: CourseCode | None = None
        self._uses_before: bool | None = None
        self._always: list[tuple[Cited, Formula | None, Formula, frozenset[str]]] | None = None
        self._purses: dict[int, PurseCode] = {}
        self._foresight = foresight

    @property
    def foresight(self) -> Foresees:
        """What tries deeds out."""
        assert self._foresight is not None, "this game was made executable only to be looked at"
        return self._foresight

    @property
    def added(self) -> dict[str, tuple[str, ...]]:
        """The members that its kin has not, by their kind."""
        known = self.kin.program.members if self.kin is not None else {}
        grown = (
            (kind, names, known.get(kind, ())) for kind, names in self.program.members.items() if self.kin is not None
        )
        return {
            kind: tuple(name for name in names if name not in old)
            for kind, names, old in grown
            if len(names) > len(old)
        }

    @cached_property
    def positions(self) -> dict[str, int]:
        """The members of every closed kind -> where they stand in it, from 1; in several, in the first."""
        found: dict[str, int] = {}
        for members in self.program.members.values():
            for at, member in enumerate(members, 1):
                found.setdefault(member, at)
        return found

    # ---- names -----------------------------------------------------------------------------------------------------

    def has_value(self, name: str, keys: int) -> bool:
        """Whether a fact, definition or table column of that name takes that many keys."""
        return self.compiler.names.has_value(name, keys)

    def is_known_call(self, name: str) -> bool:
        """Whether an action or procedure has that name."""
        return self.compiler.names.is_call(name)

    def classes_of(self, action: str) -> tuple[str, ...]:
        """The classes of an action."""
        return self.compiler.names.classes_of(action)

    def faces_of(self, part: object) -> frozenset[str]:
        """The piles whose cards a part of the rules reads, not only how many they are."""
        found = self._faces.get(id(part))
        if found is None:
            found = self._faces[id(part)] = (part, faces_read(self.program, part))
        return found[1]

    def is_card(self, name: str) -> bool:
        """Whether an action comes from a card."""
        info = self.program.actions.get(name)
        return info is not None and bool(info.node.card)

    # ---- values ----------------------------------------------------------------------------------------------------

    def formula(self, expr: n.Expr, scope: Scope, members: frozenset[str] | None = None) -> Formula:
        """An expression that stands in a scope; `members` came with the question it stands in."""
        return self.compiler.formula(expr, scope, members)

    def amount(self, ctx: Context, name: str, keys: tuple[object, ...]) -> object:
        """The same by plain code, which gives up where it is not known."""
        return self.lookup.amount(ctx, name, keys)

    def constant(self, ctx: Context, expr: n.Expr) -> object:
        """An expression of the rules without local names, evaluated here."""
        formula = self._constants.get(expr)
        if formula is None:
            formula = self._constants[expr] = self.compiler.formula(expr, Scope())
        return formula(ctx, [])

    def watch_assumption(self, name: str) -> None:
        """What an assumed fact is worked out from is noted once."""
        if name not in self._assumptions:
            self.compiler.watch_assumption(name)
            self._assumptions.add(name)  # last: whoever comes at the same time must not rely on what is not noted yet

    # ---- actions and places ----------------------------------------------------------------------------------------

    def action(self, name: str) -> ActionCode:
        """An action, compiled on first use."""
        found = self._actions.get(name)
        if found is None:
            info = self.program.actions.get(name)
            if info is None:
                raise UnknownNameError("action", name, self.program.actions)
            if self.kin is not None:
                meter().check()  # a game that is grown from another is made ready again for everyone who brings other cards
            found = self._actions.setdefault(name, ActionCode(self.compiler, info))  # all who come at once get the same
        return found

    def is_anytime(self, name: str) -> bool:
        """Whether an action belongs to no step of the course."""
        if self.kin is not None and name in self.kin.program.actions:
            return self.kin.is_anytime(name)  # nothing that is added changes that
        return self.action(name).anytime

    def ahead(self, action: str) -> Ahead:
        """What is judged of an action while its arguments are still open."""
        found = self._ahead.get(action)
        if found is None:
            from referee.rules.forecast import Ahead  # listings alone look ahead

            found = self._ahead.setdefault(action, Ahead(self.action(action)))
        return found

    @cached_property
    def lifting(self) -> Lifting:
        """The checks of actions that others do, as those can be judged that do them."""
        from referee.rules.delegation import Lifting

        return Lifting(self.stages)

    @cached_property
    def stages(self) -> Stages:
        """How far actions must be carried out before those can be judged that they do."""
        from referee.rules.stages import Stages

        return Stages(self.compiler, self.happenings, self.action, self.purse_reads)

    @cached_property
    def endings(self) -> Endings:
        """Where actions are over for those who only ask whether they are legal."""
        from referee.rules.stages import Endings

        return Endings(self.stages.writes)

    @property
    def always(self) -> list[tuple[Cited, Formula | None, Formula, frozenset[str]]]:
        """What holds in every legal state: guard, body and the facts they read."""
        if self._always is None:
            found = []
            for cited in self.program.always:
                guard = self.compiler.maybe(cited.node.when, Scope())
                body = self.compiler.formula(cited.node.body, Scope())
                found.append((cited, guard, body, self.compiler.names_read(body) | self.compiler.names_read(guard)))
            self._always = found
        return self._always

    @cached_property
    def laws(self) -> list[tuple[str, Formula, frozenset[str]]]:
        """What always holds of each member of a kind, whatever else is so: the kind, what holds, and the names that reads."""
        found = []
        for node in (cited.node for cited in self.program.always):
            body = node.body
            each = node.when is None and isinstance(body, n.Quantified) and body.mode == "every"
            if each and isinstance(body.members, n.Name) and body.members.id in self.program.members:
                formula = self.compiler.formula(body.body, Scope((body.var,)))
                found.append((body.members.id, formula, self.compiler.names_read(formula)))
        return found

    @cached_property
    def held_to(self) -> Mapping[str, tuple[Formula, ...]]:
        """A fact of one key -> what always holds of each that has it, and reads no other fact."""
        found: dict[str, tuple[Formula, ...]] = {}
        for kind, formula, reads in self.laws:
            facts = reads & self.program.facts.keys()
            if len(facts) == 1 and reads.isdisjoint(self.program.disputes):
                (name,) = facts
                if [each for _, each in self.program.facts[name].node.keys] == [kind]:
                    found[name] = (*found.get(name, ()), formula)
        return found

    @property
    def uses_before(self) -> bool:
        """Whether any clause looks back at the state before an action."""
        if self._uses_before is None:
            if self.kin is None:
                found = self.compiler.found_once("uses_before", lambda: uses(_clauses(self.program), n.Before))
                self._uses_before = found is True
            else:  # what it has of its kin is looked through already
                known = {id(clause) for clause in _clauses(self.kin.program)}
                own = [clause for clause in _clauses(self.program) if id(clause) not in known]
                self._uses_before = self.kin.uses_before or uses(own, n.Before)
        return self._uses_before

    @property
    def course(self) -> CourseCode:
        """The course of play, compiled on first use."""
        if self._course is None:
            self._course = CourseCode(self.compiler)
        return self._course

    def purse(self, cited: Cited) -> PurseCode:
        """A purse, compiled on first use."""
        found = self._purses.get(id(cited))
        if found is None:
            found = self._purses.setdefault(id(cited), compile_purse(self.compiler, cited.node))
        return found

    def purse_reads(self, places: tuple[n.Place, ...]) -> set[str]:
        """What decides which places a purse stands for."""
        found: set[str] = set()
        for place in places:
            name = place.id if isinstance(place, n.Name) else place.name if isinstance(place, n.Call) else ""
            for cited in self.program.purses.get(name, ()):
                guard = self.purse(cited).guard
                if guard is not None:
                    found |= self.compiler.names_read(guard)
                found |= self.purse_reads(cited.node.places)
        return found

    # ---- priorities and disputes -----------------------------------------------------------------------------------

    def rank_paragraph(self, rank: int) -> str:
        """The paragraph that grants a rank."""
        return self._ranks.get(rank, "")

    def contest(self, name: str, paragraphs: tuple[str, ...]) -> str:
        """A dispute nobody declared: between the paragraphs that define a name differently."""
        key = f"{name}: {' / '.join(paragraphs)}"
        self._contests[key] = self._readings[key] = paragraphs
        return key

    def readings(self, dispute: str) -> tuple[str, ...]:
        """The readings of a dispute, the default first; slips are shown elsewhere, never tried."""
        found = self._readings.get(dispute)
        if found is None:
            readings = self.program.disputes[dispute].node.readings
            ordered = sorted(readings, key=lambda r: not r.default)
            found = self._readings[dispute] = tuple(r.name for r in ordered if not r.slip)
        return found

    def default_reading(self, dispute: str) -> str:
        """The reading that counts unless the table ruled otherwise."""
        return self.readings(dispute)[0]

    def strength(self, dispute: str) -> str:
        """dispute, gap or weak."""
        return "dispute" if dispute in self._contests else self.program.disputes[dispute].node.strength

    def places(self, dispute: str, reading: str) -> tuple[str, ...]:
        """The paragraphs of a reading."""
        if dispute in self._contests:
            return (reading,)
        for item in self.program.disputes[dispute].node.readings:
            if item.name == reading:
                return item.places  # type: ignore[no-any-return]
        return ()


def _clauses(program: Program) -> list[Cited]:
    """Every clause that may look back: of an action or its class, of a value, and what an action calls or sets off."""
    lists = [each.clauses for each in (*program.actions.values(), *program.classes.values())]
    lists += [value.clauses for value in program.values.values()]
    steps = (*program.triggers.values(), *program.change_triggers.values(), *program.decisions.values())
    alone = (program.procedures.values(), program.whenevers, program.always, program.ends)
    return [clause for group in (*lists, *steps, *alone) for clause in group]


def code_behind(ctx: Context) -> Code:
    """The whole game behind an evaluation, for those who do more than look values up."""
    assert isinstance(ctx.code, Code)
    return ctx.code
