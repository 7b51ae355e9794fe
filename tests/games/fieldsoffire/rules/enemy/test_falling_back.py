"""Falling back: the way, the card, the cover, and off the map."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.falling_back import (
    choices,
    fall_back,
    leaves,
    open_ways,
    safety,
    why_not_fall_back,
)
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, card, drafted, key

SQUAD, LMG, HMG = "German Grenadier squad 4/Gp", "German LMG team 1", "German HMG team 1"
US = "1/1 PLT"
DARK = dict.fromkeys(("n", "ne", "e", "se", "s", "sw", "w", "nw"), "dark")
FACTS = {
    "map": {"rows": 4, "columns": 5},
    "terrain": {
        "wood": {"cc": 3, "edges": DARK},
        "brush": {"cc": 1, "edges": {}},
        "cliff": {"cc": 0, "edges": dict.fromkeys(DARK, "black")},
    },
}


AIMED = {"kind": "grenade", "at": "R3C2", "cover": 2, "value": -4, "by": US}


def at(units: dict[str, Any], **rest: Any) -> FieldsState:
    return board(units, facts={**FACTS, **rest.pop("facts", {})}, **rest)


def cards_of(state: FieldsState, found: tuple[int, ...]) -> set[str]:
    return {label(state.scenario, "place", one) for one in found}


def ways_of(state: FieldsState, name: str = SQUAD) -> set[str]:
    return cards_of(state, open_ways(state, key(state, name)))


def choices_of(state: FieldsState, name: str = SQUAD) -> set[str]:
    return cards_of(state, choices(state, key(state, name)))


@pytest.mark.rule("FF-8.6.3.4", "FF-8.6.3")
def test_the_way_back_is_away_from_the_player_and_sideways_only_where_that_is_barred() -> None:
    assert ways_of(at({SQUAD: "R2C2", US: {"at": "R1C2", "held": True}})) == {"R3C1", "R3C2", "R3C3"}
    barred = {name: {"terrain": "cliff"} for name in ("R3C1", "R3C2", "R3C3")}
    assert ways_of(at({SQUAD: "R2C2", US: {"at": "R1C2", "held": True}}, cards=barred)) == {"R2C1", "R2C3"}
    shut = {**barred, "R2C2": {"terrain": "cliff"}}
    state = at({SQUAD: "R2C2", US: {"at": "R1C2", "held": True}}, cards=shut)
    assert ways_of(state) == choices_of(state) == set()
    no = why_not_fall_back(state, key(state, SQUAD))
    assert no is not None
    assert (no.rule, no.key) == ("FF-8.6.3", "refuse.no_way_back")


@pytest.mark.rule("FF-8.6.3.4")
def test_without_a_side_of_his_own_the_enemy_goes_away_from_the_nearest_opponent() -> None:
    anywhere = {"facts": {"mission": {"setup": {"direction": "any_direction"}}}}
    state = at({SQUAD: "R3C3", US: {"at": "R3C2", "held": True}}, **anywhere)
    assert ways_of(state) == {"R2C4", "R3C4", "R4C4"}
    barred = {name: {"terrain": "cliff"} for name in ("R2C4", "R3C4", "R4C4")}
    state = at({SQUAD: "R3C3", US: {"at": "R3C2", "held": True}}, cards=barred, **anywhere)
    assert ways_of(state) == {"R2C2", "R2C3", "R4C2", "R4C3"}
    edge = at({SQUAD: "R1C3", US: {"at": "R2C3", "held": True}}, **anywhere)
    assert leaves(edge, key(edge, SQUAD))
    inside = at({SQUAD: "R2C3", US: {"at": "R1C3", "held": True}}, **anywhere)
    assert not leaves(inside, key(inside, SQUAD))


@pytest.mark.rule("FF-8.6.3.1", "FF-8.4.5.b")
def test_on_his_own_edge_or_beyond_the_boundaries_he_is_gone() -> None:
    state = at({SQUAD: "R4C2", US: {"at": "R1C2", "held": True}}, assets={90: {"kind": "rpg_b40", "holder": SQUAD}})
    d = drafted(state)
    fall_back(d, key(state, SQUAD))
    assert key(state, SQUAD) not in d.now.units
    assert d.now.assets == {}
    assert set(d.now.cards) == set(state.cards)
    assert [(entry.key, entry.rule) for entry in d.entries] == [("log.left_map", "FF-8.6.3.1")]
    outside = at(
        {SQUAD: "R2C0", US: {"at": "R1C2", "held": True}}, cards={"R2C0": {"kind": "outside", "terrain": "wood"}}
    )
    assert leaves(outside, key(outside, SQUAD))
    assert not leaves(at({SQUAD: "R3C2"}), key(state, SQUAD))


@pytest.mark.rule("FF-8.6.3.2", "FF-8.6.3")
def test_a_card_that_no_opponent_sees_comes_before_good_cover() -> None:
    """Behind a wood nobody sees R4C2; the bunker ground of R4C1 is in sight along the diagonal."""
    ground = {"R3C2": {"terrain": "wood"}, "R4C3": {"terrain": "wood"}, "R4C4": {"terrain": "wood"}}
    state = at({SQUAD: "R3C3", US: {"at": "R1C2", "held": True}, "2/1 PLT": {"at": "R2C4", "held": True}}, cards=ground)
    assert choices_of(state) == {"R4C3"}
    watched = at({SQUAD: "R2C2", US: {"at": "R1C2", "held": True}})
    assert choices_of(watched) == {"R3C1", "R3C3"}


@pytest.mark.rule("FF-8.6.3.3", "FF-8.6.3")
def test_in_sight_everywhere_he_takes_the_card_with_the_best_cover_even_beside_opponents() -> None:
    eyes = {
        US: {"at": "R2C1", "held": True},
        "2/1 PLT": {"at": "R2C2", "held": True},
        "3/1 PLT": {"at": "R2C3", "held": True},
    }
    state = at({SQUAD: "R2C2", **eyes}, cards={"R3C1": {"terrain": "brush"}, "R3C3": {"terrain": "wood"}})
    assert choices_of(state) == {"R3C3"}
    assert [safety(state, key(state, SQUAD), card(state, name)) for name in ("R3C1", "R3C2", "R3C3")] == [1, 0, 3]
    dug = at(
        {SQUAD: "R2C2", **eyes, "1/2 PLT": {"at": "R3C1", "held": True}},
        cards={"R3C1": {"terrain": "brush"}, "R3C3": {"terrain": "wood"}},
        covers={1: {"at": "R3C1", "kind": "bunker", "value": 4}},
    )
    assert choices_of(dug) == {"R3C1"}
    full = at(
        {SQUAD: "R2C2", **eyes},
        cards={"R3C3": {"terrain": "brush"}},
        covers={1: {"at": "R3C1", "kind": "pillbox", "value": 4, "capacity": 2}},
    )
    assert choices_of(full) == {"R3C3"}


@pytest.mark.rule("FF-8.6.3.3")
def test_the_better_of_two_values_counts_only_where_somebody_looks_across_a_dark_border() -> None:
    bank = {"terrain": {"bank": {"cc": 3, "cc_low": 1, "edges": DARK}}}
    ground = {"R3C3": {"terrain": "bank"}}
    inside = at({SQUAD: "R2C2", US: {"at": "R3C3", "held": True}}, facts=bank, cards=ground)
    assert safety(inside, key(inside, SQUAD), card(inside, "R3C3")) == 1
    for where in ("R4C3", "R2C3", "R3C4"):
        outside = at({SQUAD: "R2C2", US: {"at": where, "held": True}}, facts=bank, cards=ground)
        assert safety(outside, key(outside, SQUAD), card(outside, "R3C3")) == 3


@pytest.mark.rule("FF-8.6.3", "FF-8.6.1.C", "FF-8.6.1.E", "FF-8.6.1.E.a")
def test_he_moves_exposed_into_the_cover_that_protects_best() -> None:
    eyes = {US: {"at": "R2C1", "held": True}, "2/1 PLT": {"at": "R2C3", "held": True}}
    covers = {
        1: {"at": "R3C2", "kind": "foxholes", "value": 1},
        2: {"at": "R3C2", "kind": "trench", "value": 2},
        3: {"at": "R3C2", "kind": "bunker", "value": 4, "capacity": 2},
    }
    state = at({SQUAD: {"at": "R2C2", "held": True}, **eyes}, covers=covers)
    d = drafted(state)
    fall_back(d, key(state, SQUAD))
    unit = d.now.units[key(state, SQUAD)]
    assert (label(d.now.scenario, "place", unit.at), unit.cover, unit.exposed) == ("R3C2", 2, True)


@pytest.mark.rule("FF-8.6.1.E.a")
@pytest.mark.parametrize(
    ("steps", "beside", "markers", "taken"),
    [
        (3, {}, {}, 2),
        (3, {LMG: {"at": "R3C2", "cover": 2, "held": True}}, {}, 1),
        (2, {LMG: {"at": "R3C2", "cover": 2, "held": True}}, {}, 2),
        (2, {LMG: {"at": "R3C2", "cover": 2, "held": True}}, {1: AIMED}, 1),
        (2, {LMG: {"at": "R3C2", "cover": 2, "held": True}}, {1: {**AIMED, "cover": 0, "unit": LMG}}, 2),
    ],
)
def test_crowding_and_aimed_fire_spoil_a_cover(
    steps: int, beside: dict[str, Any], markers: dict[int, Any], taken: int
) -> None:
    covers = {1: {"at": "R3C2", "kind": "foxholes", "value": 1}, 2: {"at": "R3C2", "kind": "trench", "value": 2}}
    eyes = {US: {"at": "R2C1", "held": True}, "2/1 PLT": {"at": "R2C3", "held": True}}
    units = {SQUAD: {"at": "R2C2", "held": True, "steps": steps}, **eyes, **beside}
    state = at(units, covers=covers, markers=markers)
    d = drafted(state)
    fall_back(d, key(state, SQUAD))
    assert d.now.units[key(state, SQUAD)].cover == taken


@pytest.mark.rule("FF-8.6.3", "FF-8.6.1.C")
def test_who_may_not_move_does_not_fall_back() -> None:
    exposed = at({SQUAD: {"at": "R2C2", "exposed": True}, US: {"at": "R1C2", "held": True}})
    no = why_not_fall_back(exposed, key(exposed, SQUAD))
    assert no is not None
    assert no.rule == "FF-5.1.2.d"
    pinned = at({SQUAD: {"at": "R2C2", "pinned": True}, US: {"at": "R1C2", "held": True}})
    assert why_not_fall_back(pinned, key(pinned, SQUAD)) is None
    edge = at({"German 88mm 1": "R4C2", US: {"at": "R1C2", "held": True}})
    assert why_not_fall_back(edge, key(edge, "German 88mm 1")) is not None


@pytest.mark.rule("FF-8.11")
def test_ammunition_that_cannot_be_carried_stays_and_shaken_men_leave_their_equipment() -> None:
    state = at({HMG: {"at": "R2C2", "ammo": 8}, US: {"at": "R1C2", "held": True}})
    d = drafted(state, deck=[1])
    fall_back(d, key(state, HMG))
    assert d.now.units[key(state, HMG)].ammo == 6
    light = at({HMG: {"at": "R2C2", "ammo": 5}, US: {"at": "R1C2", "held": True}})
    d = drafted(light, deck=[1])
    fall_back(d, key(light, HMG))
    assert d.now.units[key(light, HMG)].ammo == 5
    assert not any(entry.key == "log.ammo_left" for entry in d.entries)
    for pinned, holder in ((True, 0), (False, key(state, HMG))):
        armed = at(
            {HMG: {"at": "R2C2", "pinned": pinned}, US: {"at": "R1C2", "held": True}},
            assets={90: {"kind": "rpg_b40", "holder": HMG}},
        )
        d = drafted(armed, deck=[1])
        fall_back(d, key(armed, HMG))
        assert d.now.assets[90].holder == holder
