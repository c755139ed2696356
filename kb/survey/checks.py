"""Checks over a whole game that need no evaluation: one small function per code."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

import networkx as nx

from grammar import nodes as n
from kb.games.game import Game
from kb.languages.holes import HOLE
from kb.model.entities import Place, Term
from kb.model.keys import CHECK, CHOICE
from kb.model.problems import Problem, did_you_mean, problem
from kb.rules.program import Cited, Program
from kb.rules.reads import mentioned, names_in
from kb.survey.choices import unasked_choices
from kb.survey.doubles import doubled_names, idle_starts
from kb.survey.overrides import idle_overrides
from kb.survey.oversights import PLAYERS, oversights, unlike_players
from kb.survey.ranges import numbers_out_of_range
from kb.survey.rows import table_rows
from kb.survey.untold import untold_flags
from kb.text.markup import MARKED
from kb.text.termlinks import TermFinder


def check_rules(game: Game) -> list[Problem]:
    """Everything that is wrong with the rules as written."""
    program = game.program
    return [
        *table_rows(program),
        *override_cycles(program),
        *idle_overrides(program, game.prose.paragraphs),
        *undeclared_disputes(program),
        *doubled_names(program),
        *idle_starts(program),
        *numbers_out_of_range(program),
        *oversights(program, asked_names(game)),
        *untold_flags(program),
        *unlike_players(program, game.prose.players),
        *value_cycles(program),
        *endless_procedures(program),
        *reserved_names(program),
        *unused_names(program, asked_names(game)),
        *unused_facts(program, asked_names(game)),
        *unused_readings(program),
        *unworded_names(game),
        *shared_words(game),
        *unlabelled_names(game),
        *unasked_choices(game),
        *words_of_nothing(game),
        *holes_of_nothing(game),
    ]


def shared_words(game: Game) -> Iterator[Problem]:
    """Words in prose that two terms claim and the author has not marked."""
    prose = game.prose
    printed = {card.id for card in game.cards}
    for lang in prose.languages:
        finder = TermFinder(prose.terms.values(), lang, prose.forms.get(lang, {}))
        for paragraph in prose.paragraphs.values() if finder.shared else ():
            if paragraph.section in printed:  # what is printed from a card's words bears no marks
                continue
            text = MARKED.sub("", paragraph.text.get(lang, ""))
            for word in finder.claimed(text):
                terms = " or ".join(sorted(finder.shared[tuple(word.split())]))
                said = f"{paragraph.id} has “{word}” in its {lang} text, which may mean {terms}."
                yield problem("TERM-SHARED", paragraph.place, said)


def unworded_names(game: Game) -> Iterator[Problem]:
    """WORD-MISSING: facts, values, actions and disputes that readers would be shown by their bare names. A game without any
    words has not come to them yet: its names are made readable as they are."""
    if not game.prose.words:
        return
    for name, place in unworded(game).items():
        term = game.prose.terms.get(name)
        shown = f"its term, “{_called(game, term)}”, would be said of it" if term else "readers would see the bare name"
        yield problem("WORD-MISSING", place, f"“{name}” has no words: {shown}.")


def _called(game: Game, term: Term) -> str:
    return term.names.get(game.prose.original, "") or next(iter(term.names.values()), "")


def unworded(game: Game) -> dict[str, Place]:
    """The names that readers would be shown bare, and where they are declared; a term has no hole for what a fact or value is of."""
    program = game.program
    keyed = {name for name, cited in program.facts.items() if cited.node.keys}
    keyed |= {name for name, info in program.values.items() if info.params}
    # a term is a noun: only one that is called as the deed is can stand for it
    keyed |= {
        name for name, term in game.prose.terms.items()
        if name in program.actions and _called(game, term).casefold() != name.replace("_", " ")
    }  # fmt: skip
    terms = {*game.prose.terms} - keyed
    known = {*game.prose.words, *terms, *(entry.action for entry in game.cards), *game.ways()}
    named: list[tuple[str, Place]] = [
        *((name, cited.place) for name, cited in (*program.facts.items(), *program.disputes.items())),
        *((name, info.clauses[0].place) for name, info in program.values.items() if not n.is_corollary(name)),
        *((name, info.place) for name, info in program.actions.items()),
    ]
    return {name: place for name, place in reversed(named) if name not in known}


def unlabelled_names(game: Game) -> Iterator[Problem]:
    """WORD-LABEL: parameters, options, members, phases and steps that players choose by, and that nothing is called."""
    if game.prose.words:
        for name, place in unlabelled(game).items():
            yield problem("WORD-LABEL", place, f"Players choose by “{name}”, which has no words.")


def unlabelled(game: Game) -> dict[str, Place]:
    """The names of fields and choices that have no words, and where they are declared; a letter is called by its kind."""
    program = game.program
    known = {*game.prose.words, *game.prose.terms, *(entry.action for entry in game.cards), *game.ways()}
    named: dict[str, Place] = {}
    for info in program.actions.values():
        for param in info.node.params:
            kind = getattr(param.type, "kind", None) or getattr(param.type, "name", "")
            named.setdefault(
                kind if kind and len(param.name) <= 2 and param.name not in known else param.name, info.place
            )
        options = (cited for cited in info.clauses if isinstance(cited.node, n.Option))
        named |= {cited.node.name: cited.place for cited in options if cited.node.name not in named}
    for kind, members in program.members.items():
        if kind in program.kinds:
            named |= {member: program.kinds[kind].place for member in members if member not in named}
    named |= {name: cited.place for name, cited in (*program.phases.items(), *program.steps.items())}
    return {name: place for name, place in named.items() if name not in known and name.isidentifier()}


def words_of_nothing(game: Game) -> Iterator[Problem]:
    """WORD-UNKNOWN: words for a name that stands nowhere in the rules, the frames of the cards or the cases."""
    words = game.prose.words
    if not words:
        return
    named = {name for name in mentioned(game.program) if name.isidentifier()}
    known = {*named, *asked_names(game), *game.prose.terms, *(entry.action for entry in game.cards)}
    for name in words:
        place = words[name].place
        if name not in known and place is not None and not name.startswith((CHECK, CHOICE)):
            yield problem("WORD-UNKNOWN", place, f"No rule mentions “{name}”.", did_you_mean(name, named))


def holes_of_nothing(game: Game) -> Iterator[Problem]:
    """WORD-HOLE: holes in the words of an action, fact or value beyond its parameters or keys."""
    program = game.program
    named = [(name, [param.name for param in info.node.params], info.place) for name, info in program.actions.items()]
    named += [(name, [var or kind for var, kind in c.node.keys], c.place) for name, c in program.facts.items()]
    named += [
        (name, [*info.params], info.clauses[0].place)
        for name, info in program.values.items()
        if name not in program.facts
    ]
    for name, params, home in named:
        word = game.prose.words.get(name)
        texts = word.text.values() if word is not None else ()
        numbers = {int(hole[1]) for text in texts for hole in HOLE.finditer(text) if hole[1].isdigit()}
        for number in sorted(each for each in numbers if each >= len(params)):
            has = ", ".join(f"{{{at}}} is {param}" for at, param in enumerate(params))
            cure = f"Write the number of a parameter: {has}." if has else f"{name} has no parameters: say it without."
            assert word is not None
            yield problem("WORD-HOLE", word.place or home, f"[{name}] has the hole {{{number}}}.", cure)


# ---- priorities ----------------------------------------------------------------------------------------------------------


def override_cycles(program: Program) -> Iterator[Problem]:
    """OVERRIDE-CYCLE: clauses of one name that override each other in a circle, or themselves."""
    for info in program.values.values():
        graph: nx.DiGraph[str] = nx.DiGraph()
        for cited in info.clauses:
            for target in cited.node.overrides:
                graph.add_edge(cited.paragraph, target)
        cycle = next(nx.simple_cycles(graph), None)
        if cycle:
            shown = " → ".join(f"#{p}" for p in [*cycle, cycle[0]])
            yield problem("OVERRIDE-CYCLE", info.clauses[0].place, f"“{info.name}”: {shown}.")


def undeclared_disputes(program: Program) -> Iterator[Problem]:
    """DISPUTE-UNDECLARED: two clauses with the same guard and different values, neither above the other."""
    for info in program.values.values():
        if info.mode != "define":
            continue
        seen: dict[n.Expr | None, Cited] = {}
        for cited in info.clauses:
            guard = cited.node.when
            other = seen.setdefault(guard, cited)
            if other is cited or other.node.value == cited.node.value or other.rank != cited.rank:
                continue
            if other.paragraph in cited.node.overrides or cited.paragraph in other.node.overrides:
                continue
            text = f"“{info.name}” has another value under #{other.paragraph} for the same case."
            yield problem("DISPUTE-UNDECLARED", cited.place, text)


def unused_readings(program: Program) -> Iterator[Problem]:
    """READING-UNUSED: a dispute no clause asks about can never be settled by a table."""
    used = set(_all_names(program))
    for name, cited in program.disputes.items():
        if name != "edition" and name not in used and cited.node.strength != "weak":
            yield problem("READING-UNUSED", cited.place, f"No clause depends on “{name}”.")


# ---- recursion -----------------------------------------------------------------------------------------------------------


def value_cycles(program: Program) -> Iterator[Problem]:
    """VALUE-CYCLE: a value that needs itself without a key that changes."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, info in program.values.items():
        for cited in info.clauses:
            for other in names_in((cited.node.value, cited.node.when)):
                if other in program.values and not program.values[other].params and not info.params:
                    graph.add_edge(name, other)
    for cycle in nx.simple_cycles(graph):
        place = program.values[cycle[0]].clauses[0].place
        yield problem("VALUE-CYCLE", place, f"{' → '.join([*cycle, cycle[0]])}.")
        return


