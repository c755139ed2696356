"""Tree -> canonical text: parsing what is printed gives the same tree."""

from __future__ import annotations

from grammar import nodes as n
from grammar.rules.unparse_expressions import call, expression, in_sum, invocation, over, span_text, type_text

__all__ = ["call", "clause", "expression", "invocation", "place", "rules", "statement", "step", "type_text"]


def _params(params: tuple[n.Param, ...]) -> str:
    if not params:
        return ""
    shown = []
    for param in params:
        text = param.name
        if param.type is not None:
            text += f": {type_text(param.type)}"
        if param.default is not None:
            text += f" = {in_sum(param.default)}"
        shown.append(text)
    return f"({', '.join(shown)})"


def _when(when: n.Expr | None) -> str:
    return f" when {expression(when)}" if when is not None else ""


def _refs(word: str, ids: tuple[str, ...]) -> str:
    return f" {word} {', '.join('#' + identity for identity in ids)}" if ids else ""


def _keys(keys: tuple[tuple[str, str], ...]) -> str:
    if not keys:
        return ""
    if len(keys) == 1 and not keys[0][0]:
        return f" of {keys[0][1]}"
    return f"({', '.join(f'{var}: {kind}' if var else kind for var, kind in keys)})"


def place(node: n.Place) -> str:
    """A place."""
    return "nowhere" if isinstance(node, n.Nowhere) else expression(node)


def _cascade(places: tuple[n.Place, ...]) -> str:
    return " then ".join(place(node) for node in places)


def step(node: n.Step) -> str:
    """A step of an effect or procedure."""
    match node:
        case n.Assign("set", target, value):
            return f"set {expression(target)} = {expression(value)}"
        case n.Assign(op, target, value):
            return f"{op} {expression(target)} by {in_sum(value)}"
        case n.Move(amount, source, target, up_to):
            return f"move {'up to ' * up_to}{in_sum(amount)} from {_cascade(source)} to {_cascade(target)}"
        case n.Pay(amount, source, target, rescue):
            more = f" or do {invocation(rescue)}" if rescue is not None else ""
            return f"pay {in_sum(amount)} from {_cascade(source)} to {_cascade(target)}{more}"
        case n.Put(what, where, pile, taken_from, place):
            origin = f" from {expression(taken_from)}" if taken_from is not None else ""
            nth = f" at {in_sum(place)}" if place is not None else ""
            return f"put {in_sum(what)}{origin} {where} {expression(pile)}{nth}"
        case n.Draw(amount, source, target, rescue):
            more = f" or do {invocation(rescue)}" if rescue is not None else ""
            return f"draw {in_sum(amount)} from {expression(source)} to {expression(target)}{more}"
        case n.Shuffle(pile):
            return f"shuffle {expression(pile)}"
        case n.Disclose(amount, fact, to):
            number = f"{in_sum(amount)} from " if amount is not None else ""
            return f"disclose {number}{expression(fact)} to {in_sum(to)}"
        case n.Do(target, by):
            return f"do {invocation(target)}" + (f" by {in_sum(by)}" if by is not None else "")
        case n.If(test, then, other):
            more = f" else {_body(other)}" if other else ""
            return f"if {expression(test)} then {_body(then)}{more} end"
        case n.For(var, members, body, by, down, steps):
            order = f" by {in_sum(by)}{' down' * down}" if by is not None else ""
            return f"for {over(var, members, body)}{order}: {_body(steps)} end"
        case n.Repeat(most, test, steps):
            guard = f" while {expression(test)}" if test is not None else ""
            return f"repeat up to {in_sum(most)}{guard}: {_body(steps)} end"
        case n.Choose(target, type_, by, body, otherwise, chance, weight):
            only = f" with {expression(body)}" if body is not None else ""
            if chance:
                weighted = f" weighted {in_sum(weight)}" if weight is not None else ""
                return f"random {expression(target)}: {type_text(type_)}{only}{weighted}"
            assert by is not None
            more = f" otherwise {in_sum(otherwise)}" if otherwise is not None else ""
            return f"choose {expression(target)}: {type_text(type_)} by {in_sum(by)}{only}{more}"
        case n.ChooseEach(target, type_, var, members, body, otherwise):
            more = f" otherwise {in_sum(otherwise)}" if otherwise is not None else ""
            return f"secretly choose {expression(target)}: {type_text(type_)} by each {over(var, members, body)}{more}"
        case n.Offer(calls, to, True):
            return f"oblige {in_sum(to)} to {_calls(calls)}"
        case n.Offer(calls, to):
            return f"offer {_calls(calls)} to {in_sum(to)}"
        case n.Emit(target):
            return f"emit {invocation(target)}"
        case n.Let(name, value):
            return f"let {name} = {expression(value)}"
        case n.Pass():
            return "nothing"
        case n.Cancel():
            return "cancel"
        case n.GameOver():
            return "endgame"
    raise TypeError(f"no step: {node!r}")


