"""What the nouns of a card stand for that is data of the game: what is chosen is a parameter of the action that carries it out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grammar.cards import tree as t
from kb.cards.scene import CardFault, Scene, Value
from kb.cards.things import Things


class MemberThings(Things):
    """Resolves noun phrases of one card by what its kind says: `choices` (parameter -> types), `called` (noun -> member)."""

    def __init__(self, scene: Scene, said: Mapping[str, Any]) -> None:
        super().__init__(scene)
        self.choices: Mapping[str, Mapping[str, Any]] = said.get("choices", {})
        self.called: Mapping[str, str] = said.get("called", {})
        self.among: dict[str, str] = {}  #: choice -> what it ranges over; empty: each of them
        self.left: dict[str, str] = {}  #: several things not named -> how many
        self.tested: dict[str, str] = {}  #: choice -> what the card asks of it
        self.chosen: set[str] = set()
        self.at: t.At = (1, 1)

    def choose(self, name: str, type_: str, default: str = "") -> str:
        """The parameter that holds a choice of this type; each can be chosen once."""
        choice = self._choice(type_)
        if not choice:
            known = ", ".join(sorted(str(of) for said in self.choices.values() for of in said["of"]))
            raise CardFault(self.at, f"a card of this kind leaves no choice of {type_}", f"Choices: {known}.")
        if choice in self.chosen:
            raise CardFault(self.at, "a card of this kind leaves such a choice only once", "Write “that …” or “it” for the same one.")
        self.chosen.add(choice)
        return choice

    def _choice(self, type_: str) -> str:
        return next((name for name, said in self.choices.items() if type_.split(" ")[0] in said["of"]), "")

    def value(self, thing: t.NounPhrase, accepts: frozenset[str] | None = None) -> Value:
        """A noun phrase; what has no name of its own in the rules is called what the kind says."""
        value = super().value(thing, accepts)
        if not value.expr:
            value.expr = next((self.called[kind] for kind in sorted(value.kinds) if kind in self.called), "")
        return value

    def _roles(self, head: t.Role) -> Value:
        if len(head.roles) == 1:
            return super()._roles(head)
        members = ", ".join(str(self.vocabulary.said("ROLE", role, "is", role)) for role in head.roles)
        kinds = frozenset({"role", *self.vocabulary.said("ROLE", head.roles[0], "kinds", ())})
        if head.joint == "and":
            return Value(kinds, members)
        types = [str(self.vocabulary.said("NOUN", kind, "type", "")) for kind in sorted(kinds)]
        name = self.choose("", next((type_ for type_ in types if type_ and self._choice(type_)), "role"))
        self.among[name] = f"[{members}]"
        self.name(name, kinds)
        return Value(kinds, name)

    def _noun(self, noun: t.Noun, posts: tuple[t.Post, ...]) -> Value:
        choice = self._choice(str(self.vocabulary.said("NOUN", noun.word, "type", "none")))
        quant = noun.quant.kind if noun.quant is not None else ""
        if not choice or quant in ("that", "those_n", "its"):
            return super()._noun(noun, posts)
        value = Value(self.kinds(noun))
        self._how_many(noun, value)
        if quant == "each":
            return self.each(t.Thing(noun, posts))
        if noun.plural:
            value.kinds |= {f"several_{noun.word}"}
            value.expr = f"several_{noun.word}"
            self.left[value.expr] = value.number
            return value
        among = self.choices[choice].get("among")
        if among is None:
            value = super()._noun(noun, posts)
            self.tested[value.expr] = " and ".join(f"({test})" for test in self.tests(noun, posts, value.expr))
            return value
        if posts or any(adjective != "other" for group in noun.adjectives for adjective in group):
            shown = self.english.thing(t.Thing(noun, posts))
            raise CardFault(noun.at, f"“{shown}” cannot be told apart from others on this card", f"Write “a {noun.word}”.")
        value.expr = self.choose("", str(self.vocabulary.said("NOUN", noun.word, "type")))
        self.among[value.expr] = str(among)
        self.name(value.expr, value.kinds)
        return value

    def each(self, what: t.NounPhrase) -> Value:
        """Each of the things a choice ranges over, one by one."""
        head = what.head if isinstance(what, t.Thing) else None
        type_ = self.vocabulary.said("NOUN", head.word, "type") if isinstance(head, t.Noun) else None
        choice = self._choice(str(type_))
        if not isinstance(head, t.Noun) or not choice:
            raise CardFault(self.at, "“each” needs things that can be chosen on this card", "Use “per” to count them.")
        self.among[choice] = ""
        value = Value(self.kinds(head) | {f"each_{head.word}"}, choice)
        self.name(choice, value.kinds)
        return value

    def join(self, sentences: Iterable[int]) -> None:
        """After options that each named a thing: the choice is the one named by the option taken."""
        options = [[r for r in self.scene.named if r.sentence == sentence] for sentence in sentences]
        self.scene.sentence += 1
        for choice, said in self.choices.items():
            nouns = [name for cls, name in self.vocabulary.entries if cls == "NOUN" and self.vocabulary.said(cls, name, "type") in said["of"]]
            found = [[r for r in option if r.kinds & set(nouns)] for option in options]
            if all(found) and choice not in {r.expr for option in found for r in option}:
                named = [r for option in found for r in option]
                self.among[choice] = f"[{', '.join(dict.fromkeys(r.expr for r in named))}]"
                self.name(choice, frozenset.intersection(*(r.kinds for r in named)))

    def holes(self, holes: Mapping[str, str]) -> dict[str, str]:
        """The holes of a frame, each also with what it ranges over (`_among`), how many are not named (`_left`), what it must be (`_test`)."""
        known = dict(holes)
        for key, expr in holes.items():
            known[f"{key}_among"] = self.among.get(expr, "[]" if expr in self.left else f"[{expr}]")
            known[f"{key}_left"] = self.left.get(expr, "") or "0"
            known[f"{key}_test"] = self.tested.get(expr, "") or "yes"
        return known
