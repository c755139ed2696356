"""Every type check finds its fault and leaves sound rules alone."""

from __future__ import annotations

import pytest

from kb.model.problems import Problem
from referee.check.game import check_program
from referee.resolved.checks.inference import Types
from tests.support.rules import code_from

#: a small game that is sound; each test adds to it
BASE = """
roles player: red, blue
kind colour: white, black
scale size: small, middle, large
kind thing: stone, shell
fact coins of player: 0..20
fact marked of player: flag
fact bank: number
fact hue of thing: colour
fact held(p: player, t: thing): number
fact grade of thing: size
fact leader: player or none
fact deck: pile of thing
fact hand of player: pile of thing
fact bag of player: amounts by thing
purse wallet(p: player) = coins of p
class play
action jump(t: thing) by actor: player as play
action mark(p: player, n: number = 1) by actor: player as play
  effect set marked of p = yes
procedure tidy(p: player): set marked of p = no end
event bell(p: player)
"""


def found(text: str, base: str = BASE) -> list[Problem]:
    return check_program(Types(code_from(f"{base}\n{text}").program), ())


def codes(text: str, base: str = BASE) -> set[str]:
    return {problem.code for problem in found(text, base)}


def effect(step: str) -> str:
    return f"rule mark effect {step}"


def test_the_base_is_sound() -> None:
    assert found("") == []


