"""Rules 24.2 and 24.3: detection of missions."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.nextwar.model import KoreaState, Mission
from sandtable.games.nextwar.rules.air_defences import detecting
from sandtable.games.nextwar.scenario.files import chart
from tests.games.nextwar.board import (
    ARM,
    INF,
    LIGHT,
    MECH,
    OTHER_INF,
    QUIET,
    ROK_INF,
    advanced,
    air,
    at,
    draft,
    reasons,
)

PHANTOM, WEASEL, STEALTH, MIG = "ROK F-4D 1", "ROK F-4E", "US B-2A 1", "DPRK Su-25K 1"
ROWS = {name: {"base": "rok", "box": "ready"} for name in (PHANTOM, WEASEL, STEALTH)}
HEXES = {"N2810": {"country": "DPRK"}, "N2816": {"country": "ROK"}}


def sky(**fields: Any) -> KoreaState:
    return advanced(QUIET, facts={"hexes": HEXES}, aircraft={**ROWS, MIG: {"base": "dprk", "box": "ready"}}, **fields)


def mission(
    state: KoreaState, *strikers: str, side: str = "allied", weasels: tuple[str, ...] = (), **more: Any
) -> Mission:
    keys = {"strikers": tuple(air(state, n) for n in strikers), "weasels": tuple(air(state, n) for n in weasels)}
    return replace(Mission(side, "sam"), **keys, **more)


@pytest.mark.rule("NWT-DETECTION", "NW-24.2.a", "NW-24.2.b")
def test_every_cell_of_the_table() -> None:
    printed = chart("advanced/advanced_detection")
    rows = list(printed["rows"].values())
    for value in range(1, 11):
        state = sky(networks={"dprk": {"detection": value}, "allied": {}})
        for die in range(10):
            d = draft(state, [die])
            d.put("missions", 1, mission(state, PHANTOM))
            detecting.detect(d, 1)
            assert d.now.missions[1].found == (rows[min(die, 9)][value - 1] or "-")
    assert printed["rows"]["8"][7] == "D"  # eight sees up to eight, as the others do


@pytest.mark.rule("NW-24.3", "NW-24.0", "NWT-DETECTION")
def test_local_detection_over_one_s_own_soil_and_of_helicopters() -> None:
    state = sky()
    home = mission(state, PHANTOM, place=at(state, "N2816"))
    away = mission(state, PHANTOM, place=at(state, "N2810"))
    assert detecting.column(state, home) == "local"
    assert detecting.column(state, away) == "8"
    assert detecting.column(state, Mission("allied", "unit", at(state, "N2810"), helicopter=1)) == "local"
    assert detecting.column(state, mission(state, MIG, side="dprk", place=at(state, "N2810"))) == "local"
    for die, found in ((0, "D"), (2, "D"), (3, "-"), (9, "-")):
        d = draft(state, [die])
        d.put("missions", 1, home)
        detecting.detect(d, 1)
        assert d.now.missions[1].found == found


@pytest.mark.rule("NW-24.2.d", "NW-24.1.b")
def test_without_radar_nobody_looks() -> None:
    d = draft(sky(networks={"dprk": {"detection": 0}, "allied": {}}))
    d.put("missions", 1, mission(d.now, PHANTOM))
    detecting.detect(d, 1)
    assert d.now.missions[1].found == "-"


@pytest.mark.rule("NWT-DETECTION.drm", "NW-24.7")
def test_modifiers() -> None:
    state = sky()

    def drms(flown: Mission, now: KoreaState = state) -> dict[str, int]:
        return reasons(detecting.modifiers(now, flown))

    assert drms(mission(state, PHANTOM)) == {}
    assert drms(mission(state, PHANTOM, weasels=(WEASEL,))) == {"weasels": 1}
    assert drms(mission(state, WEASEL)) == {"weasels": 1}
    assert drms(mission(state, STEALTH)) == {"stealth": 5}
    assert drms(mission(state, STEALTH, PHANTOM)) == {}
    escorted = replace(mission(state, STEALTH), escorts=(air(state, PHANTOM),))
    assert drms(escorted) == {}
    assert drms(mission(state, PHANTOM), sky(weather="overcast")) == {"overcast": 1}
    assert drms(mission(state, PHANTOM), sky(weather="storm")) == {"storm": 3}
    for awacs, amount in ((1, 0), (2, -1), (3, -2), (4, -3)):
        now = sky(awacs=awacs)
        assert drms(mission(now, MIG, side="dprk"), now) == ({"awacs": amount} if amount else {})
        assert drms(mission(now, PHANTOM), now) == {}


@pytest.mark.rule("NWT-DETECTION.drm")
def test_a_weasel_that_is_gone_helps_no_more() -> None:
    state = advanced(QUIET, aircraft={PHANTOM: ROWS[PHANTOM], WEASEL: {"base": "rok", "box": "aborted"}})
    assert detecting.weasels(state, mission(state, PHANTOM, weasels=(WEASEL,))) == 0


@pytest.mark.rule("NWT-DETECTION.drm", "NWT-ADVAD.drm")
def test_a_headquarters_within_two_hexes() -> None:
    hq = "DPRK II HQ"
    near = sky(units={hq: "N2812", ROK_INF: "N2811"})
    assert reasons(detecting.modifiers(near, mission(near, PHANTOM, place=at(near, "N2810")))) == {"near_hq": -1}
    far = sky(units={hq: "N2813", ROK_INF: "N2811"})
    assert reasons(detecting.modifiers(far, mission(far, PHANTOM, place=at(far, "N2810")))) == {}
    own = mission(near, MIG, side="dprk", place=at(near, "N2810"))
    assert not detecting.near_hq(near, own)
    card = replace(mission(near, PHANTOM), near_hq=True)
    assert detecting.near_hq(near, card)


@pytest.mark.rule("NWT-DETECTION.drm", "NWT-ADVAD.drm", "NW-18.2.3", "NWK-5.5.1.b")
def test_a_headquarters_in_a_box_guards_it() -> None:
    box = "hamhung"
    state = sky(units={"DPRK II HQ": box, ROK_INF: "N2811"})
    assert reasons(detecting.modifiers(state, mission(state, PHANTOM, place=at(state, box)))) == {"near_hq": -1}
    state = sky(units={"DPRK II HQ": "N2810", ROK_INF: "N2811"})
    assert reasons(detecting.modifiers(state, mission(state, PHANTOM, place=at(state, box)))) == {}


@pytest.mark.rule("NWT-DETECTION.drm", "NWT-ADVAD.drm")
def test_a_helicopter_that_cannot_but_pass_over_the_enemy() -> None:
    ring = ("N2815", "N2915", "N2916", "N2817", "N2716", "N2715")
    foes = (INF, OTHER_INF, MECH, "DPRK ?/815 Mech Bde 2", ARM, LIGHT)

    def modifiers(units: dict[str, str], place: str = "N2812", chopper: bool = True) -> dict[str, int]:
        rows = {"ROK AH-1 1": {"hex": "N2816"}}
        state = advanced(QUIET, facts={"hexes": HEXES}, helicopters=rows, units=units, aircraft=ROWS)
        key = next(k for k, c in state.board.helicopters.items() if c.name == "ROK AH-1 1")
        flown = Mission("allied", "unit", at(state, place), helicopter=key)
        return reasons(detecting.modifiers(state, flown if chopper else mission(state, PHANTOM, place=flown.place)))

    closed = dict(zip(foes, ring, strict=True))
    assert modifiers(closed) == {"overflight": -1}
    assert modifiers(closed, chopper=False) == {}
    assert modifiers(dict(zip(foes[:5], ring[:5], strict=True))) == {}
    assert modifiers(closed, "N2815") == {}  # the target itself does not count


@pytest.mark.rule("NW-29.2.1.a")
def test_hidden_missions_show_as_much_as_was_seen() -> None:
    for die, found, size, is_open in ((0, "ED", 2, False), (6, "D", 0, True), (9, "-", 0, True)):
        state = sky(options={"hidden_air": True})
        d = draft(state, [die])
        d.put("missions", 1, replace(mission(state, PHANTOM, STEALTH), is_open=False))
        detecting.detect(d, 1)
        row = d.now.missions[1]
        assert (row.found, row.size, row.is_open) == (found, size, is_open)


@pytest.mark.rule("NW-18.2.3", "NW-18.2.6", "NW-19.5.d", "NW-19.7.2.c")
def test_a_headquarters_helps_air_defence_however_often_it_was_used_but_not_starving_or_isolated() -> None:
    def near(name: str = "DPRK II HQ", **row: object) -> bool:
        state = sky(units={name: {"hex": "N2812", **row}, ROK_INF: "N2811"})
        return detecting.near_hq(state, mission(state, PHANTOM, place=at(state, "N2810")))

    assert near()
    assert not near(hex="N2813")
    assert near("DPRK GHQ HQ")
    assert near(uses=2)
    assert not near(unsupplied=True)
    assert not near(isolated=True)
    assert not near("DPRK 620 Arty HQ")
    assert not near("DPRK 3/II Inf Div")
