"""Readings: what somebody may have meant, each with what was understood, what was not, and why it stands where it does."""

from __future__ import annotations

from grammar.base.records import field, open_record, record
from referee.values import Leaf


@record
class Fact:
    """A fact that the words tell."""

    leaf: Leaf
    value: object
    text: str  #: as it is told: `height of x = 3`
    words: tuple[int, ...]  #: which words say so
    sure: float
    core: tuple[int, ...] = ()  #: those of them that say which fact it is
    of_all: bool = False  #: whether the same words tell it of others of the kind too


@record
class Argument:
    """What stands for a parameter."""

    name: str
    text: str
    words: tuple[int, ...]
    said: bool  #: whether it was said, or is the one who asks


@open_record
class Reading:
    """One way to understand a question."""

    intent: str
    question: str  #: as the referee takes it
    arguments: tuple[Argument, ...]
    facts: tuple[Fact, ...]
    members: tuple[str, ...]  #: members that came with the words: `f: field`
    left_over: tuple[str, ...]  #: words that were not understood
    parts: dict[str, float] = field(default_factory=dict)  #: what the score is made of
    score: float = 0.0  #: how likely it is what was meant
    pattern: str = ""  #: the wording that fits best
    actor: str | None = None
    fact: str = ""  #: where a fact itself is asked for, and not how it starts
    viewer: str | None = None  #: of whom is asked whether they see it
    unbound: bool = False  #: whether it leaves out that something must be done
    unnamed: bool = False  #: whether it tells something of a thing that nobody names
    grave: bool = False  #: whether it leaves out a denial, a number or somebody's name

    @property
    def given(self) -> str:
        """What is told, as the referee takes it."""
        return "; ".join((*self.members, *(fact.text for fact in self.facts)))
