"""Clauses that stand above others: whether there is anything below them."""

from __future__ import annotations

from collections.abc import Container, Iterator

from grammar import nodes as n
from kb.model.problems import Problem, problem
from kb.rules.program import ActionInfo, Cited, Program, paragraphs_of


def idle_overrides(program: Program, paragraphs: Container[str]) -> Iterator[Problem]:
    """OVERRIDE-NOTHING: `overrides #p` and `lifts #p` where nothing under #p, which is there, could give way."""
    for info in program.values.values():
        for cited in info.clauses:
            for target in cited.node.overrides:
                if target in paragraphs and not any(
                    other is not cited and other.paragraph == target for other in info.clauses
                ):
                    text = f"`overrides #{target}`: no other clause of “{info.name}” stands under #{target}."
                    yield problem("OVERRIDE-NOTHING", cited.place, text)
    for action in [*program.actions.values(), *program.classes.values()]:
        for cited in action.clauses:
            targets = getattr(cited.node, "overrides", ())
            if isinstance(cited.node, n.Allowed) and not targets:
                text = f"`allowed` of “{action.name}” names no paragraph that it lifts: it changes nothing."
                yield problem(
                    "OVERRIDE-NOTHING", cited.place, text, "Write `overrides #id` with the paragraph of the check."
                )
            known = _checked_under(program, action, cited) if targets else set()
            for target in targets:
                if target in paragraphs and target not in known:
                    text = f"`overrides #{target}`: no check of “{action.name}” stands under #{target}."
                    yield problem("OVERRIDE-NOTHING", cited.place, text)
    written = paragraphs_of(program)
    for cited in program.lifts:
        for target in cited.node.targets:
            if target in paragraphs and target not in written:
                text = f"`lifts #{target}`: no rule stands under #{target}."
                yield problem("OVERRIDE-NOTHING", cited.place, text)


def _checked_under(program: Program, action: ActionInfo, above: Cited) -> set[str]:
    """The paragraphs under which checks of an action, or of any action of a class, stand that a clause can lift."""
    actions = [action] if action.name in program.actions else []
    actions += [info for info in program.actions.values() if action.name in info.node.classes]
    groups = [clauses for info in actions for clauses in _clauses_of(program, info)]
    found = {cited.paragraph for clauses in groups for cited in clauses if _is_check(cited.node) and cited is not above}
    found |= {info.paragraph for info in actions if any(_is_sized(param.type) for param in info.node.params)}
    return found if isinstance(above.node, n.Allowed) else found - {above.paragraph}


def _clauses_of(program: Program, info: ActionInfo) -> Iterator[list[Cited]]:
    yield info.clauses
    yield from (program.classes[name].clauses for name in info.node.classes if name in program.classes)


def _is_check(node: object) -> bool:
    if isinstance(node, n.Each | n.Option):
        return any(map(_is_check, node.clauses))
    return isinstance(node, n.Requires | n.Forbidden | n.Applies | n.Cost)


def _is_sized(type_: object) -> bool:
    return isinstance(type_, n.TypeMany) and type_.least is not None
