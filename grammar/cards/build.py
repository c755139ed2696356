"""The parsed tree -> the classes of `tree`, one small function per rule of the grammar."""

from __future__ import annotations

from collections.abc import Callable

from grammar.base.tokens import Kids, Made, Token, Tree
from grammar.cards import tree as t

#: tokens that carry something; all others are function words and say only which rule it is
CONTENT = frozenset(
    {
        "KIND", "STRING", "ROLE", "NOUN", "ADJ", "QUAL", "REL", "RELNUM", "DONE", "VERB", "MEASURE", "FLAG", "TIMING", "LABEL",
        "TAG", "NUM", "DURATION", "PRON", "OTHER", "EACH", "APPEAR",
    }
)  # fmt: skip
_KEEP_THEN = frozenset({"sentence"})
_PREPOSITIONS = ("from_", "to_", "into", "in_", "on_", "with_", "among", "as_")
_DETERMINERS = {
    "a": "a", "your": "your", "its": "its", "that": "that", "each_one": "each", "all_": "all", "any_": "any", "this": "this"
}  # fmt: skip


def build(node: Made) -> Made:
    """The tree of a parsed card or of its body."""
    if not isinstance(node, Tree):
        return node
    rule = str(node.data)
    kept = [child for child in node.children if _counts(rule, child)]
    return _RULES[rule](rule, [build(child) for child in kept], _place(node))


def _counts(rule: str, child: object) -> bool:
    if not isinstance(child, Token):
        return True
    return child.type in CONTENT or (rule in _KEEP_THEN and child.type == "THEN")


def _place(node: object) -> tuple[int, int]:
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, Token):
            return (item.line, item.column)
        if isinstance(item, Tree):
            stack.extend(reversed(item.children))
    return (1, 1)


def _objects(value: Made) -> t.Objects:
    return value if isinstance(value, t.Objects) else t.Objects((value,))


def _verbs(value: Made) -> t.Verbs:
    return value if isinstance(value, t.Verbs) else t.Verbs((value,))


def _quant(value: Made) -> t.Quant | None:
    if value is None or isinstance(value, t.Quant):
        return value
    return t.Quant("amount", value)


def _card(rule: str, c: Kids, at: t.At) -> t.Card:
    kind, title, roles, copies, *parts = c
    return t.Card(str(kind), str(title), roles or (), int(copies) if copies else None, tuple(parts), at)


def _heading(rule: str, c: Kids, at: t.At) -> t.Lead:
    mode, parts = c[0]
    if mode == "label" or mode == "timing":
        return t.Lead(mode, str(parts[0]), at=at)
    if mode == "trigger":
        return t.Lead(mode, subject=parts[0], when=_verbs(parts[1]), at=at)
    if mode == "price":
        return t.Lead(mode, price=_verbs(parts[0]), at=at)
    if mode == "timed_price":
        return t.Lead(mode, str(parts[0]), price=_verbs(parts[1]), at=at)
    return t.Lead(mode, subject=parts[0], when=_verbs(parts[1]), price=_verbs(parts[2]), at=at)


def _sentence(rule: str, c: Kids, at: t.At) -> t.Sentence:
    steps = [item for item in c[1:] if not isinstance(item, str)]
    joints = [str(item) for item in c[1:] if isinstance(item, str)]
    return t.Sentence(tuple(steps), tuple(joints), c[0] is not None)


def _subject(rule: str, c: Kids, at: t.At) -> t.Subject:
    *items, each, modal = c
    flat: Kids = []
    for item in items:
        head = item.head if isinstance(item, t.Thing) else None
        if isinstance(head, t.Role) and head.joint == "and":
            flat += [t.Thing(t.Role(None, (role,), at=head.at)) for role in head.roles]
        else:
            flat.append(item)
    return t.Subject(tuple(flat), each is not None, modal or "")


def _phrase(rule: str, c: Kids, at: t.At) -> t.Phrase:
    return t.Phrase(str(c[0]), None if c[1] is None else _objects(c[1]), tuple(c[2:]), at)


