"""Texts in every language: complete, alike in their holes, and each of them used."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from kb.languages.lines import parsed, read_texts
from kb.languages.texts import ENGLISH, HOME, begun, language, languages, spoken, spoken_in, texts
from kb.model.entities import NO_RULE
from tests.support.places import ROOT

FILES = ("language", "pages", "answers", "search", "asking", "beginning", "errors", "terminal", "help")
EVERY = [(lang, name) for lang in languages() for name in FILES]
#: code that inflects words of a language, or takes their endings off
GRAMMARS = {
    "grammar/cards/inflection.py", "grammar/cards/vocabulary.py", "kb/cards/language/dictionary.py", "kb/search/analysis.py",
    "kb/forms/polish.py", "kb/forms/proof.py", "kb/forms/table.py", "kb/forms/ukrainian.py",
}  # fmt: skip
#: what a language without articles leaves empty
ARTICLES = {"definite", "determined"}
#: phrases named by an operator, a quantifier, or what the course of play says
WORKED_OUT = {
    "begun",
    "unasked",
    "unended",
    "answers",
    "asked",
    "offered",
    "window",
    "playing",
    "waiting",
    "<=",
    ">",
    "< as",
    "<= as",
    "> as",
    ">= as",
    "yes",
    "no",
    "step",
    "quota",
    "decided",
    "later",
    "room",
    *(
        f"{said} not"
        for said in (
            "turn",
            "step",
            "quota",
            "window",
            "playing",
            "decided",
            "answers",
            "offered",
            "asked",
            "room",
            "waiting",
        )
    ),
}


def own(lang: str, name: str) -> dict[str, str]:
    path = HOME / lang / f"{name}.toml"
    return read_texts(path) if path.is_file() else {}


def test_every_language_has_a_name_of_its_own_and_english_is_the_first() -> None:
    names = [language(lang)["name"] for lang in languages()]
    assert languages()[0] == "en" and names[0] == "English"
    assert {"Polski", "Українська"} <= set(names) and len(set(names)) == len(names)


@pytest.mark.parametrize("lang", languages())
def test_a_language_is_its_folder_and_nothing_else_lies_there(lang: str) -> None:
    lie, known = {path.name for path in (HOME / lang).iterdir()}, {f"{name}.toml" for name in FILES}
    assert lie <= known and (begun(lang) or lie == known)


@pytest.mark.parametrize(("lang", "name"), EVERY)
def test_every_language_has_every_text(lang: str, name: str) -> None:
    here, english = set(own(lang, name)), set(own("en", name))
    assert here - {"begun"} <= english and (begun(lang) or here == english)
    assert all(text.strip() or key in ARTICLES for key, text in own(lang, name).items())


@pytest.mark.parametrize(("lang", "name"), EVERY)
def test_the_same_is_filled_in_in_every_language(lang: str, name: str) -> None:
    def holes(text: str) -> set[str | None]:
        return {hole for _, hole, _, _ in Formatter().parse(text) if hole}

    for key, text in own(lang, name).items():
        assert holes(text) == holes(own("en", name).get(key, "")), key


@pytest.mark.parametrize(("lang", "name"), EVERY)
def test_lines_are_read_as_the_parser_reads_them(lang: str, name: str) -> None:
    path = HOME / lang / f"{name}.toml"
    assert own(lang, name) == (parsed(path.read_text("utf-8")) if path.is_file() else {})


@pytest.mark.parametrize(
    "written",
    [
        'a = "x" # why',
        'a = "say \\"x\\""',
        "a = 'x'",
        'a.b = "x"',
        '  a = "x"',
        'a = """x\ny"""',
        "a = 5",
        '[a]\nb="x"',
    ],
)
def test_what_is_no_plain_line_is_left_to_the_parser(tmp_path: Path, written: str) -> None:
    path = tmp_path / "some.toml"
    path.write_text(f'[say]\nyes = "Yes."\n\n[other]\n{written}\n', "utf-8")
    assert read_texts(path) == parsed(path.read_text("utf-8")) and len(read_texts(path)) == 2


def test_english_is_said_where_a_language_has_no_text() -> None:
    assert spoken({"en": "dock", "pl": ""}, "pl") == "dock" and spoken_in({"en": "dock", "pl": ""}, "pl") == "en"
    assert spoken({"en": "dock", "pl": "nabrzeże"}, "pl") == "nabrzeże" and spoken_in({"pl": "nabrzeże"}, "pl") == "pl"
    assert spoken({"pl": "nabrzeże"}, "uk") == "nabrzeże" and spoken_in({"pl": "nabrzeże"}, "uk") == "pl"
    assert spoken({}, "uk") == "" and spoken_in({}, "uk") == "en"
    assert texts("xx", "answers") == texts("en", "answers")


def test_code_names_no_language_but_where_it_is_the_grammar_of_one() -> None:
    others = set(languages()) - {ENGLISH}
    found = {
        str(path.relative_to(ROOT))
        for package in ("grammar", "kb", "referee", "web")
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in others
    }
    assert found <= GRAMMARS


def used(pattern: str, *files: Path) -> tuple[set[str], set[str]]:
    """Keys written out, and beginnings of keys that are put together."""
    whole: set[str] = set()
    begun: set[str] = set()
    for path in files:
        for _, key, rest in re.findall(pattern, path.read_text("utf-8")):
            (begun if rest or "{" in key else whole).add(key.partition("{")[0])
    return whole, begun


def unused(name: str, whole: set[str], begun: set[str]) -> set[str]:
    known = set(texts("en", name))
    assert whole - known == set()
    assert all(any(key.startswith(start) for key in known) for start in begun)
    return {key for key in known if key not in whole and not any(key.startswith(start) for start in begun)}


def test_every_text_of_a_page_that_is_used_exists_and_every_one_is_used() -> None:
    web = ROOT / "web"
    keys = r"\b(?:t|everywhere)\(f?(['\"])([a-z_]+\.[a-z_{}\.]*)\1( ~)?"
    left = unused("pages", *used(keys, *web.rglob("*.html"), *web.rglob("*.py")))
    assert {key for key in left if not key.startswith("error.")} == set()


def test_every_kind_of_paragraph_has_a_word_and_there_are_no_others() -> None:
    words = {key.removeprefix("kind.") for key in texts(ENGLISH, "pages") if key.startswith("kind.")}
    assert words == {"encoded", *NO_RULE}


def phrases(path: Path, name: str = "phrase") -> tuple[set[str], set[str]]:
    """The same of the calls of `phrase`, or of another function of its kind, in a module."""
    whole: set[str] = set()
    begun: set[str] = set()
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name:
            key = call.args[0]
            if isinstance(key, ast.JoinedStr):
                begun |= {each.value for each in key.values[:1] if isinstance(each, ast.Constant)}
            else:
                whole |= {each.value for each in (key, *ast.iter_child_nodes(key)) if isinstance(each, ast.Constant)}
    return whole, begun


def test_every_phrase_of_an_answer_that_is_used_exists_and_every_one_is_used() -> None:
    found = [phrases(path) for package in ("referee", "web") for path in (ROOT / package).rglob("*.py")]
    whole, begun = (set().union(*each) for each in zip(*found, strict=True))
    assert unused("answers", whole, begun) == WORKED_OUT


def test_every_line_of_the_command_line_that_is_used_exists_and_every_one_is_used() -> None:
    whole: set[str] = set()
    begun: set[str] = set()
    for path in (ROOT / "web").rglob("*.py"):
        text = path.read_text("utf-8")
        for key in texts(ENGLISH, "terminal"):
            own = key.removeprefix("trial.")
            if (
                f'"{key}"' in text
                or f"'{key}'" in text
                or (path.name == "verdicts.py" and (f'"{own}"' in text or f"'{own}'" in text))
            ):
                whole.add(key)
    assert unused("terminal", whole, begun | {"help.", "sort."}) == set()


def test_every_error_that_is_raised_has_its_sentence_and_every_sentence_is_raised() -> None:
    known = {key for key in texts(ENGLISH, "errors") if not key.startswith(("what.", "asked."))}
    written = "\n".join(
        path.read_text("utf-8") for package in ("referee", "web") for path in (ROOT / package).rglob("*.py")
    )
    assert {key for key in known if f'"{key}"' not in written and f"'{key}'" not in written} <= {
        "untold.rule", "untold.nobody", "untold.nobody.rule", "large.list", "large.product", "large.number",
    }  # fmt: skip
