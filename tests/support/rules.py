"""Rules written in a test."""

from __future__ import annotations

from grammar.rules.parse import parse_rules
from kb.model.entities import Place
from kb.rules.assembly import build_program
from kb.rules.program import Cited
from referee.rules.code import Code
from referee.runs.ahead.game import Ahead


def code_from(text: str, paragraph: str = "t.1", editions: tuple[str, ...] = ()) -> Code:
    """Rules as code; a line `--- #id` begins the rules of another paragraph."""
    statements = []
    current = paragraph
    block: list[str] = []

    def close() -> None:
        statements.extend(Cited(node, current, Place("test", 1), 10) for node in parse_rules("\n".join(block)))

    for line in text.splitlines():
        if line.strip().startswith("--- #"):
            close()
            block = []
            current = line.strip()[5:]
        else:
            block.append(line)
    close()
    return Code(build_program("test", statements, editions), foresight=Ahead())
