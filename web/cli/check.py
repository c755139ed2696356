"""`check`: lints the corpus and runs its cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from kb.cases import PlacedCase, read_cases
from kb.games.folders import game_folders
from kb.library import Game, corpus_folder, load_game
from kb.model.problems import Problem
from referee.errors import RefereeError, UnknownNameError
from referee.service import Referee
from web.base.settings import cache_folder
from web.cli.terminal.options import as_json
from web.server.soundness import remember_right

FOLDER = click.Path(exists=True, path_type=Path)


@click.command(help="Lint the corpus and run its cases. PATH: a corpus folder, or the folder of one game.")
@click.argument("path", required=False, type=FOLDER)
@click.option("--cases", type=FOLDER, help="Case files from outside the corpus.")
@click.option("--game", help="Only this game.")
@click.option("--quiet", is_flag=True, help="Errors only, no warnings and notices.")
@as_json
@click.pass_context
def check(ctx: click.Context, path: Path | None, cases: Path | None, game: str | None, quiet: bool, data: bool) -> None:
    """Checks; the exit code is 1 when there is an error."""
    games = _games(path or corpus_folder(), game)
    report: dict[str, Any] = {"games": {}}
    bad = False
    for found in games:
        extra: list[Problem] = []
        outside = _outside_cases(cases, found.id, len(games), extra) if cases is not None else None
        passed, problems = Referee(found).check(outside)
        problems += extra
        report["games"][found.id] = _report(found.version, passed, problems)
        wrong = any(p.severity == "error" for p in problems)
        bad = bad or wrong
        if not wrong and cases is None and path is None:
            remember_right(found, cache_folder(), "cases")
        if not data:
            for item in problems:
                if item.severity == "error" or not quiet:
                    click.echo(str(item))
            click.echo(f"{found.id}: {_count(passed, problems)}")
    if data:
        click.echo(json.dumps(report, ensure_ascii=False, indent=1))
    ctx.exit(1 if bad else 0)


def _games(folder: Path, wanted: str | None) -> list[Game]:
    """The games of a corpus folder, or the one of a game's folder."""
    if (folder / "game.toml").exists():
        folders = {folder.resolve().name: folder}
    else:
        folders = {found.name: found for found in game_folders(folder)}
    if not folders:
        raise RefereeError(f"There is no game in {folder}: no folder in it has a game.toml.")
    if wanted is not None and wanted not in folders:
        raise UnknownNameError("game", wanted, folders)
    cache = cache_folder() if folder == corpus_folder() else None
    return [load_game(found, cache) for name, found in folders.items() if wanted in (None, name)]


def _count(passed: int, problems: list[Problem]) -> str:
    """What passed and what did not, in one line; notices are not counted, since nothing need be done about them."""
    failed = _failed(problems)
    errors = sum(p.severity == "error" for p in problems) - failed
    warnings = sum(p.severity == "warning" for p in problems)
    return f"{passed} cases passed, {failed} failed, {errors} errors, {warnings} warnings"


def _failed(problems: list[Problem]) -> int:
    return sum(p.code == "CASE-FAILED" for p in problems)


def _report(version: str, passed: int, problems: list[Problem]) -> dict[str, Any]:
    listed = [
        {"code": p.code, "severity": p.severity, "place": str(p.place), "message": p.message, "cure": p.cure}
        for p in problems
    ]
    return {"version": version, "cases_passed": passed, "cases_failed": _failed(problems), "problems": listed}


def _outside_cases(path: Path, game: str, games: int, problems: list[Problem]) -> list[PlacedCase]:
    """Case files for a game: a file, a folder, or a folder with one folder or file per game."""
    if path.is_file():
        files = [path] if games == 1 or game in path.name else []
    elif (path / game).is_dir():
        files = sorted((path / game).rglob("*.md"))
    else:
        files = sorted(p for p in path.rglob("*.md") if games == 1 or p.name.startswith(game))
    return [case for file in files for case in read_cases(str(file), file.read_text("utf-8"), problems)]
