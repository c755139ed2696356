"""Answers as the protocol wants them: ranges in the client's units, diagnostics, symbols, suggestions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lsprotocol import types as lsp
from pygls.workspace import PositionCodec

from kb.model.problems import Problem
from web.editor.answers import Located
from web.editor.completion import Suggestion
from web.editor.symbols import OutlineEntry

_WORD = re.compile(r"[\w.]+|\S")
_SEVERITY = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "notice": lsp.DiagnosticSeverity.Information,
}
_KINDS = {
    "keyword": lsp.CompletionItemKind.Keyword,
    "fact": lsp.CompletionItemKind.Field,
    "value": lsp.CompletionItemKind.Property,
    "purse": lsp.CompletionItemKind.Field,
    "action": lsp.CompletionItemKind.Method,
    "class": lsp.CompletionItemKind.Class,
    "procedure": lsp.CompletionItemKind.Function,
    "builtin": lsp.CompletionItemKind.Function,
    "event": lsp.CompletionItemKind.Event,
    "kind": lsp.CompletionItemKind.Enum,
    "member": lsp.CompletionItemKind.EnumMember,
    "local": lsp.CompletionItemKind.Variable,
    "paragraph": lsp.CompletionItemKind.Reference,
    "term": lsp.CompletionItemKind.Reference,
    "word": lsp.CompletionItemKind.Text,
}
_SYMBOLS = {
    "heading": lsp.SymbolKind.Namespace,
    "case": lsp.SymbolKind.Event,
    "table": lsp.SymbolKind.Struct,
    "action": lsp.SymbolKind.Method,
    "procedure": lsp.SymbolKind.Function,
    "class": lsp.SymbolKind.Class,
    "fact": lsp.SymbolKind.Field,
    "kind": lsp.SymbolKind.Enum,
}


class Lines:
    """The lines of a text, and places in them: letters counted from 1 here, the client's units from 0 there."""

    def __init__(self, text: str, codec: PositionCodec) -> None:
        self.lines = text.split("\n")
        self.codec = codec

    def place(self, position: lsp.Position) -> tuple[int, int]:
        """A position of the client as line and column."""
        line = self._line(position.line)
        units = 0
        for column, letter in enumerate(line, 1):
            if units >= position.character:
                return position.line + 1, column
            units += self.codec.client_num_units(letter)
        return position.line + 1, len(line) + 1

    def range(self, line: int, column: int, length: int) -> lsp.Range:
        """A stretch of a line."""
        return lsp.Range(self._position(line, column), self._position(line, column + length))

    def problem(self, line: int, column: int) -> lsp.Range:
        """What a problem is about: the word at its place, or the whole line where it names only the line."""
        text = self._line(line - 1)
        if column <= 1:
            start = len(text) - len(text.lstrip())
            return self.range(line, start + 1, max(len(text.rstrip()) - start, 0))
        word = _WORD.match(text, column - 1)
        return self.range(line, column, len(word[0]) if word else 1)

    def _line(self, number: int) -> str:
        return self.lines[number] if 0 <= number < len(self.lines) else ""

    def _position(self, line: int, column: int) -> lsp.Position:
        return lsp.Position(line - 1, self.codec.client_num_units(self._line(line - 1)[: column - 1]))


def diagnostics(problems: Iterable[Problem], lines: Lines) -> list[lsp.Diagnostic]:
    """Problems of one file."""
    return [
        lsp.Diagnostic(
            range=lines.problem(each.place.line, each.place.column),
            message=f"{each.message} {each.cure}".strip(),
            severity=_SEVERITY[each.severity],
            code=each.code,
            source="paragraf",
        )
        for each in problems
    ]


def items(found: Iterable[Suggestion], replaced: lsp.Range) -> Iterator[lsp.CompletionItem]:
    """Suggestions, in the order they come in."""
    for number, each in enumerate(found):
        yield lsp.CompletionItem(
            label=each.label,
            kind=_KINDS.get(each.sort, lsp.CompletionItemKind.Value),
            detail=each.detail or each.sort,
            sort_text=f"{number:05}",
            filter_text=each.label,
            text_edit=lsp.TextEdit(replaced, each.label),
        )


def symbols(found: Iterable[OutlineEntry], lines: Lines) -> list[lsp.DocumentSymbol]:
    """The outline of a file."""
    return [
        lsp.DocumentSymbol(
            name=each.name or "…",
            kind=_SYMBOLS.get(each.sort, lsp.SymbolKind.Variable),
            detail=each.detail or each.sort,
            range=lsp.Range(lsp.Position(each.line - 1, 0), lines.problem(each.last, 1).end),
            selection_range=lines.range(each.line, each.column, each.length),
            children=symbols(each.inside, lines),
        )
        for each in found
    ]


def locations(found: Iterable[Located], texts: Mapping[Path, Lines]) -> list[lsp.Location]:
    """Stretches of files."""
    return [lsp.Location(each.path.as_uri(), _range(each, texts)) for each in found]


def edits(found: Iterable[Located], new: str, texts: Mapping[Path, Lines]) -> lsp.WorkspaceEdit:
    """The same text written at several stretches."""
    changes: dict[str, list[lsp.TextEdit]] = {}
    for each in found:
        changes.setdefault(each.path.as_uri(), []).append(lsp.TextEdit(_range(each, texts), new))
    return lsp.WorkspaceEdit(changes=changes)


def _range(each: Located, texts: Mapping[Path, Lines]) -> lsp.Range:
    return texts[each.path].range(each.line, each.column, each.length)
