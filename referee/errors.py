"""What can be wrong with a call: each situation owns its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grammar.base.corollaries import is_corollary, spelled
from grammar.base.likeness import LONGEST_WORD, nearest
from referee.notation import literal, tell_text

#: members of a kind that are told in a sentence
LISTED = 12


class RefereeError(Exception):
    """A question or state that cannot be dealt with; the text says why and what to do instead."""


def near(word: str, known: Iterable[str], most: int = 3) -> str:
    """“Did you mean …” for an unknown name, or nothing."""
    found = nearest(word, known, most)
    return f" Did you mean {' or '.join(f'“{name}”' for name in found)}?" if found else ""


class UnknownNameError(RefereeError):
    """A name nobody declared."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        name = spelled(name)
        names = sorted({each for each in known if not is_corollary(each)} - {name})
        few = 0 < len(names) <= LISTED  # of many the first in the alphabet help nobody
        hint = near(name, names) or (f" Known: {', '.join(names)}." if few else "")
        super().__init__(f"There is no {what} “{name[:LONGEST_WORD]}”.{hint}")
        self.name = name


class UnknownMemberError(UnknownNameError):
    """A name where a member of a kind is wanted: the kind's members are told, or of many the nearest."""

    def __init__(self, kind: str, name: str, members: Sequence[str]) -> None:
        listed = f" It has {', '.join(members[:LISTED])}{', …' if len(members) > LISTED else ''}."
        hint = listed if len(members) <= LISTED else near(name, members) or listed
        RefereeError.__init__(self, f"There is no member “{name[:LONGEST_WORD]}” of “{kind}”.{hint}")
        self.name = name


class WrongValueError(RefereeError):
    """A value that its fact or parameter cannot take."""

    def __init__(self, what: str, value: object, allowed: str) -> None:
        super().__init__(f"{what} cannot be {literal(value)}; it is {allowed}.")


class WrongArgumentsError(RefereeError):
    """Too many, too few or misnamed arguments."""


class UnreadRulesError(RefereeError):
    """A game of which some rules cannot be read: what the others say may be wrong without them."""

    def __init__(self, game: str, unread: Sequence[str]) -> None:
        more = f" There are {len(unread) - 3} more." if len(unread) > 3 else ""
        super().__init__(
            f"Some rules of “{game}” cannot be read, and without them an answer may be wrong: {' '.join(unread[:3])}{more} "
            f"Mend them first; `paragraf check --game {game}` tells all."
        )


class ImpossibleStateError(RefereeError):
    """A state that breaks what always holds."""


class BudgetError(RefereeError):
    """More work than any table would wait for; `where`: the rule that ran too long, or what grew too large."""

    def __init__(self, where: str = "") -> None:
        super().__init__(
            f"{f'“{where}”' if where else 'This'} took more work than any table would wait for; it was stopped and nothing changed. "
            "Ask for less at once: shorter lists, smaller numbers, fewer loops inside each other."
        )


class TooLargeError(BudgetError):
    """A list or a number beyond all that a game has."""

    def __init__(self, what: str, most: int) -> None:
        RefereeError.__init__(
            self, f"This makes {what}; the largest that is worked with is {most}. Ask for less at once."
        )


class UntoldFactError(RefereeError):
    """Something cannot be carried out before a fact is told."""

    def __init__(self, need: NeedFact) -> None:
        super().__init__(f"This cannot be carried out before {need} is told; nothing was changed.")
        self.leaf = need.leaf


class RuleFaultError(RefereeError):
    """A rule of the corpus that cannot be carried out: a fault of the corpus, not of the asker."""

    def __init__(self, message: str, paragraph: str) -> None:
        super().__init__(f"{message} (rule under #{paragraph})" if paragraph else message)
        self.paragraph = paragraph


class SilentRuleError(RuleFaultError):
    """An effect sets what no rule gives a value for: where that is only tried out, the rules are silent on it."""

    def __init__(self, name: str, paragraph: str) -> None:
        super().__init__(f"no rule gives the value for “{name}”", paragraph)


class NeedFact(Exception):
    """An effect reads a fact that was not told."""

    def __init__(
        self, leaf: tuple[str, tuple[object, ...]], *, judging: bool = False, whole: bool = False,
        behind: tuple[tuple[str, tuple[object, ...]], ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(leaf)
        self.leaf = leaf
        self.judging = judging  #: it decides whether something is legal, not only what comes of it
        self.whole = whole  #: without it nothing can be said of what comes after
        self.behind = behind or (leaf,)  #: all that it hangs on
        self.paragraph = ""  #: the rule that happened by itself and read it

    def wanted_by(self, paragraph: str) -> NeedFact:
        """The same, with the innermost rule that happened by itself and wants it: nobody called for that."""
        self.paragraph = self.paragraph or paragraph
        return self

    def __str__(self) -> str:
        """The fact as it is told, and who wants it."""
        wanted = f", which the rule under #{self.paragraph} reads" if self.paragraph else ""
        return f"“{tell_text(self.leaf)}”{wanted}"


class Untold(Exception):
    """Plain code met something that is not told, not known or not usual; open code must look at it."""
