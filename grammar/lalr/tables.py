"""The tables of a grammar as plain data: made by lark, kept in a file, read back without it."""

from __future__ import annotations

import marshal
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from grammar.base.records import record

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule

#: which children count: a child's place; None for what was left out; -1 - place for a list whose items are taken over
Plan = tuple[int | None, ...]
#: a rule: what it makes, of how many children, the builder's method ("" for a list inside another rule), its plan
#: (None: all children, as they are), whether one child stands for itself, and the place of that child if it is always one
Reduction = tuple[str, int, str, Plan | None, bool, int]


@record
class ParserTables:
    """An LALR(1) automaton with its terminals."""

    #: of each state: what comes -> next state, or -1 - reduction; unpacked when it is come to
    states: Sequence[bytes | memoryview]
    reductions: tuple[Reduction, ...]
    starts: dict[str, int]
    ends: dict[str, int]
    patterns: tuple[tuple[str, str], ...]  #: terminal, regular expression
    words: dict[str, str]  #: a fixed text -> its terminal
    signs: tuple[str, ...]  #: those fixed texts that no pattern matches, the longest first
    skipped: tuple[str, ...]  #: regular expressions of what says nothing
    kept: tuple[str, ...]  #: terminals that reach a builder


def made_by(parser: Lark) -> ParserTables:
    """The tables of a grammar, taken out of lark's parser."""
    inside: Any = parser.parser  # lark names no public way to its table
    table = inside.parser._parse_table
    rows = _in_order(table)
    numbers = {state: number for number, state in enumerate(rows)}
    rules = list(dict.fromkeys(arg for row in rows.values() for arg in row.values() if not isinstance(arg, int)))
    places = {rule: -1 - place for place, rule in enumerate(rules)}

    def packed_row(row: dict[str, Any]) -> bytes:
        return marshal.dumps({item: numbers[arg] if isinstance(arg, int) else places[arg] for item, arg in row.items()})

    ignored = set(parser.ignore_tokens)
    terminals = [item for item in parser.terminals if item.pattern is not None]
    patterns = [item for item in terminals if item.pattern.type == "re" or item.name in ignored]
    # as lark sorts them: the wider pattern is tried first
    patterns.sort(key=lambda item: (-item.priority, -item.pattern.max_width, -len(item.pattern.value), item.name))
    words = {str(item.pattern.value): str(item.name) for item in terminals if item not in patterns}
    named = [re.compile(item.pattern.to_regexp()) for item in patterns]
    signs = (word for word in words if not any(pattern.fullmatch(word) for pattern in named))
    return ParserTables(
        states=tuple(packed_row(row) for row in rows.values()),
        reductions=tuple(_reduction(rule) for rule in rules),
        starts={str(start): numbers[state] for start, state in sorted(table.start_states.items())},
        ends={str(start): numbers[state] for start, state in sorted(table.end_states.items())},
        patterns=tuple((str(item.name), item.pattern.to_regexp()) for item in patterns if item.name not in ignored),
        words=dict(sorted(words.items())),
        signs=tuple(sorted(signs, key=lambda sign: (-len(sign), sign))),
        skipped=tuple(item.pattern.to_regexp() for item in patterns if item.name in ignored),
        kept=tuple(sorted({str(s.name) for rule in rules for s in rule.expansion if s.is_term and _counts(rule, s)})),
    )


def _in_order(table: Any) -> dict[Any, dict[str, Any]]:
    """What each state does with what comes; lark numbers states by chance, here they come in the order they are reached."""
    found: dict[Any, dict[str, Any]] = {}
    reached = [state for _, state in sorted(table.start_states.items())]
    for state in reached:
        if state not in found:
            row = {str(item): arg for item, (_, arg) in sorted(table.states[state].items())}
            found[state] = row
            reached += [arg for arg in row.values() if isinstance(arg, int)]
    return found


def _counts(rule: Rule, part: Any) -> bool:
    return rule.options.keep_all_tokens or not (part.is_term and part.filter_out)


def _reduction(rule: Rule) -> Reduction:
    """What lark's tree builder does with the children of a rule, as a plan."""
    size = len(rule.expansion)
    parts = iter(enumerate(rule.expansion))
    plan: list[int | None] = []
    for left_out in rule.options.empty_indices or [False] * size:
        if left_out:
            plan.append(None)
            continue
        place, part = next(parts)
        if _counts(rule, part):
            inner = not part.is_term and part.name.startswith("_")
            plan.append(-1 - place if inner else place)
    single = bool(rule.options.expand1 and not rule.alias)
    only = plan[0] if single and len(plan) == 1 and plan[0] is not None and plan[0] >= 0 else -1
    inner = rule.origin.name.startswith("_")
    name = "" if inner else str(rule.alias or rule.origin.name)
    return str(rule.origin.name), size, name, None if plan == list(range(size)) else tuple(plan), single, only


def packed(tables: ParserTables, format_: int = marshal.version) -> bytes:
    """The tables as bytes."""
    return marshal.dumps(tuple(getattr(tables, name) for name in ParserTables.__match_args__), format_)


def unpacked(data: bytes) -> ParserTables:
    """The tables that were made into bytes; raises ValueError, TypeError or EOFError where they are damaged."""
    return ParserTables(*marshal.loads(data))


def lark_parser(grammar: str, starts: Iterable[str], *, strict: bool = False) -> Lark:
    """The parser that lark makes of a grammar; `strict` also proves that no two terminals or rules collide."""
    from lark import Lark

    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",  # keywords are reserved everywhere, not only where the parser expects them
        strict=strict,
        start=list(starts),
        maybe_placeholders=True,
    )
