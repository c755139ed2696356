"""A Finding in words, which is an Answer: verdict, sentence, checks with their numbers, what is asked next, citations. One JSON shape."""

from __future__ import annotations

from msgspec import UNSET

from grammar import nodes as n
from grammar.base.corollaries import RANGE
from grammar.rules.unparse_expressions import invocation
from kb.languages.texts import spoken, spoken_in, texts
from kb.library import Game
from kb.rules.corollaries import IS_OVER
from kb.rules.reads import names_in
from referee import answers as a
from referee.explanation.alike import each_once
from referee.explanation.beginning import beginning, is_set_up
from referee.explanation.cited import Cited
from referee.explanation.contested import Contested
from referee.explanation.demands import Contraries, is_of_window, worded_check
from referee.explanation.numbers import Numbers, comparison
from referee.explanation.phrases import phrase
from referee.explanation.readings import is_flag, readings
from referee.explanation.said import Said, as_sentence, closing, joined
from referee.explanation.templates import Template
from referee.explanation.wording import Wording
from referee.notation import tell_text
from referee.questions.question import Question
from referee.rules.code import Code
from referee.state import GAME_OVER
from referee.units.clauses import Check, Result
from referee.units.runner import Change
from referee.values import Leaf, Unknown, is_known, thaw
from referee.verdict.ask import Finding
from referee.verdict.citations import failing, is_done, refusal

#: what came of a check, as it is told
STATUS = {
    "pass": a.Status.PASS,
    "aside": a.Status.NOT_APPLICABLE,
    "fail": a.Status.FAIL,
    "unknown": a.Status.UNKNOWN,
    "silent": a.Status.UNKNOWN,
    "not_applicable": a.Status.NOT_APPLICABLE,
    "lifted": a.Status.NOT_APPLICABLE,
}


#: how the range of a fact is asked for
_RANGE = n.corollary(RANGE, "")
#: how a choice amid a deed is told: behind the deed
ANSWERS = "answers […]"


