"""The language server as an editor meets it: a process of its own, spoken to over its pipes by a client of pygls."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

from tests.support.desks import place, written_game
from tests.support.places import CORPUS

#: seconds after which a server that says nothing is given up; nothing here is timed
PATIENCE = 120
T = TypeVar("T")


class Editor:
    """A client that keeps the newest diagnostics of each file."""

    def __init__(self) -> None:
        self.client = LanguageClient("test", "1")
        self.problems: dict[str, list[lsp.Diagnostic]] = {}
        self.news = asyncio.Event()

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: lsp.PublishDiagnosticsParams) -> None:
            self.problems[params.uri] = list(params.diagnostics)
            self.news.set()

    async def begin(
        self, folder: Path, encodings: list[lsp.PositionEncodingKind] | None = None
    ) -> lsp.InitializeResult:
        await self.client.start_io(sys.executable, "-m", "web.cli", "lsp")
        general = lsp.GeneralClientCapabilities(position_encodings=encodings)
        result = await self.client.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(general=general), root_uri=folder.as_uri())
        )
        self.client.initialized(lsp.InitializedParams())
        return result

    def open(self, path: Path, text: str | None = None) -> None:
        text = path.read_text("utf-8") if text is None else text
        item = lsp.TextDocumentItem(path.as_uri(), "markdown", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def type(self, path: Path, text: str, version: int = 2) -> None:
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(version, path.as_uri()),
                [lsp.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    async def until(self, told: Callable[[dict[str, list[lsp.Diagnostic]]], T | None]) -> T:
        async def wait() -> T:
            while not (found := told(self.problems)):
                self.news.clear()
                await self.news.wait()
            return found

        return await asyncio.wait_for(wait(), PATIENCE)

    async def end(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await asyncio.wait_for(self.client.stop(), PATIENCE)


def speak(talk: Callable[[Editor], Awaitable[None]]) -> None:
    """A talk with a server of its own, ended in order."""

    async def run() -> None:
        editor = Editor()
        try:
            await asyncio.wait_for(talk(editor), 2 * PATIENCE)
            await editor.end()
        finally:
            if editor.client._server is not None and editor.client._server.returncode is None:
                editor.client._server.kill()

    # in a thread of its own: a browser that other tests have opened keeps a loop running in this one
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, run()).result()


def units(path: Path, line_part: str, word: str) -> lsp.Position:
    """A place in the units of UTF-16."""
    line, column = place(path, line_part, word)
    before = path.read_text("utf-8").split("\n")[line - 1][: column - 1]
    return lsp.Position(line - 1, len(before.encode("utf-16-le")) // 2)


def at(path: Path, line_part: str, word: str) -> dict[str, Any]:
    return {"text_document": lsp.TextDocumentIdentifier(path.as_uri()), "position": units(path, line_part, word)}


def cut(path: Path, stretch: lsp.Range) -> str:
    """What stands at a range in units of UTF-16."""
    line = path.read_text("utf-8").split("\n")[stretch.start.line].encode("utf-16-le")
    return line[2 * stretch.start.character : 2 * stretch.end.character].decode("utf-16-le")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return written_game(tmp_path)


def test_a_whole_talk(game: Path) -> None:
    chapter = game / "rules" / "01-harbour.md"
    text = chapter.read_text("utf-8")

    async def talk(editor: Editor) -> None:
        result = await editor.begin(game)
        able = result.capabilities
        assert (
            able.hover_provider and able.definition_provider and able.references_provider and able.completion_provider
        )
        assert able.text_document_sync.change == lsp.TextDocumentSyncKind.Full  # type: ignore[union-attr]
        editor.open(chapter)
        await editor.until(lambda told: any(told.values()))

        editor.type(chapter, text.replace("wine => 3", "vine => 3"))
        fault = await editor.until(
            lambda told: next((each for each in told.get(chapter.as_uri(), ()) if each.code == "TABLE-KEY"), None)
        )
        assert fault.severity == lsp.DiagnosticSeverity.Error and fault.source == "paragraf"
        assert "vine" in fault.message and "cargo" in fault.message
        assert fault.range.start.line + 1 == place(chapter, "table price", "table")[0]

        editor.type(chapter, text, 3)
        await editor.until(lambda told: all(each.code != "TABLE-KEY" for each in told[chapter.as_uri()]))

        hover = await editor.client.text_document_hover_async(lsp.HoverParams(**at(chapter, "cost rent(d)", "rent")))
        assert hover is not None and "a value: a number" in hover.contents.value  # type: ignore[union-attr]
        assert hover.range is not None and cut(chapter, hover.range) == "rent"

        (home,) = await editor.client.text_document_definition_async(  # type: ignore[misc, union-attr]
            lsp.DefinitionParams(**at(chapter, "[[dock|", "dock"))
        )
        assert home.uri == (game / "terms.toml").as_uri()  # type: ignore[union-attr]

        named = await editor.client.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=True), **at(chapter, "[[dock|", "dock"))
        )
        assert named is not None and len(named) == 5
        assert {cut(Path(each.uri.removeprefix("file://")), each.range) for each in named} == {"dock"}

        written = text.replace("```rule\n", "```rule\ndefine a(d) = owner of n\n", 1)
        editor.type(chapter, written, 4)
        line = written[: written.index("owner of n")].count("\n")
        found = await editor.client.text_document_completion_async(
            lsp.CompletionParams(lsp.TextDocumentIdentifier(chapter.as_uri()), lsp.Position(line, 24))
        )
        assert isinstance(found, lsp.CompletionList)
        assert min(found.items, key=lambda item: item.sort_text or "").label == "north"
        editor.type(chapter, text, 5)

        outline = await editor.client.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(chapter.as_uri()))
        )
        assert outline is not None and outline[0].name == "Harbour"

    speak(talk)


def test_a_rename_reaches_every_file_and_a_refusal_says_why(game: Path) -> None:
    chapter, polish = game / "rules" / "01-harbour.md", game / "pl" / "01-harbour.md"

    async def talk(editor: Editor) -> None:
        await editor.begin(game)
        editor.open(chapter)
        stretch = await editor.client.text_document_prepare_rename_async(
            lsp.PrepareRenameParams(**at(polish, "[[dock|", "dock"))
        )
        assert isinstance(stretch, lsp.Range) and cut(polish, stretch) == "dock"
        edit = await editor.client.text_document_rename_async(
            lsp.RenameParams(new_name="pier", **at(polish, "[[dock|", "dock"))
        )
        assert edit is not None and edit.changes is not None
        assert {Path(uri).parent.name for uri in edit.changes} == {"rules", "pl", "uk", "harbour"}
        for uri, changes in edit.changes.items():
            assert {cut(Path(uri.removeprefix("file://")), each.range) for each in changes} == {"dock"}
        with pytest.raises(JsonRpcException, match="already"):
            await editor.client.text_document_rename_async(
                lsp.RenameParams(new_name="rent", **at(chapter, "action lease", "lease"))
            )

    speak(talk)


def test_places_are_counted_as_the_client_counts(game: Path) -> None:
    chapter = game / "rules" / "01-harbour.md"
    line, column = place(chapter, "🚢🚢 [[dock|", "dock")

    async def talk(editor: Editor) -> None:
        result = await editor.begin(game, [lsp.PositionEncodingKind.Utf32, lsp.PositionEncodingKind.Utf16])
        assert result.capabilities.position_encoding == lsp.PositionEncodingKind.Utf32
        editor.open(chapter)
        hover = await editor.client.text_document_hover_async(
            lsp.HoverParams(lsp.TextDocumentIdentifier(chapter.as_uri()), lsp.Position(line - 1, column - 1))
        )
        assert hover is not None and hover.range is not None
        assert (hover.range.start.character, hover.range.end.character) == (column - 1, column + 3)

    speak(talk)


def test_a_case_that_fails_is_told_when_the_game_is_saved(game: Path) -> None:
    cases = game / "cases" / "01-harbour.md"

    async def talk(editor: Editor) -> None:
        await editor.begin(game)
        editor.open(cases)
        await editor.until(lambda told: any(told.values()))
        changed = cases.read_text("utf-8").replace("ask price(wine) expect 3", "ask price(wine) expect 4")
        editor.type(cases, changed)
        cases.write_text(changed, "utf-8")
        editor.client.text_document_did_save(lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(cases.as_uri())))
        fault = await editor.until(
            lambda told: next((each for each in told.get(cases.as_uri(), ()) if each.code == "CASE-FAILED"), None)
        )
        assert fault.range.start.line + 1 == place(cases, 'case "price of wine"', "case")[0]
        assert "price of wine" in fault.message

    speak(talk)


def test_files_outside_of_games_are_left_alone(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("# Nothing", "utf-8")

    async def talk(editor: Editor) -> None:
        await editor.begin(tmp_path)
        editor.open(note)
        hover = await editor.client.text_document_hover_async(
            lsp.HoverParams(lsp.TextDocumentIdentifier(note.as_uri()), lsp.Position(0, 3))
        )
        assert hover is None and editor.problems == {}

    speak(talk)


@pytest.mark.slow
def test_a_real_game_is_served() -> None:
    game = CORPUS / "hegemony"
    chapter = sorted((game / "rules").glob("*.md"))[3]
    text = chapter.read_text("utf-8")

    async def talk(editor: Editor) -> None:
        await editor.begin(game)
        editor.open(chapter)
        await editor.until(lambda told: chapter.as_uri() in told)
        assert not [
            each for many in editor.problems.values() for each in many if each.severity == lsp.DiagnosticSeverity.Error
        ]
        editor.type(chapter, text.replace("```rule\n", "```rule\nfact fact\n", 1))
        fault = await editor.until(
            lambda told: next((each for each in told.get(chapter.as_uri(), ()) if each.code == "RULE-SYNTAX"), None)
        )
        assert "cannot be a name" in fault.message

    speak(talk)
