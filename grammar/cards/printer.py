"""Trees -> card text in the languages of a game, from the same words the parser reads: a fold, no sentence is stored."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from grammar.base.records import replace
from grammar.cards import tree as t
from grammar.cards.conditions import ConditionPrinter
from grammar.cards.english import English
from grammar.cards.inflection import adjective
from grammar.cards.wording import HOLE, PrintedWords
from grammar.cards.wording import PrintError as PrintError

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


class Printer(ConditionPrinter):
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
                self.options = self.options or isinstance(part, t.ChooseOne)
        return "\n".join([*lines, *([self._polish(heading.strip())] if heading else [])])

    def _polish(self, text: str) -> str:
        for rule in self.words.patterns.get("sounds", {}).get(self.lang, []):
            pattern, new = _sound(rule)
            text = pattern.sub(new, text)
        text = (
            _SPACES.sub(" ", text)
            .replace(" ,", ",")
            .replace(" .", ".")
            .replace(" ;", ";")
            .replace(" :", ":")
            .replace(") (", "; ")
        )
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
            return self.pattern("needs" if isinstance(part.when, t.Flags) else "needs_so", t=self.needed(part.when))
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
            counted = all(
                isinstance(item, t.Sum)
                for phrase in step.act.verbs.phrases
                if phrase.objects is not None
                for item in phrase.objects.items
            )
            case = "acc" if counted else "gen"
            each = self._each(step.what, case)
            what = self.thing(step.what, case)
            head = step.what.head if isinstance(step.what, t.Thing) else None
            self.last = self.forms("NOUN", head.word).gender.rstrip("1") if isinstance(head, t.Noun) else self.last
            self.each = head.word if isinstance(head, t.Noun) else ""
            name = "for_each_sum" if counted else "for_each"
            text = self.pattern(name, each=each, t=self.act(step.act), **{case: what})
            self.each = ""
            return text
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
        names = [self._doer(item) for item in subject.items]
        who = self.joined(names, "and")
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

    def _doer(self, thing: t.NounPhrase) -> str:
        """Who does it: “it” by its noun."""
        if isinstance(thing, t.Pronoun) and thing.word == "it" and self.subject:
            return self.that(self.subject, "nom")
        return self.thing(thing, "nom")

    def _gender(self, thing: t.NounPhrase) -> str:
        head = thing.head if isinstance(thing, t.Thing) else None
        if isinstance(head, t.Noun):
            return self.forms("NOUN", head.word).gender.rstrip("1")
        return self.forms("ROLE", head.roles[0]).gender if isinstance(head, t.Role) and len(head.roles) == 1 else ""

    def verbs(self, verbs: t.Verbs, form: int) -> str:
        """Verb phrases in one form: imperative, third person singular or plural, infinitive."""
        joint = self.pattern(verbs.joint) if verbs.joint else ""
        texts: list[str] = []
        verb = ""
        for phrase in verbs.phrases:
            text, before = self.phrase(phrase, form), verb
            verb = self._verb(phrase)[form]
            texts.append(text.removeprefix(f"{verb} ") if verbs.joint == "and" and verb == before else text)
        return joint.join(texts)

    def _verb(self, phrase: t.Phrase) -> list[str]:
        """The four forms of a verb; a noun may have a verb of its own for what is done to it."""
        forms = str(self.asked(phrase.verb) or self.said("VERB", phrase.verb)).split()
        if len(forms) < 4:
            raise PrintError(f"verb.{phrase.verb} has {len(forms)} {self.lang} forms, not 4")
        return [form.replace("_", " ") for form in forms]

    def phrase(self, phrase: t.Phrase, form: int) -> str:
        """A verb with its objects and what follows."""
        self.named, self.role, self.player = "", self.doer, ""
        head = getattr(phrase.objects.items[0], "head", None) if phrase.objects is not None else None
        head = head.whole if isinstance(head, t.PartOf) else head
        pronoun = isinstance(head, t.Pronoun) and head.word in ("it", "them")
        self.object = head.word if isinstance(head, t.Noun) else self.subject if pronoun else ""
        words = [self._verb(phrase)[form]]
        fronts = sorted(
            (mod for mod in phrase.mods if self._stands_in_front(mod, phrase)), key=lambda mod: mod.kind == "chosen_by"
        )
        words += [self._agreed(self.mod(mod, phrase.verb), phrase.objects) for mod in fronts]
        if phrase.objects is not None:
            case = self.asked(f"{phrase.verb}_obj") or self.vocabulary.said(
                "VERB", phrase.verb, f"{self.lang}_obj", "{acc}"
            )
            if self.apart and _is_one(phrase.objects):
                case = self.template("each_gives")
            words.append(self.fill(str(case), phrase.objects))
        rest = [mod for mod in phrase.mods if mod not in fronts and not self._said_before(mod, phrase.objects)]
        for mod, before in zip(rest, (None, *rest), strict=False):
            text = self.mod(mod, phrase.verb)
            if before is not None and mod.kind == before.kind == "without" and text[0].isalpha():
                text = self.pattern("and").strip() + " " + text
            if mod.kind == "equal_to" and phrase.objects is not None and phrase.objects.joint == "and":
                text = self._equal_to(mod, "equal_to_together")
            words.append(self._agreed(text, phrase.objects))
        self.last, self.named = self.named or self.last, ""
        return " ".join(word for word in words if word)

    def _said_before(self, mod: t.Mod, objects: t.Objects | None) -> bool:
        """Whether what it is taken from is named already, as what half of it is taken of."""
        amount = getattr(objects.items[0], "amount", None) if objects is not None else None
        amount = amount.amount if isinstance(amount, t.Half) else amount
        head = getattr(mod.things.items[0], "head", None) if mod.things is not None else None
        if mod.kind != "from" or not isinstance(amount, t.Measure) or not isinstance(head, t.Noun):
            return False
        source = self.vocabulary.said("NOUN", head.word, "is")
        return source is not None and source == self.vocabulary.said("MEASURE", amount.word, "is")

    def _agreed(self, text: str, objects: t.Objects | None) -> str:
        """“chosen” as it agrees with what is chosen."""
        head = getattr(objects.items[0], "head", None) if objects is not None else None
        key = self.forms("NOUN", head.word).key(head.plural) if isinstance(head, t.Noun) else "n"
        return text.replace("{chosen}", adjective(self.lang, self.template("word_chosen"), key, "acc"))

    def _equal_to(self, mod: t.Mod, name: str) -> str:
        """How many in all: what the number is equal to is the subject's, not yours."""
        outer, self.reflexive = self.reflexive, False
        text = self.pattern(name, dat=self.amount(mod.amount, "dat"))
        self.reflexive = outer
        return text

    def _stands_in_front(self, mod: t.Mod, phrase: t.Phrase) -> bool:
        """Whether it stands between the verb and its object: a pronoun, who gives or gets it, where a whole number goes."""
        objects = phrase.objects
        item = mod.things.items[0] if mod.things is not None else None
        if mod.kind == "free" or (mod.kind == "without" and self.vocabulary.said("TAG", mod.word, "front", False)):
            return True
        if mod.kind in ("paid_by", "chosen_by") and self._is_you(mod):
            return not self.template(f"{mod.kind}_you").startswith("(")
        if mod.kind not in ("from", "to", "with", "into") or item is None:
            return False
        if str(self.asked(f"{phrase.verb}_{mod.kind}") or "").startswith(","):
            return False
        if isinstance(item, t.Pronoun) or (
            mod.kind == "into" and any(other.kind in ("equal_to", "from") for other in phrase.mods)
        ):
            return True
        if objects is not None and isinstance(getattr(item, "head", None), t.Role) and _is_its(objects):
            return False  # “its” would be taken to mean the role
        return mod.kind in ("from", "to") and self._is_role(item)

    def mod(self, mod: t.Mod, verb: str) -> str:
        """What follows a verb."""
        kind = mod.kind
        amount = self.amount(mod.amount) if mod.amount is not None else ""
        own = self.asked(f"{verb}_{kind}") or self.vocabulary.said("VERB", verb, f"{self.lang}_{kind}")
        if kind == "price_of" and mod.things is not None:
            item = mod.things.items[0]
            when = self.pattern("price_when", c=self.condition(mod.when)) if mod.when is not None else ""
            if not isinstance(item, t.Sum):
                return self.fill(str(own or self.template("price_of_things")), mod.things) + when
            name = f"price_of_{mod.word}" if mod.word else "price_of"
            if mod.word == "each" and not isinstance(item.amount, t.Num):
                return self.fill(self.template("price_of_each_measure"), item) + when
            if isinstance(item.amount, t.Measure) and not mod.word:
                return self.fill(self.template("price_of_measure"), item) + when
            return self.pattern(name, n=self.thing(item, "acc")) + when
        if kind == "per" and mod.things is not None:
            return self._per(mod.things.items[0])
        if kind == "half_price":
            price = str(self.asked("half_price") or self.template("half_price"))
            return price if mod.up is None else f"{price} {self.pattern('rounded_up' if mod.up else 'rounded_down')}"
        if kind in ("without", "extra", "because"):
            whole = self.vocabulary.said("TAG", mod.word, f"{self.lang}_{kind}")
            return (
                self.pattern(kind, t=self.said("TAG", mod.word), n=amount)
                if whole is None
                else str(whole).format(n=amount, many=self._as_many(mod.amount))
            )
        if kind == "lasting":
            return self.said("DURATION", mod.word)
        if kind == "at_most" and not isinstance(mod.amount, t.Num):
            kind = "at_most_measure"
            if isinstance(mod.amount, t.Measure):
                own = self.vocabulary.said("MEASURE", mod.amount.word, f"{self.lang}_at_most")
        if kind == "equal_to" and mod.things is None:
            return self._equal_to(mod, kind)
        if mod.things is None:
            return HOLE.sub(lambda hole: amount if hole[1] == "n" else hole[0], str(own or self.template(kind)))
        head = getattr(mod.things.items[0], "head", None)
        if isinstance(head, t.Noun):
            own = self.vocabulary.said("NOUN", head.word, f"{self.lang}_{kind}", own)
        if self._is_you(mod) and (kind.endswith("_by") or kind == "to"):
            return self.pattern(f"{kind}_you")
        role = kind in ("from", "to") and self._is_role(mod.things.items[0])
        return self.fill(str(own or self.template(f"{kind}_role" if role else kind)), mod.things)

    def _as_many(self, amount: t.Amount | None) -> str:
        """How many there are of a measure, behind “as many as”."""
        own = (
            self.vocabulary.said("MEASURE", amount.word, f"{self.lang}_many") if isinstance(amount, t.Measure) else None
        )
        return str(own or self.amount(amount)) if amount is not None else ""

    def _is_you(self, mod: t.Mod) -> bool:
        item = mod.things.items[0] if mod.things is not None else None
        return isinstance(item, t.Pronoun) and item.word == "you"

    def _per(self, thing: t.NounPhrase) -> str:
        outer, self.last = self.last, self.role or self.last
        self.owned, self.counting = bool(self.doer), True
        text = self._per_one(thing)
        self.last, self.owned, self.counting = outer, False, False
        return text

    def _per_one(self, thing: t.NounPhrase) -> str:
        head = thing.head if isinstance(thing, t.Thing) else None
        if isinstance(thing, t.Sum) and not thing.done and not isinstance(thing.amount, t.Num):
            return self.times(thing.amount) or self.pattern("per_measure", nom=self.thing(thing, "nom"))
        if isinstance(thing, t.Sum) or (
            isinstance(head, t.Noun) and head.quant is not None and head.quant.amount is not None
        ):
            persons = isinstance(head, t.Noun) and self.forms("NOUN", head.word).gender == "m1"
            each = adjective(self.lang, self.template("word_each"), "p1" if persons else "p", "acc")
            return self.pattern("per_number", each=each, acc=self.thing(thing, "acc"))
        if isinstance(head, t.Noun) and self.forms("NOUN", head.word).mass:  # of what is no piece pieces are counted
            each = adjective(self.lang, self.template("word_each"), self.unit(head.word).gender, "acc")
            one = replace(head, quant=t.Quant("amount", t.Num(1)))
            said = self.thing(t.Thing(one, thing.posts if isinstance(thing, t.Thing) else ()), "acc")
            return self.pattern("per", each=each, acc=said.removeprefix("1 "))
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


def _is_its(objects: t.Objects) -> bool:
    """Whether what is named belongs to the thing named last."""
    head = getattr(objects.items[0], "head", None)
    return isinstance(head, t.Noun) and head.quant is not None and head.quant.kind == "its"


def _plural(thing: t.NounPhrase) -> bool:
    if isinstance(thing, t.Pronoun):
        return thing.word == "them"
    head = thing.head if isinstance(thing, t.Thing) else None
    if isinstance(head, t.Noun):
        return head.plural
    return isinstance(head, t.Role) and head.joint == "and"
