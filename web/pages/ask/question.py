"""Asking: choose an action or a value, fill in what is known, get the verdict and the next best question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response

from referee.answers import Answer
from referee.errors import RefereeError
from referee.service import Field, Sort, Told
from web.base.faults import MissingError
from web.base.interface import sort_key
from web.base.work import spend
from web.game.quotes import Quotes
from web.game.reader import here
from web.game.volume import Volume
from web.pages.ask.fields import question_text
from web.pages.ask.form import Form, checked_values
from web.pages.ask.readings import Card, cards_of, is_question
from web.pages.ask.shown import Shower

bp = Blueprint("ask", __name__)


@bp.get("/g/<game>/ask/")
def choose(game: str) -> str | Response:
    """What can be asked: actions by role, cards, values."""
    reader = here()
    volume = reader.corpus.volume(game)
    name = request.args.get("name", "").strip()
    words = volume.words(reader.lang)
    referee, roles, steps = volume.referee, volume.referee.roles, volume.referee.steps
    role, step = known_choice("as", roles), known_choice("step", steps)
    told = [(key, value) for key, value in request.args.items() if key in ("after", "given") or key.startswith("r.")]
    pairs = [("as", role), ("step", step), *told]
    tail = urlencode([(key, value) for key, value in pairs if value])
    tail = f"?{tail}" if tail else ""
    if name in referee.names and referee.names[name].sort != Sort.FACT:
        return redirect(f"/g/{game}/ask/{name}{tail}")
    listed = _listed(volume, name, role, step)
    cards: list[Card] = []
    if is_question(name):  # a sentence is no part of a name
        spend()
        cards = cards_of([volume], name, role, Told("; ".join(request.args.getlist("given"))))
    return render_template(
        "ask/choose.html",
        volume=volume,
        listed=listed,
        cards=cards,
        roles=[(r, words.value(r)) for r in roles],
        steps=[(s, words.name(s)) for s in steps],
        role=role,
        step=step,
        name=name,
        tail=tail,
        kept=told,
        after=request.args.get("after", ""),
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
    quotes = Quotes(volume, here())

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
        where = quotes.section(paragraph) if paragraph else ""
        groups[named.sort].append({"id": identity, "title": title, "where": where})
    kept = volume.named([item["id"] for item in groups["value"]])
    groups["value"] = [item for item in groups["value"] if item["id"] in kept or name]
    for listed in groups.values():
        listed.sort(key=lambda item: sort_key(item["title"], words.lang))
    return groups


@bp.get("/g/<game>/ask/<name>")
def question(game: str, name: str) -> str | tuple[str, int] | Response:
    """The form of one action or value, and the answer as far as it goes."""
    reader = here()
    volume = reader.corpus.volume(game)
    form = read_form(volume, name)
    if form.step and form.step not in volume.game.program.steps:
        raise MissingError("step", form.step, volume.game.program.steps)
    told = Told("; ".join(form.told), form.state(), form.rulings, reader.chosen_edition(volume.game))
    return show_question(volume, form, told, "ask/question.html")


def read_form(volume: Volume, name: str) -> Form:
    """The question of this request's address."""
    known = volume.referee.names.get(name)
    if known is None:
        raise MissingError("action or value", name, volume.referee.names)
    return Form.read(name, known.actor, request.args)


def _chosen(fields: Sequence[Field], form: Form) -> str:
    """What the question names, in words: who comes down to its answer still reads what was asked."""
    named = [(field, form.args.get(f"a.{field.name}", "").strip("[] ").split(",")) for field in fields]
    return ", ".join(
        option.text for field, said in named for option in field.options if option.value in map(str.strip, said)
    )


def show_question(
    volume: Volume, form: Form, told: Told, template: str, *, at_once: bool = False, **more: object
) -> str | tuple[str, int] | Response:
    """The page of a question: its form, and the answer on what is told; `at_once`: without being asked for by its address."""
    reader, name = here(), form.name
    if request.args.get("tell"):
        form.tell(request.args["tell"].strip(), request.args.get("value", "").strip())
        return redirect(_address(volume, form), 303)
    words, quotes = volume.words(reader.lang), Quotes(volume, reader)
    named = volume.referee.names[name]
    is_action, paragraph = named.is_action, named.paragraph
    fields, roles = volume.referee.fields(name, reader.lang), volume.referee.roles_of(name)
    keys = [form.args.get(f"a.{field.name}", "") for field in fields] if at_once else [field.label for field in fields]
    text = question_text(name, fields, form.args, action=is_action)
    answer: Answer | None = None
    error = ""
    if text is not None and (at_once or "go" in request.args or not fields):
        spend()
        try:
            answer = volume.referee.ask(form.written(text), form.role, told, reader.lang)
        except RefereeError as fault:
            error = here().sentence(fault)
    chosen = _chosen(fields, form) if is_action and answer is not None else ""
    page = render_template(
        template, **more, chosen=chosen,
        volume=volume, name=name, title=words.name(name, *([] if is_action else keys)), fields=fields, form=form,
        step=words.name(form.step) if form.step else "", wanted=_wanted(text, fields, form) if "go" in request.args else "",
        roles=[(r, words.value(r)) for r in roles], question=form.written(text) if text else text,
        onward=_onward(volume, form, text) if answer is not None and is_action and text and answer.verdict != "no" else "", error=error, is_action=is_action, action=form.page(volume.id),
        answer=Shower(volume, form, fields, quotes).show(answer) if answer else None, permalink=_address(volume, form),
        kind=named.sort if volume.graph.links((named.sort, name)) else "",
        told=[{"text": words.told(line), "without": _without(volume, form, line)} for line in form.told],
        rulings=[(d, volume.dispute_title(d, reader.lang), words.name(r), _unruled(volume, form, d)) for d, r in form.rulings.items()],
        paragraph=quotes.brief(paragraph) if paragraph else None, checked=checked_values(fields, form),
    )  # fmt: skip
    return (page, 422) if error else page


def _wanted(text: str | None, fields: list[Field], form: Form) -> str:
    """What must still be chosen before the question can be asked."""
    if text is not None:
        return ""
    return ", ".join(field.label for field in fields if not form.args.getlist(f"a.{field.name}"))


def _address(volume: Volume, form: Form) -> str:
    return form.address(volume.id)


def _onward(volume: Volume, form: Form, deed: str) -> str:
    """Where it is chosen what to ask after this deed: the facts and rulings stay told."""
    pairs = [(key, value) for key, value in form.pairs() if key == "given" or key.startswith("r.")]
    return f"/g/{volume.id}/ask/?{urlencode([('after', form.story(deed)), ('as', form.role), *pairs])}"


def _without(volume: Volume, form: Form, line: str) -> str:
    return _address(volume, replace(form, told=[other for other in form.told if other != line]))


def _unruled(volume: Volume, form: Form, dispute: str) -> str:
    rulings = {key: value for key, value in form.rulings.items() if key != dispute}
    return _address(volume, replace(form, rulings=rulings))
