"""Answers for the terminal."""

from __future__ import annotations

import re

from kb.languages.texts import language
from referee.answers import Answer, Assumed, Citation, Derivation, Moves, Need, Played, Readings, Status
from referee.service import first_sentence, literal, phrase, whole_text

#: letters of a paragraph that is printed whole
SHORT = 320
#: lists are not
_LIST = re.compile(r"^\s*[-*\d]", re.MULTILINE)
_TABLE = re.compile(r"^\s*\|", re.MULTILINE)
MARKS = {Status.PASS: "✓", Status.FAIL: "✗", Status.UNKNOWN: "?", Status.NOT_APPLICABLE: "–"}
#: what authors call whoever acts
ACTOR = "actor"
#: how a choice is answered
APPLY = "apply 'answer …'"
#: wanted facts, citations, options and sorts of assumptions that are listed
NEEDS, CITED, OPTIONS, GRANTED = 3, 6, 12, 4
#: alike assumptions beside the first that are told one by one
FEW = 2


def answer_text(answer: Answer, lang: str, whole: bool = False) -> str:
    """An answer; `whole`: with the checks that do not apply here."""
    lines = [f"{phrase(f'verdict.{answer.verdict}', lang)}  {answer.sentence}"]
    for check in answer.checks:
        if check.result is Status.NOT_APPLICABLE and not whole:
            continue
        numbers = f" ({check.numbers})" if check.numbers else ""
        lines.append(f"  {MARKS[check.result]} {check.text}{numbers}  #{check.paragraph}")
    lines += _derivation(answer.derivation, 1) if answer.derivation is not None else []
    lines += [_wanted(need) for need in answer.needs[:NEEDS]]
    for item in answer.readings:
        for reading in item.readings:
            star = "*" if reading.default else " "
            places = ", ".join("#" + place for place in reading.cites)
            told = f"[--ruling {item.dispute}={reading.reading}]"
            said = phrase("reading of", lang, item.text, reading.text, reading.shown)
            lines.append(f"  {star} {said} {places}  {told}")
    lines += [f"  → {phrase('say.remedy', lang, remedy.text)}" for remedy in answer.would_change]
    lines += granted(answer.assumed, lang)
    for number, cite in enumerate(answer.citations[:CITED]):
        sentence = _sentence(cite)
        above = not number and bool(sentence) and sentence.rstrip(".") in answer.sentence
        note = phrase("cite.above", lang) if above else "" if sentence else phrase("cite.table", lang)
        lines.append(f"  § {cite.section or cite.number}  #{cite.id}{_said(cite, note)}")
        if sentence and not above:  # what stands in the first line already is said once
            lines.append(f"      {sentence}")
    if len(answer.citations) > CITED:
        lines.append(f"  § … {' '.join('#' + cite.id for cite in answer.citations[CITED:])}")
    lines += [_note(note, lang) for note in answer.notes]
    return "\n".join(lines)


def _wanted(need: Need) -> str:
    """What is still to be told, and how: a choice behind the deed in which it is made."""
    action, of, argument = need.fact.partition(".")
    if of:  # what the question itself leaves open
        return f"  ? {need.question}  [{'--as …' if argument == ACTOR else f'{action}({argument} = …)'}]"
    if not need.is_choice:
        return f"  ? {need.question}  [{need.fact} = …]"
    listed = ", ".join(literal(option.value) for option in (need.options or [])[:OPTIONS])
    return f"  ? {need.question}  [… {need.fact}{': ' + listed if listed else ''}]"


