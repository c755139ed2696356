"""Names, values and expressions as a player reads them: from the game's words, in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeGuard

from grammar import nodes as n
from grammar.base.corollaries import CHOICES, DUTY, END, LIMIT, ORDER, RANGE, START, VIEWERS
from kb.languages.holes import HOLE
from kb.languages.texts import ENGLISH, language, languages, spoken
from kb.library import Game
from kb.model.entities import Word
from kb.model.keys import choice_key
from referee.answers import CHOICE, MEMBERS
from referee.books import MOVER
from referee.evaluation.scope import Scope
from referee.explanation.phrases import phrase
from referee.explanation.said import Figure, Listed, Named, Said, fill, one_of
from referee.explanation.sentences import NAMELESS, OPPOSITE, Speaker
from referee.explanation.templates import Places, Template
from referee.units.clauses import Check
from referee.values import SILENT, Bag, Deed, Leaf, Unknown

#: checks that are made anew in every judgement
PASSING = frozenset(("actor", "course", "limit"))
#: how the names of limits begin
_LIMIT = n.corollary(LIMIT, "")
#: how a fact is asked for
Shape = Literal["flag", "number", "choice"]
#: what an untold value may be, that is listed
LISTED = 6


class Wording:
    """Puts things into words for one game and one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang if lang in languages() or lang in game.prose.languages else ENGLISH
        self._alone: dict[str, str] = {}  #: the game's own names without keys
        self._bare: dict[str, Said] = {}  #: the same, that can be declined
        self._holed: dict[tuple[str, int], str] = {}  #: the words of the game's own names with so many keys
        self._checks: dict[Check, Word | None] = {}  #: what the game says itself of its checks
        self._keyed: dict[tuple[str, str], Word | None] = {}  #: the same by their paragraphs and actions
        self._yes, self._no, self._none = (phrase(key, self.lang) for key in ("yes", "no", "none"))

    def name(self, identity: str, *args: Any) -> str:
        """An identifier with its keys: from words.toml, else the glossary, else itself made readable."""
        if not args:
            found = self._alone.get(identity)
            return self._named_alone(identity) if found is None else found
        return self.named_with(identity, [self.said_of(arg) for arg in args]).form()

    def _named_alone(self, identity: str) -> str:
        found = self.named_with(identity, []).form()
        if identity in self.game.prose.words or identity in self.game.prose.terms:  # what is typed has no end
            self._alone[identity] = found
        return found

    def _said_alone(self, identity: str) -> Said:
        found = self.named_with(identity, ())
        if identity in self.game.prose.words or identity in self.game.prose.terms:  # what is typed has no end
            self._bare[identity] = found
        return found

    def named_with(self, identity: str, parts: Sequence[Said]) -> Said:
        """An identifier with its keys in words."""
        text = self._holed.get((identity, len(parts)))
        if text is None:
            kind, sign, of = identity.partition(n.SIGN)
            if kind == DUTY and sign:
                return Said(phrase("duty of", self.lang, self.named_with(of, ()), *parts[:1] or (Said(NAMELESS),)))
            if sign:
                return self._corollary(kind, self.named_with(of, parts))
            text = self._text_of(identity, len(parts))
            if identity in self.game.prose.words or identity in self.game.prose.terms:  # what is typed has no end
                self._holed[identity, len(parts)] = text
        return Named(text, parts, self.game.prose.forms, self.lang)

    def _text_of(self, identity: str, keys: int) -> str:
        """The words of an identifier, with holes for so many keys."""
        word = self.game.prose.words.get(identity)
        if word is not None and not keys and word.alone:
            return spoken(word.alone, self.lang) or identity
        # a deed that is named without what it is done with keeps its words, the holes open
        deed = identity in self.game.program.actions and identity not in self.game.prose.terms
        if word is not None and word.text and (keys or deed or "{0" not in spoken(word.text, self.lang)):
            return spoken(word.text, self.lang) or identity
        # a name that is both a fact with keys and a member reads as the member when it stands alone
        term = self.game.prose.terms.get(identity)
        plain = (spoken(term.names, self.lang) or identity) if term else identity.replace("_", " ")
        holes = ", ".join(f"{{{at}}}" for at in range(keys))
        return f"{plain} ({holes})" if holes else plain

    def _corollary(self, kind: str, of: Said) -> Said:
        """The start of a fact, the order of a phase: what it is said of, and what is asked of it."""
        if kind == START:
            return Said(phrase("start of", self.lang, of))
        if kind == END:
            return Said(phrase("over", self.lang))
        if kind == ORDER:
            return Said(phrase("order of", self.lang, of))
        if kind == LIMIT:
            return Said(phrase("limit of", self.lang, of))
        if kind == CHOICES:
            return Said(phrase("choices of", self.lang, of))
        if kind == VIEWERS:
            return Said(phrase("viewers of", self.lang, of))
        return Said(phrase("range of", self.lang, of)) if kind == RANGE else of

    def own(self, said: Mapping[str, str], parts: Sequence[Said] | Mapping[str, Said]) -> str:
        """A text of the game's own with its holes filled; nothing where it has none in this language."""
        text = said.get(self.lang, "") if self.lang in self.game.prose.languages else spoken(said, self.lang)
        return fill(text, parts) if text else ""

    def of_check(self, check: Check) -> Word | None:
        """What the game says itself of a check: `["#par.1"]`, of the second one `["#par.1/2"]`, of one action `["#par.1 strike"]`."""
        if check.kind in PASSING:
            return None  # these have words in every game
        if check in self._checks:
            return self._checks[check]
        found = self._checks[check] = self._of_keys(check.keys)
        return found

    def _of_keys(self, keys: tuple[str, str]) -> Word | None:
        """The same by the keys alone."""
        if keys in self._keyed:
            return self._keyed[keys]
        words = self.game.prose.words
        found = self._keyed[keys] = next((words[key] for key in keys if key in words), None)
        return found

    def said_of(self, value: Any) -> Said:
        """A value in words that decline."""
        if type(value) is str and value != "?":
            found = self._bare.get(value)
            return self._said_alone(value) if found is None else found
        if type(value) is int:
            return Figure(value, self.lang)
        if isinstance(value, tuple) and not isinstance(value, Deed | Bag) and value:
            return Listed([self.said_of(item) for item in value], phrase("and", self.lang))
        if isinstance(value, Unknown) and value.options and len(value.options) <= LISTED:
            return Listed([self.said_of(option) for option in value.options], phrase("or", self.lang), one=True)
        if isinstance(value, Unknown) and (value.options is not None or value.bounds() == (None, None)):
            return Said(NAMELESS)  # in the middle of a sentence nobody says that it is not told
        return Said(self.value(value))

    def value(self, value: Any) -> str:
        """A value in words."""
        if value is True or value is False:
            return self._yes if value else self._no
        if value is None:
            return self._none
        if type(value) is str:
            return self.name(value) if value != "?" else "?"
        if type(value) is int:
            return str(value) if value >= 0 else f"−{-value}"
        if value is SILENT:
            return phrase("silent", self.lang)
        if isinstance(value, Unknown):
            if value.options is not None and len(value.options) <= LISTED:
                options = sorted(value.options, reverse=True) if _are_flags(value.options) else value.options
                told = [self.value(option) for option in options]
                lists = any(isinstance(option, tuple) and len(option) > 1 for option in options)
                return "; ".join(told) if lists else one_of(told, phrase("or", self.lang))
            low, high = value.bounds()
            if low is not None and high is not None and low >= 0:
                return f"{low}–{high}"
            if low is not None and high is not None:  # a dash between figures that have a minus is not to be read
                return phrase("bounds", self.lang, self.value(low), self.value(high))
            if low is not None:
                return phrase("bounds.low", self.lang, self.value(low))
            if high is not None:
                return phrase("bounds.high", self.lang, self.value(high))
            return phrase("unknown", self.lang)
        if isinstance(value, Deed):
            return self.call(value[0], dict(value[1]))
        if isinstance(value, Bag):
            return ", ".join(f"{self.name(key)}: {self.value(item)}" for key, item in value.items())
        if isinstance(value, tuple):
            return ", ".join(self.value(item) for item in value) or self._none
        if isinstance(value, str):
            return self.name(value) if value != "?" else "?"
        return str(value)

    def call(self, name: str, args: dict[str, Any]) -> str:
        """An action with its arguments: in the holes of its words, and behind a colon what they do not name."""
        holes = self._holes(name)
        action = self.game.program.actions.get(name)
        order = [param.name for param in action.node.params] if action is not None else []
        usual = {param.name: param.default for param in action.node.params} if action is not None else {}
        named = {param for at, param in enumerate(order) if at in holes and param in args}
        left = {
            param: arg for param, arg in args.items() if param not in named and not _as_usual(usual.get(param), arg)
        }
        rest = (self._argument(param, arg) for param, arg in left.items())
        shown = ", ".join(said for said in rest if said)
        parts = [self.said_of(args[param]) if param in args else Said(NAMELESS) for param in order]
        said = self.named_with(name, parts).form() if named else self.name(name)
        return f"{said}: {shown}" if shown else said

    def _argument(self, param: str, arg: Any) -> str:
        """An argument that the words of its action do not name: of what is so its name, where the game has a word for it; nothing of nothing."""
        if arg is None or arg is False or (isinstance(arg, tuple | frozenset | Mapping) and not arg):
            return ""
        prose = self.game.prose
        return self.name(param) if arg is True and (param in prose.words or param in prose.terms) else self.value(arg)

    def _holes(self, name: str) -> set[int]:
        """Which arguments the words of an action name."""
        word = self.game.prose.words.get(name)
        if word is not None and word.alone and name in self.game.program.facts:
            return set()  # a fact of the same name has these words, the action those it has alone
        text = spoken(word.text, self.lang) if word is not None else ""
        return {int(hole[1]) for hole in HOLE.finditer(text) if hole[1].isdigit()} if "{" in text else set()

    def leaf(self, leaf: Leaf) -> str:
        """A fact with its keys."""
        return self._of_leaf(leaf).form()

    def _of_leaf(self, leaf: Leaf) -> Said:
        name, keys = leaf
        if name == CHOICE:
            chosen = self.named_with(str(keys[1]), [self.said_of(key) for key in keys[2:-1]])
            return Said(phrase("answer" if keys[-1] == 1 else "answer.again", self.lang, chosen, keys[-1]))
        if name == MEMBERS:
            return Said(phrase("members", self.lang, self.named_with(str(keys[0]), ())))
        if "." in name:
            return self.named_with(name.partition(".")[2], ())  # an argument: of what, is what was asked for
        return self.named_with(name, [self.said_of(key) for key in keys])

    def key(self, kind: str, param: str) -> str:
        """A key of a value by its kind; of several of one kind with its own name, by which it is told."""
        said = self.named_with(kind, ()).form()
        return f"{said}, {param}" if param else said

    def question(self, leaf: Leaf, shape: Shape) -> str:
        """A fact, or an argument, put as a question."""
        name = leaf[0].rpartition(".")[2]  # an argument that is called like a fact is no such fact
        word = self.game.prose.words.get(name) if name == leaf[0] or name not in self.game.program.facts else None
        own = self.own(word.ask, [self.said_of(key) for key in leaf[1]]) if word is not None else ""
        if own:
            return own
        of = self._of_leaf(leaf)
        if shape != "flag" and name != leaf[0]:
            return phrase("ask.argument", self.lang, of)
        several = shape == "number" and fill("{0:|+}", [of]) == "+"  # of several things one asks how many they are
        return phrase("ask.several", self.lang, of) if several else phrase(f"ask.{shape}", self.lang, of)

    def choice(self, paragraph: str, name: str, keys: Sequence[Any]) -> str:
        """What somebody must choose, as the game asks for it; nothing where it has no words for that."""
        parts = [self.said_of(key) for key in keys]
        word = self.game.prose.words.get(choice_key(paragraph, name))
        if word is not None and (said := self.own(word.text, parts)):
            return said
        word = self.game.prose.words.get(name) if name in self.game.program.facts else None
        return self.own(word.ask, parts) if word is not None else ""

    def chosen(self, paragraph: str, leaf: Leaf) -> str:
        """The same of a choice that a question left open."""
        _, name, *keys = leaf[1]
        return self.choice(paragraph, str(name), keys[:-1])

    def hanging(self, leaf: Leaf, flag: bool) -> str:
        """A fact on which an answer hangs, as it stands behind “it depends on”."""
        named = self._of_leaf(leaf)
        if flag:
            return phrase("whether", self.lang, named)
        article, begun = language(self.lang)["definite"], named.form().partition(" ")[0]
        keyed = any(named.form().startswith(self.said_of(key).form()) for key in leaf[1])
        keyed = keyed or (not leaf[1] and begun[:1].isupper())  # a name of its own
        bare = not article or keyed or begun.lower() in language(self.lang)["determined"].split(", ")
        return phrase("hanging", self.lang, named if bare else Said(f"{article} {named.form()}"))

    def granted(self, leaf: Leaf, value: Any) -> str:
        """A fact that was taken for granted: that it is so, that there is none, or what it is."""
        word = self.game.prose.words.get(leaf[0])
        if value == () and (nothing := self._nothing(leaf)):
            return nothing
        if (
            isinstance(value, bool)
            or value is None
            or (word is not None and word.same and isinstance(value, str | int))
        ):
            return self.fact(leaf, value)
        return phrase("granted.fact", self.lang, self._of_leaf(leaf), self.value(value))

    def answered(self, body: n.Expr, value: object) -> str:
        """A value as the answer to a question: that there is nothing or nobody in the words of what was asked for, where it has such."""
        name, args = (
            (body.id, ())
            if isinstance(body, n.Name)
            else (body.name, body.args)
            if isinstance(body, n.Call)
            else ("", ())
        )
        keys = tuple(
            each.id if isinstance(each, n.Name) else each.value for each in args if isinstance(each, n.Name | n.Number)
        )
        if value in (None, ()) and name and len(keys) == len(args):
            if name.startswith(_LIMIT):
                return phrase("limit none", self.lang)
            if nothing := self._nothing((name, keys)):
                return nothing
        return self.value(value)

    def _nothing(self, leaf: Leaf) -> str:
        """That there is nothing of it, where the game has words for that."""
        word = self.game.prose.words.get(leaf[0])
        return "" if word is None else self.own(word.absent, [self.said_of(key) for key in leaf[1]])

    def _is_told_apart(self, name: str) -> bool:
        """Whether nothing of it is something else than that it is not told."""
        info = self.game.program.facts.get(name)
        return info is not None and isinstance(info.node.assumed, n.Nothing)

    def contrary(self, name: str, args: Sequence[Any]) -> str:
        """That something which is said by what is not so is otherwise, where the game has words for that without a *not*."""
        word = self.game.prose.words.get(name)
        if word is None or not word.denied:
            return ""
        parts = [self.said_of(arg) for arg in args]
        denied = self.own(word.denied, parts)
        negative = self._is_negative(self.named_with(name, parts).form()) and not self._is_negative(denied)
        return denied if negative else ""

    def _is_negative(self, text: str) -> bool:
        return not set(language(self.lang)["negations"].split(", ")).isdisjoint(text.lower().split())

    def fact(self, leaf: Leaf, value: Any) -> str:
        """A fact with its value, as a sentence."""
        name, keys = leaf
        if name == MOVER:
            return phrase("turn", self.lang, self.said_of(value))
        none = value == () or (type(value) is int and value == 0 and not self._is_told_apart(name))
        if none and (nothing := self._nothing(leaf)):
            return nothing
        parts = [_node(part) for part in (*keys, value)]
        if name in (CHOICE, MEMBERS) or "." in name or None in parts:
            return phrase("value", self.lang, self.leaf(leaf), self.said_of(value))
        *args, right = [part for part in parts if part is not None]
        left = n.Call(name, tuple(args)) if args else n.Name(name)
        return Speaker(self, {}, Places()).sentence(n.Compare("is", left, right))

    def has_contrary(self, said: n.Expr, holds: bool, composed: bool) -> bool:
        """Whether the game has words for something that it is so, or is not; `composed`: orders and numbers are put together too."""
        if isinstance(said, n.Compare) and (said.op in OPPOSITE or isinstance(said.right, n.Number | n.Nothing)):
            return composed
        if isinstance(said, n.Compare) and said.op in ("is", "is not"):
            holds = holds == (said.op == "is")
            if isinstance(said.right, n.Truth):
                return self.has_contrary(said.left, holds == said.right.value, composed)
            found = [word for word in map(self._word_of, (said.left, said.right)) if word is not None]
            return any((word.same if holds else word.other).get(self.lang) for word in found)
        if isinstance(said, n.Member) and isinstance(said.members, n.ListOf):
            word = self._word_of(said.left)
            holds = holds != said.negated
            return word is not None and bool((word.same if holds else word.other).get(self.lang))
        if isinstance(said, n.Or) and not holds:
            lefts = [part.left for part in said.parts if isinstance(part, n.Compare) and part.op == "is"]
            word = self._word_of(lefts[0]) if len(lefts) == len(said.parts) and lefts.count(lefts[0]) > 1 else None
            return word is not None and lefts.count(lefts[0]) == len(lefts) and bool(word.other.get(self.lang))
        word = self._word_of(said)
        return word is not None and (holds or bool(word.denied.get(self.lang)))

    def _word_of(self, said: n.Expr) -> Word | None:
        if not isinstance(said, n.Name | n.Call):
            return None
        return self.game.prose.words.get(said.id if isinstance(said, n.Name) else said.name)

    # ---- expressions -----------------------------------------------------------------------------------------------

    def expression(self, expr: n.Expr, scope: Scope, env: list[Any] | None) -> str:
        """An expression in words, local names replaced by their values."""
        return self.template(lambda speaker: speaker.said(expr).form(), scope).filled(self.said_of, env)

    def listed(self, expr: n.Expr) -> Said:
        """Those that an expression without locals names, each as it declines."""
        return Speaker(self, {}, Places()).said(expr)

    def template(self, text: Callable[[Speaker], str], scope: Scope) -> Template:
        """What `text` puts together of expressions in words, with a place wherever a local name stands."""
        places = Places()
        return Template(text(Speaker(self, scope.slots, places)), places)


def _are_flags(options: Sequence[object]) -> TypeGuard[Sequence[bool]]:
    return all(isinstance(option, bool) for option in options)


def _node(value: Any) -> n.Expr | None:
    """A plain value as it would be written."""
    if value is None:
        return n.Nothing()
    if isinstance(value, bool):
        return n.Truth(value)
    if isinstance(value, int):
        return n.Number(value)
    return n.Name(value) if isinstance(value, str) and value != "?" else None


def _as_usual(default: n.Expr | None, given: Any) -> bool:
    """Whether a number or amounts are what they are where nobody tells them: that is nothing to be said."""
    if isinstance(default, n.Amounts):
        return not default.pairs and isinstance(given, Mapping) and not given
    sign = -1 if isinstance(default, n.Minus) else 1
    number = default.body if isinstance(default, n.Minus) else default
    return isinstance(number, n.Number) and type(given) is int and given == sign * number.value
