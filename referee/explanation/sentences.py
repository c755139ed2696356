"""Expressions in words: values as phrases that decline, conditions as sentences, affirmed or denied."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from grammar import nodes as n
from kb.library import Game
from kb.model.entities import Word
from referee.explanation.phrases import phrase
from referee.explanation.said import Figure, Listed, Said, joined
from referee.explanation.templates import Places

#: comparisons and what denies them
OPPOSITE = {">=": "<", "<=": ">", ">": "<=", "<": ">="}
_SIGNS = {"+": "+", "-": "−", "*": "×", "up": "÷", "down": "÷"}
#: what is said of an expression that there are no words for
NAMELESS = "…"
#: what can only be so or not so
_CONDITIONS = n.Not | n.And | n.Or | n.Compare | n.Member | n.Quantified | n.Truth | n.Possible


class Words(Protocol):
    """What is known of the words of a game in one language."""

    game: Game
    lang: str

    def named_with(self, identity: str, parts: list[Said]) -> Said:
        """An identifier with its keys in words."""

    def own(self, said: Mapping[str, str], parts: list[Said] | Mapping[str, Said]) -> str:
        """A text of the game's own with its holes filled; nothing where it has none."""


class Speaker:
    """Says the expressions of one place, with a place in the text wherever a local name stands."""

    def __init__(self, words: Words, slots: Mapping[str, int], places: Places) -> None:
        self.words, self.slots, self.places = words, slots, places
        self.lang = words.lang
        self._inner: dict[str, Said] = {}  #: variables of the quantifiers around

    # ---- values ----------------------------------------------------------------------------------------------------

    def said(self, expr: n.Expr) -> Said:
        """A value as a phrase; a condition as a sentence."""
        if isinstance(expr, _CONDITIONS):
            return Said(self.sentence(expr))
        if isinstance(expr, n.Number):
            return Figure(expr.value, self.lang)
        if isinstance(expr, n.Nothing):
            return Said(phrase("none", self.lang))
        if isinstance(expr, n.Name):
            return self.local(expr.id)
        if isinstance(expr, n.Call):
            return self._call(expr)
        if isinstance(expr, n.ListOf):
            return Listed([self.said(item) for item in expr.items], phrase("and", self.lang))
        if isinstance(expr, n.Choice):  # which of both it is, the figures tell
            other = isinstance(expr.other, n.Number) and expr.other.value == 0
            parts = [self.said(expr.then), *([] if other else [self.said(expr.other)])]
            return parts[0] if other else Listed(parts, phrase("or", self.lang), one=True)
        if isinstance(expr, n.Before):
            return self.said(expr.body)
        if isinstance(expr, n.Supposing):
            return Said(phrase("supposing", self.lang, self.said(expr.deed), self.said(expr.body)))
        return Said(self._composed(expr))

    def _composed(self, expr: n.Expr) -> str:
        if isinstance(expr, n.Range):
            return phrase("from to", self.lang, self.said(expr.low), self.said(expr.high))
        if isinstance(expr, n.Minus):
            return f"−{self.said(expr.body).form()}"
        if isinstance(expr, n.Arithmetic):
            return f"{self.said(expr.left).form()} {_SIGNS[expr.op]} {self.said(expr.right).form()}"
        if isinstance(expr, n.Count):
            if expr.body is None:
                return phrase("size", self.lang, self.said(expr.members))
            return phrase("count", self.lang, self.said(expr.members), self._of_each(expr.var, expr.members, expr.body))
        if isinstance(expr, n.Fold | n.Total):
            if isinstance(expr, n.Fold):
                texts = [self.said(part).form() for part in expr.parts]
            else:
                texts = [self._named(expr.var, expr.members, lambda: self.said(expr.value).form())]
            two = ".two" if len(texts) == 2 and expr.op in ("min", "max") else ""  # of two one is not the greatest
            return phrase(f"fold.{expr.op}{two}", self.lang, joined(texts, phrase("and", self.lang)))
        if isinstance(expr, n.Those | n.Best | n.Pick):
            return self.said(expr.members).form()
        return NAMELESS

    def _call(self, expr: n.Call) -> Said:
        parts = [self.said(arg) for arg in expr.args]
        if expr.name == "size" and expr.name not in self.words.game.prose.words:
            counted = expr.args[0]
            what = self.label(counted.id) if isinstance(counted, n.Name) and counted.id in self.slots else parts[0]
            return Said(phrase("size", self.lang, what))
        return self.words.named_with(expr.name, parts)

    def local(self, name: str) -> Said:
        """A name: its value where it is bound in a frame."""
        if name in self._inner:
            return self._inner[name]
        return self.places.at(self.slots[name], self.label(name)) if name in self.slots else self.label(name)

    def label(self, name: str) -> Said:
        """What a name is called, whatever its value."""
        if name == "this_action":
            return Said(phrase("this_action", self.lang))
        if name == "over":
            return Said(phrase("over", self.lang))
        if name.startswith("it_"):  # what a card goes over has no name of its own
            return Said(phrase("it", self.lang))
        return self.words.named_with(name, [])

    # ---- conditions ------------------------------------------------------------------------------------------------

    def sentence(self, expr: n.Expr, holds: bool = True) -> str:
        """A condition as somebody would say it, or say that it is not so."""
        if isinstance(expr, n.Not):
            return self.sentence(expr.body, not holds)
        if isinstance(expr, n.Truth):
            return phrase("always" if expr.value == holds else "never", self.lang)
        if isinstance(expr, n.And | n.Or):
            return self._joined(expr, holds)
        if isinstance(expr, n.Compare):
            return self._compared(expr, holds)
        if isinstance(expr, n.Member):
            return self._among(expr, holds != expr.negated)
        if isinstance(expr, n.Quantified):
            return self._quantified(expr, holds)
        if isinstance(expr, n.Before):
            return self.sentence(expr.body, holds)
        if isinstance(expr, n.Possible):
            said = self.said(expr.deed), self.said(expr.by)
            return phrase("possible" if holds else "impossible", self.lang, *said)
        if isinstance(expr, n.Supposing):
            return phrase("supposing", self.lang, self.said(expr.deed), Said(self.sentence(expr.body, holds)))
        if isinstance(expr, n.Choice):
            then, other = (self.sentence(part, holds) for part in (expr.then, expr.other))
            return phrase("if", self.lang, self.sentence(expr.test), then, other)
        return self._so(expr, holds)

    def _so(self, expr: n.Expr, holds: bool) -> str:
        """A fact or value that is so or not."""
        text = self.said(expr)
        if holds:
            return text.form()
        word, parts = self._worded(expr)
        denied = self.words.own(word.denied, parts) if word is not None else ""
        return denied or phrase("denied", self.lang, text)

    def _worded(self, expr: n.Expr) -> tuple[Word | None, list[Said]]:
        words = self.words.game.prose.words
        if isinstance(expr, n.Call):
            return words.get(expr.name), [self.said(arg) for arg in expr.args]
        return (words.get(expr.id), []) if isinstance(expr, n.Name) else (None, [])

    def _joined(self, expr: n.And | n.Or, holds: bool) -> str:
        """Several conditions; those joined the other way stand in brackets. That not all of them hold is said of all at once."""
        if isinstance(expr, n.And) and not holds:
            return phrase("not together", self.lang, self._joined(expr, True))
        is_and = isinstance(expr, n.And) == holds
        one = self._one_of(expr, holds) if isinstance(expr, n.Or) else ""
        if one:
            return one
        texts = []
        for part in expr.parts:
            text, inner, so = self.sentence(part, holds), part, holds
            while isinstance(inner, n.Not):
                inner, so = inner.body, not so
            nested = isinstance(inner, n.And | n.Or) and (isinstance(inner, n.And) == so) != is_and
            texts.append(f"({text})" if nested else text)
        if is_and:
            return joined(texts, phrase("and", self.lang))
        return phrase("either", self.lang, ", ".join(texts[:-1]), texts[-1])

    def _one_of(self, expr: n.Or, holds: bool) -> str:
        """That the same thing is one or another of several, or, where there are words for that, none of them: said once."""
        first = expr.parts[0]
        rights = [
            part.right
            for part in expr.parts
            if isinstance(part, n.Compare) and part.op == "is" and isinstance(part.right, n.Name | n.Number)
        ]
        if not isinstance(first, n.Compare) or len(rights) < len(expr.parts):
            return ""
        if any(isinstance(part, n.Compare) and part.left != first.left for part in expr.parts):
            return ""
        if isinstance(first.left, n.Name) and first.left.id in self.words.game.program.disputes:
            return ""
        word, _ = self._worded(first.left)
        if not holds and (word is None or not word.other.get(self.lang)):
            return ""
        listed = Listed([self.said(right) for right in rights], phrase("or" if holds else "nor", self.lang), one=True)
        return self._same(first.left, listed, holds, isinstance(rights[0], n.Number))

    def _compared(self, expr: n.Compare, holds: bool) -> str:
        left, right = expr.left, expr.right
        if expr.op in OPPOSITE:
            op = expr.op if holds else OPPOSITE[expr.op]
            if op == ">" and isinstance(right, n.Number) and right.value == 0:  # nobody says “more than 0”
                op, right = ">=", n.Number(1)
            figure = isinstance(right, n.Number) or self._is_local(right)
            if op == ">=" and figure and (own := self.at_least(left, self.said(right))):
                return own
            if op == "<" and figure and (fewer := self.fewer(left, right)):
                return fewer
            if op == ">" and figure and (more := self._more(left, right)):
                return more
            return phrase(op if figure else f"{op} as", self.lang, self._chosen(left), self.said(right))
        if expr.op == "beside":
            return phrase("beside" if holds else "not beside", self.lang, self.said(left), self.said(right))
        same = holds == (expr.op == "is")
        if isinstance(right, n.Truth):
            return self.sentence(left, same == right.value)
        if isinstance(right, n.Nothing):
            return self._absent(left, same)
        if isinstance(left, _CONDITIONS) or isinstance(right, _CONDITIONS):
            return phrase("alike" if same else "unlike", self.lang, self.sentence(left), self.sentence(right))
        if isinstance(left, n.Name) and left.id in self.words.game.program.disputes:
            return phrase("reading" if same else "other reading", self.lang, self.said(left), self.said(right))
        if self._has_words_for_same(right) and not self._has_words_for_same(left):
            left, right = right, left
        return self._same(left, self.said(right), same, isinstance(right, n.Number))

    def _chosen(self, expr: n.Expr) -> Said:
        """A number; one that was chosen is called by its name: the figures beside the check tell it."""
        return self.label(expr.id) if isinstance(expr, n.Name) and self._is_local(expr) else self.said(expr)

    def at_least(self, expr: n.Expr, least: Said) -> str:
        """That there is so much of it, where the game has words for that."""
        word, parts = self._worded(expr)
        return "" if word is None or self._is_local(expr) else self.words.own(word.least, [*parts, least])

    def _has_words_for_same(self, expr: n.Expr) -> bool:
        word, _ = self._worded(expr)
        return word is not None and bool(word.same) and not self._is_local(expr)

    def _is_local(self, expr: n.Expr) -> bool:
        return isinstance(expr, n.Name) and expr.id in self.slots

    def _same(self, left: n.Expr, right: Said, same: bool, number: bool = False) -> str:
        """It is a certain one, or another."""
        word, parts = self._worded(left)
        own = self.words.own(word.same if same else word.other, [*parts, right]) if word is not None else ""
        if own:
            return own
        if number:
            return phrase("is number" if same else "is not number", self.lang, self._chosen(left), right)
        return phrase("is" if same else "is not", self.lang, self.said(left), right)

    def fewer(self, expr: n.Expr, than: n.Expr) -> str:
        """That there is less of it, where the game has words for none of it or for so much."""
        word, parts = self._worded(expr)
        if word is None or self._is_local(expr):
            return ""
        if isinstance(than, n.Number) and than.value == 1 and (nothing := self.words.own(word.absent, parts)):
            return nothing
        so_much, at_least = self.at_least(expr, self.said(than)), phrase("least of", self.lang)
        return so_much.replace(at_least, phrase("fewer of", self.lang)) if at_least in so_much else ""

    def _more(self, expr: n.Expr, than: n.Expr) -> str:
        """That there is more of it, where the game has words for so much."""
        so_much, at_least = self.at_least(expr, self.said(than)), phrase("least of", self.lang)
        return so_much.replace(at_least, phrase("more of", self.lang)) if at_least in so_much else ""

    def _absent(self, expr: n.Expr, absent: bool) -> str:
        """There is none, or there is one."""
        word, parts = self._worded(expr)
        own = self.words.own(word.absent if absent else word.present, parts) if word is not None else ""
        if own:
            return own
        if isinstance(expr, n.Name) and (expr.id in self.slots or expr.id in self._inner):
            return phrase("not chosen" if absent else "chosen", self.lang, self.label(expr.id))
        return phrase("absent" if absent else "present", self.lang, self.said(expr))

    def _among(self, expr: n.Member, holds: bool) -> str:
        left, members = self.said(expr.left), expr.members
        if isinstance(members, n.Range):
            low, high = self.said(members.low), self.said(members.high)
            if members.low == members.high:
                return phrase("is number" if holds else "is not number", self.lang, left, high)
            return phrase("within" if holds else "outside", self.lang, left, low, high)
        if isinstance(members, n.ListOf):
            joint = phrase("or" if holds else "nor", self.lang)
            listed = Listed([self.said(item) for item in members.items], joint, one=True)
            word, _ = self._worded(expr.left)
            if holds or len(members.items) == 1 or (word is not None and word.other.get(self.lang)):
                return self._same(expr.left, listed, holds)
            return phrase("is none of", self.lang, left, listed)
        if isinstance(members, n.Name) and members.id in self.words.game.program.kinds:
            return phrase("of kind" if holds else "not of kind", self.lang, left, self.label(members.id))
        return phrase("in" if holds else "not in", self.lang, left, self.said(members))

    def _quantified(self, expr: n.Quantified, holds: bool) -> str:
        """Of some, of every, of so many members; denied, the other way round."""
        least = self.said(expr.least) if expr.least is not None else None
        if least is not None:
            body = self._of_each(expr.var, expr.members, expr.body)
            return phrase("at least" if holds else "fewer than", self.lang, self.said(expr.members), body, least)
        if holds:
            key = "every" if expr.mode == "every" else "some"
            return phrase(key, self.lang, self.said(expr.members), self._of_each(expr.var, expr.members, expr.body))
        # no member is like that: every one is unlike it, and the other way round
        body = self._of_each(expr.var, expr.members, expr.body, holds=False)
        return phrase("some" if expr.mode == "every" else "every", self.lang, self.said(expr.members), body)

    def _of_each(self, var: str, members: n.Expr, body: n.Expr, holds: bool = True) -> str:
        """What is said of each member."""
        return self._named(var, members, lambda: self.sentence(body, holds))

    def _named(self, var: str, members: n.Expr, said: Callable[[], str]) -> str:
        """What is said while a variable goes over members; it is called by their kind, or “it”."""
        outer = self._inner
        kind = isinstance(members, n.Name) and members.id in self.words.game.program.kinds
        own = var in self.words.game.prose.words
        named = self.label(var) if own else self.label(members.id) if kind and isinstance(members, n.Name) else None
        self._inner = {**outer, var: named or Said(phrase("it", self.lang))}
        try:
            return said()
        finally:
            self._inner = outer
