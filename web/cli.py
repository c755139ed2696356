"""The command line: the same functions as the pages, the same shapes as the API."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grammar.errors import SyntaxProblemError
from kb.library import Game, Library, corpus_folder, load_game, load_library, read_cases
from kb.problems import Problem
from referee.ask import ask
from referee.code import Code, code_of
from referee.errors import RefereeError, UnknownNameError
from referee.explain import Explainer, first_sentence
from referee.moves import moves
from referee.play import answer_choice, apply_move, begin
from referee.question import read_question, read_situation, read_state
from referee.state import State
from referee.values import thaw


def cache_folder() -> Path:
    """Where what can be made again is kept."""
    named = os.environ.get("PARAGRAF_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "paragraf"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; errors are sentences on stderr, never traces."""
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        return int(options.run(options))
    except (RefereeError, SyntaxProblemError, OSError, json.JSONDecodeError) as error:
        print(f"paragraf: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="paragraf", description="Answers rules questions and cites the paragraph.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Any, help_: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help_)
        sub.set_defaults(run=run)
        return sub

    def answers(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--json", action="store_true", help="print JSON")
        sub.add_argument("--lang", default="en", choices=("en", "pl", "uk"), help="language of the answer")

    def situation(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--given", action="append", default=[], help="told facts, separated by ;")
        sub.add_argument("--state", type=Path, help="a file with a state")
        sub.add_argument(
            "--ruling", action="append", default=[], metavar="DISPUTE=READING", help="what the table ruled"
        )
        sub.add_argument("--edition", help="whose rulebook counts")

    serve = command("serve", _serve, "the web app")
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=8000)
    sub = command("ask", _ask, "may I do this, or what is this value")
    sub.add_argument("game")
    sub.add_argument("question")
    sub.add_argument("--as", dest="actor", help="who asks")
    sub.add_argument("--near", metavar="ID", help="cite by the section of this paragraph where it says the same")
    situation(sub)
    answers(sub)
    sub = command("moves", _moves, "every legal action of a role")
    sub.add_argument("game")
    sub.add_argument("--as", dest="actor", required=True)
    situation(sub)
    answers(sub)
    sub = command("apply", _apply, "the next state, and what changed by which paragraph")
    sub.add_argument("game")
    sub.add_argument("action", help="an action with its arguments, `begin`, `done`, or `answer VALUE`")
    sub.add_argument("--as", dest="actor")
    situation(sub)
    answers(sub)
    sub = command("search", _search, "find paragraphs, terms, actions, cards")
    sub.add_argument("text")
    sub.add_argument("--game")
    sub.add_argument("--kind")
    sub.add_argument("--limit", type=int, default=10)
    answers(sub)
    sub = command("show", _show, "a paragraph, term, action, card, or all disputes")
    sub.add_argument("id")
    sub.add_argument("--game")
    answers(sub)
    sub = command("check", _check, "lint the corpus and run its cases")
    sub.add_argument("path", nargs="?", type=Path, help="a corpus folder or one game's folder")
    sub.add_argument("--cases", type=Path, help="case files from outside the corpus")
    sub.add_argument("--game", help="only this game")
    sub.add_argument("--json", action="store_true")
    sub.add_argument("--quiet", action="store_true", help="errors only, no warnings")
    sub = command("card", _card, "read cards of your own: what they mean, or what is wrong with them")
    sub.add_argument("what", choices=("check",))
    sub.add_argument("file", type=Path)
    sub.add_argument("--game", required=True)
    sub.add_argument("--json", action="store_true")
    sub = command("coverage", _coverage, "paragraphs per game, kind and language")
    sub.add_argument("--json", action="store_true")
    sub = command("stamp", _stamp, "mark new translations, and those named, as up to date")
    sub.add_argument("game")
    sub.add_argument("--again", nargs="+", default=(), metavar="ID", help="texts revised after the English changed")
    return parser


def library() -> Library:
    """The corpus, from the cache where it did not change."""
    return load_library(cache=cache_folder())


def one_game(name: str) -> Game:
    """A game by its id, without loading the others."""
    folder = corpus_folder() / name
    if name.isidentifier() and (folder / "game.toml").exists():
        return load_game(folder, cache_folder())
    return find_game(library(), name)


def find_game(loaded: Library, name: str) -> Game:
    """A game by its id, with near names when it is not there."""
    game = loaded.game(name)
    if game is None:
        raise UnknownNameError("game", name, loaded.games)
    return game


def _situation(code: Code, options: argparse.Namespace) -> Any:
    base = read_state(code, State.read(json.loads(options.state.read_text("utf-8")))) if options.state else State()
    rulings = dict(base.rulings)
    for ruling in options.ruling:
        dispute, _, reading = ruling.partition("=")
        rulings[dispute.strip()] = reading.strip()
    if options.edition and "edition" in code.program.disputes:
        rulings["edition"] = options.edition
    return read_situation(code, "; ".join(options.given), base, rulings)


def _print(options: argparse.Namespace, data: Any, text: str) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=1) if options.json else text)


