"""Everything else that carries expressions: values, tables, facts, starts, what happens by itself, the course."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grammar import nodes as n
from kb.rules.choices import choices_of
from kb.rules.phases import phases_around
from kb.rules.program import Cited, actions_of
from referee.errors import near
from referee.evaluation.scope import Scope
from referee.resolved.statements.bodies import Bodies
from referee.resolved.statements.kinds import Kinds
from referee.resolved.statements.sites import Collector, Here, Of, Site, Source
from referee.resolved.statements.types import ANY, FLAG, NONE, NUMBER, Type, joined, meets
from referee.resolved.tree.names import Names

_WHEN = "The condition behind “when”"


def here_at(cited: Cited, *names: tuple[str, Source]) -> Here:
    """A place at the beginning of a statement, with its own names."""
    here = Here(cited.place, cited.node.at, Scope())
    for name, source in names:
        here.add(name, source)
    return here


class Values:
    """Collects defined values and tables: what the kinds of parameters are inferred from."""

    def __init__(self, names: Names, kinds: Kinds) -> None:
        self.collector = Collector(names, kinds)
        self.program = names.program
        self.kinds = kinds
        self.sites: dict[str, list[Site]] = {}  #: by the value they belong to
        self.broken: set[str] = set()  #: values with a clause that could not be resolved

    def collect(self) -> None:
        """Every clause of every value, every row of every table."""
        for info in self.program.values.values():
            first = len(self.collector.sites)
            told = dict(self.collector.problems) if n.is_corollary(info.name) else None
            for cited in info.clauses:
                self._clause(info.name, len(info.params), info.mode, cited)
            if told is not None:  # what is wrong with a statement is told of the statement itself
                self.collector.problems = told
            self.sites[info.name] = self.collector.sites[first:]
        for cited in self.program.tables.values():
            self._table(cited)

    def _clause(self, name: str, keys: int, mode: str, cited: Cited) -> None:
        node: n.Define = cited.node
        here = here_at(cited, *((param.name, Of("value", name, i)) for i, param in enumerate(node.params)))
        note, add = self.collector.note, self.collector.add
        if len(node.params) != keys:
            note("VALUE-KEYS", cited.place, f"“{name}” takes {keys} keys elsewhere, here {len(node.params)}.")
        if node.mode != mode:
            note("VALUE-MODE", cited.place, f"“{name}” is given by `{mode}` elsewhere, here by `{node.mode}`.")
        fact = self.program.facts.get(name)
        if fact is not None and not fact.node.derived:
            text = f"“{name}” is a fact that is told, and is defined here as well."
            note("NAME-TWICE", cited.place, text, "Write `derived fact`, or give the value another name.")
        self._keys_fit(name, fact, cited)
        for param in () if n.is_corollary(name) else node.params:  # what it follows from is looked at itself
            self.collector.type_exists(param.type, here, node.at, f"“{param.name}” of “{name}”")
        wanted = FLAG if mode == "holds" else NUMBER if mode == "adds" else None
        if fact is not None:
            wanted = self.kinds.fact(name)
        value = add(node.value, here, node.at, f"What “{name}” is", wanted, owner=name)
        guard = add(node.when, here, node.at, _WHEN, FLAG, "TYPE-FLAG")
        if value is None or (guard is None and node.when is not None):
            self.broken.add(name)

    def _keys_fit(self, name: str, fact: Cited | None, cited: Cited) -> None:
        """A derived fact is worked out at the keys it is looked up at."""
        for param, (_, kind) in zip(cited.node.params, fact.node.keys if fact is not None else (), strict=False):
            if isinstance(param.type, n.TypeName) and not meets(self.kinds.of(kind), self.kinds.declared(param.type)):
                text = f"“{name}” is a fact of “{kind}”, and is worked out here for “{param.type.name}”."
                self.collector.note("VALUE-KEYS", cited.place, text)

    def _table(self, cited: Cited) -> None:
        node: n.Table = cited.node
        here = here_at(cited)
        for param in node.params:
            self.collector.type_exists(param.type, here, node.at, f"“{param.name}” of “{node.name}”")
        for row in node.rows:
            for column, value in zip(node.columns or (node.name,), row.values, strict=False):
                if self.collector.add(value, here, row.at, f"A value of “{column}”", owner=column) is not None:
                    self.sites.setdefault(column, []).append(self.collector.sites[-1])


class Statements:
    """Collects everything that is neither a value nor an action."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        self.collector = bodies.collector
        self.program = bodies.program
        self.kinds = bodies.kinds

    def collect(self) -> None:
        """Declarations, what happens, and the course."""
        for cited in self.program.facts.values():
            self._fact(cited)
        for cited in _all(self.program.purses.values()):
            self._purse(cited)
        for cited in _all(self.program.starts.values()):
            self._start(cited)
        for cited in (*self.program.always, *self.program.ends, *self.program.lifts):
            here = here_at(cited)
            body = cited.node.body if isinstance(cited.node, n.Always) else None
            self.collector.add(body, here, cited.node.at, "What always holds", FLAG, "TYPE-FLAG")
            self.collector.add(cited.node.when, here, cited.node.at, _WHEN, FLAG, "TYPE-FLAG")
        self._happenings()
        for cited in _all(self.program.decisions.values()):
            self._decision(cited)
        self._course()

    def _fact(self, cited: Cited) -> None:
        node: n.Fact = cited.node
        here = here_at(cited, *((var or kind, self.kinds.of(kind)) for var, kind in node.keys))
        for _, kind in node.keys:
            if not self.kinds.is_type(kind):
                self.collector.note(
                    "KIND-UNKNOWN", cited.place, f"A key of “{node.name}” is of “{kind}”, and there is no such kind."
                )
        self.collector.type_exists(node.type, here, node.at, f"“{node.name}”")
        if node.derived and node.name not in self.program.values and node.name not in self.program.columns:
            text = f"“{node.name}” is a derived fact, and nothing says what it is made of."
            self.collector.note("VALUE-MISSING", cited.place, text)
        wanted = self.kinds.fact(node.name)
        if node.assumed is not None:
            self.collector.add(node.assumed, here, node.at, f"What “{node.name}” is assumed to be", _told(wanted))
        if node.reset is not None:
            self.collector.add(node.reset, here_at(cited), node.at, f"What “{node.name}” returns to", wanted)
        if node.hidden is not None:
            self._hiding(node, node.hidden, cited)
        known_scopes = [*self.program.phases, *self.program.steps, *self.program.actions, *self.program.procedures]
        if node.scope and node.scope not in known_scopes:
            text = f"`each {node.scope}`: there is no phase, step, action or procedure “{node.scope}”.{near(node.scope, known_scopes)}"
            self.collector.note("NAME-UNKNOWN", cited.place, text)

    def _hiding(self, node: n.Fact, hiding: n.Hiding, cited: Cited) -> None:
        """When a fact is hidden; the one who looks has a name of their own beside the keys."""
        keys = [var or kind for var, kind in node.keys]
        viewer, named = hiding.viewer, hiding.viewer not in ("others", "all")
        here = here_at(cited, *([(viewer, self.kinds.roles)] if named else ()))
        for key, (_, kind) in zip(keys, node.keys, strict=True):
            here.add(key, self.kinds.of(kind))
        key = keys[0] if keys else "x"
        said = f"Write for example `hidden from v when v is {key}`: v is whoever looks."
        if named and viewer in keys:
            text = f"`hidden from {viewer}`: “{viewer}” is a key of “{node.name}”, not the one who looks."
            self.collector.note("VIEWER-WRONG", here.place(hiding.at), text, said)
        elif named and hiding.when is None:
            text = f"`hidden from {viewer}`: it is not said when “{node.name}” is hidden from “{viewer}”."
            self.collector.note("VIEWER-WRONG", here.place(hiding.at), text, said)
        else:
            self.collector.add(hiding.when, here, hiding.at, f"When “{node.name}” is hidden", FLAG, "TYPE-FLAG")

    def _purse(self, cited: Cited) -> None:
        node: n.Purse = cited.node
        here = here_at(cited, *((var or f"key{i}", self.kinds.of(kind)) for i, (var, kind) in enumerate(node.keys)))
        for _, kind in node.keys:
            if not self.kinds.is_type(kind):
                self.collector.note(
                    "KIND-UNKNOWN", cited.place, f"A key of “{node.name}” is of “{kind}”, and there is no such kind."
                )
        for place in node.places:
            self.bodies.place(place, here, node.at, "purse")
        self.collector.add(node.when, here, node.at, _WHEN, FLAG, "TYPE-FLAG")

    def _start(self, cited: Cited) -> None:
        """A key that is no member stands for all members."""
        node: n.Start = cited.node
        name, keys = (node.target.id, ()) if isinstance(node.target, n.Name) else (node.target.name, node.target.args)
        here = here_at(cited)
        if name in self.program.facts:
            kinds = self.kinds.fact_keys(name)
            for key, kind in zip(keys, kinds, strict=False):
                if isinstance(key, n.Name) and key.id not in self.collector.names.known_members:
                    here.add(key.id, kind)
        fact = self.bodies.fact_at(node.target, here, node.at, "start")
        wanted = None if fact is None else _told(self.kinds.fact(fact))
        self.collector.add(node.value, here, node.at, f"What “{name}” is at the start", wanted)
        self.collector.add(node.when, here, node.at, _WHEN, FLAG, "TYPE-FLAG")

    # ---- what happens by itself ------------------------------------------------------------------------------------

    def _happenings(self) -> None:
        for cited in (*self.program.procedures.values(), *self.program.events.values()):
            node = cited.node
            here = here_at(cited, *((param.name, Of("call", node.name, i)) for i, param in enumerate(node.params)))
            for param in node.params:
                self.collector.type_exists(param.type, here, node.at, f"“{param.name}” of “{node.name}”")
                wanted = self.kinds.declared(param.type)
                self.collector.add(param.default, here_at(cited), node.at, f"The default of “{param.name}”", wanted)
            if isinstance(node, n.Procedure):
                self.collector.add(node.measure, here, node.at, "What decreases", NUMBER, "TYPE-NUMBER")
                self.bodies.steps(node.steps, here)
        for cited in _all(self.program.triggers.values()):
            self._trigger(cited)
        for cited in _all(self.program.change_triggers.values()):
            self._change_trigger(cited)
        for cited in self.program.whenevers:
            node = cited.node
            here = here_at(cited)
            if node.members is not None:
                here = self.bodies.loop(node.var, node.members, here, node.at)
            self.collector.add(node.body, here, node.at, "The condition of “whenever”", FLAG, "TYPE-FLAG")
            self.bodies.steps(node.steps, here)

    def _trigger(self, cited: Cited) -> None:
        node: n.Trigger = cited.node
        program, name = self.program, node.name
        happening = program.events.get(name) or program.procedures.get(name) or program.actions.get(name)
        sources: list[Source] = []
        if happening is None or (node.mode == "instead" and name not in program.procedures):
            wanted = "procedure" if node.mode == "instead" else "event, action or procedure"
            known = (
                [*program.procedures]
                if node.mode == "instead"
                else [*program.events, *program.procedures, *program.actions]
            )
            self.collector.note(
                "TRIGGER-WRONG",
                cited.place,
                f"There is no {wanted} “{name}”.{near(name, known)}",
                f"Declare the {wanted}, or correct the name.",
            )
        else:
            sources = [Of("call", name, i) for i in range(len(happening.node.params))]
            if isinstance(happening.node, n.Action):
                sources.append(self.kinds.of(happening.node.kind) if happening.node.kind else self.kinds.roles)
            if len(node.vars) > len(sources):
                text = f"“{name}” tells {len(sources)} things, here {len(node.vars)} are named."
                self.collector.note(
                    "TRIGGER-WRONG", cited.place, text, "Name only what it tells: its parameters, then who did it."
                )
        here = here_at(cited, *((var, sources[i] if i < len(sources) else ANY) for i, var in enumerate(node.vars)))
        self.collector.add(node.when, here, node.at, _WHEN, FLAG, "TYPE-FLAG")
        self.bodies.steps(node.steps, here)

    def _change_trigger(self, cited: Cited) -> None:
        """A key that is a member must match, another name is bound."""
        node: n.ChangeTrigger = cited.node
        name, keys = (node.target.id, ()) if isinstance(node.target, n.Name) else (node.target.name, node.target.args)
        here = here_at(cited)
        fact = self.program.facts.get(name)
        kinds = self.kinds.fact_keys(name) if fact is not None else ()
        for i, key in enumerate(keys):
            if not isinstance(key, n.Name):
                text = f"`on {node.mode} of {name}`: a key is a name or a member, nothing worked out."
                self.collector.note("TRIGGER-WRONG", cited.place, text, "Bind a name and test it behind `when`.")
            elif key.id not in self.collector.names.known_members:
                here.add(key.id, kinds[i] if i < len(kinds) else ANY)
        if fact is None:
            text = f"`on {node.mode} of {name}`: “{name}” is no fact.{near(name, self.program.facts)}"
            self.collector.note("TRIGGER-WRONG", cited.place, text, "Only changes of facts can be watched.")
        elif all(isinstance(key, n.Name) for key in keys):
            self.bodies.fact_at(node.target, here, node.at, f"on {node.mode} of")
        type_ = self.kinds.fact(name) if fact is not None else ANY
        here.add("old", type_)
        here.add("new", type_)
        self.collector.add(node.when, here, node.at, _WHEN, FLAG, "TYPE-FLAG")
        self.bodies.steps(node.steps, here)

    def _decision(self, cited: Cited) -> None:
        """What the rules choose for somebody: a fact, a local, a call that is offered, or what is done in a turn of a step."""
        node: n.Decide = cited.node
        name, keys = (node.target.id, ()) if isinstance(node.target, n.Name) else (node.target.name, node.target.args)
        known, option, fault = self._chosen_as(name, node.home)
        named = [key.id for key in keys if isinstance(key, n.Name)]
        if not fault and (len(named) < len(keys) or len(named) > len(known)):
            fault = f"`decide {name}(…)`: in the brackets stand names, at most {len(known)}."
        if not fault and name in self.program.steps and node.value is None:
            fault = f"`decide {name}`: a turn is decided as one action. Write it behind the colon, without `by`."
        if fault:
            self.collector.note("DECIDE-WRONG", cited.place, fault)
        here = here_at(cited, (node.who, self.kinds.roles), (node.option or "=", option))
        for key, type_ in zip(named, (*known, *([ANY] * len(named))), strict=False):
            here.add(key, type_)
        add, ordered = self.collector.add, joined(self.bodies.ordered, FLAG)
        add(node.when, here, node.at, _WHEN, FLAG, "TYPE-FLAG")
        add(node.value, here, node.at, f"What “{name}” is decided to be", joined(option, NONE))
        for criterion in node.by:
            add(criterion, here, node.at, f"What “{name}” is decided by", ordered, "TYPE-NUMBER")

    def _chosen_as(self, name: str, home: str | None) -> tuple[tuple[Type, ...], Type, str]:
        """The kinds of the keys and of the options of what is chosen, and what is wrong with its name."""
        program, kinds = self.program, self.kinds
        if name in program.actions or name in program.classes:
            info = program.actions.get(name)
            params = () if info is None else tuple(kinds.declared(param.type) for param in info.node.params)
            return params, Type(deeds=frozenset(actions_of(program, name))), ""
        if name in program.steps:  # what the rules do for the one whose turn it is
            taken = (
                action
                for quota in program.steps[name].node.quotas
                for each in quota.names
                for action in actions_of(program, each)
            )
            return (), Type(deeds=frozenset(taken)), ""
        sites = choices_of(program, name)
        here = [site for site in sites if home is None or site.home == home]
        if not here:
            homes = sorted({site.home for site in sites})
            where = f", but in {' and '.join(homes)}" if homes else ""
            return (), ANY, f"`decide {name}`: nobody chooses “{name}”{f' in “{home}”' if home else ''}{where}."
        if name in program.facts:
            return tuple(kinds.fact_keys(name)), kinds.fact(name), ""
        if len({site.home for site in here}) > 1:
            listed = " and ".join(sorted({f"“{site.home}”" for site in here}))
            return (), ANY, f"`decide {name}`: it is chosen in {listed}. Say where it is meant: `… in {here[0].home}`."
        return (), kinds.declared(here[0].node.type), ""

    # ---- the course ------------------------------------------------------------------------------------------------

    def _course(self) -> None:
        add = self.collector.add
        inside: dict[str, Here] = {}  #: phase -> what counts in it: the turns it takes place in, and its own
        for cited in sorted(self.program.phases.values(), key=self._depth):
            phase: n.Phase = cited.node
            here = _in_turns(cited, inside.get(phase.parent))
            add(phase.when, here, phase.at, _WHEN, FLAG, "TYPE-FLAG")
            add(phase.cycle, here, phase.at, "The condition of “cycle while”", FLAG, "TYPE-FLAG")
            inside[phase.name] = self._turns(phase, here)
        for cited in self.program.steps.values():
            node: n.CourseStep = cited.node
            here = _in_turns(cited, inside.get(node.phase))
            add(node.when, here, node.at, _WHEN, FLAG, "TYPE-FLAG")
            here = self._turns(node, here)
            add(node.who, here, node.at, "The one whose turn it is", self.kinds.roles)
            if node.call is not None:
                self.bodies.call(node.call, here, node.at, "do")

    def _depth(self, cited: Cited) -> int:
        return len(phases_around(self.program, cited.node.name))

    def _turns(self, node: n.Phase | n.CourseStep, here: Here) -> Here:
        """What counts in the turns of a phase or step."""
        turns = node.turns
        if turns is None:
            return here
        here = self.bodies.loop(turns.var, turns.members, here, node.at)
        self.collector.add(turns.body, here, node.at, f"The condition on “{turns.var}”", FLAG, "TYPE-FLAG")
        return here


def _in_turns(cited: Cited, around: Here | None) -> Here:
    """A part of the course, with the names of the turns it takes place in."""
    own = here_at(cited)
    return own if around is None else Here(own.origin, own.base, around.scope, around.slots)


def _told(type_: Type) -> Type:
    """A pile may be told by its number."""
    return joined(type_, NUMBER) if type_.shape == "pile" else type_


def _all(groups: Iterable[Sequence[Cited]]) -> list[Cited]:
    return [cited for group in groups for cited in group]
