"""Asking: choose an action or a value, fill in what is known, get the verdict and the next best question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, current_app, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from referee.answers import Answer, Status, Verdict
from referee.errors import RefereeError
from referee.service import Field, Sort, Told, fact_text, literal, phrase
from referee.state import Course, State
from web.context import here
from web.corpus import MissingError, Volume
from web.errors import BadRequestError
from web.i18n import sort_key
from web.paragraphs import Pages
from web.parameters import question_text, told_lines

bp = Blueprint("ask", __name__)

#: verdicts whose word stands above the sentence already
PLAIN = (Verdict.YES, Verdict.NO)
#: checks in the order they are shown: what decides comes first
ORDER = (Status.FAIL, Status.UNKNOWN, Status.PASS)


@bp.get("/g/<game>/ask/")
def choose(game: str) -> str | Response:
    """What can be asked: actions by role, cards, values."""
    now = here()
    volume = now.corpus.volume(game)
    name = request.args.get("name", "").strip()
    words = volume.words(now.lang)
    referee, roles, steps = volume.referee, volume.referee.roles, volume.referee.steps
    role, step = known_choice("as", roles), known_choice("step", steps)
    tail = urlencode([(key, value) for key, value in (("as", role), ("step", step)) if value])
    tail = f"?{tail}" if tail else ""
    if name in referee.names and referee.names[name].sort != Sort.FACT:
        return redirect(f"/g/{game}/ask/{name}{tail}")
    listed = _listed(volume, name, role, step)
    return render_template(
        "ask/choose.html",
        volume=volume,
        listed=listed,
        roles=[(r, words.value(r)) for r in roles],
        steps=[(s, words.name(s)) for s in steps],
        role=role,
        step=step,
        name=name,
        tail=tail,
    )


def known_choice(name: str, known: Iterable[str]) -> str:
    """An argument of the address, if it is one of those known."""
    said = request.args.get(name, "").strip()
    return said if said in known else ""


def _listed(volume: Volume, name: str, role: str, step: str) -> dict[str, list[dict[str, str]]]:
    """Actions, cards and values whose name holds the typed text; with a step the actions that belong there."""
    words = volume.words(here().lang)
    referee = volume.referee
    groups: dict[str, list[dict[str, str]]] = {Sort.ACTION: [], Sort.CARD: [], Sort.VALUE: []}
    pages = Pages(volume, here())

    titles = volume.value_titles(here().lang)

    for named in referee.all_of(Sort.ACTION, Sort.CARD, Sort.VALUE):
        identity = named.name
        title = titles.get(identity) or words.name(identity)
        title = title[:1].upper() + title[1:]
        if named.way or not (name.casefold() in title.casefold() or name.casefold() in identity.casefold()):
            continue
        if named.is_action and (
            (step and not referee.belongs(identity, step)) or (role and role not in referee.roles_of(identity))
        ):
            continue
        paragraph = volume.game.paragraph(named.paragraph)
        where = pages.section(paragraph) if paragraph else ""
        groups[named.sort].append({"id": identity, "title": title, "where": where})
    kept = volume.named([item["id"] for item in groups["value"]])
    groups["value"] = [item for item in groups["value"] if item["id"] in kept or name]
    for listed in groups.values():
        listed.sort(key=lambda item: sort_key(item["title"], words.lang))
    return groups


@dataclass(slots=True)
class Form:
    """A question as its address holds it."""

    name: str
    args: MultiDict[str, str]
    told: list[str]
    rulings: dict[str, str]
    role: str
    actor: str = ""  #: what the action calls the one who does it
    step: str = ""  #: the step of the course it is asked in
    home: str = ""  #: the beginning of the addresses it is asked at, where a table asks
    rulings_at: str = ""  #: where that table settles disputes

    @classmethod
    def read(cls, name: str, actor: str, args: MultiDict[str, str]) -> Self:
        """From the arguments of a request."""
        given = "\n".join(args.getlist("given"))
        if len(given) > current_app.config["QUERY_LIMIT"]:
            raise BadRequestError(f"The told facts are longer than {current_app.config['QUERY_LIMIT']} characters.")
        rulings = {key[2:]: value for key, value in args.items() if key.startswith("r.") and value}
        kept = MultiDict([(k, v) for k, v in args.items(multi=True) if k.startswith("a.") and v.strip()])
        return cls(name, kept, told_lines(given), rulings, args.get("as", "").strip(), actor, args.get("step", ""))

    def pairs(self) -> list[tuple[str, str]]:
        """The address' arguments."""
        pairs = [(key, value) for key, value in (("as", self.role), ("step", self.step)) if value]
        pairs += list(self.args.items(multi=True))
        if self.told:
            pairs.append(("given", "\n".join(self.told)))
        pairs += [(f"r.{key}", value) for key, value in self.rulings.items()]
        return [*pairs, ("go", "1")]

    def address(self, game: str) -> str:
        """Where this question is answered."""
        return f"{self.page(game)}?{urlencode(self.pairs())}"

    def page(self, game: str) -> str:
        """The address without what was told."""
        return f"{self.home or f'/g/{game}/ask'}/{self.name}"

    def state(self) -> State:
        """What the address says about the course of play."""
        return State(course=Course(self.step, self.role or None)) if self.step else State()

    def tell(self, fact: str, value: str) -> None:
        """One more fact, parameter or ruling."""
        action, dot, parameter = fact.partition(".")
        if dot and action == self.name:
            if parameter == self.actor:
                self.role = value
            else:
                self.args.setlist(f"a.{parameter}", [value])
        elif fact.startswith("r."):
            self.rulings[fact[2:]] = value
        else:
            self.told = told_lines("\n".join([*self.told, f"{fact} = {value}"]))