def _body(steps: tuple[n.Step, ...]) -> str:
    return " ".join(step(node) for node in steps)


def clause(node: n.Clause) -> str:
    """A clause of an action."""
    match node:
        case n.Applies(when):
            return f"applies when {expression(when)}"
        case n.Requires(body, when, overrides, after):
            return f"requires {'after ' * after}{expression(body)}{_when(when)}{_refs('overrides', overrides)}"
        case n.Forbidden(when, overrides):
            return f"forbidden{_when(when)}{_refs('overrides', overrides)}"
        case n.Allowed(when, overrides):
            return f"allowed{_when(when)}{_refs('overrides', overrides)}"
        case n.Cost(amount, source, target, when):
            return f"cost {in_sum(amount)} from {_cascade(source)} to {_cascade(target)}{_when(when)}"
        case n.Effect(inner, slot, last):
            return f"finally {step(inner)}" if last else f"effect {f'at {slot} ' if slot else ''}{step(inner)}"
        case n.Let():
            return step(node)
        case n.Each(var, members, body, clauses):
            return f"each {over(var, members, body)}: {_clauses(clauses)} end"
        case n.Option(name, clauses):
            return f"option {name}: {_clauses(clauses)} end"
        case n.Limit(most, scope, per):
            return f"limit {in_sum(most)} each {scope}{' per ' + ', '.join(per) if per else ''}"
        case n.Slots(names):
            return f"slots {', '.join(names)}"
        case n.Anytime():
            return "playable anytime"
        case n.Answered(order, var, among, body, when, calls, otherwise, after, must):
            head = f"{'followed' if after else 'answered'} by {order} {over(var, among, body)}{_when(when)}"
            more = f" otherwise {step(otherwise)}" if otherwise is not None else ""
            return f"{head}: {'must ' * must}{_calls(calls)}{more}"
    raise TypeError(f"no clause: {node!r}")


def _calls(calls: tuple[n.Call, ...]) -> str:
    return " or ".join(invocation(call) for call in calls)


def _clauses(clauses: tuple[n.Clause, ...]) -> str:
    return "\n  ".join(clause(node) for node in clauses)


def statement(node: n.Statement) -> str:
    """A statement."""
    match node:
        case n.Kind(name, "rows", _, source):
            return f"kind {name} from {source}"
        case n.Kind(name, "open", _, _, fields):
            shown = " ".join(f"{f.name}: {type_text(f.type)}" for f in fields if f.type is not None)
            return f"kind {name} {{{shown}}}" if fields else f"kind {name}"
        case n.Kind(name, shape, members):
            return f"{shape} {name}: {', '.join(members)}"
        case n.Fact():
            return _fact(node)
        case n.Purse(name, keys, places, when):
            return f"purse {name}{_keys(keys)} = {_cascade(places)}{_when(when)}"
        case n.Always(body, when):
            return f"always {expression(body)}{_when(when)}"
        case n.Start(target, value, when):
            return f"start {expression(target)} = {expression(value)}{_when(when)}"
        case n.Define():
            return _define(node)
        case n.Table(name, params, columns, rows):
            gives = f" gives {', '.join(columns)}" if columns else ""
            return f"{'asked ' * node.asked}table {name}{_params(params)}{gives}:\n" + "\n".join(
                _row(row) for row in rows
            )
        case n.Action():
            return _action(node)
        case n.ActionClass(name, clauses):
            return f"class {name}\n  {_clauses(clauses)}".rstrip()
        case n.Rule(name, clauses):
            return f"rule {name}\n  {_clauses(clauses)}"
        case n.Procedure(name, params, measure, steps):
            less = f" decreasing {in_sum(measure)}" if measure is not None else ""
            return f"procedure {name}{_params(params)}{less}: {_body(steps)} end"
        case n.Event(name, params):
            return f"event {name}{_params(params)}"
        case n.Trigger(mode, name, names, when, steps):
            word = {"on": "on", "later": "later on", "instead": "instead of"}[mode]
            shown = f"({', '.join(names)})" if names else ""
            return f"{word} {name}{shown}{_when(when)}: {_body(steps)} end"
        case n.ChangeTrigger(mode, target, when, steps, later):
            return f"{'later ' * later}on {mode} of {expression(target)}{_when(when)}: {_body(steps)} end"
        case n.Whenever(var, members, body, steps):
            each = f"each {var} in {span_text(members)} with " if members is not None else ""
            return f"whenever {each}{expression(body)}: {_body(steps)} end"
        case n.Lifts(targets, when):
            return f"lifts {', '.join('#' + t for t in targets)}{_when(when)}"
        case n.While(test, statements):
            return f"while {expression(test)}:\n" + "\n".join(statement(inner) for inner in statements) + "\nend"
        case n.Decide(target, option, who, home, when, by, value):
            named = f" as {option}" if option else ""
            inside = f" in {home}" if home else ""
            said = f"by {', '.join(map(expression, by))}" if value is None else expression(value)
            return f"decide {expression(target)}{named} by {who}{inside}{_when(when)}: {said}"
        case n.Ends(when):
            return f"ends when {expression(when)}"
        case n.Phase(name, parent, after, when, cycle, turns):
            head = f"phase {name}{' in ' + parent if parent else ''}{' after ' + after if after else ''}"
            again = f" cycle while {expression(cycle)}" if cycle is not None else ""
            return f"{head}{_when(when)}{_turns(turns)}{again}"
        case n.CourseStep() | n.MoreQuotas():
            return _course_step(node)
        case n.Dispute(strength, name, readings):
            return f"{strength} {name}: {', '.join(_reading(r) for r in readings)}"
    raise TypeError(f"no statement: {node!r}")


