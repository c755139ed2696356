"""The referee against hand-written Python that returns the same cited list: ratios measured in one run."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from grammar import nodes as n
from kb.library import corpus_folder, load_game
from referee.ask import ask
from referee.code import Code, code_of
from referee.generate import generate
from referee.question import Deeds, Question, Situation

ROUNDS = 9
STATES = 1_000
POLICIES = ("fiscal", "labor_market", "taxation", "health_policy", "education_policy", "foreign_trade", "immigration")
ROLES = ("working_class", "middle_class", "capitalist_class", "state")
PLAYING = {2: (ROLES[0], ROLES[2]), 3: ROLES[:3], 4: ROLES}
ORDER = {"A": 0, "B": 1, "C": 2}


def hand_bill(s: dict[str, Any], actor: str, p: str, target: str, immediate_vote: bool) -> list[tuple[str, bool | None]]:
    """Propose Bill as a programmer would write it, with the same citations."""
    bills = s["bill"]
    out: list[tuple[str, bool | None]] = [
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


def hand_strike(sorts: dict[str, str], thirds: dict[str, Any]) -> Callable[..., list[tuple[str, bool | None]]]:
    """Strike in one company, with the same citations."""

    def judge(s: dict[str, Any], actor: str, companies: tuple[str, ...]) -> list[tuple[str, bool | None]]:
        out: list[tuple[str, bool | None]] = [
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
                        if staff is None and thirds[c] is not None:
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


def random_state(rng: random.Random, companies: list[str]) -> dict[str, Any]:
    """A state in which everything these actions read is told."""
    slots = ("s1", "s2", "s3")
    seats = {c: {x: rng.choice(("working_class", "middle_class", None)) for x in slots} for c in companies}
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
        "class_at": seats,
        "committed_at": {c: {x: rng.random() < 0.3 for x in slots} for c in companies},
        "wage": {c: rng.randint(1, 3) for c in companies},
        "owner": {c: rng.choice(ROLES) for c in companies},
        "strike": {c: rng.random() < 0.2 for c in companies},
    }


def interleaved(*works: Callable[[], object]) -> list[float]:
    """Median seconds of each, measured in turns so that a noisy machine hits all alike."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for index, work in enumerate(works):
            start = time.process_time()
            work()
            times[index].append(time.process_time() - start)
    return [statistics.median(t) for t in times]


def main() -> None:
    """Prints the table."""
    start = time.process_time()
    game = load_game(corpus_folder() / "hegemony")
    code = code_of(game)
    print(f"load, no cache: {time.process_time() - start:.2f} s for {sum(len(p.blocks) for p in game.prose.paragraphs.values())} rule blocks")
    rng = random.Random(7)
    members = code.program.members["company"]
    companies = list(members)[:24]
    states = [random_state(rng, list(members)) for _ in range(STATES)]
    bench_bill(code, rng, states)
    bench_strike(code, states, companies)
    bench_partial(code, rng, states)


def bench_bill(code: Code, rng: random.Random, states: list[dict[str, Any]]) -> None:
    made = generate(code, "propose_bill")
    assert made is not None
    fast = made[1]
    questions = [(s, rng.choice(ROLES), rng.choice(POLICIES), rng.choice("ABC"), rng.random() < 0.5) for s in states]
    for q in questions:
        assert fast(*q) == hand_bill(*q), q[1:]
    ours, hand = interleaved(lambda: [fast(*q) for q in questions], lambda: [hand_bill(*q) for q in questions])
    print(f"propose bill, {len(states)} states: {ours / len(states) * 1e6:.2f} us, ratio to hand-written {ours / hand:.2f}")


def bench_strike(code: Code, states: list[dict[str, Any]], companies: list[str]) -> None:
    made = generate(code, "strike")
    assert made is not None
    fast = made[1]
    table, column = code.program.columns["sort"]
    sorts = {
        row.cells[0].value.id: row.values[column].id
        for row in code.program.tables[table].node.rows
        if isinstance(row.values[column], n.Name)
    }
    third = code.program.columns["seat_3"][1]
    thirds = {
        row.cells[0].value.id: None if isinstance(row.values[third], n.Nothing) else row.values[third]
        for row in code.program.tables[table].node.rows
    }
    slow = hand_strike(sorts, thirds)
    some = states[:100]
    for s in some:
        for c in companies:
            assert fast(s, "working_class", (c,)) == slow(s, "working_class", (c,)), (c, fast(s, "working_class", (c,)), slow(s, "working_class", (c,)))

    def every(judge: Any) -> list[bool]:
        return [any(all(ok is not False for _, ok in judge(s, "working_class", (c,))) for c in companies) for s in some]

    ours, hand = interleaved(lambda: every(fast), lambda: every(slow))
    print(f"any of {len(companies)} companies to strike: {ours / len(some) * 1e6:.1f} us a state, ratio to hand-written {ours / hand:.2f}")


def bench_partial(code: Code, rng: random.Random, states: list[dict[str, Any]]) -> None:
    """A partial state with its case split and the whole answer."""
    hidden = ("section", "bill", "influence", "hand", "main_done")
    asked = []
    for s in states[:60]:
        told = {key: value for key, value in s.items() if key not in hidden or rng.random() > 0.35}
        question = Question(n.Nothing(), "working_class", Deeds("propose_bill", (rng.choice(POLICIES), rng.choice("ABC")), {}, "working_class"))
        asked.append((question, Situation(told, {})))
    (seconds,) = interleaved(lambda: [ask(code, q, s) for q, s in asked])
    verdicts = [ask(code, q, s).verdict for q, s in asked]
    share = sum(v in ("yes", "no") for v in verdicts) / len(verdicts)
    print(f"partial state with case split and remedies: {seconds / len(asked) * 1e3:.2f} ms an answer, {share:.0%} settled")


if __name__ == "__main__":
    main()
