"""Names, values and expressions as a player reads them: from the game's words, in one language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from kb.languages.texts import spoken
from kb.library import Game
from referee.evaluation.context import Context
from referee.evaluation.scope import Scope
from referee.explanation.phrases import phrase
from referee.runtime.functions import Lazy
from referee.values import SILENT, Bag, Deed, Leaf, Unknown

if TYPE_CHECKING:
    from referee.rules.code import Code
    from referee.units.clauses import Check


class Wording:
    """Puts things into words for one game and one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang

    def name(self, identity: str, *args: Any) -> str:
        """An identifier with its keys: from words.toml, else the glossary, else itself made readable."""
        word = self.game.prose.words.get(identity)
        texts = [self.value(arg) for arg in args]
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

    def value(self, value: Any) -> str:
        """A value in words."""
        if value is True or value is False:
            return phrase("yes" if value else "no", self.lang)
        if value is None:
            return phrase("none", self.lang)
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

        def say(inner: n.Expr) -> str:
            return self.expression(inner, scope, env)

        if isinstance(expr, n.Number):
            return str(expr.value)
        if isinstance(expr, n.Truth):
            return phrase("yes" if expr.value else "no", self.lang)
        if isinstance(expr, n.Nothing):
            return phrase("none", self.lang)
        if isinstance(expr, n.Name):
            bound = self._bound(expr.id, scope, env)
            if bound is None and expr.id == "this_action":
                return phrase("this_action", self.lang)
            return self.value(bound) if bound is not None else self.name(expr.id)
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

    def _bound(self, name: str, scope: Scope, env: list[Any] | None) -> Any:
        if env is None or name not in scope.slots:
            return None
        value = env[scope.slots[name]]
        return None if isinstance(value, Lazy) else value

    def numbers(self, code: Code, ctx: Context, check: Check, expr: n.Compare, env: list[Any]) -> str:
        """The compared values behind a comparison: “needs 5, has 3”."""
        if check.sides is None:
            compile_ = code.formula
            check.sides = (compile_(expr.left, check.scope), compile_(expr.right, check.scope))
        left = check.sides[0].open(ctx, list(env))
        if expr.op in (">=", "<=", ">", "<"):
            right = check.sides[1].open(ctx, list(env))
            needed, has = (right, left) if expr.op in (">=", ">") else (left, right)
            if isinstance(needed, int) and isinstance(has, int) and expr.op == ">=":
                return phrase("needs", self.lang, needed, has)
            return f"{self.value(left)} {expr.op} {self.value(right)}"
        if not isinstance(expr.left, n.Name | n.Number):
            return phrase("value", self.lang, self.expression(expr.left, check.scope, env), self.value(left))
        return ""
