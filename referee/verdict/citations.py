"""The paragraphs an answer relies on, in the order they are told: first those that decide. Nobody else orders or cuts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from grammar import nodes as n
from kb.rules.corollaries import IS_OVER
from kb.rules.reads import names_in
from referee.evaluation.members import own_names
from referee.evaluation.scope import Scope
from referee.values import MISSING, SILENT, Leaf, Unknown
from referee.verdict import story
from referee.verdict.grounds import Spoken, adding, beside, refusing, speaking, speaking_of, withheld
from referee.verdict.passing import passed_on
from referee.verdict.voices import OVER, PLAIN, children, special, voices

if TYPE_CHECKING:
    from kb.rules.program import ValueInfo
    from referee.evaluation.context import Context
    from referee.questions.question import Question
    from referee.rules.code import Code
    from referee.units.clauses import Result
    from referee.units.runner import Voice
    from referee.verdict.inquiry import Look

#: dispute, reading -> where the reading stands
Places = Mapping[tuple[str, str], tuple[str, ...]]


def ordered(
    code: Code, question: Question, look: Look, places: Places, contested: bool, needs: list[Leaf]
) -> tuple[list[str], int]:
    """Every paragraph once, and how many of them, from the first, decide: where readings differ (`contested`) their places."""
    decided = _Deciding(code, question, look, needs).paragraphs()
    relied = _relied_on(code, question, look, decided)
    standing_at = [place for found in places.values() for place in found]
    if contested:  # the reading that is shown by what it took, each other one by where it stands
        others = [place for found in places.values() if not set(found) & set(relied) for place in found]
        deciding = _once([*(p for p in relied if p in standing_at), *others, *standing_at])
    else:
        deciding = _once(decided)
    disputes = code.program.disputes
    declared = [disputes[d].paragraph for d, _ in places if d in disputes]
    if contested:
        gaps = [disputes[d].paragraph for d, _ in places if d in disputes and code.strength(d) == "gap"]
        deciding = _with_notes(deciding, [note for note in gaps if note not in relied], standing_at)
    every = _once([*deciding, *relied, *standing_at, *(declared if question.after else ())])
    return every, len(deciding) or min(1, len(every))


def _once(paragraphs: Iterable[str]) -> list[str]:
    """Each paragraph once; rules that somebody asks about without a book have none."""
    return [paragraph for paragraph in dict.fromkeys(paragraphs) if paragraph]


def _with_notes(deciding: list[str], notes: list[str], standing_at: list[str]) -> list[str]:
    """What decides with the notes that say where the books are silent: a reading that stands in a note alone is its own, of any
    other the paragraph that is read comes before it."""
    own = [note for note in notes if note in standing_at]
    return _once([*own, *deciding[:1], *notes, *deciding])


def relied_on(code: Code, question: Question, look: Look) -> list[str]:
    """All that one case relies on: of a no what fails, else all that counted; what decides is first."""
    return _relied_on(code, question, look, _Deciding(code, question, look, []).paragraphs())


def _relied_on(code: Code, question: Question, look: Look, decided: list[str]) -> list[str]:
    results, deed = look.results, question.action
    cites = dict.fromkeys(decided)
    if look.value is False and results:
        for result in failing(results):
            cites.update(dict.fromkeys(result.cites))
        return _once(cites)
    if deed is not None:
        cites.update(dict.fromkeys([r.check.paragraph for r in _own(code, deed.name, results)]))
    counting = [r for r in results if r.status != "not_applicable"]
    cites.update(dict.fromkeys([r.check.paragraph for r in counting]))
    for result in counting:
        cites.update(dict.fromkeys(result.cites))
    cites.update(dict.fromkeys(_lifting(results)))
    cites.update(look.ctx.cites)
    if deed is not None:
        cites.setdefault(code.action(deed.name).paragraph, None)
    if question.after:
        cites.update(dict.fromkeys(story.relied_on(code, look)))
    return _once(cites)


def failing(results: list[Result]) -> list[Result]:
    """What says no, the weightiest first; checks that exclude each other say it together, though none of them fails alone.

    What is never allowed needs no other reason; a ban is one by itself, a demand that is not met may be one among several; what another paragraph adds to an action
    says more than what every such action asks; a price is paid last, what another turn would lift counts behind that, and of what no paragraph tells nothing follows."""
    failed = [
        r
        for r in results
        if (status := r.status) != "pass"
        and (status in ("fail", "silent") or (status == "not_applicable" and _is_void(r)))
    ]
    return sorted(failed, key=_lightness) or [r for r in results if r.status == "unknown"]


def refusal(code: Code, question: Question, result: Result) -> tuple[str, ...]:
    """The paragraphs by which a check says no: before its own that of the deed, where the deed has changed what it asks."""
    own, deed = result.check.paragraph, question.action
    if deed is None or result.action in ("", deed.name):
        return (own,)
    asked = code.action(deed.name).paragraph
    return (asked, own) if asked in result.cites else (own,)


def _is_void(result: Result) -> bool:
    """Whether there is no such case of the action at all."""
    return result.check.kind == "applies"


def _lightness(result: Result) -> tuple[bool, ...]:
    """How little a reason tells; least that a turn takes no more of it, for there may be another."""
    kind, home = result.check.kind, result.home.rpartition(".")[0]
    added = not result.check.paragraph.startswith(f"{home}.")
    banned = kind == "forbidden"
    return (
        result.passing,
        result.status == "silent",
        not (banned and result.check.body is None),
        not banned,
        not added,
        kind == "cost",
    )


def _own(code: Code, action: str, results: list[Result]) -> list[Result]:
    """What counted of the checks that an action asks for itself, not its class."""
    mine = code.action(action).own_checks
    return [r for r in results if r.check in mine and r.status != "not_applicable"]


def _lifting(results: list[Result]) -> list[str]:
    """The paragraphs that lift a check."""
    return [r.lifted_by for r in results if r.lifted_by]


def is_done(code: Code, name: str) -> bool:
    """Whether a name that is asked for is no value but a procedure."""
    return name in code.program.procedures and not code.has_value(name, 0)


class _Deciding:
    """What decides one case."""

    def __init__(self, code: Code, question: Question, look: Look, needs: list[Leaf]) -> None:
        self.code, self.question, self.look, self.needs = code, question, look, needs
        self.voices: list[Voice] = []  #: what speaks in what is asked for
        self.cites = look.ctx.cites
        told = question.after and question.action is None
        self.said = story.said(code, question.after, look) if told else []  #: what made a value what it is

    def paragraphs(self) -> list[str]:
        """Of a no what fails, of a value what defines it, of a yes what lifts a ban and what lets one do it."""
        results, deed, value = self.look.results, self.question.action, self.look.value
        if value is False and results:
            failed = failing(results)
            over = any(r.element == "playing" for r in failed[:1])
            ended = _ended(self.code, self.look.ctx) if over else ()
            return [*ended, *(p for r in failed for p in refusal(self.code, self.question, r))]
        open_ = [r for r in results if r.status == "unknown"]
        if isinstance(value, Unknown) and open_:
            return [p for r in open_ for p in (*self._awaited(r), r.check.paragraph)]
        book = self.look.ctx.open_book()  # what is looked at for the order alone was not relied on
        try:
            return self._of_value() if deed is None else self._of_yes()
        finally:
            self.look.ctx.tear_out(book)

    def _of_yes(self) -> list[str]:
        """What lifts a ban; the one demand that reads what was told, or reads something of it alone; what asks for it, or lets one do
        it; the rest."""
        deed, results, ctx = self.question.action, self.look.results, self.look.ctx
        assert deed is not None
        own = _own(self.code, deed.name, results)
        told_here, facts = (ctx.before or ctx).told, ctx.facts  # what a deed wrote was not told
        reads = [
            (r, {leaf for leaf in r.seen if leaf[0] in facts and told_here(*leaf) is not MISSING} if r.seen else set())
            for r in own
        ]
        told = [r.check.paragraph for r, leaves in reads if leaves]
        granting = self.code.action(deed.name).paragraph
        met = {
            r.check.paragraph for r in own if r.check.kind != "forbidden"
        }  # a ban that does not count is no reason for a yes
        clear = set(told) if met.issuperset(told) else set()
        if len(clear) != 1:
            often = Counter(leaf for r in results if r.status != "not_applicable" for leaf in set(r.seen))
            alone = [
                r.check.paragraph
                for r, leaves in reads
                if r.check.kind not in ("forbidden", "cost") and any(often[leaf] == 1 for leaf in leaves)
            ]
            clear = set(alone) - {granting}
        if not told:  # what is asked of this alone says more than what is asked of all
            clear = {r.check.paragraph for r in own if r.check.kind == "requires" and self._is_narrow(r)}
        first = clear if len(clear) == 1 else ()
        asking = [r.check.paragraph for r in results if r.check.kind == "course" and r.element == "answers"]
        return [
            *_lifting(results),
            *self._instead(results),
            *first,
            *asking,
            granting,
            *told,
            *(r.check.paragraph for r in own),
        ]

    def _instead(self, results: list[Result]) -> Iterator[str]:
        """What meets a demand where its own paragraph does not."""
        for result in results:
            check, program = result.check, self.code.program
            body = check.node.body if check.kind == "requires" and result.status == "pass" else None
            info = program.values.get(body.name) if isinstance(body, n.Call) else None
            if not isinstance(body, n.Call) or info is None or info.mode != "holds" or len(info.clauses) < 2:
                continue
            args = tuple(
                self.code.formula(arg, check.scope)(self.look.ctx, list(result.env or ())) for arg in body.args
            )
            spoken = [each.cited.paragraph for each in speaking(self.code, self.look.ctx, info, args)]
            own = {cited.paragraph for cited in info.clauses} & {check.paragraph}
            if spoken and own and own.isdisjoint(spoken):
                yield spoken[0]

    def _is_narrow(self, result: Result) -> bool:
        """Whether a check is asked only where something is chosen, and that is chosen here."""
        program, check, env = self.code.program, result.check, result.env
        names = set(names_in(check.node.when))
        chosen = [env[check.scope.slots[name]] for name in names if name in check.scope.slots] if env else []
        return (
            bool(chosen) and None not in chosen and names.isdisjoint(program.facts) and names.isdisjoint(program.values)
        )

    def _of_value(self) -> list[str]:
        """What defines what is asked for; of a fact after deeds what last made it what it is, of another value then that."""
        body, ctx, said = self.question.body, self.look.ctx, self.said
        if not isinstance(body, n.Name | n.Call):
            return [*said, *self._within(body)] if self.cites else [*said, *self._named(body)]
        name, given = (body.id, ()) if isinstance(body, n.Name) else (body.name, body.args)
        args = tuple(self.code.formula(arg, Scope(), own_names(ctx.state))(ctx, []) for arg in given)
        self.voices = voices(self.code, ctx, body, Scope(), [])
        found = list(self._defining(name, args))
        if is_done(self.code, name):
            found.append(self.code.program.procedures[name].paragraph)
        followed = name in self.code.facts or self._is_other_name(name)
        return [*said, *found] if said and followed and self._has_moved(name) else [*found, *said]

    def _is_other_name(self, name: str) -> bool:
        """Whether a value is no more than another name for what something else is, or how many they are."""
        info = self.code.program.values.get(name)
        if info is None or info.mode != "define" or len(info.clauses) != 1 or info.clauses[0].node.when is not None:
            return False
        value = info.clauses[0].node.value
        if isinstance(value, n.Call) and value.name == "size" and len(value.args) == 1:
            value = value.args[0]
        return (
            isinstance(value, n.Name | n.Call)
            and (value.id if isinstance(value, n.Name) else value.name) in self.code.facts
        )

    def _within(self, body: n.Expr) -> Iterator[str]:
        """What defines the values that are looked up in a question, where it reckons with them or compares them."""
        if isinstance(body, OVER):
            return
        parts = list(children(body))
        if isinstance(body, n.Arithmetic) and body.op in ("+", "-"):  # what adds nothing tells nothing
            context = self.look.ctx
            parts = [
                each for each in parts if self.code.formula(each, Scope(), own_names(context.state))(context, []) != 0
            ]
        for inner in parts:
            if isinstance(inner, n.Name | n.Call):
                name, given = (inner.id, ()) if isinstance(inner, n.Name) else (inner.name, inner.args)
                args = tuple(
                    self.code.formula(a, Scope(), own_names(self.look.ctx.state))(self.look.ctx, []) for a in given
                )
                yield from self._defining(name, args)
            else:
                yield from self._within(inner)

    def _has_moved(self, name: str) -> bool:
        """Whether a fact is not what it was before what is done: then what made it so decides, not the plain rule what it is made of."""
        if any(voice.name == name and voice.weight > PLAIN for voice in self.voices):
            return False
        if self._is_reckoned(name):
            return False
        before = self.look.ctx.before
        if before is None:
            return False
        was = self.code.formula(self.question.body, Scope(), own_names(before.state))(before, [])
        return isinstance(was, Unknown) or was != self.look.value

    def _is_reckoned(self, name: str) -> bool:
        """Whether a fact is made of several things: what only sums up what lies there is as what was done has left it."""
        program = self.code.program
        info = program.values.get(name)
        known = program.facts.keys() | program.values.keys()
        values = [] if info is None else [cited.node.value for cited in info.clauses]
        return any(not isinstance(each, OVER) and len(known.intersection(names_in(each))) > 1 for each in values)

    def _named(self, body: n.Expr) -> Iterator[str]:
        """What defines the values that a question names, where nothing could be worked out of them."""
        values = self.code.program.values
        for name in names_in(body):
            yield from (cited.paragraph for cited in (values[name].clauses[:1] if name in values else ()))

    def _defining(self, name: str, args: tuple[object, ...]) -> Iterator[str]:
        """The clauses that speak, the exception before the rule; where rank decides, what grants it and what is outranked."""
        code, ctx = self.code, self.look.ctx
        info = code.program.values.get(name)
        if info is None or name in ctx.facts:
            return
        if isinstance(self.look.value, Unknown) or any(isinstance(arg, Unknown) or arg is SILENT for arg in args):
            # what does not count by the reading that is followed comes last
            clauses = sorted(speaking_of(info, args), key=lambda each: bool(beside(code, ctx, each)))
            cited = [each.cited.paragraph for each in clauses if each.cited.paragraph in self.cites]
            yield from self._awaiting(info, self.cites)
            yield from cited if cited or self.cites else (clause.paragraph for clause in info.clauses)
            return
        spoken = speaking(code, ctx, info, args)
        if info.mode == "holds":
            refused = [] if spoken else [s for s in refusing(code, ctx, info, args) if s.cited.paragraph in self.cites]
            if refused:  # where no clause counts by the reading that is followed, that reading is the reason
                yield from beside(code, ctx, refused[0])[:1]
            spoken = spoken[:1] or refused
        else:
            if info.mode == "adds" and not spoken:  # of a sum to which nothing adds: what would have, by what was told
                yield from (each.cited.paragraph for each in withheld(ctx, info, args)[:1])
            adds = adding(code, ctx, spoken) if info.mode == "adds" else spoken
            # where nothing adds anything, the rule is the reason, not what could have come on top of it
            spoken = sorted(adds or spoken, key=lambda each: (each.cited.node.when is None) == bool(adds))
        if not spoken and info.mode == "define":  # it comes to the same whichever of them speaks
            spoken = [s for s in refusing(code, ctx, info, args) if s.cited.paragraph in self.cites]
        top = max((each.cited.rank for each in spoken), default=0)
        winning = [each.cited.paragraph for each in spoken if each.cited.rank == top]
        yield from special(self.voices)
        if name == IS_OVER and self.look.value is True:
            yield from _ending(code, ctx, spoken)
        if len(spoken) == 1 and not spoken[0].cited.node.overrides:
            yield from passed_on(code, ctx, spoken[0])
        yield from winning
        outranked = [each.cited.paragraph for each in spoken if each.cited.rank < top]
        if outranked and code.rank_paragraph(top) in self.cites:
            yield from (code.rank_paragraph(top), *outranked)

    def _awaited(self, result: Result) -> list[str]:
        """What an open check asks for may be explained elsewhere: the paragraph there that reads what must be told first."""
        body = result.check.node.body if result.check.kind == "requires" else None
        ref = body.body if isinstance(body, n.Not) else body
        name = ref.id if isinstance(ref, n.Name) else ref.name if isinstance(ref, n.Call) else ""
        info = self.code.program.values.get(name)
        return self._awaiting(info, result.cites) if info is not None else []

    def _awaiting(self, info: ValueInfo, cites: Collection[str]) -> list[str]:
        """Of several paragraphs on a value that is open the one that reads what must be told first."""
        if not self.needs:
            return []
        wanted, _ = self.needs[0]
        return [c.paragraph for c in info.clauses if c.paragraph in cites and wanted in names_in(c.node)][:1]


def _ending(code: Code, ctx: Context, spoken: list[Spoken]) -> Iterator[str]:
    """What ends the game may be put in a word that several paragraphs explain: the one that speaks decides."""
    for each in spoken:
        when = each.cited.node.when
        for voice in voices(code, ctx, when, each.scope, each.env) if when is not None else ():
            info = code.program.values[voice.name]
            if voice.depth == 0 and info.mode == "holds" and len({clause.paragraph for clause in info.clauses}) > 1:
                yield voice.paragraph


def _ended(code: Code, ctx: Context) -> Iterator[str]:
    """What has ended the game, where that is why nothing more may be done."""
    info = code.program.values.get(IS_OVER)
    if info is not None:
        yield from _ending(code, ctx, speaking(code, ctx, info, ())[:1])
