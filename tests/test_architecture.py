"""What the code may not know, and how large a module may grow."""

from __future__ import annotations

import re
from pathlib import Path

from kb.library import load_library
from tests.conftest import ROOT

PACKAGES = ("grammar", "kb", "referee", "web")
#: words that games use and that code needs in their ordinary sense
ORDINARY = frozenset(
    ["a", "action", "actions", "active", "adjacent", "after", "all", "amount", "android", "any", "asset", "assets", "b", "bag", "before", "blocked", "board", "bonus", "border", "bottom", "c", "call", "card", "cards", "case", "chance", "change", "changes", "choice", "choose", "clear", "closed", "code", "common", "cost", "count", "counter", "current", "cycle", "d", "deal", "deck", "declared", "default", "define", "deleted", "depends", "discard", "done", "draw", "e", "each", "edition", "editions", "effect", "effects", "element", "end", "enemy", "entry", "event", "events", "exit", "export", "f", "fact", "facts", "field", "fields", "first", "fixed", "found", "free", "g", "game", "games", "general", "goods", "group", "growth", "guard", "h", "hand", "height", "hidden", "high", "history", "holds", "home", "i", "illness", "in", "index", "influence", "information", "input", "is", "item", "items", "job", "k", "keep", "kind", "kinds", "labor", "labour", "language", "last", "law", "layer", "leaf", "left", "level", "library", "light", "limit", "line", "link", "links", "list", "lists", "local", "locked", "low", "main", "map", "mark", "market", "marks", "measure", "media", "members", "middle", "money", "move", "moves", "n", "name", "names", "needs", "neutral", "new", "next", "no", "none", "normal", "note", "number", "numbers", "offer", "offers", "on", "one", "open", "option", "options", "order", "other", "out", "own", "owner", "p", "page", "pages", "part", "parts", "pass", "passed", "path", "paths", "pay", "phase", "piece", "place", "places", "plain", "play", "player", "players", "point", "points", "policy", "position", "present", "price", "primary", "print", "procedure", "public", "q", "question", "questions", "r", "rank", "reading", "readings", "reason", "red", "refuse", "remove", "resolve", "resource", "rest", "result", "return", "reveal", "right", "ring", "role", "roles", "round", "row", "rule", "rules", "s", "scale", "score", "season", "second", "secret", "section", "sections", "sell", "set", "setup", "show", "side", "size", "skip", "slot", "social", "sort", "source", "space", "spend", "stable", "stage", "standard", "start", "starts", "state", "step", "steps", "stop", "storage", "strength", "strict", "strike", "style", "support", "switch", "symbol", "t", "table", "tables", "take", "taken", "term", "terms", "text", "the", "tie", "time", "title", "to", "token", "tokens", "tools", "top", "total", "track", "trade", "turn", "type", "types", "u", "under", "unit", "up", "upper", "use", "used", "user", "v", "value", "values", "version", "view", "vote", "w", "wait", "want", "weak", "week", "weight", "when", "white", "who", "width", "winner", "with", "word", "work", "x", "y", "yes", "z", "blue", "green", "amber", "black", "orange", "purple", "gray", "grey", "empty", "full", "large", "small", "short", "long", "top_row", "tell", "tally", "wide", "narrow", "near", "safe", "strong", "simple", "single"]
)


def game_words() -> set[str]:
    """Names that only a game would use: members of its kinds, its facts, actions, terms, titles."""
    words: set[str] = set()
    for game in load_library().games.values():
        program = game.program
        for members in program.members.values():
            words.update(members)
        words.update(program.roles and program.members.get(program.roles, ()))
        words.update(program.facts, program.actions, program.procedures)
        words.add(game.id)
    return {w.lower() for w in words if len(w) > 3 and w.lower() not in ORDINARY}


def test_no_game_is_known_to_the_code() -> None:
    words = game_words()
    found = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in (".py", ".lark", ".html", ".js", ".css", ".toml") and path.is_file():
                for match in re.finditer(r"[A-Za-z_][A-Za-z0-9_]*", path.read_text("utf-8")):
                    word = match.group().lower()
                    if word in words and "_" in word:
                        found.append(f"{path.relative_to(ROOT)}: {word}")
    titles = {t.lower() for game in load_library().games.values() for t in game.prose.title.values()}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text("utf-8").lower()
            found += [f"{path.relative_to(ROOT)}: {title}" for title in titles if title in text]
    assert sorted(set(found)) == []


def test_modules_stay_small() -> None:
    too_long = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            lines = len(path.read_text("utf-8").splitlines())
            if lines > 400:
                too_long.append(f"{path.relative_to(ROOT)}: {lines}")
    assert too_long == []


def test_every_module_says_what_it_is() -> None:
    silent = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if not path.read_text("utf-8").lstrip().startswith('"""'):
                silent.append(str(path.relative_to(ROOT)))
    assert silent == []


def test_no_path_of_a_machine_in_the_files() -> None:
    pattern = re.compile(
        r"/(?:root|work|home/\w+)/|https?://(?!localhost|127\.0\.0\.1|www\.w3\.org|json-schema\.org|spec\.openapis\.org|example\.)"
    )
    found = []
    for path in sorted(Path(ROOT).rglob("*")):
        if (
            any(part.startswith(".") or part in ("node_modules", "vendor") for part in path.relative_to(ROOT).parts)
            or not path.is_file()
        ):
            continue
        if (
            path.suffix in (".py", ".md", ".toml", ".txt", ".lark", ".html", ".js", ".css", ".json")
            and path.name != "test_architecture.py"
        ):
            for number, line in enumerate(path.read_text("utf-8", errors="replace").splitlines(), 1):
                if pattern.search(line):
                    found.append(f"{path.relative_to(ROOT)}:{number}")
    assert found == []
