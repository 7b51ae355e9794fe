"""Korea, 7.1: lettered groups and where they arrive."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.reinforcements import arrivals, groups
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.setup import arriving_ships, units_at_start
from tests.games.nextwar.board import INF, QUIET, asked, board, carried_out, key, may, play, where, why
from tests.games.nextwar.seas import AT_SEA, EAST_AT_SEA

ARRIVALS = "reinforcement.arrivals.first"
STRYKER, ARMY_INF, EAGLES, MARINE, ABN = (
    "US 2/2 Str Bde",
    "US 3/25 Inf Bde",
    "US 2/101 AMob Bde",
    "USMC 2/4 Mar Bn",
    "CW Abn Abn Bn",
)
PLAN = {"reinforcements": {"allied": [{"turn": 2, "groups": ["E", "L", "H", "P", "D"]}]}}
COMING = {"box": "to_come"}
BASES = {
    "N3020": {"country": "ROK", "features": ["airbase"]},
    "N3022": {"country": "ROK", "features": ["airfield"]},
    "N3012": {"country": "ROK", "coastal": True, "sea_zone": "yellow", "features": ["port"]},
}


def due(
    *names: str, units: dict[str, Any] | None = None, hexes: dict[str, Any] | None = None, **more: Any
) -> KoreaState:
    """Units of groups of turn 2 that wait for a place, in the step in which they come."""
    told = {"weather": "clear", "air_level": "contested", "seas": {AT_SEA: "allied"}, "first": "allied", **more}
    facts = {"hexes": {**BASES, **(hexes or {})}, "card": {**PLAN, "area": {}, **told.pop("card", {})}}
    rows = {**dict.fromkeys(names, COMING), **(units or {INF: "N3002"})}
    return board(told.pop("at", ARRIVALS), rows, facts=facts, scenario="all_in", initiative="", **told)


def bring(name: str, to: str) -> dict[str, Any]:
    return {"do": "arrive", "unit": name, "to": to}


@pytest.mark.rule("NWK-7.1.4.b", "NWK-7.1.4.a", "NWK-5.5.3")
def test_wheels_tracks_and_infantry_divisions_come_by_sea() -> None:
    state = due(STRYKER, ARMY_INF)
    assert where(play(state, "allied", bring(STRYKER, "Busan")).state, STRYKER) == "Busan"
    assert where(play(state, "allied", bring(STRYKER, "Japan")).state, STRYKER) == "Japan"
    assert why(state, "allied", bring(STRYKER, "N3020")).rule == "NWK-7.1.4.b"
    counters = {c.name: c for c in state.board.units.values()}
    by_sea = [
        n
        for n in (STRYKER, "US 1/1C Hvy Bde", "JPN 4/West Inf Div", "US 3ACR Str Rgt", ARMY_INF, EAGLES)
        if groups.comes_by_sea(counters[n])
    ]
    assert by_sea == [STRYKER, "US 1/1C Hvy Bde", "JPN 4/West Inf Div", "US 3ACR Str Rgt"]
    watched = due(STRYKER, units={INF: "N3013", "DPRK 6/II Inf Div": "N3013"}, turn=3)
    assert why(watched, "allied", bring(STRYKER, "N3012")).rule == "NWK-7.1.4.b"


@pytest.mark.rule("NWK-2.5.1")
def test_the_us_army_needs_a_turn_more_for_other_ports() -> None:
    assert why(due(STRYKER), "allied", bring(STRYKER, "N3012")).rule == "NWK-2.5.1"
    assert may(due(STRYKER, turn=3), "allied", bring(STRYKER, "N3012"))
    assert may(due(MARINE), "allied", bring(MARINE, "N3012"))


@pytest.mark.rule("NWK-7.1.4.1")
def test_two_stack_points_through_a_port_six_through_busan() -> None:
    four = ["US 2/2 Str Bde", "US 1/25 Str Bde", "US 2/25 Str Bde", MARINE]
    state = due(*four)
    for name in four[:3]:
        state = play(state, "allied", bring(name, "Busan")).state
    assert why(state, "allied", bring(MARINE, "Busan")).rule == "NWK-7.1.4.1"
    assert may(state, "allied", bring(MARINE, "N3012"))
    small = due("US 2/2 Str Bde", "US 1/25 Str Bde", turn=3)
    one = play(small, "allied", bring("US 2/2 Str Bde", "N3012")).state
    assert why(one, "allied", bring("US 1/25 Str Bde", "N3012")).rule == "NWK-7.1.4.1"
    assert may(one, "allied", bring("US 1/25 Str Bde", "Japan"))
    fresh = carried_out(due(STRYKER, sailed={"Busan": 12}, at=QUIET), groups.call)
    assert fresh.sailed == {}


@pytest.mark.rule("NWK-7.1.4.c", "NWK-7.1.5")
def test_marines_in_ports_at_sea_or_in_japan_others_at_air_bases() -> None:
    state = due(MARINE, ARMY_INF, ABN)
    for place in ("N3012", "Busan", "Japan", AT_SEA):
        assert may(state, "allied", bring(MARINE, place))
    assert not may(state, "allied", bring(MARINE, EAST_AT_SEA))  # not the Allies'
    assert not may(state, "allied", bring(MARINE, "N3020"))
    for name in (ARMY_INF, ABN):
        assert where(play(state, "allied", bring(name, "N3020")).state, name) == "N3020"
        assert why(state, "allied", bring(name, "N3022")).rule == "NWK-7.1.5"  # an airfield
        assert why(state, "allied", bring(name, "Japan")).rule == "NWK-7.1.4.c"  # a base is open
    lost = {"captured": {"N3020": "dprk", "Busan": "dprk"}}
    assert may(due(ARMY_INF, **lost), "allied", bring(ARMY_INF, "Japan"))
    assert not may(due(ARMY_INF, **lost), "allied", bring(ARMY_INF, "N3020"))
    zone = due(ARMY_INF, units={INF: "N3021", "DPRK 6/II Inf Div": "N3021"})
    assert not may(zone, "allied", bring(ARMY_INF, "N3020"))


@pytest.mark.rule("NWK-7.1.1", "NW-8.5.2.c", "NW-6.6.1.1.a", "NW-6.6.1.1.c", "NWK-7.1.4.d", "NW-22.0")
def test_air_defence_only_where_the_enemy_is_near() -> None:
    lead = {"air_level": "superiority", "air_side": "dprk"}
    state = due(ARMY_INF, MARINE, units={"DPRK 32/II LI Bde": "N3018"}, **lead)
    step = play(state, "allied", bring(ARMY_INF, "N3020"), [4])
    assert where(step.state, ARMY_INF) == "N3020"
    fire = next(entry for entry in step.entries if entry.key == "log.air_defence_transport")
    assert [(part.key, part.amount) for part in fire.modifiers] == [("modifier.home_transport", 3)]
    turned = play(state, "allied", bring(ARMY_INF, "N3020"), [2]).state
    assert where(turned, ARMY_INF) == "to_come"
    assert key(turned, ARMY_INF) not in groups.expected(turned, "allied")  # not again in this turn
    near = {"DPRK 32/II LI Bde": "N3018", "DPRK 103/V Arm Bde": "N3021"}
    bases = {"N3018": {"country": "DPRK", "features": ["airbase"]}}
    hot = due(ARMY_INF, MARINE, units=near, hexes=bases, **lead | {"air_level": "supremacy"})
    star = play(hot, "allied", bring(ARMY_INF, "N3020"), [0]).state
    assert star.units[key(star, ARMY_INF)].steps == 1
    far = due(ARMY_INF, MARINE, units={"DPRK 32/II LI Bde": "N3017"})
    assert where(play(far, "allied", bring(ARMY_INF, "N3020")).state, ARMY_INF) == "N3020"


@pytest.mark.rule("NW-22.0", "NWK-7.1.1", "NW-25.1.b", "NWT-ADVAD.transport", "NW-24.3")
@pytest.mark.parametrize(
    ("dice", "place", "steps"),
    [
        ([2], "N3020", 2),  # the transport adds one: nobody sees it
        ([1, 9, 9], "N3020", 2),
        ([1, 5], "to_come", 2),  # missiles turn it back, and guns do not fire
        ([1, 0, 9], "N3020", 1),
        ([1, 9, 2], "to_come", 2),  # guns, helped by two
        ([1, 0, 3], "to_come", 1),
    ],
)
def test_in_the_advanced_game_the_troops_on_the_spot_fire(dice: list[int], place: str, steps: int) -> None:
    network = {"detection": 8, "sam": 8, "aaa": 3}
    told = {"card": {"level": "advanced"}, "networks": {"dprk": network, "allied": network}, "awacs": 1}
    state = due(ARMY_INF, MARINE, units={"DPRK 32/II LI Bde": "N3018"}, came={"L": 2, "E": 2}, **told)
    after = play(state, "allied", bring(ARMY_INF, "N3020"), dice).state
    assert where(after, ARMY_INF) == place
    assert after.units[key(after, ARMY_INF)].steps == steps


@pytest.mark.rule("NWK-7.1.6", "NWK-7.3")
def test_helicopters_come_to_the_rok_while_the_allies_lead_in_the_air() -> None:
    name = "US AH-64 7"

    def waiting(**more: Any) -> KoreaState:
        return due(helicopters={name: {"box": "to_place"}}, **more)

    def base(to: str) -> dict[str, Any]:
        return {"do": "base", "helicopter": name, "to": to}

    leading = {"air_level": "advantage", "air_side": "allied"}
    assert may(waiting(**leading), "allied", base("N3020"))
    assert may(waiting(**leading), "allied", base("N3022"))
    assert why(waiting(**leading), "allied", base("Japan")).rule == "NWK-7.1.6"
    for marker in (1, 2, 3):
        hit = waiting(**leading, damage={"N3020": {"airbase": marker}})
        assert why(hit, "allied", base("N3020")).rule == "NWK-7.1.6"
        assert may(hit, "allied", base("N3022"))
    for level, side in (("contested", ""), ("superiority", "dprk")):
        other = waiting(air_level=level, air_side=side)
        assert why(other, "allied", base("N3020")).rule == "NWK-7.1.6"
        assert may(other, "allied", base("Japan"))
    assert why(waiting(**leading, weather="storm"), "allied", base("N3020")).rule == "NWK-7.1.6"


@pytest.mark.rule("NWK-7.3", "NW-4.1.3.e")
def test_in_a_storm_nobody_arrives_in_korea() -> None:
    state = due(STRYKER, ARMY_INF, MARINE, weather="storm")
    assert why(state, "allied", bring(STRYKER, "Busan")).rule == "NWK-7.3"
    assert why(state, "allied", bring(ARMY_INF, "N3020")).rule == "NWK-7.3"
    for name in (STRYKER, ARMY_INF, MARINE):
        assert may(state, "allied", bring(name, "Japan"))
    assert may(state, "allied", bring(MARINE, AT_SEA))


@pytest.mark.rule("NWK-7.3", "NW-4.1.3.e")
def test_the_dprk_waits_a_storm_out_but_for_hamhung_and_the_yalu() -> None:
    names = {"DPRK 87/VII LI Bde": COMING, INF: COMING}
    card = {"reinforcements": {"dprk": [{"turn": 2, "formations": ["VII", "II"]}]}}
    storm = carried_out(due(units=names, card=card, weather="storm", at=QUIET), arrivals.receive)
    assert (where(storm, "DPRK 87/VII LI Bde"), where(storm, INF)) == ("Hamhung/Hungnam", "to_come")
    clear = carried_out(due(units=names, card=card, at=QUIET), arrivals.receive)
    assert where(clear, INF) != "to_come"


@pytest.mark.rule("NWK-7.1.1", "NWT-ALLIEDREINF", "NWK-16.1.6.h")
def test_ships_points_and_helicopters_of_a_group_come_with_it() -> None:
    ships = {
        "US Amph 1": {"box": "to_come"},
        "JPN SAG": {"box": "to_come"},
        "CW Amph": {"box": "to_come"},
        "US SAG": {"box": "to_come"},
    }
    choppers = {"US AH-64 6": {"box": "to_come"}, "US AH-64 9": {"box": "to_come"}}
    called = carried_out(
        due(ships=ships, helicopters=choppers, accounts={"allied": {"airmobile": 8}, "dprk": {}}, at=QUIET), groups.call
    )
    names = {called.board.ships[k].name for k, ship in called.ships.items() if ship.box == "to_place"}
    assert names == {"US Amph 1", "JPN SAG", "CW Amph"}  # E, D and L; the SAG comes with M
    assert called.accounts["allied"].airmobile == 10  # one with D, one with L
    assert called.accounts["allied"].sea_more2 == 0  # of the advanced game
    letters = {called.board.helicopters[k].arrival for k, u in called.helicopters.items() if u.box == "to_place"}
    assert letters <= {"D", "E", "H", "L", "P"}
    later = carried_out(due(ships=ships, turn=3, at=QUIET), groups.call)
    assert not any(ship.box == "to_place" for ship in later.ships.values())


@pytest.mark.rule("NWK-7.1.4.c")
def test_ships_come_to_japan_or_where_the_allies_hold_the_sea() -> None:
    state = due(ships={"US Amph 1": {"box": "to_place"}})
    anchor = {"do": "anchor", "ship": "US Amph 1", "to": "Japan"}
    assert may(state, "allied", anchor)
    assert may(state, "allied", {**anchor, "to": AT_SEA})
    assert not may(state, "allied", {**anchor, "to": EAST_AT_SEA})


@pytest.mark.rule("NWT-ALLIEDREINF")
def test_every_ground_unit_of_the_table_has_its_letter() -> None:
    listed = chart("reinforcements")["groups"]
    counters = board(units={INF: "N3010"}).board.units.values()
    for letter, size in {"A": 1, "C": 5, "D": 3, "G": 5, "I": 5, "M": 4, "O": 3, "T": 3, "V": 3}.items():
        found = [c for c in counters if c.arrival == letter and c.side == "allied" and c.nation != "japan"]
        assert len([c for c in found if c.kind != "hq" and not c.is_task_force]) == size, (letter, listed[letter])
    ships = {letter: arriving_ships(letter) for letter in listed}
    assert {letter: found for letter, found in ships.items() if found} == {
        "B": ("3-42",),
        "C": ("3-60",),
        "D": ("4-227",),
        "E": ("3-60",),
        "G": ("3-60",),
        "I": ("3-42", "3-60"),
        "L": ("4-228",),
        "M": ("3-45", "3-42"),
        "S": ("3-42",),
    }


@pytest.mark.rule("NWK-ERR.1", "NWK-ERR.2")
def test_the_armoured_brigade_of_japan_is_out_of_the_game() -> None:
    state = due("JPN 7/North Arm Bde", "JPN 8/West Inf Div", options={"japanese_army": True})
    assert groups.expected(state, "allied") == (key(state, "JPN 8/West Inf Div"),)


@pytest.mark.rule("NWK-3.3.2")
def test_counters_that_never_come() -> None:
    card = {"reinforcements": {"allied": [{"turn": 2, "groups": ["C", "P", "L"]}]}}
    korea = board(units={INF: "N3010"}, scenario="all_in", facts={"card": card}).board
    coming = {korea.units[k].sheet for k, unit in units_at_start(korea).items() if unit.box == "to_come"}
    assert "2-156" in coming
    assert not coming & {"2-196", "2-115", "2-194"}


@pytest.mark.rule("NWK-7.1.4.d", "NWS-STD-6.1")
def test_who_has_no_place_waits_and_nobody_is_asked() -> None:
    state = due(STRYKER, at="reinforcement.arrivals.first")
    assert asked(state) == {"allied": "reinforcement.arrivals.first"}
    assert arrivals.receiver(due(units={INF: "N3002"}, at=QUIET), "allied") == ()
    held = {"at": QUIET, "captured": {"N3020": "dprk", "Busan": "dprk"}}
    assert arrivals.receiver(due(ARMY_INF, **held), "allied") == ("allied",)  # Japan is open then
    assert arrivals.receiver(due(STRYKER, at=QUIET), "dprk") == ()


@pytest.mark.rule("NWK-7.1.4.b", "NWK-7.1.4.c")
def test_nobody_lands_in_a_port_that_was_taken_from_the_enemy() -> None:
    quay = {"N3112": {"country": "DPRK", "coastal": True, "sea_zone": "yellow", "features": ["port"]}}
    state = due(STRYKER, MARINE, hexes=quay, captured={"N3112": "allied"}, turn=3)
    assert why(state, "allied", bring(STRYKER, "N3112")).rule == "NWK-7.1.4.b"
    assert why(state, "allied", bring(MARINE, "N3112")).rule == "NWK-7.1.4.c"
    assert may(state, "allied", bring(STRYKER, "N3012"))
    assert may(state, "allied", bring(MARINE, "N3012"))
