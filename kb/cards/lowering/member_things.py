"""What the nouns of a card stand for that is data of the game: what is chosen is a parameter of the action that carries it out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grammar import nodes as n
from grammar.cards import tree as t
from grammar.rules.unparse import type_text
from kb.cards.language.templates import Filling
from kb.cards.lowering.pieces import all_of
from kb.cards.lowering.scene import CardFault, Scene, Value
from kb.cards.lowering.things import Things


class MemberThings(Things):
    """Resolves noun phrases of one card by what its kind says: `choices` (parameter -> types), `called` (noun -> member)."""

    def __init__(self, scene: Scene, kind: str) -> None:
        super().__init__(scene)
        self.choices = scene.words.meanings.choices[kind]
        self.called = scene.words.meanings.called[kind]
        self.among: dict[Filling, n.Expr | None] = {}  #: choice -> what it ranges over; none: each of them
        self.left: dict[Filling, n.Expr | None] = {}  #: several things not named -> how many
        self.tested: dict[Filling, n.Expr | None] = {}  #: choice -> what the card asks of it
        self.chosen: set[str] = set()
        self.at: t.At = (1, 1)

    def choose(self, name: str, type_: n.Type, default: n.Expr | None = None) -> n.Name:
        """The parameter that holds a choice of this type; each can be chosen once."""
        written = type_text(type_)
        choice = self._choice(written)
        if not choice:
            known = ", ".join(sorted(of for said in self.choices.values() for of in said.of))
            raise CardFault(self.at, f"a card of this kind leaves no choice of {written}", f"Choices: {known}.")
        if choice in self.chosen:
            raise CardFault(
                self.at,
                "a card of this kind leaves such a choice only once",
                "Write “that …” or “it” for the same one.",
            )
        self.chosen.add(choice)
        return n.Name(choice)

    def _choice(self, type_: str) -> str:
        return next((name for name, said in self.choices.items() if type_.split(" ")[0] in said.of), "")

    def value(self, thing: t.NounPhrase, accepts: frozenset[str] | None = None) -> Value:
        """A noun phrase; what has no name of its own in the rules is called what the kind says."""
        value = super().value(thing, accepts)
        if not value.expr:
            value.expr = next((self.called[kind] for kind in sorted(value.kinds) if kind in self.called), ())
        return value

    def _roles(self, head: t.Role) -> Value:
        if len(head.roles) == 1:
            return super()._roles(head)
        members = tuple(self.scene.words.role(role) for role in head.roles)
        kinds = frozenset({"role", *self.vocabulary.said("ROLE", head.roles[0], "kinds", ())})
        if head.joint == "and":
            return Value(kinds, members)
        known = self.scene.words.meanings.types
        types = [known[kind] for kind in sorted(kinds) if kind in known]
        name = self.choose("", next((type_ for type_ in types if self._choice(type_text(type_))), n.TypeName("role")))
        self.among[name] = n.ListOf(members)
        self.scene.mention(name, kinds)
        return Value(kinds, name)

    def _noun(self, noun: t.Noun, posts: tuple[t.Post, ...]) -> Value:
        type_ = self.scene.words.meanings.types.get(noun.word)
        choice = self._choice(type_text(type_)) if type_ is not None else ""
        quant = noun.quant.kind if noun.quant is not None else ""
        if type_ is None or not choice or quant in ("that", "those_n", "its"):
            return super()._noun(noun, posts)
        value = Value(self.kinds(noun))
        self._how_many(noun, value)
        if quant == "each":
            return self.each(t.Thing(noun, posts))
        if noun.plural:
            value.kinds |= {f"several_{noun.word}"}
            value.expr = n.Name(f"several_{noun.word}")
            self.left[value.expr] = value.number
            return value
        among = self.choices[choice].among
        if among is None:
            value = super()._noun(noun, posts)
            if value.expr and not isinstance(value.expr, tuple):
                self.tested[value.expr] = all_of(self.tests(noun, posts, value.expr))
            return value
        if posts or any(adjective != "other" for group in noun.adjectives for adjective in group):
            shown = self.english.thing(t.Thing(noun, posts))
            raise CardFault(
                noun.at, f"“{shown}” cannot be told apart from others on this card", f"Write “a {noun.word}”."
            )
        chosen = self.choose("", type_)
        value.expr = chosen
        self.among[chosen] = among
        self.scene.mention(chosen, value.kinds)
        return value

    def each(self, what: t.NounPhrase) -> Value:
        """Each of the things a choice ranges over, one by one."""
        head = what.head if isinstance(what, t.Thing) else None
        type_ = self.vocabulary.said("NOUN", head.word, "type") if isinstance(head, t.Noun) else None
        choice = self._choice(str(type_))
        if not isinstance(head, t.Noun) or not choice:
            raise CardFault(self.at, "“each” needs things that can be chosen on this card", "Use “per” to count them.")
        each = n.Name(choice)
        self.among[each] = None
        value = Value(self.kinds(head) | {f"each_{head.word}"}, each)
        self.scene.mention(each, value.kinds)
        return value

    def join(self, sentences: Iterable[int]) -> None:
        """After options that each named a thing: the choice is the one named by the option taken."""
        options = [[r for r in self.scene.named if r.sentence == sentence] for sentence in sentences]
        self.scene.sentence += 1
        for choice, said in self.choices.items():
            nouns = [
                name
                for cls, name in self.vocabulary.entries
                if cls == "NOUN" and self.vocabulary.said(cls, name, "type") in said.of
            ]
            found = [[r for r in option if r.kinds & set(nouns)] for option in options]
            if all(found) and n.Name(choice) not in {r.expr for option in found for r in option}:
                named = [r for option in found for r in option]
                self.among[n.Name(choice)] = n.ListOf(tuple(dict.fromkeys(r.expr for r in named)))
                self.scene.mention(n.Name(choice), frozenset.intersection(*(r.kinds for r in named)))

    def holes(self, holes: Mapping[str, Filling]) -> dict[str, Filling]:
        """The holes of a frame, each also with what it ranges over (`_among`), how many are not named (`_left`), what it must be (`_test`)."""
        known = dict(holes)
        for key, expr in holes.items():
            listed = () if expr in self.left else expr if isinstance(expr, tuple) else (expr,)
            among = self.among.get(expr, n.ListOf(listed))
            if among is not None:  # each of them: nothing is told apart
                known[f"{key}_among"] = among
            known[f"{key}_left"] = self.left.get(expr) or n.Number(0)
            known[f"{key}_test"] = self.tested.get(expr) or n.Truth(True)
        return known
