"""What stands at a place, told in Markdown: what a name is, its paragraph and prose, its words, who reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grammar import nodes as n
from grammar.base.corollaries import is_corollary
from grammar.rules.unparse import rules
from kb.mentions.mention import Thing
from kb.model.entities import Paragraph
from kb.rules.program import Cited
from kb.rules.reads import names_in
from referee.service import builtins
from web.editor.desk import Reading

#: how many of those who read a name, and of the members of a kind, are told
SHOWN = 12


def described(reading: Reading, thing: Thing, owner: str = "") -> str:
    """A thing in a few lines; empty where nothing is known of it. `owner`: the statement a local name stands in."""
    space, name = thing
    match space:
        case "paragraph":
            return _paragraph(reading, name)
        case "term":
            return _term(reading, name)
        case "source":
            source = reading.game.prose.sources.get(name)
            return "" if source is None else f"**{source.title.get('en', name)}** — a source of rank {source.rank}"
        case "local":
            return _local(reading, name.split()[0], owner)
        case "slot":
            return f"`{name}` — a slot: where effects of other paragraphs come in"
    return _name(reading, name)


def _name(reading: Reading, name: str) -> str:
    parts = list(_meanings(reading, name))
    if not parts:
        says = builtins().get(name)
        return "" if says is None else f"`{name}` — a function of the language: {says}"
    word = reading.game.prose.words.get(name)
    if word is not None:
        parts.append("  \n".join(f"{lang}: “{text}”" for lang, text in word.text.items()))
    if readers := list(dict.fromkeys(_readers(reading, name))):
        more = f" and {len(readers) - SHOWN} more" if len(readers) > SHOWN else ""
        parts.append(f"Read by {', '.join(readers[:SHOWN])}{more}")
    return "\n\n".join(parts)


def _meanings(reading: Reading, name: str) -> Iterator[str]:
    """Each thing that has this name, with its paragraph."""
    program, study = reading.game.program, reading.study
    if cited := program.facts.get(name):
        yield _with_prose(reading, f"`{_first_line(cited.node)}` — a fact: {study.type_of(name)}", [cited.paragraph])
    if info := program.values.get(name):
        sort = {"holds": "a condition", "adds": "a sum"}.get(info.mode, "a value")
        text = f"`{_signature(reading, name)}` — {sort}: {study.type_of(name)}"
        yield _with_prose(reading, text, [cited.paragraph for cited in info.clauses])
    if name in program.columns and name not in program.values:
        table = program.columns[name][0]
        text = f"`{_signature(reading, name)}` — a column of the table “{table}”: {study.type_of(name)}"
        yield _with_prose(reading, text, [program.tables[table].paragraph])
    if purses := program.purses.get(name):
        yield _with_prose(reading, f"`{_first_line(purses[0].node)}` — a purse", [each.paragraph for each in purses])
    if action := program.actions.get(name) or program.classes.get(name):
        if isinstance(action.node, n.Action):
            sort = "a card" if action.node.card else "an action"
            classes = f", {', '.join(f'“{each}”' for each in action.node.classes)}" if action.node.classes else ""
            text = f"`{_signature(reading, name)}` — {sort}{classes}"
        else:
            actions = [each for each, info in program.actions.items() if name in info.node.classes]
            text = f"`{name}` — a class of {len(actions)} actions: {_shown(actions)}"
        yield _with_prose(reading, text, [action.paragraph, *(each.paragraph for each in action.clauses)])
    for calls, sort in ((program.procedures, "a procedure"), (program.events, "an event")):
        if cited := calls.get(name):
            yield _with_prose(reading, f"`{_signature(reading, name)}` — {sort}", [cited.paragraph])
    for parts, sort in ((program.phases, "a phase"), (program.steps, "a step")):
        if cited := parts.get(name):
            yield _with_prose(reading, f"`{_first_line(cited.node)}` — {sort} of the course", [cited.paragraph])
    if cited := program.kinds.get(name):
        members = program.members.get(name)
        text = f"`{name}` — a kind: {_shown(members) if members is not None else 'its members come with the state'}"
        yield _with_prose(reading, text, [cited.paragraph])
    if cited := program.disputes.get(name):
        readings = _shown(reading_.name for reading_ in cited.node.readings)
        yield _with_prose(reading, f"`{name}` — {cited.node.strength}: {readings}", [cited.paragraph])
    kinds = program.kind_of_member(name)
    if kinds:
        yield _with_prose(
            reading, f"`{name}` — a member of {_shown(kinds)}", [program.kinds[kind].paragraph for kind in kinds]
        )
    for dispute, cited in program.disputes.items():
        if any(each.name == name for each in cited.node.readings):
            yield _with_prose(reading, f"`{name}` — a reading of “{dispute}”", [cited.paragraph])


def _signature(reading: Reading, name: str) -> str:
    parameters = reading.study.parameters(name)
    return f"{name}({', '.join(f'{param}: {type_}' for param, type_ in parameters)})" if parameters else name


def _first_line(node: n.Statement) -> str:
    return rules((node,)).strip().split("\n")[0]


def _shown(names: Iterable[str]) -> str:
    found = list(names)
    return ", ".join(found[:SHOWN]) + (f", … ({len(found)})" if len(found) > SHOWN else "")


def _with_prose(reading: Reading, text: str, paragraphs: Iterable[str]) -> str:
    """A line with the paragraphs under it: the first with its prose, the others by their ids."""
    found = [each for each in dict.fromkeys(paragraphs) if each]
    if not found:
        return text
    first = reading.game.prose.paragraphs.get(found[0])
    quoted = f"\n> {_quoted(first)}" if first is not None else ""
    others = f" · also {_shown(f'#{each}' for each in found[1:])}" if len(found) > 1 else ""
    return f"{text}\n\n#{found[0]}{others}{quoted}"


def _quoted(paragraph: Paragraph) -> str:
    return paragraph.text.get("en", "").replace("\n", "\n> ")


def _readers(reading: Reading, name: str) -> Iterator[str]:
    """The values, actions, procedures and the rest that read a name."""
    program = reading.game.program

    def reads(cited: Cited) -> bool:
        node = cited.node
        return name in names_in((node.value, node.when) if isinstance(node, n.Define) else node)

    for info in program.values.values():
        if not is_corollary(info.name) and any(reads(cited) for cited in info.clauses):
            yield f"`{info.name}`"
    for action in (*program.actions.values(), *program.classes.values()):
        if any(reads(cited) for cited in action.clauses):
            yield f"`{action.name}`"
    for procedure, cited in program.procedures.items():
        if name in names_in(cited.node.steps):
            yield f"`{procedure}`"
    triggers = [*program.triggers.values(), *program.change_triggers.values(), *program.purses.values()]
    triggers += program.decisions.values()
    for several in (program.always, program.ends, program.whenevers, program.lifts, *triggers):
        yield from (f"#{cited.paragraph}" for cited in several if reads(cited))
    for cited in (*program.phases.values(), *program.steps.values()):
        if reads(cited):
            yield f"`{cited.node.name}`"


def _local(reading: Reading, name: str, owner: str) -> str:
    types = dict(reading.study.parameters(owner)) if owner else {}
    of = f" of `{owner}`" if owner else ""
    return f"`{name}` — a local name{of}" + (f": {types[name]}" if name in types else "")


def _paragraph(reading: Reading, identity: str) -> str:
    prose = reading.game.prose
    paragraph = prose.paragraphs.get(identity) or prose.paragraphs.get(f"{identity}.text")
    if paragraph is None:
        heading = prose.headings.get(identity)
        return "" if heading is None else f"**{heading.title.get('en', identity)}** #{identity}"
    section = prose.headings.get(paragraph.section)
    title = f"**{section.title.get('en', '')}** " if section is not None else ""
    pages = ", ".join(f"{edition} p. {page}" for edition, page in paragraph.pages.items())
    return f"{title}#{paragraph.id}{f' · {pages}' if pages else ''}\n> {_quoted(paragraph)}"


def _term(reading: Reading, name: str) -> str:
    term = reading.game.prose.terms.get(name)
    if term is None:
        return ""
    names = " · ".join(f"{lang}: {text}" for lang, text in term.names.items())
    return f"**{term.names.get('en', name)}** — a term\n\n{term.text.get('en', '')}\n\n{names}"