def _ask(options: argparse.Namespace) -> int:
    game = one_game(options.game)
    code = code_of(game)
    if options.edition and options.edition not in game.prose.editions:
        raise UnknownNameError("edition", options.edition, game.prose.editions)
    situation = _situation(code, options)
    question = read_question(code, options.question, situation, options.actor)
    answer = ask(code, question, situation, viewer=question.actor)
    data = Explainer(game, code, options.lang, options.edition, options.near).answer(answer)
    _print(options, data, answer_text(data))
    return 0


def derivation_lines(line: dict[str, Any], depth: int) -> list[str]:
    """A derivation for the terminal, each figure under the sum it belongs to."""
    total = f"{line['sum']} = " if line["sum"] else ""
    place = f"  #{line['paragraph']}" if line["paragraph"] else ""
    own = f"{'  ' * depth}{line['text']}: {total}{line['shown']}{place}"
    return [own, *(text for part in line["parts"] for text in derivation_lines(part, depth + 1))]


def answer_text(data: dict[str, Any]) -> str:
    """An answer for the terminal."""
    lines = [f"{data['verdict'].upper()}  {data['sentence']}"]
    for check in data["checks"]:
        mark = {"pass": "✓", "fail": "✗", "unknown": "?", "not_applicable": "–"}[check["result"]]
        numbers = f" ({check['numbers']})" if check["numbers"] else ""
        lines.append(f"  {mark} {check['text']}{numbers}  #{check['paragraph']}")
    lines += derivation_lines(data["derivation"], 1) if data["derivation"] else []
    for need in data["needs"][:3]:
        lines.append(f"  ? {need['question']}  [{need['fact']} = …]")
    for item in data["readings"]:
        for reading in item["readings"]:
            star = "*" if reading["default"] else " "
            places = ", ".join("#" + place for place in reading["cites"])
            lines.append(
                f"  {star} {item['text']} ({item['dispute']}={reading['reading']}): {reading['shown']} {places}"
            )
    for remedy in data["would_change"]:
        lines.append(f"  → {remedy['text']}")
    for item in data["assumed"]:
        lines.append(f"  ~ {item['fact']}: {item['shown']}")
    for cite in data["citations"][:6]:
        where = cite["number"] or cite["section"]
        page = f", p. {cite['page']}" if cite["page"] else ""
        lines.append(f"  § {where}{page}  #{cite['id']}\n      {first_sentence(cite['text'])}")
    return "\n".join(lines)


def _moves(options: argparse.Namespace) -> int:
    game = one_game(options.game)
    code = code_of(game)
    situation = _situation(code, options)
    words = Explainer(game, code, options.lang).words
    found = moves(code, situation.state, options.actor, situation.rulings)
    data = [
        {"action": name, "args": thaw(args), "text": words.call(name, args), "paragraph": code.action(name).paragraph}
        for name, args in found
    ]
    _print(options, data, "\n".join(f"{item['text']}  #{item['paragraph']}" for item in data) or "—")
    return 0


def _apply(options: argparse.Namespace) -> int:
    game = one_game(options.game)
    code = code_of(game)
    situation = _situation(code, options)
    state, rulings = situation.state, situation.rulings
    if options.action == "begin":
        played = begin(code, state, rulings)
    elif options.action == "done":
        played = apply_move(code, state, "done", {}, options.actor, rulings)
    elif options.action.startswith("answer "):
        played = answer_choice(code, state, json.loads(options.action[7:]), rulings)
    else:
        question = read_question(code, options.action, situation, options.actor)
        if question.action is None:
            raise RefereeError(f"“{options.action}” is a value, not an action.")
        deed = question.action
        args = code.action(deed.name).positional(deed.args, deed.named)
        played = apply_move(code, state, deed.name, args, deed.by, rulings)
    explainer = Explainer(game, code, options.lang)
    data = {
        "state": played.state.data(),
        "changes": [explainer.change(change) for change in played.changes],
        "pending": played.state.data().get("pending", {}).get("choice"),
    }
    lines = [f"{c['fact']}: {c['shown']}  #{c['paragraph']}" for c in data["changes"]]
    if data["pending"]:
        lines.append(f"? {data['pending']['name']} by {data['pending']['by']}: {data['pending']['options'][:12]}")
    _print(options, data, "\n".join(lines) or "nothing changed")
    return 0


