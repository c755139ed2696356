"""Faults of the corpus as values, and the catalogue of their codes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Literal

from grammar.base.records import record
from kb.model.entities import Place

Severity = Literal["error", "warning", "notice"]


@record
class Code:
    """A kind of fault: how grave it is, what it means and what usually mends it."""

    severity: Severity
    meaning: str
    cure: str


#: AREA-WORD -> its meaning; an error is lost or wrong for the reader, a warning is probably a mistake, a notice only tells
CATALOGUE: Mapping[str, Code] = {
    "FILE-MISSING": Code("error", "A file every game needs is not there.", "Add the file; docs/corpus.md shows it."),
    "FILE-UNREADABLE": Code("error", "A file could not be read from the disk.", "Check its permissions."),
    "FILE-ENCODING": Code("error", "A file is not UTF-8 text.", "Save it as UTF-8."),
    "TOML-SYNTAX": Code("error", "A table file is not valid TOML.", "Mend the line; text values stand in quotes."),
    "TOML-TYPE": Code("error", "A value is of another kind than the key asks for.", "Write the kind named."),
    "TOML-KEY": Code("error", "A key is not known in this table.", "Correct the key or remove it."),
    "TOML-MISSING": Code("error", "A key that must be there is missing.", "Add the key."),
    "ID-MISSING": Code("error", "A heading or paragraph has no id.", "End its last line with {#id}."),
    "ID-FORM": Code("error", "An id is not lower-case words joined by dots.", "Write it like prefix.section.1."),
    "ID-PREFIX": Code("error", "An id does not begin with the game's prefix.", "Put the prefix of game.toml first."),
    "ID-DUPLICATE": Code("error", "An id is used twice.", "Give the later one an id of its own."),
    "ATTR-FORM": Code("error", "An attribute cannot be read.", "Write key=value, without spaces."),
    "ATTR-UNKNOWN": Code("error", "An attribute has a name nobody knows.", "Use one of docs/corpus.md."),
    "ATTR-VALUE": Code("error", "An attribute has a value it cannot have.", "Use one of the values named."),
    "ATTR-DUPLICATE": Code("error", "An attribute is given twice.", "Keep one of them."),
    "PARA-BLANK": Code("warning", "A paragraph goes on after its attributes.", "Put a blank line after them."),
    "PARA-EMPTY": Code("error", "Attributes stand without text.", "Write the text before the attributes."),
    "HEAD-CHAPTER": Code("error", "A file does not begin with its one # heading.", "Begin with '# Title {#id}'."),
    "HEAD-LEVEL": Code("error", "A heading is deeper than ###.", "Use #, ## or ###."),
    "BLOCK-KIND": Code("error", "A fenced block is not a rule block.", "Open it with ```rule."),
    "BLOCK-OPEN": Code("error", "A fenced block is never closed.", "Close it with ``` on a line of its own."),
    "BLOCK-ORPHAN": Code("error", "A rule block has no paragraph above it.", "Put it under the paragraph it encodes."),
    "MARK-HTML": Code("error", "Prose holds HTML.", "Write Markdown; HTML is shown as plain text."),
    "RULE-MISSING": Code("error", "A paragraph has neither a rule nor a reason for none.", "Add a rule or norule=."),
    "RULE-BOTH": Code("warning", "A paragraph has a rule and a reason for none.", "Remove norule=."),
    "RULE-TODO": Code("warning", "A paragraph is not encoded yet.", "Write its rule."),
    "REF-UNKNOWN": Code("error", "A reference names an id that does not exist.", "Correct the id."),
    "REF-SELF": Code("warning", "A paragraph refers to itself.", "Remove the reference."),
    "TERM-FORM": Code("error", "A term id is not lower-case words joined by _.", "Write it like two_words."),
    "TERM-NAME": Code("error", "A term has no name in a language of the game.", "Add names.<language>."),
    "TERM-TEXT": Code("warning", "A term is not explained in a language of the game.", "Add text.<language>."),
    "TERM-UNKNOWN": Code("error", "Prose links a term that is not in the glossary.", "Correct the id or add the term."),
    "WORD-MISSING": Code(
        "warning", "A name that readers may be shown has no words.", "Add it to words/ in every language."
    ),
    "WORD-TEXT": Code("warning", "A word has no text in a language of the game.", "Add the language."),
    "TRANS-MISSING": Code("warning", "A paragraph is not translated.", "Add it, with the same id, to the translation."),
    "TRANS-EXTRA": Code("error", "A translation has an id the original text lacks.", "Correct the id or remove it."),
    "TRANS-STALE": Code(
        "warning",
        "The original text changed after it was translated.",
        "Revise it, then `paragraf stamp GAME --again ID`.",
    ),
    "TRANS-UNSTAMPED": Code("warning", "Translations carry no digest.", "Run `paragraf stamp`."),
    "TRANS-ATTR": Code("error", "A translation has attributes besides `of`.", "Keep them in rules/ only."),
    "RULE-SYNTAX": Code("error", "A rule block cannot be read.", "Mend the statement at the place named."),
    "CASE-SYNTAX": Code("error", "A case cannot be read.", "Mend the case at the place named."),
    "CASE-FAILED": Code(
        "error", "A case does not come out as it expects.", "Mend the rule, or the case if it is wrong."
    ),
    "NAME-UNKNOWN": Code("error", "A rule uses a name nobody declared.", "Declare it or correct the spelling."),
    "NAME-TWICE": Code("error", "A name is declared twice.", "Remove one, or give it another name."),
    "KIND-UNKNOWN": Code(
        "error", "A type names a kind or class nobody declared.", "Declare the kind or correct the spelling."
    ),
    "ARGS-COUNT": Code(
        "error", "A look-up or call has another number of keys or arguments.", "Give as many as it takes."
    ),
    "ARGS-NAME": Code(
        "error", "An argument has a name that the call does not know.", "Use a parameter's name, or its place."
    ),
    "TYPE-KEY": Code(
        "error", "A look-up stands at a key of a kind it does not have.", "Use a member of the key's kind."
    ),
    "TYPE-ARGUMENT": Code(
        "error", "An argument is of a kind that its parameter is not.", "Give a value of the parameter's kind."
    ),
    "TYPE-COMPARE": Code(
        "error", "A comparison can never hold: its sides have nothing in common.", "Compare what can be the same."
    ),
    "TYPE-NUMBER": Code("error", "What must be a number is none.", "Write a number."),
    "TYPE-FLAG": Code("error", "A condition is neither yes nor no.", "Write a condition, such as a comparison."),
    "TYPE-LIST": Code(
        "error", "A loop goes over what is no list.", "Write a kind, a list or something that gives one."
    ),
    "TYPE-VALUE": Code("error", "A fact, value or parameter is given what it cannot be.", "Give a value of its type."),
    "TARGET-WRONG": Code("error", "A step changes what cannot be changed that way.", "Name a fact of the right type."),
    "CALL-WRONG": Code(
        "error", "What is done, offered or emitted is no action, procedure or event.", "Name one that is declared."
    ),
    "TRIGGER-WRONG": Code(
        "error", "A trigger waits for what never happens.", "Name an event, action, procedure or fact."
    ),
    "PARAM-KIND": Code("warning", "Nothing tells of what kind a parameter is.", "Declare it: define f(x: kind) = …"),
    "COURSE-PHASE": Code(
        "error", "A phase or step stands in a phase that is not there.", "Name a phase of the course."
    ),
    "COURSE-AFTER": Code("error", "A phase or step comes after what is not beside it.", "Name one of the same phase."),
    "COURSE-FIRST": Code("error", "Two steps or phases begin, or none does.", "Give all but one an `after`."),
    "COURSE-QUOTA": Code("error", "A turn takes what is no action or class.", "Name actions or classes."),
    "COURSE-ENDLESS": Code(
        "warning", "A phase goes round for ever by itself.", "Change in it what `cycle while` reads."
    ),
    "COURSE-ACTION": Code(
        "warning", "An action is taken in no step.", "List it or its class in a step, or write `playable anytime`."
    ),
    "CLASS-EMPTY": Code(
        "warning", "A class of actions has no action.", "Write `as` and the class behind an action, or remove it."
    ),
    "TABLE-KEY": Code(
        "error", "A cell of a table is no key the table can have.", "Write a key of the parameter's kind."
    ),
    "VALUE-UNUSED": Code("notice", "Values that no rule and no case reads.", "Remove them, or ask for them in a case."),
    "VALUE-KEYS": Code("error", "A value is defined with different numbers of keys.", "Use the same keys everywhere."),
    "VALUE-MODE": Code("error", "A value is given in two ways of adding up.", "Use define, holds or adds everywhere."),
    "TABLE-CELLS": Code("error", "A row of a table has another number of cells.", "Give each row all keys and values."),
    "TABLE-GAP": Code("error", "A table has no row for some keys.", "Add the row, or a last row with *."),
    "TABLE-OVERLAP": Code(
        "warning", "A row can never count: earlier rows take all its keys.", "Remove it or move it up."
    ),
    "OVERRIDE-CYCLE": Code(
        "error", "Clauses override each other in a circle.", "Let one of them stand above the other."
    ),
    "DISPUTE-UNDECLARED": Code(
        "warning", "Two paragraphs give one value differently.", "Declare a dispute or override."
    ),
    "READING-UNUSED": Code(
        "warning", "No clause depends on a dispute.", "Guard the clauses of its readings, or make it weak."
    ),
    "VALUE-CYCLE": Code("error", "A value is defined by itself.", "Break the circle."),
    "PROC-ENDLESS": Code("warning", "Procedures call themselves.", "Say what decreases: procedure p(x) decreasing e."),
    "NAME-RESERVED": Code("error", "A fact has a name the referee keeps for itself.", "Give it another name."),
    "NAME-UNUSED": Code("warning", "A procedure or event is never used.", "Use it or remove it."),
    "DISPUTE-DEFAULT": Code("error", "A dispute has no default or several.", "Mark exactly one reading `default`."),
    "CARD-WORD": Code("error", "A word of the card vocabulary cannot be used.", "Mend the entry in vocabulary.toml."),
    "CARD-FRAME": Code("error", "A verb frame of the cards cannot be used.", "Mend the entry in frames.toml."),
    "CARD-FORM": Code("warning", "A card cannot be printed in a language.", "Add the missing forms or pattern."),
    "CARD-FILE": Code(
        "error", "A card names a kind or an owner nobody knows.", "Write kind= and of= as in vocabulary.toml."
    ),
    "CARD-SYNTAX": Code("error", "The text of a card cannot be read.", "Mend the sentence at the word named."),
    "CARD-MEANING": Code(
        "error", "The text of a card cannot be carried out.", "Use a known frame, or write a rule block."
    ),
    "TRANS-RULE": Code("error", "A translation holds a rule block.", "Keep rules in rules/ only."),
}


@record
class Problem:
    """One fault: its code, where it stands, what was read and what to write instead."""

    code: str
    severity: Severity
    place: Place
    message: str
    cure: str

    def __str__(self) -> str:
        return f"{self.place}: {self.severity} [{self.code}] {self.message} {self.cure}"


def problem(code: str, place: Place, message: str, cure: str = "") -> Problem:
    """Make a problem of a catalogued kind; the usual cure stands in when none is given."""
    kind = CATALOGUE[code]
    return Problem(code, kind.severity, place, message, cure or kind.cure)


def nearest(name: str, known: Iterable[str], count: int = 3) -> tuple[str, ...]:
    """Give the known names most like an unknown one, best first."""
    import difflib  # only a mistake needs it

    return tuple(difflib.get_close_matches(name, sorted(known), n=count, cutoff=0.6))


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Phrase the nearest known names as a cure, or nothing when none is near."""
    near = nearest(name, known)
    return f"Did you mean {' or '.join(repr(word) for word in near)}?" if near else ""


def catalogue_page() -> str:
    """The catalogue as a page of the docs."""
    rows = [f"| `{code}` | {entry.severity} | {entry.meaning} | {entry.cure} |" for code, entry in CATALOGUE.items()]
    head = "# What `paragraf check` finds\n\nAn error is lost or wrong for the reader; a warning is probably a mistake; a notice only tells.\n"
    return "\n".join([head, "| code | | meaning | usual cure |", "|---|---|---|---|", *rows]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(catalogue_page())
