"""The tables of a grammar: made once, kept, and made again when anything they depend on is another."""

from __future__ import annotations

import marshal
import subprocess
import sys
import zlib
from pathlib import Path
from types import ModuleType

import pytest

from grammar.base.records import replace
from grammar.base.tokens import END
from grammar.cards import parse as cards
from grammar.lalr import bundle as shipped
from grammar.lalr import cache as kept
from grammar.lalr.tables import ParserTables, lark_parser, made_by
from grammar.rules import parse as rules
from grammar.rules.lexer import Lexer
from tests.support.places import ROOT

GRAMMAR = 'start: "a" NAME [NAME]\nNAME: /[b-z]+/\n%ignore " "\n'


class Maker:
    """Makes the tables of a small grammar, and counts how often."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "small.lark"
        self.path.write_text(GRAMMAR, "utf-8")
        self.made = 0

    def tables(self) -> ParserTables:
        def make() -> object:
            self.made += 1
            return lark_parser(self.path.read_text("utf-8"), ("start",))

        return kept.tables_of(self.path, make)  # type: ignore[arg-type]


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Maker:
    monkeypatch.setattr(kept, "_home", [tmp_path / "cache"])
    return Maker(tmp_path)


def test_tables_are_made_once(maker: Maker) -> None:
    assert maker.tables() == maker.tables()
    assert maker.made == 1


def test_what_is_ignored_is_no_word(maker: Maker) -> None:
    tables = maker.tables()
    assert tables.words == {"a": "A"} and tables.kept == ("NAME",)
    found = Lexer(tables).tokens("a  bc")
    assert [type_ for type_, _ in found] == ["A", "NAME", END]


def test_another_grammar_has_other_tables(maker: Maker) -> None:
    maker.tables()
    maker.path.write_text(GRAMMAR.replace("[b-z]", "[c-z]"), "utf-8")
    assert ("NAME", "[c-z]+") in maker.tables().patterns
    assert maker.made == 2


@pytest.mark.parametrize("damage", [b"", b"nothing", b"N", None])
def test_damaged_tables_are_made_again(maker: Maker, damage: bytes | None, tmp_path: Path) -> None:
    maker.tables()
    (path,) = (tmp_path / "cache").glob("*.tables")
    path.write_bytes(path.read_bytes()[:-40] if damage is None else damage)
    assert maker.tables() == maker.tables()
    assert maker.made == 2


def test_without_a_place_they_are_made_in_memory(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_home", [])
    assert maker.tables().patterns == maker.tables().patterns == (("NAME", "[b-z]+"),)
    assert maker.made == 2


def test_a_place_that_cannot_be_written_is_no_fault(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_home", [maker.path / "inside a file"])
    assert maker.tables().starts


def test_neither_tables_that_come_along_nor_kept_ones_need_lark(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from grammar.lalr.cache import keep_tables; keep_tables(Path(sys.argv[1]));"
        "from grammar.rules.parse import parse_question; parse_question('a of b >= 3'); print('lark' in sys.modules)"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert said == ["False\n", "False\n"]


# ---- those that come with the project ------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [rules, cards], ids=["rules", "cards"])
def test_the_tables_that_come_along_are_those_lark_makes(language: ModuleType) -> None:
    """After a change to a grammar, `make tables` makes them again."""
    found = shipped.shipped_tables(language.GRAMMAR)
    assert found is not None, "made from another grammar, or by other code"
    assert _plain(found) == _plain(made_by(language.build_parser()))


def _plain(tables: ParserTables) -> ParserTables:
    return replace(tables, states=tuple(marshal.loads(state) for state in tables.states))


def test_tables_that_come_along_save_making_them(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped.ship(maker.path, made_by(lark_parser(GRAMMAR, ("start",))))
    for home in ([], [maker.path.parent / "cache"]):
        monkeypatch.setattr(kept, "_home", home)
        assert maker.tables().words == {"a": "A"} and maker.made == 0


@pytest.mark.parametrize("damage", [b"", b"nonsense", zlib.compress(b"nonsense"), zlib.compress(marshal.dumps(3))])
def test_damaged_tables_that_come_along_count_as_absent(maker: Maker, damage: bytes) -> None:
    shipped.shipped_path(maker.path).write_bytes(damage)
    assert maker.tables().words == {"a": "A"} and maker.made == 1


def test_tables_of_another_grammar_count_as_absent(maker: Maker) -> None:
    shipped.ship(maker.path, made_by(lark_parser(GRAMMAR, ("start",))))
    maker.path.write_text(GRAMMAR.replace("[b-z]", "[c-z]"), "utf-8")
    assert ("NAME", "[c-z]+") in maker.tables().patterns and maker.made == 1
