"""Actions and classes: their parameters and clauses."""

from __future__ import annotations

from collections.abc import Iterator

from grammar import nodes as n
from grammar.nodes.place import At
from kb.model.entities import Place
from kb.rules.program import ActionInfo, Cited
from kb.rules.reads import names_in
from referee.errors import near
from referee.evaluation.scope import Scope
from referee.resolved.statements.bodies import Bodies
from referee.resolved.statements.sites import Element, Here, Of, Source, Worked
from referee.resolved.statements.types import ANY, FLAG, NUMBER, list_of
from referee.resolved.tree import nodes as r

Group = tuple[Place, At, tuple[n.Clause, ...]]  #: clauses of one statement and where it stands


class Conduct:
    """Collects the clauses of actions and classes."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        self.collector = bodies.collector
        self.program = bodies.program
        self.kinds = bodies.kinds
        self._rules: dict[str, list[Cited]] = {}
        for cited in self.program.rules:
            self._rules.setdefault(cited.node.name, []).append(cited)
        self._seen: set[tuple[int, tuple[tuple[str, int], ...]]] = set()  #: clauses of classes and the locals they met
        self._slots: tuple[str, ...] = ()  #: of the action that is looked at
        self._names: dict[int, frozenset[str]] = {}  #: what a clause of a class mentions
        self._scopes = frozenset(
            (*self.program.phases, *self.program.steps, *self.program.actions, *self.program.procedures)
        )

    def collect(self) -> None:
        """All actions, with the clauses of their classes; then what belongs to no action."""
        note = self.collector.note
        for info in self.program.actions.values():
            self._action(info)
            for name in info.node.classes:
                if name not in self.program.classes:
                    text = f"There is no class “{name}”.{near(name, self.program.classes)}"
                    note("NAME-UNKNOWN", info.place, text, "Declare it with `class`.")
        for cited in self.program.rules:
            name = cited.node.name
            if name not in self.program.actions and name not in self.program.classes:
                self._no_rule(name, cited.place)

    def _no_rule(self, name: str, place: Place) -> None:
        """`rule` of what has no clauses."""
        if name in self.program.procedures:
            cure = f"Write `on {name}: … end` for what follows it, `instead of {name}: … end` for what takes its place."
            self.collector.note("CALL-WRONG", place, f"`rule {name}`: it is a procedure, which has no clauses.", cure)
            return
        known = [*self.program.actions, *self.program.classes]
        self.collector.note("NAME-UNKNOWN", place, f"There is no action or class “{name}”.{near(name, known)}")

    def _groups(self, info: ActionInfo) -> Iterator[Group]:
        yield info.place, info.node.at, info.node.clauses
        for cited in self._rules.get(info.name, ()):
            yield cited.place, cited.node.at, cited.node.clauses

    def _action(self, info: ActionInfo) -> None:
        node: n.Action = info.node
        here = Here(info.place, node.at, Scope())
        types: dict[str, Source] = {param.name: Of("call", node.name, i) for i, param in enumerate(node.params)}
        for name, source in types.items():
            here.add(name, source)
        for param in node.params:
            self.collector.type_exists(param.type, here, node.at, f"“{param.name}” of “{node.name}”")
            wanted = self.kinds.declared(param.type)
            self.collector.add(
                param.default, Here(info.place, node.at), node.at, f"The default of “{param.name}”", wanted
            )
        here.add(node.actor, self._actor(node, info.place))
        classes = [self.program.classes[name] for name in node.classes if name in self.program.classes]
        shared = [group for home in classes for group in self._groups(home)]
        own = list(self._groups(info))
        self._locals([*shared, *own], here)
        slots = [clause for _, _, clauses in [*shared, *own] for clause in clauses if isinstance(clause, n.Slots)]
        self._slots = slots[-1].names if slots else ()
        for groups, known in ((shared, True), (own, False)):
            for place, at, clauses in groups:
                inner = Here(place, at, here.scope, here.slots)
                for clause in clauses:
                    if not known or self._is_new(clause, here):
                        self.clause(clause, inner, node)

    def _actor(self, node: n.Action, place: Place) -> Source:
        if node.among is not None:
            here = Here(place, node.at)
            found = self.collector.add(
                node.among, here, node.at, "Who may do it", list_of(self.kinds.roles), "TYPE-LIST"
            )
            return self.kinds.roles if found is None else Element(found, here.slots)
        if not self.kinds.is_type(node.kind):
            self.collector.note(
                "KIND-UNKNOWN", place, f"“{node.name}” is done by “{node.kind}”, and there is no such kind."
            )
        return self.kinds.of(node.kind)

    def _is_new(self, clause: n.Clause, here: Here) -> bool:
        """Whether a clause of a class meets other locals here than in the actions before."""
        names = self._names.setdefault(id(clause), frozenset()) or frozenset(names_in(clause))
        self._names[id(clause)] = names
        mentioned = names & here.scope.slots.keys()
        key = (
            id(clause),
            tuple(sorted((name, hash(_known(here.slots[here.scope.slots[name]]))) for name in mentioned)),
        )
        new = key not in self._seen
        self._seen.add(key)
        return new

    def _locals(self, groups: list[Group], here: Here) -> None:
        """`let` and `option` first: clauses of other paragraphs may use them."""
        for _, _, clauses in groups:
            for clause in clauses:
                if isinstance(clause, n.Let | n.Option):
                    here.add(clause.name, FLAG)
        for place, at, clauses in groups:
            for clause in clauses:
                if isinstance(clause, n.Let):
                    inner = Here(place, at, here.scope, here.slots)
                    found = self.collector.resolve(clause.value, inner, clause.at)
                    here.slots[here.scope.slots[clause.name]] = ANY if found is None else Worked(found, here.slots)

    def clause(self, clause: n.Clause, here: Here, action: n.Action) -> None:
        """One clause."""
        add, at = self.collector.add, clause.at
        match clause:
            case n.Requires(body, when):
                add(body, here, at, "What is required", FLAG, "TYPE-FLAG")
                add(when, here, at, "The condition behind “when”", FLAG, "TYPE-FLAG")
            case n.Forbidden(when) | n.Allowed(when) | n.Applies(when):
                add(when, here, at, "The condition behind “when”", FLAG, "TYPE-FLAG")
            case n.Cost():
                add(clause.when, here, at, "The condition behind “when”", FLAG, "TYPE-FLAG")
                self.bodies.transfer(clause, here)
                if all(isinstance(place, n.Nowhere) for place in clause.source):
                    text = "`cost … from nowhere`: that can always be paid, by nobody."
                    self.collector.note("TARGET-WRONG", here.place(at), text, "Name a fact that is a number or a pile.")
            case n.Effect(step, slot):
                if slot not in ("", n.ONCE, *self._slots):
                    text = f"`effect at {slot}`: “{action.name}” has no slot “{slot}”, so it is never carried out.{near(slot, (*self._slots, n.ONCE))}"
                    self.collector.note("NAME-UNKNOWN", here.place(at), text, f"Write `slots … {slot}` in the action.")
                self.bodies.step(step, here)
            case n.Slots(names) if n.ONCE in names:
                text = f"`slots`: every action has the slot “{n.ONCE}”; what stands in it is done as soon as the deed is declared."
                self.collector.note("NAME-RESERVED", here.place(at), text)
            case n.Let(name, value):
                add(value, here, at, f"“{name}”")
            case n.Each(var, members, test, clauses):
                inner = self.bodies.loop(var, members, here, at)
                add(test, inner, at, f"The condition on “{var}”", FLAG, "TYPE-FLAG")
                for part in clauses:
                    self._inside(part, inner, f"each {var}")
                    self.clause(part, inner, action)
            case n.Option(option, clauses):
                for part in clauses:
                    self._inside(part, here, f"option {option}")
                    self.clause(part, here, action)
            case n.Answered():
                self._answered(clause, here)
            case n.Limit(most, scope, per):
                add(most, here, at, "The limit", NUMBER, "TYPE-NUMBER")
                if scope not in self._scopes:
                    text = f"`limit … each {scope}`: there is no phase, step, action or procedure “{scope}”.{near(scope, self._scopes)}"
                    self.collector.note("NAME-UNKNOWN", here.place(at), text)
                for name in per:
                    if name not in here.scope.slots:
                        text = f"`limit … per {name}`: “{action.name}” has no parameter “{name}”.{near(name, here.scope.slots)}"
                        self.collector.note("NAME-UNKNOWN", here.place(at), text)

    def _answered(self, clause: n.Answered, here: Here) -> None:
        """A window: who is asked, in which order, and what answers."""
        add, at = self.collector.add, clause.at
        add(clause.when, here, at, "The condition behind “when”", FLAG, "TYPE-FLAG")
        inner = self.bodies.loop(clause.var, clause.members, here, at)
        add(clause.body, inner, at, f"The condition on “{clause.var}”", FLAG, "TYPE-FLAG")
        who = r.Local(inner.scope.slots[clause.var], clause.var)
        self.collector.add_resolved(who, inner, at, "The one who may answer", self.kinds.roles)
        for call in clause.calls:
            self.bodies.offered(call, inner, at, "answered by")
        if clause.otherwise is not None:
            self.bodies.step(clause.otherwise, here)

    def _inside(self, clause: n.Clause, here: Here, outer: str) -> None:
        """Clauses that count for the action as a whole."""
        match clause:
            case n.Allowed():
                name = "allowed"
            case n.Let():
                name = f"let {clause.name}"
            case n.Limit():
                name = "limit"
            case n.Slots():
                name = "slots"
            case n.Anytime():
                name = "playable anytime"
            case n.Answered():
                name = f"{'followed' if clause.after else 'answered'} by"
            case _:
                return
        text = f"`{name}` stands inside `{outer}`; it counts for the whole action and means nothing here."
        self.collector.note("CLAUSE-INSIDE", here.place(clause.at), text)


def _known(source: Source) -> object:
    """What tells two sources apart when a clause is read again."""
    return source if not isinstance(source, Worked) else source.expr
