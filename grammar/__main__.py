"""`python -m grammar` makes the tables that come with the languages again."""

from __future__ import annotations

from grammar.cards import parse as cards
from grammar.lalr.bundle import ship
from grammar.lalr.tables import made_by
from grammar.patterns import parse as patterns
from grammar.rules import parse as rules


def main() -> None:
    """Makes the tables of every language."""
    for language in (rules, cards, patterns):
        ship(language.GRAMMAR, made_by(language.build_parser()))


if __name__ == "__main__":
    main()
