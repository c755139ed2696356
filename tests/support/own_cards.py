"""The made-up game with a card language: favours that only their holder may do, and how a table's own favours are done."""

from __future__ import annotations

from pathlib import Path

from tests.support.tables import BARGAINS
from tests.support.web_app import made_up_games

FAVOURS = """
# Favours {#har.favours}

## Favours {#har.fav}

A favour is done as an errand, by the captain who holds it. {#har.fav.1 p=6}

```rule
kind favour: card_fair_wind
fact favours of captain: set of favour
start favours of c = []
holds may_use(c, a) when a not in favour
holds may_use(c, a) when a in favours of c
rule errand requires may_use(actor, this_action)
```
"""

VOCABULARY = """
currency = "¢"

[kind.favour]
en = "favour card"
as = "errand"
own = "holds may_use(c, a) when a is {card}"
pl = "karta przysługi"
uk = "карта послуги"

[kind.omen]
en = "omen card"
member = "weather"
this = "top of spent_pile"
action = "rest"
pl = "karta omenu"
uk = "карта знамення"

[role.red]
en = "red captain"
pl = "m1 czerwony_kapitan czerwonego_kapitana czerwonemu_kapitanowi czerwonego_kapitana czerwonym_kapitanem czerwonym_kapitanie"
uk = "m1 червоний_капітан червоного_капітана червоному_капітанові червоного_капітана червоним_капітаном червоному_капітані"

[role.green]
en = "green captain"
pl = "m1 zielony_kapitan zielonego_kapitana zielonemu_kapitanowi zielonego_kapitana zielonym_kapitanem zielonym_kapitanie"
uk = "m1 зелений_капітан зеленого_капітана зеленому_капітанові зеленого_капітана зеленим_капітаном зеленому_капітані"

[noun.dock]
en = "dock | docks"
type = "dock"
param = "d"
your = "owner of {x} is {me}"
pl = "n nabrzeże nabrzeża nabrzeżu nabrzeże nabrzeżem nabrzeżu / nabrzeża nabrzeży nabrzeżom nabrzeża nabrzeżami nabrzeżach"
uk = "m док дока докові док доком доці / доки доків докам доки доками доках"

[verb.gain]
en = "gain | gains"
pl = "otrzymaj otrzymuje otrzymują otrzymać"
uk = "отримайте отримує отримують отримати"

[verb.free]
en = "free | frees"
pl = "zwolnij zwalnia zwalniają zwolnić"
uk = "звільніть звільняє звільняють звільнити"
"""

FRAMES = """
[[frame]]
verb = "gain"
obj = "money"
rule = "effect raise coins of {subject} by {n}"

[[frame]]
kind = "omen"
verb = "gain"
obj = "money"
rule = "effect raise coins of actor by {n}"

[[frame]]
verb = "free"
obj = "dock"
rule = "requires owner of {obj} is not none\\neffect set owner of {obj} = none"
"""

CARDS = """
# Favours of the harbour {#har.card kind=favour of=red,green}

## Fair wind {#har.card.fair_wind}

```card
Gain 1 per your dock.
```
"""


def favour_games(folder: Path) -> Path:
    """Writes the made-up corpus with the bargains and the favours into an empty folder."""
    games = made_up_games(folder)
    home = games / "harbour"
    (home / "rules" / "94-favours.md").write_text(FAVOURS, "utf-8")
    (home / "rules" / "95-bargains.md").write_text(BARGAINS, "utf-8")
    (home / "cards").mkdir()
    for name, text in (("vocabulary.toml", VOCABULARY), ("frames.toml", FRAMES), ("favours.md", CARDS)):
        (home / "cards" / name).write_text(text, "utf-8")
    return games
