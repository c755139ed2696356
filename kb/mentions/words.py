"""The names of one block of the rule language, each with its place and what it is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grammar.base.errors import SyntaxProblemError
from grammar.base.records import record, replace
from grammar.base.tokens import PlacedWord, Tree
from grammar.rules.concrete import loose_words, read_words
from kb.mentions.roles import (
    BINDS,
    BINDS_ALL,
    CHOICES,
    DECLARES,
    LISTS,
    NEVER_LOCAL,
    OWNERS,
    PATTERNS,
    WIDE,
    WIDE_LISTS,
)

At = tuple[int, int]


@record
class Word:
    """A name as it is written in a block; line and column begin at 1."""

    text: str
    line: int
    column: int
    sort: str  #: what it declares; or name, kind (never a local), local, named (an argument), slot, paragraph
    declares: bool = False
    bound: At | None = None  #: where the local name it is was bound
    unless: str = ""  #: it is bound only if it is no `fact`, or no `member`
    owner: str = ""  #: the action or class whose statement it stands in; of an argument what is called
    wide: bool = False  #: bound for all statements of its owner

    def moved(self, lines: int) -> Word:
        """The same so many lines further down."""
        bound = self.bound and (self.bound[0] + lines, self.bound[1])
        return replace(self, line=self.line + lines, bound=bound)


@record
class Binding:
    """Where a local name was bound, and when it is none."""

    at: At
    unless: str = ""


Env = Mapping[str, Binding]


def words_of(text: str, start: str) -> tuple[Word, ...]:
    """Every name and reference; in a text that cannot be read, all names as they are."""
    try:
        tree = read_words(text, start)
    except SyntaxProblemError:
        return tuple(_loose(text))
    walk = _Walk()
    # whoever a situation brings along is there in the cases that start from it
    shared = {name: at for each in tree.children if each.data == "situation" for name, at in _bound_widely(each)}
    for statement in tree.children:
        walk.statement(statement, shared)
    return tuple(walk.words)


def _loose(text: str) -> Iterator[Word]:
    for word in loose_words(text):
        if word.type == "NAME":
            yield Word(str(word), word.line, word.column, "name")
        elif word.type == "REF":
            yield _reference(word)


def _reference(word: PlacedWord) -> Word:
    return Word(word[1:], word.line, word.column + 1, "paragraph")


class _Walk:
    """One pass over the tree of a block."""

    def __init__(self) -> None:
        self.words: list[Word] = []

    def statement(self, tree: Tree, shared: Env) -> None:
        """A statement of its own, with the names it binds for all of itself."""
        if tree.data == "while_":
            self.visit(tree.children[1], {}, "")
            for inner in tree.children[2:]:
                self.statement(inner, shared)
            return
        if tree.data == "asked":
            tree = tree.children[0]
        owner = str(tree.children[OWNERS[tree.data]]) if tree.data in OWNERS else ""
        self.visit(tree, {**shared, **dict(_bound_widely(tree))}, owner)

    def visit(self, tree: Tree, env: Env, owner: str, callee: str = "", within: str = "") -> None:
        """The words of a tree and of those in it."""
        rule, inner, aside = tree.data, env, -1
        place = BINDS.get(rule, BINDS_ALL.get(rule, -1))
        bound = tree.children[place] if place >= 0 else None
        if bound is not None:
            inner = {**env, str(bound): Binding((bound.line, bound.column))}
            aside = place + 1 if rule in BINDS else -1
        called = str(tree.children[0]) if rule in ("invoke", "call") else ""
        for index, child in enumerate(tree.children):
            if isinstance(child, Tree):
                self.visit(child, env if index == aside else inner, owner, called, rule)
            elif isinstance(child, PlacedWord):
                if child.type == "REF":
                    self.words.append(_reference(child))
                elif child.type == "NAME":
                    self._name(child, (rule, index), inner, (owner, callee), within)

    def _name(self, word: PlacedWord, role: tuple[str, int], env: Env, of: tuple[str, str], within: str) -> None:
        rule, index = role
        owner, callee = of
        text, at = str(word), (word.line, word.column)
        sort = DECLARES.get(role, "")
        if rule == "worked_out":
            return
        if rule in ("names", "member_names"):
            sort = LISTS.get(within, "")
        if sort:
            self.words.append(Word(text, *at, sort, declares=True, owner=owner))
        elif rule == "named":
            self.words.append(Word(text, *at, "named", owner=callee))
        elif rule in ("effect", "resets"):
            self.words.append(Word(text, *at, "slot" if rule == "effect" else "name"))
        elif text in env and role not in NEVER_LOCAL:
            binding = env[text]
            widely = (rule in WIDE and index == 0) or (rule == "each_turn" and within == "phase")
            wide = at == binding.at and (widely or binding.unless == "fact")
            self.words.append(
                Word(text, *at, "local", at == binding.at, binding.at, binding.unless, owner, wide and bool(owner))
            )
        else:
            self.words.append(Word(text, *at, "kind" if role in NEVER_LOCAL else "name", owner=owner))


def _bound_widely(statement: Tree) -> Iterator[tuple[str, Binding]]:
    """What a statement binds for all of itself; of names bound twice the first counts."""
    found = list(_wide(statement))
    yield from reversed([(str(word), Binding((word.line, word.column), unless)) for word, unless in found])


def _wide(tree: Tree) -> Iterator[tuple[PlacedWord, str]]:
    rule, kids = tree.data, tree.children
    if rule in WIDE or (rule == "key" and kids[0] is not None):
        yield kids[0], ""
    elif rule in WIDE_LISTS:
        for names in kids:
            if isinstance(names, Tree) and names.data == "names":
                yield from ((word, "") for word in names.children)
    elif rule in CHOICES and kids[0].data == "name":
        yield kids[0].children[0], "fact"
    elif rule in PATTERNS and kids[PATTERNS[rule]].data in ("of", "invoke"):
        for key in kids[PATTERNS[rule]].children[1:]:
            if isinstance(key, Tree) and key.data == "name":
                yield key.children[0], "member"
    if rule == "decide":  # a local of the body that chooses, the option, and whoever would choose
        if kids[0].data == "name":
            yield kids[0].children[0], "fact"
        yield from ((kid, "") for kid in kids[1:3] if isinstance(kid, PlacedWord))
    elif rule == "step" and isinstance(kids[4], Tree):
        yield kids[4].children[0].children[0], ""
    elif rule == "phase" and isinstance(kids[4], Tree):
        yield kids[4].children[0], ""
    for kid in kids:
        if isinstance(kid, Tree):
            yield from _wide(kid)
