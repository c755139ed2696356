"""Cards that are data of the game: no action of their own, but statements about the member that stands for the card.

One action of the game carries out every card of such a kind. What a card leaves open is a parameter of that action, what its
sentences say are statements about the member (`also` of a frame) and clauses of the action (`rule`), all of them only for this card."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grammar import nodes as n
from grammar.base.records import replace
from grammar.cards import tree as t
from grammar.rules.unparse import expression
from kb.cards.language.dictionary import CardWords, VerbFrame
from kb.cards.language.templates import Filling
from kb.cards.lowering.member_things import MemberThings
from kb.cards.lowering.pieces import guard_clause
from kb.cards.lowering.scene import CardFault, Value, fill
from kb.cards.lowering.sentences import Lowering
from kb.rules.program import unfold
from kb.rules.reads import names_in


def member_statements(
    words: CardWords, name: str, roles: tuple[str, ...], kind: str, parts: tuple[t.Part, ...]
) -> tuple[n.Statement, ...]:
    """What a card of a kind of members says about its member; raises CardFault where its words do not fit."""
    lowering = MemberLowering(words, name, roles, kind)
    clauses = lowering.parts(parts)
    told = {statement.name for statement in lowering.others if isinstance(statement, n.Define)}
    statements = [*lowering.others, *(statement for statement in lowering.alone if statement.name not in told)]
    if clauses:
        action = str(words.vocabulary.said("KIND", kind, "action"))
        statements.append(n.Rule(action, tuple(guard_clause(lowering.this, clause) for clause in clauses)))
    always = {
        statement.name
        for statement in statements
        if isinstance(statement, n.Define) and statement.when == lowering.this
    }
    for needed, what in lowering.needs.items():
        if needed not in always:
            cure = "Say it as another card of this kind does."
            raise CardFault(lowering.members.at, f"the card does not say, for every case, {what}", cure)
    return tuple(statements)


class MemberLowering(Lowering):
    """Walks the parts of one card that is a member."""

    def __init__(self, words: CardWords, name: str, roles: tuple[str, ...], kind: str) -> None:
        super().__init__(words, name, roles)
        if len(roles) == 1:
            self.scene.actor = self.scene.you = words.role(roles[0])
        self.members = self.things = MemberThings(self.scene, kind)
        self.this = n.Compare("is", self.things.said("KIND", kind, "this", (1, 1)).tree, n.Name(name))
        self.needs: Mapping[str, str] = words.vocabulary.said("KIND", kind, "needs", {})
        self.under = ""  #: the label whose sentences stand apart
        self.only: dict[
            str, n.Expr | None
        ] = {}  #: what is narrowed here -> the test that holds for all that is said here
        self.said: list[n.Statement] = []  #: every statement of the card, also where it repeats one
        self.alone: list[n.Define] = []  #: what counts where no other sentence of the card says it

    # ---- sentences -------------------------------------------------------------------------------------------------

    def _heading(self, part: t.Lead) -> list[n.Clause]:
        if part.mode != "label":
            raise CardFault(
                part.at, "this heading cannot stand on a card of this kind", "Write plain sentences, or a label."
            )
        self.under = part.word if self.words.vocabulary.said("LABEL", part.word, "apart") else ""
        return []

    def _choose_one(self, options: tuple[tuple[t.Act, ...], ...]) -> list[n.Clause]:
        """What an option narrows counts for that option; afterwards `that X` is whatever the option taken is about."""
        clauses: list[n.Clause] = []
        first = self.scene.sentence + 1
        narrowed: list[dict[str, n.Expr | None]] = []
        always: list[list[n.Statement]] = []
        for option in options:
            self.scene.sentence += 1
            outer, self.only, before = self.only, dict(self.only), len(self.said)
            self.members.chosen.clear()
            for act in option:
                clauses += self.act(act)
            at = option[0].verbs.phrases[0].at
            if any(all(self.only.get(choice, test) == test for choice, test in other.items()) for other in narrowed):
                raise CardFault(
                    at, "nothing tells this option from the one before", "Name another one in each, or write two cards."
                )
            narrowed.append(self.only)
            always.append([statement for statement in self.said[before:] if self._about_card(statement)])
            if always[-1] != always[0]:
                raise CardFault(
                    at, "what one of the options says would count for all of them", "Say it before “choose one”."
                )
            self.only = outer
        self.members.join(range(first, self.scene.sentence + 1))
        return clauses

    def _about_card(self, statement: n.Statement) -> bool:
        """Whether it adds something for the whole card, whatever is chosen."""
        return isinstance(statement, n.Define) and statement.mode == "adds" and len(statement.params) == 1

    def _optional(self, inner: Callable[[], list[n.Clause]], test: n.Expr) -> list[n.Clause]:
        outer, self.only = self.only, {**self.only, expression(test): test}
        try:
            return inner()
        finally:
            self.only = outer

    def _for_each(self, step: t.ForEach) -> list[n.Clause]:
        self.members.at = step.act.verbs.phrases[0].at
        self.members.each(step.what)
        return self.act(step.act)

    # ---- verbs -----------------------------------------------------------------------------------------------------

    def _phrases(self, phrase: t.Phrase, subjects: tuple[Filling, ...]) -> list[n.Clause]:
        """Things joined by `and` that are `equal to` an amount make it up together."""
        objects = phrase.objects
        if objects is None or objects.joint != "and" or not any(mod.kind == "equal_to" for mod in phrase.mods):
            return super()._phrases(phrase, subjects)
        values = [self.things.value(item) for item in objects.items]
        common = frozenset.intersection(*(value.kinds for value in values))
        parts = tuple(
            part for value in values for part in (value.expr if isinstance(value.expr, tuple) else (value.expr,))
        )
        together = Value(frozenset(f"{kind}_together" for kind in common), parts)
        return [clause for subject in subjects for clause in self._one(phrase, None, subject, together)]

    def _either(self, phrase: t.Phrase, objects: t.Objects, subject: Filling) -> list[n.Clause]:
        self.members.at = phrase.at
        if not all(isinstance(item, t.Sum) for item in objects.items):
            raise CardFault(
                phrase.at, "things joined by “or” cannot be chosen on this card", "Use “choose one: …; or …”."
            )
        values = [self.things.value(item) for item in objects.items]
        name = self.things.choose("n", n.TypeNumber())
        self.members.among[name] = n.ListOf(tuple(value.number for value in values if value.number is not None))
        return self._one(phrase, None, subject, Value(values[0].kinds, values[0].expr, name, free=True))

    def _one(
        self, phrase: t.Phrase, thing: t.NounPhrase | None, subject: Filling, value: Value | None = None
    ) -> list[n.Clause]:
        self.members.at = phrase.at
        clauses = super()._one(phrase, thing, subject, value)
        for test in self.only.values():
            clauses = clauses if test is None else [guard_clause(test, clause) for clause in clauses]
        return clauses

    def fit(
        self, phrase: t.Phrase, value: Value | None, frames: tuple[VerbFrame, ...], subject: Filling
    ) -> tuple[VerbFrame, list[tuple[t.Mod, Value | None]]]:
        """The frame under this label that takes these things; some take only an amount that is left open."""
        left_open = value is not None and value.free
        here = [frame for frame in frames if frame.text("under") == self.under]
        if not here:
            form = self.words.vocabulary.entry("VERB", phrase.verb).forms[0]
            verbs = sorted(
                verb for verb, found in self.words.frames.items() if any(f.text("under") == self.under for f in found)
            )
            raise CardFault(
                phrase.at, f"“{form}” means nothing in this place of such a card", f"Known here: {', '.join(verbs)}."
            )
        return super().fit(phrase, value, tuple(f for f in here if left_open or not f.data.get("free")), subject)

    def number(self, phrase: t.Phrase, value: Value | None) -> n.Expr:
        """How many; an amount left open is the parameter for it, and ranges from 1."""
        if value is None or not value.free:
            return super().number(phrase, value)
        if value.number is not None:
            return value.number
        limit = self.limit(phrase, value)
        if limit is None:
            raise CardFault(phrase.at, "nothing says how many at most", "Write “up to N”.")
        name = self.things.choose("n", n.TypeNumber())
        self.members.among[name] = n.Range(n.Number(1), limit)
        return name

    def _after(self, frame: VerbFrame, holes: dict[str, Filling], phrase: t.Phrase) -> None:
        known = self.members.holes(holes)
        for choice, template in frame.only.items():
            # a range that is not given is each of them: nothing is narrowed
            narrows = all(hole in known or not hole.endswith("_among") for hole in template.holes)
            self._narrow(choice, fill(template, known, phrase.at) if narrows else None, phrase.at)
        for statement in fill(frame.alone, known, phrase.at):
            if isinstance(statement, n.Define):
                self.alone.append(replace(statement, when=self.this))
        before = len(self.others)
        super()._after(frame, known, phrase)
        said, self.others = self.others[before:], self.others[:before]
        for statement in said:
            self._tell(statement, phrase.at)

    def _narrow(self, choice: str, test: n.Expr | None, at: t.At) -> None:
        """Everything said from here on, in this option or on the card, holds for this range of a choice."""
        if self.only.setdefault(choice, test) != test:
            now, before = (_range(found) for found in (test, self.only[choice]))
            cure = "Speak of the same one, or put each into an option: “choose one: …; or …”."
            raise CardFault(at, f"this is about {now}, what was said before about {before}", cure)
        said = self.members.choices.get(choice)
        if test is not None and said is not None and said.narrowed is not None:
            for statement in said.narrowed.tree:
                self._tell(statement, at)

    def _tell(self, statement: n.Statement, at: t.At) -> None:
        """A statement about this card; what is narrowed counts for the statements that depend on it."""
        tests: list[n.Expr] = [self.this, *(test for test in self.only.values() if test is not None)]
        if isinstance(statement, n.Define):
            others = set(self.members.choices) - {param.name for param in statement.params}
            tests = [test for test in tests if not others & set(names_in(test))]
            tests += (
                statement.when.parts
                if isinstance(statement.when, n.And)
                else [statement.when]
                if statement.when
                else []
            )
            told: n.Statement = replace(statement, when=tests[0] if len(tests) == 1 else n.And(tuple(tests)))
        else:
            told = next(iter(unfold(statement, tuple(tests))))
        self.said.append(told)
        if told in self.others:
            return
        if isinstance(told, n.Define) and told.mode == "define":
            for other in self.others:
                if isinstance(other, n.Define) and (other.name, other.when) == (told.name, told.when):
                    what = self.needs.get(told.name, told.name)
                    raise CardFault(at, f"this and what was said before differ in {what}", "Write two cards.")
        self.others.append(told)


def _range(test: n.Expr | None) -> str:
    """What a test narrows a choice to, for messages."""
    if not isinstance(test, n.Member):
        return "each of them"
    items = test.members.items if isinstance(test.members, n.ListOf) else (test.members,)
    return ", ".join(map(expression, items))
