"""Trees -> card text in the languages of a game, from the same words the parser reads: a fold, no sentence is stored."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from grammar.cards import tree as t
from grammar.cards.english import English
from grammar.cards.inflect import CASES, Forms, adjective, counted, plural_class, read_forms
from grammar.cards.vocabulary import Vocabulary

_HOLE = re.compile(r"\{([a-z]+)\}")


class PrintError(Exception):
    """A tree that cannot be printed: which word or construct lacks its form."""


class Words(Protocol):
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


def print_card(card: t.Card, words: Words, lang: str) -> str:
    """A card with its title and sentences in a language."""
    return f"{card.title}\n{print_body(card.parts, words, lang)}"


def print_body(parts: Sequence[t.Part], words: Words, lang: str) -> str:
    """The sentences of a card in a language."""
    if lang == "en":
        return English(words.vocabulary).body(parts)
    return Printer(words, lang).body(parts)


class Printer:
    """Prints trees in one language."""

    def __init__(self, words: Words, lang: str) -> None:
        self.words, self.lang = words, lang
        self.vocabulary = words.vocabulary
        self.last = "f"  #: gender of the thing named last, for pronouns

    # ---- words -----------------------------------------------------------------------------------------------------

    def pattern(self, name: str, **holes: str) -> str:
        """A construct with its holes filled."""
        found = self.words.patterns.get(name, {}).get(self.lang)
        if not isinstance(found, str):
            raise PrintError(f"no {self.lang} pattern for “{name}”")
        return _HOLE.sub(lambda hole: holes.get(hole[1], hole[0]), found)

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

    def _fill(self, pattern: str, thing: Any, **more: str) -> str:
        """A pattern whose cases are asked of a thing; one that names no case gets the word alone."""
        holes = dict(more)
        for hole in _HOLE.findall(pattern):
            if hole in CASES:
                holes[hole] = self.objects(thing, hole) if isinstance(thing, t.Objects) else self.thing(thing, hole)
        return _HOLE.sub(lambda hole: holes.get(hole[1], hole[0]), pattern)

    def _template(self, name: str) -> str:
        found = self.words.patterns.get(name, {}).get(self.lang)
        if not isinstance(found, str):
            raise PrintError(f"no {self.lang} pattern for “{name}”")
        return found

    # ---- parts -----------------------------------------------------------------------------------------------------

    def body(self, parts: Sequence[t.Part]) -> str:
        """All sentences, a heading on the line of the sentence after it."""
        lines: list[str] = []
        heading = ""
        for part in parts:
            if isinstance(part, t.Heading):
                heading += f"{self.heading(part)}: "
            else:
                lines.append(self._polish(heading + self.part(part)))
                heading = ""
        return "\n".join([*lines, *([self._polish(heading.strip())] if heading else [])])

    def _polish(self, text: str) -> str:
        for rule in self.words.patterns.get("sounds", {}).get(self.lang, []):
            pattern, _, new = rule.partition(" => ")
            text = re.sub(pattern, new, text)
        text = re.sub(r" +", " ", text).replace(" ,", ",").replace(" .", ".").replace(" ;", ";")
        return text[:1].upper() + text[1:]

    def heading(self, heading: t.Heading) -> str:
        """What the sentences after it hang on."""
        words: list[str] = []
        if heading.word:
            words.append(self.said("LABEL" if heading.mode == "label" else "TIMING", heading.word))
        if heading.when is not None and heading.subject is not None:
            words.append(self.pattern("when", t=self.clause(heading.subject, heading.when)))
        if heading.price is not None:
            words.append(self.verbs(heading.price, 0))
        return ", ".join(words)

    def part(self, part: t.Part) -> str:
        """A requirement, a choice or a sentence."""
        if isinstance(part, t.Needs):
            return self.pattern("needs", t=self.condition(part.when))
        if isinstance(part, t.ChooseOne):
            options = [self.pattern("then").join(self.act(act) for act in option) for option in part.options]
            return self.pattern("choose_one", t=self.pattern("or_else").join(options))
        assert isinstance(part, t.Sentence)
        text = self.step(part.steps[0])
        for joint, step in zip(part.joints, part.steps[1:], strict=True):
            text += ("; " if joint == ";" else self.pattern("then")) + self.step(step)
        return (self.pattern("then_first", t=text) if part.then else text) + "."

    def step(self, step: t.Step) -> str:
        """One step."""
        if isinstance(step, t.Act):
            return self.act(step)
        if isinstance(step, t.Conditional):
            text = self.pattern("conditional", c=self.condition(step.when), t=self.act(step.act))
            return text + (self.pattern("otherwise", t=self.act(step.other)) if step.other is not None else "")
        if isinstance(step, t.ForEach):
            each = self._each(step.what)
            what = self.thing(step.what, "acc")
            return self.pattern("for_each", each=each, acc=what, t=self.act(step.act))
        if isinstance(step, t.Unless):
            return self.pattern("unless", t=self.act(step.act), c=self.clause(step.subject, step.verbs))
        value = self.amount(step.amount) if step.amount is not None else ""
        word = adjective(self.lang, self.said("ADJ", step.word), "p", "nom") if step.word else ""
        return self.pattern(step.change, nom=self.thing(step.what, "nom"), n=value, t=word)

    def _each(self, thing: t.NounPhrase) -> str:
        head = thing.head if isinstance(thing, t.Thing) else None
        key = self.forms("NOUN", head.word).key(False) if isinstance(head, t.Noun) else "n"
        return adjective(self.lang, self._template("word_each"), key, "acc")

    def act(self, act: t.Act) -> str:
        """Somebody does something."""
        return self.verbs(act.verbs, 0) if act.subject is None else self.clause(act.subject, act.verbs)

    def clause(self, subject: t.Subject, verbs: t.Verbs) -> str:
        """A subject with its verbs in the person it asks for."""
        you = len(subject.items) == 1 and isinstance(subject.items[0], t.Pronoun) and subject.items[0].word == "you"
        if you and subject.modal == "may":
            return self.pattern("you_may", t=self.verbs(verbs, 3))
        names = [self.thing(item, "nom") for item in subject.items]
        who = names[0] if len(names) == 1 else ", ".join(names[:-1]) + self.pattern("and") + names[-1]
        who += self.pattern("each_of_them") if subject.each else ""
        if subject.modal:
            return self.pattern(subject.modal, nom=who, t=self.verbs(verbs, 3))
        if you:
            return self.verbs(verbs, 0)
        many = len(names) > 1 or _plural(subject.items[0])
        return f"{who} {self.verbs(verbs, 2 if many else 1)}"

    def verbs(self, verbs: t.Verbs, form: int) -> str:
        """Verb phrases in one form: imperative, third person singular or plural, infinitive."""
        joint = self.pattern(verbs.joint) if verbs.joint else ""
        return joint.join(self.phrase(phrase, form) for phrase in verbs.phrases)

    def phrase(self, phrase: t.Phrase, form: int) -> str:
        """A verb with its objects and what follows."""
        forms = self.said("VERB", phrase.verb).split()
        if len(forms) < 4:
            raise PrintError(f"verb.{phrase.verb} has {len(forms)} {self.lang} forms, not 4")
        words = [forms[form].replace("_", " ")]
        if phrase.objects is not None:
            case = self.vocabulary.said("VERB", phrase.verb, f"{self.lang}_obj", "{acc}")
            words.append(self._fill(str(case), phrase.objects))
        words += [self.mod(mod, phrase.verb) for mod in phrase.mods]
        return " ".join(word for word in words if word)

    def mod(self, mod: t.Mod, verb: str) -> str:
        """What follows a verb."""
        kind = mod.kind
        amount = self.amount(mod.amount) if mod.amount is not None else ""
        own = self.vocabulary.said("VERB", verb, f"{self.lang}_{kind}")
        if kind == "price_of" and mod.things is not None:
            item = mod.things.items[0]
            when = self.pattern("price_when", c=self.condition(mod.when)) if mod.when is not None else ""
            if not isinstance(item, t.Sum):
                return self._fill(str(own or self._template("price_of_things")), mod.things) + when
            name = f"price_of_{mod.word}" if mod.word else "price_of"
            return self.pattern(name, n=self.thing(item, "acc")) + when
        if kind == "per" and mod.things is not None:
            return self._per(mod.things.items[0])
        if kind == "half_price":
            return self.pattern("half_price" + ("" if mod.up is None else "_up" if mod.up else "_down"))
        if kind in ("without", "extra", "because"):
            return self.pattern(kind, t=self.said("TAG", mod.word), n=amount)
        if kind == "lasting":
            return self.said("DURATION", mod.word)
        if mod.things is None:
            return self.pattern(kind, n=amount)
        role = kind in ("from", "to") and self._is_role(mod.things.items[0])
        return self._fill(str(own or self._template(f"{kind}_role" if role else kind)), mod.things)

    def _per(self, thing: t.NounPhrase) -> str:
        head = thing.head if isinstance(thing, t.Thing) else None
        if isinstance(thing, t.Sum) or (isinstance(head, t.Noun) and head.quant is not None and head.quant.amount is not None):
            return self.pattern("per_number", acc=self.thing(thing, "acc"))
        return self.pattern("per", each=self._each(thing), acc=self.thing(thing, "acc"))

    def _is_role(self, thing: t.NounPhrase) -> bool:
        if isinstance(thing, t.Pronoun):
            return True
        head = thing.head if isinstance(thing, t.Thing) else None
        return isinstance(head, t.Role) or (isinstance(head, t.Noun) and "role" in self.vocabulary.said("NOUN", head.word, "kinds", ()))

    # ---- things ----------------------------------------------------------------------------------------------------

    def objects(self, objects: t.Objects, case: str) -> str:
        """Things joined by and / or, in one case."""
        joint = self.pattern(objects.joint) if objects.joint else ""
        return joint.join(self.thing(item, case) for item in objects.items)

    def thing(self, thing: Any, case: str) -> str:
        """A noun phrase in a case."""
        if isinstance(thing, t.Pronoun):
            return self.pronoun(thing.word, case)
        if isinstance(thing, t.Sum):
            text = self.amount(thing.amount) + (self.words.currency if isinstance(thing.amount, t.Num) else "")
            if not thing.done:
                return text
            return self.pattern("done_sum", n=text, t=adjective(self.lang, self.said("DONE", thing.done), "n", "nom"))
        if not isinstance(thing, t.Thing):
            return self.bare(thing, case, ())
        return self.bare(thing.head, case, thing.posts)

    def pronoun(self, word: str, case: str) -> str:
        """you, it, them in a case."""
        name = f"it_{self.last.rstrip('1')}" if word == "it" else word
        return self._template(name).split()[CASES.index(case)]

    def bare(self, bare: t.Bare, case: str, posts: tuple[t.Post, ...] = ()) -> str:
        """A noun, role, part or count in a case."""
        if isinstance(bare, t.Pronoun):
            return self.pronoun(bare.word, case)
        if isinstance(bare, t.PartOf):
            text = self.pattern("part_of", n=str(bare.number), gen=self.bare(bare.whole, "gen"))
            return self.pattern("up_to", t=text) if bare.up_to else text
        if isinstance(bare, t.CountOf):
            return self.pattern("count_of", gen=self.bare(bare.what, "gen"))
        if isinstance(bare, t.Role):
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
            self.last = forms.gender
        key = forms.key(plural)
        words = [self._adjectives(group, key, inner) for group in noun.adjectives]
        words += [adjective(self.lang, self.said("DONE", post.word), key, inner) for post in posts if post.kind == "done"]
        words.append(forms.form(inner, plural) + (f" {noun.number}" if noun.number is not None else ""))
        text = " ".join(words)
        after = " ".join(self._post(post, key, inner, plural) for post in posts if post.kind != "done")
        return self._quantified(quant, text, key, inner) + (f" {after}" if after else "")

    def _adjectives(self, group: tuple[str, ...], key: str, case: str) -> str:
        texts = []
        for word in group:
            text = self._template("word_other") if word == "other" else self.said("ADJ", word)
            texts.append(adjective(self.lang, text, key, case))
        return self.pattern("or").join(texts)

    def _quantified(self, quant: t.Quant | None, text: str, key: str, case: str) -> str:
        if quant is None or quant.kind == "a":
            return text
        if quant.kind == "any_number":
            return self.pattern("any_number", gen=text)
        if quant.amount is not None:
            if not isinstance(quant.amount, t.Num):
                name = {"up_to": "measured_up_to", "at_least": "measured_at_least"}.get(quant.kind, "measured")
                return self.pattern(name, t=text, n=self.amount(quant.amount))
            number = f"{quant.amount.value} {text}"
            if quant.kind == "those_n":
                key = "p" if plural_class(self.lang, quant.amount.value) != "one" else key
                return f"{adjective(self.lang, self._template('word_those_n'), key, 'nom')} {number}"
            return number if quant.kind == "amount" else self.pattern(quant.kind, t=number)
        name = "your_nom" if quant.kind == "your" and case == "nom" else quant.kind
        return f"{adjective(self.lang, self._template(f'word_{name}'), key, case)} {text}"

    def _post(self, post: t.Post, key: str, case: str, plural: bool) -> str:
        if post.kind == "of" and post.what is not None:
            return self.bare(post.what, "gen")
        if post.kind == "qual":
            return self.said("QUAL", post.word)
        if post.kind == "rel" and post.what is not None:
            return self.relation(post.word, post.what, key, case, plural)
        number = str(post.number)
        least = {"rel_is": number, "rel_min": self.pattern("at_least", t=number), "rel_max": self.pattern("up_to", t=number)}
        return f"{self.said('RELNUM', post.word)} {least[post.kind]}{self.words.currency}"

    def relation(self, word: str, what: t.Bare, key: str, case: str, plural: bool) -> str:
        """`adjective [preposition] case` agrees with its noun; `one|many … case` agrees in number only."""
        parts = self.said("REL", word).split()
        first = parts[0]
        if "|" in first:
            head = first.split("|")[1 if plural else 0].replace("_", " ")
        else:
            head = adjective(self.lang, first, key, case)
        return " ".join([head, *parts[1:-1], self.bare(what, parts[-1])]).strip()

    # ---- amounts and conditions ------------------------------------------------------------------------------------

    def amount(self, amount: t.Amount | None, case: str = "nom") -> str:
        """A number or a measure."""
        if isinstance(amount, t.Num):
            return str(amount.value)
        if isinstance(amount, t.Measure):
            text = self.forms("MEASURE", amount.word).form(case, False)
            return text + (f" {self.bare(amount.of, 'gen')}" if amount.of is not None else "")
        if isinstance(amount, t.Half):
            return self.pattern("half_up" if amount.up else "half_down", gen=self.amount(amount.amount, "gen"))
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
            return self.pattern("relates", t=self.relation(when.word, when.what, self.last, "nom", False))
        if isinstance(when, t.Reaches):
            return self.pattern("reaches", nom=self.thing(when.what, "nom"), n=self.amount(when.least))
        return self.pattern("did")


def _plural(thing: t.NounPhrase) -> bool:
    if isinstance(thing, t.Pronoun):
        return thing.word == "them"
    head = thing.head if isinstance(thing, t.Thing) else None
    if isinstance(head, t.Noun):
        return head.plural
    return isinstance(head, t.Role) and head.joint == "and"
