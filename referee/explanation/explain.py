"""An Answer in words: verdict, sentence, checks with their numbers, what is asked next, citations. One JSON shape."""

from __future__ import annotations

import re
from typing import Any

from grammar import nodes as n
from kb.library import Game
from kb.model.entities import Paragraph
from kb.rules.reads import names_in
from referee.explanation.phrases import phrase
from referee.explanation.wording import Wording
from referee.rules.code import Code
from referee.runtime.functions import Lazy
from referee.units.clauses import Result
from referee.units.places import available
from referee.values import Leaf, Unknown, thaw
from referee.verdict.ask import Answer

#: texts of one check that are remembered
TEXTS = 64
#: citations listed in full
MOST = 24


class Explainer:
    """Explains answers of one game in one language and edition."""

    def __init__(
        self, game: Game, code: Code, lang: str = "en", edition: str | None = None, near: str | None = None
    ) -> None:
        self.near = near  #: the paragraph or section the asker is looking at
        self.game = game
        self.code = code
        self.lang = lang
        self.edition = edition or next(iter(game.prose.editions), "")
        self.words = Wording(game, lang)

    def answer(self, answer: Answer) -> dict[str, Any]:
        """The whole answer."""
        checks = [self.check(answer, result) for result in answer.results]
        return {
            "verdict": answer.verdict,
            "value": thaw(answer.value),
            "shown": self.words.value(answer.value),
            "sentence": self.sentence(answer),
            "checks": checks,
            "derivation": self.derivation(answer),
            "needs": [self.need(answer, leaf) for leaf in answer.needs[:8]],
            "hidden": [self.words.leaf(leaf) for leaf in answer.hidden],
            "readings": [self.readings(dispute, outcomes, answer.places) for dispute, outcomes in answer.disputes.items()],
            "settled": [self.settled(dispute, reading) for dispute, reading in answer.settled.items()],
            "notes": [self.readings(dispute, {}) for dispute in answer.notes],
            "assumed": [
                {"fact": self.words.leaf(leaf), "name": leaf[0], "keys": thaw(leaf[1]), "value": thaw(value), "shown": self.words.value(value)}
                for leaf, value in answer.assumed.items()
            ],
            "would_change": [
                {"fact": self.words.leaf(leaf), "name": leaf[0], "keys": thaw(leaf[1]), "value": thaw(value),
                 "text": phrase("value", self.lang, self.words.leaf(leaf), self.words.value(value))}
                for leaf, value in answer.would_change
            ],
            "changes": [self.change(change) for change in answer.changes],
            "citations": [self.citation(identity) for identity in answer.cites[:MOST] if identity in self.game.prose.paragraphs],
            "complete": answer.complete,
            "corpus_version": self.game.version,
        }  # fmt: skip

    # ---- sentences -------------------------------------------------------------------------------------------------

    def sentence(self, answer: Answer) -> str:
        """The verdict and the one reason that counts most."""
        if answer.verdict == "silent":
            return phrase("say.silent", self.lang)
        shown = self.words.value(answer.value)
        if answer.verdict == "value":
            return phrase("say.value", self.lang, shown)
        if answer.verdict == "disputed":
            return phrase("say.disputed", self.lang, shown)
        if answer.verdict == "depends":
            if answer.needs:
                facts = "; ".join(self.words.leaf(leaf) for leaf in answer.needs[:3])
                return phrase("say.depends", self.lang, facts)
            if answer.hidden:
                return phrase("say.depends.hidden", self.lang)
            if answer.disputes:
                return phrase("say.depends.gap", self.lang, shown)
            return phrase("say.depends.open", self.lang)
        reason = ""
        if answer.verdict == "no":
            failed = [r for r in answer.results if r.status == "fail"]
            if failed:
                reason = self._reason(answer, failed[0])
        return " ".join(part for part in (phrase(f"say.{answer.verdict}", self.lang), reason) if part)

    def _reason(self, answer: Answer, result: Result) -> str:
        paragraph = self.game.paragraph(result.check.paragraph)
        text = first_sentence(self._text(paragraph)) if paragraph is not None else ""
        numbers = self._numbers(answer, result)
        return f"{text} ({numbers})" if text and numbers else text or numbers

    def _text(self, paragraph: Paragraph) -> str:
        return paragraph.text.get(self.lang) or paragraph.text.get("en") or ""

    def derivation(self, answer: Answer) -> dict[str, Any] | None:
        """How an asked value comes about, as far as the facts are told."""
        if answer.situation is None or answer.question.action is not None:
            return None
        from referee.explanation.derivation import derive  # a verdict has none

        line = derive(self.code, answer.question, answer.situation, self.words, answer.question.actor)
        return line.data() if line is not None else None

    # ---- parts -----------------------------------------------------------------------------------------------------

    def check(self, answer: Answer, result: Result) -> dict[str, Any]:
        """One check: its text, its result, its numbers and its paragraphs."""
        status = {"lifted": "not_applicable", "silent": "unknown"}.get(result.status, result.status)
        shown = {
            "text": self._check_text(result),
            "result": status,
            "numbers": self._numbers(answer, result),
            "cites": list(result.cites),
            "paragraph": result.check.paragraph,
        }
        if result.element is not None and result.check.kind != "course":
            shown["element"] = self.words.value(result.element)
        if result.lifted_by:
            shown["lifted_by"] = result.lifted_by
        return shown

    def _check_text(self, result: Result) -> str:
        """What a check asks for; the same check of the same things is put into words once."""
        check, env = result.check, result.env
        if env is None or check.kind in ("course", "actor", "limit"):
            return self._worded(result)
        if check.named is None:
            slots = check.scope.slots
            check.named = tuple(sorted({slots[name] for name in names_in(check.node) if name in slots}))
        key = (self.lang, *[None if isinstance(value := env[slot], Lazy) else value for slot in check.named])
        found = check.texts.get(key)
        if found is None:
            if len(check.texts) >= TEXTS:
                check.texts.clear()
            found = check.texts[key] = self._worded(result)
        return found

    def _worded(self, result: Result) -> str:
        check = result.check
        env = result.env
        if check.kind == "course":
            return phrase(
                str(result.element),
                self.lang,
                self.words.value(env[check.scope.slots[check.node.actor]]) if env else "",
            )
        if check.kind == "actor":
            return phrase(
                "actor",
                self.lang,
                self.words.name(check.node.kind)
                if check.node.kind
                else self.words.expression(check.node.among, check.scope, env),
            )
        if check.kind == "limit":
            return phrase(
                "limit",
                self.lang,
                self.words.expression(check.node.most, check.scope, env),
                self.words.name(check.node.scope),
            )
        if check.kind == "cost":
            source = ", ".join(
                self.words.expression(place, check.scope, env)
                for place in check.node.source
                if not isinstance(place, n.Nowhere)
            )
            return phrase("affords", self.lang, self.words.expression(check.node.amount, check.scope, env), source)
        if check.kind == "forbidden":
            body = self.words.expression(check.node.when, check.scope, env) if check.node.when is not None else ""
            return phrase("not", self.lang, body)
        if check.kind == "applies":
            return self.words.expression(check.node.when, check.scope, env)
        if not hasattr(check.node, "body"):
            return self.words.name(check.node.name)
        return self.words.expression(check.node.body, check.scope, env)

    def _numbers(self, answer: Answer, result: Result) -> str:
        """The figures that were compared, in the case that is shown."""
        check, ctx = result.check, answer.ctx
        if result.env is None or ctx is None or check.kind in ("course", "actor", "limit", "after"):
            return ""
        env = list(result.env)
        if check.cost is not None:
            amount = check.cost.amount.open(ctx, env)
            places, total = available(ctx, env, check.cost.source)
            if places is None or isinstance(amount, Unknown) or isinstance(total, Unknown):
                return ""
            return phrase("needs", self.lang, amount, total)
        expr = check.node.when if check.kind == "forbidden" else getattr(check.node, "body", None)
        return self.words.numbers(self.code, ctx, check, expr, env) if isinstance(expr, n.Compare) else ""

    def need(self, answer: Answer, leaf: Leaf) -> dict[str, Any]:
        """A fact still wanted: how to tell it, what it can be, and the question to put."""
        domain = answer.domains.get(leaf, Unknown())
        low, high = domain.bounds()
        is_flag = domain.options is not None and set(domain.options) <= {True, False}
        options = None
        if domain.options is not None:
            options = [{"value": thaw(option), "text": self.words.value(option)} for option in domain.options[:40]]
        name, keys = leaf
        return {
            "fact": tell_text(leaf),
            "name": name,
            "keys": thaw(keys),
            "type": "flag" if is_flag else "choice" if options is not None else "number",
            "options": options,
            "low": low,
            "high": high,
            "question": self.words.question(leaf, is_flag),
            "label": self.words.leaf(leaf),
        }

    def readings(
        self, dispute: str, outcomes: dict[str, Any], places: dict[tuple[str, str], tuple[str, ...]] | None = None
    ) -> dict[str, Any]:
        """A dispute with its readings, their paragraphs and where each leads."""
        default = self.code.default_reading(dispute)
        paragraph = self.code.program.disputes[dispute].paragraph if dispute in self.code.program.disputes else ""
        return {
            "dispute": dispute,
            "paragraph": paragraph,
            "text": self.words.name(dispute),
            "strength": self.code.strength(dispute),
            "default": default,
            "readings": [
                {
                    "reading": reading,
                    "text": self.words.name(reading),
                    "default": reading == default,
                    "outcome": thaw(outcomes[reading]) if reading in outcomes else None,
                    "shown": self.words.value(outcomes[reading]) if reading in outcomes else "",
                    "cites": list(self.code.places(dispute, reading) or (places or {}).get((dispute, reading), ())),
                }
                for reading in self.code.readings(dispute)
            ],
        }

    def settled(self, dispute: str, reading: str) -> dict[str, Any]:
        """A ruling that counted."""
        return {"dispute": dispute, "reading": reading, "text": self.words.name(reading)}

    def change(self, change: Any) -> dict[str, Any]:
        """One change of state."""
        return {
            "fact": self.words.name(change.fact, *change.keys) if change.fact != "over" else change.fact,
            "name": change.fact,
            "keys": thaw(change.keys),
            "old": thaw(change.old),
            "new": thaw(change.new),
            "shown": f"{self.words.value(change.old)} → {self.words.value(change.new)}",
            "paragraph": change.paragraph,
        }

    def _at_hand(self, identity: str) -> str:
        """The paragraph of the section the asker is looking at that says the same, if there is one."""
        paragraphs = self.game.prose.paragraphs
        if not self.near:
            return identity
        section = paragraphs[self.near].section if self.near in paragraphs else self.near
        if paragraphs[identity].section == section:
            return identity
        for other in paragraphs.values():
            if other.section == section and (identity in other.restates or other.id in paragraphs[identity].restates):
                return other.id
        return identity

    def citation(self, identity: str) -> dict[str, Any]:
        """A paragraph as it is cited: where it stands in the edition asked for, and before the asker's eyes."""
        original = identity
        identity = self._at_hand(identity)
        paragraph = self.game.prose.paragraphs[identity]
        edition = self.edition if self.edition in paragraph.pages else next(iter(paragraph.pages), self.edition)
        heading = self.game.prose.headings.get(paragraph.section)
        section = heading.title.get(self.lang) or heading.title.get("en", "") if heading is not None else ""
        lang = self.lang if self.lang in paragraph.text else "en"
        return {
            "id": identity,
            "game": self.game.id,
            "edition": edition,
            "section": section,
            "number": paragraph.number,
            "page": paragraph.pages.get(edition, ""),
            "printed": paragraph.printed,
            "unconfirmed": paragraph.unconfirmed,
            "source": paragraph.source,
            "restates": original if original != identity else "",
            "text": self._text(paragraph),
            "lang": lang,
        }


def tell_text(leaf: Leaf) -> str:
    """How a fact is written when it is told: `height of x`, `kept(x, y)`."""
    name, keys = leaf
    if not keys:
        return name
    shown = ", ".join("yes" if k is True else "no" if k is False else str(k) for k in keys)
    return f"{name} of {shown}" if len(keys) == 1 else f"{name}({shown})"


def first_sentence(text: str) -> str:
    """The first sentence of a paragraph, without marks."""
    plain = re.sub(r"\[\[(?:[^|\]]*\|)?([^\]]*)\]\]", r"\1", text).replace("*", "").replace("\n", " ")
    match = re.match(r".+?[.!?…](?=\s|$)", plain)
    return match.group() if match else plain
