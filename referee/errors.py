"""What can be wrong with a call: each situation owns its sentence."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from grammar.base.corollaries import CHOICES, DUTY, LIMIT, ORDER, RANGE, SIGN, VIEWERS, is_corollary, spelled
from grammar.base.likeness import LONGEST_WORD, nearest
from referee.notation import literal, tell_text

#: what errors are told in where nobody asked for another language
ENGLISH = "en"
#: what is asked of a statement, and is there only where the statement says it
ASKED_OF = (ORDER, LIMIT, RANGE, VIEWERS, CHOICES)
#: members of a kind that are told in a sentence
LISTED = 12


class RefereeError(Exception):
    """A question or state that cannot be dealt with; the text says why and what to do instead."""

    def said(self, lang: str) -> str:
        """The same in a language of the interface, where its sentences are known there."""
        return str(self)


class SpokenError(RefereeError):
    """An error whose sentence stands in every language of the interface (`errors.toml`)."""

    key = ""

    def __init__(self, *values: object) -> None:
        self.values = values
        Exception.__init__(self, self.said(ENGLISH))

    def said(self, lang: str) -> str:
        """The sentence, filled in."""
        return sentence(self.key, lang, *self.values)


class RefusedError(SpokenError):
    """What cannot be done, by the key of its sentence, where nobody needs to know it from others."""

    def __init__(self, key: str, *values: object) -> None:
        self.key = key
        super().__init__(*values)


def sentence(key: str, lang: str, *values: object) -> str:
    """A sentence about what cannot be."""
    return _sentences(lang)[key].format(*values)


def _sentences(lang: str) -> Mapping[str, str]:
    from kb.languages.texts import texts  # most who know of errors never tell one

    return texts(lang, "errors")


def near(word: str, known: Iterable[str], most: int = 3, lang: str = ENGLISH) -> str:
    """“Did you mean …” for an unknown name, or nothing."""
    found = [sentence("quoted", lang, name) for name in nearest(word, known, most)]
    return sentence("near", lang, f" {sentence('or', lang)} ".join(found)) if found else ""


class UnknownNameError(RefereeError):
    """A name nobody declared."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.what, self.name = what, spelled(name)
        self._known = sorted({each for each in known if not is_corollary(each)} - {self.name})
        super().__init__(self.said(ENGLISH))

    def said(self, lang: str) -> str:
        """What is not there, and the nearest there is."""
        known = self._known
        few = 0 < len(known) <= LISTED  # of many the first in the alphabet help nobody
        hint = near(self.name, known, lang=lang) or (sentence("known", lang, ", ".join(known)) if few else "")
        word, of, owner = self.name.partition(" of ")
        if of and word in ASKED_OF:
            hint = f" {sentence(f'asked.{word}', lang, owner)}"
        elif self.name.startswith("must("):
            hint = f" {sentence(f'asked.{DUTY}', lang)}"
        return sentence("unknown", lang, _what(self.what, lang), self.name[:LONGEST_WORD], hint)


def _what(what: str, lang: str) -> str:
    """What was looked for: of what it should have been one is left as it is."""
    told, of, owner = what.partition(" of ")
    found = _sentences(lang).get(f"what.{told}")
    return what if found is None or bool(of) is not ("{0}" in found) else found.format(owner)


class UnknownMemberError(UnknownNameError):
    """A name where a member of a kind is wanted: the kind's members are told, the nearest first."""

    def __init__(self, kind: str, name: str, members: Sequence[str]) -> None:
        self._kind, self._members = kind, tuple(members)
        super().__init__("member", name, ())
        self.name = name

    def said(self, lang: str) -> str:
        """Which kind, and who belongs to it."""
        members = self._members
        first = list(nearest(self.name, members, LISTED))
        listed = [*first, *(member for member in members if member not in first)][:LISTED]
        more = ", …" if len(members) > LISTED else ""
        hint = near(self.name, members, lang=lang) if more and first else ""
        hint = hint or (sentence("members", lang, ", ".join(listed) + more) if members else "")
        return sentence("member", lang, self.name[:LONGEST_WORD], self._kind, hint)


class WrongValueError(SpokenError):
    """A value that its fact or parameter cannot take."""

    key = "value"

    def __init__(self, what: str, value: object, allowed: str) -> None:
        super().__init__(what, literal(value), allowed)


class WrongAnswerError(WrongValueError):
    """An answer to a choice that is not of its type at all."""


class WrongArgumentError(WrongValueError):
    """An argument of an action that is not of its type."""


