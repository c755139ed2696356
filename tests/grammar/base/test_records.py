"""Records behave as frozen dataclasses with slots do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from grammar.base.late import late, late_record
from grammar.base.records import field, names_of, open_record, record, replace


@record
class Ship:
    """A ship."""

    name: str
    cargo: tuple[str, ...] = ()
    at: tuple[int, int] = field(default=(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return self.name


@open_record
class Log:
    """What happened."""

    lines: list[str] = field(default_factory=list)


@late_record
class Port:
    """A port."""

    name: str
    ships: tuple[Ship, ...] = ()


@record
class Sea:
    """Has nothing."""


def test_values_come_by_place_by_name_and_by_default() -> None:
    ship = Ship("Argo", at=(1, 2))
    assert (ship.name, ship.cargo, ship.at) == ("Argo", (), (1, 2))
    assert Ship(name="Argo", cargo=("oil",)) == Ship("Argo", ("oil",))
    assert Log().lines is not Log().lines
    assert str(ship) == "Argo" and repr(ship) == "Ship(name='Argo', cargo=())"


@pytest.mark.parametrize(
    ("args", "named"), [((), {}), (("a", (), (0, 0), 1), {}), (("a",), {"name": "b"}), (("a",), {"sail": 1})]
)
def test_wrong_values_are_refused(args: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Ship(*args, **named)


def test_places_do_not_count_when_records_are_compared() -> None:
    assert Ship("Argo", at=(1, 2)) == Ship("Argo", at=(3, 4))
    assert hash(Ship("Argo", at=(1, 2))) == hash(Ship("Argo", at=(3, 4)))
    assert Ship("Argo") != Ship("Bark") and Ship("Argo") != Port("Argo") and Sea() == Sea()
    assert len({Sea(), Sea()}) == 1


def test_frozen_records_do_not_change_and_others_have_no_hash() -> None:
    ship: Any = Ship("Argo")
    with pytest.raises(AttributeError):
        ship.name = "Bark"
    with pytest.raises(AttributeError):
        del ship.name
    with pytest.raises(AttributeError):
        ship.sail = 1
    log = Log()
    log.lines = ["a"]
    with pytest.raises(TypeError):
        hash(log)


def test_the_functions_of_dataclasses_know_them() -> None:
    ship = Ship("Argo", ("oil",), at=(1, 2))
    assert dataclasses.is_dataclass(Ship)
    assert [item.name for item in dataclasses.fields(ship)] == ["name", "cargo", "at"]
    assert [item.compare for item in dataclasses.fields(Ship)] == [True, True, False]
    assert dataclasses.replace(ship, name="Bark") == replace(ship, name="Bark") == Ship("Bark", ("oil",))
    assert replace(ship, name="Bark").at == (1, 2)
    assert dataclasses.asdict(Log(["a"])) == {"lines": ["a"]}
    assert names_of(ship) == ("name", "cargo", "at") and names_of(Ship) == names_of("a") == ()


def test_they_match_copy_and_pickle() -> None:
    ship = Ship("Argo", ("oil",), at=(1, 2))
    match ship:
        case Ship(name, cargo):
            assert (name, cargo) == ("Argo", ("oil",))
    for again in (copy.copy(ship), copy.deepcopy(ship), pickle.loads(pickle.dumps(ship))):
        assert again == ship and again.at == (1, 2)


def test_a_late_field_is_read_once_and_only_when_looked_at() -> None:
    read: list[str] = []

    def load(name: str) -> object:
        read.append(name)
        return (Ship("Argo"),)

    port = late(Port, load, name="Piraeus")
    assert port.name == "Piraeus" and read == []
    assert port.ships is port.ships and read == ["ships"]
    assert pickle.loads(pickle.dumps(port)) == port == Port("Piraeus", (Ship("Argo"),))
    with pytest.raises(AttributeError):
        port.sail  # type: ignore[attr-defined]  # noqa: B018