FAULTS = [
    ("TYPE-VALUE", effect("set coins of p = white")),
    ("TYPE-VALUE", effect("set marked of p = 3")),
    ("TYPE-VALUE", effect("set leader = white")),
    ("TYPE-VALUE", effect("set bag of p = [stone]")),
    ("TYPE-VALUE", "define worth(t: thing) = 1\nholds dear(t: thing) when worth(t) > 3\nderived fact rich of player: flag\ndefine rich(p) = coins of p"),
    ("TYPE-VALUE", "adds hue of t to beauty(t)"),
    ("TYPE-VALUE", effect("put white on deck")),
    ("TYPE-VALUE", effect("choose leader: player by white")),
    ("TYPE-VALUE", effect("choose hue of stone: size by p")),
    ("TYPE-VALUE", effect("choose c: colour by p otherwise 3")),
    ("TYPE-VALUE", effect("offer jump(stone) to white")),
    ("TYPE-VALUE", "start coins of p = white"),
    ("TYPE-VALUE", "fact late: flag assumed 3"),
    ("TYPE-VALUE", "procedure p1(n: number = white): nothing end"),
    ("TYPE-VALUE", "fact seen: number each tidy = white"),
    ("TYPE-VALUE", effect("set leader = if marked of p then p else white end")),
    ("TYPE-VALUE", effect("set hand of p = [stone, white]")),
    ("TYPE-COMPARE", "holds f(p: player) when p in [red, white]"),
    ("TYPE-KEY", effect("set coins of white = 3")),
    ("TYPE-KEY", "define f = coins of white"),
    ("TYPE-KEY", "define f = coins of 3"),
    ("TYPE-KEY", "define f(p: player) = held(stone, p)"),
    ("TYPE-KEY", effect("move 1 from wallet(stone) to bank")),
    ("TYPE-KEY", "start coins of white = 3"),
    ("TYPE-KEY", "on change of coins of stone: nothing end"),
    ("TYPE-KEY", "rule mark let basket = {stone: 1}\nrule mark requires basket(white) > 1"),
    ("TYPE-KEY", "holds f(x) when coins of x > 3 and hue of x is white"),
    ("TYPE-ARGUMENT", effect("do tidy(white)")),
    ("TYPE-ARGUMENT", effect("do jump(red)")),
    ("TYPE-ARGUMENT", effect("emit bell(stone)")),
    ("TYPE-ARGUMENT", effect("offer jump(white) to p")),
    ("TYPE-ARGUMENT", "define f(p) = coins of p\ndefine g = f(white)"),
    ("TYPE-ARGUMENT", "define f = left_of(white)"),
    ("TYPE-ARGUMENT", "define f = next(white)"),
    ("TYPE-ARGUMENT", "rule mark option loudly: effect nothing end\nrule jump effect do mark(actor, loudly=3)"),
    ("TYPE-COMPARE", "holds f(p: player) when coins of p is white"),
    ("TYPE-COMPARE", "holds f(p: player) when p is white"),
    ("TYPE-COMPARE", "holds f(p: player) when p in colour"),
    ("TYPE-COMPARE", "holds f(p: player) when p in [white, black]"),
    ("TYPE-COMPARE", "holds f(p: player) when p is none"),
    ("TYPE-COMPARE", "holds f(t: thing) when grade of t > 3"),
    ("TYPE-COMPARE", "holds f(t: thing) when hue of t < white"),
    ("TYPE-COMPARE", "holds f(t: thing) when hue of t beside white"),
    ("TYPE-COMPARE", "holds f(p: player) when coins of p in small..large"),
    ("TYPE-NUMBER", "define f(p: player) = coins of p + leader"),
    ("TYPE-NUMBER", "define f(p: player) = coins of p * marked of p"),
    ("TYPE-NUMBER", "define f = sum(hue of t for t in thing)"),
    ("TYPE-NUMBER", "define f = first(t in thing by hue of t)"),
    ("TYPE-NUMBER", effect("raise coins of p by white")),
    ("TYPE-NUMBER", effect("move p from bank to coins of p")),
    ("TYPE-NUMBER", effect("draw p from deck to hand of p")),
    ("TYPE-NUMBER", "rule mark cost p from coins of actor"),
    ("TYPE-NUMBER", "rule mark limit white each mark"),
    ("TYPE-NUMBER", effect("put stone into deck at white")),
    ("TYPE-CARDS", effect("move stone from deck to hand of p")),
    ("TYPE-CARDS", "rule mark cost stone from hand of actor to deck"),
    ("NAME-UNKNOWN", "start deck = {stoen: 3, shell: 2}"),
    ("TYPE-VALUE", "start deck = {white: 3}"),
    ("TARGET-WRONG", "rule mark cost 1 from nowhere"),
    ("TYPE-LIST", "define f = count(p in leader with coins of p > 1)"),
    ("TYPE-LIST", "phase late\nstep s in late each p in leader: p must 1 jump"),
    ("TYPE-KEY", "fact wish of player: thing or none\ndefine f(p: player) = coins of (wish of p)"),
    ("CALL-WRONG", "rule tidy effect set leader = p"),
    ("NAME-RESERVED", "rule mark slots once"),
    ("TYPE-NUMBER", effect("repeat up to p: nothing end")),
    ("TYPE-FLAG", "rule mark requires coins of p"),
    ("TYPE-FLAG", "rule mark forbidden when leader"),
    ("TYPE-FLAG", "holds f(p: player) when marked of p and coins of p"),
    ("TYPE-FLAG", "holds f(p: player) when not coins of p"),
    ("TYPE-FLAG", "define f = count(p in player with coins of p)"),
    ("TYPE-FLAG", "always bank"),
    ("TYPE-FLAG", "ends when bank"),
    ("TYPE-FLAG", effect("if bank then nothing end")),
    ("TYPE-FLAG", "whenever bank: nothing end"),
    ("TYPE-LIST", "define f = count(x in bank with x > 3)"),
    ("TYPE-LIST", effect("for x in bank: nothing end")),
    ("TYPE-LIST", "define f = size of bank"),
    ("ARGS-COUNT", "define f = coins"),
    ("ARGS-COUNT", "define f = bank of red"),
    ("ARGS-COUNT", "define f(p: player) = held(p)"),
    ("ARGS-COUNT", effect("do tidy(p, p)")),
    ("ARGS-COUNT", effect("do tidy")),
    ("ARGS-COUNT", effect("set held(p) = 3")),
    ("ARGS-COUNT", effect("emit bell")),
    ("ARGS-COUNT", effect("move 1 from wallet to bank")),
    ("ARGS-NAME", effect("do jump(what=stone)")),
    ("ARGS-NAME", effect("do tidy(p=p)")),
    ("ARGS-NAME", "define f = held(p=red, t=stone)"),
    ("ARGS-NAME", effect("do jump(stone, t=shell)")),
    ("KIND-UNKNOWN", "fact f of planet: number"),
    ("KIND-UNKNOWN", "fact f: planet"),
    ("KIND-UNKNOWN", effect("choose x: planet by p")),
    ("KIND-UNKNOWN", "action fly(x: planet) by actor: player as play"),
    ("KIND-UNKNOWN", "action fly by actor: planet as play"),
    ("KIND-UNKNOWN", "procedure p1(x: planet): nothing end"),
    ("KIND-UNKNOWN", "define f(x: planet) = 1"),
    ("TARGET-WRONG", "define worth = 3\nrule mark effect set worth = 4"),
    ("TARGET-WRONG", effect("set wealth of p = 4")),
    ("TARGET-WRONG", effect("set p = red")),
    ("TARGET-WRONG", effect("for t in thing: set t = stone end")),
    ("TARGET-WRONG", "rule mark let k = 3 effect set k = 4"),
    ("TARGET-WRONG", "procedure go: let bank = 1 set bank = 2 end\nrule mark effect do go"),
    ("TYPE-VALUE", "procedure go: let k = 1 set k = white end\nrule mark effect do go"),
    ("TYPE-VALUE", "procedure go: choose k: colour by red set k = 3 end\nrule mark effect do go"),
    ("TYPE-NUMBER", "procedure go: let k = white raise k by 1 end\nrule mark effect do go"),
    ("TYPE-NUMBER", "procedure go: let k = 1 raise k by white end\nrule mark effect do go"),
    ("TYPE-NUMBER", effect("random k: colour weighted k")),
    ("ARGS-COUNT", effect("offer play(red) to p")),
    ("CALL-WRONG", effect("do play")),
    ("TYPE-COMPARE", "procedure go: let k = 1 set k = k + 1 if k is white then nothing end end\nrule mark effect do go"),
    ("TARGET-WRONG", effect("raise hue of stone by 1")),
    ("TARGET-WRONG", effect("raise marked of p by 1")),
    ("TARGET-WRONG", effect("shuffle coins of p")),
    ("TARGET-WRONG", effect("draw 1 from bank to hand of p")),
    ("TARGET-WRONG", effect("put stone on leader")),
    ("TARGET-WRONG", effect("move 1 from hue of stone to bank")),
    ("TARGET-WRONG", effect("pay 1 from leader to bank")),
    ("TARGET-WRONG", "rule mark cost 1 from leader"),
    ("TARGET-WRONG", effect("put stone from bank on hand of p")),
    ("TARGET-WRONG", "fact inks: pile of colour\nrule mark effect put stone from inks on deck"),
    ("TARGET-WRONG", effect("move 1 from hand of p to bank")),
    ("TARGET-WRONG", effect("move 1 from bank to hand of p")),
    ("TARGET-WRONG", "fact inks: pile of colour\nrule mark effect move 1 from deck to inks"),
    ("TARGET-WRONG", effect("disclose bank to p")),
    ("TARGET-WRONG", "fact omen: number hidden from all\nrule mark effect disclose 2 from omen to actor"),
    ("TYPE-VALUE", "fact omen: number hidden from all\nrule mark effect disclose omen to stone"),
    ("CALL-WRONG", effect("draw 1 from deck to hand of p or do fly")),
    ("VIEWER-WRONG", "fact omen of player: number hidden from owner"),
    ("VIEWER-WRONG", "fact omen of player: number hidden from player when player is red"),
    ("TYPE-FLAG", "fact omen of player: number hidden from v when coins of v"),
    ("TYPE-KEY", "fact omen of player: number hidden from v when hue of v is white"),
    ("TYPE-COMPARE", "fact omen of thing: number hidden from v when v is thing"),
    ("NAME-UNKNOWN", "fact omen: number hidden from others when revealed"),
    ("TARGET-WRONG", "purse box = leader"),
    ("TARGET-WRONG", "start wealth of p = 3"),
    ("TARGET-WRONG", "fact inks: pile of colour\nrule mark effect draw 1 from deck to inks"),
    ("CALL-WRONG", effect("do fly(p)")),
    ("CALL-WRONG", effect("offer tidy(p) to p")),
    ("CALL-WRONG", effect("oblige p to fly")),
    ("CALL-WRONG", effect("emit gong(p)")),
    ("CALL-WRONG", effect("do p")),
    ("TRIGGER-WRONG", "on gong(p): nothing end"),
    ("TRIGGER-WRONG", "on bell(p, q): nothing end"),
    ("TRIGGER-WRONG", "on jump(t, p, q): nothing end"),
    ("TRIGGER-WRONG", "instead of bell(p): nothing end"),
    ("TRIGGER-WRONG", "define worth = 3\non change of worth: nothing end"),
    ("NAME-UNKNOWN", "define f(p: player) = coinz of p"),
    ("NAME-UNKNOWN", "action fly by actor: player as plays"),
    ("NAME-UNKNOWN", "rule fly requires marked of red"),
    ("NAME-UNKNOWN", "rule mark limit 1 each dawn"),
    ("NAME-UNKNOWN", "rule mark limit 1 each mark per q"),
    ("NAME-UNKNOWN", "fact seen: number each dawn = 0"),
    ("NAME-TWICE", "define bank = 3"),
    ("NAME-TWICE", "event bell"),
    ("VALUE-KEYS", "define f(p: player) = 1\ndefine f = 2"),
    ("VALUE-MODE", "define f = 1\nadds 2 to f"),
    ("PARAM-KIND", "define f(x) = 3"),
    ("PARAM-KIND", "procedure p1(x): nothing end"),
    ("NAME-UNKNOWN", "rule mark slots early, board\nrule mark effect at bord nothing"),
    ("CLASS-EMPTY", "class rest"),
    ("CLAUSE-INSIDE", "rule mark each q in player: allowed when yes overrides #t.1 end"),
    ("CLAUSE-INSIDE", "rule mark each q in player: let x = 3 end"),
    ("CLAUSE-INSIDE", "rule mark option loudly: limit 1 each mark end"),
    ("CLAUSE-INSIDE", "rule mark option loudly: playable anytime end"),
    ("CLAUSE-INSIDE", "rule mark each q in player: slots a, b end"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), FAULTS, ids=[f"{code}: {text[:60]}" for code, text in FAULTS])
