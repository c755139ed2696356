"""`paragraf lsp`: the protocol. Texts come in, answers of the desk go out; problems are told when typing pauses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from kb.model.problems import Problem
from web.editor import shapes
from web.editor.answers import Answers
from web.editor.desk import Desk, folder_of
from web.editor.rename import RenameRefused
from web.editor.trials import Trials

#: seconds without a key before the game is read again
PAUSE = 0.25
#: the protocol's number for a request that was understood and cannot be done
REQUEST_FAILED = -32803
#: texts longer than this are left as they are on the disk
LONGEST = 2_000_000

T = TypeVar("T")


class Work:
    """A game that is being written: its desk, what was told of it, and what is still to be done."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk(folder)
        self.answers = Answers(self.desk)
        self.trials = Trials()
        self.failed: list[Problem] = []  #: cases that failed when the game was last saved
        self.told: set[Path] = set()  #: files that have diagnostics at the client
        self.changes = 0
        self.task: asyncio.Task[None] | None = None
        self.trying: asyncio.Task[None] | None = None


class EditorServer(LanguageServer):
    """Speaks for as many games as have files open."""

    def __init__(self) -> None:
        # whole texts: what counts as a line end inside a text is then for us alone to say
        super().__init__("paragraf", version("paragraf"), text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.works: dict[Path, Work] = {}

    # ---- texts -----------------------------------------------------------------------------------------------------

    def work(self, uri: str) -> tuple[Work, Path] | None:
        """The game that a file belongs to; None where it is in none."""
        name = to_fs_path(uri)
        path = Path(name).resolve() if name else None
        folder = folder_of(path) if path is not None else None
        if path is None or folder is None:
            return None
        if folder not in self.works:
            self.works[folder] = Work(folder)
        return self.works[folder], path

    def lines(self, work: Work) -> dict[Path, shapes.Lines]:
        """The lines of every text of a game."""
        codec = self.workspace.position_codec
        return {file.path: shapes.Lines(file.text, codec) for file in work.desk.texts().values()}

    def typed(self, uri: str, text: str) -> None:
        """A text as it is typed."""
        found = self.work(uri)
        if found is not None and len(text) <= LONGEST:
            work, path = found
            work.desk.buffers[path] = text
            self.read_soon(work)

    def closed(self, uri: str) -> None:
        """What counts is again what is saved."""
        found = self.work(uri)
        if found is not None:
            work, path = found
            work.desk.buffers.pop(path, None)
            self.read_soon(work)

    def saved(self, uri: str) -> None:
        """The cases run on what is saved."""
        found = self.work(uri)
        if found is not None:
            work, _ = found
            self.read_soon(work)
            work.trying = asyncio.ensure_future(self._try(work))

    # ---- problems --------------------------------------------------------------------------------------------------

    def read_soon(self, work: Work) -> None:
        """Reads a game again when typing pauses."""
        work.changes += 1
        if work.task is None or work.task.done():
            work.task = asyncio.ensure_future(self._read(work))

    async def _read(self, work: Work) -> None:
        read = -1
        while read != work.changes:
            read = work.changes
            if work.desk.newest is not None:
                await asyncio.sleep(PAUSE)
                if read != work.changes:
                    read = -1
                    continue
            try:
                await asyncio.to_thread(work.desk.read)
            except Exception as error:  # whatever is typed, the next key must find somebody who listens
                self.window_log_message(
                    lsp.LogMessageParams(
                        lsp.MessageType.Error, f"this is a fault of ours ({type(error).__name__}: {error})"
                    )
                )
            else:
                self.tell(work)

    async def _try(self, work: Work) -> None:
        found = await work.trials.run(work.desk.folder)
        if found is not None:
            work.failed = found
            self.tell(work)

    def tell(self, work: Work) -> None:
        """The problems of a game, file by file; files that have none any more are cleared."""
        newest = work.desk.newest
        texts = work.desk.texts()
        paths = {name: file.path for name, file in texts.items()}
        by_path: dict[Path, list[Problem]] = {}
        for each in (*(newest.problems if newest is not None else ()), *work.failed):
            path = paths.get(each.place.file, work.desk.folder / "game.toml")
            by_path.setdefault(path, []).append(each)
        lines = self.lines(work)
        for path in work.told | by_path.keys() | work.desk.buffers.keys():
            known = lines.get(path) or shapes.Lines("", self.workspace.position_codec)
            found = shapes.diagnostics(by_path.get(path, ()), known)
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(path.as_uri(), found))
        work.told = set(by_path)

    # ---- answers ---------------------------------------------------------------------------------------------------

    async def asked(self, uri: str, ask: Callable[[Work, Path, dict[Path, shapes.Lines]], T], none: T) -> T:
        """An answer about a file, once its game was read for the first time."""
        found = self.work(uri)
        if found is None:
            return none
        work, path = found
        if work.desk.newest is None:
            if work.task is None:
                self.read_soon(work)
            assert work.task is not None
            await asyncio.wait([work.task])
        lines = self.lines(work)
        return ask(work, path, lines) if path in lines else none


