"""An answer ready for its page: links in place of ids, buttons in place of options."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.answers import Answer, Assumed, Check, Derivation, Need, Option, Readings, Settled, Status, Value, Verdict
from referee.service import Field, as_sentence, fact_text, literal, phrase
from web.game.quotes import Mention, Quotes, Shown
from web.game.volume import Volume
from web.pages.ask.form import Form

#: verdicts whose word stands above the sentence already
PLAIN = (Verdict.YES, Verdict.NO)
#: deciding paragraphs that are quoted; the others are links
QUOTED = 3
#: checks in the order they are shown: what decides comes first
ORDER = (Status.FAIL, Status.UNKNOWN, Status.PASS)


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """A requirement and where it stands."""

    text: str
    result: Status
    numbers: str
    element: str
    link: Mention | None


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A figure of a derivation, the sum it is, and the figures in that sum."""

    text: str
    sum: str
    shown: str
    link: Mention | None
    parts: list[ShownLine]


@dataclass(frozen=True, slots=True)
class Button:
    """What is said by one tap, and where that leads."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class ShownNeed:
    """A fact that is asked for, and how it is told."""

    need: Need
    question: str
    buttons: list[Button]
    field: Field | None  #: when it is a parameter of the question itself

    @property
    def askable(self) -> bool:
        """Whether it can be told here."""
        return self.need.is_fact

    @property
    def options(self) -> list[Option]:
        """What it can be."""
        return self.need.options or []


@dataclass(frozen=True, slots=True)
class ShownReading:
    """A reading, its paragraphs, and where it is settled."""

    text: str
    default: bool
    shown: str
    links: list[Mention]
    settle: str


@dataclass(frozen=True, slots=True)
class ShownDispute:
    """What is in dispute, and its page."""

    dispute: str
    text: str
    strength: str
    url: str
    readings: list[ShownReading]


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """A dispute that counted and is settled, and where that was done."""

    text: str
    reading: str
    url: str


@dataclass(frozen=True, slots=True)
class ShownAssumption:
    """What was taken for granted: how many alike, how to tell the first of them otherwise, and one tap where it is yes or no."""

    text: str
    alike: list[str]
    tell: str
    otherwise: str  #: where the opposite of a yes or no leads


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A fact that changes."""

    fact: str
    shown: str
    link: Mention | None


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """Everything the page shows."""

    verdict: Verdict
    shown: str
    sentence: str
    lead: str
    sum: str
    lead_has_value: bool
    next: ShownNeed | None
    others: list[ShownNeed]
    hidden: list[str]
    readings: list[ShownDispute]
    notes: list[ShownDispute]
    settled: list[ShownRuling]
    derivation: ShownLine | None
    would_change: list[Button]
    applied: list[ShownCheck]
    aside: list[ShownCheck]
    assumed: list[ShownAssumption]
    changes: list[ShownChange]
    deciding: list[Shown]
    also: list[Mention]
    complete: bool
    corpus_version: str