def test_a_fault_is_found(code: str, text: str) -> None:
    assert code in codes(text)


SOUND = [
    effect("set coins of p = 3"),
    effect("set leader = none"),
    effect("set leader = first(q in player with marked of q)"),
    effect("set bag of p = {stone: 1}"),
    effect("set leader = if marked of p then p else none end"),
    effect("set hand of p = [stone, shell]"),
    effect("raise grade of stone by 1"),
    "procedure go: let k = none for q in player: if k is none then set k = q end end set leader = k end\nrule mark effect do go",
    "procedure go: let k = white set k = black if k is black then nothing end end\nrule mark effect do go",
    "procedure go: let k = small raise k by 1 if k is large then nothing end end\nrule mark effect do go",
    "procedure go: if bank > 1 then let k = 1 else let k = 2 end set k = k + 1 set bank = k end\nrule mark effect do go",
    effect("put stone on deck"),
    effect("put hand of p into deck"),
    effect("put top of deck under hand of p"),
    effect("draw 2 from deck to hand of p"),
    effect("shuffle deck"),
    effect("move 1 from wallet(p) then nowhere to bank"),
    effect("pay 1 from wallet(p) to nowhere or do tidy(p)"),
    effect("do tidy(p)"),
    effect("do jump(t=stone)"),
    "rule mark option loudly: effect nothing end\nrule jump effect do mark(actor, loudly=yes)",
    effect("emit bell(p)"),
    effect("offer jump to p"),
    effect("choose c: colour by p otherwise white"),
    effect("choose hue of stone: colour by p with hue of stone is not white"),
    effect("secretly choose coins of q: 0..3 by each q in player"),
    effect("random pips: 1..6"),
    effect("for t in thing with hue of t is white by grade of t down: nothing end"),
    effect("for t in bag of p: nothing end"),
    effect("if marked of p then let x = 3 else let x = 4 end"),
    "start coins of p = 3",
    "start deck = [stone, shell]",
    "start held(p, stone) = 3",
    "define f(p) = coins of p\ndefine g = f(red)",
    "define f(t) = next(grade of t)",
    "holds f(x) when (x in player and coins of x > 3) or (x in thing and hue of x is white)",
    "define f(x) = coins of x when x is red\ndefine f(x) = held(red, x) when x is stone",
    "define f(p: player) = clockwise_after(p)",
    "holds f(t: thing) when grade of t beside small",
    "holds f(t: thing) when grade of t > small",
    "holds f(t: thing) when grade of t in small..middle",
    "define f(p: player) = if leader is none then 0 else coins of leader end",
    "define f = best(p in player by coins of p, marked of p)",
    "define f(p: player) = hand of p + [stone]",
    "define f(p: player) = without(hand of p, stone)",
    "define f(p: player) = size of bag of p",
    "holds f when via is jump",
    "holds f when this_action is none",
    "on bell(p) when marked of p: nothing end",
    "on jump(t, who) when marked of who: nothing end",
    "instead of tidy(p): nothing end",
    "on change of coins of red when new > old: nothing end",
    "on raise of coins of p when marked of p: nothing end",
    "rule mark limit 1 each mark per p",
    "rule mark slots early, board\nrule mark effect at board nothing",
    "procedure p1(x): set marked of x = yes end",
    "rule mark option twice: effect set marked of p = yes end",
    "action act(a: play) by actor: player as play\n  effect do a",
    "dispute d: a default, b\nholds f when d is a",
    "define f(x: player or none) = 3",
    "kind piece: colour, thing\nfact place of piece: number\ndefine f = place of white + place of stone",
    "kind sheet { price: number tone: colour }\ndefine f(c) = price of c\nfact best_sheet: sheet\ndefine g = f({price: 3, tone: white})",
    "fact told_sum: number assumed none\nholds f when told_sum is none",
    "kind field\nfact crop of field: thing\ndefine f(x) = crop of x",
]


