"""Names, values and expressions as a player reads them: from the game's words, in one language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grammar import nodes as n
from grammar.base.corollaries import LIMIT, ORDER, RANGE, START
from kb.languages.texts import ENGLISH, languages, spoken
from kb.library import Game
from referee.evaluation.scope import Scope
from referee.explanation.phrases import phrase
from referee.explanation.templates import Template, place
from referee.values import SILENT, Bag, Deed, Leaf, Unknown


class Wording:
    """Puts things into words for one game and one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang if lang in languages() or lang in game.prose.languages else ENGLISH
        self._alone: dict[str, str] = {}  #: the game's own names without keys
        self._yes, self._no, self._none = (phrase(key, self.lang) for key in ("yes", "no", "none"))

    def name(self, identity: str, *args: Any) -> str:
        """An identifier with its keys: from words.toml, else the glossary, else itself made readable."""
        if not args:
            found = self._alone.get(identity)
            return self._named_alone(identity) if found is None else found
        return self._named(identity, [self.value(arg) for arg in args])

    def _named_alone(self, identity: str) -> str:
        found = self._named(identity, [])
        if identity in self.game.prose.words or identity in self.game.prose.terms:  # what is typed has no end
            self._alone[identity] = found
        return found

    def _named(self, identity: str, texts: list[str]) -> str:
        kind, sign, of = identity.partition(n.SIGN)
        if sign:
            return self._corollary(kind, of, texts)
        word = self.game.prose.words.get(identity)
        if word is not None and not texts and word.alone:
            return spoken(word.alone, self.lang) or identity
        if word is not None and word.text and (texts or "{0}" not in spoken(word.text, self.lang)):
            pattern = spoken(word.text, self.lang) or identity
            try:
                return pattern.format(*texts)
            except (IndexError, KeyError, ValueError):
                return pattern
        # a name that is both a fact with keys and a member reads as the member when it stands alone
        term = self.game.prose.terms.get(identity)
        plain = (spoken(term.names, self.lang) or identity) if term else identity.replace("_", " ")
        return f"{plain} ({', '.join(texts)})" if texts else plain

    def _corollary(self, kind: str, of: str, texts: list[str]) -> str:
        """The start of a fact, the order of a phase: what it is said of, and what is asked of it."""
        plain = self._named(of, texts)
        if kind == START:
            return phrase("start of", self.lang, plain)
        if kind == ORDER:
            return phrase("order of", self.lang, plain)
        if kind == LIMIT:
            return phrase("limit of", self.lang, plain)
        return phrase("range of", self.lang, plain) if kind == RANGE else plain

    def value(self, value: Any) -> str:
        """A value in words."""
        if value is True or value is False:
            return self._yes if value else self._no
        if value is None:
            return self._none
        if type(value) is str:
            return self.name(value) if value != "?" else "?"
        if type(value) is int:
            return str(value)
        if value is SILENT:
            return phrase("silent", self.lang)
        if isinstance(value, Unknown):
            if value.options is not None and len(value.options) <= 6:
                return f" {phrase('or', self.lang)} ".join(self.value(option) for option in value.options)
            low, high = value.bounds()
            if low is not None or high is not None:
                return f"{'…' if low is None else low}–{'…' if high is None else high}"
            return phrase("unknown", self.lang)
        if isinstance(value, Deed):
            return self.call(value[0], dict(value[1]))
        if isinstance(value, Bag):
            return ", ".join(f"{self.name(key)}: {self.value(item)}" for key, item in value.items())
        if isinstance(value, tuple):
            return ", ".join(self.value(item) for item in value) or "—"
        if isinstance(value, str):
            return self.name(value) if value != "?" else "?"
        return str(value)

    def call(self, name: str, args: dict[str, Any]) -> str:
        """An action with its arguments."""
        shown = ", ".join(self.value(arg) for arg in args.values() if arg is not None and arg is not False)
        return f"{self.name(name)}: {shown}" if shown else self.name(name)

    def leaf(self, leaf: Leaf) -> str:
        """A fact with its keys."""
        name, keys = leaf
        if name == "answer":
            return phrase("answer", self.lang, int(str(keys[0])) + 1)
        if name == "members":
            return phrase("members", self.lang, self.name(str(keys[0])))
        if "." in name:
            action, param = name.split(".", 1)
            return phrase("parameter", self.lang, self.name(param), self.name(action))
        return self.name(name, *keys)

    def question(self, leaf: Leaf, flag: bool) -> str:
        """A fact put as a question."""
        word = self.game.prose.words.get(leaf[0])
        if word is not None and word.ask:
            pattern = spoken(word.ask, self.lang)
            try:
                return pattern.format(*[self.value(key) for key in leaf[1]])
            except (IndexError, KeyError, ValueError):
                return pattern
        return phrase("ask.flag" if flag else "ask", self.lang, self.leaf(leaf))

    # ---- expressions -----------------------------------------------------------------------------------------------

    def expression(self, expr: n.Expr, scope: Scope, env: list[Any] | None) -> str:
        """An expression in words, local names replaced by their values."""
        return self.template(lambda say: say(expr), scope).filled(self.value, env)

    def template(self, text: Callable[[Callable[[n.Expr], str]], str], scope: Scope) -> Template:
        """What `text` puts together of expressions in words, with a place wherever a local name stands."""
        places: list[tuple[int, str]] = []

        def local(name: str) -> str:
            alone = phrase("this_action", self.lang) if name == "this_action" else self.name(name)
            if name not in scope.slots:
                return alone
            places.append((scope.slots[name], alone))
            return place(len(places) - 1)

        return Template(text(lambda expr: self._said(expr, local)), places)

    def _said(self, expr: n.Expr, local: Callable[[str], str]) -> str:
        """An expression in words; `local` says a name."""

        def say(inner: n.Expr) -> str:
            return self._said(inner, local)

        if isinstance(expr, n.Number):
            return str(expr.value)
        if isinstance(expr, n.Truth):
            return phrase("yes" if expr.value else "no", self.lang)
        if isinstance(expr, n.Nothing):
            return phrase("none", self.lang)
        if isinstance(expr, n.Name):
            return local(expr.id)
        if isinstance(expr, n.Call) and n.is_corollary(expr.name):
            return self._named(expr.name, [say(arg) for arg in expr.args])
        if isinstance(expr, n.Call):
            word = self.game.prose.words.get(expr.name)
            parts = [say(arg) for arg in expr.args]
            if expr.name == "size" and expr.name not in self.game.prose.words:
                return phrase("size", self.lang, *parts)
            pattern = spoken(word.text, self.lang) if word and word.text else None
            if pattern:
                try:
                    return pattern.format(*parts)
                except (IndexError, KeyError, ValueError):
                    return pattern
            return f"{self.name(expr.name)} ({', '.join(parts)})"
        if isinstance(expr, n.Not):
            return phrase("not", self.lang, say(expr.body))
        if isinstance(expr, n.And | n.Or):
            joint = phrase("and" if isinstance(expr, n.And) else "or", self.lang)
            return f" {joint} ".join(say(part) for part in expr.parts)
        if isinstance(expr, n.Compare):
            return phrase(expr.op, self.lang, say(expr.left), say(expr.right))
        if isinstance(expr, n.Member):
            return phrase("not in" if expr.negated else "in", self.lang, say(expr.left), say(expr.members))
        if isinstance(expr, n.Range):
            return f"{say(expr.low)}–{say(expr.high)}"
        if isinstance(expr, n.Arithmetic):
            sign = {"+": "+", "-": "−", "*": "×"}.get(expr.op, "÷")
            return f"{say(expr.left)} {sign} {say(expr.right)}"
        if isinstance(expr, n.ListOf):
            return ", ".join(say(item) for item in expr.items)
        if isinstance(expr, n.Quantified):
            key = "every" if expr.mode == "every" else "some"
            return phrase(key, self.lang, say(expr.members), say(expr.body))
        if isinstance(expr, n.Count):
            body = say(expr.body) if expr.body is not None else ""
            return phrase("count", self.lang, say(expr.members), body)
        if isinstance(expr, n.Fold):
            return f"{expr.op}({', '.join(say(part) for part in expr.parts)})"
        if isinstance(expr, n.Total):
            return f"Σ {say(expr.value)}" if expr.op == "sum" else f"{expr.op} {say(expr.value)}"
        if isinstance(expr, n.Choice):
            return f"{say(expr.then)} / {say(expr.other)}"
        if isinstance(expr, n.Pick | n.Best | n.Those):
            return say(expr.members)
        if isinstance(expr, n.Before):
            return say(expr.body)
        return "…"
