"""The told target: plain Python. Whatever is missing or unusual is raised, never guessed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from referee.compiler.targets.emitter import Emitter
from referee.resolved.tree import nodes as r
from referee.resolved.tree.sorts import FLAG, LIST, NAME, NUMBER


class Told(Emitter):
    """Writes expressions for states in which what is read is told."""

    NOTING: ClassVar[bool] = False
    _loops = 0  #: loops around what is being written
    carries = False  #: whether a local may hold a card that nobody has seen, as in the bodies of effects

    # ---- names -----------------------------------------------------------------------------------------------------

    def _local(self, node: r.Local) -> str:
        if node.slot in self.arguments:
            return self.arguments[node.slot]
        value = f"lazy(x, e, {node.slot})" if node.let else f"e[{node.slot}]"
        return f"known({value})" if self.carries and self.slots.get(node.slot) != NUMBER else value

    def _factat(self, node: r.FactAt) -> str:
        keys = "".join(f", {key}" for key in self.operands(*node.keys))
        return f"r_{node.name}(x{keys})"

    def _valueat(self, node: r.ValueAt) -> str:
        args = "".join(f", {arg}" for arg in self.operands(*node.args))
        return f"v_{node.name}(x{args})"

    def _members(self, node: r.Members) -> str:
        known = self.closed.get(node.kind)
        return f"x.whole({node.kind!r})" if known is None else repr(known)

    def _builtincall(self, node: r.BuiltinCall) -> str:
        args = "".join(f", {arg}" for arg in self.operands(*node.args))
        return f"known(b_{node.name}(x{args}))"

    def _lookup(self, node: r.LookUp) -> str:
        holder, key = self.operands(node.holder, node.key)
        return f"held({holder}, {key})"

    # ---- logic -----------------------------------------------------------------------------------------------------

    def flag(self, node: r.Expr) -> str:
        """A value that must be yes or no."""
        value = self.expr(node)
        return value if self.sort(node) == FLAG else f"sure({value})"

    def _not(self, node: r.Not) -> str:
        return f"(not {self.flag(node.body)})"

    def _and(self, node: r.And) -> str:
        return self._chain(node.parts, "and")

    def _or(self, node: r.Or) -> str:
        return self._chain(node.parts, "or")

    def _chain(self, parts: tuple[r.Expr, ...], word: str) -> str:
        """`a and b` where the later parts need no statements of their own; nested ifs where they do."""
        first = self.flag(parts[0])
        if len(parts) == 1:
            return first
        with self.out.aside() as lines:
            rest = self._chain(parts[1:], word)
        if not lines:
            return f"({first} {word} {rest})"
        name = self.out.temp()
        self.out.line(f"{name} = {first}")
        self.out.line(f"if {name}:" if word == "and" else f"if not {name}:")
        self.out.lines += [" " + line for line in lines]
        self.out.line(f" {name} = {rest}")
        return name

    def _equal(self, node: r.Equal) -> str:
        left, right = self.operands(node.left, node.right)
        sorts = {self.sort(node.left), self.sort(node.right)}
        nothing = any(isinstance(side, r.Const) and side.value is None for side in (node.left, node.right))
        if nothing:
            return f"({left} is {'not ' * node.negated}{right})"
        if NAME in sorts or sorts == {NUMBER} or sorts == {FLAG} or LIST in sorts:
            return f"({left} {'!=' if node.negated else '=='} {right})"
        return f"({'not ' * node.negated}same({left}, {right}))"

    def _order(self, node: r.Order) -> str:
        turned = node.op in ("<=", ">")  # as open code does: a <= b is b >= a
        first, second = self.operands(node.right, node.left) if turned else self.operands(node.left, node.right)
        reaches = node.op in (">=", "<=")
        if self.sort(node.left) == NUMBER and self.sort(node.right) == NUMBER:
            return f"({first} {'>=' if reaches else '<'} {second})"
        return f"{'at_least' if reaches else 'below'}(x, {first}, {second})"

    def _beside(self, node: r.Beside) -> str:
        left, right = self.operands(node.left, node.right)
        return f"beside(x, {left}, {right})"

    def _within(self, node: r.Within) -> str:
        value = self.out.temp()
        self.into(node.left, value)
        low, high = self.operands(node.low, node.high)
        if {self.sort(part) for part in (node.left, node.low, node.high)} == {NUMBER}:
            return f"({'not ' * node.negated}{low} <= {value} <= {high})"
        return f"({'not ' * node.negated}within(x, {value}, {low}, {high}))"

    def _among(self, node: r.Among) -> str:
        items = node.items
        if isinstance(items, r.ListOf) and items.items and self.sort(node.left) != FLAG:
            written = [item.value for item in items.items if isinstance(item, r.Const) and isinstance(item.value, str)]
            if len(written) == len(items.items):
                return f"({self.expr(node.left)} {'not ' * node.negated}in {tuple(written)!r})"
        if isinstance(items, r.Members) and items.kind in self.closed:
            names = ", ".join(map(repr, self.closed[items.kind]))
            return f"({self.expr(node.left)} {'not ' * node.negated}in {{{names}}})" if names else repr(node.negated)
        left, right = self.operands(node.left, node.items)
        return f"({'not ' * node.negated}among(x, {left}, {right}))"

    def _span(self, node: r.Span) -> str:
        low, high = self.operands(node.low, node.high)
        return f"spanned(x, {low}, {high})"

    # ---- over members ----------------------------------------------------------------------------------------------

    def items(self, over: r.Over, *, ordered: bool = False) -> str:
        """What a loop goes over; `ordered`: where it counts what comes first."""
        if isinstance(over.items, r.Span):
            low, high = self.operands(over.items.low, over.items.high)
            return f"x.turns(span(x, {low}, {high}))"
        found = self.expr(over.items)
        found = f"laid({found})" if ordered else found
        listed = found if self.sort(over.items) == LIST else f"items_of(x, {found})"
        if self._loops:
            return f"x.turns({listed})"
        if isinstance(over.items, r.Members) and over.items.kind in self.closed:
            return listed  # once over the members of a kind is no more than working out a value, which counts
        name = self.out.temp()
        self.out.line(f"{name} = {listed}")
        self.out.line(f"x.meter.left -= len({name})")  # looked at where the next value is worked out
        return name

    @contextmanager
    def _each(self, over: r.Over, items: str) -> Iterator[None]:
        """The body of a loop; loops inside of it are looked at before each of their turns begins."""
        with self.out.block(f"for {self.variable(over)} in {items}:"):
            self._loops += 1
            yield
            self._loops -= 1

    def _quantified(self, node: r.Quantified) -> str:
        over, out = node.over, self.out
        assert over.test is not None
        result = out.temp()
        items = self.items(over)
        every = node.mode == "every"
        if node.least is not None:
            needed = out.temp()
            self.into(node.least, needed)
            out.line(f"{result} = 0")
            with self._each(over, items), out.block(f"if {self.flag(over.test)}:"):
                out.line(f"{result} += 1")
                out.line(f"if {result} >= {needed}: break")
            return f"({result} >= {needed})"
        out.line(f"{result} = {every}")
        with self._each(over, items):
            test = self.flag(over.test)
            with out.block(f"if {'not ' * every}{test}:"):
                out.line(f"{result} = {not every}")
                out.line("break")
        return result

    def _loop(self, over: r.Over, body: str) -> None:
        """A loop whose body is one line, for those that count."""
        out = self.out
        items = self.items(over)
        with self._each(over, items):
            if over.test is None:
                out.line(body)
            else:
                with out.block(f"if {self.flag(over.test)}:"):
                    out.line(body)

    def _count(self, node: r.Count) -> str:
        if node.over.test is None:
            return f"len({self.items(node.over)})"
        result = self.out.temp()
        self.out.line(f"{result} = 0")
        self._loop(node.over, f"{result} += 1")
        return result

    def _those(self, node: r.Those) -> str:
        if node.over.test is None:
            return f"x.whole_list(tuple({self.items(node.over)}))"
        result = self.out.temp()
        self.out.line(f"{result} = []")
        self._loop(node.over, f"{result}.append({f'q{node.over.var.index}'})")
        return f"x.whole_list(tuple({result}))"

    def _total(self, node: r.Total) -> str:
        out, over = self.out, node.over
        result = out.temp()
        add = node.op == "sum"
        out.line(f"{result} = {'0' if add else '[]'}")
        items = self.items(over)
        with self._each(over, items):
            if over.test is not None:
                out.line(f"if not {self.flag(over.test)}: continue")
            value = self.expr(node.value)
            out.line(f"{result} += {value}" if add else f"{result}.append({value})")
        return result if add else f"extreme(x, {result}, {node.op == 'max'})"

    def _fold(self, node: r.Fold) -> str:
        parts = self.operands(*node.parts)
        if len(parts) == 1 or any(self.sort(part) != NUMBER for part in node.parts):
            listed = (
                f"list({parts[0]})"
                if len(parts) == 1 and self.sort(node.parts[0]) == LIST
                else f"folded([{', '.join(parts)}])"
            )
            return f"total({listed})" if node.op == "sum" else f"extreme(x, {listed}, {node.op == 'max'})"
        return f"({' + '.join(parts)})" if node.op == "sum" else f"{node.op}({', '.join(parts)})"

    def _pick(self, node: r.Pick) -> str:
        out, over = self.out, node.over
        result, items, variable = out.temp(), self.items(over, ordered=node.by is None), self.variable(over)
        listed = out.temp()
        if node.by is not None:
            out.line(f"{listed} = []")
            with self._each(over, items):
                out.line(f"{listed}.append((rank(x, {self.expr(node.by)}), {variable}))")
            out.line(f"{listed} = in_order({listed}, {node.mode == 'last'})")
        else:
            out.line(f"{listed} = {items}")
        out.line(f"{result} = None")
        forward = node.by is not None or node.mode == "first"
        with self._each(over, listed if forward else f"reversed({listed})"):
            test = "True" if over.test is None else self.flag(over.test)
            with out.block(f"if {test}:"):
                out.line(f"{result} = {variable}")
                out.line("break")
        return result

    def _best(self, node: r.Best) -> str:
        out, over = self.out, node.over
        found = out.temp()
        out.line(f"{found} = []")
        self._loop(over, f"{found}.append({f'q{over.var.index}'})")
        for by in node.by:
            scores = out.temp()
            looked_at = by is node.by[0] and self.NOTING  # open code looks at the first key whatever it decides
            with out.block("if True:" if looked_at else f"if len({found}) > 1:"):
                out.line(f"{scores} = []")
                with self._each(over, found):
                    out.line(f"{scores}.append({self.expr(by)})")
                out.line(f"{found} = highest({found}, {scores})")
        return f"tuple({found})"

    def _reach(self, node: r.Reach) -> str:
        out, variable = self.out, f"q{node.var.index}"
        seen, queue = out.temp(), out.temp()
        out.line(f"{queue} = [{self.expr(node.start)}]")
        out.line(f"{seen} = {{}}")
        self._loops += 1
        with out.block(f"while {queue}:"):
            out.line(f"{variable} = {queue}.pop()")
            out.line("x.meter.spend(1)")
            out.line(f"if {variable} in {seen} or {variable} is None: continue")
            out.line(f"if not {self.flag(node.test)}: continue")
            out.line(f"{seen}[{variable}] = None")
            out.line(f"{queue}.extend(x.turns({self.expr(node.following)} or ()))")
        self._loops -= 1
        return f"tuple({seen})"

    # ---- arithmetic and the rest -----------------------------------------------------------------------------------

    def _times(self, node: r.Arithmetic) -> str:
        """A product; of nothing the other side is not looked at, as in open code."""
        out, left, result = self.out, self.out.temp(), self.out.temp()
        self.into(node.left, left)
        out.line(f"if {left} == 0 and {left} is not False: {result} = 0")
        with out.block("else:"):
            out.line(f"{result} = times(x, {left}, {self.expr(node.right)})")
        return result

    def _arithmetic(self, node: r.Arithmetic) -> str:
        if node.op == "*":
            return self._times(node)
        left, right = self.operands(node.left, node.right)
        if node.op == "+" and (self.sort(node.left) != NUMBER or self.sort(node.right) != NUMBER):
            return f"plus(x, {left}, {right})"
        if node.op in ("+", "-"):
            return f"({left} {node.op} {right})"
        divisor = right if right.isdigit() and int(right) else f"divisor({right})"
        return f"(-((-{left}) // {divisor}))" if node.op == "up" else f"({left} // {divisor})"

    def _choice(self, node: r.Choice) -> str:
        test = self.flag(node.test)
        with self.out.aside() as then_lines:
            then = self.expr(node.then)
        with self.out.aside() as other_lines:
            other = self.expr(node.other)
        if not then_lines and not other_lines:
            return f"({then} if {test} else {other})"
        name = self.out.temp()
        self.out.line(f"if {test}:")
        self.out.lines += [" " + line for line in then_lines]
        self.out.line(f" {name} = {then}")
        self.out.line("else:")
        self.out.lines += [" " + line for line in other_lines]
        self.out.line(f" {name} = {other}")
        return name

    def _before(self, node: r.Before) -> str:
        """The same on the state before: the context is exchanged while the part is worked out."""
        now, result = self.out.temp(), self.out.temp()
        self.out.line(f"{now} = x")
        self.out.line("x = x.before or x")
        self.into(node.body, result)
        self.out.line(f"x = {now}")
        return result

    def _possible(self, node: r.Possible) -> str:
        deed, by = self.operands(node.deed, node.by)
        return f"known(possible(x, {deed}, {by}, {node.own}))"

    def _supposing(self, node: r.Supposing) -> str:
        """The same on the state as it would be: the context is exchanged while the part is worked out."""
        deed, by = self.operands(node.deed, node.by)
        now, then, result = self.out.temp(), self.out.temp(), self.out.temp()
        self.out.line(f"{then} = supposed(x, {deed}, {by})")
        self.out.line(f"if {then} is None: raise Untold")
        self.out.line(f"{now} = x")
        self.out.line(f"x = {then}")
        with self.out.block("try:"):
            self.into(node.body, result)
        with self.out.block("finally:"):  # whoever gives up in there is noted down here
            self.out.line(f"x = {now}")
        self.out.line(f"if {then} is not x: learn(x, {then})")
        return result
