"""One call of a tool: a request to the app itself, so that limits, sentences and shapes are those of the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from web.assistant.tools import TOOLS, Tool, places_of

#: where requests of an assistant on this machine come from
HERE = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: the address that limits count by, and the site that addresses of pages begin with."""

    address: str = HERE
    site: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call: the data of the answer, or the sentence that refuses it."""

    data: dict[str, Any]
    refusal: str = ""


def call(app: Flask, name: str, arguments: dict[str, Any], caller: Caller) -> Outcome:
    """Calls a tool."""
    tool = TOOLS.get(name)
    if tool is None:
        return Outcome({}, f"There is no tool “{name[:60]}”; known are {', '.join(TOOLS)}.")
    rest = dict(arguments)
    places = {}
    for place in places_of(app, tool):
        value = rest.pop(place, None)
        if not isinstance(value, str) or not value:
            return Outcome({}, f"“{place}” is missing: it must be a name.")
        places[place] = value
    if tool.operation.takes is not None:
        return _request(app, tool, places, caller, method="POST", data=msgspec.json.encode(rest))
    known = {query: help_ for query, help_, _ in tool.operation.query}
    for argument in rest:
        if argument not in known:
            return Outcome(
                {}, f"There is no argument “{argument[:60]}” here; known are {', '.join((*places, *known))}."
            )
    query = {key: str(value) for key, value in rest.items() if value is not None}
    return _request(app, tool, places, caller, method="GET", query_string=query)


def _request(app: Flask, tool: Tool, places: dict[str, str], caller: Caller, **told: Any) -> Outcome:
    address = app.url_map.bind("").build(f"api.{tool.endpoint}", places, force_external=False)
    builder = EnvironBuilder(address, environ_base={"REMOTE_ADDR": caller.address}, **told)
    try:
        body, status, _ = run_wsgi_app(app, builder.get_environ(), buffered=True)
    finally:
        builder.close()
    data = msgspec.json.decode(b"".join(body))
    if not status.startswith("200"):
        return Outcome({}, str(data["detail"]))
    return Outcome(data)
