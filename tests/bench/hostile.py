"""The worst request that somebody can send: `python -m tests.bench.hostile [REQUESTS] [SEED] [search]`.

Sends what was found to stall the server, then looks for worse: requests to every route, made at random and bred from those that
cost most; `search`: these alone. Interrupted, it says what it has found so far. Nothing is limited by rate here, and everything that a
server does once is done before."""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.bench import served
from tests.bench.attack import Attack, Attacker, Cost, Target
from tests.bench.findings import findings

#: what no request may take
CPU, MEMORY = 250.0, 64.0
REQUESTS, SEED = 20_000, 13
#: requests of a route that others are bred from, how many of a hundred are bred, and how many are measured again
ELITE, BRED, AGAIN = 8, 40, 40
#: of each route
WORST = 4
#: how often what looks worst is measured before it counts: the least is what it takes, the rest is the machine
TIMES = 4


@dataclass(frozen=True, slots=True)
class Found:
    """A request and what it took."""

    name: str
    attack: Attack
    cost: Cost

    def __str__(self) -> str:
        met = self.cost.cpu <= CPU and self.cost.memory <= MEMORY and self.cost.status < 500
        return f"{self.cost.cpu:8.1f} ms {self.cost.memory:7.1f} MB  {self.cost.status}  {'' if met else 'NOT MET: '}{self.name}"


@contextmanager
def attacked(chance: random.Random, games: Path | None = None) -> Iterator[Target]:
    """A warmed server without limits of rate, and its tables."""
    with tempfile.TemporaryDirectory() as folder:
        app = served.hostile_app(Path(folder), games)
        served.warm(app)
        yield Target(app, chance)


def worst_of(target: Target, name: str, attack: Attack, times: int = TIMES) -> Found:
    """What it takes at least: measured again only where it comes near."""
    best = target.send(attack)
    for _ in range(times - 1):
        if best.score < 0.5 or best.status >= 500:
            break
        gc.collect()
        again = target.send(attack)
        best = Cost(min(best.cpu, again.cpu), min(best.memory, again.memory), max(best.status, again.status))
    return Found(name, attack, best)


def known(target: Target) -> Iterator[Found]:
    """What was found before."""
    for name, attack in findings(target):
        yield worst_of(target, name, attack)


def search(target: Target, requests: int, chance: random.Random, elite: dict[str, list[Found]]) -> Iterator[Found]:
    """Requests of all routes, the costly ones bred; `elite`: the costliest of each route, filled here."""
    attacker = Attacker(target, chance)
    for number in range(requests):
        if number < len(attacker.routes):
            attack = attacker.on(*attacker.routes[number])
        elif elite and chance.randrange(100) < BRED:
            route = chance.choices(list(elite), [kept[0].cost.score ** 0.5 + 0.01 for kept in elite.values()])[0]
            attack = attacker.child(chance.choice(elite[route]).attack)
        else:
            attack = attacker.random()
        found = Found(attack.told(), attack, target.send(attack))
        kept = elite.setdefault(attack.route, [])
        kept.append(found)
        kept.sort(key=lambda each: -each.cost.score)
        del kept[ELITE:]
        yield found


def main(arguments: list[str]) -> int:
    """Prints what was known, then the worst that was found; 1 where something is over."""
    requests = int(arguments[0]) if arguments else REQUESTS
    seed = int(arguments[1]) if len(arguments) > 1 else SEED
    chance = random.Random(seed)
    start = time.process_time()
    with attacked(chance) as target:
        print(f"warmed in {time.process_time() - start:.1f} s of CPU")
        told = sorted(known(target) if "search" not in arguments else (), key=lambda each: -each.cost.score)
        print(f"known: {len(told)} requests, {sum(' NOT MET' in str(each) for each in told)} over; the worst:")
        for found in told[:AGAIN]:
            print(found, flush=True)
        statuses: Counter[int] = Counter()
        elite: dict[str, list[Found]] = {}
        with suppress(KeyboardInterrupt):
            for found in search(target, requests, chance, elite):
                statuses[found.cost.status] += 1
        costly = sorted((found for kept in elite.values() for found in kept[:WORST]), key=lambda each: -each.cost.score)
        worst = [worst_of(target, each.name, each.attack) for each in costly[: 2 * AGAIN]]
        worst.sort(key=lambda each: -each.cost.score)
        print(
            f"search: {statuses.total()} requests with seed {seed}, {dict(sorted(statuses.items()))}; the worst, each at its least of {TIMES}:"
        )
        for found in worst[:AGAIN]:
            print(found, flush=True)
        over = [each for each in (*told, *worst) if "NOT MET" in str(each)]
        top = max((*told, *worst), key=lambda each: each.cost.cpu)
        most = max((*told, *worst), key=lambda each: each.cost.memory)
        print(
            f"over: {len(over)}; most CPU {top.cost.cpu:.0f} ms ({top.name[:60]}); most memory {most.cost.memory:.0f} MB ({most.name[:60]})"
        )
        print(f"{time.process_time() - start:.0f} s of CPU")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
