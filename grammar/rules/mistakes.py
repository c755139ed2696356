"""Frequent mistakes, recognised by example, and what the parser expected in plain words."""

from __future__ import annotations

import re
from collections.abc import Collection

#: lark's names for what is not a word
_PLAIN = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in double quotes",
    "REF": "a paragraph id such as #abc.1",
    "COMPARE": "a comparison such as >=",
    "LPAR": "“(”",
    "RPAR": "“)”",
    "LSQB": "“[”",
    "RSQB": "“]”",
    "LBRACE": "“{”",
    "RBRACE": "“}”",
    "COMMA": "“,”",
    "COLON": "“:”",
    "SEMICOLON": "“;”",
    "EQUAL": "“=”",
    "PLUS": "“+”",
    "MINUS": "“-”",
    "STAR": "“*”",
    "SLASH": "“/”",
    "VBAR": "“|”",
    "__ANON_0": "“..”",
    "__ANON_1": "“=>”",
    "$END": "the end of the text",
}

#: signs of other languages that begin no word of this one
ALIENS = {
    "#": "A comment begins with “--”; a paragraph id is written like “#abc.1”.",
    ".": "Numbers are whole; a range is written “1..5”.",
    "&": "Write “and”.",
    "!": "Write “not”, or “is not” to compare.",
    "%": "There is no remainder; write “a / b down” for a whole division.",
    "'": "Text stands in double quotes; names stand without any.",
}
#: (sign, what could stand in its place) -> message and cure
_SIGNS = {
    ("=", "IS"): ("“=” gives a value and does not compare", "Write “is” to compare: “coins of x is 5”."),
    ("is", "SEMICOLON"): (
        "a fact is told with “=”",
        "Write “coins of ada = 5”; of what is so or not “out of ada” or “not out of ada”; “is” compares.",
    ),
    ("in", "SEMICOLON"): (
        "a fact is told with “=”, and what is expected of one behind “do” too",
        "Write “hand of ada = [apple]”; whether something is in it is asked: “ask apple in hand of ada after …”.",
    ),
    ("=>", "COMPARE"): ("“=>” stands between the cells and the value of a table", "Write “>=” to compare."),
    (";", "FACT"): ("“;” stands between told facts only", "Leave it out; every effect begins with “effect”."),
    (";", "SET"): ("“;” stands between told facts only", "Leave it out; steps follow one another without a sign."),
    ("/", "FACT"): ("“/” divides", "A comment begins with “--”."),
    (":", "REQUIRES"): ("“:” does not belong here", "Leave it out; clauses follow without a sign and need no “end”."),
    ("if", "WHEN"): ("“if” begins a value or a step", "Write “when” before a condition."),
    ("unless", "WHEN"): ("“unless” is no word of the language", "Write “when not (…)”."),
    ("unless", "AND"): (
        "“unless” is no word of the language",
        "Write “or …” behind what is required, or “when not (…)”.",
    ),
    ("|", "OR"): ("“|” stands between the cells of a table", "Write “or”."),
}

#: what could stand where many words could: by those that tell what it is, the larger first
_MANY = {
    frozenset({"FACT", "REQUIRES"}): "another part of the statement or a new statement",
    frozenset({"FACT", "SET"}): "another step or a new statement",
    frozenset({"FACT"}): "a statement such as “fact”, “define”, “action”, “rule” or “step”",
    frozenset({"REQUIRES"}): "a clause such as “requires”, “forbidden”, “cost” or “effect”",
    frozenset({"SET"}): "a step such as “set”, “raise”, “move”, “put”, “draw”, “do”, “if”, “for” or “choose”",
    frozenset({"COUNT"}): "a value, such as a name or a number",
}

