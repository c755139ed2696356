"""The statements of a game, gathered from its paragraphs by name: what the referee compiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from grammar import nodes as n
from grammar.base.late import late_record
from grammar.base.records import field, open_record, record, replace
from kb.model.entities import Place


@record
class Cited:
    """A statement or clause with the paragraph it stands under."""

    node: Any
    paragraph: str
    place: Place
    rank: int = 0


@open_record
class ValueInfo:
    """A defined name: its mode, its parameters and all its clauses."""

    name: str
    mode: str
    params: tuple[str, ...]
    clauses: list[Cited] = field(default_factory=list)


@open_record
class ActionInfo:
    """An action, card or class, with the clauses of every paragraph that adds to it."""

    name: str
    node: Any  #: n.Action or n.ActionClass
    paragraph: str
    place: Place
    clauses: list[Cited] = field(default_factory=list)


#: what is declared twice where two statements say who plays
ROLES = "roles"
#: the dispute between the editions, which whoever asks by one of them settles
EDITION = "edition"
#: how many cards a pile may begin with that is told by what it holds
MOST_CARDS = 1000


@late_record
class Program:
    """Everything a game declares, by name. Built once, then only read."""

    game: str = ""
    kinds: Mapping[str, Cited] = field(default_factory=dict)
    facts: Mapping[str, Cited] = field(default_factory=dict)
    values: Mapping[str, ValueInfo] = field(default_factory=dict)
    tables: Mapping[str, Cited] = field(default_factory=dict)
    columns: dict[str, tuple[str, int]] = field(default_factory=dict)  #: column name -> (table, index)
    purses: Mapping[str, Sequence[Cited]] = field(default_factory=dict)
    always: Sequence[Cited] = field(default_factory=list)
    starts: Mapping[str, Sequence[Cited]] = field(default_factory=dict)
    actions: Mapping[str, ActionInfo] = field(default_factory=dict)
    classes: Mapping[str, ActionInfo] = field(default_factory=dict)
    rules: Sequence[Cited] = field(default_factory=list)
    procedures: Mapping[str, Cited] = field(default_factory=dict)
    events: Mapping[str, Cited] = field(default_factory=dict)
    triggers: Mapping[str, Sequence[Cited]] = field(default_factory=dict)
    change_triggers: Mapping[str, Sequence[Cited]] = field(default_factory=dict)
    whenevers: Sequence[Cited] = field(default_factory=list)
    lifts: Sequence[Cited] = field(default_factory=list)
    ends: Sequence[Cited] = field(default_factory=list)
    decisions: Mapping[str, Sequence[Cited]] = field(
        default_factory=dict
    )  #: what is chosen -> the rules that choose it
    phases: Mapping[str, Cited] = field(default_factory=dict)
    steps: Mapping[str, Cited] = field(default_factory=dict)
    quotas: Sequence[Cited] = field(default_factory=list)  #: those that other paragraphs add to steps
    disputes: Mapping[str, Cited] = field(default_factory=dict)
    members: dict[str, tuple[str, ...]] = field(default_factory=dict)  #: kind -> members, of closed kinds
    order: dict[str, int] = field(default_factory=dict)  #: member of a scale -> its position
    fields: dict[str, str] = field(default_factory=dict)  #: field of a record kind -> that kind
    roles: str = ""  #: the kind of those who play
    twice: Sequence[tuple[str, Cited, Cited]] = field(default_factory=list)  #: names declared twice
    unread: tuple[str, ...] = ()  #: places of rule blocks that cannot be read, each with what is wrong

    def kind_of_member(self, name: str) -> tuple[str, ...]:
        """The kinds a member belongs to."""
        return tuple(kind for kind, members in self.members.items() if name in members)


def actions_of(program: Program, name: str) -> tuple[str, ...]:
    """The action of a name, or the actions of a class."""
    if name in program.actions:
        return (name,)
    return tuple(action for action, info in program.actions.items() if name in info.node.classes)


def paragraphs_of(program: Program) -> set[str]:
    """Every paragraph that carries a statement or a clause."""
    groups: list[Iterable[Cited]] = [
        program.kinds.values(), program.facts.values(), program.tables.values(), program.always, program.rules,
        program.procedures.values(), program.events.values(), program.whenevers, program.lifts, program.ends,
        program.phases.values(), program.steps.values(), program.quotas, program.disputes.values(),
    ]  # fmt: skip
    for table in (program.purses, program.starts, program.triggers, program.change_triggers, program.decisions):
        groups += table.values()
    groups += [info.clauses for info in program.values.values()]
    found = {cited.paragraph for group in groups for cited in group}
    for info in [*program.actions.values(), *program.classes.values()]:
        found.add(info.paragraph)
        found.update(cited.paragraph for cited in info.clauses)
    return found


@open_record
class _Draft:
    """A program while it is gathered."""

    game: str = ""
    kinds: dict[str, Cited] = field(default_factory=dict)
    facts: dict[str, Cited] = field(default_factory=dict)
    values: dict[str, ValueInfo] = field(default_factory=dict)
    tables: dict[str, Cited] = field(default_factory=dict)
    columns: dict[str, tuple[str, int]] = field(default_factory=dict)
    purses: dict[str, list[Cited]] = field(default_factory=dict)
    always: list[Cited] = field(default_factory=list)
    starts: dict[str, list[Cited]] = field(default_factory=dict)
    actions: dict[str, ActionInfo] = field(default_factory=dict)
    classes: dict[str, ActionInfo] = field(default_factory=dict)
    rules: list[Cited] = field(default_factory=list)
    procedures: dict[str, Cited] = field(default_factory=dict)
    events: dict[str, Cited] = field(default_factory=dict)
    triggers: dict[str, list[Cited]] = field(default_factory=dict)
    change_triggers: dict[str, list[Cited]] = field(default_factory=dict)
    whenevers: list[Cited] = field(default_factory=list)
    lifts: list[Cited] = field(default_factory=list)
    ends: list[Cited] = field(default_factory=list)
    decisions: dict[str, list[Cited]] = field(default_factory=dict)
    phases: dict[str, Cited] = field(default_factory=dict)
    steps: dict[str, Cited] = field(default_factory=dict)
    quotas: list[Cited] = field(default_factory=list)
    disputes: dict[str, Cited] = field(default_factory=dict)
    members: dict[str, tuple[str, ...]] = field(default_factory=dict)
    order: dict[str, int] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    roles: str = ""
    twice: list[tuple[str, Cited, Cited]] = field(default_factory=list)
    unread: tuple[str, ...] = ()

    def finished(self) -> Program:
        """The program, from now on only read."""
        return Program(*(getattr(self, name) for name in Program.__match_args__))


def _guarded(guard: n.Expr, when: n.Expr | None) -> n.Expr:
    return guard if when is None else n.And((guard, when))


def _guard_clause(guard: n.Expr, clause: Any) -> Any:
    if isinstance(clause, (n.Requires, n.Forbidden, n.Allowed, n.Cost, n.Applies, n.Answered)):
        return replace(clause, when=_guarded(guard, clause.when))
    if isinstance(clause, n.Each):
        return replace(clause, clauses=tuple(_guard_clause(guard, inner) for inner in clause.clauses))
    if isinstance(clause, n.Effect):
        return replace(clause, step=n.If(guard, (clause.step,), (), at=clause.at))
    return clause


def unfold(statement: n.Statement, guards: tuple[n.Expr, ...] = ()) -> Iterator[n.Statement]:
    """`while g: … end` is its statements, each guarded by g."""
    if isinstance(statement, n.While):
        for inner in statement.statements:
            yield from unfold(inner, (*guards, statement.test))
        return
    for guard in reversed(guards):
        if isinstance(statement, n.Rule):
            statement = replace(statement, clauses=tuple(_guard_clause(guard, c) for c in statement.clauses))
        elif hasattr(statement, "when"):
            statement = replace(statement, when=_guarded(guard, statement.when))
        elif isinstance(statement, n.Whenever):
            statement = replace(statement, body=n.And((guard, statement.body)))
    yield statement


_BY_NAME = {
    n.Kind: "kinds",
    n.Fact: "facts",
    n.Table: "tables",
    n.Procedure: "procedures",
    n.Event: "events",
    n.Phase: "phases",
    n.CourseStep: "steps",
    n.Dispute: "disputes",
}


def gather(
    game: str, statements: Iterable[Cited], editions: tuple[str, ...] = (), unread: tuple[str, ...] = ()
) -> Program:
    """Gathers statements; names declared twice are kept in `twice` for the checks, what cannot be read in `unread`."""
    program = _Draft(game, unread=unread)
    for cited in statements:
        for node in unfold(cited.node):
            _add(program, Cited(node, cited.paragraph, cited.place, cited.rank))
    if len(editions) > 1 and EDITION not in program.disputes:
        readings = tuple(n.Reading(e, i == 0, False, ()) for i, e in enumerate(editions))
        program.disputes[EDITION] = Cited(n.Dispute("dispute", EDITION, readings), "", Place("game.toml", 1))
    _attach_rules(program)
    _attach_quotas(program)
    _expand_kinds(program)
    _count_out(program)
    return program.finished()


def extended(program: Program, statements: Iterable[Cited]) -> Program:
    """A copy with more statements; the program it is made from stays as it is."""
    grown = _Draft(*(_copied(getattr(program, name)) for name in Program.__match_args__))
    known, grown.rules = grown.rules, []
    for cited in statements:
        for node in unfold(cited.node):
            _add(grown, Cited(node, cited.paragraph, cited.place, cited.rank))
    _attach_rules(grown)
    grown.rules = [*known, *grown.rules]
    return grown.finished()


def _copied(part: Any) -> Any:
    """Lists, tables and records that grow are copied; what they hold is never changed."""
    if isinstance(part, Mapping):
        return {key: _copied(value) for key, value in part.items()}
    if isinstance(part, list):
        return list(part)
    if isinstance(part, ValueInfo | ActionInfo):
        return replace(part, clauses=list(part.clauses))
    return part


def _add(program: _Draft, cited: Cited) -> None:
    node = cited.node
    table = _BY_NAME.get(type(node))
    if table is not None:
        known: dict[str, Cited] = getattr(program, table)
        if node.name in known:
            program.twice.append((node.name, known[node.name], cited))
        else:
            known[node.name] = cited
        if isinstance(node, n.Table):
            for index, column in enumerate(node.columns or (node.name,)):
                program.columns[column] = (node.name, index)
        if isinstance(node, n.Kind):
            if node.shape == "roles" and program.roles not in ("", node.name):
                program.twice.append((ROLES, known[program.roles], cited))
            elif node.shape == "roles":
                program.roles = node.name
            for param in node.fields:
                program.fields[param.name] = node.name
                if param.name not in program.facts and param.type is not None:
                    fact = n.Fact(param.name, (("", node.name),), param.type, at=node.at)
                    program.facts[param.name] = Cited(fact, cited.paragraph, cited.place)
    elif isinstance(node, n.Define):
        info = program.values.setdefault(node.name, ValueInfo(node.name, node.mode, tuple(p.name for p in node.params)))
        info.clauses.append(cited)
    elif isinstance(node, n.Purse):
        program.purses.setdefault(node.name, []).append(cited)
    elif isinstance(node, n.Always):
        program.always.append(cited)
    elif isinstance(node, n.Start):
        name = node.target.id if isinstance(node.target, n.Name) else node.target.name
        program.starts.setdefault(name, []).append(cited)
    elif isinstance(node, (n.Action, n.ActionClass)):
        home = program.actions if isinstance(node, n.Action) else program.classes
        info2 = ActionInfo(node.name, node, cited.paragraph, cited.place)
        if node.name in home:
            old = home[node.name]
            program.twice.append((node.name, Cited(old.node, old.paragraph, old.place), cited))
        else:
            home[node.name] = info2
            info2.clauses.extend(Cited(c, cited.paragraph, cited.place, cited.rank) for c in node.clauses)
    elif isinstance(node, n.Rule):
        program.rules.append(cited)
    elif isinstance(node, n.Trigger):
        program.triggers.setdefault(node.name, []).append(cited)
    elif isinstance(node, n.ChangeTrigger):
        name = node.target.id if isinstance(node.target, n.Name) else node.target.name
        program.change_triggers.setdefault(name, []).append(cited)
    elif isinstance(node, n.Whenever):
        program.whenevers.append(cited)
    elif isinstance(node, n.Lifts):
        program.lifts.append(cited)
    elif isinstance(node, n.Ends):
        program.ends.append(cited)
    elif isinstance(node, n.Decide):
        name = node.target.id if isinstance(node.target, n.Name) else node.target.name
        program.decisions.setdefault(name, []).append(cited)
    elif isinstance(node, n.MoreQuotas):
        program.quotas.append(cited)


def _attach_rules(program: _Draft) -> None:
    """Clauses of `rule a …` join the action or class they name."""
    for cited in program.rules:
        home = program.actions.get(cited.node.name) or program.classes.get(cited.node.name)
        if home is not None:
            home.clauses.extend(Cited(c, cited.paragraph, cited.place, cited.rank) for c in cited.node.clauses)


def _attach_quotas(program: _Draft) -> None:
    """What other paragraphs say that a turn takes joins the step they name."""
    for cited in program.quotas:
        step = program.steps.get(cited.node.name)
        if step is not None:
            more = tuple(replace(quota, home=cited.paragraph) for quota in cited.node.quotas)
            node = replace(step.node, quotas=(*step.node.quotas, *more))
            program.steps[cited.node.name] = Cited(node, step.paragraph, step.place, step.rank)


def _expand_kinds(program: _Draft) -> None:
    """Members of closed kinds; a kind named inside a kind stands for its members; rows of a table become members."""

    def members(name: str, seen: tuple[str, ...]) -> tuple[str, ...]:
        if name in program.members:
            return program.members[name]
        cited = program.kinds.get(name)
        if cited is None or name in seen:
            return ()
        node: n.Kind = cited.node
        if node.shape == "rows":
            table = program.tables.get(node.source)
            rows = table.node.rows if table else ()
            found = [r.cells[0].value.id for r in rows if isinstance(r.cells[0].value, n.Name)]
        else:
            found = []
            for member in node.members:
                inner = program.kinds.get(member)
                found.extend(members(member, (*seen, name)) if inner is not None and member != name else [member])
        result = tuple(dict.fromkeys(found))
        program.members[name] = result
        if node.shape == "scale":
            program.order.update({member: index for index, member in enumerate(result)})
        return result

    for name, cited in program.kinds.items():
        if cited.node.shape != "open":
            members(name, ())


def _count_out(program: _Draft) -> None:
    """A pile that begins with so many of each card begins with these cards, in that order."""
    for name, starts in program.starts.items():
        fact = program.facts.get(name)
        if fact is not None and isinstance(fact.node.type, n.TypeMany) and fact.node.type.shape == "pile":
            program.starts[name] = [Cited(_counted_out(c.node), c.paragraph, c.place, c.rank) for c in starts]


def _counted_out(node: n.Start) -> n.Start:
    told = node.value.pairs if isinstance(node.value, n.Amounts) else ()
    counts = [(card, number.value) for card, number in told if isinstance(number, n.Number)]
    if not counts or len(counts) < len(told) or sum(count for _, count in counts) > MOST_CARDS:
        return node
    return replace(node, value=n.ListOf(tuple(n.Name(card) for card, count in counts for _ in range(count))))
