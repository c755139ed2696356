"""Judging an action: every check with its status, its paragraphs and what it still needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.evaluation import kleene
from referee.runtime.lists import given
from referee.units.clauses import Check, CostCode, EachCode, Judged, OptionCode, Part, Result
from referee.units.figures import Figures, comparisons, told
from referee.units.places import PlaceKey, available
from referee.values import MAYBE, SILENT, Leaf, Unknown

if TYPE_CHECKING:
    from referee.evaluation.context import Context
    from referee.evaluation.notebook import Page
    from referee.evaluation.past import Weighed
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
        self.priced: dict[
            Leaf, None
        ] = {}  #: what the prices so far have read, for what is paid before counts for the next
        self.afforded: Figures | None = None  #: what the last price asked for, and what there was
        self.depth = 0  #: how many `each` it is in
        self.hanging: dict[Leaf, None] = {}  #: what the checks have read that are undecided
        self.vague = False  #: whether more may count than these have read
        self.careful = self.open = ctx.careful or Unknown in map(type, e)

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
            self.ctx.hanging = None if self.vague else self.hanging
        return self.results

    def value(self, formula: Formula) -> object:
        """A part of a check: by plain code where all is known."""
        ctx = self.ctx
        if self.open:
            return formula.open(ctx, self.e)
        return formula.look(ctx, self.e) if ctx.explains else formula.now(ctx, self.e)

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
        self.hanging.update(dict.fromkeys(leaves))
        self.vague = self.vague or (value is not False and not leaves)
        self.results.append(
            Result(check, "fail" if value is False else "unknown", None, (action.paragraph,), leaves, e)
        )
        return value is not False

    def refuse(self, parts: Sequence[Part]) -> bool:
        """Whether some of these parts of the action surely fail."""
        return self._verdict_on(parts) is False

    def grant(self, parts: Sequence[Part]) -> bool:
        """Whether all of these parts of the action surely hold."""
        return self._verdict_on(parts) is True

    def _verdict_on(self, parts: Sequence[Part]) -> object:
        self.results = []
        self._parts(parts, None)
        return verdict_of(self.results)

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
            self.vague = True
            return True
        basket = part.basket()
        listed = self.ctx.each(members)
        for element in listed if basket is None else given(self.e[basket.slot], listed):
            self.e[part.slot] = element
            counts = True if part.test is None else self._beside(part.test)
            if counts is False:
                continue
            start = len(self.results)
            self.depth += 1
            going = self._parts(part.parts, element)
            self.depth -= 1
            if counts is not True:
                for at, result in enumerate(self.results[start:], start):
                    if result.status == "fail":
                        self.results[at] = replace(result, status="unknown")
                    self.vague = self.vague or result.status in ("fail", "unknown")
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
        # what can be paid hangs on what is paid before
        steady = not self.nested and check.cost is None and self.depth < 2
        if steady and ctx.past is not None:
            known = ctx.past.check(check, element, self.action.hangs_on)
            if known is not None:
                return self._again(check, element, known)
        outer, ctx.leaves = ctx.leaves, {}
        tipped, ctx.cuts = ctx.cuts, {}
        book = ctx.cites, ctx.touched, ctx.assumed, ctx.seen
        ctx.cites, ctx.touched, ctx.assumed, ctx.seen = {}, {}, {}, {}
        try:
            status, lifted_by = self._status(check)
        finally:
            mine, leaves, cuts = ctx.keep(book), ctx.leaves, ctx.cuts
            ctx.leaves, ctx.cuts = outer, tipped
            if leaves:
                outer.update(leaves)
            if cuts:
                for leaf, cut in cuts.items():
                    tipped.setdefault(leaf, cut)
        first, (cited, consulted, assumed, seen) = check.paragraph, mine
        explained = ctx.explains or (ctx.careful and not ctx.bare)
        cites = (first, *[each for each in cited if each != first]) if explained and cited else (first,)
        kept = list(self.e) if status != "pass" or element is not None else self.e
        read = (*seen, *assumed) if explained else ()
        result = Result(
            check, status, element, cites, tuple(leaves), kept, lifted_by, read, self.action.name,
            self.action.paragraph, self._figures(check, status) if explained else None, bool(consulted),
        )  # fmt: skip
        if check.cost is not None:
            self.priced.update(seen)
            self.priced.update(dict.fromkeys(leaves))
        if status == "unknown":
            self._hang(check, mine, leaves)
        if steady:
            ctx.judged[check, element] = (result, mine, leaves, cuts)
        return result

    def _hang(self, check: Check, page: Page, leaves: dict[Leaf, Unknown]) -> None:
        """Notes what an undecided check may hang on."""
        if self.nested:
            return
        self.hanging.update(page[3])
        self.hanging.update(dict.fromkeys(leaves))
        if check.cost is not None:
            self.hanging.update(self.priced)
        if self.open:
            self.hanging.update(self.action.arguments_of(check))

    def _again(self, check: Check, element: object, known: Weighed) -> Result:
        """A check that has read nothing that is different now."""
        ctx = self.ctx
        found, page, leaves, cuts = known
        if ctx.explains:
            ctx.copy_in(page)
        else:
            ctx.touched.update(page[1])
        ctx.leaves.update(leaves)
        for leaf, cut in cuts.items():
            ctx.cuts.setdefault(leaf, cut)
        ctx.judged[check, element] = known
        result: Result = found  # type: ignore[assignment]
        if result.status == "unknown":
            self._hang(check, page, leaves)
        return result

    def status(self, check: Check) -> str:
        """What a check comes to; what it reads goes to whatever page is open."""
        return self._status(check)[0]

    def _status(self, check: Check) -> tuple[str, str]:
        """What a check comes to, and the paragraph that lifts it."""
        guard, body, lifted_by = check.guard, check.body, ""
        applies: object = True if guard is None else self.value(guard)
        if applies is False or applies is SILENT:
            return "not_applicable", ""
        value = self.value(body) if body is not None else False if check.cost is None else self._affordable(check.cost)
        if check.kind == "forbidden" and body is not None:
            value = not value if type(value) is bool else kleene.negate(value)
        if value is True:
            return "aside" if self._is_aside(check) else "pass", ""
        if applies is not True:
            value = MAYBE
        if check.lifts:
            value, lifted_by = self._lifted(check, value)
        if check.kind == "applies" and value is False:
            return "not_applicable", lifted_by
        if isinstance(value, bool):
            return ("lifted" if lifted_by and value else STATUS[value]), lifted_by
        return ("silent" if value is SILENT else "unknown"), lifted_by

    def _is_aside(self, check: Check) -> bool:
        """Whether a check that holds speaks of something else, or a price is none; only who reads the checks wants to know, and
        nothing rests on it."""
        ctx = self.ctx
        asked = check.aside if check.cost is None else check.cost.amount
        if asked is None or not ctx.explains:
            return False
        book = ctx.open_book()
        try:
            found = self.value(asked)
        finally:
            ctx.tear_out(book)
        return found is True if check.cost is None else found == 0 and not isinstance(found, bool | Unknown)

    def _affordable(self, cost: CostCode) -> object:
        """Whether this cost can be paid on top of the ones before it from the same places."""
        amount = self.value(cost.amount)
        self.afforded = None
        if amount == 0 and not isinstance(amount, bool | Unknown):
            return True
        places, total = available(self.ctx, self.e, cost.source)
        if places is None:
            return True
        already: object = 0
        for key in places:
            already = kleene.add(already, self.spent.get(key, 0))
        self.afforded = Figures(total, ">=", amount, already)
        wanted = kleene.add(amount, already)
        if places:
            self.spent[places[0]] = kleene.add(self.spent.get(places[0], 0), amount)
        return kleene.at_least(self.ctx, total, wanted)

    def _figures(self, check: Check, status: str) -> Figures | None:
        """What was compared, in the state it was judged on; what is read for it is not relied on."""
        if check.cost is not None:
            return self.afforded if status != "not_applicable" else None
        if check.kind not in ("requires", "forbidden") or status == "not_applicable":
            return None
        found = comparisons(self.action.compiler, check, status == "fail")
        if not found:
            return None
        ctx = self.ctx
        outer, tipped, book = ctx.leaves, ctx.cuts, ctx.open_book()
        ctx.leaves, ctx.cuts = {}, {}
        try:
            return told(found, ctx, self.e, status == "fail")
        finally:
            ctx.leaves, ctx.cuts = outer, tipped
            ctx.tear_out(book)

    def _lifted(self, check: Check, value: object) -> tuple[object, str]:
        for paragraph, guard, _ in check.lifts:
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
            self.vague = self.vague or status == "unknown"
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