@bp.get("/g/<game>/ask/<name>")
def question(game: str, name: str) -> str | tuple[str, int] | Response:
    """The form of one action or value, and the answer as far as it goes."""
    now = here()
    volume = now.corpus.volume(game)
    form = read_form(volume, name)
    if form.step and form.step not in volume.game.program.steps:
        raise MissingError("step", form.step, volume.game.program.steps)
    told = Told("; ".join(form.told), form.state(), form.rulings, now.chosen_edition(volume.game))
    return show_question(volume, form, told, "ask/question.html")


def read_form(volume: Volume, name: str) -> Form:
    """The question of this request's address."""
    known = volume.referee.names.get(name)
    if known is None:
        raise MissingError("action or value", name, volume.referee.names)
    return Form.read(name, known.actor, request.args)


def show_question(
    volume: Volume, form: Form, told: Told, template: str, **more: object
) -> str | tuple[str, int] | Response:
    """The page of a question: its form, and the answer on what is told."""
    now, name = here(), form.name
    if request.args.get("tell"):
        form.tell(request.args["tell"].strip(), request.args.get("value", "").strip())
        return redirect(_address(volume, form), 303)
    words = volume.words(now.lang)
    named = volume.referee.names[name]
    is_action, paragraph = named.is_action, named.paragraph
    fields, roles = volume.referee.fields(name, now.lang), volume.referee.roles_of(name)
    keys = [field.label for field in fields]
    text = question_text(name, fields, form.args, action=is_action)
    answer: Answer | None = None
    error = ""
    if text is not None and ("go" in request.args or not fields):
        current_app.extensions["paragraf-limiter"].spend(request.remote_addr or "")
        try:
            answer = volume.referee.ask(text, form.role, told, now.lang)
        except RefereeError as fault:
            error = str(fault)
    page = render_template(
        template, **more,
        volume=volume, name=name, title=words.name(name, *([] if is_action else keys)), fields=fields, form=form,
        step=words.name(form.step) if form.step else "", wanted=_wanted(text, fields, form) if "go" in request.args else "",
        roles=[(r, words.value(r)) for r in roles], question=text, error=error, is_action=is_action, action=form.page(volume.id),
        answer=ShownAnswer(volume, form, fields, answer).data() if answer else None, permalink=_address(volume, form),
        kind=named.sort if volume.graph.links((named.sort, name)) else "",
        told=[{"text": words.told(line), "without": _without(volume, form, line)} for line in form.told],
        rulings=[(d, words.name(d), words.name(r), _unruled(volume, form, d)) for d, r in form.rulings.items()],
        paragraph=Pages(volume, now).brief(paragraph) if paragraph else None, checked=checked_values(fields, form),
    )  # fmt: skip
    return (page, 422) if error else page


def _wanted(text: str | None, fields: list[Field], form: Form) -> str:
    """What must still be chosen before the question can be asked."""
    if text is not None:
        return ""
    return ", ".join(field.label for field in fields if not form.args.getlist(f"a.{field.name}"))


def checked_values(fields: list[Field], form: Form) -> dict[str, list[str]]:
    """What is ticked or filled in for each field."""
    found = {}
    for field in fields:
        values = form.args.getlist(f"a.{field.name}")
        if field.shape == "set" and values and values[0].startswith("["):
            values = [part.strip() for part in values[0].strip("[]").split(",")]
        found[field.name] = values
    return found


def _address(volume: Volume, form: Form) -> str:
    return form.address(volume.id)


def _without(volume: Volume, form: Form, line: str) -> str:
    return _address(volume, replace(form, told=[other for other in form.told if other != line]))


def _unruled(volume: Volume, form: Form, dispute: str) -> str:
    rulings = {key: value for key, value in form.rulings.items() if key != dispute}
    return _address(volume, replace(form, rulings=rulings))


def is_flag(value: Any) -> bool:
    """Whether all that is known of a value is that it is yes or no."""
    options = value.get("options", ()) if isinstance(value, dict) else ()
    return bool(options) and all(isinstance(option, bool) for option in options)


