"""Actions as generated Python: the fast path for states in which everything is told.

One function an action, each check in its own `try`; a missing key or anything the generator cannot say falls back to that
check's closure. The source is made only from the checked tree: names are mangled, values go in as constants, no text of the
corpus goes in but as a literal that Python quotes itself; each check carries its paragraph as a comment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from referee.actions import ActionCode
from referee.clauses import Check, EachCode, OptionCode
from referee.context import Context
from referee.python import PythonExpressions, Unsupported
from referee.scope import SLOTS, Lazy

if TYPE_CHECKING:
    from referee.code import Code

#: (paragraph, passed): None when the check does not apply
Verdicts = list[tuple[str, bool | None]]
Fast = Callable[..., Verdicts]


#: values shorter than this are written out again
LONG = 6


class Generator(PythonExpressions):
    """Writes the source of one action."""

    def __init__(self, code: Code, action: ActionCode) -> None:
        self.code = code
        self.action = action
        self.constants: dict[str, Any] = {}
        self.told: set[str] = set()  #: values that are inlined: if one is told, the closures must judge
        self.let_nodes: dict[str, n.Expr] = {}
        self.fixed: dict[str, Any] = {}
        self.calls: list[str] = []  #: the values written so far, as text
        self.checks: list[Check] = []
        self.fresh = 0

    # ---- statements ------------------------------------------------------------------------------------------------

    def build(self) -> tuple[str, Fast]:
        """The source and the function: one list, and the same list check by check for when something is not told."""
        if self.action.limits:
            raise Unsupported("limits")
        order = [self.action.node.actor, *self.action.params, *self.action.options]
        names = {name: f"v_{name}" for name in self.action.scope.slots}
        for cited in self.action.info.clauses:
            if isinstance(cited.node, n.Let):
                self.let_nodes[cited.node.name] = cited.node.value
        items: list[str] = []
        careful: list[str] = []
        for parts in (self.action.class_parts, self.action.parts):
            self.parts(parts, names, items, careful, "        ")
        params = ", ".join(names[name] for name in order)
        lines = [f"def judge(s, {params}):"]
        if self.told:
            self.constants["TOLD"] = frozenset(self.told)
            lines.append(f"    if not TOLD.isdisjoint(s): return slow_all(s, {params})")
        lines += ["    try:", "        out = [", *items, "        ]", "        return out"]
        lines += ["    except (KeyError, TypeError, AttributeError):"]
        lines += ["        out = []; add = out.append", *careful, "        return out"]
        source = "\n".join(lines).replace("\n        out += [\n        ]", "")
        scope: dict[str, Any] = {**self.constants, "slow": self._slow, "slow_all": self._slow_all(order)}
        exec(compile(source, f"<{self.action.name}>", "exec"), scope)  # noqa: S102 - made from the checked tree only
        return source, scope["judge"]

    def _slow_all(self, order: list[str]) -> Fast:
        def slow_all(state: Any, *values: Any) -> Verdicts:
            ctx = Context(self.code, state)
            env = self.action.bind(ctx, dict(zip(order[1:], values[1:], strict=True)), values[0])
            return [(r.check.paragraph, _passed(r.status)) for r in self.action.judge(ctx, env)]

        return slow_all

    def _slow(self, index: int, state: Any, local: dict[str, Any]) -> tuple[str, bool | None]:
        """One check by its closure."""
        check = self.checks[index]
        ctx = Context(self.code, state)
        env: list[Any] = [None] * SLOTS
        for name, slot in check.scope.slots.items():
            env[slot] = local.get(name)
        for slot, closure in self.action.lets:
            env[slot] = Lazy(closure)
        ctx.actor = env[self.action.scope.slots[self.action.node.actor]]
        result = self.action._judge_one(ctx, env, check, {}, None)
        return (check.paragraph, _passed(result.status))

    def parts(self, parts: list[Any], names: dict[str, str], items: list[str], careful: list[str], pad: str) -> None:
        """Checks, loops and options in their order: as items of the list, and one by one."""
        for part in parts:
            if isinstance(part, Check):
                if part.kind != "after":
                    item, slow = self.check(part, names)
                    items.append(f"{pad}    {item},  # #{part.paragraph}")
                    careful.append(f"{pad}try: add({item})")
                    careful.append(f"{pad}except (KeyError, TypeError, AttributeError): add({slow})")
            elif isinstance(part, EachCode):
                self._each(part, names, items, careful, pad)
            elif isinstance(part, OptionCode):
                name = next(k for k, slot in self.action.scope.slots.items() if slot == part.slot)
                inner_items: list[str] = []
                inner: list[str] = []
                self.parts(part.parts, names, inner_items, inner, pad + "    ")
                if inner_items:
                    items += [f"{pad}    *((", *inner_items, f"{pad}    ) if v_{name} else ()),"]
                    careful += [f"{pad}if v_{name}:", *inner]

    def _each(self, part: EachCode, names: dict[str, str], items: list[str], careful: list[str], pad: str) -> None:
        over, body = part.node
        inner = {**names, part.var: f"v_{part.var}"}
        members = self.expression(over, names)
        test = f" if {self.expression(body, inner)}" if body is not None else ""
        inner_items: list[str] = []
        inner_careful: list[str] = []
        before = len(self.calls)
        self.parts(part.parts, inner, inner_items, inner_careful, pad + "    ")
        if not inner_items:
            return
        lets = self._hoisted(inner_items, self.calls[before:])
        if pad == "        ":  # a plain loop between the pieces of the list
            items += [f"{pad}]", f"{pad}for v_{part.var} in {members}:"]
            if test:
                items.append(f"{pad}    if not ({test[4:]}): continue")
            items += [f"{pad}    {name} = {text}" for name, text in lets]
            items += [f"{pad}    out += (", *inner_items, f"{pad}    )", f"{pad}out += ["]
        else:
            bound = "".join(f" for {name} in ({text},)" for name, text in lets)
            head = f"{pad}    *[item for v_{part.var} in {members}{test}{bound} for item in ("
            items += [head, *inner_items, f"{pad}    )],"]
        careful += [f"{pad}for v_{part.var} in [v_{part.var} for v_{part.var} in {members}{test}]:", *inner_careful]

    def _hoisted(self, items: list[str], calls: list[str]) -> list[tuple[str, str]]:
        """Values that several checks of an element need are computed once, the inner ones first."""
        lets: list[tuple[str, str]] = []
        for text in sorted({call for call in calls if len(call) > LONG}, key=len, reverse=True):
            if sum(item.count(text) for item in items) + sum(known.count(text) for _, known in lets) > 1:
                self.fresh += 1
                name = f"t{self.fresh}"
                items[:] = [item.replace(text, name) for item in items]
                lets = [(name, text), *((known, inner.replace(text, name)) for known, inner in lets)]
        return lets

    def check(self, check: Check, names: dict[str, str]) -> tuple[str, str]:
        """One check as an item, and the call of its closure."""
        index = len(self.checks)
        self.checks.append(check)
        local = ", ".join(
            f"{name!r}: {names[name]}" for name in check.scope.slots if name in names and name not in self.let_nodes
        )
        slow = f"slow({index}, s, {{{local}}})"
        try:
            if check.kind == "applies":
                raise Unsupported(check.kind)
            if check.kind == "cost":
                test = self._cost(check, names)
            elif check.kind == "forbidden":
                test = f"not ({self.expression(check.node.when, names)})" if check.node.when is not None else "False"
            else:
                test = self.expression(check.node.body, names)
            test = self._unless_lifted(check, test, names)
            guard = ""
            if check.kind != "forbidden" and check.node.when is not None:
                guard = self.expression(check.node.when, names)
        except Unsupported:
            return slow, slow
        if guard == "False":
            return f"({self.constant(check.paragraph)}, None)", slow
        value = f"({test}) if ({guard}) else None" if guard else test
        return f"({self.constant(check.paragraph)}, {value})", slow

    def _unless_lifted(self, check: Check, test: str, names: dict[str, str]) -> str:
        """A check passes too where something lifts it."""
        for paragraph, _, when in check.lifts:
            if paragraph == check.paragraph:
                continue
            lift = "True" if when is None else self.expression(when, names)
            if lift != "False":
                test = f"({test}) or ({lift})"
        return test

    def _cost(self, check: Check, names: dict[str, str]) -> str:
        costs = [c for c in self.action.checks() if c.kind == "cost"]
        if len(costs) != 1 or len(check.node.source) != 1:
            raise Unsupported("several costs")
        source = check.node.source[0]
        if isinstance(source, n.Nowhere):
            return "True"
        name = source.id if isinstance(source, n.Name) else source.name
        fact = self.code.program.facts.get(name)
        if fact is None or isinstance(fact.node.type, n.TypeMany):
            raise Unsupported("purse")
        return f"{self.expression(source, names)} >= {self.expression(check.node.amount, names)}"


def _passed(status: str) -> bool | None:
    """A status as the generated code tells it."""
    return None if status == "not_applicable" else status in ("pass", "lifted")


def generate(code: Code, name: str) -> tuple[str, Fast] | None:
    """The source and function of an action; None when it is left to the closures."""
    try:
        return Generator(code, code.action(name)).build()
    except Unsupported:
        return None
