"""Answers for the terminal."""

from __future__ import annotations

from referee.answers import Answer, Assumed, Citation, Derivation, Moves, Need, Played, Readings, Status
from referee.service import first_sentence, literal, phrase

#: letters of a card that is printed whole
CARD = 240
MARKS = {Status.PASS: "✓", Status.FAIL: "✗", Status.UNKNOWN: "?", Status.NOT_APPLICABLE: "–"}
#: wanted facts, citations, options and sorts of assumptions that are listed
NEEDS, CITED, OPTIONS, GRANTED = 3, 6, 12, 4


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
            lines.append(f"  {star} {item.text} ({item.dispute}={reading.reading}): {reading.shown} {places}")
    lines += [f"  → {phrase('say.remedy', lang, remedy.text)}" for remedy in answer.would_change]
    lines += _granted(answer.assumed, lang)
    for number, cite in enumerate(answer.citations[:CITED]):
        lines.append(f"  § {cite.section or cite.number}  #{cite.id}{_said(cite)}")
        sentence = _sentence(cite)
        if number or sentence.rstrip(".") not in answer.sentence:  # what stands in the first line already is said once
            lines.append(f"      {sentence}")
    if len(answer.citations) > CITED:
        lines.append(f"  § … {' '.join('#' + cite.id for cite in answer.citations[CITED:])}")
    lines += [_note(note, lang) for note in answer.notes]
    return "\n".join(lines)


def _wanted(need: Need) -> str:
    """What is still to be told, and how: a choice behind the deed in which it is made."""
    if not need.is_choice:
        return f"  ? {need.question}  [{need.fact} = …]"
    listed = ", ".join(literal(option.value) for option in (need.options or [])[:OPTIONS])
    return f"  ? {need.question}  [… {need.fact}{': ' + listed if listed else ''}]"


def _granted(assumed: list[Assumed], lang: str) -> list[str]:
    """What was taken for granted, alike things once, and how to tell what is otherwise."""
    alike: dict[tuple[str, str], list[Assumed]] = {}
    for each in assumed:
        alike.setdefault((each.name, each.shown), []).append(each)
    if not alike:
        return []
    said = [
        f"{first.fact}: {first.shown}" + (phrase("granted.alike", lang, len(rest)) if rest else "")
        for first, *rest in list(alike.values())[:GRANTED]
    ]
    left = sum(len(group) for group in list(alike.values())[GRANTED:])
    said += [phrase("granted.more", lang, left)] if left else []
    tell = "; ".join(f"{first.tell} = …" for first, *_ in list(alike.values())[:GRANTED])
    return [
        f"  ~ {phrase('granted.said', lang, '; '.join(said))}",
        f"    {phrase('granted.change', lang)} --given '{tell}'",
    ]


def _note(note: Readings, lang: str) -> str:
    """A reading that was taken although another can be found."""
    taken = next((each.text for each in note.readings if each.default), "")
    others = " / ".join(each.text for each in note.readings if not each.default)
    place = f"  #{note.paragraph}" if note.paragraph else ""
    return f"  ≈ {phrase('note', lang, note.text, taken, others)}{place}"


def _sentence(cite: Citation) -> str:
    """What a paragraph says first; a card is short, and all of it counts."""
    if cite.printed == "card" and "|" not in cite.text and len(cite.text) <= CARD:
        return " ".join(cite.text.split())
    return first_sentence(cite.text)


def _said(cite: Citation) -> str:
    """Whose words they are, behind the place."""
    return f"  ({cite.wording})" if cite.wording else ""


def _derivation(line: Derivation, depth: int) -> list[str]:
    """Each figure under the sum it belongs to."""
    total = f"{line.sum} = " if line.sum else ""
    place = f"  #{line.paragraph}" if line.paragraph else ""
    own = f"{'  ' * depth}{line.text}: {total}{line.shown}{place}"
    return [own, *(text for part in line.parts for text in _derivation(part, depth + 1))]


def moves_text(found: Moves) -> str:
    """A list of moves, how those go on that are only begun, and what could not be listed."""
    lines = [f"{move.text}  #{move.paragraph}" for move in found.moves]
    lines += [f"{move.text} …  #{move.paragraph}  (go on: --action '{move.deed}')" for move in found.begun]
    lines += [f"… {gap.text}" for gap in (*found.more, *found.cut)]
    return "\n".join(lines) or "—"


def played_text(played: Played) -> str:
    """What a deed changed, and what must be chosen."""
    lines = [f"{change.fact}: {change.shown}  #{change.paragraph}" for change in played.changes]
    lines += [f"… {done.fact}: {done.shown}  #{done.paragraph}" for done in played.happened]
    choice = played.pending
    if choice is not None:
        by = f" by {literal(choice.by)}" if choice.by else ""
        if answered := choice.answers_to:
            who = f", {answered['by']}'s deed" if answered.get("by") else ""
            lines.append(f"… waits for an answer: {literal({'do': answered['do'], 'with': answered['with']})}{who}")
        more = ", …" if len(choice.options) > OPTIONS else ""
        asked = " is shuffled, its cards are" if choice.kind == "shuffle" else f"{by}:"
        lines.append(f"? {choice.name}{asked} {', '.join(map(literal, choice.options[:OPTIONS]))}{more}")
        wanted = "[…]' with the new order, from the top" if choice.kind == "shuffle" else "…' with one of these"
        if choice.kind == "shuffle":
            wanted += ", or 'shuffled' if nobody knows the order of this pile and of those that follow"
        lines.append(f"  apply 'answer {wanted}, on the state that --json gives")
    return "\n".join(lines) or "nothing changed"
