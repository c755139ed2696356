"""The shapes of the API beside the referee's answers: what a request may hold, and what is told about a corpus."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from kb.languages.texts import ENGLISH, languages
from referee.answers import Dispute, Record, Value
from referee.service import Understood
from referee.service.told import LONGEST_TOLD
from web.cards.craft import LONGEST
from web.store.quota import CARDS

Lang = Annotated[str, Meta(description=f"language of the answer: {', '.join(languages())}, or one of the game")]
Actor = Annotated[str | None, Meta(description="who asks or acts")]
Facts = (
    Annotated[str, Meta(max_length=LONGEST_TOLD)]
    | Annotated[list[Annotated[str, Meta(max_length=1_000)]], Meta(max_length=1_000)]
)
OwnCards = Annotated[
    list[Annotated[str, Meta(max_length=LONGEST)]],
    Meta(max_length=CARDS, description="cards of the table's own, as /card reads them; no two of one title"),
]
Written = Annotated[str, Meta(min_length=1, max_length=4_000)]


# ---- what is asked --------------------------------------------------------------------------------------------------


class Request(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every question tells."""

    given: Annotated[
        Facts, Meta(description="told facts: one text with facts separated by ; or a list of such texts")
    ] = ""
    state: Annotated[dict[str, Value] | None, Meta(description="a state, as /apply gives it")] = None
    rulings: Annotated[dict[str, str] | None, Meta(description="what the table ruled: dispute -> reading")] = None
    edition: Annotated[str | None, Meta(description="whose rulebook counts")] = None
    cards: OwnCards = []
    lang: Lang = ENGLISH


class AskRequest(Request, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question."""

    question: Annotated[Written, Meta(description="an action with its arguments, or a value")]
    actor: Actor = field(name="as", default=None)


class UnderstandRequest(Request, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question in somebody's own words."""

    text: Annotated[str, Meta(min_length=1, max_length=10_000, description="the question as it was typed")]
    actor: Actor = field(name="as", default=None)


class MovesRequest(Request, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a role may do."""

    actor: Annotated[str, Meta(description="whose moves")] = field(name="as")
    action: Annotated[str, Meta(max_length=4_000, description="only this action, with the arguments chosen so far")] = (
        ""
    )
    deep: Annotated[bool, Meta(description="longer lists of steps and amounts of that action too: slow")] = False


class ApplyRequest(Request, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A deed."""

    action: Annotated[
        Written, Meta(description="an action with its arguments, `begin`, `done`, `shuffled`, or `answer VALUE`")
    ]
    actor: Actor = field(name="as", default=None)


class CardRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of your own."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST, description="one card: its header and its sentences")]


# ---- what is told ---------------------------------------------------------------------------------------------------


class CardError(Record, frozen=True):
    """What is wrong with a card, and where."""

    line: int
    column: int
    message: str
    cure: Annotated[str, Meta(description="what to write instead")]
    shown: Annotated[str, Meta(description="the line with the fault")]
    caret: Annotated[str, Meta(description="a mark under the place")]


class CardMeaning(Record, frozen=True):
    """What a card says and becomes, or what is wrong with it."""

    meaning: Annotated[dict[str, str], Meta(description="language -> what the card says")]
    rule: Annotated[str, Meta(description="what it becomes in the rule language")]
    errors: list[CardError]


class EditionInfo(Record, frozen=True):
    """A printing of the rules."""

    id: str
    title: str
    lang: str


class GameInfo(Record, frozen=True):
    """A game of the corpus."""

    id: str
    title: dict[str, str]
    languages: list[str]
    players: list[int]
    editions: list[EditionInfo]
    version: str


class Games(Record, frozen=True):
    """All games."""

    games: list[GameInfo]
    corpus_version: str


class ParagraphInfo(Record, frozen=True):
    """A paragraph as it is cited, and everything around it."""

    id: str
    game: str
    edition: str
    section: str
    number: str
    page: str
    printed: str
    unconfirmed: bool
    source: str
    restates: list[str]
    text: str
    wording: Annotated[str, Meta(description="whose words the text is in, and where the original stands")]
    lang: str
    chapter: str
    heading: str
    pages: Annotated[dict[str, str], Meta(description="edition -> page")]
    texts: Annotated[dict[str, str], Meta(description="language -> text")]
    stale: Annotated[list[str], Meta(description="languages whose text is older than the original")]
    norule: Annotated[str, Meta(description="why it carries no rule; empty when it does")]
    rule: str
    restated_by: list[str]
    clarifies: list[str]
    clarified_by: list[str]
    see: list[str]
    disputes: list[str]
    defines: list[str]
    previous: str | None
    next: str | None
    url: str
    corpus_version: str


class SnippetPart(Record, frozen=True):
    """A piece of a snippet, marked where it matches."""

    text: str
    mark: bool


class SearchHit(Record, frozen=True):
    """Something that was found."""

    id: str
    kind: str
    game: str
    title: str
    title_lang: str
    snippet: str
    parts: list[SnippetPart]
    lang: str
    why: str
    number: str
    pages: dict[str, str]
    url: str


class NearName(Record, frozen=True):
    """Something whose name is near."""

    id: str
    game: str
    title: str
    lang: str


class SearchResult(Record, frozen=True):
    """What matches a text, best first, and near words when nothing does."""

    query: str
    hits: list[SearchHit]
    suggestions: list[NearName]
    read_as: str
    shortened: bool
    unknown: list[str]
    corpus_version: str


class Understanding(Record, frozen=True):
    """What somebody may have meant."""

    readings: Annotated[list[Understood], Meta(description="at most three, the likeliest first")]
    hits: Annotated[list[SearchHit], Meta(description="what the search finds for the same words")]


class Disputes(Record, frozen=True):
    """Where the sources differ or are silent."""

    disputes: list[Dispute]
    corpus_version: str


class ProblemDetails(Record, frozen=True):
    """What went wrong (RFC 9457)."""

    type: str
    status: int
    title: str
    detail: Annotated[str, Meta(description="what was read, why it cannot be, what to write instead")]
