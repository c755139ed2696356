"""Nouns and amounts of a card in Polish and Ukrainian: the forms, and how they agree."""

from __future__ import annotations

import re

from grammar.base.records import replace
from grammar.cards import tree as t
from grammar.cards.inflection import CASES, RELATIVE, Forms, adjective, counted, plural_class, read_forms
from grammar.cards.wording import HOLE, PrintedWords, WordPrinter

#: in the forms of a noun: where it says whose it is, if not before it
INSIDE = "{its}"
#: a limit behind a thing
_LIMIT = re.compile(r" \([^()]*\)$")
#: a pronoun -> under which key a noun has the forms that say so by themselves
_OWNED = {"you": "your", "it": "its"}


class ThingPrinter(WordPrinter):
    """Prints what stands in sentences, in one language."""

    def __init__(self, words: PrintedWords, lang: str) -> None:
        super().__init__(words, lang)
        self.last = "f"  #: gender of the thing named last, for pronouns
        self.named = ""  #: gender of the thing named in this phrase
        self.subject = ""  #: the noun named last, which says what does something where the text has “it”
        self.role = ""  #: gender of the player named in this phrase
        self.player = ""  #: that player, where it is one
        self.doer = ""  #: gender of the one who does what the phrase says, where not you
        self.apart = False  #: whether each of several gets the sum that is named
        self.reflexive = True  #: whether “your” belongs to the one who acts
        self.mentioned: set[str] = set()  #: the nouns the card has named
        self.each = ""  #: the noun of which each gets the same sentence
        self.owned = False  #: whether “its” belongs to the one who acts, who is not you
        self.counting = False  #: whether the things named are counted: each of them, and none is chosen
        self.options = False  #: whether options were named, of which one is taken: “that …” is the one of it

    # ---- things ----------------------------------------------------------------------------------------------------

    def fill(self, pattern: str, thing: t.NounPhrase | t.Bare | t.Objects, **more: str) -> str:
        """A pattern whose cases are asked of a thing; one that names no case gets the word alone."""
        holes = dict(more)
        for hole in HOLE.findall(pattern):
            if hole in CASES:
                holes[hole] = self.objects(thing, hole) if isinstance(thing, t.Objects) else self.thing(thing, hole)
        return HOLE.sub(lambda hole: holes.get(hole[1], hole[0]), pattern)

    def objects(self, objects: t.Objects, case: str) -> str:
        """Things joined by and / or, in one case; a limit they share is said once."""
        texts = [self.thing(item, case) for item in objects.items]
        limits = {found[0] if (found := _LIMIT.search(text)) else "" for text in texts}
        if len(texts) > 1 and len(limits) == 1:
            texts = [*(text.removesuffix(*limits) for text in texts[:-1]), texts[-1]]
        return self.joined(texts, objects.joint)

    def joined(self, texts: list[str], joint: str) -> str:
        """One text or several, the last one behind and / or."""
        return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + self.pattern(joint) + texts[-1]

    def thing(self, thing: t.NounPhrase | t.Bare, case: str) -> str:
        """A noun phrase in a case."""
        if isinstance(thing, t.Pronoun):
            return self.pronoun(thing.word, case)
        if isinstance(thing, t.Sum):
            text = self.money(thing.amount, case)
            text = self.pattern("each_gets", n=text) if self.apart else text
            if not thing.done:
                return text
            return self.pattern("done_sum", n=text, t=adjective(self.lang, self.said("DONE", thing.done), "p", "nom"))
        if not isinstance(thing, t.Thing):
            return self.bare(thing, case, ())
        return self.bare(thing.head, case, thing.posts)

    def money(self, amount: t.Amount, case: str) -> str:
        """A sum with the sign of the money behind its number."""
        if isinstance(amount, t.Times) and not amount.twice:
            number = f"{amount.number}{self.words.currency}"
            said = self.times(amount.amount)
            return self.pattern(
                "times_sum" if said else "times_amount", n=number, t=said, nom=self.amount(amount.amount)
            )
        return self.amount(amount, case) + (self.words.currency if isinstance(amount, t.Num) else "")

    def times(self, amount: t.Amount) -> str:
        """So much for each of a measure, where it has words for that."""
        own = (
            self.vocabulary.said("MEASURE", amount.word, f"{self.lang}_times")
            if isinstance(amount, t.Measure)
            else None
        )
        return "" if own is None else str(own).replace("{gen}", self.amount(amount, "gen"))

    def pronoun(self, word: str, case: str, gender: str = "") -> str:
        """you, it, them in a case."""
        name = f"it_{gender or self.last}" if word == "it" else word
        return self.template(name).split()[CASES.index(case)]

    def bare(self, bare: t.Bare, case: str, posts: tuple[t.Post, ...] = ()) -> str:
        """A noun, role, part or count in a case."""
        if isinstance(bare, t.Pronoun):
            return self.pronoun(bare.word, case)
        if isinstance(bare, t.PartOf):
            return self._part(bare, case)
        if isinstance(bare, t.CountOf):
            if isinstance(bare.what, t.Noun) and posts:  # what is said of them stands behind them
                return self.pattern("count_of", gen=self.noun(bare.what, "gen", posts))
            return self.pattern("count_of", gen=self._yours(bare.what, "gen"))
        if isinstance(bare, t.Role):
            if len(bare.roles) == 1:
                self.role, self.player = self.forms("ROLE", bare.roles[0]).gender, bare.roles[0]
            joint = self.pattern(bare.joint) if bare.joint else ""
            return joint.join(self.forms("ROLE", role).form(case, False) for role in bare.roles)
        return self.noun(bare, case, posts)

    def _part(self, part: t.PartOf, case: str) -> str:
        """So many of them; of what is somebody's: so many of theirs."""
        whole = part.whole
        if isinstance(whole, t.Noun) and whole.quant is not None and whole.quant.kind in ("your", "its"):
            quant = t.Quant("up_to" if part.up_to else "amount", t.Num(part.number))
            return self.noun(replace(whole, quant=quant), case, (), whole.quant)
        number = str(part.number)
        if part.number == 1:
            number = adjective(self.lang, self.template("word_one"), self.last, case)
        text = self.pattern("part_of", n=number, gen=self.bare(whole, "gen"))
        return self.pattern("up_to", t=text, gen=text) if part.up_to else text

    def noun(self, noun: t.Noun, case: str, posts: tuple[t.Post, ...], owner: t.Quant | None = None) -> str:
        """A noun with its number, adjectives and what follows it, in a case; `owner`: whose so many of them are."""
        quant = noun.quant
        whose = self._whose(owner or quant, posts)
        apart = self.each if whose == "it" and owner is None and quant is not None and quant.amount is not None else ""
        whose = "" if apart else whose
        forms = self._forms_of("NOUN", noun.word, whose)
        amount = quant.amount if quant is not None else None
        if (
            quant is not None
            and quant.kind == "up_to"
            and isinstance(amount, t.Num)
            and "{gen}" in self.template("up_to")
        ):
            case = "gen"
        plural = noun.plural and bool(forms.plural)
        inner = case
        one = not plural and ((whose == "you" and owner is None and self._is_chosen(noun)) or self._is_one_of(noun))
        if one:
            inner, plural = "gen", True
        elif isinstance(amount, t.Num):
            inner, plural = counted(self.lang, forms, amount.value, case)
        elif quant is not None and quant.kind == "any_number":
            inner, plural = "gen", bool(forms.plural)
        if quant is not None and quant.kind in ("a", "your", "amount", "up_to") and not self.named:
            self.named, self.subject = forms.gender.rstrip("1"), noun.word
        units = 0  # of what is no piece pieces are counted, where its name alone does not do
        if (
            isinstance(amount, t.Num)
            and forms.mass
            and (any(post.kind == "done" for post in posts) or self.template("mass_counted") == "unit")
        ):
            units = amount.value
        if units:
            inner = "gen"
        key = forms.key(plural)
        done = [post.word for post in posts if post.kind == "done"]
        text = self._called(noun, forms, key, inner, plural)
        if not units:
            text = " ".join([*(self._done(word, key, inner) for word in done), text])
        if INSIDE in text:
            text = text.replace(INSIDE, self._possessive(whose, key, inner))
        elif whose and not self._has_own_forms("NOUN", noun.word, whose):
            text = f"{self._possessive(whose, key, inner)} {text}"
        if units:
            unit = self.unit(noun.word)
            asked, several = counted(self.lang, unit, units, case)
            parts = [self._done(word, unit.key(several), asked) for word in done]
            text = " ".join([*parts, unit.form(asked, several), text])
        after = [self.that(apart, "gen")] if apart else []
        after += [
            self._post(noun.word, post, key, inner, plural)
            for post in posts
            if post.kind != "done" and not self._is_owner(post)
        ]
        if one:
            text = f"{adjective(self.lang, self.template('word_one'), forms.gender, case)} {self.pattern('one_of', gen=text)}"
        return self._quantified(quant, text, key, inner, case, " ".join(after))

    def unit(self, noun: str) -> Forms:
        """What is counted of something that is no piece: its own word for it, or any piece."""
        return read_forms(str(self.vocabulary.said("NOUN", noun, f"{self.lang}_unit") or self.template("word_unit")))

    def _is_chosen(self, noun: t.Noun) -> bool:
        """Whether one of several is meant, and nothing says which."""
        return not self.counting and self.vocabulary.said("NOUN", noun.word, "type") is not None

    def _is_one_of(self, noun: t.Noun) -> bool:
        """Whether any one is meant of what there may be several of: “a current …”."""
        words = [word for group in noun.adjectives for word in group if word != "other"]
        several = any(self.vocabulary.said("ADJ", word, "several", False) for word in words)
        return several and noun.quant is not None and noun.quant.kind == "a"

    def _done(self, word: str, key: str, case: str) -> str:
        """What was done with a thing; where each of several gets the same sentence, with whom it was done."""
        text = adjective(self.lang, self.said("DONE", word), key, case)
        return f"{text} {self.vocabulary.said('DONE', word, f'{self.lang}_each', '')}".strip() if self.each else text

    def _called(self, noun: t.Noun, forms: Forms, key: str, case: str, plural: bool) -> str:
        """A noun among its adjectives; where some of a choice stand before and some behind it, it is said with each."""
        word = forms.form(case, plural)
        if noun.number is not None:
            own = self.vocabulary.said("NOUN", noun.word, f"{self.lang}_numbered")
            word = read_forms(str(own)).form(case, plural) if own is not None else word
            word = self.pattern("numbered", t=word, n=str(noun.number))
        for group in reversed(noun.adjectives):
            texts = [self._adjective(each, key, case) for each in group]
            sides = {self._side(each) for each in group}
            if len(sides) > 1:
                both = zip(group, texts, strict=True)
                word = self.pattern("or").join(
                    f"{text} {word}" if self._side(each) == "" else f"{word} {text}" for each, text in both
                )
            else:
                said = self.joined(texts, "or")
                word = f"{said} {word}" if sides == {""} else f"{word} {said}"
        return word

    def _side(self, word: str) -> str:
        """Where an adjective stands: before its noun, behind it (`+`), behind it and declined (`+~`)."""
        text = "" if word == "other" else self.said("ADJ", word)
        return "+~" if text.startswith("+~") else "+" if text.startswith("+") else ""

    def _adjective(self, word: str, key: str, case: str) -> str:
        text = self.template("word_other") if word == "other" else self.said("ADJ", word)
        side = "" if word == "other" else self._side(word)
        return text[1:].replace("_", " ") if side == "+" else adjective(self.lang, text.removeprefix(side), key, case)

    def _forms_of(self, cls: str, word: str, whose: str) -> Forms:
        """The forms of a noun, or those it has where it is yours or its, or named again."""
        again = self.vocabulary.said(cls, word, f"{self.lang}_again") if word in self.mentioned else None
        self.mentioned.add(word)
        if again is not None:
            return read_forms(str(again))
        if self._has_own_forms(cls, word, whose):
            return read_forms(str(self.vocabulary.said(cls, word, f"{self.lang}_{_OWNED[whose]}")))
        return self.forms(cls, word)

    def _has_own_forms(self, cls: str, word: str, whose: str) -> bool:
        return whose in _OWNED and self.vocabulary.said(cls, word, f"{self.lang}_{_OWNED[whose]}") is not None

    def _whose(self, quant: t.Quant | None, posts: tuple[t.Post, ...]) -> str:
        """The pronoun of whoever a thing belongs to, where it stands before the noun."""
        found = [post.what.word for post in posts if isinstance(post.what, t.Pronoun) and self._is_owner(post)]
        if quant is not None and quant.kind == "its":
            found.append("it")
        return found[0] if found else "you" if quant is not None and quant.kind == "your" else ""

    def _is_owner(self, post: t.Post) -> bool:
        """Whether it says whose a thing is, by a pronoun: it stands before the noun."""
        if not isinstance(post.what, t.Pronoun):
            return False
        if post.kind == "of":
            return post.what.word != "you"
        return post.kind == "rel" and bool(self.vocabulary.said("REL", post.word, "possessive", False))

    def _quantified(self, quant: t.Quant | None, text: str, key: str, case: str, asked: str, after: str) -> str:
        """A noun behind its number or determiner; what follows it stands before a limit."""
        amount = quant.amount if quant is not None else None
        if quant is not None and amount is not None and not isinstance(amount, t.Num):
            name = {"up_to": "measured_up_to", "at_least": "measured_at_least"}.get(quant.kind, "measured")
            return self.pattern(name, t=f"{text} {after}".strip(), nom=self.amount(amount))
        return f"{self._determined(quant, text, key, case, asked)} {after}".strip()

    def _determined(self, quant: t.Quant | None, text: str, key: str, case: str, asked: str) -> str:
        if quant is None or quant.kind in ("a", "its", "your"):
            return text
        if quant.kind == "any_number":
            return self.pattern("any_number" if asked in ("nom", "acc") else "any_number_gen", gen=text)
        if isinstance(quant.amount, t.Num):
            number = f"{quant.amount.value} {text}"
            if quant.kind == "those_n":
                key = "p" if plural_class(self.lang, quant.amount.value) != "one" else key
                return f"{adjective(self.lang, self.template('word_those_n'), key, 'nom')} {number}"
            if quant.kind == "any_n":
                return f"{adjective(self.lang, self.template('word_any'), 'p', case)} {number}"
            return number if quant.kind == "amount" else self.pattern(quant.kind, t=number, gen=number)
        name = "word_chosen" if quant.kind == "that" and self.options else f"word_{quant.kind}"
        return f"{adjective(self.lang, self.template(name), key, case)} {text}"

    def _possessive(self, word: str, key: str, case: str) -> str:
        """Whose a thing is: yours, its, theirs."""
        if word == "you" or (word == "it" and self.owned):
            name = "word_your" if case != "nom" and (self.reflexive or word == "it") else "word_your_nom"
            return adjective(self.lang, self.template(name), key, case)
        return self.template("poss_them" if word == "them" else f"poss_{self.last}")

    def that(self, noun: str, case: str) -> str:
        """“that …” with its noun."""
        forms = self.forms("NOUN", noun)
        return f"{adjective(self.lang, self.template('word_that'), forms.key(False), case)} {forms.form(case, False)}"

    def _post(self, noun: str, post: t.Post, key: str, case: str, plural: bool) -> str:
        if post.kind == "of" and post.what is not None:
            return self._closed(self.fill(self.vocabulary.said("NOUN", noun, f"{self.lang}_of", "{gen}"), post.what))
        if post.kind == "qual":
            return self._closed(self._agreeing(self.said("QUAL", post.word), key, case, plural))
        if post.kind == "rel" and post.what is not None:
            return self._closed(self.relation(post.word, post.what, key, case, plural))
        number = str(post.number)
        least = {
            "rel_is": number,
            "rel_min": self.pattern("at_least", t=number),
            "rel_max": self.pattern("up_to", t=number),
        }
        return f"{self.said('RELNUM', post.word)} {least[post.kind]}{self.words.currency}"

    def _closed(self, text: str) -> str:
        """A clause behind a noun ends with a comma."""
        return f"{text}," if text.startswith((",", *RELATIVE[self.lang])) else text

    def relation(self, word: str, what: t.Bare, key: str, case: str, plural: bool) -> str:
        """A relation and what it leads to: the last word of its text is the case it asks for, `-` where it goes without saying."""
        text, _, asked = self.said("REL", word).rpartition(" ")
        mark = "" if "|" in text else "~"
        if asked == "-":
            return self._agreeing(mark + text, key, case, plural)
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
            return self._measure(amount, case)
        if isinstance(amount, t.Half):
            half = read_forms(self.template("word_half")).form(case, False)
            rounded = self.pattern("rounded_up" if amount.up else "rounded_down")
            return f"{half} {self._within(amount.amount, case)} {rounded}"
        if isinstance(amount, t.Times) and amount.twice and isinstance(amount.amount, t.Measure):
            said = self._measure(amount.amount, case, self.template("word_twice"))
            return self.pattern("twice", t=said, gen=self._within(amount.amount, case))
        if isinstance(amount, t.Times):
            return self.pattern("times_amount", n=str(amount.number), nom=self.amount(amount.amount))
        assert isinstance(amount, t.Plus)
        return self.pattern("plus", n=str(amount.number), nom=self.amount(amount.amount))

    def _within(self, amount: t.Amount, case: str) -> str:
        """An amount of which a part or a multiple stands in a case: yours as that is."""
        outer, self.reflexive = self.reflexive, self.reflexive and case != "nom"
        text = self.amount(amount, "gen")
        self.reflexive = outer
        return text

    def _measure(self, measure: t.Measure, case: str, adjectives: str = "") -> str:
        """A quantity by its name; without an owner it is yours, where a player has it."""
        its = isinstance(measure.of, t.Role) and measure.of.roles == (self.player,)
        yours = measure.of is None and self._players_have(measure.word)
        named = measure.of is None and not yours and self.vocabulary.said("MEASURE", measure.word, "owned_by")
        forms = self._forms_of("MEASURE", measure.word, "it" if its else "you" if yours else "")
        key = forms.key(False)
        words = [adjective(self.lang, adjectives, key, case)] if adjectives else []
        words.append(forms.form(case, False))
        if its and INSIDE in words[-1]:
            words[-1] = words[-1].replace(INSIDE, self.template(f"poss_{self.role}"))
        elif its:
            words.insert(0, self.template(f"poss_{self.role}"))
        elif yours and not self._has_own_forms("MEASURE", measure.word, "you"):
            own = "word_your" if case != "nom" and self.reflexive and not self.doer else "word_your_nom"
            words.insert(0, adjective(self.lang, self.template(own), key, case))
        elif named:
            words.insert(0, self.template(f"poss_{self.named or self.last}"))
        elif measure.of is not None:
            words.append(self.bare(measure.of, "gen"))
        return " ".join(words)

    def _players_have(self, measure: str) -> bool:
        owners = set(self.vocabulary.said("MEASURE", measure, "owned_by", ()))
        roles = (entry for entry in self.vocabulary.entries.values() if entry.cls == "ROLE")
        return any(owners & {role.id, *role.data.get("kinds", ())} for role in roles)
