"""Exception -> status and sentence. One shape (RFC 9457) for JSON; the page says the same sentence."""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from grammar.base.errors import SyntaxProblemError
from referee.errors import BudgetError, RefereeError, RuleFaultError, UnknownNameError
from web.base.faults import BadRequestError, ForbiddenError, MissingError
from web.base.limits import RateLimitError
from web.game.reader import here
from web.http.accesslog import request_id, shown_path

log = logging.getLogger("paragraf.web")


def problem(status: int, title: str, detail: str, **more: Any) -> dict[str, Any]:
    """The one shape of an error."""
    return {"type": "about:blank", "status": status, "title": title, "detail": detail, **more}


def wants_json() -> bool:
    """Whether the caller is a program."""
    if request.path.startswith("/api/"):
        return True
    best = request.accept_mimetypes.best_match(["text/html", "application/json"])
    return best == "application/json"


def respond(status: int, key: str, detail: str, **more: Any) -> tuple[Response | str, int]:
    """The error as JSON or as a page."""
    title = here().t(f"error.{key}")
    if wants_json():
        response = jsonify(problem(status, title, detail, **more))
        response.content_type = "application/problem+json"
        return response, status
    return render_template("error.html", status=status, title=title, detail=detail, **more), status


def init_app(app: Flask) -> None:
    """Registers the handlers."""

    @app.errorhandler(MissingError)
    def missing(error: MissingError) -> tuple[Response | str, int]:
        if request.path.startswith("/api/"):  # programs are told what kind of name it should have been
            return respond(404, "unknown", str(error), name=error.name)
        if app.config.get("POCKET") and request.path.startswith("/t/"):
            return respond(404, "unknown", here().t("offline.shared"), name=error.name)
        detail = here().t("error.unknown_detail", name=error.name[:80])
        if error.near:
            detail += " " + here().t("error.unknown_near", names=", ".join(error.near))
        return respond(404, "unknown", detail, name=error.name)

    @app.errorhandler(UnknownNameError)
    def unknown(error: UnknownNameError) -> tuple[Response | str, int]:
        return respond(422, "question", here().sentence(error), name=error.name)

    @app.errorhandler(RuleFaultError)
    def fault(error: RuleFaultError) -> tuple[Response | str, int]:
        log.warning("a rule cannot be carried out: %s", error)
        return respond(422, "fault", str(error))

    @app.errorhandler(BudgetError)
    def too_much(error: BudgetError) -> tuple[Response | str, int]:
        return respond(422, "budget", here().sentence(error))

    @app.errorhandler(RefereeError)
    def refused(error: RefereeError) -> tuple[Response | str, int]:
        return respond(422, "question", here().sentence(error))

    @app.errorhandler(SyntaxProblemError)
    def unreadable(error: SyntaxProblemError) -> tuple[Response | str, int]:
        return respond(422, "question", str(error))

    @app.errorhandler(BadRequestError)
    def malformed(error: BadRequestError) -> tuple[Response | str, int]:
        return respond(400, "request", str(error))

    @app.errorhandler(ForbiddenError)
    def forbidden(error: ForbiddenError) -> tuple[Response | str, int]:
        return respond(403, "forbidden", str(error))

    @app.errorhandler(RateLimitError)
    def limited(error: RateLimitError) -> tuple[Response | str, int]:
        body, status = respond(429, "rate", here().t("error.rate_detail", seconds=error.seconds))
        response = app.make_response(body)
        response.headers["Retry-After"] = str(error.seconds)
        return response, status

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> tuple[Response | str, int] | HTTPException:
        status = error.code or 500
        if status < 400:
            return error
        known = {404: "missing", 405: "method", 413: "size", 414: "size", 400: "request"}
        key = known.get(status, "request" if status < 500 else "ours")
        detail = f"error.{key}_detail"
        return respond(status, key, here().t(detail, path=request.path))

    @app.errorhandler(Exception)
    def ours(error: Exception) -> tuple[Response | str, int]:
        identity = request_id()
        log.error("error %s at %s %s", identity, request.method, shown_path(request.path), exc_info=error)
        return respond(500, "ours", here().t("error.ours_detail", path=request.path), id=identity)
