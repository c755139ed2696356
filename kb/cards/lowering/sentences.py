"""The sentences of a card as clauses of its action: its choices as parameters, its verbs by their frames."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from grammar import nodes as n
from grammar.cards import tree as t
from kb.cards.language.dictionary import CardWords, VerbFrame
from kb.cards.language.templates import Filling
from kb.cards.lowering.choices import YOU_DO, done_in
from kb.cards.lowering.conditions import condition
from kb.cards.lowering.expectations import unless
from kb.cards.lowering.frames import check_counts, tagged
from kb.cards.lowering.pieces import ACTOR, all_of, guard_clause, placed
from kb.cards.lowering.roles import may_have
from kb.cards.lowering.scene import CardFault, Scene, Value, fill, one
from kb.cards.lowering.subjects import subjects_of
from kb.cards.lowering.things import Things
from kb.cards.lowering.ways import Branches

#: how many times one verb may be repeated by its number
MOST_TIMES = 4


class _DecidedBeforehandError(Exception):
    """A sentence with “may” whose frame does not ask while the card is carried out."""


class Lowering(Branches):
    """Walks the parts of one card."""

    def __init__(self, words: CardWords, name: str, roles: tuple[str, ...]) -> None:
        super().__init__(Scene(words, name, roles))
        self.last_option: n.Expr | None = None
        self.asks = False  #: whether the sentence lets the player decide while the card is carried out
        self.guard_label: n.Expr | None = None
        self.told = frozenset[str]()  #: what the text says of things done: these must be decided beforehand

    def beside(self, name: str) -> Lowering:
        """The lowering of another action that may name what was named here."""
        other = Lowering(self.words, name, self.scene.roles)
        other.scene.named = list(self.scene.named)
        return other

    # ---- sentences -------------------------------------------------------------------------------------------------

    def parts(self, parts: tuple[t.Part, ...]) -> list[n.Clause]:
        """All clauses of the card, in order."""
        clauses: list[n.Clause] = []
        self.told = done_in(parts)
        for part in parts:
            self.scene.sentence += 1
            if isinstance(part, t.Needs):
                clauses.append(n.Requires(condition(self.things, part.when, part.at), at=part.at))
            elif isinstance(part, t.Lead):
                clauses += self._heading(part)
            elif isinstance(part, t.ChooseOne):
                clauses += self._guarded(self._choose_one(part.options))
            else:
                for step in part.steps:
                    clauses += self._guarded(self.step(step))
        return clauses

    def _heading(self, part: t.Lead) -> list[n.Clause]:
        if part.mode == "label":
            if self.words.vocabulary.said("LABEL", part.word, "apart"):
                form = self.words.vocabulary.entry("LABEL", part.word).forms[0]
                raise CardFault(part.at, f"“{form}” means nothing on a card that is played", "Leave it out.")
            guard = self.things.meaning("LABEL", part.word, "guard")
            self.guard_label = guard.tree if guard is not None else None
            return []
        if part.mode == "price" and part.price is not None:
            return self.verbs(part.price, (self.scene.actor,))
        raise CardFault(part.at, "this heading cannot stand here", "Write it as the beginning of a sentence.")

    def _guarded(self, clauses: list[n.Clause]) -> list[n.Clause]:
        return clauses if self.guard_label is None else [guard_clause(self.guard_label, clause) for clause in clauses]

    def step(self, step: t.Step) -> list[n.Clause]:
        """The clauses of one step of a sentence."""
        if isinstance(step, t.Act):
            return self.act(step)
        if isinstance(step, t.Conditional):
            return self._conditional(step)
        if isinstance(step, t.ForEach):
            return self._for_each(step)
        if isinstance(step, t.Unless):
            return unless(self, step)
        head = step.what.head if isinstance(step.what, t.Thing) else step.what
        raise CardFault(
            getattr(head, "at", (1, 1)),
            "this holds for a time, and none is named",
            "Write it behind a heading such as “while in play:”.",
        )

    def _conditional(self, step: t.Conditional) -> list[n.Clause]:
        at = step.act.verbs.phrases[0].at
        if isinstance(step.when, t.Did) and self.last_option is not None:
            test = self.last_option
        else:
            test = condition(self.things, step.when, at)
        if step.other is None:
            return self._optional(lambda: self.act(step.act), test)
        other = step.other
        return self._one_of([(lambda: self.act(step.act), test), (lambda: self.act(other), n.Not(test))])

    def _for_each(self, step: t.ForEach) -> list[n.Clause]:
        head = step.what.head if isinstance(step.what, t.Thing) else None
        type_ = self.words.vocabulary.said("NOUN", head.word, "type") if isinstance(head, t.Noun) else None
        at = step.act.verbs.phrases[0].at
        if isinstance(step.what, t.Thing) and any(
            post.word in self.scene.groups for post in step.what.posts if post.kind == "done"
        ):
            return self._for_each_done(
                step, next(post.word for post in step.what.posts if post.word in self.scene.groups)
            )
        if not isinstance(head, t.Noun) or not isinstance(step.what, t.Thing) or not type_:
            raise CardFault(at, "“for each” needs things that can be named one by one", "Use “per” to count them.")
        self.scene.mention(n.Name("it_"), self.things.kinds(head))
        tests = self.things.counted_tests(head, step.what.posts, n.Name("it_"))
        inner = self.act(step.act)
        return [n.Each("it_", n.Name(str(type_)), all_of(tests), tuple(inner))]

    def _for_each_done(self, step: t.ForEach, word: str) -> list[n.Clause]:
        """For each thing the card has done something with: once for each place it was done at, as many times as it was done there."""
        type_, amount = self.scene.groups[word]
        its, at = n.Name("its_"), step.act.verbs.phrases[0].at
        times = self.scene.times = fill(amount, {"x": its}, at)
        self.scene.mention(its, {type_})
        inner = self.act(step.act)
        test, self.scene.times = n.Compare(">", times, n.Number(0)), None
        self.scene.named = [r for r in self.scene.named if r.expr != its]
        steps = tuple(clause.step for clause in inner if isinstance(clause, n.Effect))
        if len(steps) < len(inner):
            return [n.Each("its_", n.Name(type_), test, tuple(inner))]
        return [n.Effect(n.For("its_", n.Name(type_), test, None, False, steps), at=at)]

    def _choose_one(self, options: tuple[tuple[t.Act, ...], ...]) -> list[n.Clause]:
        name = self.things.choose("choice", n.TypeRange(1, n.Number(len(options))))
        tests = (n.Compare("is", name, n.Number(index)) for index in range(1, len(options) + 1))
        return self._one_of(
            [(partial(self._option, option), test) for option, test in zip(options, tests, strict=True)]
        )

    def _option(self, option: tuple[t.Act, ...]) -> list[n.Clause]:
        self.scene.sentence += 1
        return [clause for act in option for clause in self.act(act)]

    def act(self, act: t.Act) -> list[n.Clause]:
        """The clauses of one act."""
        subject = act.subject
        if subject is None:
            return self.verbs(act.verbs, (self.scene.actor,))
        if subject.modal == "may":
            return self._may(subject, act.verbs)
        outer, self.modal = self.modal, subject.modal
        try:
            return self.verbs(act.verbs, subjects_of(self.things, subject, act.verbs))
        finally:
            self.modal = outer

    def _may(self, subject: t.Subject, verbs: t.Verbs) -> list[n.Clause]:
        phrase = verbs.phrases[0]
        if (
            len(verbs.phrases) == 1
            and YOU_DO not in self.told
            and any(frame.may.tree for frame in self.words.frames.get(phrase.verb, ()))
        ):
            scene, others = self.scene.copy(), list(self.others)
            try:
                self.asks = True
                return self.verbs(verbs, subjects_of(self.things, subject, verbs))
            except _DecidedBeforehandError:
                self.scene, self.others = scene, others
                self.things = Things(scene)
            finally:
                self.asks = False
        head = (
            phrase.objects.items[0].head
            if phrase.objects is not None and isinstance(phrase.objects.items[0], t.Thing)
            else None
        )
        kinds = self.things.kinds(head) if isinstance(head, t.Noun) else frozenset({"money"})
        frames = [
            frame for frame in self.words.frames.get(phrase.verb, ()) if frame.text("option") and kinds & set(frame.obj)
        ]
        name = self.things.choose(
            frames[0].text("option") if frames else f"may_{phrase.verb}", n.TypeFlag(), n.Truth(False)
        )
        self.last_option = name
        return self._optional(lambda: self.verbs(verbs, subjects_of(self.things, subject, verbs)), name)

    # ---- verbs -----------------------------------------------------------------------------------------------------

    def verbs(self, verbs: t.Verbs, subjects: tuple[Filling, ...]) -> list[n.Clause]:
        """What these subjects do; for each of them, where they are several."""
        return self.scene.distributed(self._verbs(verbs, subjects))

    def _verbs(self, verbs: t.Verbs, subjects: tuple[Filling, ...]) -> list[n.Clause]:
        if verbs.joint == "or":
            name = self.things.choose("choice", n.TypeRange(1, n.Number(len(verbs.phrases))))
            clauses: list[n.Clause] = []
            for index, phrase in enumerate(verbs.phrases, 1):
                clauses += self._optional(
                    partial(self._phrases, phrase, subjects), n.Compare("is", name, n.Number(index))
                )
            return clauses
        return [clause for phrase in verbs.phrases for clause in self._phrases(phrase, subjects)]

    def _phrases(self, phrase: t.Phrase, subjects: tuple[Filling, ...]) -> list[n.Clause]:
        """A phrase for each subject and each thing joined by `and`."""
        objects: list[t.NounPhrase | None] = [None] if phrase.objects is None else list(phrase.objects.items)
        joined = phrase.objects.joint if phrase.objects is not None else ""
        clauses: list[n.Clause] = []
        for subject in subjects:
            outer = self.scene.actor
            if not isinstance(subject, tuple) and any(
                r.expr == subject and "role" in r.kinds for r in self.scene.named
            ):
                self.scene.actor = subject
            self.given = {}
            if joined == "or" and phrase.objects is not None:
                clauses += self._either(phrase, phrase.objects, subject)
            else:
                for thing in objects:
                    clauses += self._one(phrase, thing, subject)
            self.scene.actor = outer
        return clauses

    def _either(self, phrase: t.Phrase, objects: t.Objects, subject: Filling) -> list[n.Clause]:
        """A choice among things: one parameter that ranges over them."""
        if all(isinstance(item, t.Sum) for item in objects.items):
            found = [self.things.value(item).number for item in objects.items]
            amounts = tuple(amount for amount in found if amount is not None)
            name = self.things.choose("n", n.TypeNumber(), amounts[0])
            self.scene.checks.append(n.Requires(n.Member(name, n.ListOf(amounts))))
            return self._one(phrase, None, subject, Value(frozenset({"money"}), number=name))
        values = [self.things.value(item) for item in objects.items]
        kinds = frozenset.intersection(*(value.kinds for value in values))
        types = self.words.meanings.types
        type_ = next((types[kind] for kind in sorted(kinds) if kind in types), None)
        named = tuple(value.expr for value in values if value.expr and not isinstance(value.expr, tuple))
        if type_ is None or len(named) < len(values):
            raise CardFault(phrase.at, "the things joined by “or” have no kind in common", "Use “choose one: …; or …”.")
        name = self.things.choose("x", type_)
        self.scene.checks.append(n.Requires(n.Member(name, n.ListOf(named))))
        first = values[0]
        return self._one(phrase, None, subject, Value(kinds, name, first.number, first.most, first.free, first.owner))

    def _one(
        self, phrase: t.Phrase, thing: t.NounPhrase | None, subject: Filling, value: Value | None = None
    ) -> list[n.Clause]:
        frames = self.words.frames.get(phrase.verb, ())
        accepted = frozenset(kind for frame in frames for kind in frame.obj)
        if value is None and thing is not None:
            value = self.things.value(thing, accepted or None)
        frame, mods = self.fit(phrase, value, frames, subject)
        if frame.faulty:
            cure = f"Mend the frame in line {frame.line} of frames.toml."
            raise CardFault(phrase.at, f"what “{phrase.verb}” does here is no rule", cure)
        self.takes_up(value, frame.obj, phrase.at)
        for mod, given in mods:
            self.takes_up(given, (kind for item in frame.takes if item.mod == mod.kind for kind in item.kinds), mod.at)
        if self.asks and (not frame.may.tree or self.told & set(frame.done)):
            raise _DecidedBeforehandError
        holes: dict[str, Filling] = {
            "subject": subject,
            "actor": ACTOR,
            "me": self.scene.actor,
            "card": n.Name(self.scene.card),
        }
        if value is not None:
            owner = value.owner or self.scene.actor
            if "owner" in frame.rule.holes:
                may_have(self.scene, owner, value.owned_by, frame.obj[0].replace("_", " "), phrase.at)
            sets: dict[Filling, n.Expr] = {n.Name(item.name): item.among for item in self.scene.spread}
            owners = sets.get(owner) or n.ListOf(owner if isinstance(owner, tuple) else (owner,))
            holes |= {"obj": value.expr, "owner": owner, "owners": owners}
        times = 1
        if frame.data.get("repeat") and value is not None and isinstance(value.number, n.Number):
            times = value.number.value
            if not 1 <= times <= MOST_TIMES:
                raise CardFault(phrase.at, f"“{phrase.verb}” cannot be done {times} times", f"Write 1 to {MOST_TIMES}.")
        check_counts(frame, phrase, value, mods)
        if "obj" in frame.rule.holes and times == 1 and holes.get("obj") == ():
            raise CardFault(
                phrase.at,
                f"“{phrase.verb}” takes one thing at a time here",
                "Name one, and write the sentence once for each.",
            )
        for mod, given in mods:
            holes |= self.mod(mod, given, phrase)
            if holes.get(mod.kind) == () and mod.kind in frame.rule.holes:
                what = f"nothing is named after “{mod.kind.replace('_', ' ')}” that can be told apart"
                raise CardFault(mod.at, what, "Name one: a player, or one thing.")
        if not (self.asks or frame.data.get("own_n")):
            holes["n"] = self.number(phrase, value)
        elif value is not None:
            holes["limit"] = self.limit(phrase, value) or (frame.any.tree if frame.any is not None else ())
            holes["least"] = n.Number(0) if value.free else holes["limit"]
        clauses: list[n.Clause] = []
        made: list[dict[str, Filling]] = []
        for _ in range(times):
            filled = dict(holes)
            if made:
                filled |= {f"{key}_before": _unlike(earlier[key] for earlier in made) for key in made[0]}
            if times > 1 and value is not None and not value.expr:
                filled["obj"] = self._another(value) or ()
            for template in () if self.asks else frame.params:
                param = fill(template, filled, phrase.at)
                filled[param.name] = self.things.choose(param.name, param.type or n.TypeNumber(), param.default)
            parts = [frame.again] if made else []
            parts.append(frame.may if self.asks else frame.rule)
            clauses += placed(self.scene.taken_checks(), phrase.at)
            clauses += placed((clause for part in parts for clause in fill(part, filled, phrase.at)), phrase.at)
            made.append(filled)
        self._after(frame, made[-1], phrase)
        return clauses

    def _another(self, value: Value) -> n.Name | None:
        """One more choice of a thing named by its number."""
        for kind in sorted(value.kinds):
            if type_ := self.words.meanings.types.get(kind):
                return self.things.choose(str(self.words.vocabulary.said("NOUN", kind, "param", "x")), type_)
        return None

    def _after(self, frame: VerbFrame, holes: dict[str, Filling], phrase: t.Phrase) -> None:
        if not self.asks:  # what is asked only while the card is carried out is not counted
            for key, amount in frame.done.items():
                self.scene.has_done(key, fill(amount, holes, phrase.at), phrase.at)
        self.scene.groups |= frame.groups
        for name, kinds in frame.names.items():
            self.scene.mention(one(holes.get(name, n.Name(name)), phrase.at), kinds)
        told = list(fill(frame.also, holes, phrase.at))
        told += tagged(self.things, phrase, holes)
        self.others += [statement for statement in told if statement not in self.others]


def _unlike(fillings: Iterable[Filling]) -> tuple[n.Expr, ...]:
    """All of them, each once."""
    return tuple(
        dict.fromkeys(part for found in fillings for part in (found if isinstance(found, tuple) else (found,)))
    )