def _price_of(rule: str, c: Kids, at: t.At) -> t.Mod:
    return t.Mod("price_of", _objects(c[0]), word=c[1] or "", when=c[2], at=at)


def _while(rule: str, c: Kids, at: t.At) -> t.Holds:
    change, value = c[1]
    if change == "becomes":
        return t.Holds(c[0], change, word=str(value))
    return t.Holds(c[0], change, value)


def _noun(rule: str, c: Kids, at: t.At) -> t.Noun:
    quant = None if isinstance(c[0], tuple | Token) else c[0]
    rest = c if isinstance(c[0], tuple | Token) else c[1:]
    adjectives = [item for item in rest if isinstance(item, tuple)]
    words = [item for item in rest if isinstance(item, Token)]
    number = next((int(item) for item in words if item.type == "NUM"), None)
    word = str(next(item for item in words if item.type == "NOUN"))
    return t.Noun(_quant(quant), tuple(adjectives), word.rstrip("*"), word.endswith("*"), number, at)


def _condition_word(rule: str, c: Kids, at: t.At) -> t.IsSo:
    return t.IsSo(c[0], c[1].type.lower(), str(c[1]))


def _strs(c: Kids) -> tuple[str, ...]:
    return tuple(str(item) for item in c)


Maker = Callable[[str, Kids, t.At], Made]

