"""The open target: strong Kleene logic over partial states; the context keeps the books."""

from __future__ import annotations

from referee.compiler.targets.emitter import Emitter
from referee.resolved.tree import nodes as r
from referee.values import UNSEEN

#: built-in functions that look at the faces of a pile -> which argument that is
FACES = {"top": 0, "bottom": 0, "card_at": 0, "how_many": 1}


class Open(Emitter):
    """Writes expressions for states in which anything may be unknown."""

    # ---- names -----------------------------------------------------------------------------------------------------

    def _local(self, node: r.Local) -> str:
        if node.slot in self.arguments:
            return self.arguments[node.slot]
        return f"o_lazy(x, e, {node.slot})" if node.let else f"e[{node.slot}]"

    def _factat(self, node: r.FactAt) -> str:
        word = "o_field" if node.field else "o_fact"
        return f"{word}(x, {node.name!r}, {self.tuple_of(node.keys)})"

    def _valueat(self, node: r.ValueAt) -> str:
        return f"o_value(x, {node.name!r}, {self.tuple_of(node.args)})"

    def _members(self, node: r.Members) -> str:
        known = self.closed.get(node.kind)
        return f"x.members({node.kind!r})" if known is None else repr(known)

    def _builtincall(self, node: r.BuiltinCall) -> str:
        args = self.operands(*node.args)
        pile = FACES.get(node.name)
        if pile is not None and isinstance(fact := node.args[pile], r.FactAt):
            places = {"bottom": "-1", "card_at": f"place({args[-1]})"}
            args[pile] = self._faces(fact, places.get(node.name, "0"))
        return f"b_{node.name}(x{''.join(f', {arg}' for arg in args)})"

    def _faces(self, node: r.FactAt, end: str = "0") -> str:
        """A fact that may be a pile of which the faces count, not the number alone."""
        return f"o_faces(x, {node.name!r}, {self.tuple_of(node.keys)}, {end})"

    def _listed(self, node: r.Expr) -> str:
        """What is gone over, or in which something may be."""
        return self._faces(node) if isinstance(node, r.FactAt) else self.expr(node)

    def _lookup(self, node: r.LookUp) -> str:
        holder, key = self.operands(node.holder, node.key)
        return f"look_up({holder}, {key})"

    # ---- logic -----------------------------------------------------------------------------------------------------

    def _not(self, node: r.Not) -> str:
        return f"negate({self.expr(node.body)})"

    def _and(self, node: r.And) -> str:
        return self._connected(node.parts, "True", "False")

    def _or(self, node: r.Or) -> str:
        return self._connected(node.parts, "False", "True")

    def _connected(self, parts: tuple[r.Expr, ...], neutral: str, deciding: str) -> str:
        """Part by part until one decides; what is unknown is kept while the rest is looked at."""
        out = self.out
        result, value = out.temp(), out.temp()
        out.line(f"{result} = {neutral}")
        with out.block("while True:"):
            for part in parts:
                self.into(part, value)
                with out.block(f"if {value} is {deciding}:"):
                    out.line(f"{result} = {deciding}")
                    out.line("break")
                out.line(f"if {value} is not {neutral}: {result} = doubt({result}, {value}, {neutral})")
            out.line("break")
        return result

    def _equal(self, node: r.Equal) -> str:
        left, right = self.operands(node.left, node.right)
        found = f"equal(x, {left}, {right})"
        return f"negate({found})" if node.negated else found

    def _order(self, node: r.Order) -> str:
        turned = node.op in ("<=", ">")
        first, second = self.operands(node.right, node.left) if turned else self.operands(node.left, node.right)
        if node.op in (">=", "<="):
            return f"o_at_least(x, {first}, {second})"
        return f"negate(o_at_least_or_none(x, {first}, {second}))"

    def _beside(self, node: r.Beside) -> str:
        left, right = self.operands(node.left, node.right)
        return f"o_beside(x, {left}, {right})"

    def _within(self, node: r.Within) -> str:
        out = self.out
        value, above, below, result = out.temp(), out.temp(), out.temp(), out.temp()
        self.into(node.left, value)
        out.line(f"{above} = o_at_least(x, {value}, {self.expr(node.low)})")
        out.line(f"{result} = False")
        with out.block(f"if {above} is not False:"):
            out.line(f"{below} = o_at_least(x, {self.expr(node.high)}, {value})")
            out.line(f"{result} = both({above}, {below})")
        return f"negate({result})" if node.negated else result

    def _among(self, node: r.Among) -> str:
        left, right = self.operands(node.left, node.items)
        if isinstance(node.items, r.FactAt):
            right = self._faces(node.items)
            return f"o_among(x, {left}, {right}, {node.kind!r}, {node.negated}, {node.items.name!r})"
        return f"o_among(x, {left}, {right}, {node.kind!r}, {node.negated})"

    def _span(self, node: r.Span) -> str:
        low, high = self.operands(node.low, node.high)
        return f"o_span(x, {low}, {high})"

    # ---- over members ----------------------------------------------------------------------------------------------

    def _begin(self, over: r.Over, result: str, unknown: str, *, faces: bool = True, bounded: bool = False) -> str:
        """Writes what a loop goes over, and `result` where that is not known; gives the name of the items.

        `faces`: whether more than the number of cards counts where it is a pile; `bounded`: the loop goes over what may be there."""
        items = self.out.temp()
        if isinstance(over.items, r.Span):  # to be gone over, not kept
            low, high = self.operands(over.items.low, over.items.high)
            self.out.line(f"{items} = o_range({low}, {high})")
        else:
            self.out.line(f"{items} = {self._listed(over.items) if faces else self.expr(over.items)}")
        self.out.line(f"if {items} is SILENT: {result} = SILENT")
        vague = f" and {items}.possible is None" if bounded else ""
        self.out.line(f"elif type({items}) is Unknown{vague}: {result} = {unknown}")
        return items

    def _test(self, over: r.Over) -> str:
        return "True" if over.test is None else self.expr(over.test)

    def _quantified(self, node: r.Quantified) -> str:
        over, out = node.over, self.out
        result = out.temp()
        items = self._begin(over, result, "MAYBE")
        needed, sure, possible, value = (out.temp() for _ in range(4))
        with out.block("else:"):
            out.line(f"{needed} = {'1' if node.least is None else self.expr(node.least)}")
            out.line(f"if type({needed}) is Unknown: {result} = MAYBE")
            with out.block("else:"):
                out.line(f"{sure} = {possible} = 0")
                with out.block(f"for {self.variable(over)} in x.each({items}):"):
                    self.into(over.test or r.Const(True), value)
                    if node.mode == "every":
                        with out.block(f"if {value} is False:"):
                            out.line(f"{result} = False")
                            out.line("break")
                        out.line(f"if {value} is not True: {possible} = 1")
                    else:
                        with out.block(f"if {value} is not False:"):
                            out.line(f"{possible} += 1")
                            out.line(f"if {value} is True: {sure} += 1")
                            with out.block(f"if {sure} >= {needed}:"):
                                out.line(f"{result} = True")
                                out.line("break")
                with out.block("else:"):
                    if over.kind and over.kind not in self.closed:
                        out.line(f"if x.lacks_members({over.kind!r}): {result} = MAYBE")
                        out.line(f"else: {result} = {self._quantity(node.mode, needed, possible)}")
                    else:
                        out.line(f"{result} = {self._quantity(node.mode, needed, possible)}")
        return result

    def _quantity(self, mode: str, needed: str, possible: str) -> str:
        return f"MAYBE if {possible} else True" if mode == "every" else f"MAYBE if {possible} >= {needed} else False"

    def _count(self, node: r.Count) -> str:
        over, out = node.over, self.out
        result = out.temp()
        items = self._begin(over, result, "AT_LEAST_NONE", faces=over.test is not None)
        sure, possible, value = (out.temp() for _ in range(3))
        with out.block("else:"):
            out.line(f"{sure} = {possible} = 0")
            with out.block(f"for {self.variable(over)} in x.each({items}):"):
                out.line(f"{value} = {self._test(over)}")
                with out.block(f"if {value} is not False:"):
                    out.line(f"{possible} += 1")
                    out.line(f"if {value} is True: {sure} += 1")
            out.line(f"{result} = counted(x, {self._open_kind(over)}, {sure}, {possible})")
        return result

    def _open_kind(self, over: r.Over) -> str:
        return repr(over.kind) if over.kind and over.kind not in self.closed else "''"

    def _total(self, node: r.Total) -> str:
        over, out = node.over, self.out
        result = out.temp()
        items = self._begin(over, result, "UNKNOWN")
        values, counts = out.temp(), out.temp()
        with out.block("else:"):
            out.line(f"{values} = []")
            with out.block(f"for {self.variable(over)} in x.each({items}):"):
                if over.test is not None:
                    self.into(over.test, counts)
                    out.line(f"if {counts} is False: continue")
                value = self.expr(node.value)
                if over.test is None:
                    out.line(f"{values}.append({value})")
                else:
                    doubtful = f"join((0, {value}))" if node.op == "sum" else "UNKNOWN"
                    out.line(f"{values}.append({value} if {counts} is True else {doubtful})")
            out.line(f"{result} = totalled(x, {self._open_kind(over)}, {node.op!r}, {values})")
        return result

    def _fold(self, node: r.Fold) -> str:
        parts = ", ".join(self.operands(*node.parts))
        return f"totalled(x, '', {node.op!r}, folded([{parts}]))"

    def _those(self, node: r.Those) -> str:
        over, out = node.over, self.out
        result = out.temp()
        items = self._begin(over, result, "UNKNOWN", bounded=True)
        found, value, possible, doubtful = (out.temp() for _ in range(4))
        variable = self.variable(over)
        with out.block("else:"):
            out.line(f"{found}, {possible} = [], None")  # the second once something is in doubt
            out.line(f"{items}, {doubtful} = o_drawn({items})")
            with out.block(f"for {variable} in x.each({items}):"):
                out.line(f"{value} = {self._test(over)}")
                out.line(f"if {value} is False: continue")
                with out.block(f"if {value} is SILENT:"):
                    out.line(f"{result} = SILENT if {possible} is None else UNKNOWN")
                    out.line("break")
                out.line(f"if {variable} in {doubtful}: {value} = MAYBE")
                out.line(f"if {value} is not True and {possible} is None: {possible} = list({found})")
                out.line(f"if {possible} is not None: {possible}.append({variable})")
                out.line(f"if {value} is True: {found}.append({variable})")
            with out.block("else:"):
                out.line(f"{result} = filtered(x, {found}, {possible})")
        return result

    def _pick(self, node: r.Pick) -> str:
        over, out = node.over, self.out
        result = out.temp()
        items = self._begin(over, result, "UNKNOWN")
        listed, key, value, found = (out.temp() for _ in range(4))
        variable = self.variable(over)
        with out.block("else:"):
            if node.by is None:
                out.line(f"{items} = o_laid({items})")
            out.line(f"{listed} = None if type({items}) is Unknown else x.each({items})")
            if node.by is not None:
                out.line(f"{found} = []")
                with out.block(f"for {variable} in {listed}:"):
                    self.into(node.by, key)
                    with out.block(f"if type({key}) is Unknown or {key} is SILENT or {key} == {UNSEEN!r}:"):
                        out.line(f"{listed} = None")
                        out.line("break")
                    out.line(f"{found}.append((rank(x, {key}), {variable}))")
                with out.block("else:"):
                    out.line(f"{listed} = in_order({found}, {node.mode == 'last'})")
            out.line(f"if {listed} is None: {result} = UNKNOWN")
            with out.block("else:"):
                out.line(f"{found} = []")
                forward = node.by is not None or node.mode == "first"
                with out.block(f"for {variable} in {listed if forward else f'reversed({listed})'}:"):
                    out.line(f"{value} = {self._test(over)}")
                    out.line(f"if {value} is not False: {found}.append({variable})")
                    with out.block(f"if {value} is True:"):
                        out.line(f"{result} = {found}[0] if len({found}) == 1 else Unknown(options=tuple({found}))")
                        out.line("break")
                with out.block("else:"):
                    out.line(f"{result} = Unknown(options=(*{found}, None)) if {found} else None")
        return result

    def _best(self, node: r.Best) -> str:
        over, out = node.over, self.out
        result = out.temp()
        items = self._begin(over, result, "UNKNOWN")
        found, value = out.temp(), out.temp()
        variable = self.variable(over)
        with out.block("else:"):
            out.line(f"{found} = []")
            with out.block(f"for {variable} in x.each({items}):"):
                out.line(f"{value} = {self._test(over)}")
                out.line(f"if {value} is True: {found}.append({variable})")
                with out.block(f"elif {value} is not False:"):
                    out.line(f"{found} = None")
                    out.line("break")
            for by in node.by:
                scores = out.temp()
                with out.block(
                    f"if type({found}) is list and {'len(' + found + ') > 1' if by is not node.by[0] else 'True'}:"
                ):
                    out.line(f"{scores} = []")
                    with out.block(f"for {variable} in {found}:"):
                        out.line(f"{scores}.append({self.expr(by)})")
                    out.line(f"{found} = o_highest({found}, {scores})")
            out.line(f"{result} = UNKNOWN if {found} is None else tuple({found})")
        return result

    def _reach(self, node: r.Reach) -> str:
        out, variable = self.out, f"q{node.var.index}"
        seen, queue, value, result = (out.temp() for _ in range(4))
        out.line(f"{queue} = [{self.expr(node.start)}]")
        out.line(f"{seen} = {{}}")
        out.line(f"{result} = UNKNOWN if not_known({queue}[0]) else None")
        with out.block(f"while {queue} and {result} is None:"):
            out.line(f"{variable} = {queue}.pop()")
            out.line("x.meter.spend(1)")
            out.line(f"if {variable} in {seen} or {variable} is None: continue")
            self.into(node.test, value)
            with out.block(f"if {value} is True:"):
                out.line(f"{seen}[{variable}] = None")
                self.into(node.following, value)
                out.line(f"if not_known({value}): {result} = UNKNOWN")
                out.line(f"else: {queue}.extend(x.turns({value} or ()))")
            out.line(f"elif {value} is not False: {result} = UNKNOWN")
        return f"(tuple({seen}) if {result} is None else {result})"

    # ---- arithmetic and the rest -----------------------------------------------------------------------------------

    def _arithmetic(self, node: r.Arithmetic) -> str:
        out = self.out
        if node.op == "*":
            left, result = out.temp(), out.temp()
            self.into(node.left, left)
            out.line(f"if {left} == 0 and {left} is not False: {result} = 0")
            with out.block("else:"):
                out.line(f"{result} = multiply({left}, {self.expr(node.right)})")
            return result
        left_value, right_value = self.operands(node.left, node.right)
        if node.op in ("+", "-"):
            return f"{'add' if node.op == '+' else 'subtract'}({left_value}, {right_value})"
        return f"divide({left_value}, {right_value}, {node.op == 'up'})"

    def _choice(self, node: r.Choice) -> str:
        out = self.out
        test, result, then, other = (out.temp() for _ in range(4))
        self.into(node.test, test)
        out.line(f"{then} = {other} = None")
        with out.block(f"if {test} is not False and {test} is not SILENT:"):
            self.into(node.then, then)
        with out.block(f"if {test} is not True and {test} is not SILENT:"):
            self.into(node.other, other)
        out.line(f"{result} = chosen({test}, {then}, {other})")
        return result

    def _before(self, node: r.Before) -> str:
        now, result = self.out.temp(), self.out.temp()
        self.out.line(f"{now} = x")
        self.out.line("x = x.before or x")
        self.into(node.body, result)
        self.out.line(f"x = {now}")
        return result

    def _possible(self, node: r.Possible) -> str:
        deed, by = self.operands(node.deed, node.by)
        return f"possible(x, {deed}, {by}, {node.own})"

    def _supposing(self, node: r.Supposing) -> str:
        deed, by = self.operands(node.deed, node.by)
        now, result = self.out.temp(), self.out.temp()
        self.out.line(f"{now} = x")
        self.out.line(f"x = supposed(x, {deed}, {by})")
        self.out.line(f"if x is None: {result} = UNKNOWN")
        with self.out.block("else:"):
            self.into(node.body, result)
            self.out.line(f"learn({now}, x)")
        self.out.line(f"x = {now}")
        return result
