"""The printed tables of combat modifiers and special fire, against what the rules count."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier
from sandtable.games.fieldsoffire.rules.ground.cover import crowding
from sandtable.games.fieldsoffire.scenario.files import chart
from tests.games.fieldsoffire.board import board, card, firing, key, play, why

US = "1/1 PLT"
STATUS = {row["status"]: row["mod"] for row in chart("infantry_combat_modifiers")["defender_status"]}
SPECIAL = {row["vof"]: row for row in chart("special_vof")["rows"]}
MODIFIERS = {row["marker"]: row for row in chart("vof_modifiers")["rows"]}


def parts(unit: dict[str, Any] | None = None, **fields: Any) -> dict[str, int]:
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
    assert parts({"pinned": True}, markers=SHELLS) == {"vof_incoming": -4, "pinned": STATUS["Pinned"]}
    assert parts({"exposed": True}, markers=SHELLS) == {
        "vof_incoming": -4,
        "exposed": STATUS["Exposed"],
        "least": -4,
    }
    assert parts(cards={"R2C2": {"terrain": "rocks"}}, facts=facts, markers=SHELLS) == {
        "vof_incoming": -4,
        "terrain": 1,
        "burst": -1,
    }
    assert parts({"cover": 1}, covers=covers, markers=SHELLS) == {"vof_incoming": -4, "cover": 2}
    crowd = {"2/1 PLT": {"at": "R2C2", "cover": 1}}
    assert parts({"cover": 1}, covers=covers, units=crowd, markers=SHELLS)["crowding"] == -3
    strike = marked("airstrike", -7)
    assert "burst" not in parts(cards={"R2C2": {"terrain": "rocks"}}, facts=facts, markers=strike)


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
    found = parts(markers=marker, tracks={"turn": 1, "light": "moon3", "weather": "fog"}, scenario="normandy_1")
    assert ({"light", "weather"} & set(found) == set()) is blind
    if not blind:
        assert (found["light"], found["weather"]) == (3, 2)


@pytest.mark.rule("FFT-ncm-table")
def test_smoke_counts_by_the_best_marker_and_the_sum_is_clamped() -> None:
    germans = {"German Grenadier squad 4/Gp": {"at": "R2C3"}}
    smoke = {1: {"kind": "smoke", "at": "R2C2", "value": 1}, 2: {"kind": "smoke", "at": "R2C2", "value": 2}}
    assert parts(units=germans, markers=smoke)["smoke"] == 2
    heavy = parts({"exposed": True}, markers=marked("airstrike", -8))
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
        assert parts(markers=markers)[kind] == MODIFIERS[name]["mod"]
    aimed = {**SHELLS, **{n: {"kind": "concentrated", "at": "R2C2", "unit": US, "by": "2/1 PLT"} for n in (2, 3)}}
    state = {"fires": {"2/1 PLT": {"at": "R2C2"}}, "units": {"2/1 PLT": "R2C3"}}
    assert parts(markers=aimed, **state)["concentrated"] == 2 * MODIFIERS["Concentrated Fire"]["mod"]


@pytest.mark.rule("FF-5.3.4.a")
def test_roomy_works_spare_the_crowd_except_from_grenades_thrown_in() -> None:
    covers = {1: {"at": "R2C2", "kind": "cave", "value": 3, "capacity": 8}}
    units = {name: {"at": "R2C2", "cover": 1} for name in (US, "2/1 PLT")}
    for briefing, shells, grenades in (({}, -3, -3), ({"roomy_works": True}, 0, -3)):
        state = board(units, covers=covers, facts={"mission": {"setup": briefing}})
        assert (crowding(state, 1, close=False), crowding(state, 1, close=True)) == (shells, grenades)
    facts = {"mission": {"setup": {"roomy_works": True}}}
    enemy = {"German Grenadier squad 1/Gp": {"at": "R2C2", "held": True}, "2/1 PLT": {"at": "R2C2", "cover": 1}}
    thrown = {1: {"kind": "grenade", "at": "R2C2", "cover": 1, "value": -4, "by": "German Grenadier squad 1/Gp"}}
    assert parts({"cover": 1}, covers=covers, units=enemy, markers=thrown, facts=facts)["crowding"] == -3
    away = {**enemy, "German Grenadier squad 1/Gp": {"at": "R2C3", "held": True}}
    assert "crowding" not in parts({"cover": 1}, covers=covers, units=away, markers=thrown, facts=facts)


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
