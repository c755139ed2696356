"""Slips that can be carried out and say something else than was meant: names nobody uses, keys that miss, what is hidden from nobody."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from grammar import nodes as n
from grammar.base.likeness import nearest
from grammar.rules.unparse_expressions import expression
from kb.model.problems import Problem, problem
from kb.rules.members import known_members
from kb.rules.phases import SEATED
from kb.rules.program import ROLES, Program
from kb.rules.reads import found_in, mentioned, names_in
from kb.rules.spans import span_of
from kb.survey.doubles import statements

Loop = (
    n.Quantified | n.Count | n.Total | n.Those | n.Pick | n.Best | n.For | n.Each | n.Turns | n.ChooseEach | n.Answered
)
#: the fact that is told when a table is made
PLAYERS = "players"
#: what begins the game is run by itself
SETUP = "setup"
#: how like a member a key must be to be taken for one that is misspelt: three letters of four
_LIKE = 0.75


def oversights(program: Program, asked: Collection[str] = ()) -> Iterator[Problem]:
    """All of them."""
    yield from repeated_members(program)
    yield from unused_kinds(program, asked)
    yield from unused_locals(program)
    yield from misspelt_keys(program)
    yield from open_secrets(program)
    yield from idle_turns(program)
    yield from empty_seats(program)
    yield from nobody_chosen(program)
    yield from other_ends(program)
    if SETUP in program.actions:
        text = "“setup” is what runs before the first step, and here it is an action."
        yield problem("NAME-RESERVED", program.actions[SETUP].place, text, "Write `procedure setup: … end`.")


def repeated_members(program: Program) -> Iterator[Problem]:
    """NAME-TWICE: members that a kind lists twice; a kind among them stands for all of its own."""
    for name, cited in program.kinds.items():
        members = cited.node.members
        for member in sorted({each for each in members if members.count(each) > 1}):
            cure = "Name it once: how many there are of it is a number, or so many cards in a pile."
            yield problem("NAME-TWICE", cited.place, f"“{member}” stands twice in “{name}”.", cure)


def unused_kinds(program: Program, asked: Collection[str] = ()) -> Iterator[Problem]:
    """NAME-UNUSED: kinds that no rule, card or case mentions, nor any of their members."""
    used = {*mentioned(program, ("kinds", "members", "order", "roles")), *asked}
    inside = {member for cited in program.kinds.values() for member in cited.node.members}
    for name, cited in program.kinds.items():
        node: n.Kind = cited.node
        if node.shape != ROLES and name not in used | inside and not used & {*program.members.get(name, ())}:
            yield problem("NAME-UNUSED", cited.place, f"Nothing is of the kind “{name}”, and no rule names it.")


def unused_locals(program: Program) -> Iterator[Problem]:
    """NAME-UNUSED: what is worked out, chosen or left to chance under a name that is read nowhere."""
    shared = _of_actions(program)
    for cited in statements(program):
        node = cited.node
        brought = [(let.name, "worked out") for let in found_in(node, n.Let)]
        for choice in found_in(node, n.Choose):
            if isinstance(choice.target, n.Name) and choice.target.id not in program.facts:
                brought.append((choice.target.id, "left to chance" if choice.chance else "chosen"))
        if not brought:
            continue
        around = shared.get(node.name, (node,)) if isinstance(node, n.Action | n.ActionClass | n.Rule) else (node,)
        read = list(_read(around))
        for name, how in dict.fromkeys(brought):
            if name not in read and name not in program.decisions:
                yield problem("NAME-UNUSED", cited.place, f"“{name}” is {how}, and nothing reads it.")


def _of_actions(program: Program) -> dict[str, tuple[object, ...]]:
    """Whatever shares the locals of an action or class: its clauses, those added to it, and its classes' or actions'."""
    found: dict[str, tuple[object, ...]] = {}
    for name, info in (*program.actions.items(), *program.classes.items()):
        found[name] = tuple(cited.node for cited in info.clauses)
    for name, info in program.actions.items():
        for home in info.node.classes:
            if home in found:
                found[home] += found[name]
                found[name] += tuple(cited.node for cited in program.classes[home].clauses)
    return found


def _read(node: object) -> Iterator[str]:
    """The names that are read: not those that are only chosen, nor those that a step sets."""
    for part in (node,) if not isinstance(node, tuple | list) else node:
        skipped: list[n.Ref] = [each.target for each in found_in(part, n.Choose)]
        skipped += [each.target for each in found_in(part, n.Assign)]
        names = list(names_in(part))
        for target in skipped:
            if isinstance(target, n.Name) and target.id in names:
                names.remove(target.id)
        yield from names


def misspelt_keys(program: Program) -> Iterator[Problem]:
    """NAME-NEAR: `start coins of adda = 3` counts for everybody, as any name does that is no member."""
    members = known_members(program)
    for cited in statements(program):
        node = cited.node
        if not isinstance(node, n.Start | n.ChangeTrigger) or not isinstance(node.target, n.Call):
            continue
        fact = program.facts.get(node.target.name)
        for key, (_, kind) in zip(node.target.args, fact.node.keys if fact is not None else (), strict=False):
            if isinstance(key, n.Name) and key.id not in members:
                near = nearest(key.id, program.members.get(kind, ()), 1, _LIKE)
                if near:
                    text = f"“{key.id}” is no member of “{kind}”, so it stands for all of them. Is “{near[0]}” meant?"
                    yield problem("NAME-NEAR", cited.place, text)


def open_secrets(program: Program) -> Iterator[Problem]:
    """VIEWER-WRONG, TARGET-WRONG: secrets that have no owner, and what all choose at once for one and the same fact."""
    for name, cited in program.facts.items():
        node: n.Fact = cited.node
        if node.hidden is not None and node.hidden.viewer == "others":
            first = node.keys[0][1] if node.keys else ""
            if not {*program.members.get(first, ())} & {*program.members.get(program.roles, ())}:
                text = (
                    f"`hidden from others`: “{name}” has no player as its first key, so nobody is the one who sees it."
                )
                cure = "Write `hidden from all`, or `hidden from v when …`: v is whoever looks."
                yield problem("VIEWER-WRONG", cited.place, text, cure)
    for cited in statements(program):
        for choice in found_in(cited.node, n.ChooseEach):
            target = choice.target
            name = target.name if isinstance(target, n.Call) else target.id
            if n.Name(choice.var) not in (target.args if isinstance(target, n.Call) else ()):
                text = (
                    f"`secretly choose {name}`: each of them chooses, and “{choice.var}” is no key of what they choose."
                )
                cure = f"Write `secretly choose {name} of {choice.var}: … by each {choice.var} in …`."
                yield problem("TARGET-WRONG", cited.place, text, cure)


def idle_turns(program: Program) -> Iterator[Problem]:
    """NAME-UNUSED: a step that goes round for whom neither its turn nor what it does is."""
    for cited in program.steps.values():
        node: n.CourseStep = cited.node
        if node.turns is None or isinstance(node.turns.members, n.Range):  # so many times
            continue
        if node.turns.var not in {*names_in((node.call, node.who))}:
            text = f"“{node.name}” goes over each “{node.turns.var}”, and neither whose turn it is nor what is done names it."
            yield problem("NAME-UNUSED", cited.place, text, f"Write `{node.turns.var} must …`, or leave `each` out.")


def empty_seats(program: Program) -> Iterator[Problem]:
    """SEATED-MISSED: rules that go over all who could play where the game says who does."""
    if SEATED not in program.values:
        return
    behind = _behind_seated(program)
    for cited in statements(program):
        node = cited.node
        if isinstance(node, n.Start | n.Always) or (isinstance(node, n.Define) and node.name in behind):
            continue
        if any(part.members == n.Name(program.roles) and not behind & {*names_in(part)} for part in _loops(node)):
            text = f"This goes over every “{program.roles}”, also over those who do not play."
            yield problem("SEATED-MISSED", cited.place, text)


def nobody_chosen(program: Program) -> Iterator[Problem]:
    """SEATED-CHOSEN: somebody is named or chosen of all who could play, and nothing says that they must be there."""
    if SEATED not in program.values:
        return
    asked = {name for step in program.steps.values() for quota in step.node.quotas for name in quota.names}
    for name, info in program.actions.items():
        if name not in asked and asked.isdisjoint(info.node.classes):
            continue  # whom an answer names stands in the window
        homes = (info, *(program.classes[home] for home in info.node.classes if home in program.classes))
        clauses = tuple(cited.node for home in homes for cited in home.clauses)
        for param in info.node.params:
            if _is_anybody(program, param.type) and not _limited(clauses, param.name):
                text = f"“{param.name}” of “{name}” may be any “{program.roles}”, also one who does not play."
                cure = f"Write `requires {param.name} in seated`, or in a list of those who are meant."
                yield problem("SEATED-CHOSEN", info.place, text, cure)
    for cited in statements(program):
        for choice in found_in(cited.node, n.Choose):
            name = choice.target.id if isinstance(choice.target, n.Name) else choice.target.name
            if _is_anybody(program, choice.type) and not _says(choice.body, name, "is not"):
                text = f"What is chosen as “{name}” may be any “{program.roles}”, also one who does not play."
                yield problem("SEATED-CHOSEN", cited.place, text, f"Write `with {name} in seated`.")


def other_ends(program: Program) -> Iterator[Problem]:
    """PILE-END: cards are moved from the bottom of a pile whose top is looked at in the same breath; unless it is asked whether that
    is seen: then the others are any cards."""
    for cited in statements(program):
        calls = [call for call in found_in(cited.node, n.Call) if len(call.args) == 1]
        tops = [call.args[0] for call in calls if call.name == "top"]
        if not tops or any(call.name == "seen" for call in calls):
            continue
        for pile in dict.fromkeys(
            pile for move in found_in(cited.node, n.Move) for pile in move.source if pile in tops
        ):
            shown = expression(pile)
            text = f"`move … from {shown}` takes the lowest cards, and `top of {shown}` is looked at beside it."
            yield problem("PILE-END", cited.place, text, f"Write `put top of {shown} on …`, or `draw`.")


def _is_anybody(program: Program, type_: n.Type | None) -> bool:
    return isinstance(type_, n.TypeName) and type_.name == program.roles


def _limited(clauses: object, name: str) -> bool:
    """Whether an action requires more of somebody than whom they are not."""
    required = [each.body for each in found_in(clauses, n.Requires)]
    barred = [each.when for each in found_in(clauses, n.Forbidden)]
    return any(_says(body, name, "is not") for body in required) or any(_says(body, name, "is") for body in barred)


def _says(body: object, name: str, apart: str) -> bool:
    """Whether a condition names somebody otherwise than to tell them from another."""
    told = sum(name in names_in(each) for each in found_in(body, n.Compare) if each.op == apart)
    return sum(each == name for each in names_in(body)) > told


def _behind_seated(program: Program) -> set[str]:
    """The values that say who sits at the table."""
    found, queue = set[str](), [SEATED]
    while queue:
        name = queue.pop()
        if name in program.values and name not in found:
            found.add(name)
            for cited in program.values[name].clauses:
                queue += names_in((cited.node.value, cited.node.when))
    return found


def _loops(node: object) -> Iterator[Loop]:
    """Whatever goes over the members of a list."""
    kinds: tuple[type[Loop], ...] = (
        n.Quantified, n.Count, n.Total, n.Those, n.Pick, n.Best, n.For, n.Each, n.Turns, n.ChooseEach, n.Answered,
    )  # fmt: skip
    for kind in kinds:
        yield from found_in(node, kind)


def unlike_players(program: Program, told: Collection[int]) -> Iterator[Problem]:
    """RANGE-WRONG: a number of players that game.toml lists and the fact `players` cannot be."""
    cited = program.facts.get(PLAYERS)
    span = span_of(cited.node.type) if cited is not None else None
    wrong = [count for count in told if span is not None and not span[0] <= count <= span[1]]
    if cited is not None and span is not None and wrong:
        text = f"game.toml lists {', '.join(map(str, wrong))} players; the fact “{PLAYERS}” goes from {span[0]} to {span[1]}."
        yield problem("RANGE-WRONG", cited.place, text, "Let both say the same.")
