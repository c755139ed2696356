"""Tree -> English: the exact inverse of parsing."""

from __future__ import annotations

from collections.abc import Sequence

from grammar.cards import tree as t
from grammar.cards.vocabulary import Vocabulary

_PREPOSITIONS = {
    "from": "from", "to": "to", "into": "into", "in": "in", "on": "on", "with": "with", "among": "among", "as": "as"
}  # fmt: skip
_QUANTS = {"any_number": "any number of", "your": "your", "its": "its", "each": "each", "all": "all", "any": "any"}


class English:
    """Prints trees in the words of one game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    # ---- whole cards -----------------------------------------------------------------------------------------------

    def card(self, card: t.Card) -> str:
        """A card with its header, one part a line."""
        head = f'{self._word("KIND", card.kind)} "{card.title}"'
        if card.roles:
            head += " of " + " and ".join(self._word("ROLE", role) for role in card.roles)
        if card.copies is not None:
            head += f", {card.copies} {'copy' if card.copies == 1 else 'copies'}"
        return "\n".join([f"{head}.", *(f"  {line}" for line in self.body(card.parts).splitlines())])

    def body(self, parts: Sequence[t.Part]) -> str:
        """The sentences of a card; a heading stands on the line of the sentence after it."""
        lines: list[str] = []
        heading = ""
        for part in parts:
            text = self.part(part)
            if isinstance(part, t.Lead):
                heading += f"{text} "
            else:
                lines.append(_capital(heading + text))
                heading = ""
        if heading:
            lines.append(_capital(heading.strip()))
        return "\n".join(lines)

    def part(self, part: t.Part) -> str:
        """One part, not yet begun with an upper-case letter."""
        if isinstance(part, t.Needs):
            return f"needs {self.condition(part.when)}."
        if isinstance(part, t.Lead):
            return self._heading(part)
        if isinstance(part, t.ChooseOne):
            options = ("; or ".join(", then ".join(self.act(act) for act in option) for option in part.options),)
            return f"choose one: {options[0]}."
        text = self.step(part.steps[0])
        for joint, step in zip(part.joints, part.steps[1:], strict=True):
            text += ("; " if joint == ";" else ", then ") + self.step(step)
        return f"{'then ' if part.then else ''}{text}."

    def _heading(self, heading: t.Lead) -> str:
        words: list[str] = []
        if heading.mode in ("label", "timing", "timed_price"):
            words.append(self._word("LABEL" if heading.mode == "label" else "TIMING", heading.word))
        if heading.when is not None and heading.subject is not None:
            words.append(f"when {self.clause(heading.subject, heading.when)}")
        if heading.price is not None:
            words.append(self.verbs(heading.price, False))
        return ", ".join(words) + ":"

    # ---- steps -----------------------------------------------------------------------------------------------------

    def step(self, step: t.Step) -> str:
        """One step."""
        if isinstance(step, t.Act):
            return self.act(step)
        if isinstance(step, t.Unless):
            return f"{self.act(step.act)} unless {self.clause(step.subject, step.verbs)}"
        if isinstance(step, t.Conditional):
            other = f"; otherwise {self.act(step.other)}" if step.other is not None else ""
            return f"if {self.condition(step.when)}, {self.act(step.act)}{other}"
        if isinstance(step, t.ForEach):
            return f"for each {self.thing(step.what)}, {self.act(step.act)}"
        change = {
            "larger": "{} larger", "smaller": "{} smaller", "doubled": "doubled", "becomes": "{}"
        }[step.change]  # fmt: skip
        value = (
            self.amount(step.amount) if step.amount is not None else self._word("ADJ", step.word) if step.word else ""
        )
        return f"{self.thing(step.what)} {_is(step.what)} {change.format(value)}"

    def act(self, act: t.Act) -> str:
        """Somebody does something."""
        return self.verbs(act.verbs, False) if act.subject is None else self.clause(act.subject, act.verbs)

    def clause(self, subject: t.Subject, verbs: t.Verbs) -> str:
        """A subject with its verbs, in the person it asks for."""
        items = [self.thing(item) for item in subject.items]
        who = items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
        third = not subject.modal and not subject.each and len(items) == 1 and not _many(subject.items[0])
        words = [who, "each" if subject.each else "", subject.modal, self.verbs(verbs, third)]
        return " ".join(word for word in words if word)

    def verbs(self, verbs: t.Verbs, third: bool) -> str:
        """One verb phrase or several."""
        return f" {verbs.joint} ".join(self.phrase(phrase, third) for phrase in verbs.phrases)

    def phrase(self, phrase: t.Phrase, third: bool) -> str:
        """A verb with its objects and what follows."""
        forms = self.vocabulary.entry("VERB", phrase.verb).forms
        words = [forms[1] if third and len(forms) > 1 else forms[0]]
        if phrase.objects is not None:
            words.append(self.objects(phrase.objects))
        words += [self.mod(mod) for mod in phrase.mods]
        return " ".join(words).replace(" ,", ",")

    def mod(self, mod: t.Mod) -> str:
        """What follows a verb."""
        kind = mod.kind
        things = self.objects(mod.things) if mod.things is not None else ""
        amount = self.amount(mod.amount) if mod.amount is not None else ""
        if kind in _PREPOSITIONS:
            return f"{_PREPOSITIONS[kind]} {things}"
        if kind == "price_of":
            when = f" if {self.condition(mod.when)}" if mod.when is not None else ""
            return f"for {things}{' ' + mod.word if mod.word else ''}{when}"
        if kind == "half_price":
            return "at half price" + ("" if mod.up is None else ", rounded up" if mod.up else ", rounded down")
        if kind in ("without", "because"):
            return f"{'because of' if kind == 'because' else kind} {self._word('TAG', mod.word)}"
        if kind == "extra":
            return f"with extra {amount} {self._word('TAG', mod.word)}"
        if kind == "lasting":
            return self._word("DURATION", mod.word)
        plain = {
            "by": f"by {amount}", "to_value": f"to value {amount}", "free": "for free", "paid_by": f", paid by {things}",
            "rest_paid_by": f", rest paid by {things}", "per": f"per {things}", "equal_to": f"equal to {amount}",
            "at_most": f", at most {amount}", "until": f"until {things} appear", "chosen_by": f"chosen by {things}",
            "times": "twice over", "if_able": "if able",
        }  # fmt: skip
        return plain[kind]

    # ---- things ----------------------------------------------------------------------------------------------------

    def objects(self, objects: t.Objects) -> str:
        """Things joined by and / or."""
        return f" {objects.joint} ".join(self.thing(item) for item in objects.items)

    def thing(self, thing: t.NounPhrase) -> str:
        """A noun phrase."""
        if isinstance(thing, t.Pronoun):
            return thing.word
        if isinstance(thing, t.Sum):
            return self.amount(thing.amount) + (f" {self._word('DONE', thing.done)}" if thing.done else "")
        return " ".join([self.bare(thing.head), *(self._post(post) for post in thing.posts)])

    def bare(self, bare: t.Bare) -> str:
        """A noun, a role, a part or a count."""
        if isinstance(bare, t.Pronoun):
            return bare.word
        if isinstance(bare, t.PartOf):
            return f"{'up to ' if bare.up_to else ''}{bare.number} of {self.bare(bare.whole)}"
        if isinstance(bare, t.CountOf):
            return f"number of {self.bare(bare.what)}"
        if isinstance(bare, t.Role):
            names = [f"the {self._word('ROLE', role)}" for role in bare.roles]
            return (
                self._quant(bare.det, False) + self._word("ROLE", bare.roles[0])
                if bare.det
                else f" {bare.joint} ".join(names)
            )
        forms = self.vocabulary.entry("NOUN", bare.word).forms
        word = forms[1] if bare.plural and len(forms) > 1 else forms[0]
        words = [
            " or ".join("other" if a == "other" else self._word("ADJ", a) for a in group) for group in bare.adjectives
        ]
        text = " ".join([*words, word]) + (f" {bare.number}" if bare.number is not None else "")
        if bare.quant is None:
            unique = self.vocabulary.said("NOUN", bare.word, "unique", False)
            return f"the {text}" if unique else text
        if bare.quant.kind == "a":
            return (
                ("another" + text[5:]) if text.startswith("other ") else f"{'an' if text[0] in 'aeio' else 'a'} {text}"
            )
        return self._quant(bare.quant, bare.plural) + text

    def _quant(self, quant: t.Quant | None, plural: bool) -> str:
        if quant is None:
            return ""
        amount = self.amount(quant.amount) if quant.amount is not None else ""
        if quant.kind in ("that", "this"):
            return "those " if plural and quant.kind == "that" else f"{quant.kind} "
        words = {
            "a": "a", "amount": amount, "up_to": f"up to {amount}", "at_least": f"at least {amount}", "any_n": f"any {amount}",
            "those_n": f"those {amount}", **_QUANTS,
        }  # fmt: skip
        return f"{words[quant.kind]} "

    def _post(self, post: t.Post) -> str:
        if post.kind == "of" and post.what is not None:
            return f"of {self.bare(post.what)}"
        if post.kind == "rel" and post.what is not None:
            return f"{self._word('REL', post.word)} {self.bare(post.what)}"
        if post.kind in ("qual", "done"):
            return self._word(post.kind.upper(), post.word)
        least = {"rel_is": "", "rel_min": "at least ", "rel_max": "at most "}[post.kind]
        return f"{self._word('RELNUM', post.word)} {least}{post.number}"

    def amount(self, amount: t.Amount) -> str:
        """A number or a measure."""
        if isinstance(amount, t.Num):
            return str(amount.value)
        if isinstance(amount, t.Measure):
            return self._word("MEASURE", amount.word) + (f" of {self.bare(amount.of)}" if amount.of is not None else "")
        if isinstance(amount, t.Half):
            return f"half {self.amount(amount.amount)}, rounded {'up' if amount.up else 'down'}"
        if isinstance(amount, t.Times):
            return f"{'twice' if amount.twice else f'{amount.number} times'} {self.amount(amount.amount)}"
        return f"{amount.number} plus {self.amount(amount.amount)}"

    def condition(self, when: t.Condition) -> str:
        """A condition."""
        if isinstance(when, t.Flags):
            return " or ".join(self._word("FLAG", word) for word in when.words)
        if isinstance(when, t.Has):
            have = "have" if _many(when.who) else "has"
            return f"{self.thing(when.who)} {have} {self.thing(when.what)}"
        if isinstance(when, t.There):
            return f"there {'are' if _many(when.what) else 'is'} {self.thing(when.what)}"
        if isinstance(when, t.IsSo):
            return f"{self.thing(when.what)} {_is(when.what)} {self._word(when.kind.upper(), when.word)}"
        if isinstance(when, t.Relates):
            return f"{when.who.word} {self.vocabulary.entry('REL', when.word).forms[-1]} {self.bare(when.what)}"
        if isinstance(when, t.Reaches):
            return f"{self.thing(when.what)} is at least {self.amount(when.least)}"
        return "you do"

    def _word(self, cls: str, name: str) -> str:
        return self.vocabulary.entry(cls, name).forms[0]


def _many(thing: t.NounPhrase) -> bool:
    """Whether a subject takes the plural: you, they, several."""
    if isinstance(thing, t.Pronoun):
        return thing.word != "it"
    if isinstance(thing, t.Thing):
        head = thing.head
        return (isinstance(head, t.Noun) and head.plural) or (isinstance(head, t.Role) and head.joint == "and")
    return False


def _is(thing: t.NounPhrase) -> str:
    return "are" if _many(thing) else "is"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
