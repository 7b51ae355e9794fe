"""Korea, 11: ranges, company and bases."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_war import ranges
from sandtable.games.nextwar.rules.air_war.ranges import ESCORT, FIGHT, NETWORK, STRIKE
from sandtable.games.nextwar.rules.reinforcements import groups
from tests.games.nextwar.board import QUIET, advanced, air, asked, at, boxed, draft, may, play, why

UNIT = "ROK F-4D 1"
LAND = {
    "N2810": {"country": "DPRK", "features": ["border"], "coastal": True},
    "N2811": {"country": "ROK", "features": ["border"], "coastal": True},
    **{f"N28{row:02}": {"country": "DPRK"} for row in (3, 4, 5)},
    **{f"N28{row:02}": {"country": "ROK"} for row in (15, 16, 17)},
}


def based(reach: str, base: str, side: str, **fields: Any) -> KoreaState:
    nation = {"dprk": "dprk", "allied": "rok"}[side]
    facts = {"aircraft": {UNIT: {"range": reach, "nation": nation, "service": nation}}, "hexes": LAND}
    return advanced(QUIET, facts=facts, aircraft={UNIT: {"base": base, "box": "ready"}}, **fields)


def limit(reach: str, base: str, side: str, mission: str, place: str, **fields: Any) -> str:
    state = based(reach, base, side, **fields)
    return ranges.limit(state, air(state, UNIT), mission, at(state, place) if place else NETWORK)


NEAR, FAR, HOME = "N2805", "N2804", "N2815"
"""Five and six hexes inside the DPRK; a hex of the ROK, five inside."""


@pytest.mark.rule("NWK-11.2.1.b", "NWK-11.2.4", "NW-22.6", "NW-16.2.5")
def test_short_range_from_korea() -> None:
    for mission in (STRIKE, ESCORT):
        assert limit("S", "rok", "allied", mission, NEAR) == ""
        assert limit("S", "rok", "allied", mission, FAR) == "NWK-11.2.1.b"
        assert limit("S", "rok", "allied", mission, HOME) == ""
        assert limit("S", "rok", "allied", mission, "hamhung") == "NWK-11.2.1.b"
        assert limit("S", "rok", "allied", mission, "") == ""  # a track has no place
    assert limit("S", "rok", "allied", FIGHT, "") == ""
    assert limit("S", "dprk", "dprk", STRIKE, "N2816") == ""
    assert limit("S", "dprk", "dprk", STRIKE, "N2817") == "NWK-11.2.1.b"
    state = based("S", "rok", "allied")
    assert ranges.why_not_fly(state, air(state, UNIT), STRIKE, at(state, FAR)) is not None
    assert ranges.why_not_fly(state, air(state, UNIT), STRIKE, at(state, NEAR)) is None


@pytest.mark.rule("NWK-11.2.1", "NWK-11.2.1.a", "NWK-11.2.1.c")
@pytest.mark.parametrize(
    ("base", "side", "own", "other", "rule"),
    [("japan", "allied", HOME, NEAR, "NWK-11.2.1.a"), ("prc", "dprk", NEAR, HOME, "NWK-11.2.1.c")],
)
def test_short_range_from_abroad_flies_against_the_ground_at_home(
    base: str, side: str, own: str, other: str, rule: str
) -> None:
    assert limit("S", base, side, STRIKE, own) == ""
    assert limit("S", base, side, STRIKE, other) == rule
    assert limit("S", base, side, ESCORT, own) == rule
    assert limit("S", base, side, FIGHT, "") == rule


@pytest.mark.rule("NWK-11.2.2", "NWK-11.2.2.a", "NWK-11.2.2.b")
def test_medium_range_from_abroad() -> None:
    assert limit("M", "japan", "allied", FIGHT, "") == "NWK-11.2.2.a"
    assert limit("M", "japan", "allied", STRIKE, NEAR) == ""
    assert limit("M", "japan", "allied", ESCORT, FAR) == "NWK-11.2.2.a"
    assert limit("M", "japan", "allied", STRIKE, HOME) == ""
    assert limit("M", "prc", "dprk", FIGHT, "") == ""
    assert limit("M", "prc", "dprk", STRIKE, "N2816") == ""
    assert limit("M", "prc", "dprk", STRIKE, "N2817") == "NWK-11.2.2.b"
    assert limit("M", "prc", "dprk", STRIKE, FAR) == ""


@pytest.mark.rule("NWK-11.2.2.e")
def test_no_limit() -> None:
    for reach, base, side in (
        ("M", "rok", "allied"),
        ("M", "dprk", "dprk"),
        ("L", "japan", "allied"),
        ("L", "prc", "dprk"),
    ):
        for mission in (FIGHT, STRIKE, ESCORT):
            assert limit(reach, base, side, mission, FAR) == ""


@pytest.mark.rule("NWK-11.2.1.d", "NWK-11.2.1.e", "NWK-11.2.2", "NWK-11.2.2.c", "NWK-11.2.2.d", "NW-22.5.2")
def test_carriers_inshore_and_at_sea() -> None:
    inshore = {"ships": {"US CVN BG 1": {"hex": "east.inshore"}}}
    away = {"ships": {"US CVN BG 1": {"hex": "east.at_sea"}}}
    for reach in ("S", "M"):
        for mission, place in ((FIGHT, ""), (STRIKE, FAR), (ESCORT, FAR)):
            assert limit(reach, "east", "allied", mission, place, **inshore) == ""
    for mission in (FIGHT, STRIKE, ESCORT):
        assert limit("S", "east", "allied", mission, HOME, **away) == "NWK-11.2.1.e"
    assert limit("M", "east", "allied", FIGHT, "", **away) == "NWK-11.2.2.d"
    assert limit("M", "east", "allied", STRIKE, NEAR, **away) == ""  # five from the coast
    assert limit("M", "east", "allied", STRIKE, FAR, **away) == "NWK-11.2.2.d"
    assert limit("M", "east", "allied", STRIKE, "hamhung", **away) == ""
    # A carrier elsewhere, or one of the enemy, says nothing about this zone.
    assert limit("M", "yellow", "allied", FIGHT, "", **away) == ""
    assert limit("M", "east", "allied", FIGHT, "", ships={"PRC CV BG": {"hex": "east.at_sea"}}) == ""
    both = {"ships": {"US CVN BG 1": {"hex": "east.at_sea"}, "US CVN BG 2": {"hex": "east.inshore"}}}
    assert limit("M", "east", "allied", FIGHT, "", **both) == ""


@pytest.mark.rule("NWK-11.2.3")
def test_nobody_flies_to_japan() -> None:
    state = based("L", "rok", "allied")
    assert not ranges.is_open_to(state, state.board.place("japan"))
    assert ranges.is_open_to(state, at(state, NEAR))
    assert ranges.is_open_to(state, at(state, HOME))


def together(*names: str, bases: tuple[str, ...] = ()) -> str:
    where = bases or ("rok",) * len(names)
    rows = {name: {"base": base, "box": "ready"} for name, base in zip(names, where, strict=True)}
    state = advanced(QUIET, aircraft=rows)
    no = ranges.why_not_together(state, tuple(air(state, name) for name in names))
    return no.rule if no else ""


@pytest.mark.rule("NWK-11.3.a")
def test_the_dprk_and_china_fly_from_one_base() -> None:
    assert together("DPRK Su-25K 1", "DPRK Su-25K 2", bases=("dprk", "dprk")) == ""
    assert together("DPRK Su-25K 1", "PRC Su-30MKK2 1", bases=("dprk", "prc")) == "NWK-11.3.a"
    assert together("DPRK Su-25K 1", "PRC Su-30MKK2 1", bases=("dprk", "dprk")) == ""


@pytest.mark.rule("NWK-11.3.b")
def test_a_us_unit_lets_allies_join() -> None:
    assert together(UNIT, "US F-16D 1", bases=("rok", "japan")) == ""
    assert together(UNIT, "US F-16D 1", "CW TYPH") == ""
    assert together(UNIT, "CW TYPH") == "NWK-11.3.b"
    assert together("US F-16D 1", "JPN F-2A 1") == "NWK-11.3.b"
    assert together("JPN F-2A 1", "JPN F-2A 2") == ""


def rebasing(name: str, base: str, box: str = "ready", **fields: Any) -> KoreaState:
    return advanced("air_units.rebasing.second", aircraft={name: {"base": base, "box": box}}, **fields)


@pytest.mark.rule("NWK-11.4", "NW-22.3")
@pytest.mark.parametrize(
    ("name", "bases"),
    [
        ("PRC J-10 1", ("prc", "dprk")),
        ("US F-16D 1", ("japan", "rok")),
        ("US F/A-18E 1", ("yellow", "east")),
        ("US AV-8B 1", ("japan", "rok", "yellow", "east")),
        ("CW TYPH", ("japan", "rok")),
        ("ROK F-4D 1", ("rok",)),
        ("JPN F-2A 1", ("japan",)),
    ],
)
def test_bases_by_service(name: str, bases: tuple[str, ...]) -> None:
    state = advanced(QUIET, aircraft={name: {"base": bases[0], "box": "ready"}})
    assert ranges.bases_of(state, air(state, name)) == bases


@pytest.mark.rule("NWK-11.5", "NWS-ADV-14.02", "NW-25.2")
def test_some_may_change_base_from_ready_to_flown() -> None:
    state = rebasing("US F-16D 1", "japan")
    assert asked(state) == {"allied": "reorganization.air_units.rebasing.second"}
    d = draft(state)
    ranges.rebase(d, air(state, "US F-16D 1"), "rok")
    assert [entry.rule for entry in d.entries] == ["NWS-ADV-14.02"]
    assert boxed(d.now, "US F-16D 1") == ["flown"]
    after = play(state, "allied", {"do": "air_rebase", "unit": "US F-16D 1", "base": "rok"}, [0]).state
    assert after.aircraft[air(after, "US F-16D 1")].base == "rok"
    assert boxed(after, "US F-16D 1") == ["ready"]  # the next step makes it so


@pytest.mark.rule("NWK-11.5", "NWS-ADV-14.02")
def test_others_stay() -> None:
    rows = {
        "US F-16D 1": {"base": "japan", "box": "ready"},
        "US F-16D 2": {"base": "japan", "box": "flown"},
        "US F/A-18E 1": {"base": "east", "box": "ready"},
        "ROK F-4D 1": {"base": "rok", "box": "ready"},
        "PRC J-10 1": {"base": "prc", "box": "ready"},
        "US AV-8B 1": {"base": "japan", "box": "ready"},
    }
    ships = {"US CVN BG 1": {"hex": "yellow.inshore"}}
    state = advanced("air_units.rebasing.second", aircraft=rows, ships=ships)

    def refused(name: str, base: str) -> str:
        return why(state, "allied", {"do": "air_rebase", "unit": name, "base": base}).rule

    assert refused("US F-16D 2", "rok") == "NWS-ADV-14.02"
    assert refused("US F/A-18E 1", "yellow") == "NWK-11.5"
    assert refused("ROK F-4D 1", "japan") == "NWK-11.5"
    assert refused("PRC J-10 1", "dprk") == "NWK-11.5"
    assert may(state, "allied", {"do": "air_rebase", "unit": "US AV-8B 1", "base": "yellow"})
    assert refused("US AV-8B 1", "east") == "NWK-11.4"  # no carrier there
    assert refused("US F-16D 1", "yellow") == "NWK-11.4"


@pytest.mark.rule("NW-22.7.d")
def test_a_wing_goes_where_its_carrier_goes() -> None:
    ships = {"US CVN BG 1": {"hex": "yellow.at_sea"}, "US CVN BG 2": {"hex": "yellow.at_sea"}}
    rows = {
        "US F/A-18E 1": {"base": "yellow", "box": "flown", "ship": "US CVN BG 1"},
        "US F/A-18E 2": {"base": "yellow", "box": "ready", "ship": "US CVN BG 2"},
    }
    seas = dict.fromkeys(("yellow.at_sea", "east.at_sea", "yellow.inshore"), "allied")
    told = {"ships": ships, "aircraft": rows, "seas": seas, "first": "allied", "initiative": ""}
    state = advanced("basic.first_movement.moves", card={"sea": True}, **told)
    there = play(state, "allied", {"do": "sail", "ship": "US CVN BG 1", "to": "east.at_sea"}).state
    assert [row.base for row in there.aircraft.values()] == ["east", "yellow"]
    assert boxed(there, "US F/A-18E 1") == ["flown"]
    near = play(state, "allied", {"do": "sail", "ship": "US CVN BG 1", "to": "yellow.inshore"}).state
    assert [row.base for row in near.aircraft.values()] == ["yellow", "yellow"]


@pytest.mark.rule("NW-22.7.d", "NWK-7.2.1.c")
def test_a_wing_goes_with_its_carrier() -> None:
    names = ("US F/A-18E 1", "US F/A-18F 1", "US F/A-18F 2")
    wing = {name: {"base": "east", "box": "ready", "ship": "US CVN BG 1"} for name in names[:2]}
    wing[names[1]]["box"] = "aborted"
    wing[names[2]] = {"base": "east", "box": "ready", "ship": "US CVN BG 2"}
    ships = {"US CVN BG 1": {"hex": "yellow.at_sea"}, "US CVN BG 2": {"hex": "east.at_sea"}}
    d = draft(advanced(QUIET, aircraft=wing, ships=ships))
    for ship in d.now.ships:
        ranges.follow(d, ship)
    rows = [d.now.aircraft[air(d.now, name)] for name in names]
    assert [(row.base, row.box) for row in rows] == [("yellow", "ready"), ("yellow", "aborted"), ("east", "ready")]


@pytest.mark.rule("NW-22.7.d", "NWK-7.2.1.c")
def test_a_wing_belongs_to_the_carrier_it_came_with() -> None:
    wing = {
        "US F/A-18E 1": {"base": "east", "box": "ready"},
        "US F/A-18F 1": {"base": "east", "box": "ready", "ship": "US CVN BG 2"},
        "US F-16D 1": {"base": "japan", "box": "ready"},
        "US AV-8B 1": {"base": "east", "box": "ready"},
    }
    ships = {"US CVN BG 1": {"box": "to_place"}, "US CVN BG 2": {"hex": "east.at_sea"}, "US SAG": {"box": "to_place"}}
    state = advanced(QUIET, aircraft=wing, ships=ships)
    by_name = {state.board.ships[key].name: key for key in state.ships}
    d = draft(state)
    groups.board_wing(d, by_name["US SAG"])
    assert d.now.aircraft == state.aircraft
    groups.board_wing(d, by_name["US CVN BG 1"])
    first, second = by_name["US CVN BG 1"], by_name["US CVN BG 2"]
    assert [d.now.aircraft[air(state, name)].ship for name in wing] == [first, second, 0, 0]
