"""The shapes of the API as JSON Schema, and the check of a request against its shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from web.crafting import LONGEST
from web.errors import BadRequestError
from web.store import CARDS

Schema = dict[str, Any]


def text(help_: str, **more: Any) -> Schema:
    """A string."""
    return {"type": "string", "description": help_, **more}


def listing(items: Schema, help_: str = "") -> Schema:
    """An array."""
    return {"type": "array", "items": items, **({"description": help_} if help_ else {})}


def record(properties: dict[str, Schema], required: tuple[str, ...] = (), *, closed: bool = False) -> Schema:
    """An object."""
    shape: Schema = {"type": "object", "properties": properties, "required": list(required)}
    if closed:
        shape["additionalProperties"] = False
    return shape


def of(name: str) -> Schema:
    """A shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


ANY: Schema = {"description": "any JSON value"}
FLAG: Schema = {"type": "boolean"}
WORD: Schema = {"type": "string"}
WORDS = listing(WORD)
LANG = text("language of the answer", enum=["en", "pl", "uk"], default="en")
_TOLD: dict[str, Schema] = {
    "given": {
        "description": "told facts: one text with facts separated by ; or a list of such texts",
        "oneOf": [{"type": "string", "maxLength": 100_000}, {"type": "array", "items": {"type": "string"}, "maxItems": 2_000}],
    },
    "state": {"type": ["object", "null"], "description": "a state, as /apply gives it"},
    "rulings": {
        "type": "object", "additionalProperties": WORD,
        "description": "what the table ruled: dispute -> reading",
    },
    "edition": {"type": ["string", "null"], "description": "whose rulebook counts"},
    "cards": {
        "type": "array", "items": {"type": "string", "maxLength": LONGEST}, "maxItems": CARDS,
        "description": "cards of the table's own, as /card reads them; no two of one title",
    },
    "lang": LANG,
}  # fmt: skip
_ROLE: Schema = {"type": ["string", "null"], "description": "who asks or acts"}

SHAPES: dict[str, Schema] = {
    "AskRequest": record(
        {"question": text("an action with its arguments, or a value", minLength=1, maxLength=4_000), "as": _ROLE, **_TOLD},
        ("question",), closed=True,
    ),
    "MovesRequest": record({"as": text("whose moves"), **_TOLD}, ("as",), closed=True),
    "ApplyRequest": record(
        {"action": text("an action with its arguments, `begin`, `done`, or `answer VALUE`", minLength=1, maxLength=4_000), "as": _ROLE, **_TOLD},
        ("action",), closed=True,
    ),
    "CardRequest": record({"text": text("one card: its header and its sentences", minLength=1, maxLength=LONGEST)}, ("text",), closed=True),
    "CardMeaning": record({
        "meaning": {"type": "object", "additionalProperties": WORD, "description": "language -> what the card says"},
        "rule": text("what it becomes in the rule language"),
        "errors": listing(record({
            "line": {"type": "integer"}, "column": {"type": "integer"}, "message": WORD, "cure": text("what to write instead"),
            "shown": text("the line with the fault"), "caret": text("a mark under the place"),
        }, ("line", "column", "message", "cure"))),
    }, ("meaning", "rule", "errors")),
    "Citation": record({
        "id": WORD, "game": WORD, "edition": WORD, "section": WORD, "number": WORD, "page": WORD, "printed": WORD,
        "unconfirmed": FLAG, "source": WORD, "text": WORD, "lang": WORD,
    }, ("id", "game", "edition", "section", "page", "text", "lang")),
    "Check": record({
        "text": WORD, "result": text("", enum=["pass", "fail", "unknown", "not_applicable"]), "numbers": WORD,
        "cites": WORDS, "paragraph": WORD,
    }, ("text", "result", "cites")),
    "Derivation": record({
        "text": WORD, "shown": WORD, "sum": text("the sum with its figures filled in"), "paragraph": WORD,
        "parts": listing(of("Derivation"), "what the figures of the sum are"),
    }, ("text", "shown", "sum", "paragraph", "parts")),
    "Need": record({
        "fact": text("how the fact is told"), "name": WORD, "keys": listing(ANY), "type": text("", enum=["flag", "choice", "number"]),
        "options": {"type": ["array", "null"], "items": record({"value": ANY, "text": WORD})},
        "low": {"type": ["integer", "null"]}, "high": {"type": ["integer", "null"]}, "question": WORD, "label": WORD,
    }, ("fact", "type", "options", "question")),
    "Readings": record({
        "dispute": WORD, "paragraph": WORD, "text": WORD, "strength": WORD, "default": WORD,
        "readings": listing(record({
            "reading": WORD, "text": WORD, "default": FLAG, "outcome": ANY, "shown": WORD, "cites": WORDS,
        })),
    }, ("dispute", "readings", "default")),
    "Change": record({"fact": WORD, "name": WORD, "keys": listing(ANY), "old": ANY, "new": ANY, "shown": WORD, "paragraph": WORD}),
    "Answer": record({
        "verdict": text("", enum=["yes", "no", "depends", "disputed", "silent", "value"]), "value": ANY, "shown": WORD,
        "sentence": WORD, "checks": listing(of("Check")), "derivation": {"oneOf": [of("Derivation"), {"type": "null"}]}, "needs": listing(of("Need"), "facts still wanted, best first"),
        "hidden": WORDS, "readings": listing(of("Readings")), "settled": listing(record({})), "notes": listing(of("Readings")),
        "assumed": listing(record({})), "would_change": listing(record({}), "what would make it legal"),
        "changes": listing(of("Change")), "citations": listing(of("Citation")), "complete": FLAG, "corpus_version": WORD,
    }, ("verdict", "value", "sentence", "checks", "needs", "readings", "would_change", "citations", "corpus_version")),
    "Moves": record({
        "moves": listing(record({"action": WORD, "args": record({}), "text": WORD, "paragraph": WORD})), "corpus_version": WORD,
    }, ("moves", "corpus_version")),
    "Applied": record({
        "state": record({}), "changes": listing(of("Change")), "pending": {"type": ["object", "null"]}, "corpus_version": WORD,
    }, ("state", "changes", "pending", "corpus_version")),
    "Games": record({"games": listing(record({
        "id": WORD, "title": record({}), "languages": WORDS, "players": listing({"type": "integer"}),
        "editions": listing(record({"id": WORD, "title": WORD, "lang": WORD})), "version": WORD,
    })), "corpus_version": WORD}, ("games", "corpus_version")),
    "Paragraph": record({
        "id": WORD, "game": WORD, "text": WORD, "lang": WORD, "rule": WORD, "chapter": WORD, "section": WORD,
        "pages": record({}), "texts": record({}), "clarified_by": WORDS, "restates": WORDS, "disputes": WORDS,
    }, ("id", "game", "text", "lang")),
    "Found": record({
        "query": WORD,
        "hits": listing(record({
            "id": WORD, "kind": WORD, "game": WORD, "title": WORD, "snippet": WORD, "lang": WORD, "why": WORD, "url": WORD,
        })),
        "suggestions": listing(record({"id": WORD, "game": WORD, "title": WORD, "lang": WORD})),
        "read_as": WORD, "shortened": {"type": "boolean"}, "unknown": WORDS,
    }, ("hits", "suggestions")),
    "GameSchema": record({
        "roles": WORDS, "kinds": record({}), "facts": listing(record({})), "actions": listing(record({})), "values": listing(record({})),
    }),
    "Disputes": record({"disputes": listing(of("Readings")), "corpus_version": WORD}, ("disputes",)),
    "Problem": record({
        "type": WORD, "status": {"type": "integer"}, "title": WORD, "detail": text("what was read, why it cannot be, what to write instead"),
    }, ("type", "status", "title", "detail")),
}  # fmt: skip