def endless_procedures(program: Program) -> Iterator[Problem]:
    """PROC-ENDLESS: procedures that call each other without saying what decreases."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, cited in program.procedures.items():
        for other in names_in(cited.node.steps):
            if other in program.procedures:
                graph.add_edge(name, other)
    for group in nx.strongly_connected_components(graph):
        looping = len(group) > 1 or any(graph.has_edge(name, name) for name in group)
        if looping and not any(program.procedures[name].node.measure is not None for name in group):
            name = sorted(group)[0]
            text = f"“{'”, “'.join(sorted(group))}” may call themselves without end."
            yield problem("PROC-ENDLESS", program.procedures[name].place, text)


# ---- names ---------------------------------------------------------------------------------------------------------------


#: keys a state uses for itself
RESERVED = frozenset({"course", "members", "incomplete", "over", "pending", "rulings"})


def reserved_names(program: Program) -> Iterator[Problem]:
    """NAME-RESERVED: facts that would collide with the referee's own bookkeeping in a state."""
    for name, cited in program.facts.items():
        if name in RESERVED:
            yield problem("NAME-RESERVED", cited.place, f"A state keeps its own “{name}”.")


def framed_names(game: Game) -> set[str]:
    """Names that the frames of cards and the making of a table use: some procedures and values exist for these."""
    frames = (
        [frame for many in game.card_words.frames.values() for frame in many] if game.card_words is not None else []
    )
    named = game.making.names() if game.making is not None else set()
    return _words(frame.text(key) for frame in frames for key in ("rule", "may", "also")) | named


