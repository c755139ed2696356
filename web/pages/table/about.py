"""A card, a place or a row of the board that was tapped: what may be done with it now, what it is worth, what the rules say of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, render_template

from referee.answers import Move
from referee.errors import BudgetError, RefereeError
from referee.service import Position
from web.base.faults import MissingError
from web.base.work import spend
from web.game.hits import find, hit_url
from web.game.reader import here
from web.table.access import enter
from web.table.board.labels import flat
from web.table.board.painter import TAIL, TO, address_of
from web.table.board.picture import Picture
from web.table.visit import Visit

bp = Blueprint("about", __name__, url_prefix="/t")

#: calls, values and facts that are shown
CALLS, VALUES, FACTS, HITS, ASKED = 24, 16, 24, 6, 16


@bp.get("/<code>/about/<name>")
def page(code: str, name: str) -> str:
    """Everything about one member of a kind."""
    spend()
    visit = Visit(enter(code))
    position = visit.opened()
    members = visit.volume.game.program.members
    kinds = [kind for kind, all_ in members.items() if name in all_]
    if not kinds and not any(name in all_ for all_ in visit.seen.members.values()):
        raise MissingError("member", name, ())
    # without turns nobody knows what may be done now: it can be asked
    acts = (
        visit.role
        and visit.access.writer
        and visit.stored.course is not None
        and visit.stored.pending is None
        and not visit.stored.over
    )
    term = visit.volume.game.prose.terms.get(name)
    paragraphs = [*(term.defined if term else ()), *_card(visit, name)]
    return render_template(
        "table/about.html", **visit.common(position), name=name, title=visit.words.value(name), printed=visit.faces.printed(name),
        calls=list(_calls(visit, position, name, set(kinds))) if acts else [], acts=acts,
        figures=list(_figures(visit, position, name)), worth=list(_worth(visit, position, name)), facts=list(_facts(visit, position, name)),
        quotes=[visit.quotes.brief(each) for each in dict.fromkeys(paragraphs) if visit.volume.game.paragraph(each)],
        asks=_asks(visit, name) if visit.role else [], hits=_hits(visit, name), role_title=visit.words.value(visit.role) if visit.role else "",
    )  # fmt: skip


def _hits(visit: Visit, name: str) -> list[tuple[str, str, str]]:
    """Paragraphs, disputes and cards that speak of it: kind, title, address."""
    corpus = visit.reader.corpus
    found = find(
        corpus.library, corpus.cache, visit.words.value(name), game=visit.table.game, lang=visit.reader.lang, limit=HITS
    )
    return [(hit["kind"], hit["title"] or hit["id"], hit_url(hit)) for hit in found["hits"]]


def _card(visit: Visit, name: str) -> list[str]:
    """The paragraphs of a card of that name."""
    return [entry.id for entry in visit.volume.game.cards if entry.action == name]


def _calls(visit: Visit, position: Position, name: str, kinds: set[str]) -> Iterator[Move]:
    """The legal calls of the role that name it; an action that takes nothing of its kind is not looked at."""
    program, left = visit.volume.game.program, CALLS
    for action in position.open_actions(visit.role):
        info = program.actions.get(action)
        wanted = (
            {getattr(param.type, "kind", None) or getattr(param.type, "name", "") for param in info.node.params}
            if info
            else set()
        )
        if action != name and not wanted & kinds:
            continue
        with suppress(BudgetError, RefereeError):
            for move in position.moves(visit.role, visit.reader.lang, action).moves:
                if left and (action == name or _names(move.args, name)):
                    left -= 1
                    yield move


def _asks(visit: Visit, name: str) -> list[tuple[str, str]]:
    """Moves of the role that name it, as questions, what players ask most first: also those that are not legal now, for those who want to
    know why."""
    referee, found = visit.volume.referee, list[tuple[str, str]]()
    for action, named in referee.names.items():
        if not named.is_action or visit.role not in referee.roles_of(action):
            continue
        for field in referee.fields(action, visit.reader.lang):
            if any(option.value == name for option in field.options):
                found.append((action, field.name))
                break
    found.sort(key=lambda item: -_ways(visit, item[0]))
    asked = [(action, urlencode({"as": visit.role, f"a.{field}": name, "go": 1})) for action, field in found[:ASKED]]
    return [(visit.words.name(action), f"{visit.url}/ask/{action}?{query}#verdict") for action, query in asked]


def _ways(visit: Visit, name: str) -> int:
    """How many ways players have to ask for it."""
    phrases = visit.volume.game.asking.phrases.get(name)
    return sum(map(len, phrases.ways.values())) if phrases is not None else 0


def _names(args: Any, name: str) -> bool:
    if isinstance(args, dict):
        return any(_names(value, name) for value in args.values())
    if isinstance(args, list | tuple):
        return any(_names(value, name) for value in args)
    return bool(args == name)


def _worth(visit: Visit, position: Position, name: str) -> Iterator[tuple[str, str, Any]]:
    """What players ask of it that nothing else must be named for."""
    referee, leaves = visit.volume.referee, list[tuple[str, tuple[str, ...]]]()
    worded = visit.volume.game.asking.phrases
    for value, info in visit.volume.game.program.values.items():
        if len(info.params) == 1 and (value in worded or any(cited.node.asked for cited in info.clauses)):
            fields = referee.fields(value, visit.reader.lang)
            if len(fields) == 1 and any(option.value == name for option in fields[0].options):
                leaves.append((value, (name,)))
    # what players have most ways to ask for comes first
    leaves.sort(key=lambda leaf: -_ways(visit, leaf[0]))
    shown = 0
    for leaf in leaves:
        with suppress(RefereeError):
            worth = position.worth([leaf])
            if leaf in worth and shown < VALUES:
                shown += 1
                paragraph = visit.volume.game.program.values[leaf[0]].clauses[0].paragraph
                yield visit.words.name(leaf[0], name), visit.words.said(worth[leaf]), visit.quotes.link(paragraph)


def _figures(visit: Visit, position: Position, name: str) -> Iterator[tuple[str, str, Any]]:
    """What the tables of the rules say of it: what is printed on a card."""
    program = visit.volume.game.program
    for table, cited in program.tables.items():
        kinds = [getattr(param.type, "name", "") for param in cited.node.params]
        if len(kinds) != 1 or name not in program.members.get(kinds[0], ()):
            continue
        with suppress(RefereeError):
            for leaf, value in position.worth([(each, (name,)) for each in cited.node.columns or (table,)]).items():
                if value not in (None, False, 0):
                    yield visit.words.name(leaf[0], name), visit.words.said(value), visit.quotes.link(cited.paragraph)


def _facts(visit: Visit, position: Position, name: str) -> Iterator[tuple[str, str, str]]:
    """What is told of it, each with the page on which it is corrected."""
    painter = Picture(position, visit.volume.referee, visit.words, here().ui, visit.everyone).painter
    left = FACTS
    for fact in visit.volume.referee.facts.values():
        told = visit.seen.facts.get(fact.name)
        if not fact.keys or not isinstance(told, dict) or name not in told:
            continue
        for keys, value in flat(told[name], len(fact.keys) - 1):
            if value not in (None, False, 0, [], ()) and left:
                left -= 1
                to, tail = visit.around_fact()
                address = (
                    address_of(fact.name, (name, *keys)).unescape().replace(TO, to).replace(TAIL, tail) if to else ""
                )
                yield (
                    painter.label(fact.name, (name,), tuple(map(str, keys))),
                    painter.text(fact, value) or here().t("common.yes"),
                    address,
                )
