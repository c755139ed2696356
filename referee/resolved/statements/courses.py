"""The course of play: phases and steps that exist, follow one another and have something to do in them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from grammar import nodes as n
from kb.model.problems import Problem, problem
from kb.rules.phases import parent_of, phases_around
from kb.rules.program import Cited, Program
from kb.rules.reads import found_in, reads_of, writes_of
from kb.rules.windows import answers_in
from referee.errors import near


def check_course(program: Program, asked: Collection[str] = ()) -> list[Problem]:
    """Everything that is wrong with the course of play; `asked` are names that cases ask about."""
    return [
        *_homes(program),
        *_order(program),
        *_empty(program),
        *_quotas(program),
        *_endless(program),
        *_homeless(program, asked),
        *_empty_classes(program),
        *_cancelling(program),
    ]


def _nodes(program: Program) -> dict[str, Cited]:
    return {**program.phases, **program.steps}


def _homes(program: Program) -> Iterator[Problem]:
    """COURSE-PHASE: a phase or step in a phase that is not there, or inside itself."""
    for name, cited in _nodes(program).items():
        parent = parent_of(cited.node)
        if parent and parent not in program.phases:
            what = f"“{parent}” is a step" if parent in program.steps else f"there is no phase “{parent}”"
            yield problem(
                "COURSE-PHASE", cited.place, f"“{name}” stands in “{parent}”, but {what}.{near(parent, program.phases)}"
            )
        seen = {name}
        while parent in program.phases:
            if parent in seen:
                yield problem(
                    "COURSE-PHASE",
                    cited.place,
                    f"“{name}” lies inside itself.",
                    "Let the outermost phase stand in none.",
                )
                break
            seen.add(parent)
            parent = parent_of(program.phases[parent].node)


def _order(program: Program) -> Iterator[Problem]:
    """COURSE-AFTER, COURSE-FIRST: what follows nothing, two that begin, two that follow the same."""
    nodes = _nodes(program)
    firsts: dict[str, str] = {}
    followers: dict[tuple[str, str], str] = {}
    for name, cited in nodes.items():
        parent, after = parent_of(cited.node), cited.node.after
        siblings = [other for other, held in nodes.items() if parent_of(held.node) == parent and other != name]
        where = f"in “{parent}”" if parent else "at the top"
        if not after:
            first = firsts.setdefault(parent, name)
            if first != name:
                text = f"“{first}” and “{name}” both begin {where}."
                yield problem("COURSE-FIRST", cited.place, text, f"Write `after {first}`, or after what it follows.")
        elif after not in siblings:
            what = f"stands elsewhere, not {where}" if after in nodes else "does not exist"
            text = f"“{name}” comes after “{after}”, which {what}.{near(after, siblings)}"
            yield problem("COURSE-AFTER", cited.place, text)
        elif (parent, after) in followers:
            text = f"“{followers[parent, after]}” and “{name}” both come after “{after}”."
            yield problem("COURSE-AFTER", cited.place, text, "Let one of them follow the other.")
        else:
            followers[parent, after] = name
    for parent in {parent_of(cited.node) for cited in nodes.values()}:
        inside = [name for name, cited in nodes.items() if parent_of(cited.node) == parent]
        if parent not in firsts and all(nodes[name].node.after in inside for name in inside):
            text = f"Nothing begins: each of {', '.join(inside)} comes after another."
            yield problem("COURSE-FIRST", nodes[inside[0]].place, text, "Let one of them come after none.")


def _empty(program: Program) -> Iterator[Problem]:
    """COURSE-EMPTY: a phase that is passed by, since no step stands in it."""
    held = {parent_of(cited.node) for cited in _nodes(program).values()}
    for name, cited in program.phases.items():
        if name not in held:
            yield problem("COURSE-EMPTY", cited.place, f"Nothing stands in “{name}”, so that it is passed by.")


def _quotas(program: Program) -> Iterator[Problem]:
    """COURSE-QUOTA: turns that ask for what nobody can do."""
    known = [*program.actions, *program.classes]
    turns = [name for name, cited in program.steps.items() if cited.node.who is not None]
    for cited in program.quotas:
        if cited.node.name not in turns:
            text = f"There is no step “{cited.node.name}” in which somebody acts.{near(cited.node.name, turns)}"
            yield problem("COURSE-QUOTA", cited.place, text, "Name a step that gives turns.")
    for name, cited in program.steps.items():
        for quota in cited.node.quotas:
            if quota.most is not None and (quota.most < quota.least or quota.most < 1):
                text = f"The turns of “{name}” take at least {quota.least} and at most {quota.most}."
                yield problem("COURSE-QUOTA", cited.place, text, "Write the smaller number first.")
            for wanted in quota.names:
                if wanted not in known:
                    what = " it is a procedure" if wanted in program.procedures else " there is no such action or class"
                    text = f"The turns of “{name}” take “{wanted}”:{what}.{near(wanted, known)}"
                    yield problem("COURSE-QUOTA", cited.place, text)


def _endless(program: Program) -> Iterator[Problem]:
    """COURSE-ENDLESS: a phase that begins again and again by itself, whatever happens in it."""
    triggers = [
        cited for table in (program.triggers, program.change_triggers) for many in table.values() for cited in many
    ]
    by_itself = tuple(cited.node.steps for cited in (*triggers, *program.whenevers))
    for name, cited in program.phases.items():
        if cited.node.cycle is None:
            continue
        steps = [step.node for step in program.steps.values() if name in phases_around(program, step.node.name)]
        if not steps or any(step.quotas for step in steps):
            continue  # somebody decides: that can change anything
        done = tuple(n.Do(step.call) for step in steps if step.call is not None)
        if not reads_of(program, cited.node.cycle) & writes_of(program, (done, by_itself)):
            yield _goes_round(name, cited)
    for name, cited in program.steps.items():
        turns, call = cited.node.turns, cited.node.call
        if turns is None or not turns.cycle or call is None:
            continue
        if not reads_of(program, (turns.members, turns.body)) & writes_of(program, ((n.Do(call),), by_itself)):
            yield _goes_round(name, cited)


def _goes_round(name: str, cited: Cited) -> Problem:
    text = f"“{name}” goes round without anybody deciding, and nothing in it changes what it goes round by."
    return problem("COURSE-ENDLESS", cited.place, text)


def _anytime(program: Program, action: str) -> bool:
    info = program.actions[action]
    homes = [info, *(program.classes[name] for name in info.node.classes if name in program.classes)]
    return any(isinstance(cited.node, n.Anytime) for home in homes for cited in home.clauses)


def _done_by_effects(program: Program) -> set[str]:
    """Actions and classes that effects do, offer or oblige, or that something holds as a value."""
    found: set[str] = set()
    parts: list[object] = [
        cited.node for info in [*program.actions.values(), *program.classes.values()] for cited in info.clauses
    ]
    groups = [program.triggers.values(), program.change_triggers.values()]
    parts += [cited.node for group in groups for many in group for cited in many]
    parts += [cited.node for cited in (*program.procedures.values(), *program.whenevers, *program.steps.values())]
    for part in parts:
        found.update(call.name for call in found_in(part, n.Call))
        found.update(name.id for name in found_in(part, n.Name))
        found.update(type_.name for type_ in found_in(part, n.TypeName))
    for home in (program.actions, program.procedures):
        for info in home.values():
            for param in info.node.params:
                if isinstance(param.type, n.TypeName | n.TypeMany):
                    found.add(param.type.name if isinstance(param.type, n.TypeName) else param.type.kind)
    return found


def _homeless(program: Program, asked: Collection[str]) -> Iterator[Problem]:
    """COURSE-ACTION: actions that no turn takes, nothing does and nobody may do at any time; some exist for questions alone."""
    if not program.steps:
        return
    taken = {name for cited in program.steps.values() for quota in cited.node.quotas for name in quota.names}
    done = _done_by_effects(program)
    for name, info in program.actions.items():
        if info.node.card or name in asked or {name, *info.node.classes} & (taken | done) or _anytime(program, name):
            continue
        text = (
            f"“{name}” is taken in no step and done by no effect, is not playable anytime, and no case asks about it."
        )
        yield problem("COURSE-ACTION", info.place, text)


def _empty_classes(program: Program) -> Iterator[Problem]:
    """CLASS-EMPTY: classes to which no action belongs."""
    used = {name for info in program.actions.values() for name in info.node.classes}
    for name, info in program.classes.items():
        if name not in used:
            yield problem("CLASS-EMPTY", info.place, f"No action is of the class “{name}”.")


def _cancelling(program: Program) -> Iterator[Problem]:
    """CANCEL-NOTHING: a deed is cancelled by what answers it, or by what that does; nothing else can."""
    reached: set[str] = set()
    queue = list(answers_in(program))
    while queue:
        name = queue.pop()
        if name not in reached:
            reached.add(name)
            info, cited = program.actions.get(name), program.procedures.get(name)
            parts: list[object] = [clause.node for clause in info.clauses] if info is not None else []
            parts += [] if cited is None else [cited.node.steps]
            parts += [trigger.node.steps for trigger in program.triggers.get(name, ())]
            queue += [call.name for call in found_in(parts, n.Call)]
    before = answers_in(program, before=True)
    for name, info in program.actions.items():
        cancels = any(True for _ in found_in([each.node for each in info.clauses], n.Cancel))
        if cancels and name in answers_in(program) and name not in before:
            text = f"“{name}” cancels a deed that is done already: a window of `followed by` opens behind all effects."
            yield problem("CANCEL-NOTHING", info.place, text, "Write `answered by`, which opens before them.")
        elif cancels and name not in reached:
            text = f"“{name}” cancels a deed, but it answers none, and nothing that answers one does it."
            yield problem("CANCEL-NOTHING", info.place, text)
    for name, cited in program.procedures.items():
        if name not in reached and any(True for _ in found_in(cited.node.steps, n.Cancel)):
            text = f"“{name}” cancels a deed, but nothing that answers one does it."
            yield problem("CANCEL-NOTHING", cited.place, text)
