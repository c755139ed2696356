"""Rule engines of others on the same two questions: what they are asked, in their own languages."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from tests.bench.hand import ORDER, POLICIES, ROLES, SLOTS, Cited, Told

#: what Propose Bill reads
BILL_READS = (
    "players",
    "round",
    "automa",
    "locked",
    "main_done",
    "turns_taken",
    "hand",
    "section",
    "bill",
    "influence",
)
#: what Strike reads
STRIKE_READS = (
    "players", "main_done", "turns_taken", "hand", "strike_tokens", "class_at", "committed_at", "wage", "owner", "strike",
)  # fmt: skip

#: what an engine is given: the state as JSON holds it, and the question beside it
Input = dict[str, Any]
#: what each paragraph says, or the verdict alone
Judged = list[bool | None] | bool


@dataclass(frozen=True, slots=True)
class Ruled:
    """One question put into a peer's language."""

    prepare: Callable[[Input], Any]  #: once for an input, not timed
    judge: Callable[[Any], Judged]


@dataclass(frozen=True, slots=True)
class Peer:
    """An engine."""

    name: str
    package: str
    module: str
    bill: Callable[[Any], Ruled]
    strike: Callable[[Any], Ruled]
    whole: bool  #: whether it is also asked on the whole state

    def engine(self) -> Any | None:
        """Its module; None if it is not installed."""
        try:
            return importlib.import_module(self.module)
        except ImportError:
            return None

    def title(self) -> str:
        """Its name and version."""
        try:
            return f"{self.name} {version(self.package)}"
        except PackageNotFoundError:
            return self.name


def bill_input(state: Told, actor: str, p: str, target: str, immediate_vote: bool, *, whole: bool) -> Input:
    """A question about a bill as an engine is given it."""
    told: Input = {name: _plain(value) for name, value in state.items() if whole or name in BILL_READS}
    return {**told, "actor": actor, "p": p, "target": target, "now": immediate_vote}


def strike_input(
    state: Told,
    actor: str,
    companies: Sequence[str],
    sorts: Mapping[str, str],
    thirds: Mapping[str, bool],
    *,
    whole: bool,
) -> Input:
    """A question about a strike in any of some companies as an engine is given it."""
    told: Input = {}
    for name, value in state.items():
        if whole:
            told[name] = _plain(value)
        elif name in STRIKE_READS:
            by_company = isinstance(value, dict) and companies[0] in value
            told[name] = _plain({c: value[c] for c in companies} if by_company and isinstance(value, dict) else value)
    about = {c: {"sort": sorts[c], "third": thirds[c]} for c in companies}
    return {**told, "actor": actor, "companies": list(companies), "about": about}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


def said(judged: Cited, immediate_vote: bool) -> list[bool | None]:
    """A hand-written list as the engines give theirs: the check of an immediate vote always has its place."""
    results = [ok for _, ok in judged]
    return results if immediate_vote else [*results[:6], None, *results[6:]]


# ---- zen-engine ----------------------------------------------------------------------------------------------------

_ZEN_PLAYS = (
    "(players == 2 ? actor in ['working_class', 'capitalist_class'] : players == 3 ? actor in "
    "['working_class', 'middle_class', 'capitalist_class'] : true)"
)


def _zen_order(of: str) -> str:
    return f"({of} == 'A' ? 0 : {of} == 'B' ? 1 : 2)"


_ZEN_BILL = f"""[
  not main_done, len(hand[actor]) >= 1, turns_taken[actor] < 5, {_ZEN_PLAYS},
  abs({_zen_order("target")} - {_zen_order("section[p]")}) == 1, bill[p] == null,
  now ? influence[actor] >= 1 : null,
  3 - count({list(POLICIES)}, bill[#] == actor) >= 1,
  now and actor == 'state' ? influence[actor] >= 1 : null,
  not locked[p],
  not (p == 'immigration' and automa[actor] and round == 5),
  p == 'foreign_trade' and automa[actor] and round == 5 ? now : null,
  null
]"""
_ZEN_STRIKE = f"""not main_done and len(hand[actor]) >= 1 and turns_taken[actor] < 5 and {_ZEN_PLAYS} and strike_tokens >= 1
and some(companies,
  (about[#].sort == 'employee_company' ? (actor == 'working_class' ? class_at[#].s2 == actor : class_at[#].s1 == actor)
   : about[#].sort == 'automated_company' ? false
   : (class_at[#].s1 != null ? class_at[#].s1 : class_at[#].s2 != null ? class_at[#].s2
      : about[#].third ? class_at[#].s3 : null) == actor)
  and not (about[#].sort == 'employee_company' ? (actor == 'working_class' ? committed_at[#].s2 : committed_at[#].s1)
   : committed_at[#].s1 or committed_at[#].s2 or committed_at[#].s3)
  and wage[#] != 3 and not (owner[#] == 'state' and players < 4) and not strike[#])"""


