"""Trees -> card text in the languages of a game, from the same words the parser reads: a fold, no sentence is stored."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from grammar.cards import tree as t
from grammar.cards.agreement import PrintedWords, ThingPrinter
from grammar.cards.agreement import PrintError as PrintError
from grammar.cards.english import English
from grammar.cards.inflection import adjective

_SPACES = re.compile(" +")


@lru_cache(256)
def _sound(rule: str) -> tuple[re.Pattern[str], str]:
    """What is said otherwise where sounds meet: the pattern, and what stands instead."""
    pattern, _, new = rule.partition(" => ")
    return re.compile(pattern), new


def print_card(card: t.Card, words: PrintedWords, lang: str) -> str:
    """A card with its title and sentences in a language."""
    return f"{card.title}\n{print_body(card.parts, words, lang)}"


def print_body(parts: Sequence[t.Part], words: PrintedWords, lang: str) -> str:
    """The sentences of a card in a language."""
    if lang == "en":
        return English(words.vocabulary).body(parts)
    return Printer(words, lang).body(parts)


class Printer(ThingPrinter):
    """Prints whole cards in one language."""

    # ---- parts -----------------------------------------------------------------------------------------------------

    def body(self, parts: Sequence[t.Part]) -> str:
        """All sentences, a heading on the line of the sentence after it."""
        lines: list[str] = []
        heading = ""
        for part in parts:
            if isinstance(part, t.Lead):
                heading += f"{self.heading(part)}: "
            else:
                lines.append(self._polish(heading + self.part(part)))
                heading = ""
        return "\n".join([*lines, *([self._polish(heading.strip())] if heading else [])])

    def _polish(self, text: str) -> str:
        for rule in self.words.patterns.get("sounds", {}).get(self.lang, []):
            pattern, new = _sound(rule)
            text = pattern.sub(new, text)
        text = _SPACES.sub(" ", text).replace(" ,", ",").replace(" .", ".").replace(" ;", ";")
        return text[:1].upper() + text[1:]

    def heading(self, heading: t.Lead) -> str:
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
            each = self._each(step.what, "gen")
            what = self.thing(step.what, "gen")
            head = step.what.head if isinstance(step.what, t.Thing) else None
            self.last = self.forms("NOUN", head.word).gender.rstrip("1") if isinstance(head, t.Noun) else self.last
            return self.pattern("for_each", each=each, gen=what, t=self.act(step.act))
        if isinstance(step, t.Unless):
            return self.pattern("unless", t=self.act(step.act), c=self.clause(step.subject, step.verbs))
        value = self.amount(step.amount) if step.amount is not None else ""
        word = adjective(self.lang, self.said("ADJ", step.word), "p", "nom") if step.word else ""
        return self.pattern(step.change, nom=self.thing(step.what, "nom"), n=value, t=word)

    def _each(self, thing: t.NounPhrase, case: str) -> str:
        head = thing.head if isinstance(thing, t.Thing) else None
        key = self.forms("NOUN", head.word).key(False) if isinstance(head, t.Noun) else "n"
        return adjective(self.lang, self.template("word_each"), key, case)

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
        if subject.modal:
            return self.pattern(subject.modal, nom=who, t=self.verbs(verbs, 3))
        if you:
            return self.verbs(verbs, 0)
        many = len(names) > 1 or _plural(subject.items[0])
        self.doer = self._gender(subject.items[0]) if len(names) == 1 else ""
        self.apart = subject.each
        text = f"{who} {self.verbs(verbs, 2 if many else 1)}"
        self.doer, self.apart = "", False
        return text

    def _gender(self, thing: t.NounPhrase) -> str:
        head = thing.head if isinstance(thing, t.Thing) else None
        if isinstance(head, t.Noun):
            return self.forms("NOUN", head.word).gender.rstrip("1")
        return self.forms("ROLE", head.roles[0]).gender if isinstance(head, t.Role) and len(head.roles) == 1 else ""

    def verbs(self, verbs: t.Verbs, form: int) -> str:
        """Verb phrases in one form: imperative, third person singular or plural, infinitive."""
        joint = self.pattern(verbs.joint) if verbs.joint else ""
        return joint.join(self.phrase(phrase, form) for phrase in verbs.phrases)

    def phrase(self, phrase: t.Phrase, form: int) -> str:
        """A verb with its objects and what follows."""
        self.named, self.role = "", self.doer
        forms = self.said("VERB", phrase.verb).split()
        if len(forms) < 4:
            raise PrintError(f"verb.{phrase.verb} has {len(forms)} {self.lang} forms, not 4")
        words = [forms[form].replace("_", " ")]
        if phrase.objects is not None:
            case = self.vocabulary.said("VERB", phrase.verb, f"{self.lang}_obj", "{acc}")
            if self.apart and _is_one(phrase.objects):
                case = self.template("each_gives")
            words.append(self.fill(str(case), phrase.objects))
        for mod, before in zip(phrase.mods, (None, *phrase.mods), strict=False):
            text = self.mod(mod, phrase.verb)
            if mod.kind == "to" and self._is_you(mod):  # a short pronoun stands behind its verb
                words.insert(1, self.pattern("to_you"))
            elif before is not None and mod.kind == before.kind == "without":
                words.append(self.pattern("and").strip() + " " + text)
            else:
                words.append(text)
        self.last, self.named = self.named or self.last, ""
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
                return self.fill(str(own or self.template("price_of_things")), mod.things) + when
            name = f"price_of_{mod.word}" if mod.word else "price_of"
            return self.pattern(name, n=self.thing(item, "loc" if mod.word == "each" else "acc")) + when
        if kind == "per" and mod.things is not None:
            return self._per(mod.things.items[0])
        if kind == "half_price":
            return self.pattern("half_price" + ("" if mod.up is None else "_up" if mod.up else "_down"))
        if kind in ("without", "extra", "because"):
            return self.pattern(kind, t=self.said("TAG", mod.word), n=amount)
        if kind == "lasting":
            return self.said("DURATION", mod.word)
        if mod.things is None:
            return self.pattern(kind, n=amount, dat=self.amount(mod.amount, "dat") if mod.amount is not None else "")
        head = getattr(mod.things.items[0], "head", None)
        if isinstance(head, t.Noun):
            own = self.vocabulary.said("NOUN", head.word, f"{self.lang}_{kind}", own)
        if self._is_you(mod) and kind.endswith("_by"):
            return self.pattern(f"{kind}_you")
        role = kind in ("from", "to") and self._is_role(mod.things.items[0])
        return self.fill(str(own or self.template(f"{kind}_role" if role else kind)), mod.things)

    def _is_you(self, mod: t.Mod) -> bool:
        item = mod.things.items[0] if mod.things is not None else None
        return isinstance(item, t.Pronoun) and item.word == "you"

    def _per(self, thing: t.NounPhrase) -> str:
        outer, self.last = self.last, self.role or self.last
        text = self._per_one(thing)
        self.last = outer
        return text

    def _per_one(self, thing: t.NounPhrase) -> str:
        head = thing.head if isinstance(thing, t.Thing) else None
        if isinstance(thing, t.Sum) and not thing.done and not isinstance(thing.amount, t.Num):
            return self.pattern("per_measure", nom=self.thing(thing, "nom"))
        if isinstance(thing, t.Sum) or (
            isinstance(head, t.Noun) and head.quant is not None and head.quant.amount is not None
        ):
            persons = isinstance(head, t.Noun) and self.forms("NOUN", head.word).gender == "m1"
            each = adjective(self.lang, self.template("word_each"), "p1" if persons else "p", "acc")
            return self.pattern("per_number", each=each, acc=self.thing(thing, "acc"))
        return self.pattern("per", each=self._each(thing, "acc"), acc=self.thing(thing, "acc"))

    def _is_role(self, thing: t.NounPhrase) -> bool:
        if isinstance(thing, t.Pronoun):
            return thing.word == "you"
        head = thing.head if isinstance(thing, t.Thing) else None
        return isinstance(head, t.Role) or (
            isinstance(head, t.Noun) and "role" in self.vocabulary.said("NOUN", head.word, "kinds", ())
        )


def _is_one(objects: t.Objects) -> bool:
    """Whether one thing is named, and counted."""
    head = getattr(objects.items[0], "head", None)
    amount = head.quant.amount if isinstance(head, t.Noun) and head.quant is not None else None
    return len(objects.items) == 1 and isinstance(amount, t.Num) and amount.value == 1


def _plural(thing: t.NounPhrase) -> bool:
    if isinstance(thing, t.Pronoun):
        return thing.word == "them"
    head = thing.head if isinstance(thing, t.Thing) else None
    if isinstance(head, t.Noun):
        return head.plural
    return isinstance(head, t.Role) and head.joint == "and"