def _top_sum(line: dict[str, Any]) -> str:
    """The sum that gives the value; what is only another name for it is passed over."""
    while not line["sum"] and len(line["parts"]) == 1 and line["parts"][0]["shown"] == line["shown"]:
        line = line["parts"][0]
    return str(line["sum"])


class ShownAnswer:
    """An answer ready for its page: links in place of ids, buttons in place of options."""

    def __init__(self, volume: Volume, form: Form, fields: list[Field], answer: Answer) -> None:
        self.volume = volume
        self.fields = {f"{form.name}.{field.name}": field for field in fields}
        self.form = form
        self.answer = answer
        self.pages = Pages(volume, here())

    def data(self) -> dict[str, Any]:
        """Everything the page shows."""
        answer: dict[str, Any] = msgspec.to_builtins(self.answer)
        checks = [{**check, "link": self.pages.link(check["paragraph"])} for check in answer["checks"]]
        needs = [self._need(need) for need in answer["needs"]]
        cited = [c["id"] for c in answer["citations"]]
        deciding = self._deciding(cited)
        lead = (
            answer["sentence"].removeprefix(phrase(f"say.{answer['verdict']}", here().lang))
            if self.answer.verdict in PLAIN
            else answer["sentence"]
        )
        return {
            **answer,
            "lead": "" if self.answer.verdict in (Verdict.VALUE, Verdict.SILENT) else lead.strip(),
            "sum": _top_sum(answer["derivation"]) if self.answer.verdict == Verdict.VALUE and answer["derivation"] else "",
            "lead_has_value": answer["shown"] in answer["sentence"] or is_flag(answer["value"]),
            "applied": sorted((check for check in checks if check["result"] in ORDER), key=lambda c: ORDER.index(c["result"])),
            "aside": [check for check in checks if check["result"] == Status.NOT_APPLICABLE],
            "derivation": self._linked(answer["derivation"]) if answer["derivation"] else None,
            "next": needs[0] if needs else None,
            "others": needs[1:],
            "deciding": [self.pages.brief(i) for i in deciding],
            "also": self.pages.links([i for i in cited if i not in deciding]),
            "readings": [self._readings(item) for item in answer["readings"]],
            "notes": [self._readings(item) for item in answer["notes"]],
            "would_change": [{**item, "url": self._told(item["name"], item["keys"], item["value"])} for item in answer["would_change"]],
            "changes": [{**item, "link": self.pages.link(item["paragraph"]) if item["paragraph"] else None} for item in answer["changes"]],
        }  # fmt: skip

    def _linked(self, line: dict[str, Any]) -> dict[str, Any]:
        """A derivation with links to its paragraphs."""
        link = self.pages.link(line["paragraph"]) if line["paragraph"] else None
        return {**line, "link": link, "parts": [self._linked(part) for part in line["parts"]]}

    def _deciding(self, cited: list[str]) -> list[str]:
        """For a no the paragraphs of what fails, else the first one or two."""
        failed = [check.paragraph for check in self.answer.checks if check.result == Status.FAIL]
        found = [i for i in dict.fromkeys(failed) if self.volume.game.paragraph(i)] or cited
        return found[: 3 if self.answer.verdict in (Verdict.NO, Verdict.VALUE) else 2]

    def _told(self, name: str, keys: list[Any], value: Any) -> str:
        form = replace(self.form, args=self.form.args.copy(), rulings=dict(self.form.rulings))
        form.tell(fact_text(name, keys), literal(value))
        return _address(self.volume, form)

    def _need(self, need: dict[str, Any]) -> dict[str, Any]:
        options = [
            {"text": option["text"], "url": self._told(need["name"], need["keys"], option["value"])}
            for option in need["options"] or ()
        ]
        if need["name"] == "answer":
            options = []  # a choice in the middle of an action is made at the table, not told
        field = self.fields.get(need["name"])
        question = here().t("ask.which", name=field.label) if field else need["question"]
        askable = need["name"] not in ("answer", "members")
        return {**need, "buttons": options, "field": field, "question": question, "askable": askable}

    def _settle(self, dispute: str, reading: str) -> str:
        """Where a reading is settled: at a table for good, elsewhere for this question."""
        if dispute not in self.volume.game.program.disputes:
            return ""
        if self.form.rulings_at:
            return f"{self.form.rulings_at}#d-{dispute}"
        form = replace(self.form, rulings={**self.form.rulings, dispute: reading})
        return f"{_address(self.volume, form)}#verdict"

    def _readings(self, item: dict[str, Any]) -> dict[str, Any]:
        for reading in item["readings"]:
            reading["links"] = self.pages.links(reading["cites"])
            reading["settle"] = self._settle(item["dispute"], reading["reading"])
        known = item["dispute"] in self.volume.game.program.disputes and item["paragraph"]
        return {**item, "url": f"/g/{self.volume.id}/d/{item['dispute']}" if known else ""}
