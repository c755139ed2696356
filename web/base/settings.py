"""What can be set: one table of names, defaults and help; values come from the environment or from `create_app`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grammar.base.records import record


@record
class Setting:
    """One setting and what it does."""

    name: str
    default: Any
    help: str

    @property
    def variable(self) -> str:
        """The environment variable it is read from."""
        return f"PARAGRAF_{self.name}"


SETTINGS = (
    Setting(
        "CORPUS",
        "",
        "folder of games, or several with the path separator (:) between them; empty: the corpus that comes with the project",
    ),
    Setting("CACHE", "", "folder for what can be made again; empty: the user's cache folder"),
    Setting("BODY_LIMIT", 1_000_000, "largest request body, in bytes"),
    Setting("RATE", 600, "questions and searches a minute from one address; 0: no limit"),
    Setting("QUERY_LIMIT", 8_000, "longest text of told facts in an address, in characters"),
    Setting("DEADLINE", 200, "milliseconds of CPU that the rules may take in one request; 0: no limit"),
    Setting("DATA", "", "folder for tables; empty: the user's data folder"),
    Setting(
        "DATABASE_URL",
        "",
        "PostgreSQL for tables, for example postgresql:///paragraf; empty: SQLite in the data folder",
    ),
    Setting("TABLES", 20_000, "most tables kept"),
    Setting("TABLE_DAYS", 120, "an untouched table is kept so many days"),
    Setting("TABLE_ENTRIES", 5_000, "most changes of one table"),
    Setting("TABLE_BYTES", 4_000_000, "most bytes that the changes of one table take as they are stored"),
    Setting("TABLES_A_DAY", 100, "tables made in a day (UTC) from one address; 0: no limit"),
    Setting("POLL", 2_500, "milliseconds after which a phone at a table asks again whether something changed"),
    Setting("NEW_TABLES", 30, "tables made or joined a minute from one address; 0: no limit"),
    Setting("PROXIES", 0, "how many proxies stand in front and may be believed about the client's address"),
    Setting("PREFIX", "", "path the app is served under behind a proxy, for example /rules; empty: the whole site"),
    Setting(
        "ACCESS_LOG",
        1,
        "0: none; 1: a line a request, without health checks and polls that went well; 2: every request",
    ),
    Setting("CHECK", "rules", "what must be right before a corpus is started on: rules, or cases, which takes longer"),
    Setting(
        "OFFLINE",
        "",
        "folder of what lets phones keep the whole referee, as `paragraf offline` brings it; empty: one in the user's data folder",
    ),
    Setting("MCP", 0, "1: chat assistants are answered under /mcp (Model Context Protocol); 0: they are not"),
    Setting("STOP_SECONDS", 20, "when stopped, requests in progress may take so many seconds more"),
)
#: settings that are one of a few words
WORDS = {"CHECK": ("rules", "cases")}


def program_version() -> str:
    """The version of the program that is installed."""
    from importlib.metadata import PackageNotFoundError, version  # the command line answers without it

    try:
        return version("paragraf")
    except PackageNotFoundError:
        return "0"


def cache_folder() -> Path:
    """Where what can be made again is kept, unless a setting says otherwise."""
    named = os.environ.get("PARAGRAF_CACHE")
    return Path(named) if named else _user_folder("XDG_CACHE_HOME", ".cache")


def _user_folder(variable: str, usual: str) -> Path:
    """Our folder in one of the user's."""
    return Path(os.environ.get(variable) or Path.home() / usual) / "paragraf"


def read_settings(config: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Every setting: from `config`, else the environment, else its default."""
    given = dict(config or {})
    for setting in SETTINGS:
        if setting.name not in given:
            given[setting.name] = _from_environment(setting)
    if not given["CACHE"]:
        given["CACHE"] = cache_folder()
    if not given["DATA"]:
        given["DATA"] = _user_folder("XDG_DATA_HOME", ".local/share")
    given["OFFLINE"] = Path(given["OFFLINE"] or _user_folder("XDG_DATA_HOME", ".local/share") / "offline")
    given["PREFIX"] = read_prefix(given["PREFIX"])
    given["MAX_CONTENT_LENGTH"] = given["BODY_LIMIT"]
    return given


def read_prefix(text: str) -> str:
    """A path prefix as it stands before every address: `/rules`, or nothing."""
    found = text.rstrip("/")
    if found and not re.fullmatch(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+", found):
        raise SystemExit(
            f"paragraf: PARAGRAF_PREFIX is “{text}”; it must be a path such as /rules: a slash, then letters, digits, - . _ ~."
        )
    return found


def _from_environment(setting: Setting) -> Any:
    text = os.environ.get(setting.variable)
    if text is None or text == "":
        return setting.default
    if isinstance(setting.default, int):
        if not text.isdecimal():
            raise SystemExit(f"paragraf: {setting.variable} is “{text}”; it must be a whole number ({setting.help}).")
        return int(text)
    if text not in WORDS.get(setting.name, (text,)):
        raise SystemExit(
            f"paragraf: {setting.variable} is “{text}”; it must be {' or '.join(WORDS[setting.name])} ({setting.help})."
        )
    return text
