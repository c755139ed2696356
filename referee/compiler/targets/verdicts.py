"""The verdict on an action in the told target: every check in one plain function that stops at the first failure."""

from __future__ import annotations

from collections.abc import Sequence

from referee.compiler.targets.told import Told
from referee.compiler.targets.writer import Writer
from referee.units.clauses import Check, EachCode, Judged, LimitCode, OptionCode


class VerdictWriter:
    """Writes the verdict of one action."""

    def __init__(self, action: Judged) -> None:
        self.action = action
        self.out = Writer()
        compiler = action.compiler
        self.target = Told(self.out, compiler.sorts, action.scope.sorts, compiler.program.members)
        self.compiler = compiler

    def written(self) -> str:
        """The source of the function."""
        out, action = self.out, self.action
        with out.block("def verdict(x, e, nested):"):
            self._actor()
            if any(self._costs(part) for part in [*action.class_parts, *action.parts]):
                out.line("spent = {}")
            if action.class_parts:
                with out.block("if not nested:"):
                    self._parts(action.class_parts)
            self._parts(action.parts)
            for limit in action.limits:
                with out.block("if not nested:"):
                    self._limit(limit)
            out.line("return True")
        return out.text()

    def partly(self, parts: Sequence[object]) -> str:
        """The source of a function of some checks alone: whether none of them fails."""
        out = self.out
        with out.block("def partial(x, e):"):
            out.line("spent = {}")
            self._parts(parts)
            out.line("return True")
        return out.text()

    def _costs(self, part: object) -> bool:
        if isinstance(part, Check):
            return part.cost is not None
        return isinstance(part, EachCode | OptionCode) and any(self._costs(inner) for inner in part.parts)

    def _actor(self) -> None:
        action, out = self.action, self.out
        actor = f"e[{action.scope.slots[action.node.actor]}]"
        if action.among is not None:
            out.line(f"if not among(x, {actor}, {self.target.expr(action.among.expr)}): return False")
        elif action.node.kind in self.compiler.program.members:
            names = self.compiler.program.members[action.node.kind]
            out.line(f"if {actor} not in {names!r}: return False")
        else:
            out.line(f"if {actor} is None: return False")
            out.line(
                f"if x.is_complete({action.node.kind!r}) and {actor} not in x.members({action.node.kind!r}): return False"
            )

    def _parts(self, parts: Sequence[object]) -> None:
        out = self.out
        for part in parts:
            if isinstance(part, Check) and part.kind != "after":
                self._check(part)
            elif isinstance(part, EachCode):
                members = out.temp()
                self.target.into(part.members.expr, members)
                basket = part.basket()
                if basket is not None:
                    out.line(f"{members} = given({self.target.expr(basket)}, {members})")
                with out.block(f"if {members} is not None:"):
                    element = out.temp()
                    with out.block(f"for {element} in items_of(x, {members}):"):
                        out.line(f"e[{part.slot}] = {element}")
                        if part.test is not None:
                            out.line(f"if not {self.target.flag(part.test.expr)}: continue")
                        self._parts(part.parts)
            elif isinstance(part, OptionCode):
                with out.block(f"if e[{part.slot}] is True:"):
                    self._parts(part.parts)
            elif isinstance(part, LimitCode):
                self._limit(part)

    def _limit(self, limit: LimitCode) -> None:
        assert limit.most is not None
        most, index = self.target.expr(limit.most.expr), self.action.limits.index(limit)
        self.out.line(f"if x.code.action({self.action.name!r}).used(x, e, {index}) >= {most}: return False")

    def _check(self, check: Check) -> None:
        """One check: where it applies and does not hold, the verdict is no, unless something lifts it."""
        out = self.out
        if check.guard is not None:
            with out.block(f"if {self.target.flag(check.guard.expr)}:"):
                self._body(check)
        else:
            self._body(check)

    def _body(self, check: Check) -> None:
        out = self.out
        if check.cost is not None:
            amount = out.temp()
            self.target.into(check.cost.amount.expr, amount)
            places = [
                "None"
                if not place.name
                else f"({place.name!r}, {self.target.tuple_of(tuple(key.expr for key in place.keys))})"
                for place in check.cost.source
            ]
            failing = f"{amount} != 0 and not afford(x, {amount}, [{', '.join(places)}], spent)"
        elif check.kind == "forbidden":
            failing = "True" if check.body is None else self.target.flag(check.body.expr)
        else:
            assert check.body is not None
            failing = f"not {self.target.flag(check.body.expr)}"
        lifts = [(paragraph, guard) for paragraph, guard, _ in check.lifts]
        if not lifts:
            out.line(f"if {failing}: return False")
            return
        with out.block(f"if {failing}:"):
            if any(guard is None for _, guard in lifts):
                return
            with out.block("while True:"):
                for _, guard in lifts:
                    assert guard is not None
                    out.line(f"if {self.target.flag(guard.expr)}: break")
                out.line("return False")