def _zen(source: str) -> Callable[[Any], Ruled]:
    def made(engine: Any) -> Ruled:
        compiled = engine.compile_expression(source.replace("\n", " "))
        return Ruled(lambda given: given, compiled.evaluate)

    return made


# ---- CEL in C++ ----------------------------------------------------------------------------------------------------

_CEL_PLAYS = (
    "(actor in (players == 2 ? ['working_class', 'capitalist_class'] : players == 3 ? "
    f"['working_class', 'middle_class', 'capitalist_class'] : {list(ROLES)}))"
)
_CEL_ORDER = str(ORDER)
# a check that says nothing gives '-': version 0.1.3 drops a reference to None too many for every null in a list it returns
_CEL_BILL = f"""[
  dyn(!main_done), dyn(size(hand[actor]) >= 1), dyn(turns_taken[actor] < 5), dyn({_CEL_PLAYS}),
  dyn({_CEL_ORDER}[target] - {_CEL_ORDER}[section[p]] in [1, -1]), dyn(bill[p] == null),
  now ? dyn(influence[actor] >= 1) : dyn('-'),
  dyn(3 - {list(POLICIES)}.filter(q, bill[q] == actor).size() >= 1),
  now && actor == 'state' ? dyn(influence[actor] >= 1) : dyn('-'),
  dyn(!locked[p]),
  dyn(!(p == 'immigration' && automa[actor] && round == 5)),
  p == 'foreign_trade' && automa[actor] && round == 5 ? dyn(now) : dyn('-'),
  dyn('-')
]"""
_CEL_STRIKE = f"""!main_done && size(hand[actor]) >= 1 && turns_taken[actor] < 5 && {_CEL_PLAYS} && strike_tokens >= 1
&& companies.exists(c,
  (about[c].sort == 'employee_company' ? (actor == 'working_class' ? class_at[c].s2 == actor : class_at[c].s1 == actor)
   : about[c].sort == 'automated_company' ? false
   : (class_at[c].s1 != null ? class_at[c].s1 : class_at[c].s2 != null ? class_at[c].s2
      : about[c].third ? class_at[c].s3 : null) == actor)
  && !(about[c].sort == 'employee_company' ? (actor == 'working_class' ? committed_at[c].s2 : committed_at[c].s1)
   : committed_at[c].s1 || committed_at[c].s2 || committed_at[c].s3)
  && wage[c] != 3 && !(owner[c] == 'state' && players < 4) && !strike[c])"""


def _cel(source: str) -> Callable[[Any], Ruled]:
    names = (*Told.__annotations__, "actor", "p", "target", "now", "companies", "about")

    def made(engine: Any) -> Ruled:
        compiled = engine.NewEnv(variables=dict.fromkeys(names, engine.Type.DYN)).compile(source)
        return Ruled(lambda given: given, lambda given: compiled.eval(data=given).plain_value())

    return made


# ---- clingo --------------------------------------------------------------------------------------------------------

