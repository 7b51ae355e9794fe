"""The net combat modifier and its parts."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import Reading, net_combat_modifier
from sandtable.games.fieldsoffire.rules.ground.cover import crowding
from sandtable.games.fieldsoffire.scenario.files import chart
from tests.games.fieldsoffire.board import board, card, firing, key, play, why

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


US = "1/1 PLT"
STATUS = {row["status"]: row["mod"] for row in chart("infantry_combat_modifiers")["defender_status"]}
SPECIAL = {row["vof"]: row for row in chart("special_vof")["rows"]}
MODIFIERS = {row["marker"]: row for row in chart("vof_modifiers")["rows"]}


def counted(unit: dict[str, Any] | None = None, **fields: Any) -> dict[str, int]:
    """What is counted for a squad on R2C2, without zeroes."""
    units = {US: {"at": "R2C2", **(unit or {})}, **fields.pop("units", {})}
    state = board(units, **fields)
    reading = net_combat_modifier(state, key(state, US))
    assert reading is not None
    found = {one.key.removeprefix("modifier."): one.amount for one in reading.parts.parts}
    return {name: amount for name, amount in found.items() if amount}


def marked(kind: str, value: int = 0, **row: Any) -> dict[int, dict[str, Any]]:
    return {1: {"kind": kind, "at": "R2C2", "value": value, **row}}


SHELLS = marked("incoming", -4)


@pytest.mark.rule("FFT-ncm-table")
def test_what_the_defender_and_his_ground_count() -> None:
    facts = {"terrain": {"rocks": {"cc": 3, "cc_low": 1, "burst": -1}}}
    covers = {1: {"at": "R2C2", "value": 2}}
    assert counted({"pinned": True}, markers=SHELLS) == {"vof_incoming": -4, "pinned": STATUS["Pinned"]}
    assert counted({"exposed": True}, markers=SHELLS) == {
        "vof_incoming": -4,
        "exposed": STATUS["Exposed"],
        "least": -4,
    }
    assert counted(cards={"R2C2": {"terrain": "rocks"}}, facts=facts, markers=SHELLS) == {
        "vof_incoming": -4,
        "terrain": 1,
        "burst": -1,
    }
    assert counted({"cover": 1}, covers=covers, markers=SHELLS) == {"vof_incoming": -4, "cover": 2}
    crowd = {"2/1 PLT": {"at": "R2C2", "cover": 1}}
    assert counted({"cover": 1}, covers=covers, units=crowd, markers=SHELLS)["crowding"] == -3
    strike = marked("airstrike", -7)
    assert "burst" not in counted(cards={"R2C2": {"terrain": "rocks"}}, facts=facts, markers=strike)


@pytest.mark.rule("FFT-ncm-table")
@pytest.mark.parametrize(
    ("marker", "blind"),
    [
        (marked("incoming", -4), True),
        (marked("airstrike", -7), True),
        (marked("grenade", -4, unit=US), True),
        (marked("mines", -4, unit=US), True),
        (marked("claymore", -4, unit=US), True),
        (marked("booby_trap", -4, unit=US), True),
        (marked("indirect", by="60mm Mtr Sec"), False),
        (marked("sniper", -3, unit=US), False),
    ],
)
def test_light_and_weather_count_against_fire_that_is_aimed_by_eye(marker: dict[int, Any], blind: bool) -> None:
    found = counted(markers=marker, tracks={"turn": 1, "light": "moon3", "weather": "fog"}, scenario="normandy_1")
    assert ({"light", "weather"} & set(found) == set()) is blind
    if not blind:
        assert (found["light"], found["weather"]) == (3, 2)


@pytest.mark.rule("FFT-ncm-table")
def test_smoke_counts_by_the_best_marker_and_the_sum_is_clamped() -> None:
    germans = {"German Grenadier squad 4/Gp": {"at": "R2C3"}}
    smoke = {1: {"kind": "smoke", "at": "R2C2", "value": 1}, 2: {"kind": "smoke", "at": "R2C2", "value": 2}}
    assert counted(units=germans, markers=smoke)["smoke"] == 2
    heavy = counted({"exposed": True}, markers=marked("airstrike", -8))
    assert heavy["least"] == -4


@pytest.mark.rule("FF-6.3.6")
def test_special_fire_has_the_values_and_areas_of_its_table() -> None:
    figures = board({}).board.markers
    for name, marker in (("Mines", "vof.mines"), ("S! sniper", "vof.sniper"), ("Booby trap", "vof.booby_trap")):
        assert figures[marker]["ncm"] == SPECIAL[name]["value"]
    assert figures["asset.claymore"]["ncm"] == SPECIAL["Claymore"]["value"]
    others = {"2/1 PLT": "R2C2"}
    for kind in ("mines", "sniper", "claymore", "booby_trap", "grenade"):
        state = board({US: "R2C2", **others}, markers=marked(kind, -4, unit=US))
        assert net_combat_modifier(state, key(state, US)) is not None
        assert net_combat_modifier(state, key(state, "2/1 PLT")) is None
        assert firing(state) == {}
    for kind in ("incoming", "airstrike"):
        state = board({US: "R2C2", **others}, markers=marked(kind, -4))
        assert net_combat_modifier(state, key(state, "2/1 PLT")) is not None


@pytest.mark.rule("FF-6.3.6")
def test_modifiers_of_fire_have_the_values_of_their_table() -> None:
    for name, kind in (("Grenade Miss", "grenade_miss"), ("Demo Miss", "demolition_miss")):
        markers = {**SHELLS, 2: {"kind": kind, "at": "R2C2"}, 3: {"kind": kind, "at": "R2C2"}}
        assert counted(markers=markers)[kind] == MODIFIERS[name]["mod"]
    aimed = {**SHELLS, **{n: {"kind": "concentrated", "at": "R2C2", "unit": US, "by": "2/1 PLT"} for n in (2, 3)}}
    state = {"fires": {"2/1 PLT": {"at": "R2C2"}}, "units": {"2/1 PLT": "R2C3"}}
    assert counted(markers=aimed, **state)["concentrated"] == 2 * MODIFIERS["Concentrated Fire"]["mod"]


@pytest.mark.rule("FF-5.3.4.a")
def test_roomy_works_spare_the_crowd_except_from_grenades_thrown_in() -> None:
    covers = {1: {"at": "R2C2", "kind": "cave", "value": 3, "capacity": 8}}
    units = {name: {"at": "R2C2", "cover": 1} for name in (US, "2/1 PLT")}
    for briefing, shells, grenades in (({}, -3, -3), ({"roomy_works": True}, 0, -3)):
        state = board(units, covers=covers, facts={"mission": {"setup": briefing}})
        assert (crowding(state, 1, "friendly", close=False), crowding(state, 1, "friendly", close=True)) == (
            shells,
            grenades,
        )
    facts = {"mission": {"setup": {"roomy_works": True}}}
    enemy = {"German Grenadier squad 1/Gp": {"at": "R2C2", "held": True}, "2/1 PLT": {"at": "R2C2", "cover": 1}}
    thrown = {1: {"kind": "grenade", "at": "R2C2", "cover": 1, "value": -4, "by": "German Grenadier squad 1/Gp"}}
    assert counted({"cover": 1}, covers=covers, units=enemy, markers=thrown, facts=facts)["crowding"] == -3
    away = {**enemy, "German Grenadier squad 1/Gp": {"at": "R2C3", "held": True}}
    assert "crowding" not in counted({"cover": 1}, covers=covers, units=away, markers=thrown, facts=facts)


@pytest.mark.rule("FF-5.3.4.b")
def test_men_in_a_cave_fire_only_the_way_it_faces() -> None:
    covers = {1: {"at": "R2C2", "kind": "cave", "value": 3, "facing": 0}}
    german = {"German Grenadier squad 1/Gp": {"at": "R2C2", "cover": 1}}
    ahead = board({**german, US: "R3C2"}, covers=covers)
    assert firing(ahead)["German Grenadier squad 1/Gp"] == "R3C2"
    aside = board({**german, US: "R2C3"}, covers=covers)
    assert "German Grenadier squad 1/Gp" not in firing(aside)


@pytest.mark.rule("FF-5.1.5.c")
def test_a_runner_may_crowd_a_full_card_and_nobody_else_comes_after_him() -> None:
    full = {f"{squad}/{platoon} PLT": "R2C2" for platoon in (1, 2) for squad in (1, 2, 3)}
    squads = dict(list(full.items())[:5])
    units = {
        **squads,
        "1 PLT HQ": "R2C2",
        "CO HQ": "R1C1",
        "1/Runner": {"box": "with_hq", "steps": 1},
        "3/2 PLT": "R2C1",
    }
    state = board(units, hq="CO HQ", commands={"1 PLT HQ": {}})
    after = play(state, {"send_runner": "1/Runner", "hq": "1 PLT HQ"}).state
    assert after.units[key(state, "1/Runner")].at == card(state, "R2C2")
    general = board({**units, "1/Runner": "R2C2"})
    assert why(general, {"move": "3/2 PLT", "to": "R2C2"}).rule == "FF-5.1.5.a1"


@pytest.mark.rule("FF-6.4.c")
@pytest.mark.parametrize(
    ("value", "total", "bound"), [(-5, -4, "least"), (-4, -4, ""), (1, 1, ""), (6, 6, ""), (7, 6, "most")]
)
def test_only_what_is_beyond_the_ends_is_held_there(value: int, total: int, bound: str) -> None:
    state = under(markers={1: {"kind": "incoming", "at": "R2C2", "value": value}}, lmg=False)
    assert reading(state).total == total
    assert [name for name in parts(state) if name in ("least", "most")] == ([bound] if bound else [])


@pytest.mark.rule("FF-6.4.h")
def test_three_steps_under_a_cover_do_not_crowd() -> None:
    rest = {
        "covers": {1: {"at": "R2C2"}},
        "markers": {1: {"kind": "incoming", "at": "R2C2", "value": -3}},
        "lmg": False,
    }
    assert "crowding" not in parts(under(unit={"cover": 1}, **rest))