_STEPS = "set|raise|lower|move|pay|put|draw|shuffle|do|choose|random|offer|emit|endgame"
#: (pattern on the line up to and with the word, message, cure)
_MISTAKES: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"(?:!=|<>|<=?>)$"), "there is no such sign", "Write “is not”."),
    (re.compile(r"/\s*[\w()]+\s+\S*$"), "a division must say how it rounds", "Write “a / b up” or “a / b down”."),
    (
        re.compile(r"\b(?:and|or|not)\s+(?:some|every|at)$"),
        "“some”, “every” and “at least” reach to the end of the expression",
        "Put them in parentheses: “a and (some x in S with b)”.",
    ),
    (
        re.compile(r"\b(?:set|define|start|let)\b[^=]*\bis$"),
        "a value is given with “=”",
        "Write “=” here; “is” compares.",
    ),
    (
        re.compile(r"\bstep\s.*:\s*do\s+\w+\s*(?:\([^()]*\))?\s*\w+$"),
        "a step either does something by itself or gives somebody the turn",
        "Make two steps of it; in a phase with “each p in S” everybody goes through both before the next.",
    ),
    (
        re.compile(r"\bphase\s.*:$"),
        "a phase only says what its steps stand in",
        "Write “step name in phase: …” for what happens in it.",
    ),
    (
        re.compile(r"\b(?:forbidden|applies|allowed)\s+(?!when)\w+$"),
        "the condition of “forbidden”, “allowed” and “applies” stands behind “when”",
        "Write “forbidden when …”.",
    ),
    (
        re.compile(r"[<>]=?\s*[\w() ]+[<>]=?$"),
        "a comparison has two sides",
        "Write “a < b and b < c”, or “x in 1..5”.",
    ),
    (
        re.compile(rf"\beffect\b.*\b(?:{_STEPS})$"),
        "“effect” and “finally” hold one step",
        "Write “effect” before each step, or put the steps into a procedure.",
    ),
    (
        re.compile(rf"\b(?:and|then)\s+(?:{_STEPS})$"),
        "steps follow one another without a word between",
        "Leave it out.",
    ),
    (
        re.compile(r"\brepeat\s+(?!up\b)\S+$|\brepeat\s+up\s+to\s.*\btimes$"),
        "“repeat” says how often at most",
        "Write “repeat up to 3: … end”, or “repeat up to 3 while …: … end”.",
    ),
    (
        re.compile(r"\w\(\s*\)$"),
        "nothing stands between the parentheses",
        "Leave them out: what has no arguments, or is asked with any, is written as its name alone.",
    ),
    (
        re.compile(r"\bput\s.*\b(?:on|under)\s.*\bat$"),
        "“on” is the top of a pile and “under” its bottom; a place stands behind “into”",
        "Write “put c from p into q at 3”: 1 is the top.",
    ),
    (
        re.compile(r"[(,]\s*\w+\s*:$"),
        "an argument is given by its place, or by its name with “=”",
        "Write “give(ben)” or “give(whom=ben)”.",
    ),
    (
        re.compile(r"^\s*may$"),
        "whether somebody may do something is asked by the action itself",
        "Write “give(ben) by ada”; whether they must: “must(give by ada)”.",
    ),
    (re.compile(r"\bin\s+\($"), "a list of members stands in square brackets", "Write “in [a, b]”."),
    (re.compile(r"\belse\s+if$|\belif$"), "every “if” has its own “end”", "Write “else if … end end”."),
)


def explain_mistake(text: str, line: int, column: int, word: str, expected: set[str]) -> tuple[str, str] | None:
    """The message and cure of a known mistake at this word, if it is one."""
    for (sign, instead), (message, cure) in _SIGNS.items():
        if word == sign and instead in expected:
            return message, cure
    lines = text.splitlines()
    head = (lines[line - 1] if 0 < line <= len(lines) else "")[: column - 1 + len(word)]
    for pattern, message, cure in _MISTAKES:
        if pattern.search(head):
            if "DOWN" not in expected and "rounds" in message:
                continue
            return message, cure
    return None


def describe_expected(types: Collection[str]) -> str:
    """The expected terminals as a short phrase."""
    words = sorted({_PLAIN.get(kind, f"“{kind.lower()}”") for kind in types if kind not in ("$END",)})
    if not words:
        return "nothing more"
    if len(words) > 12:
        return next((said for mark, said in _MANY.items() if mark <= set(types)), "another part of the statement")
    return " or ".join(words)