def check_shape(name: str, data: Any) -> dict[str, Any]:
    """The request, if it fits its shape; else a sentence that says where it does not."""
    if not isinstance(data, dict):
        raise BadRequestError('The body must be a JSON object, for example {"question": "…"}.')
    shape = SHAPES[name]
    known = shape["properties"]
    for key in data:
        if key not in known:
            raise BadRequestError(f"There is no field “{str(key)[:60]}” here; known are {', '.join(known)}.")
    for key in shape["required"]:
        if key not in data:
            raise BadRequestError(f"The field “{key}” is missing: {known[key].get('description', 'it is needed')}.")
    for key, value in data.items():
        _check(key, value, known[key])
    return data


_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,), "object": (dict,), "array": (list,), "null": (type(None),), "boolean": (bool,), "integer": (int,),
}  # fmt: skip


def _check(where: str, value: Any, schema: Schema) -> None:
    if "oneOf" in schema:
        faults = []
        for option in schema["oneOf"]:
            try:
                return _check(where, value, option)
            except BadRequestError as error:
                faults.append(error)
        raise faults[-1] if isinstance(value, list) else faults[0]
    wanted = schema.get("type")
    if wanted is not None:
        names = [wanted] if isinstance(wanted, str) else wanted
        if not any(isinstance(value, _TYPES[name]) for name in names):
            raise BadRequestError(f"“{where}” must be {' or '.join(names)}, not {_name(value)}.")
    if isinstance(value, str):
        _check_text(where, value, schema)
    if isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            raise BadRequestError(f"“{where}” has {len(value)} entries; at most {schema['maxItems']} are read.")
        for at, item in enumerate(value):
            _check(f"{where}[{at}]", item, schema.get("items", {}))
    extra = schema.get("additionalProperties")
    if isinstance(value, dict) and isinstance(extra, dict):
        for key, item in value.items():
            _check(f"{where}.{key}", item, extra)


def _check_text(where: str, value: str, schema: Schema) -> None:
    if "enum" in schema and value not in schema["enum"]:
        raise BadRequestError(f"“{where}” is “{value[:60]}”; it must be one of {', '.join(schema['enum'])}.")
    if len(value) < schema.get("minLength", 0):
        raise BadRequestError(f"“{where}” is empty.")
    if len(value) > schema.get("maxLength", len(value)):
        raise BadRequestError(f"“{where}” has {len(value)} characters; at most {schema['maxLength']} are read.")


def _name(value: Any) -> str:
    names = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return "null" if value is None else names.get(type(value), type(value).__name__)
