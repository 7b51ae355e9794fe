"""The net combat modifier and its parts."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import Reading, net_combat_modifier
from tests.games.fieldsoffire.board import board, key

LMG = "German LMG team 1"
HIDDEN = {"at": "R3C2", "unspotted": True}


def reading(state: FieldsState, name: str = "1/1 PLT") -> Reading:
    found = net_combat_modifier(state, key(state, name))
    assert found is not None
    return found


def parts(state: FieldsState, name: str = "1/1 PLT") -> dict[str, int]:
    return {one.key.removeprefix("modifier."): one.amount for one in reading(state, name).parts.parts}


def under(
    *, markers: dict[int, Any] | None = None, unit: dict[str, Any] | None = None, lmg: bool = True, **rest: Any
) -> FieldsState:
    """A squad on R2C2 under the fire of a machine gun, or under markers alone."""
    units: dict[str, Any] = {"1/1 PLT": {"at": "R2C2", **(unit or {})}}
    if lmg:
        units[LMG] = HIDDEN
    return board(units, markers=markers or {}, **rest)


@pytest.mark.rule("FF-6.4.a", "FF-6.4.f")
def test_nobody_under_no_fire_has_a_modifier() -> None:
    state = board({"1/1 PLT": "R2C2"})
    assert net_combat_modifier(state, key(state, "1/1 PLT")) is None
    assert parts(under()) == {"vof_a": -1, "terrain": 0}


@pytest.mark.rule("FF-6.4.d", "FF-6.4.e", "FF-4.2.5.pinned.ncm")
def test_pinned_gives_one_and_exposed_takes_two() -> None:
    assert parts(under(unit={"pinned": True, "exposed": True})) == {
        "vof_a": -1,
        "pinned": 1,
        "exposed": -2,
        "terrain": 0,
    }


@pytest.mark.rule("FF-6.4.g", "FF-7.10.3.a", "FF-7.11.4.a")
def test_cover_counts_unless_a_critical_attack_lies_on_it() -> None:
    covers = {1: {"at": "R2C2", "kind": "strong_building", "value": 3}}
    assert parts(under(unit={"cover": 1}, covers=covers))["cover"] == 3
    critical = {1: {"kind": "concentrated", "at": "R2C2", "cover": 1, "critical": True, "by": LMG}}
    stripped = parts(under(unit={"cover": 1}, covers=covers, markers=critical))
    assert "cover" not in stripped
    assert stripped["concentrated"] == -1


@pytest.mark.rule("FF-6.4.h", "FF-5.3.c")
@pytest.mark.parametrize(
    ("kind", "counts"), [("incoming", True), ("airstrike", True), ("grenade", True), (None, False)]
)
def test_crowding_counts_against_bursts_only(kind: str | None, counts: bool) -> None:
    markers = {1: {"kind": kind, "at": "R2C2", "cover": 1, "value": -4}} if kind else {}
    state = board(
        {"1/1 PLT": {"at": "R2C2", "cover": 1}, "2/1 PLT": {"at": "R2C2", "cover": 1}, LMG: HIDDEN},
        covers={1: {"at": "R2C2"}},
        markers=markers,
    )
    assert (parts(state).get("crowding") == -3) is counts


@pytest.mark.rule("FF-6.4.i", "FF-7.3.2.c3", "FF-5.2.3.c")
def test_the_burst_icon_counts_against_incoming_and_indirect_mortars_only() -> None:
    woods = {"R2C2": {"terrain": "N20"}}
    for kind, found in (("incoming", -1), ("indirect", -1), ("airstrike", None)):
        state = under(lmg=False, markers={1: {"kind": kind, "at": "R2C2", "value": -4}}, cards=woods)
        assert parts(state).get("burst") == found
    assert "burst" not in parts(under(cards={**woods, "R3C2": {"terrain": "N20"}}))


@pytest.mark.rule("FF-6.4.m", "FF-6.4.k", "FF-9.0.a", "FF-9.0.c", "FF-7.10.2.b")
@pytest.mark.parametrize("kind", ["incoming", "airstrike", "grenade", "mines", "claymore", "booby_trap"])
def test_light_and_weather_count_for_fire_that_is_aimed_by_eye(kind: str) -> None:
    dark = {"turn": 1, "light": "moon3", "weather": "rain"}
    aimed = parts(under(tracks=dark))
    assert (aimed["light"], aimed["weather"]) == (3, 2)
    blind = parts(
        under(lmg=False, tracks=dark, markers={1: {"kind": kind, "at": "R2C2", "unit": "1/1 PLT", "value": -4}})
    )
    assert "light" not in blind
    assert "weather" not in blind


@pytest.mark.rule("FF-6.4.l", "FF-5.4.a", "FF-5.4.b")
def test_the_best_smoke_counts_except_against_bursts_and_mines() -> None:
    smoke = {1: {"kind": "smoke", "at": "R2C2", "value": 1}, 2: {"kind": "burning_wreck", "at": "R2C2", "value": 2}}
    assert parts(under(markers=smoke))["smoke"] == 2
    for kind in ("incoming", "airstrike", "grenade", "mines"):
        markers = {**smoke, 3: {"kind": kind, "at": "R2C2", "unit": "1/1 PLT", "value": -9}}
        assert "smoke" not in parts(under(markers=markers))


@pytest.mark.rule("FF-6.4.j", "FF-9.2.c", "FF-9.2.b")
def test_illumination_takes_the_light_down_to_nothing_and_never_below() -> None:
    flare = {1: {"kind": "illumination", "at": "R2C2", "form": "artillery"}}
    assert parts(under(tracks={"turn": 1, "light": "moon4"}, markers=flare))["light"] == 1
    assert "light" not in parts(under(tracks={"turn": 1, "light": "moon2"}, markers=flare))
    beside = {1: {"kind": "illumination", "at": "R2C1", "form": "artillery"}}
    assert parts(under(tracks={"turn": 1, "light": "moon4"}, markers=beside))["light"] == 3


@pytest.mark.rule("FF-6.2.4.a", "FF-6.2.4.e")
def test_concentrated_fire_adds_up_on_its_target_only() -> None:
    markers = {n: {"kind": "concentrated", "at": "R2C2", "unit": "1/1 PLT", "by": LMG} for n in (1, 2)}
    state = board({"1/1 PLT": "R2C2", "2/1 PLT": "R2C2", LMG: HIDDEN}, markers=markers)
    assert parts(state)["concentrated"] == -2
    assert "concentrated" not in parts(state, "2/1 PLT")


@pytest.mark.rule("FF-6.2.4.c", "FF-6.2.4.d", "FF-6.2.4.f")
def test_misses_modify_other_fire_once_and_are_fire_where_there_is_none() -> None:
    both = {
        1: {"kind": "grenade_miss", "at": "R2C2"},
        2: {"kind": "demolition_miss", "at": "R2C2"},
        3: {"kind": "grenade_miss", "at": "R2C2"},
    }
    found = parts(under(markers=both))
    assert (found["grenade_miss"], found["demolition_miss"]) == (-1, -2)
    alone = reading(under(lmg=False, markers={1: {"kind": "grenade_miss", "at": "R2C2"}}))
    assert (alone.volume.kind, alone.total) == ("grenade_miss", -1)
    charge = reading(under(lmg=False, markers={1: {"kind": "demolition_miss", "at": "R2C2"}}))
    assert (charge.volume.kind, charge.total) == ("demolition_miss", -2)


@pytest.mark.rule("FF-7.10.2", "FF-7.10.2.a")
def test_grenades_on_one_target_add_up_before_they_are_compared() -> None:
    markers = {n: {"kind": "grenade", "at": "R2C2", "unit": "1/1 PLT", "value": -3} for n in (1, 2)}
    found = reading(under(markers=markers, cards={"R2C2": {"terrain": "N40"}}))
    assert (found.volume.kind, found.volume.value, found.total) == ("grenade", -6, -3)


@pytest.mark.rule("FF-6.2.3.sniper", "FF-7.15.f", "FF-7.15.a")
def test_a_snipers_shot_competes_for_its_target_and_leaves_the_others_alone() -> None:
    state = board(
        {"1/1 PLT": "R2C2", "2/1 PLT": "R2C2", "German Sniper 1": HIDDEN},
        markers={1: {"kind": "sniper", "at": "R2C2", "unit": "1/1 PLT", "value": -3, "by": "German Sniper 1"}},
    )
    assert (reading(state).volume.kind, reading(state).total) == ("sniper", -3)
    assert (reading(state, "2/1 PLT").volume.kind, reading(state, "2/1 PLT").total) == ("S", 0)


@pytest.mark.rule("FF-6.4.b", "FF-9.0.b")
def test_fires_are_compared_after_what_applies_to_each() -> None:
    markers = {1: {"kind": "grenade", "at": "R2C2", "unit": "1/1 PLT", "value": -3}}
    gun = {"German 88mm 1": HIDDEN}
    night = board({"1/1 PLT": "R2C2", **gun}, markers=markers, tracks={"turn": 1, "light": "moon2"})
    assert reading(night).volume.kind == "grenade"
    crowd = board(
        {"1/1 PLT": {"at": "R2C2", "cover": 1}, "2/1 PLT": {"at": "R2C2", "cover": 1}, **gun},
        markers={1: {"kind": "incoming", "at": "R2C2", "value": -3}},
        covers={1: {"at": "R2C2"}},
    )
    assert reading(crowd).volume.kind == "incoming"


@pytest.mark.rule("FF-6.4.c")
def test_the_modifier_is_never_below_minus_four_nor_above_six() -> None:
    low = reading(
        under(lmg=False, markers={1: {"kind": "airstrike", "at": "R2C2", "value": -8}}, unit={"exposed": True})
    )
    assert low.total == -4
    covers = {1: {"at": "R2C2", "kind": "pillbox", "value": 4, "capacity": 4}}
    high = reading(under(unit={"cover": 1, "pinned": True}, covers=covers, cards={"R2C2": {"terrain": "N40"}}))
    assert high.total == 6
    assert high.parts.parts[-1].rule == "FF-6.4.c"


@pytest.mark.rule("FF-6.2.1.b", "FF-6.2.1.d")
def test_point_blank_fire_counts_for_the_other_side_only() -> None:
    state = board({"1/1 PLT": "R2C2", LMG: "R2C2"})
    assert reading(state).volume.kind == "A"
    assert reading(state, LMG).volume.kind == "S"


@pytest.mark.rule("FF-7.2.4.b2")
def test_a_final_protective_line_ignores_the_night() -> None:
    state = board(
        {".50 cal HMG": {"at": "R1C1", "protective": 1, "protecting": True}, "German Litter Team 1": "R2C2"},
        scenario="normandy_1",
        tracks={"turn": 1, "light": "moon4"},
    )
    assert parts(state, "German Litter Team 1") == {"vof_protective": -3, "terrain": 0}
