"""A table as a file: written for who asked, read with suspicion."""

from __future__ import annotations

import json
from typing import Any

from msgspec.structs import replace

from web.base.faults import BadRequestError
from web.cards.craft import LONGEST
from web.store.quota import CARDS
from web.table.visit import Visit

FORMAT = 1
#: lines of an imported log that are kept, and their length
LINES, LONG = 400, 300


def export_data(visit: Visit, *, whole: bool) -> dict[str, Any]:
    """What the file holds; without `whole` only what this phone may see."""
    log = [
        {"number": e.number, "who": e.who, "text": e.text, "moment": e.moment, "undone": e.undone}
        for e in visit.public_log()
    ]
    return {
        "paragraf_table": FORMAT, "game": visit.table.game, "version": visit.volume.game.version, "edition": visit.table.edition,
        "draws": visit.table.draws, "whole": whole, "state": (visit.stored if whole else replace(visit.seen, used={})).data(), "log": log,
        "cards": [card.text for card in visit.kept],
    }  # fmt: skip


def read_import(raw: bytes) -> dict[str, Any]:
    """An exported file, or a bare state; its state is checked by the referee later."""
    try:
        data = json.loads(raw)
        json.dumps(data, ensure_ascii=False).encode()  # half a letter can be written as JSON, and nowhere else
    except (ValueError, RecursionError):
        raise BadRequestError("The file is not JSON; choose one that was exported from a table.") from None
    if not isinstance(data, dict):
        raise BadRequestError("The file holds no table; choose one that was exported from a table.")
    if "paragraf_table" not in data:
        return {"game": "", "edition": "", "draws": "app", "state": data, "log": [], "cards": ()}
    if data["paragraf_table"] != FORMAT:
        raise BadRequestError(f"The file has format {str(data['paragraf_table'])[:20]}; this version reads {FORMAT}.")
    state = data.get("state")
    if not isinstance(state, dict):
        raise BadRequestError("“state” of the file is missing or is not an object.")
    return {
        "game": str(data.get("game", "")),
        "edition": str(data.get("edition", "")),
        "draws": "told" if data.get("draws") == "told" else "app",
        "state": state,
        "log": _lines(data.get("log")),
        "cards": _cards(data.get("cards", [])),
    }


def _cards(texts: Any) -> tuple[str, ...]:
    """The own cards of the table; what they say is read later."""
    if not isinstance(texts, list) or not all(isinstance(text, str) and len(text) <= LONGEST for text in texts):
        raise BadRequestError(f"“cards” of the file must list texts of up to {LONGEST} characters.")
    if len(texts) > CARDS:
        raise BadRequestError(f"The file holds {len(texts)} own cards; a table keeps at most {CARDS}.")
    return tuple(texts)


def _lines(log: Any) -> list[dict[str, str]]:
    if not isinstance(log, list):
        return []
    return [
        {"who": str(line.get("who", ""))[:LONG], "text": str(line.get("text", ""))[:LONG]}
        for line in log[-LINES:]
        if isinstance(line, dict) and not line.get("undone")
    ]
