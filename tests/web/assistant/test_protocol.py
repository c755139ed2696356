"""Chat assistants: the package's own client speaks to the server, over pipes, over HTTP and in one process."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import msgspec
import pytest
from flask import Flask
from mcp import Client, MCPError, StdioServerParameters

from tests.support.served import Served
from tests.support.web_app import made_up_app, made_up_games
from web.assistant.calls import Caller, call
from web.assistant.server import make_server
from web.assistant.tools import TOOLS

#: seconds after which a server that says nothing is given up; nothing here is timed
PATIENCE = 120
SITE = "https://example.org"
Talk = Callable[[Client], Awaitable[None]]


def talk(server: Any, what: Talk) -> None:
    """In a thread of its own: a browser of another test may keep a loop running here."""

    async def run() -> None:
        with anyio.fail_after(PATIENCE):
            async with Client(server) as client:
                await what(client)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, run).result()


def here(app: Flask) -> Any:
    return make_server(app, lambda _: Caller(site=SITE))


async def asked(client: Client, question: str, **more: Any) -> types.CallToolResult:
    found = await client.call_tool("ask", {"game": "harbour", "question": question, **more})
    assert isinstance(found, types.CallToolResult)
    return found


def texts(result: types.CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if isinstance(part, types.TextContent))


async def converse(client: Client) -> None:
    """What every way of speaking must bring."""
    listed = await client.list_tools()
    assert {tool.name for tool in listed.tools} == set(TOOLS)
    found = await client.call_tool("search", {"q": "lease", "game": "harbour", "limit": 5})
    assert isinstance(found, types.CallToolResult) and found.structured_content["hits"]
    refused = await asked(client, "lease(north)", **{"as": "red", "given": "owner of north = blue"})
    assert refused.structured_content["verdict"] == "no"
    link = next(part for part in refused.content if isinstance(part, types.ResourceLink))
    assert f"[{link.name}]" in texts(refused)
    read = await client.read_resource(link.uri)
    text = read.contents[0]
    assert isinstance(text, types.TextResourceContents)
    assert refused.structured_content["citations"][0]["text"] in text.text


def test_in_one_process(web_app: Flask) -> None:
    talk(here(web_app), converse)


def test_over_pipes(web_folder: Path) -> None:
    env = {**os.environ, "PARAGRAF_CORPUS": str(web_folder / "games"), "PARAGRAF_CACHE": str(web_folder / "cache")}
    talk(StdioServerParameters(command=sys.executable, args=["-m", "web.cli", "mcp"], env=env), converse)


def test_over_http(tmp_path: Path) -> None:
    with Served(tmp_path, made_up_games(tmp_path), MCP="1") as server:

        async def with_pages(client: Client) -> None:
            await converse(client)
            told = texts(await asked(client, "lease(north)", **{"as": "red", "given": "owner of north = blue"}))
            [page] = re.findall(rf"<{server.base}(/g/harbour/p/[^>]+)>", told)[:1]
            assert "har." in server.get(page)

        talk(f"{server.base}/mcp", with_pages)
        assert "Traceback" not in server.err


def test_nobody_is_answered_over_http_unless_it_is_switched_on(client: Any) -> None:
    assert client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"}).status_code == 404


def test_http_has_the_limits_of_the_app(web_folder: Path) -> None:
    app = made_up_app(web_folder, MCP=1, RATE=4)
    client = app.test_client()
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    headers = {"Accept": "application/json, text/event-stream"}
    first = client.post("/mcp", json=ping, headers=headers)
    assert (first.status_code, first.json["result"]) == (200, {})
    assert client.post("/mcp", json=ping, headers=headers).status_code == 429
    other = {**headers, "Origin": "https://example.net"}
    assert client.post("/mcp", json=ping, headers=other).status_code == 403
    assert client.get("/mcp").status_code == 405


def test_an_answer_is_the_one_of_the_api(web_app: Flask) -> None:
    body = {"question": "lease(north)", "as": "red", "given": "owner of north = blue", "lang": "pl"}
    api = web_app.test_client().post("/api/v1/games/harbour/ask", json=body)
    assert call(web_app, "ask", {"game": "harbour", **body}, Caller()).data == api.json


def test_answers_link_to_pages_where_there_is_a_site(web_app: Flask) -> None:
    async def look(client: Client) -> None:
        told = texts(await asked(client, "lease(north)", **{"as": "red", "given": "owner of north = blue"}))
        assert f"<{SITE}/g/harbour/p/har.act.2>" in told

    talk(here(web_app), look)


def test_every_result_fits_the_schema_that_its_tool_declares(web_app: Flask) -> None:
    """The client checks each result by the schema of its tool, and refuses what does not fit."""

    async def every(client: Client) -> None:
        game = {"game": "harbour"}
        calls: list[tuple[str, dict[str, Any]]] = [
            ("games", {}), ("search", {"q": "dock", "lang": "uk"}), ("show", {**game, "identity": "har.act.2", "lang": "pl"}),
            ("schema", game), ("schema", {**game, "like": "lease"}), ("ask", {**game, "question": "rent(north)"}),
            ("moves", {**game, "as": "red", "given": "players = 2"}), ("apply", {**game, "action": "begin", "given": "players = 2"}),
            ("disputes", game),
        ]  # fmt: skip
        assert {name for name, _ in calls} == set(TOOLS)
        for name, arguments in calls:
            result = await client.call_tool(name, arguments)
            assert isinstance(result, types.CallToolResult) and not result.is_error, (name, texts(result))

    talk(here(web_app), every)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("ask", {"game": "harbor", "question": "lease(north)"}, "harbour"),
        ("ask", {"game": "harbour", "question": "leese(north)"}, "lease"),
        ("ask", {"game": "harbour", "question": "x" * 5_000}, "4000"),
        ("ask", {"question": "lease(north)"}, "“game” is missing"),
        ("ask", {"game": "harbour", "qestion": "lease(north)"}, "no field “qestion”"),
        ("search", {"text": "lease"}, "known are q"),
        ("show", {"game": "harbour", "identity": "har.act.99"}, "har.act.99"),
        ("table", {"code": "ABCD"}, "There is no tool"),
    ],
)
def test_what_cannot_be_answered_is_a_sentence(web_app: Flask, tool: str, arguments: Any, said: str) -> None:
    assert said in call(web_app, tool, arguments, Caller()).refusal


def test_calls_are_counted_like_questions(web_folder: Path) -> None:
    app = made_up_app(web_folder, RATE=4)
    question = {"game": "harbour", "question": "rent(north)"}
    assert not call(app, "ask", question, Caller("1.2.3.4")).refusal
    assert "1" in call(app, "ask", question, Caller("1.2.3.4")).refusal
    assert not call(app, "ask", question, Caller("1.2.3.5")).refusal


def test_no_tool_and_no_resource_knows_a_table(web_app: Flask) -> None:
    """A table's hidden facts cannot be had: nothing that can be called takes a table, and all calls are of the API."""

    async def look(client: Client) -> None:
        told = msgspec.json.encode([tool.model_dump() for tool in (await client.list_tools()).tools]).decode()
        assert "/t/" not in told
        with pytest.raises(MCPError, match="cannot be read"):
            await client.read_resource("paragraf://t/ABCDEFGH")
        with pytest.raises(MCPError, match="cannot be read"):
            await client.read_resource("https://example.org/t/ABCDEFGH")

    talk(here(web_app), look)
    assert all(tool.endpoint in ENDPOINTS for tool in TOOLS.values())


ENDPOINTS = ("games", "search", "paragraph", "schema", "ask_question", "moves", "apply_action", "disputes")


def test_every_paragraph_is_listed_once(web_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.assistant.server.PAGE", 7)
    seen: list[str] = []

    async def walk(client: Client) -> None:
        cursor = None
        while True:
            page = await client.list_resources(cursor=cursor)
            seen.extend(each.name for each in page.resources)
            cursor = page.next_cursor
            if cursor is None:
                break
        with pytest.raises(MCPError, match="cursor"):
            await client.list_resources(cursor="next")

    talk(here(web_app), walk)
    [volume] = web_app.extensions["paragraf-corpus"].volumes()
    assert seen == list(volume.game.prose.paragraphs)
