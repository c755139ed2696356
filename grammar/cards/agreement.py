"""Nouns, amounts and conditions of a card in Polish and Ukrainian: the forms, and how they agree."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol

from grammar.cards import tree as t
from grammar.cards.inflection import CASES, Forms, adjective, counted, plural_class, read_forms
from grammar.cards.vocabulary import Vocabulary

HOLE = re.compile(r"\{([a-z]+)\}")


class PrintError(Exception):
    """A tree that cannot be printed: which word or construct lacks its form."""


class PrintedWords(Protocol):
    """What a printer needs to know of a game."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The words with their forms."""

    @property
    def patterns(self) -> Mapping[str, Mapping[str, Any]]:
        """How each construct reads in each language."""

    @property
    def currency(self) -> str:
        """The sign of the money of the game."""


class ThingPrinter:
    """Prints what stands in sentences, in one language."""

    def __init__(self, words: PrintedWords, lang: str) -> None:
        self.words, self.lang = words, lang
        self.vocabulary = words.vocabulary
        self.last = "f"  #: gender of the thing named last, for pronouns
        self.named = ""  #: gender of the thing named in this phrase
        self.role = ""  #: gender of the player named in this phrase
        self.doer = ""  #: gender of the one who does what the phrase says, where not you
        self.apart = False  #: whether each of several gets the sum that is named
        self.reflexive = True  #: whether “your” belongs to the one who acts

    # ---- words -----------------------------------------------------------------------------------------------------

    def pattern(self, name: str, **holes: str) -> str:
        """A construct with its holes filled."""
        found = self.words.patterns.get(name, {}).get(self.lang)
        if not isinstance(found, str):
            raise PrintError(f"no {self.lang} pattern for “{name}”")
        return HOLE.sub(lambda hole: holes.get(hole[1], hole[0]), found)

    def said(self, cls: str, name: str) -> str:
        """What the vocabulary says of a word in this language."""
        found = self.vocabulary.said(cls, name, self.lang)
        if not isinstance(found, str):
            raise PrintError(f"{cls.lower()}.{name} has no {self.lang} form")
        return found

    def forms(self, cls: str, name: str) -> Forms:
        """The forms of a noun-like word."""
        try:
            return read_forms(self.said(cls, name))
        except ValueError as error:
            raise PrintError(f"{cls.lower()}.{name}: {error}") from None

    def fill(self, pattern: str, thing: t.NounPhrase | t.Bare | t.Objects, **more: str) -> str:
        """A pattern whose cases are asked of a thing; one that names no case gets the word alone."""
        holes = dict(more)
        for hole in HOLE.findall(pattern):
            if hole in CASES:
                holes[hole] = self.objects(thing, hole) if isinstance(thing, t.Objects) else self.thing(thing, hole)
        return HOLE.sub(lambda hole: holes.get(hole[1], hole[0]), pattern)

    def template(self, name: str) -> str:
        """A pattern as written."""
        found = self.words.patterns.get(name, {}).get(self.lang)
        if not isinstance(found, str):
            raise PrintError(f"no {self.lang} pattern for “{name}”")
        return found

    # ---- things ----------------------------------------------------------------------------------------------------

    def objects(self, objects: t.Objects, case: str) -> str:
        """Things joined by and / or, in one case."""
        joint = self.pattern(objects.joint) if objects.joint else ""
        return joint.join(self.thing(item, case) for item in objects.items)

    def thing(self, thing: t.NounPhrase | t.Bare, case: str) -> str:
        """A noun phrase in a case."""
        if isinstance(thing, t.Pronoun):
            return self.pronoun(thing.word, case)
        if isinstance(thing, t.Sum):
            text = self.amount(thing.amount, case) + (self.words.currency if isinstance(thing.amount, t.Num) else "")
            text = self.pattern("each_gets", n=text) if self.apart else text
            if not thing.done:
                return text
            return self.pattern("done_sum", n=text, t=adjective(self.lang, self.said("DONE", thing.done), "p", "nom"))
        if not isinstance(thing, t.Thing):
            return self.bare(thing, case, ())
        return self.bare(thing.head, case, thing.posts)

    def pronoun(self, word: str, case: str) -> str:
        """you, it, them in a case."""
        name = f"it_{self.last}" if word == "it" else word
        return self.template(name).split()[CASES.index(case)]

    def bare(self, bare: t.Bare, case: str, posts: tuple[t.Post, ...] = ()) -> str:
        """A noun, role, part or count in a case."""
        if isinstance(bare, t.Pronoun):
            return self.pronoun(bare.word, case)
        if isinstance(bare, t.PartOf):
            text = self.pattern("part_of", n=str(bare.number), gen=self.bare(bare.whole, "gen"))
            return self.pattern("up_to", t=text) if bare.up_to else text
        if isinstance(bare, t.CountOf):
            return self.pattern("count_of", gen=self._yours(bare.what, "gen"))
        if isinstance(bare, t.Role):
            self.role = self.forms("ROLE", bare.roles[0]).gender if len(bare.roles) == 1 else self.role
            joint = self.pattern(bare.joint) if bare.joint else ""
            return joint.join(self.forms("ROLE", role).form(case, False) for role in bare.roles)
        return self.noun(bare, case, posts)

    def noun(self, noun: t.Noun, case: str, posts: tuple[t.Post, ...]) -> str:
        """A noun with its number, adjectives and what follows it, in a case."""
        forms = self.forms("NOUN", noun.word)
        quant = noun.quant
        amount = quant.amount if quant is not None else None
        plural = noun.plural and bool(forms.plural)
        inner = case
        if isinstance(amount, t.Num):
            inner, plural = counted(self.lang, forms, amount.value, case)
        elif quant is not None and quant.kind == "any_number":
            inner, plural = "gen", bool(forms.plural)
        if quant is not None and quant.kind in ("a", "your", "amount", "up_to"):
            self.named = self.named or forms.gender.rstrip("1")
        if isinstance(amount, t.Num) and forms.mass and amount.value > 1:  # of what is no piece pieces are counted
            inner = "gen"
        key = forms.key(plural)
        behind = [group for group in noun.adjectives if self._stands_behind(group)]
        words = [self._adjectives(group, key, inner) for group in noun.adjectives if group not in behind]
        words += [
            adjective(self.lang, self.said("DONE", post.word), key, inner) for post in posts if post.kind == "done"
        ]
        words.append(forms.form(inner, plural) + (f" {noun.number}" if noun.number is not None else ""))
        words += [self._adjectives(group, key, inner) for group in behind]
        for post in posts:
            if post.kind == "of" and isinstance(post.what, t.Pronoun) and post.what.word != "you":
                words.insert(0, self._possessive(post.what.word))
        text = " ".join(words)
        if isinstance(amount, t.Num) and forms.mass and amount.value > 1:
            unit = read_forms(self.template("word_unit"))
            text = f"{unit.form(*counted(self.lang, unit, amount.value, case))} {text}"
        after = " ".join(self._post(post, key, inner, plural) for post in posts if post.kind != "done").strip()
        return self._quantified(quant, text, key, inner, case) + (f" {after}" if after else "")

    def _stands_behind(self, group: tuple[str, ...]) -> bool:
        """Whether one of these is written with a `+`: an attribute behind its noun, which never changes."""
        return any(word != "other" and self.said("ADJ", word).startswith("+") for word in group)

    def _adjectives(self, group: tuple[str, ...], key: str, case: str) -> str:
        texts = []
        for word in group:
            text = self.template("word_other") if word == "other" else self.said("ADJ", word)
            texts.append(text[1:].replace("_", " ") if text.startswith("+") else adjective(self.lang, text, key, case))
        return self.pattern("or").join(texts)

    def _quantified(self, quant: t.Quant | None, text: str, key: str, case: str, asked: str) -> str:
        if quant is None or quant.kind == "a":
            return text
        if quant.kind == "any_number":
            return self.pattern("any_number" if asked in ("nom", "acc") else "any_number_gen", gen=text)
        if quant.amount is not None:
            if not isinstance(quant.amount, t.Num):
                name = {"up_to": "measured_up_to", "at_least": "measured_at_least"}.get(quant.kind, "measured")
                return self.pattern(name, t=text, n=self.amount(quant.amount))
            number = f"{quant.amount.value} {text}"
            if quant.kind == "those_n":
                key = "p" if plural_class(self.lang, quant.amount.value) != "one" else key
                return f"{adjective(self.lang, self.template('word_those_n'), key, 'nom')} {number}"
            if quant.kind == "any_n":
                return f"{adjective(self.lang, self.template('word_any'), 'p', case)} {number}"
            return number if quant.kind == "amount" else self.pattern(quant.kind, t=number)
        if quant.kind == "its":
            return f"{self._possessive('it')} {text}"
        name = "your_nom" if quant.kind == "your" and (case == "nom" or not self.reflexive) else quant.kind
        return f"{adjective(self.lang, self.template(f'word_{name}'), key, case)} {text}"

    def _possessive(self, word: str) -> str:
        return self.template("poss_them" if word == "them" else f"poss_{self.last}")

    def _post(self, post: t.Post, key: str, case: str, plural: bool) -> str:
        if post.kind == "of" and isinstance(post.what, t.Pronoun) and post.what.word != "you":
            return ""  # it stands before the noun
        if post.kind == "of" and post.what is not None:
            return self.bare(post.what, "gen")
        if post.kind == "qual":
            return self._agreeing(self.said("QUAL", post.word), key, case, plural)
        if post.kind == "rel" and post.what is not None:
            return self.relation(post.word, post.what, key, case, plural)
        number = str(post.number)
        least = {
            "rel_is": number,
            "rel_min": self.pattern("at_least", t=number),
            "rel_max": self.pattern("up_to", t=number),
        }
        return f"{self.said('RELNUM', post.word)} {least[post.kind]}{self.words.currency}"

    def relation(self, word: str, what: t.Bare, key: str, case: str, plural: bool) -> str:
        """A relation and what it leads to: the last word of its text is the case it asks for."""
        text, _, asked = self.said("REL", word).rpartition(" ")
        mark = "" if "|" in text else "~"
        return f"{self._agreeing(mark + text, key, case, plural)} {self._yours(what, asked)}"

    def _agreeing(self, text: str, key: str, case: str, plural: bool) -> str:
        """`~adjective …` agrees with its noun, `one|many …` in number only; any other text stays."""
        first, _, rest = text.partition(" ")
        if first.startswith("~"):
            return f"{adjective(self.lang, first[1:], key, case)} {rest}".strip()
        if "|" in first:
            return f"{first.split('|')[1 if plural else 0].replace('_', ' ')} {rest}".strip()
        return text

    def _yours(self, bare: t.Bare, case: str) -> str:
        """A thing that does not belong to the subject of the clause it stands in."""
        outer, self.reflexive = self.reflexive, False
        text = self.bare(bare, case)
        self.reflexive = outer
        return text

    # ---- amounts and conditions ------------------------------------------------------------------------------------

    def amount(self, amount: t.Amount | None, case: str = "nom") -> str:
        """A number or a measure."""
        if isinstance(amount, t.Num):
            return str(amount.value)
        if isinstance(amount, t.Measure):
            text = self.forms("MEASURE", amount.word).form(case, False)
            return text + (f" {self.bare(amount.of, 'gen')}" if amount.of is not None else "")
        if isinstance(amount, t.Half):
            name = f"half_{'up' if amount.up else 'down'}{f'_{case}' if case in ('acc', 'dat') else ''}"
            return self.pattern(name, gen=self.amount(amount.amount, "gen"))
        if isinstance(amount, t.Times):
            return self.pattern("times_amount", n=str(amount.number), nom=self.amount(amount.amount))
        assert isinstance(amount, t.Plus)
        return self.pattern("plus", n=str(amount.number), nom=self.amount(amount.amount))

    def condition(self, when: t.Condition) -> str:
        """A condition."""
        if isinstance(when, t.Flags):
            return self.pattern("or").join(self.said("FLAG", word) for word in when.words)
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
                return f"{verb} {self._yours(when.what, asked)}"
            text = self.relation(when.word, when.what, self.last, "nom", False)
            return self.pattern("relates", nom=self.pronoun(when.who.word, "nom"), t=text)
        if isinstance(when, t.Reaches):
            return self.pattern("reaches", nom=self.thing(when.what, "nom"), n=self.amount(when.least))
        return self.pattern("did")
