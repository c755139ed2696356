"""What a programmer would write by hand: two actions judged in plain Python, with the same cited list. The unit of the bench."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict

POLICIES = ("fiscal", "labor_market", "taxation", "health_policy", "education_policy", "foreign_trade", "immigration")
ROLES = ("working_class", "middle_class", "capitalist_class", "state")
PLAYING = {2: (ROLES[0], ROLES[2]), 3: ROLES[:3], 4: ROLES}
ORDER = {"A": 0, "B": 1, "C": 2}
SLOTS = ("s1", "s2", "s3")

#: what each paragraph says: yes, no, or nothing here
Cited = list[tuple[str, bool | None]]
#: a policy, the section wanted, and whether the vote is called at once
Bill = tuple[str, str, bool]


class Told(TypedDict):
    """Everything the two actions read."""

    players: int
    round: int
    automa: dict[str, bool]
    locked: dict[str, bool]
    main_done: bool
    turns_taken: dict[str, int]
    hand: dict[str, tuple[str, ...]]
    section: dict[str, str]
    bill: dict[str, str | None]
    influence: dict[str, int]
    strike_tokens: int
    class_at: dict[str, dict[str, str | None]]
    committed_at: dict[str, dict[str, bool]]
    wage: dict[str, int]
    owner: dict[str, str]
    strike: dict[str, bool]


def hand_bill(s: Told, actor: str, p: str, target: str, immediate_vote: bool) -> Cited:
    """Propose Bill as a programmer would write it, with the same citations."""
    bills = s["bill"]
    out: Cited = [
        ("heg.act.main.1", not s["main_done"]),
        ("heg.act.main.1", len(s["hand"][actor]) >= 1),
        ("heg.act.1", s["turns_taken"][actor] < 5),
        ("heg.act.3", actor in PLAYING[s["players"]]),
        ("heg.pb.2", abs(ORDER[target] - ORDER[s["section"][p]]) == 1),
        ("heg.pb.3", bills[p] is None),
    ]
    if immediate_vote:
        out.append(("heg.pb.7", s["influence"][actor] >= 1))
    out.append(("heg.pb.12", 3 - sum(1 for q in POLICIES if bills[q] == actor) >= 1))
    out.append(("heg.sta.gen.10", s["influence"][actor] >= 1 if immediate_vote and actor == "state" else None))
    out.append(("heg.xp.lock.2", not s["locked"][p]))
    last = s["automa"][actor] and s["round"] == 5
    out.append(("heg.xp.last.1", not (p == "immigration" and last)))
    out.append(("heg.xp.last.2", immediate_vote if p == "foreign_trade" and last else None))
    out.append(("heg.card.wc.radical_reforms.text", None))  # speaks only through its card
    return out


def hand_strike(sorts: Mapping[str, str], thirds: Mapping[str, bool]) -> Callable[[Told, str, Sequence[str]], Cited]:
    """Strike in some companies, with the same citations; `thirds` are the companies with a third seat."""

    def judge(s: Told, actor: str, companies: Sequence[str]) -> Cited:
        out: Cited = [
            ("heg.act.main.1", not s["main_done"]),
            ("heg.act.main.1", len(s["hand"][actor]) >= 1),
            ("heg.act.1", s["turns_taken"][actor] < 5),
            ("heg.act.3", actor in PLAYING[s["players"]]),
            ("heg.st.1", 1 <= len(companies) <= 2),
        ]
        seats = s["class_at"]
        for c in companies:
            at, down, sort = seats[c], s["committed_at"][c], sorts[c]
            if sort == "employee_company" and actor == "working_class":
                employed = at["s2"] == actor
            else:
                staff = None
                if sort != "automated_company":
                    staff = at["s1"]
                    if staff is None and sort != "employee_company":
                        staff = at["s2"]
                        if staff is None and thirds[c]:
                            staff = at["s3"]
                employed = staff == actor
            if sort == "employee_company":
                lying = employed and down["s2" if actor == "working_class" else "s1"]
            else:
                lying = down["s1"] or down["s2"] or down["s3"]
            out += [
                ("heg.st.1", employed),
                ("heg.st.1", s["strike_tokens"] >= 1),
                ("heg.st.2", not lying),
                ("heg.st.3", s["wage"][c] != 3),
                ("heg.st.4", not (s["owner"][c] == "state" and s["players"] < 4)),
                ("heg.st.5", not s["strike"][c]),
            ]
        return out

    return judge


def allowed(judged: Cited) -> bool:
    """The verdict of a cited list."""
    return all(ok is not False for _, ok in judged)


def random_state(rng: random.Random, companies: Sequence[str]) -> Told:
    """A state in which everything these actions read is told."""
    return {
        "players": rng.choice((2, 3, 4)),
        "round": rng.randint(1, 5),
        "automa": dict.fromkeys(ROLES, False),
        "locked": {p: rng.random() < 0.1 for p in POLICIES},
        "main_done": rng.random() < 0.1,
        "turns_taken": {r: rng.randint(0, 5) for r in ROLES},
        "hand": {r: tuple("?" * rng.randint(0, 7)) for r in ROLES},
        "section": {p: rng.choice("ABC") for p in POLICIES},
        "bill": {p: rng.choice((*ROLES, None, None, None)) for p in POLICIES},
        "influence": {r: rng.randint(0, 4) for r in ROLES},
        "strike_tokens": rng.randint(0, 7),
        "class_at": {c: {x: rng.choice(("working_class", "middle_class", None)) for x in SLOTS} for c in companies},
        "committed_at": {c: {x: rng.random() < 0.3 for x in SLOTS} for c in companies},
        "wage": {c: rng.randint(1, 3) for c in companies},
        "owner": {c: rng.choice(ROLES) for c in companies},
        "strike": {c: rng.random() < 0.2 for c in companies},
    }


def random_bill(rng: random.Random) -> tuple[str, str, str, bool]:
    """Somebody who asks, and the bill he asks about."""
    return rng.choice(ROLES), rng.choice(POLICIES), rng.choice("ABC"), rng.random() < 0.5