class WrongKeysError(SpokenError, UnknownNameError):
    """A known name with another number of keys than it takes."""

    key = "keys"

    def __init__(self, name: str, takes: int, given: int, form: str) -> None:
        of = name.removeprefix(f"{DUTY}{SIGN}") if SIGN in name else name[len("must(") : -1]
        if spelled(name).startswith(
            "must("
        ):  # whose duty it is stands behind `by`, and an action has no arguments there
            self.key, form = "duty", f"must({of} by ROLE)"
        super().__init__(spelled(name), takes, given, form)
        self.name = name


class WrongArgumentsError(RefereeError):
    """Too few or misnamed arguments."""


class MissingArgumentsError(SpokenError, WrongArgumentsError):
    """Arguments that must be named before something can be done."""

    key = "missing"

    def __init__(self, name: str, missing: Sequence[str]) -> None:
        super().__init__(name, ", ".join(missing))


class OtherArgumentsError(SpokenError, WrongArgumentsError):
    """Another number of arguments than a procedure takes."""

    key = "procedure"


class TooManyArgumentsError(SpokenError, WrongArgumentsError):
    """More arguments than an action has parameters."""

    key = "arguments"

    def __init__(self, name: str, parameters: Sequence[str], given: int) -> None:
        super().__init__(name, len(parameters), ", ".join(parameters), given)


class SurplusAnswersError(SpokenError):
    """More answers to choices than a deed puts."""

    key = "surplus"

    def __init__(self, deed: str, left: Sequence[object], asked: int) -> None:
        super().__init__(deed, ", ".join(map(literal, left)), asked)


class GameOverError(SpokenError):
    """A deed behind one that ends the game, and the paragraph by which it does."""

    key = "ended"

    def __init__(self, last: str, next_: str, paragraph: str) -> None:
        super().__init__(last, next_, paragraph)


class NoDeedError(SpokenError):
    """Something to be done that nobody can do."""

    def __init__(self, text: str, procedures: Container[str]) -> None:
        name = text.partition("(")[0].strip()
        self.key = "deed.procedure" if name in procedures else "deed.value"
        super().__init__(*((name, text.strip()) if name in procedures else (text,)))


class UnreadRulesError(SpokenError):
    """A game of which some rules cannot be read: what the others say may be wrong without them."""

    key = "unread"

    def __init__(self, game: str, unread: Sequence[str]) -> None:
        super().__init__(game, " ".join(unread[:3]) + (" …" if len(unread) > 3 else ""))


class ImpossibleStateError(RefereeError):
    """A state that breaks what always holds."""


class BrokenAlwaysError(SpokenError, ImpossibleStateError):
    """Told facts that do not go together, and the paragraph that says so."""

    key = "always"

    def __init__(self, paragraph: str, facts: Sequence[str]) -> None:
        super().__init__(paragraph, ", ".join(facts) or "—")


class BudgetError(SpokenError):
    """More work than any table would wait for; `where`: the rule that ran too long, or what grew too large."""

    def __init__(self, where: str = "") -> None:
        self.key = "budget.of" if where else "budget"
        super().__init__(*((where,) if where else ()))


class TooLargeError(BudgetError):
    """A list or a number beyond all that a game has; `what`: a list, a product or a number, by its key."""

    def __init__(self, what: str, most: int, many: int = 0) -> None:
        self.key = f"large.{what}"
        SpokenError.__init__(self, most, many)


#: what an unknown hangs on that nobody can tell
NOBODY: tuple[str, tuple[object, ...]] = ("?", ())


class UntoldFactError(SpokenError):
    """Something cannot be carried out before a fact is told."""

    def __init__(self, need: NeedFact) -> None:
        by_rule = ".rule" if need.paragraph else ""
        if need.leaf == NOBODY:
            self.key = f"untold.nobody{by_rule}"
        else:
            self.key = f"untold{by_rule}"
        super().__init__(tell_text(need.leaf), need.paragraph)
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


class Settled(Exception):
    """Nothing more can be refused: what is left of a trial need not be carried out."""


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

    def rest(self) -> None:
        """Where it was met no longer counts: the steps under way hold on to it, and it to them, until somebody looks for garbage."""
        self.__traceback__ = self.__context__ = None

    def __str__(self) -> str:
        """The fact as it is told, and who wants it."""
        wanted = f", which the rule under #{self.paragraph} reads" if self.paragraph else ""
        return f"“{tell_text(self.leaf)}”{wanted}"


class Untold(Exception):
    """Plain code met something that is not told, not known or not usual; open code must look at it."""