@pytest.mark.parametrize("text", SOUND, ids=[text[:60] for text in SOUND])
def test_what_is_sound_is_left_alone(text: str) -> None:
    assert [str(problem) for problem in found(text)] == []


# ---- what is said --------------------------------------------------------------------------------------------------


def test_a_fault_says_what_was_read_why_it_cannot_be_and_the_cure() -> None:
    (problem,) = found(effect("set coins of p = white"))
    assert problem.message == "What “coins” is set to is a number; `white` is a member of “colour”."
    assert problem.cure == "Write a number."


def test_a_fault_stands_at_the_line_of_its_clause() -> None:
    text = "rule mark\n  requires marked of p\n  effect set coins of p = white"
    (problem,) = found(text)
    assert problem.place.line == 3


@pytest.mark.parametrize(
    "text",
    [
        "holds f(t: thing) when hue of t is purple",
        "holds f(t: thing) when purple is hue of t",
        "holds f(t: thing) when hue of t in [white, purple]",
        "fact price of colour: number\ndefine f = price of purple",
    ],
)
def test_of_an_unknown_member_its_kind_is_told(text: str) -> None:
    (problem,) = found(text)
    assert problem.message == "There is no member “purple” of “colour”. It has white, black."


def test_one_unknown_name_is_one_fault() -> None:
    (problem,) = found("holds won(p) when coins of p >= gaol")
    assert problem.code == "NAME-UNKNOWN"


