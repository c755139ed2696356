"""A Finding in words, which is an Answer: verdict, sentence, checks with their numbers, what is asked next, citations. One JSON shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from grammar import nodes as n
from kb.languages.texts import spoken, spoken_in
from kb.library import Game
from kb.model.entities import Paragraph
from referee import answers as a
from referee.evaluation.context import Context
from referee.explanation.attribution import attribution
from referee.explanation.phrases import phrase
from referee.explanation.templates import Template
from referee.explanation.wording import Wording
from referee.notation import tell_text
from referee.rules.code import Code
from referee.runtime.functions import STUMBLES
from referee.state import GAME_OVER
from referee.units.clauses import Check, Result
from referee.units.places import available
from referee.units.runner import Change
from referee.values import Leaf, Unknown, thaw
from referee.verdict.ask import Finding

if TYPE_CHECKING:
    from referee.units.formula import Formula

#: what came of a check, as it is told
STATUS = {
    "pass": a.Status.PASS,
    "fail": a.Status.FAIL,
    "unknown": a.Status.UNKNOWN,
    "silent": a.Status.UNKNOWN,
    "not_applicable": a.Status.NOT_APPLICABLE,
    "lifted": a.Status.NOT_APPLICABLE,
}


class Explainer:
    """Explains answers of one game in one language; shared by all who ask, so all it remembers is the same for every question."""

    def __init__(self, game: Game, code: Code, lang: str = "en") -> None:
        self.game = game
        self.code = code
        self.words = Wording(game, lang)
        self.lang = self.words.lang
        self._texts: dict[Check, Template] = {}  #: what each check of the rules asks for
        self._compared: dict[Check, Template] = {}  #: what it compares
        self._reasons: dict[str, str] = {}  #: paragraph -> its first sentence
        self._edition = next(iter(game.prose.editions), "")  #: unless another is asked for
        #: edition -> paragraph -> how it is cited
        self._cited: dict[str, dict[str, a.Citation]] = {each: {} for each in (*game.prose.editions, self._edition)}

    def answer(self, finding: Finding, edition: str | None = None, near: str | None = None) -> a.Answer:
        """The whole answer; `near`: the paragraph or section the asker is looking at."""
        words = self.words
        checks = [self.check(finding, result) for result in finding.results]
        return a.Answer(
            verdict=a.Verdict(finding.verdict),
            value=thaw(finding.value),
            shown=words.value(finding.value),
            sentence=self._sentence(finding, checks),
            checks=checks,
            derivation=self.derivation(finding),
            needs=[self.need(finding, leaf) for leaf in finding.needs[:8]],
            hidden=[words.leaf(leaf) for leaf in finding.hidden],
            readings=[
                self.readings(dispute, outcomes, finding.places) for dispute, outcomes in finding.disputes.items()
            ],
            settled=[a.Settled(dispute, reading, words.name(reading)) for dispute, reading in finding.settled.items()],
            notes=[self.readings(dispute, {}) for dispute in finding.notes],
            assumed=[
                a.Assumed(words.leaf(leaf), leaf[0], thaw(leaf[1]), thaw(value), words.value(value))
                for leaf, value in finding.assumed.items()
            ],
            would_change=[self._remedy(leaf, value) for leaf, value in finding.would_change],
            changes=[self.change(change) for change in finding.changes],
            citations=self._citations(finding.cites, edition, near),
            deciding=sum(identity in self.game.prose.paragraphs for identity in finding.cites[: finding.deciding]),
            complete=finding.complete,
            corpus_version=self.game.version,
        )

    # ---- sentences -------------------------------------------------------------------------------------------------

    def _sentence(self, finding: Finding, checks: list[a.Check]) -> str:
        """The verdict and the one reason that counts most."""
        if finding.verdict == "silent":
            return phrase("say.silent", self.lang)
        shown = self.words.value(finding.value)
        if finding.verdict == "value":
            return phrase("say.value", self.lang, shown)
        if finding.verdict == "disputed":
            return phrase("say.disputed", self.lang, shown)
        if finding.verdict == "depends":
            if finding.needs:
                facts = "; ".join(self.words.leaf(leaf) for leaf in finding.needs[:3])
                return phrase("say.depends", self.lang, facts)
            if finding.hidden:
                return phrase("say.depends.hidden", self.lang)
            if finding.disputes:
                return phrase("say.depends.gap", self.lang, shown)
            return phrase("say.depends.open", self.lang)
        said = phrase(f"say.{finding.verdict}", self.lang)
        failed = next((check for check in checks if check.result is a.Status.FAIL), None)
        reason = self._reason(failed) if failed is not None and finding.verdict == "no" else ""
        return f"{said} {reason}" if reason else said

    def _reason(self, failed: a.Check) -> str:
        identity = failed.paragraph
        text = self._reasons.get(identity)
        if text is None:
            paragraph = self.game.paragraph(identity)
            text = first_sentence(self._text(paragraph)) if paragraph is not None else ""
            self._reasons[identity] = text
        numbers = failed.numbers
        return f"{text} ({numbers})" if text and numbers else text or numbers

    def _text(self, paragraph: Paragraph) -> str:
        return spoken(paragraph.text, self.lang)

    def derivation(self, finding: Finding) -> a.Derivation | None:
        """How an asked value comes about, as far as the facts are told."""
        if finding.situation is None or finding.question.action is not None:
            return None
        from referee.explanation.derivation import derive  # a verdict has none

        line = derive(self.code, finding.question, finding.situation, self.words, finding.question.actor)
        return line.told() if line is not None else None

    # ---- parts -----------------------------------------------------------------------------------------------------

    def check(self, finding: Finding, result: Result) -> a.Check:
        """One check: its text, its result, its numbers and its paragraphs."""
        check = result.check
        of_one = result.element is not None and check.kind != "course"
        return a.Check(
            self._check_text(result),
            STATUS[result.status],
            self._numbers(finding, result),
            list(result.cites),
            check.paragraph,
            self.words.value(result.element) if of_one else UNSET,
            result.lifted_by or UNSET,
        )

    def _check_text(self, result: Result) -> str:
        """What a check asks for."""
        check, env, words = result.check, result.env, self.words
        if check.kind == "course":
            return phrase(
                str(result.element), self.lang, words.value(env[check.scope.slots[check.node.actor]]) if env else ""
            )
        if check.kind == "actor":
            named = check.node.kind
            return phrase(
                "actor", self.lang, words.name(named) if named else words.expression(check.node.among, check.scope, env)
            )
        if check.kind == "limit":
            most = words.expression(check.node.most, check.scope, env)
            return phrase("limit", self.lang, most, words.name(check.node.scope))
        found = self._texts.get(check)
        if found is None:
            found = self._texts[check] = words.template(lambda say: _worded(say, words, check), check.scope)
        return found.filled(words.value, env)

    def _numbers(self, finding: Finding, result: Result) -> str:
        """The figures that were compared, in the case that is shown: “needs 5, has 3”."""
        check, ctx, env = result.check, finding.ctx, result.env
        if env is None or ctx is None or check.kind in ("course", "actor", "limit", "after"):
            return ""
        if check.cost is not None:
            amount = _figure(check.cost.amount, ctx, env)
            places, total = available(ctx, list(env), check.cost.source)
            if places is None or isinstance(amount, Unknown) or isinstance(total, Unknown):
                return ""
            return phrase("needs", self.lang, amount, total)
        expr = check.node.when if check.kind == "forbidden" else getattr(check.node, "body", None)
        return self._comparison(ctx, check, expr, env) if isinstance(expr, n.Compare) else ""

    def _comparison(self, ctx: Context, check: Check, expr: n.Compare, env: list[object]) -> str:
        ordered = expr.op in (">=", "<=", ">", "<")
        if not ordered and isinstance(expr.left, n.Name | n.Number):
            return ""
        if check.sides is None:
            check.sides = (self.code.formula(expr.left, check.scope), self.code.formula(expr.right, check.scope))
        left, words = _figure(check.sides[0], ctx, env), self.words
        if not ordered:
            found = self._compared.get(check)
            if found is None:
                found = self._compared[check] = words.template(lambda say: say(expr.left), check.scope)
            return phrase("value", self.lang, found.filled(words.value, env), words.value(left))
        right = _figure(check.sides[1], ctx, env)
        if expr.op == ">=" and isinstance(left, int) and isinstance(right, int):
            return phrase("needs", self.lang, right, left)
        return f"{words.value(left)} {expr.op} {words.value(right)}"

    def need(self, finding: Finding, leaf: Leaf) -> a.Need:
        """A fact still wanted: how to tell it, what it can be, and the question to put."""
        domain = finding.domains.get(leaf, Unknown())
        low, high = domain.bounds()
        is_flag = domain.options is not None and set(domain.options) <= {True, False}
        options = None
        if domain.options is not None:
            options = [a.Option(thaw(option), self.words.value(option)) for option in domain.options[:40]]
        name, keys = leaf
        return a.Need(
            fact=tell_text(leaf),
            name=name,
            keys=thaw(keys),
            type=a.Input.FLAG if is_flag else a.Input.CHOICE if options is not None else a.Input.NUMBER,
            options=options,
            low=low,
            high=high,
            question=self.words.question(leaf, is_flag),
            label=self.words.leaf(leaf),
        )

    def _remedy(self, leaf: Leaf, value: object) -> a.Remedy:
        fact = self.words.leaf(leaf)
        text = phrase("value", self.lang, fact, self.words.value(value))
        return a.Remedy(fact, leaf[0], thaw(leaf[1]), thaw(value), text)

    def readings(
        self,
        dispute: str,
        outcomes: Mapping[str, object],
        places: Mapping[tuple[str, str], tuple[str, ...]] = MappingProxyType({}),
    ) -> a.Readings:
        """A dispute with its readings, their paragraphs and where each leads."""
        code, words = self.code, self.words
        default = code.default_reading(dispute)
        paragraph = code.program.disputes[dispute].paragraph if dispute in code.program.disputes else ""
        found = [
            a.Reading(
                reading,
                words.name(reading),
                reading == default,
                thaw(outcomes[reading]) if reading in outcomes else None,
                words.value(outcomes[reading]) if reading in outcomes else "",
                list(code.places(dispute, reading) or places.get((dispute, reading), ())),
            )
            for reading in code.readings(dispute)
        ]
        return a.Readings(dispute, paragraph, words.name(dispute), code.strength(dispute), default, found)

    def change(self, change: Change) -> a.Change:
        """One change of state."""
        words = self.words
        return a.Change(
            fact=words.name(change.fact, *change.keys) if change.fact != GAME_OVER else change.fact,
            name=change.fact,
            keys=thaw(change.keys),
            old=thaw(change.old),
            new=thaw(change.new),
            shown=f"{words.value(change.old)} → {words.value(change.new)}",
            paragraph=change.paragraph,
        )

    # ---- citations -------------------------------------------------------------------------------------------------

    def _citations(self, identities: list[str], edition: str | None, near: str | None) -> list[a.Citation]:
        """Those of paragraphs: a dispute that nobody declared is none."""
        paragraphs, cited = self.game.prose.paragraphs, self._cited.get(edition or self._edition, {})
        found = []
        for identity in identities:
            known = None if near else cited.get(identity)
            if known is not None:
                found.append(known)
            elif identity in paragraphs:
                found.append(self.citation(identity, edition, near))
        return found

    def citation(self, identity: str, edition: str | None = None, near: str | None = None) -> a.Citation:
        """A paragraph as it is cited: where it stands in the edition asked for, and before the asker's eyes."""
        shown = self._at_hand(identity, near) if near else identity
        edition = edition or self._edition
        cited = self._cited.get(edition, {})
        found = cited.get(shown)
        if found is None:
            found = cited[shown] = self._citation(shown, edition)
        return found if shown == identity else replace(found, restates=identity)

    def _at_hand(self, identity: str, near: str) -> str:
        """The paragraph of the section the asker is looking at that says the same, if there is one."""
        paragraphs = self.game.prose.paragraphs
        section = paragraphs[near].section if near in paragraphs else near
        if paragraphs[identity].section == section:
            return identity
        for other in paragraphs.values():
            if other.section == section and (identity in other.restates or other.id in paragraphs[identity].restates):
                return other.id
        return identity

    def _citation(self, identity: str, edition: str) -> a.Citation:
        paragraph = self.game.prose.paragraphs[identity]
        printed = edition if edition in paragraph.pages else next(iter(paragraph.pages), edition)
        heading = self.game.prose.headings.get(paragraph.section)
        return a.Citation(
            id=identity,
            game=self.game.id,
            edition=printed,
            section=spoken(heading.title, self.lang) if heading is not None else "",
            number=paragraph.number,
            page=paragraph.pages.get(printed, ""),
            printed=paragraph.printed,
            unconfirmed=paragraph.unconfirmed,
            source=paragraph.source,
            restates="",
            text=self._text(paragraph),
            wording=attribution(self.game.prose, paragraph, printed, self.lang),
            lang=spoken_in(paragraph.text, self.lang),
        )


