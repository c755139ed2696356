"""The made-up game with captains that nobody plays: the rules sail them by a roll of a die, timidly or boldly."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from tests.support.web_app import made_up_app, made_up_games

GHOSTS = """
# Ghosts {#har.ghosts}

## Ghost captains {#har.ghost}

Red and green may be ghosts, whom nobody plays. {#har.ghost.1}

```rule
fact ghost of captain: flag assumed no
kind ghost_way: timid, bold
fact way_of of captain: ghost_way assumed timid
holds may_haunt(c: captain) when c is not blue
```

On its turn a ghost rolls a die. {#har.ghost.2}

```rule
fact omen of captain: 0..6
start omen of c = 0
action haunt by actor: captain as voyage
  requires ghost of actor
  effect random d: 1..6
  effect set omen of actor = d
  effect if ghost_does(actor) is plunder then raise coins of actor by 2 end
decide turns by c when ghost of c: haunt
```

With a 4 or more it takes 2 coins, a bold one with a 2 or more; otherwise it drifts. {#har.ghost.3}

```rule
kind haunting: plunder, drift
define ghost_tries(c: captain) = [plunder, drift]
holds ghost_can(c: captain, h: haunting) when h is plunder and omen of c >= (if way_of of c is bold then 2 else 4 end)
holds ghost_can(c, h) when h is drift
define ghost_does(c: captain) = first(h in ghost_tries(c) with ghost_can(c, h)) when omen of c > 0
```

A fair may be played. {#har.ghost.4}

```rule
fact fair: flag assumed no
fact regatta: flag assumed no
```
"""

TABLE = """
[by_rule]
fact = "ghost"
mode = "way_of"
who = "may_haunt"
turned = "omen"
tries = "ghost_tries"
holds = "ghost_can"
does = "ghost_does"
title = { en = "Ghost", pl = "Duch", uk = "Привид" }

[[choice]]
fact = "fair"

[[choice]]
fact = "regatta"
players = [3]
"""


def write_ghosts(folder: Path) -> Path:
    """Writes the made-up corpus with the ghosts into an empty folder."""
    games = made_up_games(folder)
    (games / "harbour" / "rules" / "96-ghosts.md").write_text(GHOSTS, "utf-8")
    (games / "harbour" / "table.toml").write_text(TABLE, "utf-8")
    return games


def ghost_app(folder: Path, **config: object) -> Flask:
    """The app with the ghosts."""
    if not (folder / "games").exists():
        write_ghosts(folder)
    return made_up_app(folder, **config)