class Explainer:
    """Explains answers of one game in one language; shared by all who ask, so all it remembers is the same for every question."""

    def __init__(self, game: Game, code: Code, lang: str = "en") -> None:
        self.game = game
        self.code = code
        self.words = Wording(game, lang)
        self.lang = self.words.lang
        self._figures = Numbers(code, self.words)
        self._texts: dict[Check, Template] = {}  #: what each check of the rules asks for
        self._contraries = Contraries(self.words)
        self._contested = Contested(game, code, self.words)
        self.cited = Cited(game, self.lang)

    def answer(self, finding: Finding, edition: str | None = None, near: str | None = None) -> a.Answer:
        """The whole answer; `near`: the paragraph or section the asker is looking at."""
        words = self.words
        others = any(each.check.kind == "actor" and each.status == "fail" for each in finding.results)
        told = [
            each for each in finding.results if each.status == "fail" or not others
        ]  # what holds of whoever may not
        checks = each_once([self.check(each) for each in told if each.status != "fail" or not self._is_sheer(each)])
        return a.Answer(
            verdict=a.Verdict(finding.verdict),
            value=thaw(finding.value),
            shown=words.value(finding.value),
            sentence=self._sentence(finding),
            checks=checks,
            derivation=self.derivation(finding),
            needs=[self.need(finding, leaf) for leaf in finding.needs[:8]],
            hidden=[words.leaf(leaf) for leaf in finding.hidden],
            readings=[
                readings(self.code, words, dispute, outcomes, finding.places)
                for dispute, outcomes in finding.disputes.items()
            ],
            settled=[a.Settled(dispute, reading, words.name(reading)) for dispute, reading in finding.settled.items()],
            notes=[readings(self.code, words, dispute) for dispute in finding.notes],
            assumed=[
                a.Assumed(
                    words.leaf(leaf),
                    tell_text(leaf),
                    leaf[0],
                    thaw(leaf[1]),
                    thaw(value),
                    words.value(value),
                    words.granted(leaf, value),
                )
                for leaf, value in finding.assumed.items()
            ],
            would_change=[self._remedy(leaf, value) for leaf, value in finding.would_change],
            changes=[self.change(change) for change in finding.changes],
            citations=self.cited.all(self._decided_by(finding), edition, near),
            deciding=self.cited.known(finding.cites[: finding.deciding]),
            complete=finding.complete,
            refused=finding.refused,
            corpus_version=self.game.version,
        )

    def _decided_by(self, finding: Finding) -> list[str]:
        """What is cited: of a start that no line tells, by what it is decided."""
        if finding.question.action is not None:
            return finding.cites
        begun = beginning(self.code, self.game, finding.question.body)
        home = begun.paragraph if begun is not None else ""
        return [*finding.cites, home] if home and home not in finding.cites else finding.cites

    # ---- sentences -------------------------------------------------------------------------------------------------

    def _sentence(self, finding: Finding) -> str:
        """The verdict and the one reason that counts most."""
        if finding.verdict == "silent":
            begun = beginning(self.code, self.game, finding.question.body)
            if begun is None:
                return phrase("say.silent", self.lang)
            return phrase(f"say.silent.{begun.way}", self.lang, begun.after)
        body = finding.question.body
        shown = self.words.answered(body, finding.value)
        if finding.verdict == "value" and isinstance(body, n.Name | n.Call):
            if is_done(self.code, body.id if isinstance(body, n.Name) else body.name):
                return phrase(
                    "say.procedure", self.lang, shown, body.id if isinstance(body, n.Name) else invocation(body)
                )
        name = body.id if isinstance(body, n.Name) else body.name if isinstance(body, n.Call) else ""
        if name.startswith(_RANGE) and isinstance(finding.value, tuple) and len(finding.value) == 2:
            shown = phrase("from to", self.lang, *finding.value)
        if finding.verdict == "value":
            passing = is_set_up(self.code, body)
            return as_sentence(phrase("say.value.start" if passing else "say.value", self.lang, shown))
        if finding.verdict == "disputed":
            return self._contested.said("say.disputed", finding, shown)
        if finding.verdict == "depends":
            if finding.disputes and is_known(finding.value):  # what is still to be told matters by another reading only
                return self._contested.said("say.depends.gap", finding, shown)
            asked = finding.question.action is None and len(finding.needs) == 1
            if asked and finding.needs[0][0] == name:
                return phrase("say.depends.itself", self.lang)
            if finding.needs:
                facts = [self._hanging(finding, leaf) for leaf in finding.needs[:3]]
                flags = any(is_flag(finding.domains.get(leaf)) for leaf in finding.needs[:3])  # clauses end in a comma
                joint = phrase("and besides" if flags else "and", self.lang)
                listed = joined(facts, joint, "" if flags else closing(facts, self.lang))
                return phrase("say.depends", self.lang, listed.replace(f" {joint}", joint) if flags else listed)
            if finding.hidden:
                kept = [self.words.leaf(leaf) for leaf in finding.hidden[:3]]
                listed = joined(kept, phrase("and", self.lang), closing(kept, self.lang))
                return phrase("say.depends.hidden", self.lang, listed)
            if finding.disputes:
                return self._contested.said("say.depends.gap", finding, shown)
            return phrase("say.depends.course" if name == IS_OVER else "say.depends.open", self.lang)
        said = phrase("say.refused" if finding.refused else f"say.{finding.verdict}", self.lang)
        failed = failing(finding.results) if finding.verdict == "no" else ()
        reason = self._reason(finding, failed[0]) if failed else ""
        return f"{said} {reason}" if reason else said

    def _hanging(self, finding: Finding, leaf: Leaf) -> str:
        """A fact, or what was left out of the question, as it stands behind “it depends on”."""
        if leaf in finding.meant:
            return phrase("meant", self.lang, self.words.key(*finding.meant[leaf]))
        if leaf in finding.choices and (asked := self.words.chosen(finding.choices[leaf].paragraph, leaf)):
            return phrase("choice", self.lang, asked)
        return self.words.hanging(leaf, is_flag(finding.domains.get(leaf)))

    def _reason(self, finding: Finding, failed: Result) -> str:
        """What is not so, where there are words for it; else the sentence that was not met. Then its figures."""
        quoted = self._quoted(finding, failed)
        if failed.check.kind == "actor":
            return self._another_acts(finding, failed)
        of_card = failed.check.kind != "course" and self._is_card(failed.check.paragraph)
        composed = not quoted or of_card  # what a card tells to do is no reason
        contrary = "" if self._stands_alone(failed) else self._contraries.said(failed, composed)
        if quoted and not contrary:
            bound = isinstance(getattr(failed.figures, "to", None), n.Number)  # the rule has no such figure in it
            numbers = "" if bound else self._figures.said(failed.figures)
            return f"{quoted.rstrip('.')} ({numbers})." if numbers else quoted
        text = contrary or self._course_closed(failed) or phrase("say.unmet", self.lang, self._asked_for(failed))
        numbers = self._figures.said(failed.figures, self.words.of_check(failed.check) is None)
        return f"{text.rstrip('.')} ({numbers})." if numbers else text

    def _course_closed(self, failed: Result) -> str:
        """That the course of play does not allow it now, where there are words for it."""
        check, key = failed.check, f"{failed.element} not"
        if check.kind != "course" or key not in texts(self.lang, "answers"):
            return ""
        actor = self.words.said_of(failed.env[check.scope.slots[check.node.actor]]) if failed.env else ""
        return f"{as_sentence(phrase(key, self.lang, actor))}."

    def _another_acts(self, finding: Finding, failed: Result) -> str:
        """Who takes the action, and that it is not the one who asks."""
        actor = finding.question.actor
        if actor is None:
            return f"{as_sentence(self._asked_for(failed))}."
        return f"{as_sentence(phrase('actor not', self.lang, self._actors(failed.check), self.words.said_of(actor)))}."

    def _actors(self, check: Check) -> Said:
        """Those who may take the action."""
        named = check.node.kind
        return self.words.named_with(named, ()) if named else self.words.listed(check.node.among)

    def _is_card(self, identity: str) -> bool:
        paragraph = self.game.paragraph(identity)
        return paragraph is not None and bool(paragraph.sentences)

    def _quoted(self, finding: Finding, failed: Result) -> str:
        """The sentence of the paragraph that refuses, where it says by itself that this is not allowed."""
        from referee.explanation.headline import headline, states_ban  # only a no needs it

        if is_of_window(failed):
            return ""  # a window says who may answer, and not that this one may not
        identity, *own = refusal(self.code, finding.question, failed)
        paragraph = self.game.paragraph(identity)
        if paragraph is None:
            return ""
        at = self._does(finding.question, failed.action) if own else getattr(failed.check.node, "at", None)
        text = headline(paragraph, spoken(paragraph.text, self.lang), at)
        stands = self._stands_alone(failed) or states_ban(text, spoken_in(paragraph.text, self.lang))
        return text if stands else ""

    def _stands_alone(self, failed: Result) -> bool:
        """Whether there is no condition that could be told to be unmet: the paragraph alone says no."""
        return failed.status in ("silent", "unknown") or self._is_sheer(failed)

    def _does(self, question: Question, done: str) -> tuple[int, int] | None:
        """Where in what is asked about another action is done."""
        assert question.action is not None
        clauses = self.code.program.actions[question.action.name].clauses
        does = (cited.node.at for cited in clauses if isinstance(cited.node, n.Effect) and done in names_in(cited.node))
        return next(does, None)

    def derivation(self, finding: Finding) -> a.Derivation | None:
        """How an asked value comes about, as far as the facts are told."""
        if finding.situation is None or finding.question.action is not None:
            return None
        from referee.explanation.derivation import derive  # a verdict has none

        line = derive(self.code, finding.question, finding.situation, self.words, finding.question.actor)
        return line.told() if line is not None else None

    # ---- parts -----------------------------------------------------------------------------------------------------

    def check(self, result: Result) -> a.Check:
        """One check: its text, its result, its numbers and its paragraphs."""
        check, figures = result.check, result.figures
        of_one = result.element is not None and check.kind != "course"
        numbers = ""
        if figures is not None:
            own = self.words.of_check(check)
            if result.status != "pass" or own is None:
                numbers = self._figures.said(figures, own is None)
        return a.Check(
            as_sentence(self._asked_for(result)),
            STATUS[result.status],
            numbers,
            None if figures is None else comparison(figures),
            list(result.cites),
            check.paragraph,
            self.words.value(result.element) if of_one else UNSET,
            result.lifted_by or UNSET,
        )

    def _asked_for(self, result: Result) -> str:
        """What a check asks for, as it stands amid a sentence."""
        check, env, words = result.check, result.env, self.words
        if check.kind == "course":
            actor = words.said_of(env[check.scope.slots[check.node.actor]]) if env else ""
            return phrase(str(result.element), self.lang, actor)
        if check.kind == "actor":
            return phrase("actor", self.lang, self._actors(check))
        if check.kind == "limit":
            most = words.expression(check.node.most, check.scope, env)
            figure = int(most) if most.isdecimal() else most
            return phrase("limit", self.lang, figure, words.named_with(check.node.scope, ()))
        found = self._texts.get(check)
        if found is None:
            own = self.words.of_check(check)
            found = self._texts[check] = words.template(
                lambda speaker: worded_check(speaker, words, check, own), check.scope
            )
        return found.filled(words.said_of, env)

    def _is_sheer(self, result: Result) -> bool:
        """Whether a ban that counts looks at nothing but what is asked: no fact could make it otherwise, the verdict says it all."""
        check, program = result.check, self.code.program
        if result.status != "fail" or check.kind != "forbidden" or self.words.of_check(check) is not None:
            return False
        return not any(name in program.facts or name in program.values for name in names_in(check.node.when))

    def need(self, finding: Finding, leaf: Leaf) -> a.Need:
        """A fact still wanted: how to tell it, what it can be, and the question to put."""
        domain = finding.domains.get(leaf, Unknown())
        low, high = domain.bounds()
        flag = is_flag(domain)
        options = None
        if domain.options is not None:
            options = [a.Option(thaw(option), self.words.value(option)) for option in domain.options[:40]]
        name, keys = leaf
        # how many cards there are is known, or not enough
        fact = self.code.program.facts.get(name)
        several = (
            fact is not None and isinstance(fact.node.type, n.TypeMany) and fact.node.type.shape in ("set", "list")
        )
        faces = several or (name in self.code.piles and (low is None or name in finding.faces)) or self._is_listed(name)
        return a.Need(
            fact=tell_text(leaf) if name != a.CHOICE else ANSWERS,
            name=name,
            keys=thaw(keys),
            type=a.Input.FLAG if flag else a.Input.CHOICE if options is not None or faces else a.Input.NUMBER,
            options=options,
            low=low,
            high=high,
            question=self._asked(finding, leaf, flag, options is not None or faces),
            label=self.words.leaf(leaf),
        )

    def _is_listed(self, name: str) -> bool:
        """Whether it is an argument of an action that is no number."""
        action, _, param = name.partition(".")
        info = self.code.program.actions.get(action)
        types = (each.type for each in info.node.params if each.name == param) if info is not None else ()
        return any(not isinstance(type_, n.TypeNumber | n.TypeRange) for type_ in types)

    def _asked(self, finding: Finding, leaf: Leaf, flag: bool, is_listed: bool) -> str:
        """The question to put; who chooses is named."""
        if leaf in finding.meant:
            return phrase("ask.meant", self.lang, self.words.key(*finding.meant[leaf]))
        choice = finding.choices.get(leaf)
        if choice is not None:
            by = choice.by if isinstance(choice.by, str) else None
            asked = self.words.chosen(choice.paragraph, leaf)
            if asked:
                return f"{self.words.value(by)}: {asked}" if by else asked
            return phrase(
                "ask.choice.by" if by else "ask.choice.made", self.lang, self.words.leaf(leaf), self.words.said_of(by)
            )
        if flag:
            return self.words.question(leaf, "flag")
        domain = finding.domains.get(leaf)
        counted = domain is not None and domain.bounds() != (None, None)  # a list of things is no number
        return self.words.question(leaf, "number" if counted and not is_listed else "choice")

    def _remedy(self, leaf: Leaf, value: object) -> a.Remedy:
        fact = self.words.leaf(leaf)
        return a.Remedy(fact, leaf[0], thaw(leaf[1]), thaw(value), self.words.fact(leaf, value))

    def readings(self, dispute: str) -> a.Readings:
        """A dispute with its readings and their paragraphs."""
        return readings(self.code, self.words, dispute)

    def change(self, change: Change) -> a.Change:
        """One change of state."""
        words = self.words
        return a.Change(
            fact=words.name(change.fact, *change.keys) if change.fact != GAME_OVER else change.fact,
            name=change.fact,
            keys=thaw(change.keys),
            old=thaw(change.old),
            new=thaw(change.new),
            shown=f"{words.value(change.old)} → {words.value(change.new)}",
            paragraph=change.paragraph,
        )