def made() -> EditorServer:
    """The server with all it can do."""
    server = EditorServer()
    _texts(server)
    _answers(server)
    _renames(server)
    return server


def _texts(server: EditorServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.typed(params.text_document.uri, params.text_document.text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.typed(params.text_document.uri, params.content_changes[-1].text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.saved(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def elsewhere(params: lsp.DidChangeWatchedFilesParams) -> None:
        for each in params.changes:
            found = server.work(each.uri)
            if found is not None:
                server.read_soon(found[0])

    @server.feature(lsp.SHUTDOWN)
    def ended(params: None) -> None:
        for work in server.works.values():
            work.trials.stop()


def _answers(server: EditorServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["#", "[", "{", "=", "("]))
    async def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        def ask(work: Work, path: Path, lines: dict[Path, shapes.Lines]) -> lsp.CompletionList:
            line, column = lines[path].place(params.position)
            found, begun = work.answers.complete(path, line, column)
            items = list(shapes.items(found, lines[path].range(line, column - begun, begun)))
            return lsp.CompletionList(is_incomplete=True, items=items)

        return await server.asked(params.text_document.uri, ask, lsp.CompletionList(is_incomplete=False, items=[]))

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        def ask(work: Work, path: Path, lines: dict[Path, shapes.Lines]) -> lsp.Hover | None:
            found = work.answers.hover(path, *lines[path].place(params.position))
            if found is None:
                return None
            at = lines[path].range(found.at.line, found.at.column, found.at.length)
            return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text), at)

        return await server.asked(params.text_document.uri, ask, None)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        def ask(work: Work, path: Path, lines: dict[Path, shapes.Lines]) -> list[lsp.Location]:
            return shapes.locations(work.answers.definition(path, *lines[path].place(params.position)), lines)

        return await server.asked(params.text_document.uri, ask, [])

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        def ask(work: Work, path: Path, lines: dict[Path, shapes.Lines]) -> list[lsp.Location]:
            place, too = lines[path].place(params.position), params.context.include_declaration
            return shapes.locations(work.answers.references(path, *place, declarations=too), lines)

        return await server.asked(params.text_document.uri, ask, [])

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        def ask(work: Work, path: Path, lines: dict[Path, shapes.Lines]) -> list[lsp.DocumentSymbol]:
            return shapes.symbols(work.answers.symbols(path), lines[path])

        return await server.asked(params.text_document.uri, ask, [])


def _renames(server: EditorServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        def ask(work: Work, path: Path, lines: dict[Path, shapes.Lines]) -> lsp.Range | None:
            found = work.answers.renamable(path, *lines[path].place(params.position))
            return lines[path].range(found.line, found.column, found.length)

        with _refusals():
            return await server.asked(params.text_document.uri, ask, None)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        def ask(work: Work, path: Path, lines: dict[Path, shapes.Lines]) -> lsp.WorkspaceEdit | None:
            new = params.new_name.strip()
            found = work.answers.rename(path, *lines[path].place(params.position), new)
            return shapes.edits(found, new.removeprefix("#"), lines)

        with _refusals():
            return await server.asked(params.text_document.uri, ask, None)


@contextmanager
def _refusals() -> Iterator[None]:
    """A refusal becomes an answer of the protocol, with its sentence."""
    try:
        yield
    except RenameRefused as refused:
        raise JsonRpcException(str(refused), REQUEST_FAILED) from None


def serve() -> None:
    """Speaks on standard input and output until the client ends it."""
    made().start_io()
