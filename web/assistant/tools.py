"""What an assistant can call: operations of the API, each under one word; arguments and results have the API's shapes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Flask

from web.api.openapi import components
from web.api.routes import OPERATIONS, Operation

_REF = "#/$defs/{name}"
_NAME = {"type": "string"}


@dataclass(frozen=True, slots=True)
class Tool:
    """A word, the endpoint behind it, and when an assistant should use it."""

    name: str
    endpoint: str
    advice: str

    @property
    def operation(self) -> Operation:
        """What the API says of it."""
        return OPERATIONS[f"api.{self.endpoint}"]


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "games", "games", "Every game with its languages and editions: the names that other tools take as `game`."
        ),
        Tool(
            "search",
            "search",
            "Find rules in any of the languages. Hits of kind `paragraph` are shown whole by `show`; hits of kind `action` and "
            "`card` have the name by which `ask` is asked.",
        ),
        Tool("show", "paragraph", "One paragraph of the rules by its id: its text, page, and what belongs to it."),
        Tool(
            "schema",
            "schema",
            "What a question may be made of: roles, kinds with their members, facts, actions, values. It is long: use `like` "
            "with a word of the action or fact you look for.",
        ),
        Tool(
            "ask",
            "ask_question",
            "May somebody do this, or what is this value? The question is an action with its arguments, or a value, by the names that "
            "`schema` lists: `action(member, number)`. Tell only facts the players told you, as `fact of member = value`. `depends` "
            "comes with the facts still wanted: ask the players for the first, then ask again. Quote `sentence` and cite the "
            "paragraphs; never answer from memory.",
        ),
        Tool("moves", "moves", "Every legal action of a role, on what was told or on a state that `apply` gave."),
        Tool(
            "apply",
            "apply_action",
            "Do an action (`begin`, `done`, `answer VALUE` too): the next state, and what changed by which paragraph. The state "
            "is yours to keep and to send again; nothing is stored.",
        ),
        Tool(
            "disputes", "disputes", "Where the sources of a game differ or are silent, with each reading and its place."
        ),
    )
}


def schema_of(shape: type[msgspec.Struct]) -> dict[str, Any]:
    """A shape of the API as a schema that stands by itself."""
    found = components([shape], _REF)
    own = found.pop(shape.__name__)
    return {**own, "$defs": found} if found else own


def arguments_of(app: Flask, tool: Tool) -> dict[str, Any]:
    """What a call takes, as a schema: the names in its address, its query, the fields of its body."""
    declared = tool.operation
    own: dict[str, Any] = schema_of(declared.takes) if declared.takes is not None else {"properties": {}}
    places = {name: {**_NAME, "description": _PLACES[name]} for name in places_of(app, tool)}
    query = {name: {**_NAME, "description": help_} for name, help_, _ in declared.query}
    needed = [*places, *(name for name, _, required in declared.query if required), *own.get("required", [])]
    return {
        **{key: value for key, value in own.items() if key in ("$defs",)},
        "type": "object",
        "properties": {**places, **query, **own["properties"]},
        "required": needed,
        "additionalProperties": False,
    }


_PLACES = {"game": "the name of the game, as `games` lists it", "identity": "the id of the paragraph"}


def places_of(app: Flask, tool: Tool) -> list[str]:
    """The names in the address of a tool's operation."""
    rule = next(iter(app.url_map.iter_rules(f"api.{tool.endpoint}")))
    return sorted(rule.arguments)
