"""A table's log in words: who did what, what changed by which paragraph; only what the reader may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grammar.base.answers import answer_itself
from kb.board.making import ByRule
from referee.answers import Choice
from referee.service import Words, phrase
from referee.state import GAME_OVER, Pending, State
from web.game.quotes import Mention, Quotes
from web.game.reader import Reader
from web.store.entries import LogEntry
from web.table.by_rule import DECIDED
from web.table.sight import UNSHOWN, Opened, Sight

#: entries of what the rules play, and changes of one that are each shown as they came
BY_RULES, MUCH = ("turn", "plan"), 12
#: cards of a pile that are listed before and after a change
LISTED = 3


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """One fact that changed."""

    label: str
    old: str
    new: str
    link: Mention | None
    telling: bool = False  #: whether it says by itself what was done


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """One line of the log."""

    number: int
    kind: str
    who: str
    text: str
    link: Mention | None
    changes: list[LoggedChange]
    moment: int
    undone: bool
    does: str = ""  #: what a turn that the rules played came to
    tries: tuple[tuple[str, object], ...] = ()  #: what was tried in it, and whether it could be done


def is_declined(kind: str, value: object) -> bool:
    """Whether an answer says that somebody does not do what they may: nothing, or, where several are asked, a name."""
    return (kind in ("offer", "answer") and value is None) or (kind == "answer" and isinstance(value, str))


class Logbook:
    """Puts entries into words for one reader."""

    def __init__(self, reader: Reader, quotes: Quotes, words: Words, sight: Sight, stored: State) -> None:
        self.reader, self.quotes, self.words, self.sight, self._stored = reader, quotes, words, sight, stored

    def shown(self, entries: Sequence[LogEntry]) -> list[ShownEntry]:
        """Entries in their order as their reader may see them; what a deed laid open may be named from its beginning on."""
        found: list[ShownEntry] = []
        since: list[Mapping[str, Any]] = []  # what changed from an entry to the end of its deed
        for entry in reversed(entries):
            if entry.kind in ("move", "turn", "answer"):
                since = [*entry.changes, *since]
            found.append(self._show(entry, self.sight.laid_open(since)))
            if entry.kind in ("move", "turn"):
                since = []
        return found[::-1]

    def _show(self, entry: LogEntry, opened: Opened) -> ShownEntry:
        seen = [c for c in map(self.sight.change, entry.changes) if c is not None]
        changes = [self.change(c) for c in (self._in_short(seen) if entry.kind in BY_RULES else seen)]
        changes += self._told_unseen(entry)
        who = self.words.value(entry.actor) if entry.actor else ""
        return ShownEntry(
            entry.number,
            entry.kind,
            who,
            self._text(entry, opened),
            self._link(entry),
            changes,
            entry.moment,
            entry.undone,
            *self._decided(entry),
        )

    @property
    def _by_rule(self) -> ByRule | None:
        making = self.quotes.volume.game.making
        return making.by_rule if making is not None else None

    def _in_short(self, changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """What a turn of the rules did to the table: without what the game says is not worth a line, each fact once where it is much."""
        rule = self._by_rule
        drawn = [change for change in changes if rule is None or change["fact"] not in rule.quiet]
        if len(drawn) <= MUCH:
            return drawn
        met: dict[tuple[str, str], dict[str, Any]] = {}
        for change in drawn:
            leaf = (change["fact"], repr(change["keys"]))
            met[leaf] = change | {"old": met[leaf].get("old")} if leaf in met else change
        return [change for change in met.values() if change.get("old") != change.get("new")]

    def _decided(self, entry: LogEntry) -> tuple[str, tuple[tuple[str, object], ...]]:
        """What the rules did in a turn, and what they tried before."""
        told = entry.args.get(DECIDED)
        if not told:
            return "", ()
        tries = tuple((self.words.said(one), holds) for one, holds in told["tries"])
        return self.words.said(told["does"]) if told["does"] is not None else "", tries

    def _told_unseen(self, entry: LogEntry) -> list[LoggedChange]:
        """That hidden facts were told, whatever was told of them: what others cannot see they can at least talk about."""
        told = [(name, tuple(keys)) for name, keys in entry.args.get("facts", ())] if entry.kind == "tell" else []
        shown = {(c["fact"], tuple(c["keys"])) for c in map(self.sight.change, entry.changes) if c is not None}
        unseen = [leaf for leaf in told if leaf not in shown and not self.sight.sees_leaf(leaf)]
        return [LoggedChange(self.words.named(name, list(keys)), "", "", None) for name, keys in unseen]

    def wish(self, entry: LogEntry, *, whole: bool) -> str:
        """A move that waits for those who see what it hangs on; `whole`: with all that it names."""
        args = entry.args.get("args", {})
        shown = args if whole else self.sight.arguments(entry.action, args, Opened(), entry.actor, self._stored)
        return self.words.called(entry.action, shown)

    def about(self, entry: LogEntry) -> str:
        """What such a move hangs on."""
        leaves = [(name, self._unnamed(keys)) for name, keys in entry.args.get("about", ())]
        return ", ".join(dict.fromkeys(self.words.named(name, keys) for name, keys in leaves))

    def _unnamed(self, keys: list[Any]) -> list[Any]:
        return [key if self.sight.may_name(key, Opened(), "", self._stored) else UNSHOWN for key in keys]

    def under_way(self, pending: Pending) -> str:
        """The deed in whose middle somebody chooses, or that is being answered: what it is and whose, as far as it may be told."""
        answered = pending.choice.answers_to or pending.deed.data()
        action, args = (
            answered.get("do") or answered.get("name"),
            dict(answered.get("with") or answered.get("args") or {}),
        )
        actor = answered.get("by") or answered.get("actor") or ""
        if action not in self.sight.referee.names:
            return ""
        opened = self.sight.laid_open(pending.happened)
        shown = self.words.called(action, self.sight.arguments(action, args, opened, actor, self._stored))
        return f"{self.words.value(actor)}: {shown}" if actor else shown

    def chosen(self, choice: Choice, by: str) -> str:
        """What is to be chosen."""
        may_name = by in self.sight.roles or self.sight.may_name(choice.keys, Opened(), by, self._stored)
        keys = choice.keys if may_name else self._unnamed(choice.keys)
        single = choice.kind == "chance" and all(isinstance(option, str) for option in choice.options)
        return self._drawn(choice.name, keys) if single and self._is_pile(choice.name) else (
            self._asked(choice.paragraph, choice.name, keys)
        )  # fmt: skip

    def _is_pile(self, name: str) -> bool:
        fact = self.sight.referee.facts.get(name)
        return fact is not None and fact.pile

    def _drawn(self, pile: str, keys: list[Any]) -> str:
        """Which one card comes up: of a pile as it lies nobody is asked."""
        return self.reader.t("table.which_card", pile=self.words.named(pile, keys))

    def _asked(self, paragraph: str, name: str, keys: list[Any]) -> str:
        """A choice as the game asks for it, else by its name."""
        return self.words.choice(paragraph, name, keys) or self.words.named(name, keys)

    def happened(self, changes: Iterable[Mapping[str, Any]]) -> list[LoggedChange]:
        """What a deed that waits for a choice has set so far, each fact as it stands now, as its reader may see it."""
        seen = [change for change in map(self.sight.change, changes) if change is not None]
        last = {(change["fact"], repr(change["keys"])): change for change in seen}
        return [replace(self.change(change), old="") for change in last.values()]

    def change(self, change: dict[str, Any]) -> LoggedChange:
        """A change that its reader may see, in words."""
        if change["fact"] == GAME_OVER:
            return LoggedChange(self.reader.t("table.over"), "", "", self.quotes.link(change["paragraph"]))
        unknown = phrase("unknown", self.words.lang)
        old, new = (change.get(key, unknown) for key in ("old", "new"))
        gone, come = self._moved_cards(old, new)
        return LoggedChange(
            self.words.named(change["fact"], change["keys"]),
            f"− {self.words.said(gone)}" if gone else "" if come else old if old == unknown else self.words.said(old),
            f"+ {self.words.said(come)}" if come else "" if gone else new if new == unknown else self.words.said(new),
            self.quotes.link(change["paragraph"]) if change["paragraph"] else None,
            self._by_rule is not None and change["fact"] in self._by_rule.telling,
        )

    @staticmethod
    def _moved_cards(old: object, new: object) -> tuple[list[Any], list[Any]]:
        """Of piles that are long which cards have gone and come: nobody compares two long lists."""
        if not (isinstance(old, list | tuple) and isinstance(new, list | tuple)) or max(len(old), len(new)) <= LISTED:
            return [], []
        gone, come = list(old), list(new)
        for card in new:
            if card in gone:
                gone.remove(card)
                come.remove(card)
        return gone, come

    def _link(self, entry: LogEntry) -> Mention | None:
        paragraph = ""
        names, disputes = self.sight.referee.names, self.sight.referee.game.program.disputes
        if entry.kind in ("move", "turn", "plan", "wish") and entry.action in names:
            paragraph = names[entry.action].paragraph
        elif entry.kind == "answer":
            paragraph = str(entry.args.get("paragraph", ""))
        elif entry.kind == "ruling" and entry.action in disputes:
            paragraph = disputes[entry.action].paragraph
        return self.quotes.link(paragraph) if paragraph else None

    def _text(self, entry: LogEntry, opened: Opened) -> str:
        words, t = self.words, self.reader.t
        if entry.kind in ("move", "turn", "plan"):
            if entry.action == "done":
                return t("table.log_done")
            args = entry.args if entry.kind == "move" else entry.args.get("args", {})
            return words.called(
                entry.action, self.sight.arguments(entry.action, args, opened, entry.actor, self._stored)
            )
        if entry.kind == "answer":
            return self._answer(entry, opened)
        if entry.kind == "wish":
            return t("table.log_wish", move=self.wish(entry, whole=False), about=self.about(entry))
        if entry.kind == "ruling":
            reading = str(entry.args.get("reading", ""))
            title = self.quotes.volume.dispute_title(entry.action, words.lang)
            return t("table.log_ruling", dispute=title, reading=words.name(reading)) if reading else (
                t("table.log_unruled", dispute=title)
            )  # fmt: skip
        if entry.kind in ("keep", "drop"):
            return t(f"table.log_{entry.kind}", title=entry.args.get("title", ""))
        if entry.kind in ("undo", "redo"):
            return t(f"table.log_{entry.kind}", number=entry.args.get("entry", 0))
        return t(f"table.log_{entry.kind}")

    def _answer(self, entry: LogEntry, opened: Opened) -> str:
        choice = entry.args
        keys = list(choice.get("keys", ()))
        seen = self.sight.may_name(keys, opened, entry.actor, self._stored)
        paragraph, name = str(choice.get("paragraph", "")), str(choice.get("name", ""))
        keys = keys if seen else self._unnamed(keys)
        single = choice.get("kind") == "chance" and isinstance(choice.get("value"), str) and self._is_pile(name)
        label = self._drawn(name, keys) if single else self._asked(paragraph, name, keys)
        if choice.get("kind") == "shuffle" and choice.get("value", "") is None:
            return self.reader.t("table.log_shuffled", choice=label)
        if not self.sight.answer(choice, opened, entry.actor, self._stored):
            lot = choice.get("kind") in ("chance", "shuffle")  # nobody has chosen it
            return self.reader.t("table.log_drawn" if lot else "table.log_secret", choice=label)
        value = choice.get("value")
        declined = is_declined(str(choice.get("kind")), value)
        said = self.reader.t("table.decline") if declined else self.words.said(answer_itself(value))
        return f"{label} {said}" if label.endswith("?") else f"{label}: {said}"
