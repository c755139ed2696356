"""Which frame of a verb a phrase fits, and what fills its holes: amounts, prices, limits, counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grammar import nodes as n
from grammar.base.records import replace
from grammar.cards import tree as t
from kb.cards.language.dictionary import GENERIC, VerbFrame
from kb.cards.language.templates import ROUND, Filling
from kb.cards.lowering.choices import near_words
from kb.cards.lowering.conditions import condition
from kb.cards.lowering.pieces import ACTOR, product
from kb.cards.lowering.roles import shown
from kb.cards.lowering.scene import CardFault, Scene, Value, fill
from kb.cards.lowering.things import Things


class Fitting:
    """Fits phrases to frames in one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.words = scene.words
        self.things = Things(scene)
        self.given: dict[int, Value | None] = {}  #: what the prepositions of the phrase being read stand for
        self.modal = ""  #: must or cannot, where the sentence says so

    def fit(
        self, phrase: t.Phrase, value: Value | None, frames: tuple[VerbFrame, ...], subject: Filling
    ) -> tuple[VerbFrame, list[tuple[t.Mod, Value | None]]]:
        """The frame that takes these things, and what its prepositions stand for."""
        said = [mod for mod in phrase.mods if mod.kind not in ("without", "extra")]
        of_others: set[str] = set()  # whose cards could say this
        by_you = False  # whether only the one who plays the card could do it
        for frame in frames:
            if frame.text("modal") != self.modal or frame.on is not None:
                continue
            kinds = value.kinds if value is not None else frozenset()
            if bool(frame.obj) != (value is not None) or (frame.obj and not kinds & frozenset(frame.obj)):
                continue
            whose = frame.data.get("of", [])
            who = frame.text("subject")
            if who == "other" and subject == ACTOR:
                continue
            if not {str(tag) for tag in frame.data.get("tags", [])} <= {mod.word for mod in phrase.mods}:
                continue
            mods: list[tuple[t.Mod, Value | None]] = []
            left = list(frame.takes)
            for mod in (mod for mod in said if mod.kind not in GENERIC or mod.kind in {item.mod for item in left}):
                if id(mod) not in self.given:
                    self.given[id(mod)] = self._things_of(mod)
                given = self.given[id(mod)]
                taken = next((item for item in left if _takes(item.mod, item.kinds, mod, given)), None)
                if taken is None:
                    break
                left.remove(taken)
                mods.append((replace(mod, kind=taken.mod), given))
            else:
                if all(item.optional for item in left):
                    if who == "you" and subject != ACTOR:
                        by_you = True
                        continue
                    if not whose or set(self.scene.roles) <= set(whose):
                        return frame, mods
                    of_others |= set(whose)
        form = self.words.vocabulary.entry("VERB", phrase.verb).forms[0]
        if by_you and not of_others:
            raise CardFault(
                phrase.at, f"“{form}” can be done here only by whoever plays the card", "Leave out who does it."
            )
        if of_others:
            unable = shown(self.words.vocabulary, [role for role in self.scene.roles if role not in of_others])
            cure = f"It is for cards of {shown(self.words.vocabulary, sorted(of_others))}."
            raise CardFault(phrase.at, f"“{form}” cannot be done this way by {unable}", cure)
        known = "; ".join(sorted({frame.shape for frame in frames})) or "none"
        shown_mods = [f"“{mod.kind.replace('_', ' ')}”" for mod in said if mod.kind not in GENERIC]
        what = f" with {' and '.join(shown_mods)}" if shown_mods else ""
        thing = "/".join(sorted(value.kinds)) if value is not None else "nothing"
        raise CardFault(phrase.at, f"“{form}” has no frame for {thing}{what}", f"Known: {known}.")

    def takes_up(self, value: Value | None, kinds: Iterable[str], at: t.At) -> None:
        """Every adjective of a thing that is not chosen must be one the frame asks for."""
        taken = {kind.removeprefix("part_").removeprefix("its_") for kind in kinds}
        for word in value.adjectives if value is not None else ():
            if value is not None and f"{word}_{value.noun}" not in taken:
                form, noun = (
                    self.words.vocabulary.entry(*key).forms[0] for key in (("ADJ", word), ("NOUN", value.noun))
                )
                raise CardFault(at, f"“{form}” says nothing about “{noun}” here", "Leave it out.")

    def _things_of(self, mod: t.Mod) -> Value | None:
        if mod.things is None:
            return None
        if len(mod.things.items) > 1:
            kinds = {type(item).__name__ for item in mod.things.items}
            if len(kinds) > 1:
                raise CardFault(
                    mod.at,
                    f"a list mixes a player and an amount after “{mod.kind}”",
                    "Repeat the verb for each of them.",
                )
            raise CardFault(mod.at, f"several things after “{mod.kind}”", "Repeat the verb for each of them.")
        item = mod.things.items[0]
        value = self.things.value(item)
        head = item.head if isinstance(item, t.Thing) else None
        if (
            not value.expr
            and isinstance(item, t.Thing)
            and isinstance(head, t.Noun)
            and f"each_{head.word}" not in value.kinds
        ):
            value.expr = self.things.each_of(head, item.posts, value) or ()
        return value

    def mod(self, mod: t.Mod, value: Value | None, phrase: t.Phrase) -> dict[str, Filling]:
        """What a preposition fills in."""
        if mod.kind == "by" or mod.kind == "to_value":
            assert mod.amount is not None
            factors = self.factors(phrase)
            return {mod.kind: product([self.things.amount(mod.amount, mod.at), *factors])}
        holes: dict[str, Filling] = {}
        if value is not None:
            number = value.number or ()
            holes = {mod.kind: value.expr or number, f"{mod.kind}_n": number, f"{mod.kind}_owner": value.owner}
        if mod.kind == "price_of" and mod.things is not None:
            item = mod.things.items[0]
            holes["price"] = self.things.amount(item.amount, item.at) if isinstance(item, t.Sum) else ()
            holes["when"] = condition(self.things, mod.when, mod.at) if mod.when is not None else n.Truth(True)
        if mod.kind == "lasting":
            said = self.things.meaning("DURATION", mod.word, "is")
            holes["lasting"] = said.tree if said is not None else ()
        if mod.kind == "half_price":
            holes[ROUND] = n.Name("down" if mod.up is False else "up")
        return holes

    def factors(self, phrase: t.Phrase) -> list[n.Expr]:
        """How often, by `per`: counts, or counts divided and rounded down."""
        found = [self.scene.times] if self.scene.times is not None else []
        for mod in phrase.mods:
            if mod.kind != "per" or mod.things is None:
                continue
            thing = mod.things.items[0]
            by = 1
            if isinstance(thing, t.Sum) and isinstance(thing.amount, t.Num) and thing.done:
                by = thing.amount.value
            head = thing.head if isinstance(thing, t.Thing) else None
            if isinstance(head, t.Noun) and head.quant is not None and isinstance(head.quant.amount, t.Num):
                by = head.quant.amount.value
            count = self.things.count(thing)
            found.append(count if by == 1 else n.Arithmetic("down", count, n.Number(by)))
        return found

    def number(self, phrase: t.Phrase, value: Value | None) -> n.Expr:
        """How many: as written, equal to, per something, or the player's choice."""
        for mod in phrase.mods:
            if mod.kind == "equal_to" and mod.amount is not None:
                return self.things.amount(mod.amount, mod.at)
        number = value.number if value is not None and value.number is not None else n.Number(1)
        limit = self.limit(phrase, value) if value is not None else None
        if (value is not None and value.free) or any(mod.kind == "at_most" for mod in phrase.mods):
            name = self.things.choose("n", n.TypeNumber(), n.Number(1))
            self.scene.checks.append(n.Requires(n.Compare(">=", name, n.Number(1))))
            if limit is not None:
                self.scene.checks.append(n.Requires(n.Compare("<=", name, limit)))
            return name
        return product([number, *self.factors(phrase)])

    def limit(self, phrase: t.Phrase, value: Value) -> n.Expr | None:
        """The most that may be chosen, or the number written."""
        for mod in phrase.mods:
            if mod.kind == "at_most" and mod.amount is not None:
                return self.things.amount(mod.amount, mod.at)
        return value.most or value.number


