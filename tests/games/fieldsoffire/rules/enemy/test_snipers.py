"""Enemy snipers withdraw when they are spotted."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.enemy import checks
from sandtable.kernel import Draft
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, card, drafted, key

SNIPER, US, HQ = "German Sniper 1", "1/1 PLT", "1 PLT HQ"
DARK = dict.fromkeys(("n", "ne", "e", "se", "s", "sw", "w", "nw"), "dark")
FACTS = {"map": {"rows": 4, "columns": 5}, "terrain": {"wood": {"cc": 3, "edges": DARK}}}


def checked(units: dict[str, Any], deck: list[int] | None = None, **rest: Any) -> Draft[FieldsState]:
    state = board(units, facts=FACTS, **rest)
    d = drafted(state, deck or [])
    checks.check(d, key(state, SNIPER))
    return d


def told(d: Draft[FieldsState]) -> tuple[str, str]:
    entry = next(entry for entry in d.entries if entry.key == "log.enemy_acts")
    return entry.rule, str(entry.params["action"])


@pytest.mark.rule("FF-8.8", "FF-8.8.d")
def test_unspotted_he_stays_with_or_without_a_target() -> None:
    for us in ("R1C2", "R1C1"):
        d = checked({SNIPER: {"at": "R3C2", "unspotted": True}, US: {"at": us, "held": True}})
        assert told(d) == ("FF-8.8.d", "none")
        assert d.now.units[key(d.now, SNIPER)].at == card(d.now, "R3C2")


@pytest.mark.rule("FF-8.8", "FF-8.8.b")
def test_spotted_he_falls_back_exposed_and_hides_where_nobody_sees_him() -> None:
    eyes = {US: {"at": "R1C2", "held": True}}
    d = checked({SNIPER: "R2C2", **eyes}, [1])
    unit = d.now.units[key(d.now, SNIPER)]
    assert told(d) == ("FF-8.8.b", "withdraw")
    assert (label(d.now.scenario, "place", unit.at) in ("R3C1", "R3C3"), unit.exposed, unit.unspotted) == (
        True,
        True,
        True,
    )
    seen = {name: {"at": at, "held": True} for name, at in ((US, "R2C1"), (HQ, "R2C3"))}
    d = checked({SNIPER: "R2C2", **seen}, [1])
    unit = d.now.units[key(d.now, SNIPER)]
    assert (unit.exposed, unit.unspotted) == (True, False)
    edge = checked({SNIPER: "R4C2", **eyes})
    assert key(edge.now, SNIPER) not in edge.now.units
    out_of_sight = checked({SNIPER: "R3C2", US: {"at": "R1C1", "held": True}})
    assert told(out_of_sight) == ("FF-8.8.b", "hide")
    assert out_of_sight.now.units[key(out_of_sight.now, SNIPER)].unspotted
    stuck = checked({SNIPER: {"at": "R2C2", "exposed": True}, **eyes})
    assert told(stuck) == ("FF-8.8.b", "none")


@pytest.mark.rule("FF-8.8.c")
@pytest.mark.parametrize(
    ("kind", "stays"),
    [
        ("foxholes", True),
        ("trench", True),
        ("bunker", True),
        ("pillbox", True),
        ("cave", True),
        ("deep_bunker", True),
        ("basic", False),
        ("light_building", False),
    ],
)
def test_in_fortifications_and_caves_he_stays(kind: str, stays: bool) -> None:
    units = {SNIPER: {"at": "R2C2", "cover": 1}, US: {"at": "R1C2", "held": True}}
    d = checked(units, [] if stays else [1], covers={1: {"at": "R2C2", "kind": kind, "value": 1}})
    assert told(d) == (("FF-8.8.c", "none") if stays else ("FF-8.8.b", "withdraw"))


@pytest.mark.rule("FF-8.8.c", "FF-8.8.a")
def test_after_a_move_he_chooses_a_target_anew_by_his_own_priority() -> None:
    """From the card behind him he sees a headquarters, which comes before the larger squad he fired at."""
    units = {
        SNIPER: "R3C3",
        US: {"at": "R1C3", "held": True},
        HQ: {"at": "R4C1", "held": True},
        "2/1 PLT": {"at": "R3C2", "held": True},
        "3/1 PLT": {"at": "R3C4", "held": True},
    }
    facts = {**FACTS, "map": {"rows": 5, "columns": 5}}
    covers = {1: {"at": "R4C3", "kind": "basic", "value": 1}}
    state = board(units, facts=facts, covers=covers, fires={SNIPER: {"at": "R1C3"}})
    d = drafted(state)
    checks.check(d, key(state, SNIPER))
    unit = d.now.units[key(state, SNIPER)]
    assert (label(d.now.scenario, "place", unit.at), unit.exposed) == ("R4C3", True)
    settle(d)
    assert d.now.fires[key(state, SNIPER)].at == card(d.now, "R4C1")
