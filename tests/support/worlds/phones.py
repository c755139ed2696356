"""Phones at a table with secrets."""

from __future__ import annotations

import io
import json
from typing import Any

from tests.support.tables import Phone
from tests.support.worlds.games import HARBOUR


def bring(app: Any, draws: str = "app", **more: Any) -> Phone:
    """A table with charms; red is to move."""
    host = Phone(app)
    file = {"paragraf_table": 1, "game": "harbour", "draws": draws, "state": {**HARBOUR, **more}}
    made = host.client.post("/t/import", data={"file": (io.BytesIO(json.dumps(file).encode()), "t.json")})
    assert made.status_code == 303, made.text
    host.url = made.location
    return host


def seated(app: Any, host: Phone, *roles: str) -> list[Phone]:
    """A phone for each role, and one that only holds the key."""
    phones = [Phone(app).join(host) for _ in (*roles, "")]
    for phone, role in zip(phones, roles, strict=False):
        phone.post("/seat", role=role)
    return phones


def whole(host: Phone) -> dict[str, Any]:
    found: dict[str, Any] = host.client.post(f"{host.url}/export.json", data={"seen": host.number}).json["state"]
    return found
