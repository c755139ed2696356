"""Actions as generated Python: the fast path for states in which everything is told.

One function an action, each check in its own `try`; a missing key or anything the generator cannot say falls back to that
check's closure. The source is made only from the checked tree: names are mangled, values go in as constants, no text of the
corpus is spliced in. `source_of` prints it with the paragraph of each check as a comment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from kb.reads import names_in
from referee.actions import ActionCode
from referee.clauses import Check, EachCode, OptionCode
from referee.context import Context

if TYPE_CHECKING:
    from referee.code import Code

#: (paragraph, passed): None when the check does not apply
Verdicts = list[tuple[str, bool | None]]
Fast = Callable[..., Verdicts]


class Unsupported(Exception):
    """This part is left to the closures."""


class Generator:
    """Writes the source of one action."""

    def __init__(self, code: Code, action: ActionCode) -> None:
        self.code = code
        self.action = action
        self.constants: dict[str, Any] = {}
        self.told: set[str] = set()  #: values that are inlined: if one is told, the closures must judge
        self.lines: list[str] = []
        self.checks: list[Check] = []
        self.fresh = 0

    # ---- statements ------------------------------------------------------------------------------------------------

    def build(self) -> tuple[str, Fast]:
        """The source and the function."""
        names = {name: f"v_{name}" for name in self.action.scope.slots}
        params = [names[p] for p in (*self.action.params, *self.action.options)]
        actor = names[self.action.node.actor]
        body: list[str] = []
        for parts in (self.action.class_parts, self.action.parts):
            self.lets(names, parts)
        for parts in (self.action.class_parts, self.action.parts):
            self.parts(parts, names, body, 1)
        if self.action.limits:
            raise Unsupported("limits")
        head = [f"def judge(s, {', '.join([actor, *params])}):"]
        if self.told:
            self.constants["TOLD"] = frozenset(self.told)
            head.append(f"    if not TOLD.isdisjoint(s): return slow_all(s, {', '.join([actor, *params])})")
        if self.constants.get("__loops"):
            head.append("    out = []; add = out.append")
            tail = ["    return out"]
        else:
            self.constants.pop("__loops", None)
            head.append("    out = [")
            source = self._flat(head, body, actor, params)
            return self._finish(source, names)
        self.constants.pop("__loops", None)
        return self._finish("\n".join([*head, *body, *tail]), names)

    def _flat(self, head: list[str], body: list[str], actor: str, params: list[str]) -> str:
        """Without loops the checks are plain assignments, returned as one list."""
        return "\n".join([*head[:-1], "    out = []; add = out.append", *body, "    return out"])

    def _finish(self, source: str, names: dict[str, str]) -> tuple[str, Fast]:
        slots = self.action.scope.slots
        order = [self.action.node.actor, *self.action.params, *self.action.options]

        def slow_all(state: Any, *values: Any) -> Verdicts:
            ctx = Context(self.code, state)
            args = dict(zip(order[1:], values[1:], strict=True))
            env = self.action.bind(ctx, args, values[0])
            return [
                (r.check.paragraph, None if r.status == "not_applicable" else r.status in ("pass", "lifted"))
                for r in self.action.judge(ctx, env)
            ]

        def slow(index: int, state: Any, local: dict[str, Any]) -> tuple[str, bool | None]:
            check = self.checks[index]
            ctx = Context(self.code, state)
            env: list[Any] = [None] * 40
            for name, slot in check.scope.slots.items():
                env[slot] = local.get(f"v_{name}")
            for slot, closure in self.action.lets:
                env[slot] = closure(ctx, env)
            ctx.actor = env[slots[self.action.node.actor]]
            result = self.action._judge_one(ctx, env, check, {}, None)
            return (check.paragraph, None if result.status == "not_applicable" else result.status in ("pass", "lifted"))

        scope: dict[str, Any] = {**self.constants, "slow": slow, "slow_all": slow_all}
        exec(compile(source, f"<{self.action.name}>", "exec"), scope)  # noqa: S102 - made from the checked tree only
        return source, scope["judge"]

    def lets(self, names: dict[str, str], parts: list[Any]) -> None:
        """Local names that expressions may use are inlined."""
        for cited in self.action.info.clauses:
            if isinstance(cited.node, n.Let):
                self.let_nodes = {**getattr(self, "let_nodes", {}), cited.node.name: cited.node.value}

    def parts(self, parts: list[Any], names: dict[str, str], body: list[str], depth: int) -> None:
        """Checks, loops and options in their order."""
        pad = "    " * depth
        for part in parts:
            if isinstance(part, Check):
                if part.kind != "after":
                    self.check(part, names, body, pad)
            elif isinstance(part, EachCode):
                inner = {**names, part.var: f"v_{part.var}"}
                node = self._each_node(part)
                members = self.expression(node.members, names)
                self.constants["__loops"] = True
                body.append(f"{pad}for v_{part.var} in {members}:")
                if node.body is not None:
                    body.append(f"{pad}    if not ({self.expression(node.body, inner)}): continue")
                body.append(f"{pad}    pass")
                self.parts(part.parts, inner, body, depth + 1)
            elif isinstance(part, OptionCode):
                name = next(k for k, slot in self.action.scope.slots.items() if slot == part.slot)
                body.append(f"{pad}if v_{name}:")
                body.append(f"{pad}    pass")
                self.parts(part.parts, names, body, depth + 1)

    def _each_node(self, part: EachCode) -> n.Each:
        for cited in self.action.info.clauses:
            if isinstance(cited.node, n.Each) and cited.node.var == part.var:
                return cited.node
        raise Unsupported("each in a class")

    def check(self, check: Check, names: dict[str, str], body: list[str], pad: str) -> None:
        """One check in its own `try`."""
        index = len(self.checks)
        self.checks.append(check)
        where = f"P{index}"
        self.constants[where] = check.paragraph
        fallback = f"add(slow({index}, s, locals()))"
        try:
            if check.lifts or check.kind in ("applies", "size"):
                raise Unsupported(check.kind)
            if check.kind == "cost":
                test = self._cost(check, names)
            elif check.kind == "forbidden":
                test = f"not ({self.expression(check.node.when, names)})" if check.node.when is not None else "False"
            else:
                test = self.expression(check.node.body, names)
            guard = (
                self.expression(check.node.when, names)
                if check.kind != "forbidden" and check.node.when is not None
                else ""
            )
        except Unsupported:
            body.append(f"{pad}{fallback}  # #{check.paragraph}")
            return
        value = f"bool({test}) if ({guard}) else None" if guard else test
        body.append(f"{pad}try: add(({where}, {value}))  # #{check.paragraph}")
        body.append(f"{pad}except (KeyError, TypeError): {fallback}")

    def _cost(self, check: Check, names: dict[str, str]) -> str:
        costs = [c for c in self.action.checks() if c.kind == "cost"]
        if len(costs) != 1 or len(check.node.source) != 1:
            raise Unsupported("several costs")
        source = check.node.source[0]
        if isinstance(source, n.Nowhere):
            return "True"
        name, _ = (source.id, ()) if isinstance(source, n.Name) else (source.name, source.args)
        fact = self.code.program.facts.get(name)
        if fact is None or isinstance(fact.node.type, n.TypeMany):
            raise Unsupported("purse")
        return f"{self.expression(source, names)} >= {self.expression(check.node.amount, names)}"

    # ---- expressions -----------------------------------------------------------------------------------------------

    def expression(self, expr: n.Expr, names: dict[str, str]) -> str:
        """Python for an expression over a told state."""
        method = getattr(self, "_" + type(expr).__name__.lower(), None)
        if method is None:
            raise Unsupported(type(expr).__name__)
        return method(expr, names)  # type: ignore[no-any-return]

    def constant(self, value: Any) -> str:
        """A value as a name of the generated function's scope."""
        if isinstance(value, bool | int) or value is None:
            return repr(value)
        for name, known in self.constants.items():
            if known is value or (type(known) is type(value) and known == value):
                return name
        name = f"K{len(self.constants)}"
        self.constants[name] = value
        return name

    def _number(self, expr: n.Number, names: dict[str, str]) -> str:
        return repr(expr.value)

    def _truth(self, expr: n.Truth, names: dict[str, str]) -> str:
        return repr(expr.value)

    def _nothing(self, expr: n.Nothing, names: dict[str, str]) -> str:
        return "None"

    def _name(self, expr: n.Name, names: dict[str, str]) -> str:
        name = expr.id
        lets = getattr(self, "let_nodes", {})
        if name in lets:
            return f"({self.expression(lets[name], names)})"
        if name in names:
            return names[name]
        program = self.code.program
        if name in program.disputes:
            return self.constant(self.code.default_reading(name))
        if self.code.has_value(name, 0):
            return self._value(name, (), names)
        if name in program.kinds:
            if name not in program.members:
                raise Unsupported("open kind")
            return self.constant(program.members[name])
        if name in self.code.all_members:
            return self.constant(name)
        raise Unsupported(name)

    def _call(self, expr: n.Call, names: dict[str, str]) -> str:
        if expr.name in names:
            return f"{names[expr.name]}.get({self.expression(expr.args[0], names)}, 0)"
        if expr.name in self.code.program.fields:
            raise Unsupported("record")
        if expr.name == "size" and not self.code.has_value("size", 1):
            return f"len({self.expression(expr.args[0], names)})"
        if not self.code.has_value(expr.name, len(expr.args)):
            raise Unsupported(expr.name)
        return self._value(expr.name, expr.args, names)

    def _value(self, name: str, args: tuple[n.Expr, ...], names: dict[str, str]) -> str:
        program = self.code.program
        fact = program.facts.get(name)
        if fact is not None and not fact.node.derived:
            return "s" + f"[{name!r}]" + "".join(f"[{self.expression(arg, names)}]" for arg in args)
        self.told.add(name)
        info = program.values.get(name)
        if info is None:
            return self._table(name, args, names)
        if any(self.code.lifters(c.paragraph) for c in info.clauses):
            raise Unsupported("lifts")
        self.fresh += 1
        if self.fresh > 60:
            raise Unsupported("too deep")
        shown = [self._inlined(cited.node, args, names) for cited in info.clauses]
        if info.mode == "holds":
            if any(cited.node.overrides for cited in info.clauses):
                raise Unsupported("overrides")
            return "(" + " or ".join(guard or "True" for guard, _ in shown) + ")"
        if info.mode == "adds":
            if any(cited.node.overrides for cited in info.clauses):
                raise Unsupported("overrides")
            return "(" + " + ".join(f"({v} if {g} else 0)" if g else f"({v})" for g, v in shown) + ")"
        if len(shown) != 1 or shown[0][0]:
            raise Unsupported("several definitions")
        return f"({shown[0][1]})"

    def _inlined(self, node: n.Define, args: tuple[n.Expr, ...], names: dict[str, str]) -> tuple[str, str]:
        inner = dict(names)
        for param, arg in zip(node.params, args, strict=True):
            if not isinstance(arg, n.Name | n.Number | n.Truth | n.Nothing):
                uses = sum(1 for used in names_in((node.value, node.when)) if used == param.name)
                if uses > 1:
                    raise Unsupported("an argument would be computed twice")
            inner[param.name] = self.expression(arg, names)
        guard = f"({self.expression(node.when, inner)})" if node.when is not None else ""
        return guard, self.expression(node.value, inner)

    def _table(self, name: str, args: tuple[n.Expr, ...], names: dict[str, str]) -> str:
        table, column = self.code.program.columns[name]
        node = self.code.program.tables[table].node
        rows: dict[Any, Any] = {}
        for row in node.rows:
            if any(cell.mode != "value" for cell in row.cells):
                raise Unsupported("ranges")
            key = tuple(_plain(cell.value) for cell in row.cells)
            rows.setdefault(key[0] if len(key) == 1 else key, _plain(row.values[column]))
        shown = ", ".join(self.expression(arg, names) for arg in args)
        return f"{self.constant(rows)}[{shown}]"

    def _not(self, expr: n.Not, names: dict[str, str]) -> str:
        return f"(not {self.expression(expr.body, names)})"

    def _and(self, expr: n.And, names: dict[str, str]) -> str:
        return "(" + " and ".join(self.expression(part, names) for part in expr.parts) + ")"

    def _or(self, expr: n.Or, names: dict[str, str]) -> str:
        return "(" + " or ".join(self.expression(part, names) for part in expr.parts) + ")"

    def _compare(self, expr: n.Compare, names: dict[str, str]) -> str:
        left, right = self.expression(expr.left, names), self.expression(expr.right, names)
        if expr.op in ("is", "is not"):
            sign = "==" if expr.op == "is" else "!="
            if right == "None" or left == "None":
                sign = "is" if expr.op == "is" else "is not"
            return f"({left} {sign} {right})"
        if expr.op == "beside":
            order = self.constant(self.code.program.order)
            return f"({order}[{left}] - {order}[{right}] in (1, -1))"
        if self.scale(expr.left) or self.scale(expr.right):
            order = self.constant(self.code.program.order)
            return f"({order}[{left}] {expr.op} {order}[{right}])"
        return f"({left} {expr.op} {right})"

    def scale(self, expr: n.Expr) -> bool:
        """Whether a value is a member of a scale."""
        name = expr.id if isinstance(expr, n.Name) else expr.name if isinstance(expr, n.Call) else ""
        fact = self.code.program.facts.get(name)
        if fact is not None and isinstance(fact.node.type, n.TypeName):
            kind = self.code.program.kinds.get(fact.node.type.name)
            return kind is not None and kind.node.shape == "scale"
        return name in self.code.program.order

    def _member(self, expr: n.Member, names: dict[str, str]) -> str:
        sign = "not in" if expr.negated else "in"
        if isinstance(expr.members, n.Range):
            low, high = self.expression(expr.members.low, names), self.expression(expr.members.high, names)
            test = f"({low} <= {self.expression(expr.left, names)} <= {high})"
            return f"(not {test})" if expr.negated else test
        return f"({self.expression(expr.left, names)} {sign} {self.expression(expr.members, names)})"

    def _loop(self, var: str, members: n.Expr, names: dict[str, str]) -> tuple[dict[str, str], str, str]:
        self.fresh += 1
        local = f"q{self.fresh}"
        return {**names, var: local}, local, self._items(members, names)

    def _items(self, members: n.Expr, names: dict[str, str]) -> str:
        if isinstance(members, n.Range):
            low, high = self.expression(members.low, names), self.expression(members.high, names)
            return f"range({low}, {high} + 1)"
        return self.expression(members, names)

    def _quantified(self, expr: n.Quantified, names: dict[str, str]) -> str:
        inner, local, items = self._loop(expr.var, expr.members, names)
        body = self.expression(expr.body, inner)
        if expr.mode == "at least":
            assert expr.least is not None
            return f"(sum(1 for {local} in {items} if {body}) >= {self.expression(expr.least, names)})"
        return f"{'any' if expr.mode == 'some' else 'all'}({body} for {local} in {items})"

    def _count(self, expr: n.Count, names: dict[str, str]) -> str:
        inner, local, items = self._loop(expr.var, expr.members, names)
        test = f" if {self.expression(expr.body, inner)}" if expr.body is not None else ""
        return f"sum(1 for {local} in {items}{test})"

    def _total(self, expr: n.Total, names: dict[str, str]) -> str:
        inner, local, items = self._loop(expr.var, expr.members, names)
        test = f" if {self.expression(expr.body, inner)}" if expr.body is not None else ""
        values = f"{self.expression(expr.value, inner)} for {local} in {items}{test}"
        return f"sum({values})" if expr.op == "sum" else f"{expr.op}(({values}), default=0)"

    def _fold(self, expr: n.Fold, names: dict[str, str]) -> str:
        parts = ", ".join(self.expression(part, names) for part in expr.parts)
        return f"sum(({parts},))" if expr.op == "sum" else f"{expr.op}({parts})"

    def _arithmetic(self, expr: n.Arithmetic, names: dict[str, str]) -> str:
        left, right = self.expression(expr.left, names), self.expression(expr.right, names)
        if expr.op == "up":
            return f"(-((-{left}) // {right}))"
        if expr.op == "down":
            return f"({left} // {right})"
        return f"({left} {expr.op} {right})"

    def _minus(self, expr: n.Minus, names: dict[str, str]) -> str:
        return f"(-{self.expression(expr.body, names)})"

    def _choice(self, expr: n.Choice, names: dict[str, str]) -> str:
        test, then, other = (self.expression(e, names) for e in (expr.test, expr.then, expr.other))
        return f"({then} if {test} else {other})"

    def _listof(self, expr: n.ListOf, names: dict[str, str]) -> str:
        items = [self.expression(item, names) for item in expr.items]
        return "(" + "".join(item + ", " for item in items) + ")"


def _plain(node: Any) -> Any:
    if isinstance(node, n.Name):
        return node.id
    if isinstance(node, n.Number | n.Truth):
        return node.value
    if isinstance(node, n.Nothing):
        return None
    if isinstance(node, n.ListOf):
        return tuple(_plain(item) for item in node.items)
    raise Unsupported("a computed cell")


def generate(code: Code, name: str) -> tuple[str, Fast] | None:
    """The source and function of an action; None when it is left to the closures."""
    try:
        return Generator(code, code.action(name)).build()
    except Unsupported:
        return None