def check_counts(
    frame: VerbFrame, phrase: t.Phrase, value: Value | None, mods: list[tuple[t.Mod, Value | None]]
) -> None:
    """A number, a “per” or an “at most” must mean something to the frame."""
    counted = frame.counts("n") or bool({mod.kind for mod, _ in mods} & {"by", "to_value"})
    limited = counted or frame.counts("limit")
    for mod in phrase.mods:
        if mod.kind in ("per", "equal_to") and not counted:
            raise CardFault(
                mod.at,
                f"“{phrase.verb}” is not done so many times",
                "Leave it out, or count something that is gained or paid.",
            )
        if mod.kind == "at_most" and not limited:
            raise CardFault(mod.at, f"“{phrase.verb}” has no number to limit here", "Leave it out.")
    number = value.number.value if value is not None and isinstance(value.number, n.Number) else 1
    if value is not None and number != 1 and not (limited or frame.data.get("repeat") or value.expr):
        raise CardFault(phrase.at, f"“{phrase.verb}” is done once here, not {number} times", "Leave the number out.")


def tagged(things: Things, phrase: t.Phrase, holes: Mapping[str, Filling]) -> Iterator[n.Statement]:
    """What `without …` and `… extra` say of the clauses they name by their labels."""
    tags = things.scene.words.tags
    for mod in phrase.mods:
        if mod.kind in ("without", "extra"):
            tag = tags.get(mod.word)
            if tag is None:
                raise CardFault(mod.at, f"“{mod.word}” labels no clause", near_words(mod.word, tags))
            if tag.verbs and phrase.verb not in tag.verbs:
                known = [name for name, item in tags.items() if phrase.verb in item.verbs]
                raise CardFault(
                    mod.at,
                    f"what “{phrase.verb}” does has no clause labelled “{mod.word}”",
                    near_words(mod.word, known),
                )
            extra = things.amount(mod.amount, mod.at) if mod.amount is not None else ()
            yield from fill(tag.rule, {**holes, "extra": extra}, mod.at)


def _takes(name: str, kinds: tuple[str, ...], mod: t.Mod, given: Value | None) -> bool:
    if name == "price_of" and kinds:
        plain = "plain" if given is None or "money" in given.kinds else "things"
        return mod.kind == "price_of" and (mod.word or plain) + (" if" if mod.when is not None else "") in kinds
    if name != mod.kind and not (
        name == "into" and mod.kind in ("in", "to")
    ):  # “put it in the bag”, “add it to the bag”
        return False
    return not kinds or (given is not None and bool(given.kinds & frozenset(kinds)))
