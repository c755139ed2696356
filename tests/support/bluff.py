"""A small game of bluffing: deeds are claimed, doubted and blocked."""

from __future__ import annotations

from pathlib import Path

BLUFF = """
roles family: f1, f2, f3
kind character: duke, captain, contessa
fact players: 2..3 fixed
define seated = if players is 2 then [f1, f2] else [f1, f2, f3] end
fact coins of family: 0..50
fact bank: 0..50
fact lives of family: 0..2
fact holds_duke of family: flag hidden from others
always bank + sum(coins of f for f in family) is 20
start coins of f = 2
start bank = 20 - 6
start lives of f = 2
start holds_duke of f = f is f1
holds alive(f: family) when f in seated and lives of f > 0
procedure lose_life(f: family): lower lives of f by 1 end
ends when count(f in seated with lives of f > 0) < 2
phase play cycle while yes
step turns in play each f in seated with alive(f): f must 1 turn
class turn
class claim
--- #t.tax
action tax by actor: family as turn, claim
  effect move up to 3 from bank to coins of actor
action wait by actor: family as turn
  effect do lose_life(actor)
--- #t.aid
action aid by actor: family as turn
  effect move up to 2 from bank to coins of actor
--- #t.steal
action steal(target: family) by actor: family as turn
  requires target is not actor and alive(target)
  cost 1 from coins of actor to bank
  effect move up to 2 from coins of target to coins of actor
--- #t.challenge
action challenge(claimant: family) by actor: family
  requires alive(actor)
  effect if holds_duke of claimant then do lose_life(actor) else do lose_life(claimant) cancel end
rule claim answered by first f in clockwise_after(actor) with alive(f): challenge(actor)
--- #t.block
action block(c: character, against: family) by actor: family as claim
  requires c is not contessa
  effect cancel
rule aid answered by any f in clockwise_after(actor) with alive(f): block(against = actor)
rule steal answered by each f in [target] with alive(f): block(against = actor) otherwise lower lives of actor by 0
"""

MANIFEST = """
prefix = "t"
languages = ["en"]
players = [2, 3]

[title]
en = "Bluff"

[editions.book]
title = "Book"
lang = "en"

[sources.rulebook]
rank = 10
title = { en = "Book" }
"""


def write_bluff(games: Path) -> Path:
    """The game as a folder: a paragraph for each id."""
    game = games / "bluff"
    (game / "rules").mkdir(parents=True)
    (game / "game.toml").write_text(MANIFEST, "utf-8")
    parts = BLUFF.split("--- #")
    text = "# Bluff {#t p=1}\n\n## Play {#t.play p=1}\n"
    for at, part in enumerate(parts):
        identity, _, rules = part.partition("\n") if at else ("t.first", "", part)
        text += f"\nThis is said of {identity.removeprefix('t.')}. {{#{identity}}}\n\n```rule\n{rules.strip()}\n```\n"
    (game / "rules" / "01.md").write_text(text, "utf-8")
    return game
