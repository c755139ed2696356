"""The protocol under /mcp, when it is switched on: every message is a request that is answered with JSON; no sessions, no streams."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from web.assistant.calls import Caller
from web.assistant.server import Context, make_server
from web.base.work import spend

bp = Blueprint("assistant", __name__)
#: where the caller of a message stands in what the package hands on
_CALLER = "paragraf.caller"
#: seconds after which a message is given up
PATIENCE = 30


class Bridge:
    """Messages of the server's threads, answered by the package in a loop of its own."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._starting = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._manager: StreamableHTTPSessionManager | None = None

    def answer(self, scope: dict[str, Any], body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers and body for one message."""
        with self._starting:
            if self._loop is None:
                self._start()
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(self._handle(scope, body), self._loop).result(PATIENCE)

    def _start(self) -> None:
        ready = threading.Event()

        async def stay() -> None:
            self._manager = StreamableHTTPSessionManager(
                make_server(self._app, _caller_of), json_response=True, stateless=True,
                max_request_body_size=self._app.config["BODY_LIMIT"],
            )  # fmt: skip
            async with self._manager.run():
                self._loop = asyncio.get_running_loop()
                ready.set()
                await asyncio.Event().wait()

        threading.Thread(target=lambda: asyncio.run(stay()), name="assistant", daemon=True).start()
        ready.wait(PATIENCE)

    async def _handle(self, scope: dict[str, Any], body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        assert self._manager is not None
        said: dict[str, Any] = {}
        parts: list[bytes] = []
        gone = asyncio.Event()
        messages = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> dict[str, Any]:
            if (message := next(messages, None)) is not None:
                return message
            await gone.wait()  # nobody hangs up before the answer is there
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                said.update(message)
            else:
                parts.append(message.get("body", b""))

        await self._manager.handle_request(scope, receive, send)
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in said["headers"]]
        return said["status"], headers, b"".join(parts)


def _caller_of(context: Context) -> Caller:
    found: Caller = context.request.scope[_CALLER] if context.request is not None else Caller()
    return found


def init_app(app: Flask) -> None:
    """Answers under /mcp."""
    app.extensions["paragraf-assistant"] = Bridge(app)
    app.register_blueprint(bp)


@bp.post("/mcp")
def message() -> Response:
    """One message of an assistant's client (Model Context Protocol, streamable HTTP)."""
    spend()
    bridge: Bridge = current_app.extensions["paragraf-assistant"]
    scope = {
        "type": "http", "http_version": "1.1", "method": "POST", "path": "/mcp", "raw_path": b"/mcp", "query_string": b"", "root_path": "",
        "scheme": request.scheme, "server": None, "client": None,
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in request.headers],
        _CALLER: Caller(request.remote_addr or "", request.host_url.rstrip("/") + current_app.config["PREFIX"]),
    }  # fmt: skip
    status, headers, body = bridge.answer(scope, request.get_data(cache=False))
    kept = [(name, value) for name, value in headers if name not in ("content-length", "connection")]
    return Response(body, status, kept)
