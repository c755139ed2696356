"""A small game of hidden sides: a leader proposes, all vote, those who go may spoil it in secret."""

from __future__ import annotations

from pathlib import Path

MANIFEST = """prefix = "r"
languages = ["en"]
players = [3, 4, 5]

[title]
en = "Rebels"

[editions.first]
title = "First edition"
lang = "en"

[sources.rulebook]
rank = 10
title = { en = "Rulebook" }
"""

RULES = """# Rebels {#r.all}

## Who plays {#r.parts}

Three to five play. {#r.parts.1}

```rule
roles player: ada, ben, cleo, dana, emil
fact players: 3..5 fixed assumed 3
define seated = those(p in player with p in [ada, ben, cleo] or p is dana and players >= 4 or p is emil and players is 5)
```

Spies know each other; the others know nothing. {#r.parts.2}

```rule
kind team: rebel, spy
fact side of player: team or none hidden from v when v is not player and not over and not (side of v is spy and side of player is spy)
fact roles_pile: pile of team hidden from all
fact dealt: pile of team hidden from all
start roles_pile = [spy, rebel, rebel] when players is 3
start roles_pile = [spy, spy, rebel, rebel] when players is 4
start roles_pile = [spy, spy, rebel, rebel, rebel] when players is 5
start dealt = []
start side of p = none
procedure setup:
  shuffle roles_pile
  for p in seated:
    set side of p = top of roles_pile
    put top of roles_pile on dealt
  end
end
```

## Missions {#r.mis}

The leader proposes a crew; everybody votes; then the next leader. {#r.mis.1}

```rule
fact leader: player
fact crew: set of player
fact ballot of player: flag
fact refused: 0..5
start leader = ada
start crew = []
start ballot of p = no
start refused = 0
phase rounds cycle while refused < 5
step proposing in rounds: leader must 1 propose
step voting in rounds after proposing: do vote
step going in rounds after voting when agreed: do go
step next_leader in rounds after going: do pass_on
holds agreed when 2 * count(p in seated with ballot of p) > size of seated
procedure vote:
  secretly choose ballot of p: flag by each p in seated
  if agreed then set refused = 0 else raise refused by 1 end
end
procedure pass_on: set leader = left_of(leader) end
```

A crew has two members. {#r.mis.2}

```rule
action propose(crew_members: set of player sized 2) by actor: player
  requires every p in crew_members has p in seated
  effect set crew = crew_members
```

Before it is voted on, others may object once. {#r.mis.3}

```rule
rule propose answered by any p in seated with p is not actor: object
action object(why: reason aloud) by actor: player
  requires objections of actor > 0
  effect lower objections of actor by 1
  effect cancel
kind reason: distrust, boredom
fact objections of player: 0..1
start objections of p = 1
```

Those who go choose in secret; a rebel cannot sabotage. {#r.mis.4}

```rule
fact sabotage of player: flag hidden from all
start sabotage of p = no
fact won: 0..3
fact lost: 0..3
start won = 0
start lost = 0
procedure go:
  for p in seated: set sabotage of p = no end
  secretly choose sabotage of p: flag by each p in crew with side of p is spy or not sabotage of p
  if (some p in crew with sabotage of p) then raise lost by 1 else raise won by 1 end
end
```

## The end {#r.end}

Three missions won or lost end the game; five refusals too. {#r.end.1}

```rule
ends when won is 3 or lost is 3 or refused is 5
asked define winning_team = (if won is 3 then rebel else spy end) when won is 3 or lost is 3 or refused is 5
```

Before, everybody may speak as long as few have. {#r.end.2}

```rule
fact spoken: 0..9
fact shame: 0..9
start spoken = 0
start shame = 0
phase talk after rounds
step speaking in talk when spoken - shame < 2 each p in seated: p may 1 speak
action speak by actor: player
  effect raise spoken by 1
  effect raise shame by 1
```
"""

WORDS = """[ada]
en = "Ada"
[ben]
en = "Ben"
[cleo]
en = "Cleo"
[dana]
en = "Dana"
[emil]
en = "Emil"
[players]
en = "how many play"
[seated]
en = "who plays"
[rebel]
en = "rebel"
[spy]
en = "spy"
[side]
en = "side of {0}"
[roles_pile]
en = "role cards"
[dealt]
en = "dealt role cards"
[leader]
en = "leader"
[crew]
en = "crew"
[ballot]
en = "{0} votes yes"
denied.en = "{0} votes no"
ask.en = "Do you vote for this crew?"
[refused]
en = "refused crews in a row"
[rounds]
en = "rounds"
[proposing]
en = "proposal"
[voting]
en = "vote"
[going]
en = "mission"
[next_leader]
en = "next leader"
[agreed]
en = "the vote is carried"
[crew_members]
en = "crew members"
[propose]
en = "propose {0}"
[why]
en = "reason"
[object]
en = "object ({0})"
[distrust]
en = "distrust"
[boredom]
en = "boredom"
[objections]
en = "objections left to {0}"
[sabotage]
en = "{0} sabotages the mission"
ask.en = "Do you sabotage the mission?"
[won]
en = "missions won"
[lost]
en = "missions lost"
[winning_team]
en = "winning team"
[reason]
en = "reason"
[spoken]
en = "speeches"
[shame]
en = "shame"
[talk]
en = "talk"
[speaking]
en = "speeches"
[speak]
en = "speak"
[team]
en = "team"
"""


def write_rebels(games: Path) -> Path:
    """The game as a folder."""
    game = games / "rebels"
    files = {
        "game.toml": MANIFEST,
        "terms.toml": "",
        "rules/01.md": RULES,
        "words/01.toml": WORDS,
    }
    for name, text in files.items():
        path = game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return game