_RULES: dict[str, Maker] = {
    "start": lambda r, c, at: tuple(c),
    "body": lambda r, c, at: tuple(c),
    "card": _card,
    "roles": lambda r, c, at: _strs(c),
    "needs": lambda r, c, at: t.Needs(c[0], at),
    "heading": _heading,
    "sentence": _sentence,
    "choose_one": lambda r, c, at: t.ChooseOne(tuple(c)),
    "also": lambda r, c, at: ";",
    "then": lambda r, c, at: "then",
    "unless": lambda r, c, at: t.Unless(c[0], c[1], _verbs(c[2])),
    "if_": lambda r, c, at: t.Conditional(c[0], c[1], c[2]),
    "for_each": lambda r, c, at: t.ForEach(c[0], c[1]),
    "while_": _while,
    "option": lambda r, c, at: tuple(c),
    "act": lambda r, c, at: t.Act(c[0], _verbs(c[1])),
    "subject": _subject,
    "may": lambda r, c, at: "may",
    "must": lambda r, c, at: "must",
    "cannot": lambda r, c, at: "cannot",
    "all_of": lambda r, c, at: t.Verbs(tuple(c), "and"),
    "any_of": lambda r, c, at: t.Verbs(tuple(c), "or"),
    "higher": lambda r, c, at: ("larger", c[0]),
    "lower": lambda r, c, at: ("smaller", c[0]),
    "doubled": lambda r, c, at: ("doubled", None),
    "becomes": lambda r, c, at: ("becomes", c[0]),
    "vp": _phrase,
    "by": lambda r, c, at: t.Mod("by", amount=c[0], at=at),
    "to_value": lambda r, c, at: t.Mod("to_value", amount=c[0], at=at),
    "price_of": _price_of,
    "free": lambda r, c, at: t.Mod("free", at=at),
    "half_price": lambda r, c, at: t.Mod("half_price", up=c[0], at=at),
    "paid_by": lambda r, c, at: t.Mod("paid_by", _objects(c[0]), at=at),
    "rest_paid_by": lambda r, c, at: t.Mod("rest_paid_by", _objects(c[0]), at=at),
    "without": lambda r, c, at: t.Mod("without", word=str(c[0]), at=at),
    "extra": lambda r, c, at: t.Mod("extra", amount=c[0], word=str(c[1]), at=at),
    "per": lambda r, c, at: t.Mod("per", _objects(c[0]), at=at),
    "equal_to": lambda r, c, at: t.Mod("equal_to", amount=c[0], at=at),
    "at_most": lambda r, c, at: t.Mod("at_most", amount=c[0], at=at),
    "until": lambda r, c, at: t.Mod("until", _objects(c[0]), at=at),
    "chosen_by": lambda r, c, at: t.Mod("chosen_by", _objects(c[0]), at=at),
    "times": lambda r, c, at: t.Mod("times", at=at),
    "if_able": lambda r, c, at: t.Mod("if_able", at=at),
    "lasting": lambda r, c, at: t.Mod("lasting", word=str(c[0]), at=at),
    "because": lambda r, c, at: t.Mod("because", word=str(c[0]), at=at),
    "each": lambda r, c, at: "each",
    "in_total": lambda r, c, at: "in total",
    "less": lambda r, c, at: "less",
    "more": lambda r, c, at: "more",
    "up": lambda r, c, at: True,
    "down": lambda r, c, at: False,
    "both": lambda r, c, at: t.Objects(tuple(c), "and"),
    "either": lambda r, c, at: t.Objects(tuple(c), "or"),
    "sum_of": lambda r, c, at: t.Sum(c[0], str(c[1] or ""), at),
    "pronoun": lambda r, c, at: t.Pronoun(str(c[0]), at),
    "thing": lambda r, c, at: t.Thing(c[0], tuple(c[1:])),
    "noun": _noun,
    "role": lambda r, c, at: t.Role(_quant(c[0]), (str(c[1]),), at=at),
    "roles_all": lambda r, c, at: t.Role(None, _strs(c), "and", at),
    "roles_any": lambda r, c, at: t.Role(None, _strs(c), "or", at),
    "part_of": lambda r, c, at: t.PartOf(int(c[0]), c[1], at=at),
    "part_up_to": lambda r, c, at: t.PartOf(int(c[0]), c[1], True, at),
    "count_of": lambda r, c, at: t.CountOf(c[0], at),
    "up_to": lambda r, c, at: t.Quant("up_to", c[0]),
    "at_least": lambda r, c, at: t.Quant("at_least", c[0]),
    "any_number": lambda r, c, at: t.Quant("any_number"),
    "any_n": lambda r, c, at: t.Quant("any_n", t.Num(int(c[0]))),
    "those_n": lambda r, c, at: t.Quant("those_n", t.Num(int(c[0]))),
    "adj": lambda r, c, at: _strs(c),
    "of_": lambda r, c, at: t.Post("of", what=c[0]),
    "rel": lambda r, c, at: t.Post("rel", str(c[0]), c[1]),
    "qual": lambda r, c, at: t.Post("qual", str(c[0])),
    "done": lambda r, c, at: t.Post("done", str(c[0])),
    "rel_is": lambda r, c, at: t.Post("rel_is", str(c[0]), number=int(c[1])),
    "rel_min": lambda r, c, at: t.Post("rel_min", str(c[0]), number=int(c[1])),
    "rel_max": lambda r, c, at: t.Post("rel_max", str(c[0]), number=int(c[1])),
    "num": lambda r, c, at: t.Num(int(c[0])),
    "measure": lambda r, c, at: t.Measure(str(c[0]), c[1], at),
    "half": lambda r, c, at: t.Half(c[0], c[1]),
    "twice": lambda r, c, at: t.Times(2, c[0], True),
    "times_": lambda r, c, at: t.Times(int(c[0]), c[1]),
    "plus": lambda r, c, at: t.Plus(int(c[0]), c[1]),
    "flag": lambda r, c, at: t.Flags(_strs(c)),
    "any_flag": lambda r, c, at: t.Flags(_strs(c)),
    "has": lambda r, c, at: t.Has(c[0], c[1]),
    "there_is": lambda r, c, at: t.There(c[0]),
    "is_": _condition_word,
    "is_rel": lambda r, c, at: t.Relates(t.Pronoun(str(c[0]), at), str(c[1]), c[2]),
    "at_least_value": lambda r, c, at: t.Reaches(c[0], c[1]),
    "did": lambda r, c, at: t.Did(),
}
for _name in _PREPOSITIONS:
    _RULES[_name] = lambda r, c, at: t.Mod(r.rstrip("_"), _objects(c[0]), at=at)
for _name in _DETERMINERS:
    _RULES[_name] = lambda r, c, at: t.Quant(_DETERMINERS[r])
for _name in ("label", "timing", "trigger", "price", "timed_price", "paid_trigger"):
    _RULES[_name] = lambda r, c, at: (r, c)