class Shower:
    """Shows answers to the questions of one form."""

    def __init__(self, volume: Volume, form: Form, fields: list[Field], quotes: Quotes) -> None:
        self.volume, self.form, self.quotes = volume, form, quotes
        self.fields = {f"{form.name}.{field.name}": field for field in fields}
        self.disputes = volume.game.program.disputes

    def show(self, answer: Answer) -> ShownAnswer:
        """One answer."""
        checks = [self._check(check) for check in answer.checks]
        applied = [check for check in checks if check.result in ORDER]
        needs = [self._need(need) for need in answer.needs]
        deciding, others = self._cited(answer)
        derived = answer.derivation
        return ShownAnswer(
            verdict=answer.verdict, shown=answer.shown, sentence=answer.sentence, lead=self._lead(answer),
            sum=_top_sum(derived) if answer.verdict == Verdict.VALUE and derived is not None else "",
            lead_has_value=answer.shown in answer.sentence or is_flag(answer.value),
            next=needs[0] if needs else None, others=needs[1:], hidden=answer.hidden,
            readings=[self._dispute(item) for item in answer.readings], notes=[self._dispute(item) for item in answer.notes],
            derivation=self._line(derived) if derived is not None else None,
            would_change=[Button(as_sentence(item.text), self._told(item.name, item.keys, item.value)) for item in answer.would_change],
            applied=sorted(applied, key=lambda check: ORDER.index(check.result)),
            aside=[check for check in checks if check.result == Status.NOT_APPLICABLE], assumed=self._assumed(answer.assumed),
            changes=[ShownChange(item.fact, item.shown, self._link(item.paragraph)) for item in answer.changes],
            settled=[self._ruling(each) for each in answer.settled if each.dispute in self.disputes],
            deciding=[self.quotes.brief(identity) for identity in deciding], also=self.quotes.links(others),
            complete=answer.complete, corpus_version=answer.corpus_version,
        )  # fmt: skip

    def _cited(self, answer: Answer) -> tuple[list[str], list[str]]:
        """The paragraphs that are quoted, and those that are named. Where a dispute is settled that is what decides: the note on it, which
        tells of all readings, gives way to what the chosen one rests on."""
        cited = [citation.id for citation in answer.citations]
        quoted = min(answer.deciding, QUOTED)
        settled = [each for each in answer.settled if each.dispute in self.disputes]
        notes = {self.disputes[each.dispute].paragraph for each in settled}
        bases = [base for each in settled for base in self._bases(each) if self.volume.game.paragraph(base)]
        kept = [identity for identity in cited[:quoted] if identity not in notes]
        if len(kept) == quoted:
            return kept, cited[quoted:]
        deciding = list(dict.fromkeys([*kept, *(base for base in bases if base not in notes)]))[:QUOTED]
        return deciding, [identity for identity in dict.fromkeys(cited) if identity not in deciding]

    def _bases(self, settled: Settled) -> list[str]:
        """What the chosen reading rests on."""
        readings = self.volume.referee.readings(settled.dispute, self.quotes.reader.lang).readings
        return [cite for each in readings if each.reading == settled.reading for cite in each.cites]

    def _ruling(self, settled: Settled) -> ShownRuling:
        at, title = self.form.rulings_at, self.volume.dispute_title(settled.dispute, self.quotes.reader.lang)
        url = f"{at}/{settled.dispute}?as={self.form.role or '-'}" if at else f"/g/{self.volume.id}/d/{settled.dispute}"
        url = (
            url if self.disputes[settled.dispute].paragraph else ""
        )  # the edition that is played has no page of its own
        return ShownRuling(title, settled.text, url)

    def _lead(self, answer: Answer) -> str:
        """The sentence without what its verdict says already; nothing where the paragraph that is quoted under it says it."""
        if answer.verdict in (Verdict.VALUE, Verdict.SILENT):
            return ""
        said = phrase(f"say.{answer.verdict}", self.quotes.reader.lang) if answer.verdict in PLAIN else ""
        lead = answer.sentence.removeprefix(said).strip()
        quoted = " ".join(answer.citations[0].text.split()) if answer.citations and not answer.needs else ""
        return "" if lead.rstrip(".") in quoted else lead

    def _link(self, paragraph: str) -> Mention | None:
        return self.quotes.link(paragraph) if paragraph else None

    def _check(self, check: Check) -> ShownCheck:
        element = check.element if isinstance(check.element, str) else ""
        return ShownCheck(check.text, check.result, check.numbers, element, self._link(check.paragraph))

    def _line(self, line: Derivation) -> ShownLine:
        parts = [self._line(part) for part in line.parts]
        return ShownLine(line.text, line.sum, line.shown, self._link(line.paragraph), parts)

    def _told(self, name: str, keys: list[Value], value: Value) -> str:
        form = replace(self.form, args=self.form.args.copy(), rulings=dict(self.form.rulings))
        form.tell(fact_text(name, keys), literal(value))
        return form.address(self.volume.id)

    def _assumed(self, assumed: list[Assumed]) -> list[ShownAssumption]:
        """Those of one name and value together."""
        alike: dict[tuple[str, str], list[Assumed]] = {}
        for each in assumed:
            alike.setdefault((each.name, each.shown), []).append(each)
        return [self._assumption(*group) for group in alike.values()]

    def _assumption(self, first: Assumed, *rest: Assumed) -> ShownAssumption:
        flag = isinstance(first.value, bool)
        otherwise = self._told(first.name, first.keys, not first.value) if flag else ""
        return ShownAssumption(as_sentence(first.text), [each.fact for each in rest], first.tell, otherwise)

    def _chosen(self, keys: list[Value], value: Value) -> str:
        """Where the same is asked with one more choice made; its place is the number of its deed."""
        form = replace(self.form)
        form.choose(int(keys[0]), literal(value))
        return form.address(self.volume.id)

    def _need(self, need: Need) -> ShownNeed:
        field = self.fields.get(need.name)
        question = self.quotes.reader.t("ask.which", name=field.label) if field else need.question
        if need.is_choice:
            chosen = (
                (need.options or []) if self.form.after else []
            )  # amid a deed at a table it is made there, not told
            buttons = [Button(option.text, self._chosen(need.keys, option.value)) for option in chosen]
        else:
            buttons = [Button(o.text, self._told(need.name, need.keys, o.value)) for o in need.options or []]
        return ShownNeed(need, question, buttons, field)

    def _settle(self, dispute: str, reading: str) -> str:
        """Where a reading is settled: at a table for good, elsewhere for this question."""
        if dispute not in self.disputes:
            return ""
        if self.form.rulings_at:
            return f"{self.form.rulings_at}/{dispute}?as={self.form.role or '-'}"
        form = replace(self.form, rulings={**self.form.rulings, dispute: reading})
        return f"{form.address(self.volume.id)}#verdict"

    def _dispute(self, item: Readings) -> ShownDispute:
        url = f"/g/{self.volume.id}/d/{item.dispute}" if item.dispute in self.disputes and item.paragraph else ""
        readings = [
            ShownReading(r.text, r.default, r.shown, self.quotes.links(r.cites), self._settle(item.dispute, r.reading))
            for r in item.readings
        ]
        return ShownDispute(item.dispute, item.text, item.strength, url, readings)


def is_flag(value: Value) -> bool:
    """Whether all that is known of a value is that it is yes or no."""
    options = value.get("options", ()) if isinstance(value, dict) else ()
    return bool(options) and all(isinstance(option, bool) for option in options)


def _top_sum(line: Derivation) -> str:
    """The sum that gives the value; what is only another name for it is passed over."""
    while not line.sum and len(line.parts) == 1 and line.parts[0].shown == line.shown:
        line = line.parts[0]
    return line.sum
