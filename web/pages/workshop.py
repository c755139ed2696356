"""The card workshop: type a card, see what it means in every language, try it on told facts, keep it as a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, render_template, request
from msgspec import structs
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from referee.answers import Verdict
from referee.errors import RefereeError
from referee.service import Field, Told
from web.base.work import spend
from web.cards.craft import Craft, as_file, craft, example
from web.cards.graft import with_cards
from web.cards.quotes import OwnQuotes
from web.game.reader import here
from web.game.volume import Volume
from web.pages.ask.fields import question_text
from web.pages.ask.form import Form, checked_values
from web.pages.ask.shown import Shower, ShownAnswer
from web.table.access import known_codes, shown_code, writable

bp = Blueprint("workshop", __name__)

#: characters of a faulty card that are carried back in an address
LONGEST_BACK = 4_096


@dataclass(slots=True)
class CardForm(Form):
    """A question about a card that exists only in this address."""

    text: str = ""
    table: str = ""  #: the table the workshop was opened from

    def pairs(self) -> list[tuple[str, str]]:
        """The address' arguments, the card among them."""
        opened = [("table", self.table)] if self.table else []
        return [*opened, ("text", self.text), *Form.pairs(self)]

    def address(self, game: str) -> str:
        """The workshop with this card in it."""
        return f"/g/{game}/workshop?{urlencode(self.pairs())}"


class TrialQuotes(OwnQuotes):
    """Paragraphs of a game with the one card that is being tried."""

    def url(self, identity: str) -> str:
        """The card's own text stands on this page."""
        return "#meaning" if self.is_own(identity) else super().url(identity)


@dataclass(slots=True)
class Trial:
    """What came of trying a card: its form, and the answer as far as it was asked for."""

    form: CardForm
    fields: list[Field]
    roles: list[tuple[str, str]]
    answer: ShownAnswer | None = None
    error: str = ""
    note: str = ""
    checked: dict[str, list[str]] | None = None


@bp.route("/g/<game>/workshop", methods=["GET", "POST"])
def page(game: str) -> str | tuple[str, int] | AnyResponse:
    """The page: a card, its meaning or its faults, and what comes of it."""
    reader = here()
    volume = reader.corpus.volume(game)
    if volume.game.card_words is None:
        return render_template("workshop/none.html", volume=volume)
    args: MultiDict[str, str] = request.form if request.method == "POST" else request.args
    text = args.get("text", "").replace("\r\n", "\n")
    if not text.strip():
        text = example(volume.game)
    else:
        spend()
    made = craft(volume.game, text)
    tables = _tables(game, args.get("table", ""))
    opened_from = args.get("table", "") if tables and tables[0]["code"] == args.get("table") else ""
    trial: Trial | None = None
    if made.action is not None:
        form = CardForm.read(made.name, made.action.actor, args)
        form.text, form.table = text, opened_from
        if args.get("tell"):
            form.tell(args["tell"].strip(), args.get("value", "").strip())
            return redirect(form.address(volume.id), 303)
        trial = _trial(volume, made, form, asked="go" in args)
    shown = render_template(
        "workshop/page.html", volume=volume, text=text, made=made, trial=trial, given=_given(trial, args),
        permalink=trial.form.address(volume.id) if trial else "", tables=tables, opened_from=opened_from,
    )  # fmt: skip
    return (shown, 422) if made.errors or (trial and trial.error) else shown


@bp.post("/g/<game>/workshop/file")
def download(game: str) -> Response | AnyResponse:
    """The card as a file that drops into the corpus."""
    volume = here().corpus.volume(game)
    spend()
    text = request.form.get("text", "")
    made = craft(volume.game, text)
    if made.errors:
        return redirect(f"/g/{game}/workshop?{urlencode({'text': text[:LONGEST_BACK]})}", 303)
    name = made.name.removeprefix("card_").replace("_", "-")
    response = Response(as_file(volume.game, made), mimetype="text/markdown")
    response.headers["Content-Disposition"] = f'attachment; filename="own-{name}.md"'
    return response


def _tables(game: str, wanted: str) -> list[dict[str, Any]]:
    """The tables of this game that this phone may write to; the one the workshop was opened from comes first."""
    found = [table for code in dict.fromkeys([wanted, *known_codes()]) if (table := writable(code)) is not None]
    return [{"code": t.code, "shown": shown_code(t.code), "number": t.number} for t in found if t.game == game]


def _given(trial: Trial | None, args: MultiDict[str, str]) -> str:
    return "\n".join(trial.form.told) if trial else args.get("given", "")


def _trial(kin: Volume, made: Craft, form: CardForm, *, asked: bool) -> Trial:
    """The fields of a card, and the verdict when it was asked for."""
    reader = here()
    trial = Trial(form, [], [])
    try:
        volume = with_cards(kin.game, [made], kin)
        words = volume.words(reader.lang)
        trial.fields = volume.referee.fields(made.name, reader.lang)
        trial.roles = [(role, words.value(role)) for role in volume.referee.roles_of(made.name)]
        trial.checked = checked_values(trial.fields, form)
        if asked:
            _judge(volume, made, trial)
    except RefereeError as fault:
        trial.error = here().sentence(fault)
    except RecursionError:
        trial.error = reader.t("workshop.too_deep")
    return trial


def _judge(volume: Volume, made: Craft, trial: Trial) -> None:
    """Judges the card and, when it is legal, plays it."""
    reader, form = here(), trial.form
    question = question_text(made.name, trial.fields, form.args, action=True) or made.name
    told = Told("; ".join(form.told), rulings=form.rulings, edition=reader.chosen_edition(volume.game))
    position = volume.referee.position(told)
    answer = position.ask(question, form.role, reader.lang)
    if answer.verdict == Verdict.YES:
        try:
            played = position.apply(question, form.role or None).played(reader.lang)
            answer = structs.replace(answer, changes=played.changes)
            trial.note = reader.t("workshop.pending") if played.pending else ""
        except RefereeError as fault:
            trial.note = reader.t("workshop.unplayed", why=here().sentence(fault))
    trial.answer = Shower(volume, form, trial.fields, TrialQuotes(volume, reader, "")).show(answer)
