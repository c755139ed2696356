"""OpenAPI 3.1, made from the routes and the shapes they declare."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, current_app, jsonify

from web.api.meanings import meaning
from web.api.routes import OPERATIONS, Operation
from web.api.shapes import ProblemDetails
from web.base.prefix import put
from web.base.settings import program_version

bp = Blueprint("openapi", __name__)
_REF = "#/components/schemas/{name}"


@bp.get("/api/openapi.json")
def document() -> Response:
    """The description of the API."""
    return jsonify(describe_api(current_app))


def schemas() -> dict[str, Any]:
    """The shapes of everything that is asked and told, by name."""
    told: list[type[msgspec.Struct]] = [
        ProblemDetails,
        *(shape for each in OPERATIONS.values() for shape in (each.takes, each.gives) if shape is not None),
    ]
    return components(told, _REF)


def components(told: Iterable[type[msgspec.Struct]], template: str) -> dict[str, Any]:
    """Shapes and all they are made of, by name; `template`: how they refer to each other."""
    _, found = msgspec.json.schema_components(told, ref_template=template)
    for name, shape in found.items():
        for field, of in shape.get("properties", {}).items():
            of.setdefault("description", meaning(name, field))
    return dict(sorted(found.items()))


def of(shape: type[msgspec.Struct]) -> dict[str, str]:
    """A shape by its name."""
    return {"$ref": _REF.format(name=shape.__name__)}


def describe_api(app: Flask) -> dict[str, Any]:
    """Walks the routes; each has a declaration."""
    paths: dict[str, dict[str, Any]] = {}
    for rule in app.url_map.iter_rules():
        declared = OPERATIONS.get(rule.endpoint)
        if declared is None:
            continue
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        method = "post" if "POST" in (rule.methods or ()) else "get"
        paths.setdefault(path, {})[method] = _operation(rule.endpoint, declared, sorted(rule.arguments))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Paragraf", "version": program_version(),
            "description": "A rules referee for board games: verdicts with the paragraph they rely on.",
        },
        "servers": [{"url": put(app.config["PREFIX"], "/")}],
        "paths": dict(sorted(paths.items())),
        "components": {"schemas": schemas()},
    }  # fmt: skip


def _operation(endpoint: str, declared: Operation, arguments: list[str]) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in arguments
    ]
    parameters += [
        {"name": name, "in": "query", "required": required, "description": help_, "schema": {"type": "string"}}
        for name, help_, required in declared.query
    ]
    problem = {
        "description": "a sentence that says what is wrong",
        "content": {"application/problem+json": {"schema": of(ProblemDetails)}},
    }
    described: dict[str, Any] = {
        "operationId": endpoint.removeprefix("api."),
        "summary": declared.summary,
        "responses": {
            "200": {"description": declared.summary, "content": {"application/json": {"schema": of(declared.gives)}}},
            **dict.fromkeys(("400", "404", "422", "429"), problem),
        },
    }
    if parameters:
        described["parameters"] = parameters
    if declared.takes is not None:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": of(declared.takes)}}}
        described["responses"]["413"] = problem
    return described
