"""What a browser remembers for us: for a year, on this site only, out of the sight of scripts."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

YEAR = 31_536_000


def remember(response: Response, name: str, value: str) -> None:
    """Has the browser bring a value along with every request."""
    response.set_cookie(name, value, max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
