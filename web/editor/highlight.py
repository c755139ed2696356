"""Grammars for highlighting, in the form of TextMate, made from the grammars of the languages (`python -m web.editor.highlight FOLDER`)."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from grammar.cards.parse import function_words
from grammar.rules.concrete import following
from grammar.rules.parse import keywords, tables

Grammar = dict[str, Any]

RULES = "source.paragraf"
CARDS = "source.paragraf.card"
#: what a fenced block of a chapter, case file or card file is opened with -> the grammar of what stands in it
BLOCKS = {"rule": RULES, "case": RULES, "card": CARDS}


def grammars() -> dict[str, Grammar]:
    """File name -> grammar."""
    return {
        "paragraf.tmLanguage.json": _rules(),
        "paragraf-card.tmLanguage.json": _cards(),
        "paragraf-markdown.tmLanguage.json": _markdown(),
    }


def groups() -> dict[str, frozenset[str]]:
    """Every keyword of the rule language in the group of its look: what begins a statement, a type, a constant, the rest."""
    begins = _words("", "rules") | _words("", "cases")
    types = _words("fact x: ", "rules")
    constants = keywords() & {"yes", "no", "none", "nowhere"} | _words('case "x" ask x expect ', "cases") & {
        "depends",
        "disputed",
        "silent",
    }
    told: frozenset[str] = begins | types | constants
    return {
        "keyword.declaration": begins,
        "storage.type": types - begins,
        "constant.language": constants - begins - types,
        "keyword.control": keywords() - told,
    }


def _words(before: str, start: str) -> frozenset[str]:
    return frozenset(word for word in following(before, start)[0] if word.isalpha())


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def _rules() -> Grammar:
    patterns = dict(tables().patterns)
    found: list[Grammar] = [
        {"name": f"comment.line.double-dash.{RULES[7:]}", "match": r"--.*$"},
        {"name": f"string.quoted.double.{RULES[7:]}", "match": _plain(patterns["STRING"])},
        {"name": f"entity.name.tag.{RULES[7:]}", "match": _plain(patterns["REF"])},
        {"name": f"constant.numeric.{RULES[7:]}", "match": rf"\b{_plain(patterns['INT'])}\b"},
    ]
    found += [{"name": f"{name}.{RULES[7:]}", "match": rf"\b(?:{_any(words)})\b"} for name, words in groups().items()]
    found.append({"name": f"entity.name.function.{RULES[7:]}", "match": rf"{_plain(patterns['NAME'])}(?=\s*\()"})
    found.append({"name": f"keyword.operator.{RULES[7:]}", "match": r"=>|>=|<=|\.\.|[=<>+*/-]"})
    return {"name": "Paragraf", "scopeName": RULES, "patterns": found}


def _plain(pattern: str) -> str:
    """A pattern of lark without the group it is wrapped in."""
    wrapped = re.fullmatch(r"\(\?:(.*)\)", pattern, re.DOTALL)
    return (wrapped[1] if wrapped else pattern).replace("\n", r"\n")


def _cards() -> Grammar:
    words = {word.strip(",;: ") for word in function_words()}
    written = _any(word for word in words if word[:1].isalpha())
    return {
        "name": "Paragraf card",
        "scopeName": CARDS,
        "patterns": [
            {"name": "string.quoted.double.card.paragraf", "match": r'"[^"\n]*"'},
            {"name": "markup.heading.card.paragraf", "match": r"^[A-Z][^.:\n]*(?=:)"},
            {"name": "constant.numeric.card.paragraf", "match": r"\b[0-9]+[A-Z]?\b"},
            {"name": "keyword.control.card.paragraf", "match": rf"(?i)\b(?:{written})\b"},
        ],
    }


def _markdown() -> Grammar:
    """What is put into the Markdown of a game: fenced blocks, ids with their attributes, linked terms."""
    found: list[Grammar] = [
        {
            "begin": rf"^(`{{3,}}|~{{3,}})[ \t]*({kind})\b.*$",
            "end": r"^\1[ \t]*$",
            "beginCaptures": {"2": {"name": "fenced_code.block.language"}},
            "contentName": "meta.embedded.block.paragraf",
            "patterns": [{"include": grammar}],
        }
        for kind, grammar in BLOCKS.items()
    ]
    found.append({
        "begin": r"\{(?=#[a-z])",
        "end": r"\}|$",
        "name": "meta.attributes.paragraf",
        "patterns": [
            {"name": "entity.name.tag.paragraf", "match": r"#[a-z][a-z0-9_.]*"},
            {"name": "entity.other.attribute-name.paragraf", "match": r"[a-z0-9_]+(?==)|\bunconfirmed\b"},
            {"name": "string.unquoted.paragraf", "match": r"(?<==)[^\s{}]+"},
        ],
    })  # fmt: skip
    found.append({"name": "markup.underline.link.term.paragraf", "match": r"\[\[[^\]\n]+\]\]"})
    return {
        "scopeName": "markdown.paragraf",
        "injectionSelector": "L:text.html.markdown - meta.embedded",
        "patterns": found,
    }


def written(grammar: Grammar) -> str:
    """A grammar as it stands in its file."""
    return json.dumps(grammar, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    for file, made in grammars().items():
        (Path(sys.argv[1]) / file).write_text(written(made), "utf-8")
