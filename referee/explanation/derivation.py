"""How a value comes about: the sum with its figures, what each figure is, and by which paragraph. For reading only."""

from __future__ import annotations

from collections.abc import Iterator

from grammar import nodes as n
from grammar.base.corollaries import ORDER
from kb.rules.program import Cited, ValueInfo
from referee.errors import NeedFact, RefereeError
from referee.evaluation.context import Context
from referee.evaluation.members import own_names
from referee.evaluation.scope import Scope
from referee.evaluation.sight import view
from referee.explanation.attempts import failing, is_reading, narrowed, tried
from referee.explanation.figured import Line, added, are_known, children, is_figure, within
from referee.explanation.naming import contrary_of, heading_over
from referee.explanation.phrases import phrase
from referee.explanation.said import joined
from referee.explanation.sentences import NAMELESS
from referee.explanation.settled import Settling
from referee.explanation.wording import Wording
from referee.questions.question import Question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.values import Deed, Silent, Unknown

#: how deep a derivation goes, and how many lines it has at most
DEEPEST, LONGEST = 4, 40
#: of how many members it is told that they are not like the rest
UNLIKE = 3
#: signs of arithmetic, and how tightly they bind
SIGNS = {"+": ("+", 1), "-": ("−", 1), "*": ("×", 2), "up": ("÷", 2), "down": ("÷", 2)}
#: expressions with their own variable: shown as a whole
OVER = n.Count | n.Quantified | n.Reach


_ORDER = n.corollary(ORDER, "")


def derive(code: Code, question: Question, situation: Situation, words: Wording, viewer: str | None) -> Line | None:
    """The derivation of an asked value; None where there is nothing to take apart."""
    body = question.body
    if question.action is not None or question.after or not isinstance(body, n.Name | n.Call):
        return None
    state, unseen = view(code, situation.state, viewer, situation.rulings)
    ctx = Context(code, state, readings=situation.rulings, unseen=unseen)
    ctx.actor = question.actor
    try:
        line = Deriver(code, ctx, words).reference(body, Scope(), [], 0)
    except (RefereeError, NeedFact):
        return None
    return line if line is not None and (line.parts or line.sum) else None