_ASP_PLAYS = "plays(working_class). plays(capitalist_class). plays(middle_class) :- players(N), N > 2. plays(state) :- players(4)."
_ASP_BILL = f"""
{_ASP_PLAYS}
order("A", 0). order("B", 1). order("C", 2).
fails(0) :- main_done.
fails(1) :- actor(A), hand(A, N), N < 1.
fails(2) :- actor(A), turns_taken(A, N), N >= 5.
fails(3) :- actor(A), not plays(A).
fails(4) :- target(T), p(P), section(P, S), order(T, X), order(S, Y), |X - Y| != 1.
fails(5) :- p(P), bill(P, _).
fails(6) :- now, actor(A), influence(A, N), N < 1.
fails(7) :- actor(A), #count {{ Q : bill(Q, A) }} > 2.
fails(8) :- now, actor(state), influence(state, N), N < 1.
fails(9) :- p(P), locked(P).
last :- actor(A), automa(A), round(5).
fails(10) :- p(immigration), last.
fails(11) :- p(foreign_trade), last, not now.
#show fails/1.
"""
_ASP_STRIKE = f"""
{_ASP_PLAYS}
fails :- main_done.
fails :- actor(A), hand(A, N), N < 1.
fails :- actor(A), turns_taken(A, N), N >= 5.
fails :- actor(A), not plays(A).
fails :- strike_tokens(N), N < 1.
own(C, s2) :- sort(C, employee_company), actor(working_class).
own(C, s1) :- sort(C, employee_company), not actor(working_class).
staff(C, R) :- own(C, X), class_at(C, X, R).
plain(C) :- sort(C, S), S != employee_company, S != automated_company.
staff(C, R) :- plain(C), class_at(C, s1, R).
staff(C, R) :- plain(C), not class_at(C, s1, _), class_at(C, s2, R).
staff(C, R) :- plain(C), not class_at(C, s1, _), not class_at(C, s2, _), third(C), class_at(C, s3, R).
lying(C) :- own(C, X), committed_at(C, X).
lying(C) :- company(C), not sort(C, employee_company), committed_at(C, _).
may(C) :- company(C), actor(A), staff(C, A), not lying(C), not wage(C, 3), not own_state(C), not strike(C), not fails.
own_state(C) :- owner(C, state), players(N), N < 4.
#show may/1.
"""


def _bill_facts(given: Input) -> str:
    facts = [f"{name}({given[name]})." for name in ("players", "round", "actor", "p")]
    facts.append(f'target("{given["target"]}").')
    facts += [f"{name}." for name in ("main_done", "now") if given[name]]
    facts += [f"hand({role}, {len(held)})." for role, held in given["hand"].items()]
    for name in ("turns_taken", "influence"):
        facts += [f"{name}({role}, {number})." for role, number in given[name].items()]
    facts += [f'section({p}, "{section}").' for p, section in given["section"].items()]
    facts += [f"bill({p}, {role})." for p, role in given["bill"].items() if role is not None]
    facts += [f"{name}({key})." for name in ("locked", "automa") for key, holds in given[name].items() if holds]
    return "".join(facts)


def _strike_facts(given: Input) -> str:
    facts = [f"{name}({given[name]})." for name in ("players", "actor", "strike_tokens")]
    facts += ["main_done."] if given["main_done"] else []
    facts += [f"hand({role}, {len(held)})." for role, held in given["hand"].items()]
    facts += [f"turns_taken({role}, {number})." for role, number in given["turns_taken"].items()]
    for c in given["companies"]:
        about, seats, down = given["about"][c], given["class_at"][c], given["committed_at"][c]
        facts.append(
            f"company({c}).sort({c}, {about['sort']}).wage({c}, {given['wage'][c]}).owner({c}, {given['owner'][c]})."
        )
        facts += [f"third({c})."] if about["third"] else []
        facts += [f"strike({c})."] if given["strike"][c] else []
        facts += [f"class_at({c}, {x}, {seats[x]})." for x in SLOTS if seats[x] is not None]
        facts += [f"committed_at({c}, {x})." for x in SLOTS if down[x]]
    return "".join(facts)


def _shown(engine: Any, program: str) -> set[str]:
    """What holds in the one answer set, by a control of its own."""
    control = engine.Control(["--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    found: set[str] = set()
    control.solve(on_model=lambda model: found.update(map(str, model.symbols(shown=True))))
    return found


def _clingo_bill(engine: Any) -> Ruled:
    def judge(program: str) -> list[bool | None]:
        fails = _shown(engine, program)
        return [f"fails({index})" not in fails for index in range(13)]

    return Ruled(lambda given: _ASP_BILL + _bill_facts(given), judge)


def _clingo_strike(engine: Any) -> Ruled:
    return Ruled(lambda given: _ASP_STRIKE + _strike_facts(given), lambda program: bool(_shown(engine, program)))


PEERS = (
    Peer("zen-engine", "zen-engine", "zen", _zen(_ZEN_BILL), _zen(_ZEN_STRIKE), whole=True),
    Peer("CEL (C++)", "cel-expr-python", "cel_expr_python.cel", _cel(_CEL_BILL), _cel(_CEL_STRIKE), whole=True),
    Peer("clingo, new control", "clingo", "clingo", _clingo_bill, _clingo_strike, whole=False),
)
