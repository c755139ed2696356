"""What a word is in each rule of the grammar: declared, bound for a while, or used."""

from __future__ import annotations

from collections.abc import Mapping

#: rule and place of a child -> what it declares for the whole game
DECLARES: Mapping[tuple[str, int], str] = {
    ("kind", 0): "kind",
    ("kind_of_rows", 0): "kind",
    ("kind_of_records", 0): "kind",
    ("scale", 0): "kind",
    ("roles", 0): "kind",
    ("field", 0): "fact",
    ("fact", 1): "fact",
    ("purse", 0): "purse",
    ("define", 0): "value",
    ("holds", 0): "value",
    ("adds", 1): "value",
    ("table", 0): "table",
    ("action", 0): "action",
    ("card", 0): "action",
    ("klass", 0): "class",
    ("procedure", 0): "procedure",
    ("event", 0): "event",
    ("phase", 0): "phase",
    ("step", 0): "step",
    ("dispute", 1): "dispute",
    ("reading", 0): "member",
}

#: rule with a list of names -> what these declare
LISTS: Mapping[str, str] = {
    "kind": "member",
    "scale": "member",
    "roles": "member",
    "type_enum": "member",
    "table": "value",
    "slots": "slot",
}

#: rule -> the place of the name it binds; the next child says what the name goes over, and does not see it
BINDS: Mapping[str, int] = {
    "some": 0,
    "every": 0,
    "at_least": 1,
    "count": 0,
    "total": 2,
    "those": 0,
    "first": 0,
    "last": 0,
    "best": 0,
    "for_step": 0,
    "each_clause": 0,
    "whenever": 1,
    "choose_each": 2,
    "each_turn": 0,
    "answered": 2,
}
#: the same, but every child sees it
BINDS_ALL: Mapping[str, int] = {"reach": 2, "hidden": 0}

#: rules whose first name is bound in the whole statement around them
WIDE = frozenset({"param", "param_aloud", "by_kind", "by_set", "let_clause", "let_step", "option", "given_member"})
#: lists of names that a statement binds
WIDE_LISTS = frozenset({"trigger", "instead"})
#: a choice binds its name unless it is a fact; a key of a start or a change is bound unless it is a member
CHOICES = frozenset({"choose", "random"})
PATTERNS: Mapping[str, int] = {"start_value": 0, "change_trigger": 2, "decide": 0}

#: statements that speak of an action, a class or what is called like one, or that belong to a phase, and see what the other
#: statements of it bind -> the place of its name
OWNERS: Mapping[str, int] = {
    "action": 0, "card": 0, "klass": 0, "clauses": 0, "procedure": 0, "event": 0, "phase": 0, "step": 1,
}  # fmt: skip

#: rules in which a name is only used: of the rest of the game, of the statement, or (`named`) of what is called
USES = frozenset({
    "name", "of", "invoke", "call", "named", "pair", "names", "member_names", "numbered", "name_list", "one_key", "key", "resets", "type_name", "type_list",
    "type_set", "type_amounts", "type_pile", "kind_of_rows", "clauses", "effect", "limit", "trigger", "instead", "phase",
    "step", "asking", "doing", "answer_by", "moves_case", "ask_case", "given_member", "by_kind", "reach", "more_quotas", "worked_out",
    "decide",
})  # fmt: skip
#: where only a kind, an action or another name of the whole game can stand, whatever is bound
NEVER_LOCAL = frozenset({
    ("type_name", 0), ("type_list", 0), ("type_set", 0), ("type_amounts", 0), ("type_pile", 0), ("one_key", 0), ("key", 1), ("by_kind", 1),
    ("given_member", 1), ("kind_of_rows", 1), ("clauses", 0), ("trigger", 1), ("instead", 0), ("reach", 1), ("more_quotas", 0),
})  # fmt: skip


def known(rule: str) -> bool:
    """Whether it is said what a name is in a rule of the grammar."""
    return (
        any(rule == declaring for declaring, _ in DECLARES)
        or rule in BINDS
        or rule in BINDS_ALL
        or rule in WIDE
        or rule in USES
    )
