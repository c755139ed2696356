"""What a call may do is found out without doing it: the lists are those of trying every call one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from referee.errors import RefereeError
from referee.play.moves import moves
from referee.play.progress import apply_move
from referee.rules.calls import Deeds, Passed
from referee.rules.code import Code
from referee.rules.needs import only_by_size
from referee.state import State
from referee.values import Bag, Deed
from tests.support.rules import code_from

TREES = ("ash", "elm", "oak")
PICKERS = ("ann", "bob")

#: actions that do others: one after the other, in branches, in lists, as options, after costs and effects that others read
ORCHARD = """
roles side: red, blue
kind tree: ash, elm, oak
kind picker: ann, bob
fact old of tree: flag
fact felled of tree: flag
fact coins of side: 0..9
fact rain: 0..9
class chore
action fell(w: tree, n: 1..3) by actor: side as chore
  option gently:
    requires not old of w
  end
  requires not felled of w
  cost n from coins of actor to nowhere
  effect set felled of w = yes
action rest by actor: side as chore
  requires rain >= 1
action two(a: tree, n: 1..3, b: tree, m: 1..3) by actor: side
  effect do fell(a, n)
  effect do fell(b, m)
action either(which: 1..2, a: tree, n: 1..3) by actor: side
  cost 1 from coins of actor to nowhere
  effect if which is 1 then do fell(a, n) end
  effect if not which is 1 then raise rain by 1 do rest end
action soft(a: tree, careful: flag) by actor: side
  effect do fell(a, 1, gently = careful)
action toil(steps: list of chore sized 1..2) by actor: side
  cost 1 from coins of actor to nowhere
  effect for each_one in steps: do each_one end
action band(crew: set of picker, a: tree) by actor: side
  effect do join(crew, a)
action join(crew: set of picker, a: tree) by actor: side
  each t in tree with old of t:
    requires size of crew >= 2
  end
  each p in crew:
    requires p is not bob or old of a
  end
action share(basket: amounts by tree) by actor: side
  effect do spend(basket)
action spend(basket: amounts by tree) by actor: side
  requires size of basket >= 1
  each t in tree with basket(t) > 0:
    requires basket(t) <= 2
    cost basket(t) from coins of actor to nowhere
  end
action once(a: tree) by actor: side
  limit 1 each day
  effect do fell(a, 1)