def _search(options: argparse.Namespace) -> int:
    from web.finding import find

    result = find(
        library(),
        cache_folder(),
        options.text,
        game=options.game,
        kind=options.kind,
        lang=options.lang,
        limit=options.limit,
    )
    lines = [f"{hit['title']}  [{hit['kind']}, {hit['game']}]  #{hit['id']}" for hit in result["hits"]]
    if result["unknown"]:
        lines.append(f"? {', '.join(result['unknown'])}")
    lines += [f"≈ {near['title']}  [{near['game']}]  #{near['id']}" for near in result["suggestions"]]
    _print(options, result, "\n".join(lines) or "—")
    return 0


def _show(options: argparse.Namespace) -> int:
    from web.showing import show

    data, text = show(library(), options.id, options.lang, options.game)
    _print(options, data, text)
    return 0


def _check(options: argparse.Namespace) -> int:
    from referee.check import check_game  # brings the rule graph, which no answer needs

    folder = options.path or corpus_folder()
    if (folder / "game.toml").exists():
        games = {folder.name: load_game(folder)}
    else:
        games = dict(load_library(folder, cache_folder()).games)
    if options.game:
        games = {options.game: find_game(Library(games, ""), options.game)}
    report: dict[str, Any] = {"games": {}}
    bad = False
    for name, game in games.items():
        cases = None
        extra: list[Problem] = []
        if options.cases:
            cases = _outside_cases(options.cases, name, len(games), extra)
        passed, problems = check_game(game, cases)
        problems += extra
        failed = sum(p.code == "CASE-FAILED" for p in problems)
        report["games"][name] = {
            "cases_passed": passed,
            "cases_failed": failed,
            "problems": [
                {"code": p.code, "severity": p.severity, "place": str(p.place), "message": p.message, "cure": p.cure}
                for p in problems
            ],
        }
        shown = [p for p in problems if p.severity == "error" or not options.quiet]
        bad = bad or any(p.severity == "error" for p in problems)
        if not options.json:
            for item in shown:
                print(item)
            print(f"{name}: {passed} cases passed, {failed} failed, {len(problems) - failed} problems")
    if options.json:
        print(json.dumps(report, ensure_ascii=False, indent=1))
    return 1 if bad else 0


def _outside_cases(path: Path, game: str, games: int, problems: list[Problem]) -> list[Any]:
    """Case files for a game: a file, a folder, or a folder with one folder or file per game."""
    if path.is_file():
        files = [path] if games == 1 or game in path.name else []
    elif (path / game).is_dir():
        files = sorted((path / game).rglob("*.md"))
    else:
        files = sorted(p for p in path.rglob("*.md") if games == 1 or p.name.startswith(game))
    return [case for file in files for case in read_cases(str(file), file.read_text("utf-8"), problems)]


def _card(options: argparse.Namespace) -> int:
    from web.carding import cards_text, check_cards

    found = check_cards(find_game(library(), options.game), options.file.read_text("utf-8"))
    _print(options, found, cards_text(found))
    return 1 if any(card["errors"] for card in found) else 0


def _coverage(options: argparse.Namespace) -> int:
    from web.showing import coverage

    data = coverage(library())
    lines = []
    for game, counts in data["games"].items():
        kinds = ", ".join(f"{kind} {number}" for kind, number in counts["kinds"].items())
        langs = ", ".join(f"{lang} {number}" for lang, number in counts["languages"].items())
        lines.append(f"{game}: {counts['paragraphs']} paragraphs; {kinds}; {langs}")
    _print(options, data, "\n".join(lines))
    return 0


def _stamp(options: argparse.Namespace) -> int:
    from kb.translations import stamp_game

    count = stamp_game(corpus_folder() / options.game, options.again)
    print(f"{options.game}: {count} stamped")
    return 0


def _serve(options: argparse.Namespace) -> int:
    from web.serve import serve

    return serve(options.host, options.port)


if __name__ == "__main__":
    sys.exit(main())