def granted(assumed: list[Assumed], lang: str) -> list[str]:
    """What was taken for granted, alike things once, and how to tell what is otherwise."""
    alike: dict[tuple[str, str], list[Assumed]] = {}
    for each in assumed:
        alike.setdefault((each.name, each.shown), []).append(each)
    if not alike:
        return []
    shown = (
        GRANTED if len(alike) > GRANTED + 1 else len(alike)
    )  # what one more is called takes no more room than that it is one
    said: list[str] = []
    for first, *rest in list(alike.values())[:shown]:
        if len(rest) <= FEW:
            said += [each.text for each in (first, *rest)]
        else:
            said.append(first.text + phrase("granted.alike", lang, len(rest)))
    left = sum(len(group) for group in list(alike.values())[shown:])
    said += [phrase("granted.more", lang, left)] if left else []
    tell = "; ".join(f"{first.tell} = …" for first, *_ in list(alike.values())[:shown])
    return [
        f"  ~ {phrase('granted.said', lang, '; '.join(said))}",
        f"    {phrase('granted.change', lang)} --given '{tell}'",
    ]


def _note(note: Readings, lang: str) -> str:
    """A reading that was taken although another can be found."""
    taken = next((each.text for each in note.readings if each.default), "")
    opened, closed = language(lang)["open"], language(lang)["close"]
    others = [f"{opened}{each.text}{closed}" for each in note.readings if not each.default]
    place = f"  #{note.paragraph}" if note.paragraph else ""
    listed = f" {phrase('or', lang)} ".join(others)
    return f"  ≈ {phrase('note', lang, note.text, taken, listed)}{place}"


def _sentence(cite: Citation) -> str:
    """What a paragraph says: all of it where it is short, for any of its sentences may be the one that counts; else the first.

    A table has to be read: what leads up to it says nothing without its rows."""
    if _TABLE.search(cite.text):
        return ""
    whole, first = whole_text(cite.text), first_sentence(cite.text)
    if len(whole) <= SHORT and not _LIST.search(cite.text):
        return whole
    if not first or first.rstrip(".") == whole.rstrip("."):
        return first
    return f"{first} …"


def _said(cite: Citation, note: str) -> str:
    """Whose words they are, behind the place, and why none of them follow."""
    told = "; ".join(filter(None, (cite.wording, note)))
    return f"  ({told})" if told else ""


def _derivation(line: Derivation, depth: int) -> list[str]:
    """Each figure under the sum it belongs to."""
    total = f"{line.sum} = " if line.sum else ""
    place = f"  #{line.paragraph}" if line.paragraph else ""
    own = f"{'  ' * depth}{line.text}: {total}{line.shown}{place}"
    return [own, *(text for part in line.parts for text in _derivation(part, depth + 1))]


def moves_text(found: Moves, lang: str) -> str:
    """A list of moves, how those go on that are only begun, and what could not be listed."""
    lines = [f"{move.text}  #{move.paragraph}" for move in found.moves]
    for move in found.begun:
        option = f"--action '{move.deed}'"
        lines.append(f"{move.text} …  #{move.paragraph}  ({phrase('done.go_on', lang, option)})")
    lines += [f"… {gap.text}" for gap in (*found.more, *found.cut)]
    return "\n".join(lines) or "—"


def played_text(played: Played, lang: str) -> str:
    """What a deed changed, and what must be chosen."""
    lines = [f"{change.fact}: {change.shown}  #{change.paragraph}" for change in played.changes]
    lines += [f"… {done.fact}: {done.shown}  #{done.paragraph}" for done in played.happened]
    choice = played.pending
    if choice is not None:
        if answered := choice.answers_to:
            deed = literal({"do": answered["do"], "with": answered["with"]})
            by = answered.get("by")
            waits = phrase("done.waits.by", lang, deed, by) if by else phrase("done.waits", lang, deed)
            lines.append(f"… {waits}")
        listed = ", ".join(map(literal, choice.options[:OPTIONS])) + (", …" if len(choice.options) > OPTIONS else "")
        if choice.kind == "shuffle":
            wanted = phrase("done.tell_order", lang, "apply 'answer […]'", "'shuffled'")
            lines += [f"? {phrase('done.shuffled', lang, choice.name, listed)}", f"  {wanted}"]
        else:
            asked = phrase("done.asked", lang, choice.name, literal(choice.by)) if choice.by else choice.name
            lines += [f"? {asked}: {listed}", f"  {phrase('done.tell_choice', lang, APPLY)}"]
    return "\n".join(lines) or phrase("done.nothing", lang)
