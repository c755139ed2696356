"""Expressions as Python text over a state in which everything is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from kb.reads import names_in

if TYPE_CHECKING:
    from referee.code import Code


#: members of a kind over which a loop is written out
UNROLLED = 8


class Unsupported(Exception):
    """This part is left to the closures."""


class PythonExpressions:
    """Writes expressions; constants go in by name, never as text of the corpus."""

    code: Code
    constants: dict[str, Any]
    told: set[str]
    let_nodes: dict[str, n.Expr]
    fresh: int
    calls: list[str]
    fixed: dict[str, Any]  #: literals written so far, by their text

    def expression(self, expr: n.Expr, names: dict[str, str]) -> str:
        """Python for an expression over a told state."""
        method = getattr(self, "_" + type(expr).__name__.lower(), None)
        if method is None:
            raise Unsupported(type(expr).__name__)
        return method(expr, names)  # type: ignore[no-any-return]

    def constant(self, value: Any) -> str:
        """A value as a name of the generated function's scope."""
        if isinstance(value, bool | int | str) or value is None:
            text = repr(value)  # a literal, quoted by Python itself
            if isinstance(value, str):
                self.fixed[text] = value
            return text
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
        if name == "via" and name not in names:
            return "None"  # the fast path judges what is done directly, through no card
        if name in self.let_nodes:
            return f"({self.expression(self.let_nodes[name], names)})"
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
        text = self._value_text(name, args, names)
        self.calls.append(text)
        return text

    def _value_text(self, name: str, args: tuple[n.Expr, ...], names: dict[str, str]) -> str:
        program = self.code.program
        fact = program.facts.get(name)
        if fact is not None and not fact.node.derived:
            keys = [f"[{self.expression(arg, names)}]" for arg in args]
            if len(keys) > 1:
                self.calls.append(f"s[{name!r}]" + "".join(keys[:-1]))
            return f"s[{name!r}]" + "".join(keys)
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
            guards = [guard or "True" for guard, _ in shown if guard != "False"]
            return "(" + " or ".join(guards) + ")" if guards else "False"
        if info.mode == "adds":
            if any(cited.node.overrides for cited in info.clauses):
                raise Unsupported("overrides")
            sums = [f"({v} if {g} else 0)" if g else f"({v})" for g, v in shown if g != "False"]
            return "(" + " + ".join(sums) + ")" if sums else "0"
        return self._one_of(info.clauses, shown)

    def _one_of(self, clauses: list[Any], shown: list[tuple[str, str]]) -> str:
        """One value of several definitions, exceptions first. Where two of them speak at once the closures must judge."""
        speaking = [i for i, (guard, _) in enumerate(shown) if guard != "False"]
        clauses, shown = [clauses[i] for i in speaking], [shown[i] for i in speaking]
        if len(shown) == 1 and not shown[0][0]:
            return f"({shown[0][1]})"
        above = [i for i, cited in enumerate(clauses) if cited.node.overrides]
        below = [i for i in range(len(clauses)) if i not in above]
        beaten = {target for i in above for target in clauses[i].node.overrides}
        if not all(clauses[i].paragraph in beaten for i in below) and above:
            raise Unsupported("overrides of some definitions only")
        silent = f"{self.constant({})}[0]"  # none of them speaks, or several: left to the closures
        text = silent
        for group in (below, above):
            for i in reversed(group):
                guard, value = shown[i]
                rivals = [j for j in group if j != i and not exclusive(clauses[i].node.when, clauses[j].node.when)]
                if any(not shown[j][0] for j in rivals) or (rivals and not guard):
                    raise Unsupported("several definitions")
                alone = f"({value} if not ({' or '.join(shown[j][0] for j in rivals)}) else {silent})" if rivals else value
                text = f"({alone} if {guard} else {text})" if guard else f"({value})"
        return text

    def _inlined(self, node: n.Define, args: tuple[n.Expr, ...], names: dict[str, str]) -> tuple[str, str]:
        inner = dict(names)
        for param, arg in zip(node.params, args, strict=True):
            if not isinstance(arg, n.Name | n.Number | n.Truth | n.Nothing):
                uses = sum(1 for used in names_in((node.value, node.when)) if used == param.name)
                if uses > 1:
                    raise Unsupported("an argument would be computed twice")
            inner[param.name] = self.expression(arg, names)
        guard = self.expression(node.when, inner) if node.when is not None else ""
        if guard == "True":
            guard = ""
        return guard, self.expression(node.value, inner) if guard != "False" else "None"

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
        text = self.expression(expr.body, names)
        return {"True": "False", "False": "True"}.get(text) or f"(not {text})"

    def _and(self, expr: n.And, names: dict[str, str]) -> str:
        return self._joined("and", expr.parts, names, decisive="False", empty="True")

    def _or(self, expr: n.Or, names: dict[str, str]) -> str:
        return self._joined("or", expr.parts, names, decisive="True", empty="False")

    def _joined(self, word: str, parts: tuple[n.Expr, ...], names: dict[str, str], decisive: str, empty: str) -> str:
        """`and` or `or`, without the parts that are known beforehand."""
        shown = []
        for part in parts:
            text = self.expression(part, names)
            if text == decisive:
                return decisive
            if text != empty:
                shown.append(text)
        if not shown:
            return empty
        return shown[0] if len(shown) == 1 else "(" + f" {word} ".join(shown) + ")"

    def _compare(self, expr: n.Compare, names: dict[str, str]) -> str:
        left, right = self.expression(expr.left, names), self.expression(expr.right, names)
        fixed = {"None": None, **self.fixed}
        if expr.op in ("is", "is not") and left in fixed and right in fixed:
            return repr((fixed[left] == fixed[right]) == (expr.op == "is"))
        if expr.op in ("is", "is not"):
            sign = "==" if expr.op == "is" else "!="
            if right == "None" or left == "None":
                sign = "is" if expr.op == "is" else "is not"
            text = f"({left} {sign} {right})"
            self.calls.append(text)  # several checks may ask the same
            return text
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
        left = self.expression(expr.left, names)
        if left == "None" and isinstance(expr.members, n.ListOf) and n.Nothing() not in expr.members.items:
            return "True" if expr.negated else "False"
        return f"({left} {sign} {self.expression(expr.members, names)})"

    def _loop(self, var: str, members: n.Expr, names: dict[str, str]) -> tuple[dict[str, str], str, str]:
        self.fresh += 1
        local = f"q{self.fresh}"
        return {**names, var: local}, local, self._items(members, names)

    def _items(self, members: n.Expr, names: dict[str, str]) -> str:
        if isinstance(members, n.Range):
            low, high = self.expression(members.low, names), self.expression(members.high, names)
            return f"range({low}, {high} + 1)"
        return self.expression(members, names)

    def _unrolled(self, var: str, members: n.Expr, body: n.Expr, names: dict[str, str]) -> list[str] | None:
        """The body for each of a few fixed members: cheaper than a loop, and some of it is known beforehand."""
        if not isinstance(members, n.Name) or members.id in names:
            return None
        known = self.code.program.members.get(members.id)
        if known is None or len(known) > UNROLLED or self.code.has_value(members.id, 0):
            return None
        return [self.expression(body, {**names, var: self.constant(member)}) for member in known]

    def _quantified(self, expr: n.Quantified, names: dict[str, str]) -> str:
        if expr.mode != "at least":
            parts = self._unrolled(expr.var, expr.members, expr.body, names)
            if parts is not None:
                decisive, word = ("True", " or ") if expr.mode == "some" else ("False", " and ")
                if decisive in parts:
                    return decisive
                kept = [part for part in parts if part not in ("True", "False")]
                return "(" + word.join(kept) + ")" if kept else repr(expr.mode == "every")
        inner, local, items = self._loop(expr.var, expr.members, names)
        body = self.expression(expr.body, inner)
        if expr.mode == "at least":
            assert expr.least is not None
            return f"(sum(1 for {local} in {items} if {body}) >= {self.expression(expr.least, names)})"
        return f"{'any' if expr.mode == 'some' else 'all'}({body} for {local} in {items})"

    def _count(self, expr: n.Count, names: dict[str, str]) -> str:
        if isinstance(expr.body, n.Compare | n.Member | n.Not):
            parts = self._unrolled(expr.var, expr.members, expr.body, names)
            if parts is not None:
                return "(" + " + ".join(parts) + ")" if parts else "0"
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
        test = self.expression(expr.test, names)
        if test in ("True", "False"):
            return self.expression(expr.then if test == "True" else expr.other, names)
        then, other = self.expression(expr.then, names), self.expression(expr.other, names)
        return f"({then} if {test} else {other})"

    def _listof(self, expr: n.ListOf, names: dict[str, str]) -> str:
        items = [self.expression(item, names) for item in expr.items]
        return "(" + "".join(item + ", " for item in items) + ")"


def exclusive(one: n.Expr | None, other: n.Expr | None) -> bool:
    """Whether two guards can be seen never to hold together."""
    if one is None or other is None:
        return False
    return any(_opposite(a, b) for a in _conjuncts(one) for b in _conjuncts(other))


def _conjuncts(expr: n.Expr) -> tuple[n.Expr, ...]:
    return expr.parts if isinstance(expr, n.And) else (expr,)


def _opposite(a: n.Expr, b: n.Expr) -> bool:
    if (isinstance(a, n.Not) and a.body == b) or (isinstance(b, n.Not) and b.body == a):
        return True
    if not isinstance(a, n.Compare) or not isinstance(b, n.Compare) or a.left != b.left:
        return False
    if {a.op, b.op} == {"is", "is not"}:
        return a.right == b.right
    constants = (n.Name, n.Number, n.Truth, n.Nothing)
    return (
        a.op == b.op == "is"
        and isinstance(a.right, constants)
        and isinstance(b.right, constants)
        and a.right != b.right
    )


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