class Deriver:
    """Takes values apart in one state and one language."""

    def __init__(self, code: Code, ctx: Context, words: Wording) -> None:
        self.ctx, self.code, self.words = ctx, code, words
        self._own = own_names(ctx.state)
        self._left = LONGEST
        self._told: set[tuple[str, tuple[object, ...]]] = set()

    def reference(self, ref: n.Ref, scope: Scope, env: list[object], depth: int) -> Line | None:
        """The line of a fact or value that an expression names; None for anything else, and for what was shown."""
        name, given = (ref.id, ()) if isinstance(ref, n.Name) else (ref.name, ref.args)
        if name in scope.slots or not self.code.has_value(name, len(given)):
            return None
        if depth and name in self.code.program.columns and not self._is_worded(name):
            return None  # a column of a table that players have no word for: its figure stands in the line above
        args = tuple(self._value(arg, scope, env) for arg in given)
        if self._left <= 0 or (name, args) in self._told or any(isinstance(arg, Silent) for arg in args):
            return None
        if depth and (None in args or phrase("unknown", self.words.lang) in map(self.words.value, args)):
            return None  # of nothing, or of what nobody told, there is nothing to tell
        self._left -= 1
        self._told.add((name, args))
        value = self.code.value(self.ctx, name, args)
        line = Line(self.words.name(name, *args), self.words.value(value), paragraph=self._home(name))
        info = self.code.program.values.get(name)
        if name.startswith(_ORDER) or (name, args) in self.ctx.assumed:
            return line  # its parts are the list that is shown; what is taken for granted is no sum
        if info is not None and (name, args) in self.ctx.leaves:  # what is asked for itself is none either
            line.paragraph = info.clauses[0].paragraph
            return line
        if info is not None and depth < DEEPEST and name not in self.ctx.facts and are_known(args):
            self._take_apart(line, info, args, depth)
            if not is_figure(value):
                line.sum = ""  # only figures add up
        elif info is not None and info.mode == "holds" and value is False and name not in self.ctx.facts:
            line.paragraph = next((cited.paragraph for cited, _, _ in failing(info, args, self.code, self._value)), "")
        if depth and value is False and (contrary := self.words.contrary(name, args)):
            line.text, line.shown, line.turned = contrary, self.words.value(True), True  # no “not …: no”
        return line

    def _is_worded(self, name: str) -> bool:
        prose = self.words.game.prose
        return name in prose.words or name in prose.terms

    def _home(self, name: str) -> str:
        program = self.code.program
        if name in program.columns and name not in program.values:
            return str(program.tables[program.columns[name][0]].paragraph)
        return "" if name in program.values else str(program.facts[name].paragraph)

    def _take_apart(self, line: Line, info: ValueInfo, args: tuple[object, ...], depth: int) -> None:
        live = list(self._live(info, args))
        if info.mode == "adds":
            line.parts = [part for part in (self._addend(*clause, depth) for clause in live) if part is not None]
            line.sum = added(part.shown for part in line.parts) if len(line.parts) > 1 else ""
        elif live:
            cited, scope, env = live[0]
            line.paragraph = cited.paragraph
            told = cited.node.when if info.mode == "holds" else cited.node.value
            if told is not None:
                line.sum = "" if info.mode == "holds" else self._sum(told, scope, env)[0]
                line.parts = list(self._parts(told, scope, env, depth + 1))
        elif info.mode == "holds" and line.shown == self.words.value(False):  # of what nobody knows the answer asks
            line.parts = list(self._missed(info, args, depth))
            line.paragraph = line.paragraph or next((part.paragraph for part in line.parts), "")
        if line.sum == line.shown or phrase("unknown", self.words.lang) in line.sum:
            line.sum = ""  # a formula without its figures tells less than its value

    def _live(self, info: ValueInfo, args: tuple[object, ...]) -> Iterator[tuple[Cited, Scope, list[object]]]:
        """The clauses that speak here and are not overridden."""
        found = []
        for cited in info.clauses:
            scope = Scope(tuple(param.name for param in cited.node.params))
            env = list(args)
            if cited.node.when is None or self._value(cited.node.when, scope, env) is True:
                if not any(
                    lifter is None or lifter.now(self.ctx, []) is True
                    for lifter in self.code.lookup.lifters(cited.paragraph)
                ):
                    found.append((cited, scope, env))
        beaten = {target for cited, _, _ in found for target in cited.node.overrides}
        yield from (clause for clause in found if clause[0].paragraph not in beaten)

    def _addend(self, cited: Cited, scope: Scope, env: list[object], depth: int) -> Line | None:
        """What one paragraph adds; nothing where it adds nothing."""
        expr = cited.node.value
        value = self._value(expr, scope, env)
        if value == 0 or self._left <= 0:
            return None
        self._left -= 1
        shown = self.words.value(value)
        total = self._sum(expr, scope, env)[0]
        parts = list(self._parts(expr, scope, env, depth + 1)) if depth + 1 < DEEPEST else []
        if isinstance(expr, n.Total) and len(parts) == 1:
            return parts[0]  # what it is added up of says more than that it was
        text = heading_over(expr, cited.paragraph, self.words) or self.words.expression(expr, scope, env)
        return Line(text, shown, total if total != shown else "", cited.paragraph, parts)

    # ---- an expression ---------------------------------------------------------------------------------------------

    def _value(self, expr: n.Expr, scope: Scope, env: list[object]) -> object:
        return self.code.formula(expr, scope, self._own)(self.ctx, list(env))

    def _sum(self, expr: n.Expr, scope: Scope, env: list[object]) -> tuple[str, int]:
        """Arithmetic with its figures filled in, and how tightly it binds; anything else as its value."""
        if isinstance(expr, n.Arithmetic):
            sign, binds = SIGNS[expr.op]
            left, inner = self._sum(expr.left, scope, env)
            right, other = self._sum(expr.right, scope, env)
            if sign in "+−" and right == "0":
                return left, inner  # what adds nothing is no part of it
            left = f"({left})" if inner < binds else left
            right = f"({right})" if other < binds or (other == binds and sign in "−÷") else right
            if expr.op in ("up", "down") and self._is_rounded(expr, scope, env):
                return phrase(f"rounded.{expr.op}", self.words.lang, f"{left} {sign} {right}"), binds
            return f"{left} {sign} {right}", binds
        if isinstance(expr, n.Fold) and expr.op in ("min", "max"):
            shown = [self._sum(part, scope, env) for part in self._deciding(expr, scope, env)]
            if len(shown) == 1:
                return shown[0]
            listed = joined([text for text, _ in shown], phrase("and", self.words.lang))
            two = ".two" if len(shown) == 2 else ""
            return phrase(f"fold.{expr.op}.figures{two}", self.words.lang, listed), 3
        if isinstance(expr, n.Fold):
            return added(self._sum(part, scope, env)[0] for part in expr.parts), 1
        if isinstance(expr, n.Choice):
            taken = self._taken(expr, scope, env)
            if taken is not None:
                return self._sum(taken, scope, env)
        if isinstance(expr, n.Total) and expr.op == "sum":
            addends = [self._value(expr.value, inner, one) for inner, one in self._over(expr, scope, env)]
            if 1 < len(addends) <= LONGEST and are_known(tuple(addends)):
                return added(self.words.value(addend) for addend in addends if addend != 0) or "0", 1
        value = self._value(expr, scope, env)
        return self.words.value(value), 0 if isinstance(value, Unknown) else 3

    def _deciding(self, expr: n.Fold, scope: Scope, env: list[object]) -> list[n.Expr]:
        """The parts of a least or greatest figure, without bare figures that another one outdoes whatever is told."""
        left = list(expr.parts)
        for part in expr.parts:
            if len(left) > 1 and not isinstance(part, n.Arithmetic | n.Fold | n.Total):
                others = [self._bounds(other, scope, env) for other in left if other is not part]
                low, high = self._bounds(part, scope, env)
                if expr.op == "max":
                    beaten = high is not None and any(least is not None and least >= high for least, _ in others)
                else:
                    beaten = low is not None and any(most is not None and most <= low for _, most in others)
                left = [other for other in left if other is not part] if beaten else left
        return left

    def _bounds(self, expr: n.Expr, scope: Scope, env: list[object]) -> tuple[int | None, int | None]:
        value = self._value(expr, scope, env)
        if isinstance(value, Unknown):
            return value.bounds()
        return (value, value) if type(value) is int else (None, None)

    def _is_rounded(self, expr: n.Arithmetic, scope: Scope, env: list[object]) -> bool:
        left, right = self._value(expr.left, scope, env), self._value(expr.right, scope, env)
        return isinstance(left, int) and isinstance(right, int) and right != 0 and left % right != 0

    def _parts(self, expr: n.Expr, scope: Scope, env: list[object], depth: int) -> Iterator[Line]:
        """The figures an expression names, in its order."""
        if isinstance(expr, n.Name | n.Call):
            line = self.reference(expr, scope, env, depth)
            if line is not None:
                yield line
            elif isinstance(expr, n.Call) and not self.code.has_value(expr.name, len(expr.args)):
                for arg in expr.args:
                    yield from self._parts(arg, scope, env, depth)
        elif isinstance(expr, n.Choice):
            yield from self._parts(expr.test, scope, env, depth)
            taken = self._taken(expr, scope, env)
            if taken is not None:
                yield from self._parts(taken, scope, env, depth)
        elif isinstance(expr, n.Supposing):
            ahead = self._ahead(expr, scope, env)
            if ahead is not None:
                yield from ahead._parts(expr.body, scope, env, depth)
                self._left = ahead._left
        elif isinstance(expr, n.Total):
            yield from self._over_parts(expr, scope, env, depth)
        elif isinstance(expr, n.Those | n.Pick | n.Best):
            yield from self._chosen_parts(expr, scope, env, depth)
        elif isinstance(expr, OVER):
            if self._left > 0 and not isinstance(
                expr, n.Quantified
            ):  # what holds of every or some is told by the answer
                named, value = self._named(expr, scope, env), self._value(expr, scope, env)
                counted = isinstance(expr, n.Count) and expr.body is not None
                if NAMELESS in named or (counted and (value == 0 or isinstance(value, Unknown))):
                    return  # that none was counted, or how many may be, the line above says
                self._left -= 1
                yield Line(named, self.words.value(value), sum=self._listed(expr, scope, env))
        else:
            for inner in children(expr):
                yield from self._parts(inner, scope, env, depth)

    def _named(self, expr: n.Expr, scope: Scope, env: list[object]) -> str:
        """What is shown as a whole; what is counted among others stands behind it."""
        if isinstance(expr, n.Count) and expr.body is not None:
            return phrase("counted", self.words.lang)
        return self.words.expression(expr, scope, env)

    def _chosen_parts(
        self, expr: n.Those | n.Pick | n.Best, scope: Scope, env: list[object], depth: int
    ) -> Iterator[Line]:
        """Among whom they were chosen, all of them, and what each of those who come into question has of what decides."""
        yield from self._parts(expr.members, scope, env, depth)
        if isinstance(expr, n.Best):
            for criterion, figures in narrowed(expr, self._over(expr, scope, env), self._value):
                for (inner, one), figure in figures:
                    yield from self._figure(criterion, inner, one, figure)
        elif isinstance(expr, n.Pick) and expr.by is not None:
            for inner, one in self._over(expr, scope, env):
                yield from self._figure(expr.by, inner, one, self._value(expr.by, inner, one))
        elif isinstance(expr, n.Pick) and expr.body is not None:
            whole = n.Those(expr.var, expr.members, None)
            for (inner, one), held in tried(expr, self._over(whole, scope, env), self._value):
                yield from self._attempt(expr.body, inner, one, held, depth)

    def _figure(self, expr: n.Expr, scope: Scope, env: list[object], value: object) -> Iterator[Line]:
        """What one of those who come into question has of what decides."""
        if any(isinstance(each, n.Total | OVER) for each in within(expr)):
            return  # what goes over others of its own has no name that stands alone
        if self._left > 0 and (said := self._said(expr, scope, env)):
            self._left -= 1
            yield Line(said, self.words.value(value))

    def _said(self, expr: n.Expr, scope: Scope, env: list[object]) -> str:
        """An expression in words, of the things that its keys are here; nothing where these alone decide it."""
        settled = Settling(self._value, scope, env)(expr)
        return "" if isinstance(settled, n.Truth) else self.words.expression(settled, scope, env)

    def _attempt(self, expr: n.Expr, scope: Scope, env: list[object], held: bool, depth: int) -> Iterator[Line]:
        """One of several that were tried: whether it held, and why."""
        found = list(self._parts(expr, scope, env, depth))
        if len(found) == 1 and self._tells(found[0], held):
            yield found[0]
        elif self._left > 0 and (said := self._said(expr, scope, env)):
            self._left -= 1
            yield Line(said, self.words.value(held), "", "", found)

    def _tells(self, line: Line, held: bool) -> bool:
        """Whether a line says already that something holds, or does not."""
        return line.shown == self.words.value(held != line.turned)

    def _missed(self, info: ValueInfo, args: tuple[object, ...], depth: int) -> Iterator[Line]:
        """What is not so of a condition that does not hold."""
        for cited, part, (scope, env) in failing(info, args, self.code, self._value):
            if self._left <= 0:
                return
            if is_reading(part, self.code):
                continue
            inner = list(self._parts(part, scope, env, depth + 1)) if depth + 1 < DEEPEST else []
            held = False
            while isinstance(part, n.Not):  # that something is so is told as that, not as that it is not
                part, held = part.body, not held
            if isinstance(part, n.Choice) or (len(inner) == 1 and self._tells(inner[0], held)):
                yield from inner
            elif isinstance(part, n.Quantified) and part.mode == "every":
                yield from self._unlike(part, scope, env, cited.paragraph)
            elif not held and (contrary := contrary_of(part, self.words, self._value, (scope, env))):
                yield Line(contrary, self.words.value(True), "", cited.paragraph, inner, True)
            elif said := self._said(part, scope, env):
                self._left -= 1
                yield Line(said, self.words.value(held), "", cited.paragraph, inner)

    def _unlike(self, part: n.Quantified, scope: Scope, env: list[object], paragraph: str) -> Iterator[Line]:
        """Of what should hold of every member, those of whom it does not."""
        for inner, one in self._over(n.Those(part.var, part.members, n.Not(part.body)), scope, env)[:UNLIKE]:
            if self._left > 0 and (said := self._said(part.body, inner, one)):
                self._left -= 1
                yield Line(said, self.words.value(False), "", paragraph)

    def _ahead(self, expr: n.Supposing, scope: Scope, env: list[object]) -> Deriver | None:
        """Takes values apart in the state behind a deed that is only supposed."""
        deed, code = expr.deed, self.code
        name, given = (
            (deed.id, ())
            if isinstance(deed, n.Name)
            else (deed.name, deed.args)
            if isinstance(deed, n.Call)
            else ("", ())
        )
        if name not in code.program.procedures:
            return None
        names = [param.name for param in code.program.procedures[name].node.params]
        args = tuple(zip(names, (self._value(arg, scope, env) for arg in given), strict=True))
        ctx = code.foresight.supposed(self.ctx, Deed((name, args)), None)
        if ctx is None:
            return None
        made = Deriver(code, ctx, self.words)
        made._left, made._told = self._left, self._told
        return made

    def _taken(self, expr: n.Choice, scope: Scope, env: list[object]) -> n.Expr | None:
        test = self._value(expr.test, scope, env)
        return expr.then if test is True else expr.other if test is False else None

    def _over(
        self, expr: n.Total | n.Those | n.Pick | n.Best, scope: Scope, env: list[object]
    ) -> list[tuple[Scope, list[object]]]:
        """Every member a sum goes over, as scope and locals of its value."""
        members = self._value(n.Those(expr.var, expr.members, expr.body), scope, env)
        inner = scope.child(expr.var)
        found = []
        for member in members if isinstance(members, tuple) else ():
            one = [*env, *([None] * (inner.frame.size - len(env)))]
            one[inner.slots[expr.var]] = member
            found.append((inner, one))
        return found

    def _over_parts(self, expr: n.Total, scope: Scope, env: list[object], depth: int) -> Iterator[Line]:
        for inner, one in self._over(expr, scope, env):
            value = self._value(expr.value, inner, one)
            if value == 0 or self._left <= 0:
                continue
            found = list(self._parts(expr.value, inner, one, depth)) if depth < DEEPEST else []
            text = self._said(expr.value, inner, one)
            if len(found) == 1 or NAMELESS in text or isinstance(expr.value, n.Total):
                yield from found
            else:
                self._left -= 1
                yield Line(text, self.words.value(value), self._sum(expr.value, inner, one)[0], "", found)

    def _listed(self, expr: n.Expr, scope: Scope, env: list[object]) -> str:
        """Which members were counted."""
        if not isinstance(expr, n.Count):
            return ""
        members = self._value(n.Those(expr.var, expr.members, expr.body), scope, env)
        return self.words.value(members) if isinstance(members, tuple) and 0 < len(members) <= 12 else ""
