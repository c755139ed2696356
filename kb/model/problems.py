"""Faults of the corpus as values, and the catalogue of their codes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Literal

from grammar.base.likeness import nearest
from grammar.base.records import record
from kb.model.entities import Place

Severity = Literal["error", "warning", "notice"]


@record
class ProblemCode:
    """A kind of fault: how grave it is, what it means and what usually mends it."""

    severity: Severity
    meaning: str
    cure: str


#: AREA-WORD -> its meaning; an error is lost or wrong for the reader, a warning is probably a mistake, a notice only tells
CATALOGUE: Mapping[str, ProblemCode] = {
    "FILE-MISSING": ProblemCode(
        "error", "A file every game needs is not there.", "Add the file; docs/corpus.md shows it."
    ),
    "FILE-UNREADABLE": ProblemCode("error", "A file could not be read from the disk.", "Check its permissions."),
    "FILE-ENCODING": ProblemCode("error", "A file is not UTF-8 text.", "Save it as UTF-8."),
    "TOML-SYNTAX": ProblemCode(
        "error", "A table file is not valid TOML.", "Mend the line; text values stand in quotes."
    ),
    "TOML-TYPE": ProblemCode("error", "A value is of another kind than the key asks for.", "Write the kind named."),
    "TOML-KEY": ProblemCode("error", "A key is not known in this table.", "Correct the key or remove it."),
    "TOML-MISSING": ProblemCode("error", "A key that must be there is missing.", "Add the key."),
    "ID-MISSING": ProblemCode("error", "A heading or paragraph has no id.", "End its last line with {#id}."),
    "ID-FORM": ProblemCode("error", "An id is not lower-case words joined by dots.", "Write it like prefix.section.1."),
    "ID-PREFIX": ProblemCode(
        "error", "An id does not begin with the game's prefix.", "Put the prefix of game.toml first."
    ),
    "ID-DUPLICATE": ProblemCode("error", "An id is used twice.", "Give the later one an id of its own."),
    "ATTR-FORM": ProblemCode("error", "An attribute cannot be read.", "Write key=value, without spaces."),
    "ATTR-UNKNOWN": ProblemCode("error", "An attribute has a name nobody knows.", "Use one of docs/corpus.md."),
    "ATTR-VALUE": ProblemCode("error", "An attribute has a value it cannot have.", "Use one of the values named."),
    "ATTR-DUPLICATE": ProblemCode("error", "An attribute is given twice.", "Keep one of them."),
    "PARA-BLANK": ProblemCode("warning", "A paragraph goes on after its attributes.", "Put a blank line after them."),
    "PARA-EMPTY": ProblemCode("error", "Attributes stand without text.", "Write the text before the attributes."),
    "HEAD-CHAPTER": ProblemCode(
        "error", "A file does not begin with its one # heading.", "Begin with '# Title {#id}'."
    ),
    "HEAD-LEVEL": ProblemCode("error", "A heading is deeper than ###.", "Use #, ## or ###."),
    "BLOCK-KIND": ProblemCode("error", "A fenced block is not a rule block.", "Open it with ```rule."),
    "BLOCK-OPEN": ProblemCode("error", "A fenced block is never closed.", "Close it with ``` on a line of its own."),
    "BLOCK-ORPHAN": ProblemCode(
        "error", "A rule block has no paragraph above it.", "Put it under the paragraph it encodes."
    ),
    "MARK-HTML": ProblemCode("error", "Prose holds HTML.", "Write Markdown; HTML is shown as plain text."),
    "RULE-MISSING": ProblemCode(
        "error", "A paragraph has neither a rule nor a reason for none.", "Add a rule or norule=."
    ),
    "RULE-BOTH": ProblemCode("warning", "A paragraph has a rule and a reason for none.", "Remove norule=."),
    "RULE-TODO": ProblemCode("warning", "A paragraph is not encoded yet.", "Write its rule."),
    "REF-UNKNOWN": ProblemCode("error", "A reference names an id that does not exist.", "Correct the id."),
    "REF-SELF": ProblemCode("warning", "A paragraph refers to itself.", "Remove the reference."),
    "TERM-FORM": ProblemCode("error", "A term id is not lower-case words joined by _.", "Write it like two_words."),
    "TERM-NAME": ProblemCode("error", "A term has no name in a language of the game.", "Add names.<language>."),
    "TERM-TEXT": ProblemCode("warning", "A term is not explained in a language of the game.", "Add text.<language>."),
    "TERM-UNKNOWN": ProblemCode(
        "error", "Prose or words name a term that is not in the glossary.", "Correct the id or add the term."
    ),
    "TERM-SHARED": ProblemCode(
        "warning",
        "A word that two terms claim stands in prose without a mark.",
        "Write [[term|word]] for the one that is meant.",
    ),
    "FORM-MISSING": ProblemCode(
        "warning", "A name has no forms.", "Run `paragraf forms GAME`; decide in forms/own.toml what it does not know."
    ),
    "FORM-UNKNOWN": ProblemCode(
        "warning", "Forms stand for what is no name.", "Run `paragraf forms GAME`, or remove them from forms/own.toml."
    ),
    "FORM-STALE": ProblemCode("warning", "Names changed after their forms were made.", "Run `paragraf forms GAME`."),
    "FORM-WRONG": ProblemCode(
        "error",
        "Forms in forms/own.toml cannot be read.",
        "Write gender and six forms, / and six of the plural; `~` for a name that never changes.",
    ),
    "WORD-MISSING": ProblemCode(
        "warning", "A name that readers may be shown has no words.", "Add it to words/ in every language."
    ),
    "WORD-UNKNOWN": ProblemCode(
        "warning", "Words stand for a name that no rule mentions.", "Correct the name, or remove the entry."
    ),
    "WORD-LABEL": ProblemCode(
        "warning", "A name that players choose by has no label of its own.", "Add it to words/ in every language."
    ),
    "WORD-CHOICE": ProblemCode(
        "warning",
        "Somebody must choose, and no sentence says what.",
        'Write the question into words/, under ["?PARAGRAPH NAME"].',
    ),
    "WORD-HOLE": ProblemCode(
        "error", "A hole in a text asks for something that cannot be.", "Write a case, or the words to choose from."
    ),
    "PATTERN-SYNTAX": ProblemCode(
        "error",
        "A pattern of a question cannot be read.",
        "Write words, {slots}, (one | of | several) or [perhaps | these].",
    ),
    "PATTERN-NAME": ProblemCode(
        "error", "Patterns stand for a name or a fact that the rules do not have.", "Correct the name."
    ),
    "PATTERN-SLOT": ProblemCode(
        "error", "A slot of a pattern names nothing that could be filled in.", "Name a parameter or a kind of the game."
    ),
    "PATTERN-NEVER": ProblemCode(
        "warning",
        "A pattern says nothing that tells its thing from others.",
        "Add a word that players use for it, or take it out.",
    ),
    "WORD-CHECK": ProblemCode(
        "error",
        "Words stand for a check that there is not, that is written otherwise than when they were, or name what it does not know.",
        "Correct the paragraph, the number, the action, `of` or the hole.",
    ),
    "WORD-TEXT": ProblemCode("warning", "A word has no text in a language of the game.", "Add the language."),
    "TRANS-MISSING": ProblemCode(
        "warning", "A paragraph is not translated.", "Add it, with the same id, to the translation."
    ),
    "TRANS-EXTRA": ProblemCode(
        "error", "A translation has an id the original text lacks.", "Correct the id or remove it."
    ),
    "TRANS-STALE": ProblemCode(
        "warning",
        "The original text changed after it was translated.",
        "Revise it, then `paragraf stamp GAME --again ID`.",
    ),
    "TRANS-UNSTAMPED": ProblemCode("warning", "Translations carry no digest.", "Run `paragraf stamp`."),
    "TRANS-ATTR": ProblemCode("error", "A translation has attributes besides `of`.", "Keep them in rules/ only."),
    "RULE-SYNTAX": ProblemCode("error", "A rule block cannot be read.", "Mend the statement at the place named."),
    "CASE-SYNTAX": ProblemCode("error", "A case cannot be read.", "Mend the case at the place named."),
    "CASE-FAILED": ProblemCode(
        "error", "A case does not come out as it expects.", "Mend the rule, or the case if it is wrong."
    ),
    "CASE-WAITING": ProblemCode(
        "notice", "Cases were not asked, since some rules cannot be read.", "Mend the rules first."
    ),
    "CASE-SITUATION": ProblemCode(
        "error",
        "A situation is started from but not told, told twice, or never used.",
        "Tell it once, above its cases.",
    ),
    "CASE-REPEAT": ProblemCode("error", "A case repeats another exactly.", "Keep one of them."),
    "CASE-TITLE": ProblemCode("error", "Two cases of a game have one title.", "Say in the title what this one shows."),
    "CASE-LINE": ProblemCode("notice", "A line of a case file is too long.", "Break it; line breaks mean nothing."),
    "CASE-REASON": ProblemCode("error", "A case does not say which paragraph decides.", "Add `because #id`."),
    "CASE-PLACE": ProblemCode(
        "error", "A case or heading stands where the rules do not have it.", "Move it to the section of its paragraph."
    ),
    "NAME-UNKNOWN": ProblemCode("error", "A rule uses a name nobody declared.", "Declare it or correct the spelling."),
    "NAME-TWICE": ProblemCode("error", "A name is declared twice.", "Remove one, or give it another name."),
    "KIND-UNKNOWN": ProblemCode(
        "error", "A type names a kind or class nobody declared.", "Declare the kind or correct the spelling."
    ),
    "ARGS-COUNT": ProblemCode(
        "error", "A look-up or call has another number of keys or arguments.", "Give as many as it takes."
    ),
    "ARGS-NAME": ProblemCode(
        "error", "An argument has a name that the call does not know.", "Use a parameter's name, or its place."
    ),
    "TYPE-KEY": ProblemCode(
        "error", "A look-up stands at a key of a kind it does not have.", "Use a member of the key's kind."
    ),
    "TYPE-ARGUMENT": ProblemCode(
        "error", "An argument is of a kind that its parameter is not.", "Give a value of the parameter's kind."
    ),
    "TYPE-COMPARE": ProblemCode(
        "error", "A comparison can never hold: its sides have nothing in common.", "Compare what can be the same."
    ),
    "TYPE-NUMBER": ProblemCode("error", "What must be a number is none.", "Write a number."),
    "TYPE-CARDS": ProblemCode(
        "error",
        "Where it must be said how many cards go, a card is named.",
        "Write how many; a card by its name is put: `put c from p on q`.",
    ),
    "TYPE-FLAG": ProblemCode("error", "A condition is neither yes nor no.", "Write a condition, such as a comparison."),
    "TYPE-LIST": ProblemCode(
        "error", "A loop goes over what is no list.", "Write a kind, a list or something that gives one."
    ),
    "TYPE-VALUE": ProblemCode(
        "error", "A fact, value or parameter is given what it cannot be.", "Give a value of its type."
    ),
    "TARGET-WRONG": ProblemCode(
        "error", "A step changes what cannot be changed that way.", "Name a fact of the right type."
    ),
    "VIEWER-WRONG": ProblemCode(
        "error",
        "It is not said from whom a fact is hidden, or when.",
        "Write `hidden from v when …`: v is whoever looks.",
    ),
    "CALL-WRONG": ProblemCode(
        "error", "What is done, offered or emitted is no action, procedure or event.", "Name one that is declared."
    ),
    "TRIGGER-WRONG": ProblemCode(
        "error", "A trigger waits for what never happens.", "Name an event, action, procedure or fact."
    ),
    "PARAM-KIND": ProblemCode(
        "warning", "Nothing tells of what kind a parameter is.", "Declare it: define f(x: kind) = …"
    ),
    "COURSE-PHASE": ProblemCode(
        "error", "A phase or step stands in a phase that is not there.", "Name a phase of the course."
    ),
    "COURSE-AFTER": ProblemCode(
        "error", "A phase or step comes after what is not beside it.", "Name one of the same phase."
    ),
    "COURSE-FIRST": ProblemCode("error", "Two steps or phases begin, or none does.", "Give all but one an `after`."),
    "COURSE-QUOTA": ProblemCode("error", "A turn takes what is no action or class.", "Name actions or classes."),
    "FACT-UNTOLD": ProblemCode(
        "notice", "A fact that is nearly always no is asked for by every question.", "Add `assumed no`."
    ),
    "COURSE-ENDLESS": ProblemCode(
        "warning", "A phase goes round for ever by itself.", "Change in it what `cycle while` reads."
    ),
    "COURSE-EMPTY": ProblemCode(
        "warning", "A phase in which nothing happens.", "Let a step stand in it, or remove it."
    ),
    "COURSE-ACTION": ProblemCode(
        "warning", "An action is taken in no step.", "List it or its class in a step, or write `playable anytime`."
    ),
    "CANCEL-NOTHING": ProblemCode(
        "error",
        "`cancel` stands where no deed is being answered.",
        "Name the action in `answered by`, or leave `cancel` out.",
    ),
    "DECIDE-WRONG": ProblemCode(
        "error",
        "`decide` names what nobody chooses.",
        "Name a fact or local of a `choose`, or an action that is offered.",
    ),
    "CLASS-EMPTY": ProblemCode(
        "warning", "A class of actions has no action.", "Write `as` and the class behind an action, or remove it."
    ),
    "TABLE-KEY": ProblemCode(
        "error", "A cell of a table is no key the table can have.", "Write a key of the parameter's kind."
    ),
    "VALUE-MISSING": ProblemCode(
        "error",
        "A derived fact is defined nowhere.",
        "Add a `define` of that name, or write `fact` for what is only told.",
    ),
    "VALUE-UNUSED": ProblemCode(
        "error", "A value that no rule reads.", "Let the rule read it, ask the rule itself, or mark it `asked`."
    ),
    "VALUE-ASKED": ProblemCode("error", "A value marked `asked` that a rule reads.", "Remove the mark."),
    "VALUE-KEYS": ProblemCode(
        "error", "A value is defined with different numbers of keys.", "Use the same keys everywhere."
    ),
    "VALUE-MODE": ProblemCode(
        "error", "A value is given in two ways of adding up.", "Use define, holds or adds everywhere."
    ),
    "TABLE-CELLS": ProblemCode(
        "error", "A row of a table has another number of cells.", "Give each row all keys and values."
    ),
    "TABLE-GAP": ProblemCode("error", "A table has no row for some keys.", "Add the row, or a last row with *."),
    "TABLE-OVERLAP": ProblemCode(
        "warning", "A row can never count: earlier rows take all its keys.", "Remove it or move it up."
    ),
    "START-OVERLAP": ProblemCode(
        "warning",
        "A start value that never counts: a later line takes its place.",
        "Remove it, or write the line for the rest first.",
    ),
    "OVERRIDE-CYCLE": ProblemCode(
        "error", "Clauses override each other in a circle.", "Let one of them stand above the other."
    ),
    "OVERRIDE-NOTHING": ProblemCode(
        "warning",
        "A clause stands above a paragraph that has nothing it could lift.",
        "Name the paragraph under which the check or clause stands.",
    ),
    "CLAUSE-INSIDE": ProblemCode(
        "error",
        "A clause stands inside `each` or `option`, where it means nothing.",
        "Write it outside, with a condition.",
    ),
    "DISPUTE-UNDECLARED": ProblemCode(
        "warning", "Two paragraphs give one value differently.", "Declare a dispute or override."
    ),
    "READING-UNUSED": ProblemCode(
        "warning", "No clause depends on a dispute.", "Guard the clauses of its readings, or make it weak."
    ),
    "VALUE-CYCLE": ProblemCode("error", "A value is defined by itself.", "Break the circle."),
    "PROC-ENDLESS": ProblemCode(
        "warning", "Procedures call themselves.", "Say what decreases: procedure p(x) decreasing e."
    ),
    "NAME-RESERVED": ProblemCode(
        "error", "Something has a name the referee keeps for itself.", "Give it another name."
    ),
    "NAME-UNUSED": ProblemCode(
        "warning", "A procedure, event, kind or local name is never used.", "Use it or remove it."
    ),
    "NAME-NEAR": ProblemCode(
        "warning",
        "A key that stands for every member is spelt nearly like one of them.",
        "Correct the spelling, or take another name for all of them.",
    ),
    "SEATED-MISSED": ProblemCode(
        "notice", "A rule goes over all who could play, although the game says who does.", "Write `in seated`."
    ),
    "SEATED-CHOSEN": ProblemCode(
        "warning", "Somebody may be named or chosen who does not play.", "Require that they are `in seated`."
    ),
    "RANGE-WRONG": ProblemCode(
        "error", "A number that is written out lies outside its range.", "Write a number of the range."
    ),
    "PILE-END": ProblemCode(
        "warning",
        "Cards are moved from the bottom of a pile whose top is looked at.",
        "Write `put top of p on q`, or `draw`.",
    ),
    "FACT-UNUSED": ProblemCode("notice", "A fact that nothing reads or changes.", "Let a rule use it, or remove it."),
    "DISPUTE-DEFAULT": ProblemCode(
        "error", "A dispute has no default or several.", "Mark exactly one reading `default`."
    ),
    "CARD-WORD": ProblemCode(
        "error", "A word of the card vocabulary cannot be used.", "Mend the entry in vocabulary.toml."
    ),
    "CARD-NAME": ProblemCode(
        "error",
        "A word of the cards has a name without forms.",
        "Run `paragraf forms GAME`, or write the forms in forms/own.toml.",
    ),
    "CARD-FRAME": ProblemCode("error", "A verb frame of the cards cannot be used.", "Mend the entry in frames.toml."),
    "CARD-FORM": ProblemCode("warning", "A card cannot be printed in a language.", "Add the missing forms or pattern."),
    "CARD-FILE": ProblemCode(
        "error", "A card names a kind or an owner nobody knows.", "Write kind= and of= as in vocabulary.toml."
    ),
    "CARD-SYNTAX": ProblemCode("error", "The text of a card cannot be read.", "Mend the sentence at the word named."),
    "CARD-MEANING": ProblemCode(
        "error", "The text of a card cannot be carried out.", "Use a known frame, or write a rule block."
    ),
    "BOARD-NAME": ProblemCode(
        "error", "The board names what the rules do not have.", "Correct the name in board.toml."
    ),
    "BOARD-SHAPE": ProblemCode("error", "A part of the board cannot be drawn like that.", "Write what is named."),
    "BOARD-TITLE": ProblemCode("warning", "An area of the board has no title in a language.", "Add the language."),
    "BOARD-UNSHOWN": ProblemCode(
        "notice", "A fact is drawn nowhere on the board.", "Draw it, or list it under [aside] of board.toml."
    ),
    "TABLE-NAME": ProblemCode(
        "error", "What is settled at a table names what the rules do not have.", "Correct the name in table.toml."
    ),
    "TABLE-SHAPE": ProblemCode(
        "error", "A fact cannot be settled like that when a table is made.", "Name a fact of the kind that is needed."
    ),
    "TRANS-RULE": ProblemCode("error", "A translation holds a rule block.", "Keep rules in rules/ only."),
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


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Phrase the nearest known names as a cure, or nothing when none is near."""
    near = nearest(name, known)
    return f"Did you mean {' or '.join(f'“{word}”' for word in near)}?" if near else ""


def catalogue_page() -> str:
    """The catalogue as a page of the docs."""
    rows = [f"| `{code}` | {entry.severity} | {entry.meaning} | {entry.cure} |" for code, entry in CATALOGUE.items()]
    head = "# What `paragraf check` finds\n\nAn error is lost or wrong for the reader; a warning is probably a mistake; a notice only tells.\n"
    return "\n".join([head, "| code | | meaning | usual cure |", "|---|---|---|---|", *rows]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(catalogue_page())
