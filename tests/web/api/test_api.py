"""The API: the contract of shapes, verdicts and errors."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kb.languages.texts import languages
from referee.state import State
from tests.referee.questions.test_states import OLD
from tests.support.places import ROOT
from tests.support.web_app import made_up_app
from web.api.openapi import describe_api, schemas

ASK = "/api/v1/games/harbour/ask"
SHAPES = schemas()


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """A small check of the declared shapes, enough for what we declare."""
    if "$ref" in schema:
        return fits(value, SHAPES[schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return any(fits(value, each) for each in schema["anyOf"])
    types = {"string": str, "object": dict, "array": list, "boolean": bool, "integer": int, "null": type(None)}
    wanted = schema.get("type")
    names = [] if wanted is None else [wanted] if isinstance(wanted, str) else wanted
    if names and not any(isinstance(value, types[name]) for name in names):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, list):
        return all(fits(item, schema.get("items", {})) for item in value)
    if isinstance(value, dict):
        known = schema.get("properties", {})
        return all(key in value for key in schema.get("required", ())) and all(
            fits(item, known.get(key, {})) for key, item in value.items()
        )
    return True


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"question": "lease(north)", "as": "red", "given": "owner of north = green"}, "no"),
        (
            {
                "question": "lease(north)",
                "as": "red",
                "given": ["owner of north = none", "coins of red = 10", "owner of middle = none"],
            },
            "yes",
        ),
        ({"question": "lease", "as": "red"}, "depends"),
        ({"question": "price(wine)", "lang": "pl"}, "value"),
        (
            {
                "question": "price(wine)",
                "edition": "print2",
                "rulings": {"full_house": "seven"},
                "state": {"players": 3},
            },
            "value",
        ),
    ],
)
def test_ask(client: Any, body: dict[str, Any], expected: str) -> None:
    response = client.post(ASK, json=body)
    assert response.status_code == 200, response.text
    assert response.json["verdict"] == expected
    assert fits(response.json, SHAPES["Answer"])


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        ({}, 400, "The field “question” is missing"),
        ([], 400, "The body must be a JSON object"),
        ({"question": "x", "role": "red"}, 400, "There is no field “role” here"),
        ({"question": 3}, 400, "“question” must be string, not a number."),
        ({"question": ""}, 400, "“question” is empty."),
        ({"question": "x" * 5000}, 400, "at most 4000 are read"),
        ({"question": "price(wine)", "lang": "yy"}, 400, f"it must be one of {', '.join(languages())}"),
        ({"question": "price(wine)", "given": [1]}, 400, "“given[0]” must be string"),
        ({"question": "price(wine)", "rulings": {"a": 1}}, 400, "“rulings.a” must be string"),
        ({"question": "leese(north)"}, 422, "lease"),
        ({"question": "lease(nort)", "as": "red"}, 422, "nort"),
        ({"question": "lease(north)", "as": "reed"}, 422, "Did you mean “red”"),
        ({"question": "lease((("}, 422, "The question cannot be read"),
        ({"question": "price(wine)", "rulings": {"full_hous": "six"}}, 422, "Did you mean “full_house”"),
        ({"question": "price(wine)", "edition": "print9"}, 422, "There is no edition “print9”"),
        ({"question": "price(wine)", "state": {"coin": 3}}, 422, "The state cannot be"),
        ({"question": "price(wine)", "state": {"members": 3}}, 422, "“members” of the state must be"),
        ({"question": "price(wine)", "state": {"members": {"zz": []}}}, 422, "There is no kind “zz”"),
        ({"question": "price(wine)", "state": {"members": {"cargo": 3}}}, 422, "must list the names"),
        ({"question": "price(wine)", "state": {"rulings": 3}}, 422, "“rulings” of the state must be"),
        ({"question": "price(wine)", "state": {"course": {"step": "zz"}}}, 422, "There is no step"),
        ({"question": "price(wine)", "state": {"pending": {}}}, 422, "“pending” of the state"),
        ({"question": "price(wine)", "state": {"pending": 5}}, 422, "“pending” of the state must be"),
        ({"question": "price(wine)", "state": {"@used": 5}}, 422, "“@used” of the state must be an object of numbers"),
        (
            {"question": "price(wine)", "state": {"@used": {"a": "b"}}},
            422,
            "“a” in “@used” of the state must be a number",
        ),
        (
            {"question": "price(wine)", "state": {"course": {"step": 5}}},
            422,
            "“step” in “course” of the state must be a name",
        ),
        ({"question": "price(wine)", "state": {"course": {"steps": "x"}}}, 422, "has no “steps”; known are step, who"),
        ({"question": "price(wine)", "state": {"over": 3}}, 422, "“over” of the state must be true or false"),
        (
            {"question": "price(wine)", "state": {"incomplete": [3]}},
            422,
            "“incomplete” of the state must be a list of kinds",
        ),
        (
            {"question": "price(wine)", "state": {"owner": {"do": 1, "with": 2}}},
            422,
            "“owner” of the state must be an action",
        ),
        (
            {"question": "price(wine)", "state": {"players": 10**13}},
            422,
            "“players” of the state has a number that is too large",
        ),
        ({"question": "price(wine)", "given": "players = " + "9" * 5000}, 422, "The number 999999999999… is too large"),
        ({"question": "price(" + "9" * 3900 + ")"}, 422, "The number 999999999999… is too large"),
        ({"question": "1" + "+1" * 1900}, 422, "nested more than"),
    ],
)
def test_bad_questions_get_a_sentence(client: Any, body: Any, status: int, sentence: str) -> None:
    response = client.post(ASK, json=body)
    assert response.status_code == status, response.text
    assert response.content_type == "application/problem+json"
    assert fits(response.json, SHAPES["ProblemDetails"]) and sentence in response.json["detail"]
    assert "Traceback" not in response.text


def test_body_that_is_no_json(client: Any) -> None:
    response = client.post(ASK, data=b'{"question": ', content_type="application/json")
    assert response.status_code == 400 and response.json["detail"] == "The body is not JSON (line 1, column 14)."
    response = client.post(ASK, data=b"\xff\xfe\x00", content_type="application/json")
    assert response.status_code == 400
    response = client.post(ASK, data=b"[" * 200_000, content_type="application/json")
    assert response.status_code == 400
    for strange in (
        b"NaN",
        b'"\\ud800"',
        b'{"question": 1e999}',
        b"",
        b'{"question": "x", "state": {"players": ' + b"9" * 5_000 + b"}}",
    ):
        response = client.post(ASK, data=strange, content_type="application/json")
        assert response.status_code in (400, 422) and response.json["detail"], strange


def test_body_that_is_too_large(client: Any) -> None:
    response = client.post(ASK, data=b'{"question": "' + b"x" * 1_000_001 + b'"}')
    assert response.status_code == 413 and response.json["status"] == 413


def test_unknown_game_is_not_found(client: Any) -> None:
    response = client.post("/api/v1/games/harbor/ask", json={"question": "x"})
    assert response.status_code == 404 and "Did you mean “harbour”" in response.json["detail"]
    assert client.get("/api/v1/nothing").json["status"] == 404
    assert client.get(ASK).status_code == 405


def test_a_game_can_be_played(client: Any) -> None:
    begun = client.post("/api/v1/games/harbour/apply", json={"action": "begin", "state": {"players": 2}})
    assert begun.status_code == 200 and fits(begun.json, SHAPES["Played"])
    state = begun.json["state"]
    moves = client.post("/api/v1/games/harbour/moves", json={"as": state["course"]["who"], "state": state})
    assert fits(moves.json, SHAPES["Moves"]) and "lease" in {move["action"] for move in moves.json["moves"]}
    body = {"action": "lease(north)", "as": state["course"]["who"], "state": state, "lang": "uk"}
    applied = client.post("/api/v1/games/harbour/apply", json=body)
    assert applied.json["state"]["owner"]["north"] == "red" and applied.json["changes"]
    again = client.post("/api/v1/games/harbour/apply", json={**body, "state": applied.json["state"]})
    assert again.status_code == 422
    value = client.post("/api/v1/games/harbour/apply", json={"action": "price(wine)", "state": state})
    assert value.status_code == 422 and "is a value, not an action" in value.json["detail"]


@pytest.mark.parametrize("lang", ["en", "pl", "uk"])
def test_get_routes(client: Any, lang: str) -> None:
    routes = {
        "/api/v1/games": "Games",
        f"/api/v1/search?q=storm&lang={lang}": "SearchResult",
        f"/api/v1/games/harbour/paragraphs/har.act.2?lang={lang}&edition=print2": "ParagraphInfo",
        f"/api/v1/games/harbour/schema?lang={lang}": "GameSchema",
        f"/api/v1/games/harbour/disputes?lang={lang}": "Disputes",
    }
    for path, shape in routes.items():
        response = client.get(path)
        assert response.status_code == 200, path
        assert fits(response.json, SHAPES[shape]), path


def test_bad_queries(client: Any) -> None:
    assert client.get("/api/v1/search?q=x&limit=0").status_code == 400
    assert client.get("/api/v1/search?q=x&lang=xx").status_code == 400
    assert client.get("/api/v1/search?q=x&game=zz").status_code == 422
    assert client.get("/api/v1/games/harbour/paragraphs/har.zz").status_code == 404


def test_openapi_describes_every_route(client: Any, web_app: Any) -> None:
    document = client.get("/api/openapi.json").json
    assert document["openapi"] == "3.1.0"
    routes = [rule for rule in web_app.url_map.iter_rules() if rule.rule.startswith("/api/v1/")]
    described = [(path, method) for path, methods in document["paths"].items() for method in methods]
    assert len(described) == len(routes)
    text = json.dumps(document)
    for name in SHAPES:
        assert f"#/components/schemas/{name}" in text, name


def test_the_docs_name_every_route_and_every_field(web_app: Any) -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    for path, methods in describe_api(web_app)["paths"].items():
        route = path.replace("{game}", "GAME").replace("{identity}", "ID")
        assert all(f"`{method.upper()} {route}`" in text for method in methods), path
    fields = {
        name
        for shape in ("AskRequest", "MovesRequest", "ApplyRequest", "CardRequest")
        for name in SHAPES[shape]["properties"]
    }
    assert [name for name in fields if f"`{name}`" not in text] == []
    assert [
        name for name in State.read(OLD).data() if name not in State.read(OLD).facts and f"`{name}`" not in text
    ] == []


def test_the_schema_says_what_an_answer_is_made_of() -> None:
    answer = SHAPES["Answer"]["properties"]
    assert answer["verdict"]["$ref"] == "#/components/schemas/Verdict" and answer["verdict"]["description"]
    assert set(SHAPES["Verdict"]["enum"]) == {"yes", "no", "depends", "disputed", "silent", "value"}
    for name in ("checks", "needs", "readings", "settled", "notes", "assumed", "would_change", "changes", "citations"):
        assert "$ref" in answer[name]["items"], name
    objects = [shape for shape in SHAPES.values() if shape.get("type") == "object"]
    assert all(shape["properties"] for shape in objects) and len(objects) > 30


def test_rate_limit(web_folder: Any) -> None:
    client = made_up_app(web_folder, RATE=4).test_client()
    statuses = [client.post(ASK, json={"question": "price(wine)"}).status_code for _ in range(3)]
    assert statuses[0] == 200 and statuses[-1] == 429
    response = client.post(ASK, json={"question": "price(wine)"})
    assert int(response.headers["Retry-After"]) > 0 and "Too many questions" in response.json["detail"]


def test_a_schema_can_be_narrowed_to_a_word(client: Any) -> None:
    whole = client.get("/api/v1/games/harbour/schema").json
    found = client.get("/api/v1/games/harbour/schema?like=Leas").json
    assert [action["name"] for action in found["actions"]] == ["lease"]
    assert found["roles"] == whole["roles"] and found["kinds"]["dock"] == whole["kinds"]["dock"]
    assert len(found["facts"]) < len(whole["facts"])
    assert client.get("/api/v1/games/harbour/schema?like=nothing-like-this").json["actions"] == []
    assert client.get(f"/api/v1/games/harbour/schema?like={'x' * 300}").status_code == 400
