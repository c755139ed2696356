"""Small made-up games for tests of kb."""

from __future__ import annotations

from pathlib import Path

from kb.search import Document

MANIFEST = """
prefix = "toy"
languages = ["en", "pl", "uk"]
players = [2, 3]

[title]
en = "Toy"
pl = "Zabawka"
uk = "Іграшка"

[editions.en]
title = "English book"
lang = "en"

[editions.uk]
title = "Ukrainian book"
lang = "uk"

[sources.rulebook]
rank = 10
title = { en = "Rulebook" }

[sources.faq]
rank = 20
title = { en = "Questions" }
by = "toy.a.1"
"""

TERMS = """
[ferry]
names.en = "Ferry"
names.pl = "Prom"
names.uk = "Пором"
aliases.en = ["barge"]
text.en = "A boat that carries pieces."
text.pl = "Łódź dla pionków."
text.uk = "Човен для фішок."
defined = ["toy.a.1"]
"""

RULES = """# Moving {#toy.moving p=3}

## Ferries {#toy.a p=4 uk=5}

A ferry carries two pieces. {#toy.a.1}

```rule
rule one
```

The fare is one coin:
- paid by the owner
- once a turn {#toy.a.2 uk=6 n=2.1 source=faq norule=definition see=toy.a.1}
"""

POLISH = """# Ruch {#toy.moving}

## Promy {#toy.a}

Prom zabiera dwa pionki. {#toy.a.1}

Opłata to jedna moneta. {#toy.a.2}
"""


def write_game(folder: Path, **changes: str) -> Path:
    """Write the toy game, with some of its files replaced; "pl__01" stands for pl/01.md, "forms__pl" for forms/pl.toml."""
    files = {
        "game.toml": MANIFEST,
        "terms.toml": TERMS,
        "rules/01.md": RULES,
        "pl/01.md": POLISH,
        "uk/01.md": POLISH,
    }
    for name, text in changes.items():
        prose = "__" in name and not name.startswith(("forms__", "words__"))
        files[name.replace("__", "/") + (".md" if prose else ".toml")] = text
    game = folder / "corpus" / "toy"
    for name, text in files.items():
        path = game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return game


def term(identity: str, names: dict[str, str], forms: dict[str, tuple[str, ...]] | None = None) -> list[Document]:
    """Make the documents of a term."""
    return [
        Document("toy", "term", identity, lang, name, f"{name}.", forms=(forms or {}).get(lang, ()))
        for lang, name in names.items()
    ]


def paragraph(
    identity: str,
    titles: dict[str, str],
    bodies: dict[str, str],
    pages: dict[str, str] | None = None,
    number: str = "",
    defines: tuple[str, ...] = (),
    game: str = "toy",
) -> list[Document]:
    """Make the documents of a paragraph."""
    return [
        Document(game, "paragraph", identity, lang, titles[lang], body, pages or {}, number, defines=defines)
        for lang, body in bodies.items()
    ]


def documents() -> list[Document]:
    """Give a corpus large enough for every way of being found."""
    ferries = {"en": "Ferries", "pl": "Promy", "uk": "Пороми"}
    harbours = {"en": "Harbours", "pl": "Porty", "uk": "Гавані"}
    return [
        *term(
            "ferry",
            {"en": "Ferry", "pl": "Prom", "uk": "Пором"},
            {"en": ("barge",), "pl": ("promu", "promem"), "uk": ("порому", "пором\u02bcячко")},
        ),
        *term("harbour_master", {"en": "Harbour Master", "pl": "Kapitan Portu", "uk": "Начальник гавані"}),
        *term("tide", {"en": "Tide", "pl": "Pływ", "uk": "Приплив"}, {"pl": ("pływie", "pływu")}),
        *term("people", {"en": "Folk", "pl": "Człowiek", "uk": "Людина"}, {"pl": ("ludzie", "człowieka")}),
        *paragraph(
            "toy.f.1",
            ferries,
            {
                "en": "A ferry carries two pieces over the water.",
                "pl": "Prom przewozi przez wodę dwa pionki.",
                "uk": "Пором перевозить через воду дві фішки.",
            },
            {"en": "14", "pl": "15"},
            "54.2",
            ("ferry",),
        ),
        *paragraph(
            "toy.f.2",
            ferries,
            {
                "en": "The fare is one coin, paid to the harbour master at the supermarket.",
                "pl": "Opłata to jedna moneta dla kapitana portu.",
                "uk": "Плата — одна монета начальникові гавані.",
            },
            {"en": "14", "pl": "16"},
            "54.3",
        ),
        *paragraph(
            "toy.h.1",
            harbours,
            {
                "en": "In section C of the map a harbour stays open at low tide; see 7C.",
                "pl": "W sekcji C mapy port działa także podczas odpływu; zob. 7C.",
                "uk": "У секторі В карти гавань працює й під час відпливу; див. 7В.",
            },
            {"en": "20-21"},
        ),
        *paragraph(
            "toy.h.2",
            harbours,
            {
                "en": "Boats wait their turn. An obligatory queue holds after dark.",
                "pl": "Łodzie czekają na swoją kolej.",
                "uk": "Човни чекають своєї черги; це обов'язково.",
            },
            {"en": "22"},
        ),
        Document("other", "card", "storm", "en", "Storm", "All ferries wait for one turn."),
        Document("other", "dispute", "toll", "en", "Who pays the toll", "The books disagree about the toll."),
        Document("other", "action", "row", "en", "Row a boat", "Move a boat by one space."),
    ]