def test_a_clause_of_a_class_is_reported_once() -> None:
    assert len(found("rule play requires actor is white")) == 1


def test_a_clause_of_a_class_is_looked_at_in_every_action() -> None:
    text = "class hop\n  requires t is stone\naction leap(t: thing) by actor: player as hop\naction fly(t: colour) by actor: player as hop"
    (problem,) = found(text)
    assert problem.message.startswith("`t is stone` can never hold: the left side is a member of “colour”")


# ---- the course ----------------------------------------------------------------------------------------------------

COURSE = f"""{BASE}
phase day
step morning in day each p in player: p must 1 play
step evening in day after morning each p in player: do tidy(p)
"""


def test_a_course_is_sound() -> None:
    assert found("", COURSE) == []


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("COURSE-PHASE", "step late in nigth: do tidy(red)"),
        ("COURSE-PHASE", "phase dawn in night"),
        ("COURSE-PHASE", "phase a in b\nphase b in a"),
        ("COURSE-AFTER", "step late in day after evenin: do tidy(red)"),
        ("COURSE-AFTER", "step late in day after morning: do tidy(red)"),
        ("COURSE-AFTER", "phase night after evening"),
        ("COURSE-FIRST", "step late in day: do tidy(red)"),
        ("COURSE-FIRST", "phase night"),
        ("COURSE-FIRST", "phase n after day\nstep a in n after b: do tidy(red)\nstep b in n after a: do tidy(red)"),
        ("COURSE-QUOTA", "step late in day after evening: red must 1 hop"),
        ("COURSE-QUOTA", "step late in day after evening: red may 1 tidy"),
        ("COURSE-QUOTA", "step late in day after evening: red may 3..2 jump"),
        ("COURSE-ENDLESS", "phase n after day cycle while bank < 3\nstep sleep in n: do tidy(red)"),
        ("COURSE-ENDLESS", "phase n after day cycle while yes\nstep sleep in n: do tidy(red)"),
        ("COURSE-ENDLESS", "step late in day after evening each p in player cycle: do tidy(p)"),
        ("NAME-UNKNOWN", "phase n after day each p in player\nstep late in day after evening: p may 1 jump"),
        ("TYPE-LIST", "phase n after day each p in red\nstep late in n: p may 1 jump"),
        ("TYPE-FLAG", "phase n after day each p in player with bank\nstep late in n: p may 1 jump"),
        ("TYPE-ARGUMENT", "phase n after day each c in colour\nstep late in n: do tidy(c)"),
        ("TYPE-VALUE", "phase n after day each c in colour\nphase m in n\nstep late in m: c may 1 jump"),
        ("CANCEL-NOTHING", "rule mark effect cancel"),
        ("DECIDE-WRONG", "decide nothing_of_the_kind as x by p: by 1"),
        ("CANCEL-NOTHING", "procedure stop: cancel end\nrule mark effect do stop"),
        ("CALL-WRONG", "rule mark answered by first q in player: hop"),
        ("CALL-WRONG", "rule mark answered by first q in player: tidy(q)"),
        ("ARGS-COUNT", "rule mark answered by first q in player: play(q)"),
        ("TYPE-ARGUMENT", "rule mark answered by first q in player: jump(red)"),
        ("TYPE-VALUE", "rule mark answered by first c in colour: jump"),
        ("TYPE-LIST", "rule mark answered by any q in red: jump"),
        ("TYPE-FLAG", "rule mark answered by each q in player with bank: jump"),
        ("TYPE-FLAG", "rule mark followed by each q in player when bank: jump"),
        ("TYPE-VALUE", "rule mark followed by each q in player: jump otherwise set leader = white"),
        ("CLAUSE-INSIDE", "rule mark each q in player: answered by first s in player: jump end"),
        ("COURSE-EMPTY", "phase night after day"),
        ("COURSE-ACTION", "action sing by actor: player"),
        ("TYPE-VALUE", "step late in day after evening: white may 1 jump"),
        ("TYPE-LIST", "step late in day after evening each p in red: p may 1 jump"),
        ("TYPE-FLAG", "step late in day after evening when bank: red may 1 jump"),
        ("TYPE-FLAG", "phase night after day cycle while bank"),
        ("CALL-WRONG", "step late in day after evening: do sing(red)"),
        ("TYPE-ARGUMENT", "step late in day after evening: do tidy(stone)"),
    ],
)
def test_a_fault_of_the_course_is_found(code: str, text: str) -> None:
    assert code in codes(text, COURSE)


