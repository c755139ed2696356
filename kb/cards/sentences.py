"""The sentences of a card as clauses of its action: its choices as parameters, its verbs by their frames."""

from __future__ import annotations

from functools import partial

from grammar import nodes as n
from grammar.cards import tree as t
from kb.cards.choices import YOU_DO, done_in, near_words
from kb.cards.conditions import condition
from kb.cards.rules import clauses_of, expr_of, guard_clause, parsed
from kb.cards.scene import CardFault, Scene, Value, fill
from kb.cards.things import Things
from kb.cards.waiting import unless
from kb.cards.ways import Ways
from kb.cards.words import CardWords, Frame

#: how many times one verb may be repeated by its number
MOST_TIMES = 4


class _DecidedBeforehandError(Exception):
    """A sentence with “may” whose frame does not ask while the card is carried out."""


class Lowering(Ways):
    """Walks the parts of one card."""

    def __init__(self, words: CardWords, name: str, roles: tuple[str, ...]) -> None:
        super().__init__(Scene(words, name, roles))
        self.last_option = ""
        self.asks = False  #: whether the sentence lets the player decide while the card is carried out
        self.guard_label = ""
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
                clauses += clauses_of(f"requires {condition(self.things, part.when, part.at)}", part.at)
            elif isinstance(part, t.Heading):
                clauses += self._heading(part)
            elif isinstance(part, t.ChooseOne):
                clauses += self._guarded(self._choose_one(part.options))
            else:
                for step in part.steps:
                    clauses += self._guarded(self.step(step))
        return clauses

    def _heading(self, part: t.Heading) -> list[n.Clause]:
        if part.mode == "label":
            if self.words.vocabulary.said("LABEL", part.word, "apart"):
                form = self.words.vocabulary.entry("LABEL", part.word).forms[0]
                raise CardFault(part.at, f"“{form}” means nothing on a card that is played", "Leave it out.")
            self.guard_label = str(self.words.vocabulary.said("LABEL", part.word, "guard", ""))
            return []
        if part.mode == "price" and part.price is not None:
            return self.verbs(part.price, (self.scene.actor,))
        raise CardFault(part.at, "this heading cannot stand here", "Write it as the beginning of a sentence.")

    def _guarded(self, clauses: list[n.Clause]) -> list[n.Clause]:
        return [guard_clause(expr_of(self.guard_label), c) for c in clauses] if self.guard_label else clauses

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
        raise CardFault(getattr(head, "at", (1, 1)), "this holds for a time, and none is named", "Write it behind a heading such as “while in play:”.")

    def _conditional(self, step: t.Conditional) -> list[n.Clause]:
        at = step.act.verbs.phrases[0].at
        if isinstance(step.when, t.Did) and self.last_option:
            test = self.last_option
        else:
            test = condition(self.things, step.when, at)
        if step.other is None:
            return self._optional(lambda: self.act(step.act), test)
        other = step.other
        return self._one_of([(lambda: self.act(step.act), test), (lambda: self.act(other), f"not ({test})")])

    def _for_each(self, step: t.ForEach) -> list[n.Clause]:
        head = step.what.head if isinstance(step.what, t.Thing) else None
        type_ = self.words.vocabulary.said("NOUN", head.word, "type") if isinstance(head, t.Noun) else None
        at = step.act.verbs.phrases[0].at
        if isinstance(step.what, t.Thing) and any(post.word in self.scene.groups for post in step.what.posts if post.kind == "done"):
            return self._for_each_done(step, next(post.word for post in step.what.posts if post.word in self.scene.groups))
        if not isinstance(head, t.Noun) or not isinstance(step.what, t.Thing) or not type_:
            raise CardFault(at, "“for each” needs things that can be named one by one", "Use “per” to count them.")
        self.things.name("it_", self.things.kinds(head))
        tests = self.things.counted_tests(head, step.what.posts, "it_")
        inner = self.act(step.act)
        body = expr_of(" and ".join(tests)) if tests else None
        return [n.Each("it_", n.Name(str(type_)), body, tuple(inner))]

    def _for_each_done(self, step: t.ForEach, word: str) -> list[n.Clause]:
        """For each thing the card has done something with: once for each place it was done at, as many times as it was done there."""
        type_, amount = self.scene.groups[word]
        self.scene.times = fill(amount, {"x": "its_"})
        self.things.name("its_", {type_})
        inner = self.act(step.act)
        test, self.scene.times = expr_of(f"{self.scene.times} > 0"), ""
        self.scene.named = [r for r in self.scene.named if r.expr != "its_"]
        steps = tuple(clause.step for clause in inner if isinstance(clause, n.Effect))
        if len(steps) < len(inner):
            return [n.Each("its_", n.Name(type_), test, tuple(inner))]
        return [n.Effect(n.For("its_", n.Name(type_), test, None, False, steps), at=step.act.verbs.phrases[0].at)]

    def _choose_one(self, options: tuple[tuple[t.Act, ...], ...]) -> list[n.Clause]:
        name = self.things.choose("choice", f"1..{len(options)}")
        return self._one_of([(partial(self._option, option), f"{name} is {index}") for index, option in enumerate(options, 1)])

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
            return self.verbs(act.verbs, self._subjects(subject, act.verbs))
        finally:
            self.modal = outer

    def _subjects(self, subject: t.Subject, verbs: t.Verbs) -> tuple[str, ...]:
        """Who or what acts; a pronoun stands for a kind of thing that does such things."""
        kinds = {
            kind for frame in self.words.frames.get(verbs.phrases[0].verb, ()) for kind in frame.text("subject").split("/")
        } - {"", "you", "other"}  # fmt: skip
        found: list[str] = []
        for item in subject.items:
            value = self.things.value(item, frozenset(kinds or {"role"}))
            head = item.head if isinstance(item, t.Thing) else None
            if not value.expr and isinstance(item, t.Thing) and isinstance(head, t.Noun):
                value.expr = self._each_subject(head, item.posts, value)
            if not value.expr:
                raise CardFault(getattr(head or item, "at", (1, 1)), "nobody is named here who could do it", "Name a player or a thing.")
            found.append(value.expr)
        return tuple(found)

    def _each_subject(self, noun: t.Noun, posts: tuple[t.Post, ...], value: Value) -> str:
        """“Each X” and “2 X each” as the one who acts."""
        type_ = self.words.vocabulary.said("NOUN", noun.word, "type")
        if not type_ or noun.quant is None:
            return ""
        if noun.quant.kind in ("each", "all"):
            return self.things.each_of(noun, posts, value)
        return self.things.several(noun, posts, value) if value.number.isdigit() else ""

    def _may(self, subject: t.Subject, verbs: t.Verbs) -> list[n.Clause]:
        phrase = verbs.phrases[0]
        if len(verbs.phrases) == 1 and YOU_DO not in self.told and any(frame.text("may") for frame in self.words.frames.get(phrase.verb, ())):
            scene, others = self.scene.copy(), list(self.others)
            try:
                self.asks = True
                return self.verbs(verbs, self._subjects(subject, verbs))
            except _DecidedBeforehandError:
                self.scene, self.others = scene, others
                self.things = Things(scene)
            finally:
                self.asks = False
        head = phrase.objects.items[0].head if phrase.objects is not None and isinstance(phrase.objects.items[0], t.Thing) else None
        kinds = self.things.kinds(head) if isinstance(head, t.Noun) else frozenset({"money"})
        frames = [frame for frame in self.words.frames.get(phrase.verb, ()) if frame.text("option") and kinds & set(frame.obj)]
        name = self.things.choose(frames[0].text("option") if frames else f"may_{phrase.verb}", "flag", "no")
        self.last_option = name
        return self._optional(lambda: self.verbs(verbs, self._subjects(subject, verbs)), name)

    # ---- verbs -----------------------------------------------------------------------------------------------------

    def verbs(self, verbs: t.Verbs, subjects: tuple[str, ...]) -> list[n.Clause]:
        """What these subjects do; for each of them, where they are several."""
        return self._one_by_one(self._verbs(verbs, subjects))

    def _one_by_one(self, clauses: list[n.Clause]) -> list[n.Clause]:
        """The clauses of an act for each of those it is done for; afterwards the whole set can be named again."""
        spread, self.scene.spread = self.scene.spread, []
        for item in reversed(spread):
            outside = [clause for clause in clauses if isinstance(clause, n.Each) and clause.members == n.Name(item.among)]
            inside = tuple(clause for clause in clauses if clause not in outside)
            clauses = [*outside, n.Each(item.name, n.Name(item.among), expr_of(item.test) if item.test else None, inside)]
            self.scene.named = [r for r in self.scene.named if r.expr != item.name]
            if any(param.name == item.among for param in self.scene.params):
                self.things.name(item.among, item.kinds, many=True)
        return clauses

    def _verbs(self, verbs: t.Verbs, subjects: tuple[str, ...]) -> list[n.Clause]:
        if verbs.joint == "or":
            name = self.things.choose("choice", f"1..{len(verbs.phrases)}")
            clauses: list[n.Clause] = []
            for index, phrase in enumerate(verbs.phrases, 1):
                clauses += self._optional(lambda p=phrase: self._phrases(p, subjects), f"{name} is {index}")  # type: ignore[misc]
            return clauses
        return [clause for phrase in verbs.phrases for clause in self._phrases(phrase, subjects)]

    def _phrases(self, phrase: t.Phrase, subjects: tuple[str, ...]) -> list[n.Clause]:
        """A phrase for each subject and each thing joined by `and`."""
        objects: list[t.NounPhrase | None] = [None] if phrase.objects is None else list(phrase.objects.items)
        joined = phrase.objects.joint if phrase.objects is not None else ""
        clauses: list[n.Clause] = []
        for subject in subjects:
            outer, self.scene.actor = self.scene.actor, subject if _is_role(self, subject) else self.scene.actor
            self.given = {}
            if joined == "or" and phrase.objects is not None:
                clauses += self._either(phrase, phrase.objects, subject)
            else:
                for thing in objects:
                    clauses += self._one(phrase, thing, subject)
            self.scene.actor = outer
        return clauses

    def _either(self, phrase: t.Phrase, objects: t.Objects, subject: str) -> list[n.Clause]:
        """A choice among things: one parameter that ranges over them."""
        if all(isinstance(item, t.Sum) for item in objects.items):
            amounts = [self.things.value(item).number for item in objects.items]
            name = self.things.choose("n", "number", amounts[0])
            self.scene.checks.append(f"requires {name} in [{', '.join(amounts)}]")
            return self._one(phrase, None, subject, Value(frozenset({"money"}), number=name))
        values = [self.things.value(item) for item in objects.items]
        kinds = frozenset.intersection(*(value.kinds for value in values))
        types = [self.words.vocabulary.said("NOUN", kind, "type") for kind in sorted(kinds)]
        type_ = next((str(found) for found in types if found), "")
        if not type_ or not all(value.expr for value in values):
            raise CardFault(phrase.at, "the things joined by “or” have no kind in common", "Use “choose one: …; or …”.")
        name = self.things.choose("x", type_)
        self.scene.checks.append(f"requires {name} in [{', '.join(value.expr for value in values)}]")
        first = values[0]
        return self._one(phrase, None, subject, Value(kinds, name, first.number, first.most, first.free, first.owner))

    def _one(self, phrase: t.Phrase, thing: t.NounPhrase | None, subject: str, value: Value | None = None) -> list[n.Clause]:
        frames = self.words.frames.get(phrase.verb, ())
        accepted = frozenset(kind for frame in frames for kind in frame.obj)
        if value is None and thing is not None:
            value = self.things.value(thing, accepted or None)
        frame, mods = self.fit(phrase, value, frames, subject)
        self.takes_up(value, frame.obj, phrase.at)
        for mod, given in mods:
            self.takes_up(given, (kind for item in frame.takes if item.mod == mod.kind for kind in item.kinds), mod.at)
        if self.asks and (not frame.text("may") or self.told & set(frame.data.get("done", {}))):
            raise _DecidedBeforehandError
        holes = {"subject": subject, "actor": "actor", "me": self.scene.actor, "card": self.scene.card}
        if value is not None:
            owner = value.owner or self.scene.actor
            if "{owner}" in frame.text("rule"):
                self.things.may_have(owner, value.owned_by, frame.obj[0].replace("_", " "), phrase.at)
            sets = {item.name: item.among for item in self.scene.spread}
            holes |= {"obj": value.expr, "owner": owner, "owners": sets.get(owner, f"[{owner}]")}
        times = 1
        if frame.data.get("repeat") and value is not None and value.number.isdigit():
            times = int(value.number)
            if not 1 <= times <= MOST_TIMES:
                raise CardFault(phrase.at, f"“{phrase.verb}” cannot be done {times} times", f"Write 1 to {MOST_TIMES}.")
        self._counts(frame, phrase, value, mods)
        if "{obj}" in frame.text("rule") and times == 1 and holes.get("obj") == "":
            raise CardFault(phrase.at, f"“{phrase.verb}” takes one thing at a time here", "Name one, and write the sentence once for each.")
        for mod, given in mods:
            holes |= self.mod(mod, given, phrase)
            if holes.get(mod.kind) == "" and f"{{{mod.kind}}}" in frame.text("rule"):
                what = f"nothing is named after “{mod.kind.replace('_', ' ')}” that can be told apart"
                raise CardFault(mod.at, what, "Name one: a player, or one thing.")
        if not (self.asks or frame.data.get("own_n")):
            holes["n"] = self.number(phrase, value)
        elif value is not None:
            holes["limit"] = self.limit(phrase, value) or frame.text("any")
            holes["least"] = "0" if value.free else holes["limit"]
        clauses: list[n.Clause] = []
        made: list[dict[str, str]] = []
        for _ in range(times):
            filled = dict(holes)
            if made:
                filled |= {f"{key}_before": ", ".join(dict.fromkeys(earlier[key] for earlier in made)) for key in made[0]}
            if times > 1 and value is not None and not value.expr:
                filled["obj"] = self._another(value)
            for param in [] if self.asks else frame.data.get("params", []):
                name, _, rest = str(param).partition(":")
                type_, _, default = rest.partition("=")
                filled[name.strip()] = self.things.choose(name.strip(), fill(type_.strip(), filled), default.strip())
            texts = [*self._taken_checks(), frame.text("again") if made else "", frame.text("may" if self.asks else "rule")]
            clauses += clauses_of("\n".join(fill(fill(text, filled), filled) for text in texts), phrase.at)
            made.append(filled)
        self._after(frame, made[-1], phrase)
        return clauses

    def _counts(self, frame: Frame, phrase: t.Phrase, value: Value | None, mods: list[tuple[t.Mod, Value | None]]) -> None:
        """A number, a “per” or an “at most” must mean something to the frame."""
        text = "".join(str(frame.data.get(key, "")) for key in ("rule", "also", "may", "params"))
        counted = "{n}" in text or bool({mod.kind for mod, _ in mods} & {"by", "to_value"})
        limited = counted or "{limit}" in text
        for mod in phrase.mods:
            if mod.kind in ("per", "equal_to") and not counted:
                raise CardFault(mod.at, f"“{phrase.verb}” is not done so many times", "Leave it out, or count something that is gained or paid.")
            if mod.kind == "at_most" and not limited:
                raise CardFault(mod.at, f"“{phrase.verb}” has no number to limit here", "Leave it out.")
        if value is not None and value.number.isdigit() and value.number != "1" and not (limited or frame.data.get("repeat") or value.expr):
            raise CardFault(phrase.at, f"“{phrase.verb}” is done once here, not {value.number} times", "Leave the number out.")

    def _another(self, value: Value) -> str:
        """One more choice of a thing named by its number."""
        for kind in sorted(value.kinds):
            if type_ := self.words.vocabulary.said("NOUN", kind, "type"):
                return self.things.choose(str(self.words.vocabulary.said("NOUN", kind, "param", "x")), str(type_))
        return ""

    def _taken_checks(self) -> list[str]:
        checks, self.scene.checks = self.scene.checks, []
        return checks

    def _after(self, frame: Frame, holes: dict[str, str], phrase: t.Phrase) -> None:
        if not self.asks:  # what is asked only while the card is carried out is not counted
            for key, expr in frame.data.get("done", {}).items():
                self.scene.done[key] = fill(str(expr), holes)
        for key, (type_, amount) in frame.data.get("groups", {}).items():
            self.scene.groups[key] = (str(type_), str(amount))
        for expr, kinds in frame.data.get("names", {}).items():
            self.things.name(holes.get(expr, expr), kinds)
        texts = [frame.text("also")]
        for mod in phrase.mods:
            if mod.kind in ("without", "extra"):
                tag = self.words.tags.get(mod.word)
                if tag is None:
                    raise CardFault(mod.at, f"“{mod.word}” labels no clause", near_words(mod.word, self.words.tags))
                if tag.get("verb") and phrase.verb not in tag["verb"]:
                    known = [name for name, item in self.words.tags.items() if phrase.verb in item.get("verb", [])]
                    raise CardFault(mod.at, f"what “{phrase.verb}” does has no clause labelled “{mod.word}”", near_words(mod.word, known))
                extra = self.things.amount(mod.amount, mod.at) if mod.amount is not None else ""
                texts.append(fill(str(tag["rule"]), {**holes, "extra": extra}))
        for text in texts:
            if text.strip():
                found = parsed(fill(fill(text, holes), holes), phrase.at)
                self.others += [statement for statement in found if statement not in self.others]


def _is_role(lowering: Lowering, expr: str) -> bool:
    return any(r.expr == expr and "role" in r.kinds for r in lowering.scene.named)
