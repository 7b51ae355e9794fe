"""Rule 23.4.1: attacks."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState, Mission, Run
from sandtable.games.nextwar.rules.air_defences.guns import run
from sandtable.games.nextwar.rules.movement import marching
from sandtable.games.nextwar.rules.strikes import attacks
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft
from tests.games.nextwar.board import INF, LIGHT, MECH, OTHER_INF, QUIET, advanced, air, at, boxed, draft, key, reasons

PHANTOM, AFAR, WEASEL = "ROK F-4D 3", "ROK F-15K 4", "ROK F-4E"
"""Two strikers with average pilots, of value 2 and, from afar, 5; a Wild Weasel with good ones."""
ROWS = {name: {"base": "rok", "box": "ready"} for name in (PHANTOM, AFAR, WEASEL)}
HEXES = {"N2810": {"country": "DPRK", "terrain": "rough", "features": ["port"]}}


def over(name: str, aim: str, dice: list[int], **more: Any) -> Draft[KoreaState]:
    """An aircraft that got through to its target."""
    fields = more.pop("fields", {})
    d = draft(advanced(QUIET, facts={"hexes": HEXES}, aircraft=ROWS, **fields), dice)
    place = at(d.now, "N2810") if aim in ("unit", "port", "interdiction") else 0
    unit = key(d.now, more.pop("unit")) if "unit" in more else 0
    strikers = () if more.pop("suppresses", False) else (air(d.now, name),)
    row = Mission(
        "allied",
        aim,
        place,
        unit,
        strikers=strikers,
        weasels=() if strikers else (air(d.now, name),),
        tracks=more.pop("tracks", ()),
        engaged=more.pop("engaged", ()),
        found="D",
    )
    d.put("missions", 1, row)
    d.call("attack_run", Run(1, air(d.now, name), **more))
    return d


def drms(name: str, aim: str, **more: Any) -> dict[str, int]:
    d = over(name, aim, [], **more)
    return reasons(attacks.modifiers(d.now, d.now.missions[1], air(d.now, name), more.get("plus", 0)))


@pytest.mark.rule("NWT-STRIKE", "NWT-STRIKE.results", "NW-23.4.1.a")
def test_every_cell_of_the_table() -> None:
    printed = chart("advanced/strike")
    rows = list(printed["rows"].values())
    for value, column in (("2", 1), ("3", 2), ("4", 3), ("5", 4), ("6", 5)):
        face = {"acr": 1, "csr2": 0, "strike": int(value), "skill": 0}
        state = advanced(QUIET, facts={"aircraft": {PHANTOM: {"front": face}}}, aircraft=ROWS)
        flown = Mission("allied", "sam", strikers=(air(state, PHANTOM),))
        for total in range(-4, 11):
            found = attacks.result_of(state, flown, air(state, PHANTOM), total)
            assert found == rows[min(max(total, -2), 8) + 2][column - 1]
    assert [row[8] for row in rows] == ["X", "X", "X", "X", "2", "2", "1", "1", "1", "1", "-"]


@pytest.mark.rule("NWT-INTERDICTION")
def test_every_cell_of_the_interdiction_table() -> None:
    printed = chart("advanced/interdiction")
    rows = list(printed["rows"].values())
    for terrain, column in (("flat", 1), ("rough", 2), ("highland", 4), ("mountain", 5)):
        state = advanced(QUIET, facts={"hexes": {"N2810": {"country": "DPRK", "terrain": terrain}}}, aircraft=ROWS)
        flown = Mission("allied", "interdiction", at(state, "N2810"), strikers=(air(state, PHANTOM),))
        for total in range(-4, 10):
            found = attacks.result_of(state, flown, air(state, PHANTOM), total)
            assert found == str(rows[min(max(total, -2), 7) + 2][column - 1] or "-")


@pytest.mark.rule("NWT-STRIKE.drm", "NW-23.4.1.c")
def test_modifiers_of_a_strike() -> None:
    assert drms(PHANTOM, "port") == {}
    assert drms(WEASEL, "weasel", tracks=("sam",)) == {"pilots": -2}
    assert drms(PHANTOM, "port", plus=3) == {"air_defence": 3}
    d = over(PHANTOM, "port", [])
    assert drms(PHANTOM, "port", engaged=(air(d.now, PHANTOM),)) == {"intercepted": 2}
    assert drms(PHANTOM, "port", engaged=(air(d.now, AFAR),)) == {}
    assert drms(PHANTOM, "sam") == {}
    assert drms(PHANTOM, "aaa") == {"aaa_track": 3}
    assert drms(PHANTOM, "scud") == {"scud_hunt": 2}
    assert drms(PHANTOM, "port", fields={"weather": "overcast"}) == {"overcast": 2}
    assert drms(PHANTOM, "port", fields={"weather": "storm"}) == {"storm": 3}


@pytest.mark.rule("NWT-STRIKE.drm")
def test_modifiers_of_a_strike_at_units() -> None:
    one = {
        "units": {
            INF: "N2810",
        }
    }
    assert drms(PHANTOM, "unit", unit=INF, fields=one) == {}
    assert drms(AFAR, "unit", unit=INF, fields=one) == {"standoff_infantry": 3}
    assert drms(AFAR, "unit", unit=MECH, fields={"units": {MECH: "N2810"}}) == {}
    marked = {"units": {INF: {"hex": "N2810", "targeted": 2}}}
    assert drms(PHANTOM, "unit", unit=INF, fields=marked) == {"targeted": -2}
    crowd = {"units": {INF: "N2810", OTHER_INF: "N2810", MECH: "N2810", LIGHT: "N2810"}}
    assert drms(PHANTOM, "unit", unit=INF, fields=crowd) == {"crowded_target": -2}


@pytest.mark.rule("NWT-INTERDICTION.drm")
def test_modifiers_of_interdiction() -> None:
    assert drms(PHANTOM, "interdiction", fields={"weather": "storm"}) == {}
    assert drms(AFAR, "interdiction") == {"standoff_roads": 3}
    assert drms(PHANTOM, "interdiction", plus=1) == {"air_defence": 1}
    d = over(PHANTOM, "interdiction", [])
    assert drms(PHANTOM, "interdiction", engaged=(air(d.now, PHANTOM),)) == {"intercepted": 2}
    flown = Mission("allied", "interdiction", at(d.now, "N2810"), helicopter=1)
    assert reasons(attacks.modifiers(d.now, flown, 0, 0)) == {"helicopter": -1}


@pytest.mark.rule("NWT-STRIKE.results", "NW-23.4.1.a", "NW-23.4.4")
def test_what_a_hit_does() -> None:
    d = over(PHANTOM, "port", [0])
    attacks.attack(d)
    assert d.now.damage[at(d.now, "N2810")].port == 1
    assert run(d.now).struck
    d = over(PHANTOM, "unit", [0], unit=INF, fields={"units": {INF: "N2810"}})
    attacks.attack(d)
    assert d.now.units[key(d.now, INF)].strike == 1
    d = over(PHANTOM, "interdiction", [0])
    attacks.attack(d)
    assert d.now.interdictions == {at(d.now, "N2810"): 1}
    d = over(PHANTOM, "interdiction", [0], fields={"interdictions": {"N2810": 2}})
    attacks.attack(d)
    assert d.now.interdictions == {at(d.now, "N2810"): 2}
    d = over(PHANTOM, "sam", [0])
    attacks.attack(d)
    assert (d.now.networks["dprk"].sam, d.now.networks["dprk"].sam_hits) == (8, 1)
    d = over(WEASEL, "weasel", [1], tracks=("detection",))
    attacks.attack(d)
    assert d.now.networks["dprk"].detection == 5


@pytest.mark.rule("NWK-13.2.3")
def test_scud_hunting() -> None:
    d = over(AFAR, "scud", [0], fields={"accounts": {"dprk": {"scud": 5}, "allied": {}}})
    attacks.attack(d)  # 0 and 2 in column 4: a 1
    assert d.now.accounts["dprk"].scud == 4
    d = over(AFAR, "scud", [0], plus=-4, fields={"accounts": {"dprk": {"scud": 2}, "allied": {}}})
    attacks.attack(d)
    assert d.now.accounts["dprk"].scud == 0


@pytest.mark.rule("NW-23.4.1.a", "NW-27.2.b")
def test_who_does_not_attack() -> None:
    for more in ({"gone": True}, {"suppresses": True}, {"strikes": False}):
        d = over(PHANTOM, "port", [], **more)
        attacks.attack(d)
        assert not run(d.now).struck
    d = over(PHANTOM, "port", [], fields={"damage": {"N2810": {"port": 3}}})
    attacks.attack(d)
    assert not run(d.now).struck
    d = over(PHANTOM, "unit", [], unit=INF, fields={"units": {INF: {"box": "eliminated"}, MECH: "N2810"}})
    attacks.attack(d)
    assert not run(d.now).struck


@pytest.mark.rule("NW-23.4.1.b", "NW-23.3.a")
def test_tracks_are_struck_last_and_in_order() -> None:
    d = draft(advanced(QUIET))
    for number, aim in enumerate(("aaa", "scud", "sam", "port", "detection", "weasel", "unit"), start=1):
        d.put("missions", number, Mission("allied", aim))
    d.put("missions", 8, Mission("dprk", "port"))
    aims = [d.now.missions[n].aim for n in attacks.order(d.now, "allied", weasels=False)]
    assert aims == ["port", "unit", "detection", "sam", "aaa", "scud"]
    assert attacks.order(d.now, "allied", weasels=True) == [6]


@pytest.mark.rule("NW-24.5", "NW-24.5.3", "NW-22.7.h")
def test_one_aircraft_after_the_other_then_home() -> None:
    d = draft(advanced(QUIET, aircraft={**ROWS, "ROK KF-16C 1": {"base": "rok", "box": "superiority"}}))
    keys = tuple(air(d.now, name) for name in (PHANTOM, AFAR))
    escort = air(d.now, "ROK KF-16C 1")
    d.put("missions", 1, Mission("allied", "sam", strikers=keys, escorts=(escort,), found="D"))
    attacks.begin_run(d, "allied", weasels=False)
    assert run(d.now).aircraft == keys[0]
    assert boxed(d.now, "ROK KF-16C 1") == ["flown"]  # before missiles are fired
    attacks.end_run(d)
    d.set_flow(d.now.flow[:1])
    attacks.begin_run(d, "allied", weasels=False)
    assert run(d.now).aircraft == keys[1]
    attacks.end_run(d)
    d.set_flow(d.now.flow[:1])
    attacks.begin_run(d, "allied", weasels=False)
    assert d.now.missions == {}
    assert boxed(d.now, PHANTOM, AFAR) == ["flown", "flown"]


@pytest.mark.rule("NWS-ADV-14.14")
def test_interdiction_ends_with_the_turn() -> None:
    d = draft(advanced(QUIET, interdictions={"N2810": 2, "N2811": 1}))
    attacks.clear_roads(d)
    assert d.now.interdictions == {}


@pytest.mark.rule("NW-23.4.4")
def test_an_interdicted_hex_costs_more_and_has_no_road() -> None:
    roads = {f"N28{row:02}-N28{row + 1:02}": {"road": "highway"} for row in range(5, 12)}

    def costs(start: str, **interdictions: int) -> dict[str, int]:
        state = advanced(QUIET, facts={"sides": roads}, units={MECH: start}, interdictions=interdictions)
        reach = marching.destinations(state, key(state, MECH))
        return {label: reach[at(state, label)] for label in ("N2808", "N2809", "N2810") if at(state, label) in reach}

    free = costs("N2811")
    step = free["N2810"]
    assert free == {"N2810": step, "N2809": 2 * step, "N2808": 3 * step}
    open_ground = 6 * 1  # one point across country
    for value in (1, 2):
        # Into the hex and out of it across country, the first with the price of the bombs; nobody can go round cheaper.
        bombed = costs("N2811", N2810=value)
        assert bombed["N2810"] == open_ground + 6 * value
        assert bombed["N2808"] <= bombed["N2810"] + open_ground + step
        # Who starts there pays to leave, and finds no road.
        assert costs("N2810", N2810=value)["N2809"] == open_ground + 6 * value


@pytest.mark.rule("NW-23.4.1.b", "NW-23.3.a", "NWK-15.6")
def test_the_order_of_missions() -> None:
    aims = ("aaa", "unit", "scud", "detection", "port", "sam", "support", "weasel", "unit", "sam")
    rows: dict[int, Any] = {n: {"side": "allied", "aim": aim} for n, aim in enumerate(aims, 1)}
    rows[9]["way"] = "flight"
    rows[10]["helicopter"] = "US AH-1Z 1"
    state = advanced(QUIET, facts={"hexes": HEXES}, missions=rows, helicopters={"US AH-1Z 1": {"hex": "N2810"}})
    assert attacks.order(state, "allied", False) == [2, 5, 4, 6, 1, 3]
    assert attacks.order(state, "allied", True) == [8, 10]
    assert attacks.order(state, "dprk", False) == []
    assert not attacks.is_weasel(Mission("allied", "unit", helicopter=1))
    assert not attacks.is_weasel(Mission("allied", "sam"))