def _define(node: n.Define) -> str:
    said = f"{node.name}{_params(node.params)}"
    if node.mode != "holds":
        said = f"{in_sum(node.value)} to {said}" if node.mode == "adds" else f"{said} = {expression(node.value)}"
    return f"{'asked ' * node.asked}{node.mode} {said}{_when(node.when)}{_refs('overrides', node.overrides)}"


def _fact(node: n.Fact) -> str:
    parts = [f"{'derived ' * node.derived}fact {node.name}{_keys(node.keys)}: {type_text(node.type)}"]
    if node.hidden is not None:
        parts.append(f"hidden from {hiding(node.hidden)}")
    if node.fixed:
        parts.append("fixed")
    if node.clamped:
        parts.append("clamped")
    if node.assumed is not None:
        parts.append(f"assumed {in_sum(node.assumed)}")
    if node.reset is not None:
        parts.append(f"each {node.scope} = {in_sum(node.reset)}")
    return " ".join(parts)


def hiding(node: n.Hiding | None) -> str:
    """From whom a fact is hidden, and when; nothing where it is open."""
    return "" if node is None else f"{node.viewer}{_when(node.when)}"


def _row(row: n.Row) -> str:
    cells = []
    for cell in row.cells:
        if cell.mode == "any":
            cells.append("*")
        elif cell.mode == "value":
            assert cell.value is not None
            cells.append(expression(cell.value))
        else:
            cells.append(f"{cell.low}..{cell.high if cell.mode == 'range' else ''}")
    return f"  | {' | '.join(cells)} => {', '.join(in_sum(value) for value in row.values)}"


def _action(node: n.Action) -> str:
    by = f"{node.actor}: {node.kind}" if node.among is None else f"{node.actor} in {span_text(node.among)}"
    classes = f" as {', '.join(node.classes)}" if node.classes else ""
    head = f"{'card' if node.card else 'action'} {node.name}{_params(node.params)} by {by}{classes}"
    return f"{head}\n  {_clauses(node.clauses)}".rstrip()


def _turns(turns: n.Turns | None) -> str:
    return "" if turns is None else f" each {over(turns.var, turns.members, turns.body)}{' cycle' * turns.cycle}"


def _course_step(node: n.CourseStep | n.MoreQuotas) -> str:
    quotas = ", ".join(
        f"{'must' if q.must else 'may'} {q.least}..{'any' if q.most is None else q.most} {' or '.join(q.names)}"
        for q in node.quotas
    )
    if isinstance(node, n.MoreQuotas):
        return f"step {node.name} {quotas}"
    head = f"step {node.name} in {node.phase}{' after ' + node.after if node.after else ''}{_when(node.when)}"
    head += _turns(node.turns)
    if node.call is not None:
        return f"{head}: do {invocation(node.call)}"
    assert node.who is not None
    return f"{head}: {in_sum(node.who)} {quotas}"


def _reading(reading: n.Reading) -> str:
    places = f" at {' '.join('#' + p for p in reading.places)}" if reading.places else ""
    return f"{reading.name}{' default' * reading.default}{' slip' * reading.slip}{places}"


def rules(statements: tuple[n.Statement, ...]) -> str:
    """A whole block."""
    return "\n".join(statement(node) for node in statements) + "\n"
