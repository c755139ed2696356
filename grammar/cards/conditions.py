"""Conditions of a card in Polish and Ukrainian: what it asks for, and what its sentences hang on."""

from __future__ import annotations

from grammar.cards import tree as t
from grammar.cards.agreement import ThingPrinter
from grammar.cards.inflection import adjective


class ConditionPrinter(ThingPrinter):
    """Prints conditions, in one language."""

    def needed(self, when: t.Condition) -> str:
        """A condition that a card asks for: what holds, or is there, is only named."""
        if isinstance(when, t.Flags):
            return self._flags(when)
        return (
            self.pattern("needs_there", nom=self.thing(when.what, "nom"))
            if isinstance(when, t.There)
            else self.condition(when)
        )

    def _flags(self, when: t.Flags) -> str:
        return self.joined([self.said("FLAG", word) for word in when.words], "or")

    def condition(self, when: t.Condition) -> str:
        """A condition."""
        if isinstance(when, t.Flags):
            named = str(self.vocabulary.said("FLAG", when.words[0], f"{self.lang}_holds", "{t}"))
            return self.pattern("holds", t=named.replace("{t}", self._flags(when)))
        if isinstance(when, t.Has):
            if isinstance(when.who, t.Pronoun) and when.who.word == "you":
                return self.pattern("you_have", acc=self.thing(when.what, "acc"))
            return self.pattern("has", nom=self.thing(when.who, "nom"), acc=self.thing(when.what, "acc"))
        if isinstance(when, t.There):
            return self.pattern("there", nom=self.thing(when.what, "nom"))
        if isinstance(when, t.IsSo):
            text = self.said(when.kind.upper(), when.word)
            word = text if when.kind == "qual" else adjective(self.lang, text, self.last, "nom")
            return self.pattern("is", nom=self.thing(when.what, "nom"), t=word)
        if isinstance(when, t.Relates):
            if does := str(self.vocabulary.said("REL", when.word, f"{self.lang}_does", "")):
                verb, _, asked = does.rpartition(" ")
                said = f"{verb} {self._yours(when.what, asked)}"
                return self.pattern("does", nom=self.pronoun(when.who.word, "nom", self.named), t=said)
            text = self.relation(when.word, when.what, self.last, "nom", False)
            return self.pattern("relates", nom=self.pronoun(when.who.word, "nom"), t=text)
        if isinstance(when, t.Reaches):
            return self.pattern("reaches", nom=self.thing(when.what, "nom"), n=self.amount(when.least))
        return self.pattern("did")