def _worded(say: Callable[[n.Expr], str], words: Wording, check: Check) -> str:
    """What a check of the rules asks for, its expressions put into words by `say`."""
    node = check.node
    if check.kind == "cost":
        source = ", ".join(say(place) for place in node.source if not isinstance(place, n.Nowhere))
        return phrase("affords", words.lang, say(node.amount), source)
    if check.kind == "forbidden":
        return phrase("not", words.lang, say(node.when) if node.when is not None else "")
    if check.kind == "applies":
        return say(node.when)
    return say(node.body) if hasattr(node, "body") else words.name(node.name)


def _figure(formula: Formula, ctx: Context, env: list[object]) -> object:
    """What was compared, as it was worked out when it was judged, or by open code where that cannot be."""
    if not ctx.careful and Unknown not in map(type, env):
        try:
            return formula.noted(ctx, list(env))
        except STUMBLES:
            pass
    return formula.open(ctx, list(env))


def first_sentence(text: str) -> str:
    """The first sentence of a paragraph, without marks."""
    plain = re.sub(r"\[\[(?:[^|\]]*\|)?([^\]]*)\]\]", r"\1", text).replace("*", "").replace("\n", " ")
    match = re.match(r".+?[.!?…](?=\s|$)", plain)
    return match.group() if match else plain
