"""What can be asked about: actions, cards, values and facts by name, each with the paragraph it is at home in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grammar.base.corollaries import DUTY
from grammar.nodes import Truth, corollary, is_listed
from kb.library import Game

#: the condition of what no paragraph says
NEVER = Truth(False)
#: how the names of duties begin
_DUTIES = corollary(DUTY, "")


class Sort(StrEnum):
    """What a name stands for."""

    ACTION = "action"
    CARD = "card"
    VALUE = "value"
    FACT = "fact"


@dataclass(frozen=True, slots=True)
class Named:
    """A name that a question may begin with."""

    name: str
    sort: Sort
    paragraph: str
    actor: str = ""  #: what an action calls the one who does it
    aside: bool = False  #: whether it stands in no list: that something must be done is asked of what is listed itself
    way: bool = False  #: only one way of carrying out a card: nobody does it but through it

    @property
    def is_action(self) -> bool:
        """Whether it is done, by playing a card or otherwise."""
        return self.sort in (Sort.ACTION, Sort.CARD)


def names_of(game: Game) -> dict[str, Named]:
    """Every name, in the order of the rules; one that is an action and a value is asked about as the action."""
    program, ways = game.program, game.ways()
    found: dict[str, Named] = {}
    for name, action in program.actions.items():
        sort = Sort.CARD if action.node.card else Sort.ACTION
        found[name] = Named(name, sort, action.paragraph, action.node.actor, way=name in ways)
    for name, info in program.values.items():
        aside = not is_listed(name)
        if (not aside or name.startswith(_DUTIES)) and info.clauses[0].node.when != NEVER:
            found.setdefault(name, Named(name, Sort.VALUE, info.clauses[0].paragraph, aside=aside))
    for name, (table, _) in program.columns.items():
        found.setdefault(name, Named(name, Sort.VALUE, program.tables[table].paragraph))
    for name, cited in program.facts.items():
        found.setdefault(name, Named(name, Sort.FACT, cited.paragraph))
    return found
