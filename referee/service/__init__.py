"""The one door to the referee: what the command line, the API, the pages and the tables call.

Nothing above this package knows how rules are compiled, judged or carried out.
"""

from referee.performing import IllegalActionError
from referee.phrases import phrase
from referee.service.changes import changes_of, told_changes
from referee.service.course import Part, Quota, Stage
from referee.service.facts import Fact
from referee.service.fields import Field, Option
from referee.service.graft import Captions, OwnCard, with_cards
from referee.service.names import Named, Sort, names_of
from referee.service.position import Outcome, Position, failed_paragraphs
from referee.service.referee import Referee
from referee.service.told import Told
from referee.service.words import Words, call_text, fact_text, first_sentence, literal

__all__ = [
    "Captions", "Fact", "Field", "IllegalActionError", "Named", "Option", "Outcome", "OwnCard", "Part", "Position", "Quota",
    "Referee", "Sort", "Stage", "Told", "Words", "call_text", "changes_of", "fact_text", "failed_paragraphs", "first_sentence",
    "literal", "names_of", "phrase", "told_changes", "with_cards",
]  # fmt: skip
