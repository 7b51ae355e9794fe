"""Korea, 16.2.1.2, 16.2.1.4.c and 15.14: what China and Japan send, and when."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState, SpecialForces
from sandtable.games.nextwar.rules.movement import sea_transport
from sandtable.games.nextwar.rules.reinforcements import arrivals, groups
from sandtable.games.nextwar.rules.scenarios import foreign_forces, interventions
from sandtable.games.nextwar.scenario.ground import BUSAN
from sandtable.kernel import Draft, SeededDice
from tests.games.nextwar.board import INF, QUIET, ROK_INF, asked, at, board, draft, key, play, where, why

ALL = ["supplies", "special_forces", "air", "full"]
TANKS, STAFF, BRIGADE = "PRC 3/39 Arm Div", "PRC 39GA HQ", "PRC 8/40 Arm Bde"
COMING = {"box": "to_come"}
JAPAN = "JPN 4/West Inf Div"


def war(scenario: str = "strategic_surprise", **fields: Any) -> KoreaState:
    told = {"weather": "clear", "air_level": "contested", **fields}
    return board(told.pop("at", QUIET), told.pop("units", {INF: "N3002"}), scenario=scenario, **told)


def received(state: KoreaState) -> Draft[KoreaState]:
    d = Draft(state, SeededDice(b"any"))
    foreign_forces.receive(d)
    return d


def types(d: Draft[KoreaState], nation: str) -> Counter[str]:
    counters = d.now.board.aircraft
    return Counter(counters[key].type for key in d.now.aircraft if counters[key].nation == nation)


@pytest.mark.rule("NWK-16.2.2.g", "NWK-16.2.2.o", "NWK-16.2.1.2.5", "NWK-16.2.1.2.8")
def test_the_air_force_of_china_comes_by_the_schedule() -> None:
    told = {"interventions": {"prc": ALL[:3]}}
    d = received(war(turn=3, **told))
    assert d.now.aircraft == {}
    d = received(war(turn=4, **told))
    assert types(d, "prc") == {"J-10": 1, "J-11B": 1, "Su-30MKK2": 1}
    assert {(row.base, row.box) for row in d.now.aircraft.values()} == {("prc", "ready")}
    foreign_forces.receive(d)  # nothing comes twice
    assert len(d.now.aircraft) == 3
    guest = {"ROK F-4D 1": {"base": "rok", "box": "ready"}, "JPN F-15J 1": {"base": "japan", "box": "ready"}}
    assert sum(types(received(war(turn=4, aircraft=guest, **told)), "prc").values()) == 3
    d.set(turn=9)
    foreign_forces.receive(d)
    assert types(d, "prc") == {"J-10": 2, "J-11B": 1, "Su-30MKK2": 2, "JF-17": 2}
    assert received(war(turn=9, interventions={"prc": ALL[:2]})).now.aircraft == {}


@pytest.mark.rule("NWK-16.2.1.3.a", "NWK-16.2.1.2.8")
def test_who_was_provoked_begins_with_its_first_turn() -> None:
    told = {"interventions": {"prc": ALL}, "entered": {"prc": 8}}
    assert interventions.turn_of(war(turn=8, **told), "prc") == 1
    assert received(war(turn=10, **told)).now.aircraft == {}
    assert len(received(war(turn=11, **told)).now.aircraft) == 3
    assert interventions.turn_of(war(turn=8), "prc") == 8


@pytest.mark.rule("NWK-16.2.1.2.5", "NWK-16.2.1.2.8", "NWK-16.2.1.4.c", "NWK-16.2.1.2.4")
def test_japanese_forces_come_as_scheduled_whatever_the_group_rolls() -> None:
    state = war(turn=6, interventions={"japan": ["special_forces", "air"]}, slip=3)
    d = received(state)
    assert types(d, "japan") == {"F-15J": 1, "F-4EJ": 1, "F-2A": 1}  # of groups B and F
    assert {(row.base, row.box) for row in d.now.aircraft.values()} == {("japan", "ready")}
    assert d.now.special_forces["japan"] == SpecialForces(2)
    foreign_forces.receive(d)
    assert d.now.special_forces["japan"] == SpecialForces(2)
    d = received(war(turn=6, interventions={"japan": ["special_forces"]}))
    assert (d.now.aircraft, d.now.special_forces["japan"]) == ({}, SpecialForces(2))
    assert received(war(turn=6, interventions={"japan": []})).now.special_forces == {}
    assert received(war(turn=1, interventions={"japan": ["special_forces"]})).now.special_forces == {}  # group A


@pytest.mark.rule("NWK-16.2.1.4.c", "NWK-16.2.1.2.8")
def test_a_group_that_came_brings_no_japanese_forces() -> None:
    ships = {"JPN SAG": COMING, "US CVN BG 1": COMING}
    state = war(turn=2, came={"D": 2, "B": 2}, ships=ships, helicopters={"JPN AH-64": COMING})
    d = draft(state)
    groups.call(d)
    assert {d.now.board.ships[k].name: s.box for k, s in d.now.ships.items()} == {
        "JPN SAG": "to_come",
        "US CVN BG 1": "to_place",
    }
    assert [row.box for row in d.now.helicopters.values()] == ["to_come"]
    assert {nation: row.ready for nation, row in d.now.special_forces.items()} == {"us": 2}


@pytest.mark.rule("NWK-16.2.1.2.6", "NWK-16.2.1.2.8")
def test_ships_come_with_everything() -> None:
    fleet = {"PRC SAG 1": COMING, "PRC SAG 2": COMING, "JPN SAG": COMING}
    helicopters = {"PRC Zhi-10 1": COMING, "PRC Zhi-10 2": COMING}
    told = {"ships": fleet, "helicopters": helicopters, "turn": 5}
    d = received(war(interventions={"prc": ALL, "japan": ALL}, **told))
    assert sorted(row.box for row in d.now.ships.values()) == ["to_come", "to_place", "to_place"]
    assert sorted(row.box for row in d.now.helicopters.values()) == ["to_come", "to_place"]
    d = received(war(interventions={"prc": ALL[:3], "japan": ALL[:3]}, **told))
    assert {row.box for row in (*d.now.ships.values(), *d.now.helicopters.values())} == {"to_come"}
    d = received(war(interventions={"prc": ALL}, **{**told, "turn": 9}))
    assert {row.box for row in d.now.helicopters.values()} == {"to_place"}


ARRIVALS = "turn.reinforcement.arrivals.first"


def armies(**fields: Any) -> KoreaState:
    told = {"turn": 5, "interventions": {"prc": ALL}, "units": {TANKS: COMING, STAFF: COMING, BRIGADE: COMING}}
    facts = {"hexes": {"N2000": {"country": "DPRK"}, "N2600": {"country": "DPRK"}, "N2601": {"country": "DPRK"}}}
    return war(**{"at": ARRIVALS, "facts": facts, **told, **fields})


def enter(name: str, to: str) -> dict[str, Any]:
    return {"do": "arrive", "unit": name, "to": to}


@pytest.mark.rule("NWK-16.2.2.g", "NWK-15.14", "NWK-16.2.1.2.6", "NWS-ADV-15.2")
def test_armies_of_china_cross_the_northern_edge() -> None:
    state = armies()
    assert asked(state) == {"dprk": "reinforcement.arrivals.first"}
    assert set(groups.expected(state, "dprk")) == {key(state, TANKS), key(state, STAFF)}  # the 40th comes later
    here = armies(at=QUIET, units={TANKS: "N2600", STAFF: COMING, "DPRK VII HQ": COMING})
    assert groups.expected(here, "dprk") == (key(here, STAFF),)
    after = play(state, "dprk", enter(TANKS, "N2600")).state
    assert where(after, TANKS) == "N2600"
    assert why(state, "dprk", enter(TANKS, "N2601")).rule == "NWK-15.14"
    assert groups.expected(armies(at=QUIET, interventions={"prc": ALL[:3]}), "dprk") == ()
    assert groups.expected(armies(at=QUIET, turn=4), "dprk") == ()
    assert len(groups.expected(armies(at=QUIET, turn=9), "dprk")) == 3


@pytest.mark.rule("NWK-15.14", "NWK-7.3")
def test_where_they_cannot_enter() -> None:
    state = armies(at=QUIET)
    place = at(state, "N2600")
    assert interventions.why_not_there(state, key(state, TANKS), place) is None

    def rule(**more: Any) -> str:
        now = armies(at=QUIET, **more)
        no = interventions.why_not_there(now, key(now, TANKS), place)
        return no.rule if no else ""

    assert rule(weather="storm") == "NWK-7.3"
    assert rule(captured={"N2600": "allied"}) == "NWK-15.14"
    crowd = {TANKS: COMING, "DPRK 2/I Inf Div": "N2600", "DPRK 13/I Inf Div": "N2600", "DPRK 31/I Inf Div": "N2600"}
    assert rule(units=crowd) == "NW-8.1.1.1.a"
    assert rule(units={TANKS: COMING, ROK_INF: "N2600"}) == "NWK-15.14"
    assert interventions.why_not_there(state, key(state, TANKS), at(state, "S2600")) is not None


@pytest.mark.rule("NWK-16.2.2.g")
def test_ships_of_china_anchor_in_the_yellow_sea_and_helicopters_fly_to_any_base() -> None:
    hexes = {
        "N2504": {"country": "DPRK", "features": ["airfield"]},
        "N3022": {"country": "ROK", "features": ["airbase"]},
    }
    rows = {"ships": {"PRC SAG 1": {"box": "to_place"}}, "helicopters": {"PRC Zhi-10 1": {"box": "to_place"}}}
    state = war(facts={"hexes": hexes}, **rows)
    ship = next(iter(state.ships))
    assert groups.anchorages(state, "dprk", ship).legal == (at(state, "yellow.at_sea"),)
    copter = next(iter(state.helicopters))
    assert at(state, "N2504") in arrivals.base_choice(state, "dprk", copter).legal
    assert at(state, "N3022") not in arrivals.base_choice(state, "dprk", copter).legal
    assert arrivals.basing(state, "dprk").legal == (copter,)


# -- the standard game -----------------------------------------------------------------------------------------------


@pytest.mark.rule("NWK-15.14")
@pytest.mark.parametrize("scenario", ["militarized_zone", "all_in", "they_did_what"])
def test_china_in_the_standard_game(scenario: str) -> None:
    fleet = {"PRC SAG 1": COMING, "PRC SAG 2": COMING}
    told = {"units": {TANKS: COMING, BRIGADE: COMING}, "ships": fleet, "options": {"prc_intervention": True}}
    d = received(war(scenario, turn=3, **told))
    assert sorted(row.box for row in d.now.ships.values()) == ["to_come", "to_place"]
    assert groups.expected(war(scenario, turn=3, **told), "dprk") == ()
    state = war(scenario, turn=4, **told)
    assert groups.expected(state, "dprk") == (key(state, TANKS),)
    late = war(scenario, turn=8, **told)
    assert set(groups.expected(late, "dprk")) == {key(late, TANKS), key(late, BRIGADE)}
    without = war(scenario, turn=8, **{**told, "options": {}})
    assert groups.expected(without, "dprk") == ()
    other = war("east_coast_highway", turn=8, **{**told, "ships": {}})
    assert groups.expected(other, "dprk") == ()


@pytest.mark.rule("NWK-15.14")
def test_helicopters_of_china_in_the_standard_game() -> None:
    told = {"helicopters": {"PRC Zhi-10 1": COMING, "PRC Zhi-10 2": COMING}, "options": {"prc_intervention": True}}
    for turn, number in ((3, 0), (4, 1), (8, 2)):
        rows = received(war("all_in", turn=turn, **told)).now.helicopters.values()
        assert sum(row.box == "to_place" for row in rows) == number


@pytest.mark.rule("NWK-5.4.a", "NWK-5.4")
def test_sea_transport_of_china() -> None:
    assert sea_transport.left2(war(interventions={"prc": ALL[:3]}), "dprk") == 4
    assert sea_transport.left2(war(interventions={"prc": ALL}), "dprk") == 10
    assert sea_transport.left2(war(interventions={"prc": ALL}), "allied") == 6


# -- the army of Japan -----------------------------------------------------------------------------------------------

SEOUL = ["N2822", "N2921", "N2922"]


def japan(**fields: Any) -> KoreaState:
    units = fields.pop("units", {JAPAN: COMING, INF: "S2613"})
    told = {"turn": 12, "interventions": {"japan": ALL}, "options": {"japanese_army": True}}
    return war(units=units, **{**told, **fields})


@pytest.mark.rule("NWK-15.8", "NWK-16.2.1.2.6", "NWK-16.2.1.4.c")
def test_the_army_of_japan_gathers_there() -> None:
    dry = {"card": {"area": {}, "sea": False}}  # nobody rolls for the sea
    state = japan(at=ARRIVALS, first="allied", came={}, facts=dry)
    assert groups.expected(state, "allied") == (key(state, JAPAN),)
    assert where(play(state, "allied", enter(JAPAN, "Japan"), [4]).state, JAPAN) == "Japan"
    assert why(state, "allied", enter(JAPAN, "Busan")).rule == "NWK-15.8"
    strykers = japan(came={"E": 5}, units={"US 2/2 Str Bde": COMING})
    assert groups.why_not_there(strykers, key(strykers, "US 2/2 Str Bde"), BUSAN) is None
    assert groups.expected(japan(turn=11), "allied") == ()
    assert groups.expected(japan(options={}), "allied") == ()
    assert groups.expected(japan(interventions={"japan": ALL[:3]}), "allied") == ()
    # rule: the attack on Busan brings them without the option
    assert len(groups.expected(japan(options={}, busan_lost=True), "allied")) == 1


@pytest.mark.rule("NWK-15.8")
def test_helicopters_of_japan_come_with_its_army() -> None:
    told = {"helicopters": {"JPN AH-64": COMING}, "turn": 2}
    assert [row.box for row in received(japan(**told)).now.helicopters.values()] == ["to_place"]
    assert [row.box for row in received(japan(**told, options={})).now.helicopters.values()] == ["to_come"]
    assert [row.box for row in received(japan(**{**told, "turn": 1})).now.helicopters.values()] == ["to_come"]


@pytest.mark.rule("NWK-15.8", "NWK-15.10.f")
def test_it_goes_to_korea_when_seoul_and_the_south_are_in_danger() -> None:
    def rule(enemy: Any = "S2613", held: int = 3, name: str = JAPAN, **more: Any) -> str:
        units = {name: "Japan", INF: enemy}
        captured = dict.fromkeys(SEOUL[:held], "dprk")
        state = japan(at="turn.basic.first_movement.moves", units=units, captured=captured, first="allied", **more)
        no = sea_transport.why_not_ship(state, "allied", key(state, name))
        return no.rule if no else ""

    assert rule() == ""
    assert rule(enemy="S2612") == "NWK-15.8"
    assert rule(enemy="N2613") == "NWK-15.8"
    assert rule(held=2) == "NWK-15.8"
    assert rule(enemy={"hex": "S2613", "unsupplied": True}) == "NWK-15.8"
    assert rule(held=0, busan_lost=True) == ""
    assert rule(held=0, name="US 1/2 Hvy Bde") == ""
    chinese = japan(units={JAPAN: "Japan", TANKS: "S2613"}, captured=dict.fromkeys(SEOUL, "dprk"))
    assert sea_transport.why_not_ship(chinese, "allied", key(chinese, JAPAN)) is not None


@pytest.mark.rule("NWK-15.8")
def test_its_helicopters_wait_too() -> None:
    told = {"helicopters": {"JPN AH-64": {"hex": "Japan"}}, "at": "turn.basic.first_movement.moves", "first": "allied"}
    state = japan(units={INF: "S2613"}, **told)
    no = sea_transport.why_not_ship_helicopter(state, "allied", next(iter(state.helicopters)))
    assert no is not None
    assert no.rule == "NWK-15.8"
    free = japan(units={INF: "S2613"}, captured=dict.fromkeys(SEOUL, "dprk"), **told)
    assert sea_transport.why_not_ship_helicopter(free, "allied", next(iter(free.helicopters))) is None


@pytest.mark.rule("NWK-16.2.2.c", "NWK-16.2.2.n", "NWK-16.2.3.c", "NWK-16.2.4.c")
def test_a_passive_china_withholds_formations_but_no_reserves() -> None:
    plan = {"dprk": [{"turn": 2, "formations": ["VII", "XI", "IX"], "sof": 2, "draw": ["RG", 1]}]}
    names = ["DPRK VII HQ", "DPRK XI HQ", "DPRK ?/XI PMTU Bde 1", "DPRK ?/IX PMTU Bde", "DPRK 24/IX Inf Div"]
    for view, expected in (("passive", {1, 2, 3}), ("moderate", {0, 1, 2, 3, 4})):
        facts = {"card": {"area": {}, "reinforcements": plan}}
        state = war(units=dict.fromkeys(names, COMING), facts=facts, postures={"prc": view})
        d = Draft(state, SeededDice(b"any"))
        arrivals.receive(d)
        came = {n for n, name in enumerate(names) if d.now.units[key(d.now, name)].hex}
        assert came == expected
        assert d.now.special_forces["dprk"].ready == 2


@pytest.mark.rule("NWK-15.8")
def test_who_has_gone_to_korea_is_not_held_there() -> None:
    told = {"at": "turn.basic.first_movement.moves", "first": "allied"}
    state = japan(units={JAPAN: "Busan", INF: "S2613"}, **told)
    no = sea_transport.why_not_ship(state, "allied", key(state, JAPAN))
    assert no is None or no.rule != "NWK-15.8"
    chopper = japan(units={INF: "S2613"}, helicopters={"JPN AH-64": {"hex": "Busan"}}, **told)
    no = sea_transport.why_not_ship_helicopter(chopper, "allied", next(iter(chopper.helicopters)))
    assert no is None or no.rule != "NWK-15.8"