phase day
"""


@pytest.fixture(scope="module")
def orchard() -> Code:
    return code_from(ORCHARD)


def states() -> Iterator[State]:
    for old, felled, coins, rain in product((TREES, ("elm",)), (("ash",), ()), (0, 2, 5), (0, 1)):
        facts = {"old": {t: t in old for t in TREES}, "felled": {t: t in felled for t in TREES}}
        yield State({**facts, "coins": {"red": coins, "blue": 0}, "rain": rain})


def every_call(name: str) -> Iterator[dict[str, object]]:
    """All that could be written, in the order in which it is listed."""
    trees, numbers = TREES, (1, 2, 3)
    if name == "fell":
        yield from ({"w": w, "n": n, **o} for w in trees for n in numbers for o in ({}, {"gently": True}))
    elif name == "two":
        yield from (dict(zip("anbm", values, strict=True)) for values in product(trees, numbers, trees, numbers))
    elif name == "either":
        yield from ({"which": i, "a": a, "n": n} for i in (1, 2) for a in trees for n in numbers)
    elif name == "soft":
        yield from ({"a": a, "careful": flag} for a in trees for flag in (False, True))
    elif name == "toil":
        chores = [Deed((one, tuple(args.items()))) for one in ("fell", "rest") for args in every_call(one)]
        yield from ({"steps": (one,)} for one in chores)
        yield from ({"steps": (a, b)} for i, a in enumerate(chores) for b in chores[i:])
    elif name in ("band", "join"):
        crews: list[tuple[str, ...]] = [(), ("ann",), ("bob",), PICKERS]
        yield from ({"crew": crew, "a": a} for crew in crews for a in trees)
    elif name in ("share", "spend"):
        amounts = sorted(product(range(4), repeat=3), key=sum)
        yield from ({"basket": Bag({t: n for t, n in zip(trees, split, strict=True) if n})} for split in amounts)
    elif name == "once":
        yield from ({"a": a} for a in trees)
    else:
        yield {}


def is_legal(code: Code, state: State, name: str, args: dict[str, object]) -> bool:
    try:
        apply_move(code, state, name, args, "red")
    except RefereeError:
        return False
    return True


def in_order(calls: list[dict[str, object]]) -> list[str]:
    return sorted(repr(call) for call in calls)


@pytest.mark.parametrize(
    "name", ["fell", "two", "either", "soft", "toil", "band", "join", "share", "spend", "once", "rest"]
)
def test_the_list_is_what_trying_every_call_gives(orchard: Code, name: str) -> None:
    seen = 0
    for state in states():
        listed = moves(orchard, state, "red", deep=True)
        legal = [args for args in every_call(name) if is_legal(orchard, state, name, args)]
        assert in_order([args for each, args in listed.calls if each == name]) == in_order(legal)
        assert name not in listed.cut
        seen += len(legal)
    assert seen


def test_the_calls_of_an_action_are_found_with_what_comes_before(orchard: Code) -> None:
    def stages(name: str) -> list[tuple[str, bool]]:
        found = orchard.stages.of(orchard.action(name), [None] * 40, nested=False)
        assert found is not None
        return [(_name(stage.call), stage.here) for stage in found]

    assert stages("two") == [("fell", True), ("fell", False)]
    assert stages("either") == [("fell", False), ("rest", False)]
    assert stages("toil") == [("steps", False)]
    assert stages("band") == [("join", True)]


def _name(call: Passed | Deeds) -> str:
    return call.inner.name if isinstance(call, Passed) else call.param


def test_an_action_that_another_may_make_illegal_on_the_way_is_tried() -> None:
    code = code_from("""
        roles side: red, blue
        fact rain: 0..9
        action rest by actor: side
          requires rain >= 1
        on change of rain: do rest end
        action pour(n: 0..2) by actor: side
          effect set rain = n
        action storm(n: 0..2) by actor: side
          effect do pour(n)
    """)
    assert code.stages.of(code.action("pour"), [None] * 9, nested=True) is None
    listed = moves(code, State({"rain": 1}), "red").calls
    assert [args["n"] for name, args in listed if name == "storm"] == [1, 2]


def test_a_role_that_may_not_do_it_is_told_of_nothing_more() -> None:
    code = code_from("""
        roles side: red, blue
        kind seller: red
        kind fruit: apple, pear
        action price(marks: amounts by fruit) by actor: seller
          requires size of marks > 0
    """)
    assert moves(code, State(), "red").more == {"price"}
    assert moves(code, State(), "blue").more == set()


HAMLET = """
roles side: red, blue
kind place: {places}
kind villager {{ home: place }}
fact living of place: 0..9
action settle(team: list of villager, c: place, guests: flag) by actor: side
  effect if guests then raise living of c by 1 end
  effect do found(c, team)
action found(c: place, team: list of villager) by actor: side
  let crew = if size of team is 0 then [{{home: c}}] else team end
  requires size of crew is 2
  each v in crew:
    requires living of (home of v) >= count(w in crew with home of w is home of v)
  end
"""


def test_a_long_list_waits_for_what_its_elements_are_judged_with() -> None:
    """Two of many houses are lived in: of all pairs hardly any is looked at, and none is left out."""
    houses = [f"house_{number}" for number in range(24)]
    code = code_from(HAMLET.format(places=", ".join(houses)))
    living = {house: 1 if house in houses[:2] else 0 for house in houses}
    found = moves(code, State(facts={"living": living}), "red")
    assert not found.cut and not found.begun
    homes = {
        (call["c"], call["guests"], tuple(v["home"] for v in call["team"]))
        for name, call in found.calls
        if name == "settle"
    }
    pair = ("house_0", "house_1")
    assert {(c, flag, pair) for c in houses for flag in (False, True)} <= homes
    for c, team in (("house_7", ("house_0", "house_7")), ("house_0", ("house_0", "house_0"))):  # with the guest there
        assert (c, True, team) in homes and (c, False, team) not in homes


def test_the_size_of_a_list_counts_through_the_name_it_is_given() -> None:
    action = code_from(HAMLET.format(places="east, west")).action("found")
    sized = [only_by_size(action, part, "team") for part in action.parts]
    assert sized == [True, False]  # the members of the crew are looked at one by one
