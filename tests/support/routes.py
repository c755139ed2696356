"""Addresses of an app, found from its routes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from werkzeug.routing import AnyConverter, Map, Rule

#: methods that change nothing
READING = frozenset(("GET", "HEAD", "OPTIONS"))


def addresses(rule: Rule, known: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The addresses of one route: each argument is one of those known by its name, or of those that the route itself lists."""
    names = sorted(rule.arguments)
    listed = {name: tuple(c.items) for name, c in rule._converters.items() if isinstance(c, AnyConverter)}
    for name in names:
        if name not in known and name not in listed:
            raise AssertionError(f"{rule.rule}: nothing is known for <{name}>; teach the test what it can be")
    for values in product(*(listed.get(name) or known[name] for name in names)):
        built = rule.build(dict(zip(names, values, strict=True)), append_unknown=False)
        assert built is not None, rule.rule
        yield built[1]


def reading(routes: Map) -> list[Rule]:
    """The routes that show something."""
    return sorted((rule for rule in routes.iter_rules() if "GET" in (rule.methods or ())), key=str)


def changing(routes: Map) -> list[tuple[Rule, str]]:
    """The routes that may change something, with their methods."""
    return sorted(
        ((rule, method) for rule in routes.iter_rules() for method in (rule.methods or set()) - READING), key=str
    )
