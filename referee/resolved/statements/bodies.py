"""Steps of effects, procedures and triggers: what stands in them, and what they may be done to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from grammar import nodes as n
from grammar.nodes.place import At
from referee.errors import near
from referee.resolved.statements.calls import arities, deed_faults
from referee.resolved.statements.sites import Changing, Collector, Either, Element, Here, Worked
from referee.resolved.statements.targets import cards_in
from referee.resolved.statements.types import ANY, FLAG, LISTS, NONE, NOTHING, NUMBER, Type, joined, list_of, meets
from referee.resolved.tree import nodes as r

_CHANGED = "Only facts can be changed."


class Bodies:
    """Collects the steps of bodies."""

    def __init__(self, collector: Collector) -> None:
        self.collector = collector
        self.program = collector.program
        self.names = collector.names
        self.kinds = collector.kinds

    def steps(self, steps: tuple[n.Step, ...], here: Here) -> None:
        """Steps that share their locals."""
        for step in steps:
            self.step(step, here)

    def step(self, step: n.Step, here: Here) -> None:
        """One step; `let` and `choose` add to the locals."""
        add = self.collector.add
        match step:
            case n.Assign():
                self._assign(step, here)
            case n.Move() | n.Pay() | n.Cost():
                self.transfer(step, here)
            case n.Put():
                self._put(step, here)
            case n.Draw(amount, source, target, rescue):
                add(amount, here, step.at, "How many are drawn", NUMBER, "TYPE-NUMBER")
                one, other = self._pile(source, here, step.at, "draw"), self._pile(target, here, step.at, "draw")
                self._same_cards(one, other, here, step.at)
                if rescue is not None:
                    self.call(rescue, here, step.at, "or do")
            case n.Disclose():
                self._disclose(step, here)
            case n.Shuffle(pile):
                self._pile(pile, here, step.at, "shuffle")
            case n.Do(call, by):
                self.call(call, here, step.at, "do")
                self._doer(call, by, here, step.at)
            case n.If(test, then, other_steps):
                add(test, here, step.at, "The condition of “if”", FLAG, "TYPE-FLAG")
                yes, no = here.branch(), here.branch()
                self.steps(then, yes)
                self.steps(other_steps, no)
                here.merge(yes, no)
            case n.For():
                self._for(step, here)
            case n.Repeat(most, test_, inner):
                add(most, here, step.at, "How often something is repeated", NUMBER, "TYPE-NUMBER")
                add(test_, here, step.at, "The condition of “repeat”", FLAG, "TYPE-FLAG")
                self.steps(inner, here)
            case n.Choose():
                self._choose(step, here)
            case n.ChooseEach():
                self._choose_each(step, here)
            case n.Offer():
                self._offer(step, here)
            case n.Emit(call):
                self._emit(call, here, step.at)
            case n.Let(name, value):
                found = add(value, here, step.at, f"“{name}”")
                here.add(name, Changing(ANY if found is None else Worked(found, here.slots)))

    # ---- targets ---------------------------------------------------------------------------------------------------

    def fact_at(self, ref: n.Ref, here: Here, at: At, verb: str) -> str | None:
        """The name of the fact a step changes, its keys noted; nothing where it is no fact."""
        name, keys = (ref.id, ()) if isinstance(ref, n.Name) else (ref.name, ref.args)
        note, place = self.collector.note, here.place(at)
        cited = self.program.facts.get(name)
        if cited is None:
            known = arities(self.names, name)
            why = (
                f"“{name}” is worked out by rules"
                if known
                else f"“{name}” is a local name"
                if name in here.scope.slots
                else ""
            )
            why = why or f"There is no fact “{name}”"
            note(
                "TARGET-WRONG",
                place,
                f"`{verb} {name}`: {why}.{'' if known else near(name, self.program.facts)}",
                _CHANGED,
            )
            return None
        if len(keys) != len(cited.node.keys):
            note("ARGS-COUNT", place, f"“{name}” takes {len(cited.node.keys)} keys, here {len(keys)}.")
            return None
        self.collector.binder.reads.clear()
        found = [self.collector.resolve(key, here, at) for key in keys]
        resolved = tuple(key for key in found if key is not None)
        if len(resolved) == len(keys):
            self.collector.add_resolved(r.FactAt(name, resolved), here, at, f"“{name}”")
        return name

    def _assign(self, step: n.Assign, here: Here) -> None:
        if isinstance(step.target, n.Name) and step.target.id in here.scope.slots:
            self._assign_local(step, step.target.id, here)
            return
        name = self.fact_at(step.target, here, step.at, step.op)
        if step.op == "set":
            wanted = None if name is None else self.kinds.fact(name)
            self.collector.add(step.value, here, step.at, f"What “{name}” is set to", wanted)
            return
        self.collector.add(step.value, here, step.at, f"By how much “{name}” changes", NUMBER, "TYPE-NUMBER")
        if name is None:
            return
        type_ = self.kinds.fact(name)
        if not type_.number and not type_.members & self.kinds.scales:
            text = f"`{step.op} {name}`: it is {type_.words}; only numbers and members of a scale go up and down."
            self.collector.note("TARGET-WRONG", here.place(step.at), text, "Write `set`, or `put` for cards.")

    def _assign_local(self, step: n.Assign, name: str, here: Here) -> None:
        """A local that the body brings; parameters, and what a loop goes over, stay what they are."""
        source = here.slots.get(here.scope.slots[name])
        every = source.sources if isinstance(source, Either) else (source,)
        changing = [each for each in every if isinstance(each, Changing)]
        if name in self.program.facts or len(changing) < len(every):
            both = name in self.program.facts
            what = "is a fact and a local name" if both else "is a local name that this body does not bring"
            cure = "Call the local otherwise." if both else f"Take it with `let` first: `let my_{name} = {name}`."
            self.collector.note("TARGET-WRONG", here.place(step.at), f"`{step.op} {name}`: “{name}” {what}.", cure)
            return
        if step.op == "set":
            found = self.collector.add(step.value, here, step.at, f"What “{name}” is set to", changing[0])
            new = ANY if found is None else Worked(found, here.slots)
            for each in changing:
                each.others.append(new)
            return
        self.collector.add(step.value, here, step.at, f"By how much “{name}” changes", NUMBER, "TYPE-NUMBER")
        for each in changing:
            each.others.append(NOTHING)
        held = r.Local(here.scope.slots[name], name)
        self.collector.add_resolved(
            held, here, step.at, f"What goes up or down (“{name}”)", self.ordered, "TYPE-NUMBER"
        )

    def _pile(self, ref: n.Ref, here: Here, at: At, verb: str) -> Type | None:
        """What lies in a pile; nothing where it is no pile."""
        name = self.fact_at(ref, here, at, verb)
        if name is None:
            return None
        type_ = self.kinds.fact(name)
        if type_.shape != "pile":
            text = f"`{verb} … {name}`: it is {type_.words}, not a pile."
            self.collector.note(
                "TARGET-WRONG", here.place(at), text, "Declare it as `pile of …`, or write `move` for numbers."
            )
            return None
        return type_.items

    def _same_cards(self, one: Type | None, other: Type | None, here: Here, at: At) -> None:
        if one is not None and other is not None and not meets(one, other):
            text = f"Cards that are {one.words} cannot lie where cards are {other.words}."
            self.collector.note("TARGET-WRONG", here.place(at), text, "Use piles of the same kind.")

    def _disclose(self, step: n.Disclose, here: Here) -> None:
        add, at = self.collector.add, step.at
        add(step.amount, here, at, "How many are shown", NUMBER, "TYPE-NUMBER")
        name = (
            self._pile_name(step.fact, here, at)
            if step.amount is not None
            else self.fact_at(step.fact, here, at, "disclose")
        )
        if name is not None and self.program.facts[name].node.hidden is None:
            text = f"`disclose {name}`: it is hidden from nobody."
            self.collector.note(
                "TARGET-WRONG", here.place(at), text, "Declare it with `hidden from …`, or leave this out."
            )
        wanted = joined(joined(self.kinds.roles, list_of(self.kinds.roles)), NONE)
        add(step.to, here, at, "The one it is shown to", wanted)

    def _pile_name(self, ref: n.Ref, here: Here, at: At) -> str | None:
        """The name of a pile of which cards are shown."""
        name = ref.id if isinstance(ref, n.Name) else ref.name
        return None if self._pile(ref, here, at, "disclose") is None else name

    def _put(self, step: n.Put, here: Here) -> None:
        cards = self._pile(step.pile, here, step.at, "put")
        if step.source is not None:
            self._same_cards(self._pile(step.source, here, step.at, "put … from"), cards, here, step.at)
        else:
            self._same_cards(cards_in(self.kinds, step.what), cards, here, step.at)
        wanted = None if cards is None else joined(joined(cards, list_of(cards)), NONE)
        self.collector.add(step.what, here, step.at, "What is put there", wanted)
        self.collector.add(step.place, here, step.at, "The place it is put at", NUMBER, "TYPE-NUMBER")

    def transfer(self, step: n.Move | n.Pay | n.Cost, here: Here) -> None:
        """An amount that goes from places to places."""
        verb, places = type(step).__name__.lower(), (*step.source, *step.target)
        names = [fact for place in places for fact in self._facts_of(place) if fact in self.program.facts]
        types = {name: self.kinds.fact(name) for name in names}
        code = "TYPE-CARDS" if any(type_.shape == "pile" for type_ in types.values()) else "TYPE-NUMBER"
        self.collector.add(step.amount, here, step.at, f"The amount of “{verb}”", NUMBER, code)
        for place in places:
            self.place(place, here, step.at, verb)
        self._alike(types, here, step.at, verb)
        if isinstance(step, n.Pay) and step.rescue is not None:
            self.call(step.rescue, here, step.at, "or do")

    def _alike(self, types: dict[str, Type], here: Here, at: At, verb: str) -> None:
        """Cards go to piles and numbers to numbers; cards of one kind never to those of another."""
        piles = [name for name, type_ in types.items() if type_.shape == "pile"]
        numbers = [name for name, type_ in types.items() if type_.number and type_.shape != "pile"]
        if piles and numbers:
            text = f"`{verb}`: “{piles[0]}” is a pile and “{numbers[0]}” a number; cards do not become amounts."
            self.collector.note(
                "TARGET-WRONG", here.place(at), text, "Move cards from pile to pile, numbers to numbers."
            )
        for one, other in pairwise(piles):
            self._same_cards(types[one].items, types[other].items, here, at)

    def _facts_of(self, place: n.Place) -> Iterator[str]:
        """The facts that a place stands for."""
        if not isinstance(place, n.Nowhere):
            name = place.id if isinstance(place, n.Name) else place.name
            yield name
            for cited in self.program.purses.get(name, ()):
                for inner in cited.node.places:
                    yield from self._facts_of(inner)

    def place(self, place: n.Place, here: Here, at: At, verb: str) -> None:
        """A place amounts go to or come from: a number, a pile, or a purse of them."""
        if isinstance(place, n.Nowhere):
            return
        name, keys = (place.id, ()) if isinstance(place, n.Name) else (place.name, place.args)
        purses = self.program.purses.get(name)
        if purses is not None:
            declared = purses[0].node.keys
            if len(declared) != len(keys):
                self.collector.note(
                    "ARGS-COUNT", here.place(at), f"The purse “{name}” takes {len(declared)} keys, here {len(keys)}."
                )
            for key, (_, kind) in zip(keys, declared, strict=False):
                self.collector.add(key, here, at, f"A key of the purse “{name}”", self.kinds.of(kind), "TYPE-KEY")
            return
        fact = self.fact_at(place, here, at, verb)
        if fact is not None:
            type_ = self.kinds.fact(fact)
            if not type_.number and type_.shape != "pile":
                text = f"`{verb} … {name}`: it is {type_.words}; amounts lie in numbers and piles."
                self.collector.note(
                    "TARGET-WRONG", here.place(at), text, "Name a fact that is a number or a pile, or a purse of them."
                )

    # ---- calls -----------------------------------------------------------------------------------------------------

    def call(self, call: n.Call, here: Here, at: At, verb: str, *, actions: bool = False) -> None:
        """An action or procedure that is done; `actions`: only actions can be."""
        program, place = self.program, here.place(at)
        if call.name in here.scope.slots:
            if call.args or call.named:
                self.collector.note("ARGS-COUNT", place, f"“{call.name}” holds a whole call; it takes no argument.")
            held = r.Local(here.scope.slots[call.name], call.name)
            wanted = Type(deeds=frozenset((*program.actions, *(() if actions else program.procedures))), none=actions)
            self.collector.add_resolved(
                held, here, at, "What is offered" if actions else "What is done", wanted, "CALL-WRONG"
            )
            return
        known = [*program.actions, *(() if actions else program.procedures)]
        if call.name not in known:
            if call.name in program.procedures:
                self.collector.note(
                    "CALL-WRONG", place, f"`{verb} {call.name}`: it is a procedure; only an action can be offered."
                )
            elif call.name in program.classes:
                text = f"`{verb} {call.name}`: it is a class of actions, of which one can be offered, not done."
                self.collector.note(
                    "CALL-WRONG", place, text, f"Name one action of it, or write `offer {call.name} to …`."
                )
            else:
                text = f"There is no action{'' if actions else ' or procedure'} “{call.name}”.{near(call.name, known)}"
                self.collector.note("CALL-WRONG", place, text)
            for argument in (*call.args, *(value for _, value in call.named)):
                self.collector.add(argument, here, at, "An argument")
            return
        for code, text in deed_faults(self.names, call, whole=not actions):
            self.collector.note(code, place, text)
        self._deed(call, self.names.parameters(call.name), here, at)

    def _doer(self, call: n.Call, by: n.Expr | None, here: Here, at: At) -> None:
        """Whoever does an action that a rule does; a procedure is nobody's."""
        self.collector.add(by, here, at, "The one who does it", joined(self.kinds.roles, NONE))
        if by is not None and call.name in self.program.procedures and call.name not in here.scope.slots:
            self.collector.note("CALL-WRONG", here.place(at), f"`do {call.name} by …`: nobody does a procedure.")

    def _deed(self, call: n.Call, params: tuple[str, ...], here: Here, at: At) -> None:
        """The call as a deed, whose arguments are looked at like any other."""
        found: list[tuple[str, r.Expr]] = []
        others: list[tuple[str, n.Expr]] = []
        self.collector.binder.reads.clear()
        for name, value in (*zip(params, call.args, strict=False), *call.named):
            resolved = self.collector.resolve(value, here, at)
            if resolved is not None and name in params:
                found.append((name, resolved))
            elif resolved is not None:
                others.append((name, value))
        self.collector.add_resolved(r.DeedOf(call.name, tuple(found)), here, at, f"“{call.name}”")
        for name, value in others:  # an option of the action
            self.collector.add(value, here, at, f"“{name}” of “{call.name}”", FLAG, "TYPE-ARGUMENT")

    def _offer(self, step: n.Offer, here: Here) -> None:
        for call in step.calls:
            self.offered(call, here, step.at, "oblige" if step.must else "offer")
        wanted = joined(self.kinds.roles, NONE)
        self.collector.add(step.to, here, step.at, "The one it is offered to", wanted)

    def offered(self, call: n.Call, here: Here, at: At, verb: str) -> None:
        """An action that somebody may do, or a class of them, which takes no argument."""
        if call.name not in self.program.classes:
            self.call(call, here, at, verb, actions=True)
        elif call.args or call.named:
            text = f"`{verb} {call.name}(…)`: it is a class of actions; it takes no argument."
            self.collector.note(
                "ARGS-COUNT", here.place(at), text, "Name one action of it, or leave the arguments out."
            )

    def _emit(self, call: n.Call, here: Here, at: At) -> None:
        place = here.place(at)
        event = self.program.events.get(call.name)
        if event is None:
            text = f"There is no event “{call.name}”.{near(call.name, self.program.events)}"
            self.collector.note("CALL-WRONG", place, text, "Declare it with `event`.")
            return
        params = tuple(param.name for param in event.node.params)
        if len(call.args) != len(params) or call.named:
            self.collector.note(
                "ARGS-COUNT", place, f"The event “{call.name}” takes ({', '.join(params)}), here {len(call.args)}."
            )
        self._deed(n.Call(call.name, call.args), params, here, at)

    # ---- loops and choices -----------------------------------------------------------------------------------------

    def _for(self, step: n.For, here: Here) -> None:
        inner = self.loop(step.var, step.members, here, step.at)
        add = self.collector.add
        add(step.body, inner, step.at, f"The condition on “{step.var}”", FLAG, "TYPE-FLAG")
        add(step.by, inner, step.at, f"What “{step.var}” is ordered by", self.ordered, "TYPE-NUMBER")
        self.steps(step.steps, inner)

    @property
    def ordered(self) -> Type:
        """What can be put in order."""
        return Type(number=True, members=self.kinds.scales)

    def loop(self, var: str, members: n.Expr, here: Here, at: At) -> Here:
        """The locals inside a loop."""
        found = self.collector.add(members, here, at, f"What “{var}” goes over", LISTS, "TYPE-LIST")
        return here.child(var, ANY if found is None else Element(found, here.slots))

    def _choose(self, step: n.Choose, here: Here) -> None:
        add, at = self.collector.add, step.at
        name = step.target.id if isinstance(step.target, n.Name) else step.target.name
        local = isinstance(step.target, n.Name) and name not in self.program.facts
        self.collector.type_exists(step.type, here, at, f"“{name}”")
        type_ = self.kinds.declared(step.type)
        likely = f"How likely each “{name}” is"
        add(step.by, here, at, "The one who chooses", joined(self.kinds.roles, NONE))
        add(step.otherwise, here, at, f"What “{name}” is otherwise", joined(type_, NONE) if local else type_)
        if local:
            here.add(name, Changing(joined(type_, NONE) if step.by is not None else type_))
        else:
            self._chosen_fits(self.fact_at(step.target, here, at, "choose"), type_, here, at)
        add(step.body, here, at, "The condition on the choice", FLAG, "TYPE-FLAG")
        add(step.weight, here, at, likely, NUMBER, "TYPE-NUMBER")

    def _choose_each(self, step: n.ChooseEach, here: Here) -> None:
        inner = self.loop(step.var, step.members, here, step.at)
        self.collector.type_exists(step.type, inner, step.at, "The secret choice")
        type_, add = self.kinds.declared(step.type), self.collector.add
        fact = self.fact_at(step.target, inner, step.at, "choose")
        self._chosen_fits(fact, type_, here, step.at)
        add(step.body, inner, step.at, "The condition on the choice", FLAG, "TYPE-FLAG")
        add(step.otherwise, inner, step.at, f"What “{fact}” is otherwise", self.kinds.fact(fact) if fact else type_)

    def _chosen_fits(self, fact: str | None, type_: Type, here: Here, at: At) -> None:
        if fact is not None and not meets(self.kinds.fact(fact), type_):
            text = f"“{fact}” is {self.kinds.fact(fact).words}, the choice is {type_.words}."
            self.collector.note("TYPE-VALUE", here.place(at), text)
