"""Every text that is put together of a game in one language, once, in the order of its chapters: for those who read proofs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grammar import nodes as n
from grammar.base.records import record
from kb.languages.texts import spoken, texts
from kb.library import Game
from referee.explanation.demands import worded_check
from referee.explanation.explain import Explainer
from referee.explanation.said import as_sentence
from referee.explanation.wording import Shape
from referee.rules.actions import checks_in
from referee.rules.code import Code
from referee.runs.ahead.game import code_of
from referee.service.game.fields import keys_of
from referee.units.clauses import Check
from referee.values import Leaf

#: holes, commands and addresses in our own texts, which are no words
_CODE = re.compile(r"\{[^{}]*\}|`[^`]*`|https?://\S+|\[\[\w+\|")
#: what stands for a number in a sample
SAMPLE = 3


@record
class Passage:
    """A text, and where it comes from: a paragraph, a name, a key of ours."""

    part: str  #: checks, facts, values, actions, cards, phrases
    place: str
    text: str


class Proof:
    """The texts of one game in one language, put together with samples."""

    def __init__(self, game: Game, code: Code, lang: str) -> None:
        self.game, self.code, self.lang = game, code, lang
        self.explainer = Explainer(game, code, lang)
        self.words = self.explainer.words

    def passages(self) -> Iterator[Passage]:
        """All of them; what was said once is not said again."""
        seen: set[str] = set()
        for passage in (*self._checks(), *self._facts(), *self._values(), *self._cards(), *self._ours()):
            if passage.text and passage.text not in seen:
                seen.add(passage.text)
                yield passage

    def _checks(self) -> Iterator[Passage]:
        """Checks with samples: what they ask for, and its contrary where that is put together."""
        for name in self.game.program.actions:
            action = self.code.action(name)
            samples = {param.name: self._sample_of(param.type) for param in action.node.params}
            for check in (*checks_in(action.class_parts), *checks_in(action.parts)):
                if check.kind != "after":
                    for text in self._said(check, {**samples, action.node.actor: self._role()}):
                        yield Passage("checks", check.paragraph, as_sentence(text))

    def _said(self, check: Check, samples: dict[str, object]) -> Iterator[str]:
        words, scope = self.words, check.scope
        env: list[object] = [None] * (max(scope.slots.values(), default=-1) + 1)
        for name, slot in scope.slots.items():
            env[slot] = samples.get(name)
        own = self.explainer.words.of_check(check)
        said = words.template(lambda speaker: worded_check(speaker, words, check, own), scope)
        yield said.filled(words.said_of, env)
        if own is not None and own.denied:
            contrary = words.template(
                lambda speaker: words.own(own.denied, {name: speaker.local(name) for name in scope.slots}), scope
            )
            yield contrary.filled(words.said_of, env)
        body = getattr(check.node, "when" if check.kind == "forbidden" else "body", None)
        if own is None and isinstance(body, n.And | n.Or | n.Not | n.Compare | n.Member | n.Quantified | n.Call):
            other = words.template(lambda speaker: speaker.sentence(body, holds=check.kind == "forbidden"), scope)
            yield other.filled(words.said_of, env)

    def _facts(self) -> Iterator[Passage]:
        """Facts with their questions, and as remedies say them."""
        for name, cited in self.game.program.facts.items():
            leaf: Leaf = (name, tuple(self._sample(kind) for _, kind in cited.node.keys))
            type_ = cited.node.type
            flag = isinstance(type_, n.TypeFlag)
            value = True if flag else self._sample_of(type_)
            shape: Shape = "flag" if flag else "number" if isinstance(value, int) else "choice"
            place = str(cited.paragraph)
            yield Passage("facts", place, as_sentence(self.words.leaf(leaf)))
            yield Passage("facts", place, self.words.question(leaf, shape))
            yield Passage("facts", place, as_sentence(self.words.hanging(leaf, flag)))
            yield Passage("facts", place, as_sentence(self.words.fact(leaf, value)))
            if flag or getattr(type_, "optional", False):
                yield Passage("facts", place, as_sentence(self.words.fact(leaf, False if flag else None)))

    def _values(self) -> Iterator[Passage]:
        """What rules work out, and what players do, by name."""
        program = self.game.program
        for name, info in program.values.items():
            if not n.is_corollary(name):
                keys = [self._sample_of(type_) for _, type_ in keys_of(self.code, name)]
                yield Passage("values", info.clauses[0].paragraph, as_sentence(self.words.name(name, *keys)))
        for name, action in program.actions.items():
            args = {param.name: self._sample_of(param.type) for param in action.node.params}
            yield Passage("actions", action.paragraph, as_sentence(self.words.call(name, args)))
            for label in args:
                yield Passage("actions", action.paragraph, as_sentence(self.words.name(label)))

    def _cards(self) -> Iterator[Passage]:
        for card in self.game.cards:
            paragraph = self.game.paragraph(card.paragraph)
            if paragraph is not None:
                yield Passage("cards", card.paragraph, spoken(paragraph.text, self.lang))

    def _ours(self) -> Iterator[Passage]:
        for file in ("answers", "pages", "beginning", "errors", "terminal", "help"):
            for key, text in texts(self.lang, file).items():
                if key.startswith("form."):  # half of it is the language of rules
                    continue
                yield Passage("phrases", f"{file}.{key}", _CODE.sub("…", text))

    # ---- samples ---------------------------------------------------------------------------------------------------

    def _role(self) -> object:
        return next(iter(self.game.program.members.get(self.game.program.roles, ())), None)

    def _sample_of(self, type_: n.Type | None) -> object:
        if isinstance(type_, n.TypeFlag):
            return True
        if isinstance(type_, n.TypeNumber | n.TypeRange):
            return SAMPLE
        if isinstance(type_, n.TypeEnum):
            return type_.members[0]
        if isinstance(type_, n.TypeMany):
            return tuple(self.game.program.members.get(type_.kind, ())[:2]) or None
        return self._sample(type_.name) if isinstance(type_, n.TypeName) else None

    def _sample(self, kind: str) -> object:
        members = self.game.program.members.get(kind, ())
        return members[len(members) // 2] if members else SAMPLE if kind == "number" else None


def passages_of(game: Game, lang: str) -> list[Passage]:
    """All texts of a game in a language."""
    return list(Proof(game, code_of(game), lang).passages())


def cards_beside(game: Game, lang: str) -> str:
    """Every card with its title and its text in a language, the original under both: a page for those who read them one by one."""
    original = game.prose.original
    parts = [f"# {spoken(game.prose.title, lang)}: {lang} / {original}"]
    for number, card in enumerate(game.cards, 1):
        heading = game.prose.headings[card.id]
        text = game.prose.paragraphs[card.paragraph].text
        lines = [f"## {number}. {spoken(heading.title, lang)}", spoken(text, lang)]
        note = game.paragraph(f"{card.id}.note")
        lines += [spoken(note.text, lang)] if note is not None else []
        lines += [f"*{original}*: **{spoken(heading.title, original)}**\n{spoken(text, original)}"]
        parts.append("\n\n".join(lines))
    return "\n\n".join(parts) + "\n"