def asked_names(game: Game) -> set[str]:
    """Names that cases ask about, and those of the frames: some procedures exist for questions."""
    return _words(text for _, text in game.prose.cases) | framed_names(game)


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in re.findall(r"[a-z_]\w*", text)}


def unused_facts(program: Program, asked: Collection[str] = ()) -> Iterator[Problem]:
    """FACT-UNUSED: facts that nothing reads or changes, and no case asks about."""
    used = {*_all_names(program), *asked, *program.fields, PLAYERS}
    for name, cited in program.facts.items():
        if name not in used and not cited.node.derived:
            yield problem("FACT-UNUSED", cited.place, f"Nothing reads or changes the fact “{name}”.")


def unused_names(program: Program, asked: Collection[str] = ()) -> Iterator[Problem]:
    """NAME-UNUSED: procedures and events nobody calls."""
    used = {*_all_names(program), *asked}
    for name, cited in program.procedures.items():
        if name not in used and name != "setup":
            yield problem("NAME-UNUSED", cited.place, f"Nothing calls the procedure “{name}”.")
    for name, cited in program.events.items():
        if name not in used and name not in program.triggers:
            yield problem("NAME-UNUSED", cited.place, f"Nothing waits for the event “{name}”.")


def _all_names(program: Program) -> Iterator[str]:
    for info in program.values.values():
        for cited in info.clauses:
            yield from names_in((cited.node.value, cited.node.when))
    for action in [*program.actions.values(), *program.classes.values()]:
        for cited in action.clauses:
            yield from names_in(cited.node)
        yield from names_in(getattr(action.node, "among", None))
    groups: list[Iterable[Cited]] = [
        program.procedures.values(), program.whenevers, program.ends, program.steps.values(), program.phases.values(),
        program.always, program.lifts, [c for cs in program.triggers.values() for c in cs],
        [c for cs in program.change_triggers.values() for c in cs],
        [c for cs in program.purses.values() for c in cs], program.facts.values(),
        [c for cs in program.decisions.values() for c in cs],
    ]  # fmt: skip
    for starts in program.starts.values():  # how a fact begins does not use it
        for cited in starts:
            keys = cited.node.target.args if isinstance(cited.node.target, n.Call) else ()
            yield from names_in((keys, cited.node.value, cited.node.when))
    for group in groups:
        for cited in group:
            node = cited.node
            yield from names_in(node.steps if isinstance(node, n.Procedure) else node)
