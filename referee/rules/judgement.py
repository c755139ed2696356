"""Judging an action: every check with its status, its paragraphs and what it still needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from referee.evaluation import kleene
from referee.runtime.functions import given
from referee.units.clauses import Check, CostCode, EachCode, Judged, OptionCode, Part, Result
from referee.units.places import PlaceKey, available
from referee.values import MAYBE, SILENT, Unknown

if TYPE_CHECKING:
    from referee.evaluation.context import Context
    from referee.units.formula import Formula

#: what a value of a check comes to
STATUS = {True: "pass", False: "fail"}


class Judgement:
    """One judgement of one action; `full` False stops at the first failure, `nested`: done by an effect."""

    def __init__(self, action: Judged, ctx: Context, e: list[object], *, nested: bool, full: bool) -> None:
        self.action, self.ctx, self.e = action, ctx, e
        self.nested, self.full = nested, full
        self.results: list[Result] = []
        self.spent: dict[PlaceKey, object] = {}
        self.open = ctx.careful or Unknown in map(type, e)

    def made(self) -> list[Result]:
        """Every check with its status; done by an effect, the turn's price is not paid again."""
        action = self.action
        action.enter(self.ctx, self.e)
        if not self._actor() and not self.full:
            return self.results
        for parts in [action.parts] if self.nested else [action.class_parts, action.parts]:
            if not self._parts(parts, None):
                break
        if not self.nested:
            self._limits()
        return self.results

    def value(self, formula: Formula) -> object:
        """A part of a check: by plain code where all is known."""
        if self.open:
            return formula.open(self.ctx, self.e)
        return formula.now(self.ctx, self.e)

    def _actor(self) -> bool:
        action, ctx, e = self.action, self.ctx, self.e
        actor = e[action.actor_slot]
        value: object = False
        if action.among is not None:
            for member in ctx.each(self._among(action.among)):
                same = kleene.equal(ctx, actor, member)
                value = True if same is True else MAYBE if same is not False and value is False else value
                if value is True:
                    break
        elif isinstance(actor, Unknown) or actor is None:
            value = MAYBE if isinstance(actor, Unknown) else False
        else:
            value = not ctx.is_complete(action.node.kind) or actor in ctx.members(action.node.kind)
        if value is True:
            return True
        check = Check("actor", action.paragraph, None, None, action.node, action.scope)
        leaves = (actor.leaf,) if isinstance(actor, Unknown) and actor.leaf else ()
        self.results.append(
            Result(check, "fail" if value is False else "unknown", None, (action.paragraph,), leaves, e)
        )
        return value is not False

    def refuse(self, parts: Sequence[Part]) -> bool:
        """Whether some of these parts of the action surely fail."""
        self.results = []
        self._parts(parts, None)
        return verdict_of(self.results) is False

    def _among(self, among: Formula) -> object:
        """Those who may do it; the facts that tell who they are stand in no check."""
        ctx = self.ctx
        book = ctx.open_book()
        try:
            return among.now(ctx, [])
        finally:
            ctx.note_beside((ctx.cites, ctx.touched, ctx.assumed, ctx.seen))
            ctx.tear_out(book)

    def _parts(self, parts: Sequence[Part], element: object) -> bool:
        results, full = self.results, self.full
        for part in parts:
            if isinstance(part, Check):
                kind = part.kind
                if kind == "after":
                    continue
                result = self.check(part, element)
                results.append(result)
                if kind == "applies" and result.status == "not_applicable":
                    return False
                if not full and result.status in ("fail", "silent"):
                    return False
            elif isinstance(part, EachCode):
                if not self._each(part):
                    return False
            elif isinstance(part, OptionCode) and self.e[part.slot] is True:
                if not self._parts(part.parts, element):
                    return False
        return True

    def _each(self, part: EachCode) -> bool:
        members = self._beside(part.members)
        if isinstance(members, Unknown) or members is SILENT or members is None:
            return True
        basket = part.basket()
        listed = self.ctx.each(members)
        for element in listed if basket is None else given(self.e[basket.slot], listed):
            self.e[part.slot] = element
            counts = True if part.test is None else self._beside(part.test)
            if counts is False:
                continue
            start = len(self.results)
            going = self._parts(part.parts, element)
            if counts is not True:
                for result in self.results[start:]:
                    if result.status == "fail":
                        result.status = "unknown"
            elif not going:
                return False
        return True

    def _beside(self, formula: Formula) -> object:
        """What the checks go over; the facts it reads stand in no check."""
        ctx = self.ctx
        if not ctx.explains:
            return self.value(formula)
        book = ctx.open_book()
        try:
            return self.value(formula)
        finally:
            ctx.note_beside(ctx.keep(book))

    def check(self, check: Check, element: object) -> Result:
        """One check, with a notebook page of its own."""
        ctx = self.ctx
        known = ctx.reuse.get(check) if element is None and not self.nested else None
        if known is not None:
            if ctx.explains:
                ctx.copy_in(known[1])
            else:
                ctx.touched.update(known[1][1])
            ctx.leaves.update(known[2])
            for leaf, cut in known[3].items():
                ctx.cuts.setdefault(leaf, cut)
            return cast(Result, known[0])
        if not ctx.explains and not ctx.careful:
            return self._verdict(check, element)
        outer, ctx.leaves = ctx.leaves, {}
        book = ctx.open_book()
        try:
            status, lifted_by = self._status(check)
        finally:
            mine, leaves = ctx.keep(book), ctx.leaves
            ctx.leaves = outer
            if leaves:
                outer.update(leaves)
        first, (cited, consulted, assumed, seen) = check.paragraph, mine
        cites = (first, *[each for each in cited if each != first]) if cited else (first,)
        kept = list(self.e) if status != "pass" or element is not None else self.e
        read = (*seen, *assumed)
        result = Result(
            check, status, element, cites, tuple(leaves), kept, lifted_by, read, self.action.name, bool(consulted)
        )
        if check.cost is None:  # what can be paid hangs on what is paid before
            cuts = {leaf: ctx.cuts[leaf] for leaf in leaves if leaf in ctx.cuts} if leaves else {}
            ctx.judged[check] = (result, mine, leaves, cuts)
        return result

    def _verdict(self, check: Check, element: object) -> Result:
        """One check of which nothing is told to anybody: what it needs, and whether a reading counts."""
        ctx = self.ctx
        leaves, touched = ctx.leaves, ctx.touched
        ctx.leaves, ctx.touched = {}, {}
        try:
            status, lifted_by = self._status(check)
        finally:
            found, consulted = ctx.leaves, ctx.touched
            ctx.leaves, ctx.touched = leaves, touched
            leaves.update(found)
            touched.update(consulted)
        e = self.e if status == "pass" and element is None else list(self.e)
        cites = (check.paragraph,)
        return Result(check, status, element, cites, tuple(found), e, lifted_by, (), self.action.name, bool(consulted))

    def status(self, check: Check) -> str:
        """What a check comes to; what it reads goes to whatever page is open."""
        return self._status(check)[0]

    def _status(self, check: Check) -> tuple[str, str]:
        """What a check comes to, and the paragraph that lifts it."""
        guard, lifted_by = check.guard, ""
        applies: object = True if guard is None else self.value(guard)
        if applies is False or applies is SILENT:
            return "not_applicable", ""
        value = self._body(check)
        if value is True:
            return "pass", ""
        if applies is not True:
            value = MAYBE
        if check.lifts:
            value, lifted_by = self._lifted(check, value)
        if check.kind == "applies" and value is False:
            return "not_applicable", lifted_by
        if isinstance(value, bool):
            return ("lifted" if lifted_by and value else STATUS[value]), lifted_by
        return ("silent" if value is SILENT else "unknown"), lifted_by

    def _body(self, check: Check) -> object:
        body = check.body
        if check.kind == "forbidden":
            return False if body is None else kleene.negate(self.value(body))
        if body is not None:
            return self.value(body)
        assert check.cost is not None
        return self._affordable(check.cost)

    def _affordable(self, cost: CostCode) -> object:
        """Whether this cost can be paid on top of the ones before it from the same places."""
        amount = self.value(cost.amount)
        if amount == 0 and not isinstance(amount, bool | Unknown):
            return True
        places, total = available(self.ctx, self.e, cost.source)
        if places is None:
            return True
        already: object = 0
        for key in places:
            already = kleene.add(already, self.spent.get(key, 0))
        wanted = kleene.add(amount, already)
        if places:
            self.spent[places[0]] = kleene.add(self.spent.get(places[0], 0), amount)
        return kleene.at_least(self.ctx, total, wanted)

    def _lifted(self, check: Check, value: object) -> tuple[object, str]:
        for paragraph, guard, _ in check.lifts:
            if paragraph == check.paragraph:
                continue
            lifts = True if guard is None else self.value(guard)
            if lifts is True:
                self.ctx.cite(paragraph)
                return True, paragraph
            if lifts is not False and lifts is not SILENT and value is False:
                value = MAYBE
        return value, ""

    def _limits(self) -> None:
        action = self.action
        for index, limit in enumerate(action.limits):
            assert limit.most is not None
            used = action.used(self.ctx, self.e, index)
            value = kleene.negate(kleene.at_least(self.ctx, used, self._beside(limit.most)))
            status = "pass" if value is True else "fail" if value is False else "unknown"
            check = Check("limit", limit.paragraph, None, None, limit.node, action.scope)
            self.results.append(Result(check, status, None, (limit.paragraph,), (), self.e))


def verdict_of(results: Sequence[Result]) -> object:
    """True, False, unknown or silent from the checks."""
    unknown = silent = False
    for result in results:
        if result.status == "fail" or (result.check.kind == "applies" and result.status == "not_applicable"):
            return False
        unknown = unknown or result.status == "unknown"
        silent = silent or result.status == "silent"
    return MAYBE if unknown else SILENT if silent else True
