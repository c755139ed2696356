"""`check`: lints the corpus and runs its cases, once or whenever a file is saved."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click

from kb.cases import PlacedCase, read_cases
from kb.games.folders import game_folders
from kb.model.problems import Problem
from referee.errors import RefereeError, RefusedError, UnknownNameError
from referee.service import line
from web.author.examination import Examined, examine, news
from web.author.progress import Progress
from web.author.watch import Watch
from web.base.settings import cache_folder
from web.cli.main import Stopped
from web.cli.terminal.games import all_folders, game_folder
from web.cli.terminal.options import answers
from web.cli.terminal.spoken import Spoken
from web.server.soundness import remember_right

FOLDER = click.Path(exists=True, path_type=Path)


@click.command(cls=Spoken)
@click.argument("games", nargs=-1, metavar="[GAME|FOLDER]...")
@click.option("--cases", type=FOLDER)
@click.option("--game")
@click.option("--quiet", is_flag=True)
@click.option("--watch", is_flag=True)
@answers
@click.pass_context
def check(
    ctx: click.Context, games: tuple[str, ...], cases: Path | None, game: str | None, quiet: bool, watch: bool, lang: str,
    data: bool,
) -> None:  # fmt: skip
    """Checks; the exit code is 1 when there is an error."""

    def folders() -> dict[str, Path]:
        return _folders(games, game)

    def look(folder: Path, step: Callable[[int, int], None]) -> Examined:
        extra: list[Problem] = []
        outside = None if cases is None else _outside_cases(cases, folder.name, len(folders()), extra)
        return examine(folder, cache_folder(), outside, extra, step)

    if watch:
        if data:
            raise click.UsageError(line("check.json", lang))
        _watch(folders, look, quiet, lang)
        return
    found: list[Examined] = []
    wanted = folders()
    for folder in wanted.values():
        progress = Progress(folder.name)
        try:
            with progress:
                found.append(look(folder, progress))
        except KeyboardInterrupt:
            begun = [line("check.cases", lang, folder.name, progress.done, progress.of)] if progress.of else []
            raise Stopped("; ".join((line("check.games", lang, len(found), len(wanted)), *begun)), lang) from None
        if found[-1].is_right and cases is None and not games:
            remember_right(found[-1].game, cache_folder(), "cases")
        if not data:
            for each in (*found[-1].told(quiet), found[-1].count(lang)):
                click.echo(str(each))
    if data:
        click.echo(json.dumps({"games": {each.game.id: each.data() for each in found}}, ensure_ascii=False, indent=1))
    ctx.exit(0 if all(each.is_right for each in found) else 1)


def _watch(
    folders: Callable[[], dict[str, Path]],
    look: Callable[[Path, Callable[[int, int], None]], Examined],
    quiet: bool,
    lang: str,
) -> None:
    """Looks until it is stopped; only what is otherwise than before is printed."""
    seen: dict[Path, Examined] = {}
    looks = 0

    def there() -> list[Path]:
        try:
            return list(folders().values())
        except RefereeError:  # while a file is replaced there may be no game at all
            return []

    def tell(changed: list[Path]) -> None:
        for folder in changed:
            if folder not in there():
                click.echo(line("check.gone", lang, folder.name))
                seen.pop(folder, None)
                continue
            with Progress(folder.name) as progress:
                found = look(folder, progress)
            for each in news(seen.get(folder), found, quiet, lang):
                click.echo(each)
            seen[folder] = found

    first = list(folders().values())
    watch = Watch(there)
    try:
        tell(first)
        click.echo(line("check.watching", lang), err=True)
        for changed in watch.rounds():
            looks += 1
            tell(changed)
    except KeyboardInterrupt:
        click.echo(f"\n{line('check.stopped', lang, looks)}", err=True)


def _folders(named: tuple[str, ...], only: str | None) -> dict[str, Path]:
    """The games that are meant, by name."""
    if named:
        found: dict[str, Path] = {}
        for name in named:
            inside = game_folders(Path(name)) if Path(name).is_dir() else ()
            if Path(name).is_dir() and not inside:
                raise RefusedError("no_game", name)
            found |= {folder.name: folder for folder in inside or (game_folder(name),)}
    else:
        found = all_folders()
    if only is not None and only not in found:
        raise UnknownNameError("game", only, found)
    return {only: found[only]} if only is not None else found


def _outside_cases(path: Path, game: str, games: int, problems: list[Problem]) -> list[PlacedCase]:
    """Case files for a game: a file, a folder, or a folder with one folder or file per game."""
    if path.is_file():
        files = [path] if games == 1 or game in path.name else []
    elif (path / game).is_dir():
        files = sorted((path / game).rglob("*.md"))
    else:
        files = sorted(p for p in path.rglob("*.md") if games == 1 or p.name.startswith(game))
    return [case for file in files for case in read_cases(str(file), file.read_text("utf-8"), problems)]
