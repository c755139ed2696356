"""Single things for the command line and the API: a paragraph, a term, an action, all disputes, the coverage."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kb.library import Game, Library
from kb.program import paragraphs_of
from referee.code import code_of
from referee.errors import UnknownNameError
from referee.explain import Explainer


def show(library: Library, identity: str, lang: str, game_id: str | None = None) -> tuple[Any, str]:
    """Finds an id among paragraphs, terms, actions and disputes; as data and as text."""
    games = [g for g in library.games.values() if game_id in (None, g.id)]
    if not games:
        raise UnknownNameError("game", str(game_id), library.games)
    if identity == "disputes":
        data: Any = {game.id: disputes(game, lang) for game in games}
        lines = [
            f"{d['dispute']}  {d['strength']}  {d['title']}\n    {_readings(d)}" for ds in data.values() for d in ds
        ]
        return data, "\n".join(lines) or "—"
    name = identity.lstrip("#")
    known: list[str] = []
    for game in games:
        explainer = Explainer(game, code_of(game), lang)
        if name in game.prose.paragraphs:
            cited = explainer.citation(name)
            rules = "\n".join(block.text for block in game.prose.paragraphs[name].blocks)
            where = ", ".join(
                part
                for part in (cited["number"], cited["section"], f"p. {cited['page']}" if cited["page"] else "")
                if part
            )
            return {**cited, "rule": rules}, f"#{name}  {where}\n{cited['text']}\n{rules}".rstrip()
        if name in game.prose.terms:
            term = game.prose.terms[name]
            data = {
                "term": name, "game": game.id, "names": dict(term.names), "text": term.text.get(lang) or term.text.get("en", ""),
                "aliases": {k: list(v) for k, v in term.aliases.items()}, "defined": list(term.defined), "related": list(term.related),
            }  # fmt: skip
            names = " · ".join(term.names.values())
            return data, f"{names}\n{data['text']}\n{' '.join('#' + d for d in term.defined)}".rstrip()
        if name in game.program.actions:
            action = explainer.code.action(name)
            params = {p.name: str(p.type) for p in action.node.params}
            cited = explainer.citation(action.paragraph)
            checks = sorted({c.paragraph for c in action.checks()})
            data = {
                "action": name,
                "game": game.id,
                "text": explainer.words.name(name),
                "parameters": params,
                "paragraph": cited,
                "checks": checks,
            }
            return (
                data,
                f"{name}({', '.join(params)})  #{action.paragraph}\n{cited['text']}\n{' '.join('#' + c for c in checks)}",
            )
        if name in game.program.disputes:
            found = next(d for d in disputes(game, lang) if d["dispute"] == name)
            return found, f"{name}: {found['title']}\n{found['text']}\n{_readings(found)}"
        known += [*game.prose.paragraphs, *game.prose.terms, *game.program.actions, *game.program.disputes]
    raise UnknownNameError("paragraph, term, action or dispute", name, known)


def _readings(item: dict[str, Any]) -> str:
    return " | ".join(
        f"{'*' if r['default'] else ''}{r['reading']} {' '.join('#' + c for c in r['cites'])}".strip()
        for r in item["readings"]
    )


def disputes(game: Game, lang: str) -> list[dict[str, Any]]:
    """Every declared dispute with its readings, default and reason."""
    explainer = Explainer(game, code_of(game), lang)
    found = []
    for name, cited in game.program.disputes.items():
        if not cited.paragraph:
            continue
        data = explainer.readings(name, {})
        paragraph = game.paragraph(cited.paragraph)
        text = (paragraph.text.get(lang) or paragraph.text.get("en", "")) if paragraph else ""
        title = explainer.words.name(name)
        found.append({**data, "title": title if title != name.replace("_", " ") else text.split(". ")[0], "text": text})
    return sorted(found, key=lambda item: item["dispute"])


def coverage(library: Library) -> dict[str, Any]:
    """Paragraphs per game: encoded, why not, and how many in each language."""
    games = {}
    for game in library.games.values():
        carried = paragraphs_of(game.program)
        kinds = Counter(
            p.norule or ("encoded" if p.blocks or p.id in carried else "todo") for p in game.prose.paragraphs.values()
        )
        languages = {
            lang: sum(1 for p in game.prose.paragraphs.values() if p.text.get(lang)) for lang in game.prose.languages
        }
        stale = {
            lang: sum(1 for p in game.prose.paragraphs.values() if lang in p.stale) for lang in game.prose.languages[1:]
        }
        games[game.id] = {
            "paragraphs": len(game.prose.paragraphs), "kinds": dict(sorted(kinds.items())), "languages": languages, "stale": stale,
            "terms": len(game.prose.terms), "cases": sum(text.count("\ncase ") for _, text in game.prose.cases), "version": game.version,
        }  # fmt: skip
    return {"games": games, "version": library.version}
