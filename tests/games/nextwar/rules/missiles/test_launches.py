"""Rule 26.1 and Korea, 13: missiles."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.missiles import launches
from tests.games.nextwar.board import (
    INF,
    QUIET,
    advanced,
    air,
    asked,
    at,
    boxed,
    draft,
    key,
    logged,
    may,
    play,
    reasons,
    why,
)

HEXES = {
    "N2816": {"country": "ROK", "features": ["airbase"], "terrain": "urban"},
    "N2810": {"country": "DPRK", "features": ["airfield", "chem_site"], "terrain": "flat"},
    "N1001": {"terrain": "sea"},
}
GHQ = "DPRK GHQ HQ"


def phase(side: str = "dprk", **fields: Any) -> KoreaState:
    accounts = {"dprk": {"scud": 2}, "allied": {"cruise": 2}}
    return advanced(f"first_strike.missiles.{side}", facts={"hexes": HEXES}, **{"accounts": accounts, **fields})


def launchers(state: KoreaState, seat: str) -> list[str]:
    ships, wings = state.board.ships, state.board.aircraft
    found = []
    for word in launches.launchers(state, seat).legal:
        of, _, number = str(word).partition(":")
        found.append(ships[int(number)].name if of == "ship" else wings[int(number)].name if of == "air" else of)
    return found


@pytest.mark.rule("NWK-13.2", "NWK-13.2.a", "NWK-13.2.2", "NWS-ADV-8.a")
def test_scuds_from_the_second_turn_on() -> None:
    state = phase()
    assert asked(state) == {"dprk": "first_strike.missiles.dprk"}
    order = {"do": "launch", "launcher": "scud", "aim": "airbase", "place": "N2816"}
    step = play(state, "dprk", order, [2, 9])  # column 8: X, then aircraft on the ground
    assert step.state.accounts["dprk"].scud == 1
    assert step.state.damage[at(state, "N2816")].airbase == 3
    assert launchers(phase(turn=1), "dprk") == []
    assert launchers(phase(accounts={"dprk": {}, "allied": {}}), "dprk") == []
    assert launchers(phase(), "allied") == []


@pytest.mark.rule("NW-26.1.a", "NWK-13.2.1", "NW-27.2.b")
def test_targets_of_missiles() -> None:
    units = {GHQ: {"hex": "N2808", "detected": True}, INF: {"hex": "N2806", "detected": True}}
    ships = {"US SAG": {"hex": "N1001"}}
    state = phase("allied", units=units, ships=ships)
    launcher = launches.launchers(state, "allied").legal[0]

    def order(aim: str, place: str, **more: Any) -> dict[str, Any]:
        return {"do": "launch", "launcher": launcher, "aim": aim, "place": place, **more}

    assert may(state, "allied", order("airfield", "N2810"))
    assert may(state, "allied", order("chem_site", "N2810"))
    assert may(state, "allied", order("unit", "N2808", unit=GHQ))
    assert why(state, "allied", order("unit", "N2806", unit=INF)).rule == "NW-26.1.a"
    assert why(state, "allied", order("airbase", "N2816")).points
    assert not may(state, "allied", order("airbase", "japan"))
    ruined = phase("allied", ships=ships, damage={"N2810": {"airfield": 3}})
    assert why(ruined, "allied", order("airfield", "N2810")).rule == "NW-27.2.b"
    hidden = phase("allied", ships=ships, units={GHQ: "N2808"})
    assert not may(hidden, "allied", order("unit", "N2808", unit=GHQ))


@pytest.mark.rule("NWK-13.1.a", "NWK-13.1.b", "NWK-13.1.d", "NWK-13.1.e", "NWK-13.1.f")
def test_who_launches_cruise_missiles() -> None:
    ships = {
        "US SAG": {"hex": "N1001"},
        "US CVN BG 1": {"hex": "yellow.inshore"},
        "US CVN BG 2": {"hex": "yellow.at_sea"},
        "US CVN BG 3": {"hex": "N1001", "launched": True},
        "US Amph 1": {"hex": "N1001"},
        "US Amph 2": {"hex": "yellow.inshore"},
        "ROK Amph": {"hex": "N1001"},
    }
    rows = {
        "US B-52H 1": {"base": "japan", "box": "ready"},
        "US B-52H 2": {"base": "japan", "box": "flown"},
        "US B-1B 1": {"base": "japan", "box": "ready"},
        "US B-2A 1": {"base": "japan", "box": "ready"},
        "US F-15E 1": {"base": "japan", "box": "ready"},
    }
    state = phase("allied", ships=ships, aircraft=rows)
    assert sorted(launchers(state, "allied")) == [
        "US Amph 1",
        "US B-1B 1",
        "US B-2A 1",
        "US B-52H 1",
        "US CVN BG 1",
        "US SAG",
    ]
    empty = phase("allied", ships=ships, aircraft=rows, accounts={"dprk": {}, "allied": {}})
    assert launchers(empty, "allied") == []


@pytest.mark.rule("NWK-13.1.b", "NWK-13.1.d", "NWK-13.1.e")
@pytest.mark.parametrize(
    ("name", "place", "can"),
    [
        ("PRC SAG 1", "N1001", True),
        ("PRC CV BG", "yellow.inshore", True),
        ("PRC Amph 1", "N1001", False),  # only those of the US have missiles
        ("JPN SAG", "N1001", False),
        ("ROK Amph", "N1001", False),
        ("US Amph 1", "N1001", True),
        ("US SAG", "N2816", False),  # in port
        ("US SAG", "japan", False),
        ("US SAG", "east.at_sea", False),
        ("US SAG", "", False),
    ],
)
def test_which_ship_is_in_position(name: str, place: str, can: bool) -> None:
    state = phase("allied", ships={name: {"hex": place} if place else {"box": "to_come"}})
    assert launches.is_in_position(state, next(iter(state.ships))) is can


@pytest.mark.rule("NWK-13.1.c", "NWT-STRIKE.drm")
def test_missiles_of_china_are_worse_wherever_they_come_from() -> None:
    state = phase(ships={"PRC SAG 1": {"hex": "N1001"}, "US SAG": {"hex": "N1001"}})
    ours, theirs = (next(k for k in state.ships if state.board.ships[k].nation == n) for n in ("prc", "us"))
    place = at(state, "N2816")
    for launcher, drm in (("china", 2), (f"ship:{ours}", 2), (f"ship:{theirs}", 0), ("scud", 0), ("air:67", 0)):
        assert launches.modifiers(state, "airbase", place, 0, launcher).total == drm


@pytest.mark.rule("NWK-13.1.f", "NWK-13.1.a", "NW-26.1.b")
def test_a_bomber_launches_and_is_home_again() -> None:
    rows = {"US B-52H 1": {"base": "japan", "box": "ready"}}
    state = phase("allied", aircraft=rows)
    launcher = f"air:{air(state, 'US B-52H 1')}"
    step = play(state, "allied", {"do": "launch", "launcher": launcher, "aim": "airfield", "place": "N2810"}, [3, 9])
    assert boxed(step.state, "US B-52H 1") == ["flown"]
    assert step.state.accounts["allied"].cruise == 1
    assert step.state.damage[at(state, "N2810")].airfield == 2


@pytest.mark.rule("NW-26.1.b", "NWK-12.0")
def test_hardened_targets_have_their_own_column() -> None:
    d = draft(phase("allied", aircraft={"US B-52H 1": {"base": "japan", "box": "ready"}}), [0])
    d.seat = "allied"
    launches.launch(d, f"air:{air(d.now, 'US B-52H 1')}", "chem_site", at(d.now, "N2810"), 0)
    entry = next(entry for entry in d.entries if entry.key == "log.cruise")
    assert entry.params["column"] == "4"


@pytest.mark.rule("NW-26.1.c")
def test_a_targeted_marker_helps() -> None:
    state = phase(units={GHQ: {"hex": "N2808", "targeted": 2}})
    assert reasons(launches.modifiers(state, "unit", at(state, "N2808"), key(state, GHQ))) == {"targeted": -2}
    assert reasons(launches.modifiers(state, "airfield", at(state, "N2810"), 0)) == {}


@pytest.mark.rule("NWK-13.2.4")
def test_scuds_at_japan_only_catch_aircraft() -> None:
    rows = {"US F-16D 1": {"base": "japan", "box": "ready"}, "ROK F-4D 1": {"base": "rok", "box": "ready"}}
    state = phase(aircraft=rows)
    order = {"do": "launch", "launcher": "scud", "aim": "airbase", "place": "japan"}
    state = play(state, "dprk", order, [3, 1]).state  # a 2, then air* and an airmobile point
    assert state.damage == {}
    assert asked(state) == {"dprk": "collateral.attacker"}
    state = play(state, "dprk", {"do": "hit_on_ground", "unit": "US F-16D 1"}).state
    assert state.aircraft[air(state, "US F-16D 1")].steps == 1
    box = phase().board.place("japan")
    assert launches.why_not_place(phase(), "dprk", "airbase", box) is None
    for seat, aim in (("allied", "airbase"), ("dprk", "airfield")):
        no = launches.why_not_place(phase(), seat, aim, box)
        assert no is not None
        assert no.rule == "NWK-13.2.4"


@pytest.mark.rule("NWS-ADV-8.a")
def test_both_fire_in_turn_and_who_stops_is_through() -> None:
    ships = {"US SAG": {"hex": "N1001"}, "US CVN BG 1": {"hex": "N1001"}}
    state = phase(ships=ships)
    scud = {"do": "launch", "launcher": "scud", "aim": "airbase", "place": "N2816"}
    state = play(state, "dprk", scud, [9]).state
    assert asked(state) == {"allied": "first_strike.missiles.allied"}
    launcher = launches.launchers(state, "allied").legal[0]
    state = play(
        state, "allied", {"do": "launch", "launcher": launcher, "aim": "airfield", "place": "N2810"}, [9]
    ).state
    assert asked(state) == {"dprk": "first_strike.missiles.dprk"}
    state = play(state, "dprk", {"do": "done"}).state
    assert asked(state) == {"allied": "first_strike.missiles.allied"}
    assert launchers(state, "allied") != []
    state = play(state, "allied", {"do": "done"}).state
    assert not any("missiles" in where for where in asked(state).values())


@pytest.mark.rule("NWK-13.1.d", "NWK-13.1.e")
def test_ships_reload() -> None:
    ships = {name: {"hex": "N1001", "launched": True} for name in ("US SAG", "US Amph 1")}
    d = draft(phase("allied", ships=ships))
    launches.reload(d, turn_ends=False)
    assert {d.now.board.ships[k].name: ship.launched for k, ship in d.now.ships.items()} == {
        "US SAG": False,
        "US Amph 1": True,
    }
    launches.reload(d, turn_ends=True)
    assert not any(ship.launched for ship in d.now.ships.values())


@pytest.mark.rule("NW-26.1.a")
def test_a_detected_depot_is_a_target_and_a_mobile_supply_unit_is_none() -> None:
    def aimed(**row: object) -> bool:
        units = {"DPRK Supply 1": {"hex": "N2810", "detected": True, **row}}
        state = phase("allied", units=units)
        return launches.why_not_place(state, "allied", "unit", at(state, "N2810")) is None

    assert aimed()
    assert not aimed(detected=False)
    assert not aimed(mobile=True)


@pytest.mark.rule("NWK-13.1.c")
def test_one_missile_from_china_in_a_phase() -> None:
    sides = {"dprk": {"cruise": 2}, "allied": {}}
    state = phase(accounts=sides, interventions={"prc": ["supplies", "special_forces", "air", "full"]})
    assert launches.launchers(state, "dprk").legal == ("china",)
    order = {"do": "launch", "launcher": "china", "aim": "airbase", "place": "N2816"}
    step = play(state, "dprk", order, [9])
    shot = next(entry for entry in step.entries if entry.key == "log.cruise")
    assert reasons(shot.modifiers) == {"prc_cruise": 2}
    assert step.state.accounts["dprk"].cruise == 1
    fired = {"dprk": {"cruise": 2, "from_china": True}, "allied": {}}
    again = advanced(QUIET, facts={"hexes": HEXES}, accounts=fired, interventions=state.interventions)
    assert "china" not in launches.launchers(again, "dprk").legal
    d = draft(again)
    launches.reload(d, turn_ends=False)
    assert launches.launchers(d.now, "dprk").legal == ("china",)
    assert launches.launchers(phase(accounts=sides), "dprk").legal == ()  # China is not at war
    half = {"prc": ["supplies", "special_forces", "air"]}
    assert launches.launchers(phase(accounts=sides, interventions=half), "dprk").legal == ()
    empty = phase(accounts={"dprk": {}, "allied": {}}, interventions=state.interventions)
    assert launches.launchers(empty, "dprk").legal == ()
    ours = phase("allied", accounts={"dprk": {}, "allied": {"cruise": 2}}, interventions=state.interventions)
    assert launches.launchers(ours, "allied").legal == ()


ALL = ["supplies", "special_forces", "air", "full"]


@pytest.mark.rule("NWK-13.2.4.1")
def test_a_scud_at_japan_brings_it_in() -> None:
    order = {"do": "launch", "launcher": "scud", "aim": "airbase", "place": "Japan"}
    step = play(phase(), "dprk", order, [9])  # a miss is enough
    assert step.state.interventions["japan"] == tuple(ALL)
    assert logged(step, "japan_attacked").rule == "NWK-13.2.4.1"
    again = play(phase(interventions={"japan": ALL}), "dprk", order, [9])
    assert all(entry.key != "log.japan_attacked" for entry in again.entries)
    other = {"do": "launch", "launcher": "scud", "aim": "airbase", "place": "N2816"}
    assert "japan" not in play(phase(), "dprk", other, [9]).state.interventions


@pytest.mark.rule("NWK-13.1.a", "NWK-13.1.f", "NWK-13.1.d")
def test_a_ship_has_launched_and_no_bomber_of_the_enemy_does() -> None:
    state = phase("allied", ships={"US SAG": {"hex": "N1001"}})
    sag = next(iter(state.ships))
    step = play(state, "allied", {"do": "launch", "launcher": f"ship:{sag}", "aim": "airfield", "place": "N2810"}, [9])
    assert step.state.ships[sag].launched
    purse = {"dprk": {"cruise": 2}, "allied": {"cruise": 2}}
    rows = {"US B-52H 1": {"base": "japan", "box": "ready"}}
    assert launchers(phase(aircraft=rows, accounts=purse), "dprk") == []


@pytest.mark.rule("NWK-13.1.c", "NWK-13.1.d", "NWK-13.1.e")
def test_china_fires_once_a_phase_from_its_own_soil() -> None:
    purse = {"dprk": {"cruise": 2}, "allied": {}}
    sent = {"prc": ["supplies", "special_forces", "air", "full"]}
    state = phase(accounts=purse, interventions=sent)
    assert launchers(state, "dprk") == ["china"]
    order = {"do": "launch", "launcher": "china", "aim": "airbase", "place": "N2816"}
    step = play(state, "dprk", order, [9])
    assert step.state.accounts["dprk"].from_china is False  # the phase went on, and is over
    d = draft(state)
    d.edit("accounts", "dprk", from_china=True)
    assert launchers(d.now, "dprk") == []
    launches.reload(d, turn_ends=False)
    assert launchers(d.now, "dprk") == ["china"]


@pytest.mark.rule("NW-26.1.a")
def test_missiles_are_for_works_in_the_hands_of_the_enemy() -> None:
    state = phase("allied", captured={"N2816": "dprk"})
    for seat, aim, label, legal in (
        ("allied", "airfield", "N2810", True),
        ("allied", "airbase", "N2810", False),  # none is there
        ("allied", "airbase", "N2816", True),  # at home, but the enemy holds it
        ("dprk", "airbase", "N2816", False),  # one's own now
    ):
        assert (launches.why_not_place(state, seat, aim, at(state, label)) is None) is legal


@pytest.mark.rule("NWK-13.1.c")
def test_one_missile_from_china_while_ships_fire_on() -> None:
    told = {"accounts": {"dprk": {"cruise": 3}, "allied": {}}, "ships": {"PRC SAG 1": {"hex": "N1001"}}}
    state = phase(interventions={"prc": ["full"]}, **told)
    state = play(state, "dprk", {"do": "launch", "launcher": "china", "aim": "airbase", "place": "N2816"}, [9]).state
    assert state.accounts["dprk"].from_china
    assert launchers(state, "dprk") == ["PRC SAG 1"]


@pytest.mark.rule("NWK-13.2", "NWK-13.2.a", "NWK-13.1.a", "NWK-13.1.c")
def test_why_something_fires_no_missile() -> None:
    state = phase("allied", ships={"US SAG": {"hex": "yellow.at_sea"}, "US Amph 1": {"hex": "yellow.inshore"}})
    ship = {c.name: key for key, c in state.board.ships.items()}

    def rule(launcher: str, seat: str = "allied", **fields: Any) -> str:
        now = phase(seat, **fields) if fields else state
        no = launches.why_not_launch(now, seat, launcher)
        return no.rule if no else ""

    assert rule("scud") == "NWK-13.2"
    assert rule("scud", "dprk", turn=1) == "NWK-13.2.a"
    assert rule("scud", "dprk", accounts={"dprk": {}, "allied": {}}) == "NWK-13.2"
    assert rule(f"ship:{ship['US SAG']}") == "NWK-13.1.d"
    assert rule(f"ship:{ship['US Amph 1']}") == "NWK-13.1.e"
    assert rule(f"ship:{ship['US SAG']}", accounts={"dprk": {}, "allied": {}}) == "NWK-13.1.a"
    assert rule("china", "dprk", accounts={"dprk": {"cruise": 1}, "allied": {}}) == "NWK-13.1.c"
    bombers = {"US B-52H 1": {"base": "japan", "box": "flown"}}
    number = air(phase("allied", aircraft=bombers), "US B-52H 1")
    assert rule(f"air:{number}", aircraft=bombers) == "NWK-13.1.f"
    for nonsense in ("", "ship", "ship:99", "air:x", "boat:1"):
        assert rule(nonsense) == ""


@pytest.mark.rule("NW-26.1.a")
def test_a_hidden_depot_is_refused_because_it_is_hidden() -> None:
    state = phase("allied", units={"DPRK Supply 1": "N2806", INF: {"hex": "N2804", "detected": True}})
    for label, word in (("N2806", "refuse.not_detected"), ("N2804", "refuse.no_missile_target")):
        no = launches.why_not_place(state, "allied", "unit", at(state, label))
        assert no is not None
        assert (no.rule, no.key) == ("NW-26.1.a", word)


@pytest.mark.rule("NWK-13.2.4", "NWS-ADV-8.a")
def test_only_scuds_are_offered_where_japan_alone_is_left() -> None:
    told = {"accounts": {"dprk": {"scud": 1, "cruise": 1}, "allied": {}}, "interventions": {"prc": ["full"]}}
    assert launchers(phase(**told), "dprk") == ["china", "scud"]
    ruins = {"N2816": {"airbase": 3}, "busan": {"airbase": 3, "port": 3}}
    assert launchers(phase(damage=ruins, **told), "dprk") == ["scud"]


@pytest.mark.rule("NWK-13.1.d", "NWK-13.1.f")
def test_nobody_launches_from_what_is_the_enemys() -> None:
    ships, wings = {"US SAG": {"hex": "N1001"}}, {"US B-52H 1": {"base": "rok", "box": "ready"}}
    accounts = {"dprk": {"cruise": 2}, "allied": {"cruise": 2}}
    state = phase(ships=ships, aircraft=wings, accounts=accounts)
    ship = next(key for key in state.ships if state.board.ships[key].name == "US SAG")
    for launcher, rule in ((f"ship:{ship}", "NWK-13.1.d"), (f"air:{air(state, 'US B-52H 1')}", "NWK-13.1.f")):
        no = launches.why_not_launch(state, "dprk", launcher)
        assert no is not None
        assert (no.rule, no.key) == (rule, "refuse.not_yours")