@pytest.mark.parametrize(
    "text",
    [
        "action sing by actor: player\n  playable anytime",
        "action sing by actor: player\nrule mark effect do sing",
        "action sing by actor: player\nrule mark effect offer sing to p",
        "action sing by actor: player as play",
        "phase n after day cycle while bank < 3\nstep sleep in n: do save\nprocedure save: raise bank by 1 end",
        "phase n after day cycle while bank < 3\nstep sleep in n: red may 1 jump",
        "step late in day after evening: leader may 1 jump or mark",
        "action sing by actor: player\nrule mark answered by first q in clockwise_after(actor) when n > 1: sing or jump otherwise raise bank by 1",
        "action stop by actor: player\n  effect do halt\nprocedure halt: cancel end\nrule mark answered by any q in player: stop",
        "rule mark effect offer play to p",
        "rule mark effect oblige p to jump or mark(p = red)",
        "phase n after day each p in player with coins of p > 1\nphase m in n\nstep late in m when coins of p > 2: p may 1 jump",
        "phase n after day each p in player\nphase m in n each q in player with q is not p\nstep late in m: do tidy(q)",
        "phase night after day\nstep sleep in night: do tidy(red)",
    ],
)
def test_a_sound_course_is_left_alone(text: str) -> None:
    assert [str(problem) for problem in found(text, COURSE)] == []


def test_an_action_that_a_case_asks_about_needs_no_step() -> None:
    types = Types(code_from(f"{COURSE}\naction sing by actor: player").program)
    assert check_program(types, {"sing"}) == []


def test_a_game_without_a_course_offers_nothing_by_itself() -> None:
    assert found("action sing by actor: player") == []


def test_what_a_choice_or_a_parameter_lists_is_known_where_no_fact_lists_it() -> None:
    sound = "procedure toss: random c: one of [heads, tails] if c is heads then set bank = 1 end end"
    assert codes(sound) == set()
    assert codes(effect("if p is red then choose w: one of [up_there, down_there] by p end")) == set()
    assert (
        codes("action lean(way: one of [leftish, rightish]) by actor: player as play\n  forbidden when way is leftish")
        == set()
    )
    assert codes(sound.replace("is heads", "is headz")) == {"NAME-UNKNOWN"}
