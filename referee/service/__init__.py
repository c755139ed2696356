"""The one door to the referee: what the command line, the API, the pages and the tables call.

Nothing above this package knows how rules are compiled, judged or carried out. Each name is imported when it is first
asked for, so that a single answer does not wait for what forms and tables need.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.budget import Meter, cpu_seconds, metered, working
    from referee.check.player import chance_answer
    from referee.check.trial import Trial
    from referee.evaluation.interface import BY_RULE
    from referee.explanation.attribution import attribution
    from referee.explanation.words.phrases import line, phrase
    from referee.explanation.words.said import as_sentence
    from referee.play.due import Due
    from referee.play.foresight import Foreseen
    from referee.service.changes import changes_of, told_changes
    from referee.service.game.course import Part, Quota, Stage
    from referee.service.game.facts import Fact
    from referee.service.game.fields import Field, Option
    from referee.service.game.graft import Captions, OwnCard, with_cards
    from referee.service.game.names import Named, Sort, names_of
    from referee.service.game.words import Words, call_text, fact_text, first_sentence, literal, whole_text
    from referee.service.position import Outcome, Position, failed_paragraphs, hidden_behind
    from referee.service.referee import Referee
    from referee.service.study import Study, builtins
    from referee.service.told import Told
    from referee.service.understood import Understood, how_read, opens
    from referee.understanding.reading import Reading
    from referee.units.deed import IllegalActionError

__all__ = [
    "BY_RULE", "Captions", "Due", "Fact", "Field", "Foreseen", "IllegalActionError", "Meter", "Named", "Option", "Outcome", "OwnCard", "Part", "Position", "Quota",
    "Reading", "Referee", "Sort", "Stage", "Study", "Told", "Trial", "Understood", "Words", "as_sentence", "attribution", "builtins", "call_text", "chance_answer", "changes_of", "cpu_seconds", "fact_text", "failed_paragraphs", "first_sentence",
    "hidden_behind", "how_read", "line", "literal", "metered", "names_of", "opens", "phrase", "told_changes", "whole_text", "with_cards", "working",
]  # fmt: skip

#: where each name is at home
_HOMES = {
    "referee.check.player": ("chance_answer",),
    "referee.check.trial": ("Trial",),
    "referee.evaluation.interface": ("BY_RULE",),
    "referee.budget": ("Meter", "cpu_seconds", "metered", "working"),
    "referee.units.deed": ("IllegalActionError",),
    "referee.explanation.attribution": ("attribution",),
    "referee.explanation.words.phrases": ("line", "phrase"),
    "referee.explanation.words.said": ("as_sentence",),
    "referee.service.changes": ("changes_of", "told_changes"),
    "referee.service.game.course": ("Part", "Quota", "Stage"),
    "referee.service.game.facts": ("Fact",),
    "referee.service.game.fields": ("Field", "Option"),
    "referee.play.due": ("Due",),
    "referee.play.foresight": ("Foreseen",),
    "referee.service.game.graft": ("Captions", "OwnCard", "with_cards"),
    "referee.service.game.names": ("Named", "Sort", "names_of"),
    "referee.service.position": ("Outcome", "Position", "failed_paragraphs", "hidden_behind"),
    "referee.service.referee": ("Referee",),
    "referee.service.study": ("Study", "builtins"),
    "referee.service.told": ("Told",),
    "referee.service.understood": ("Understood", "how_read", "opens"),
    "referee.understanding.reading": ("Reading",),
    "referee.service.game.words": ("Words", "call_text", "fact_text", "first_sentence", "literal", "whole_text"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOME[name]), name)
    return found
