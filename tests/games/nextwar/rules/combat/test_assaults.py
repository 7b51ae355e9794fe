"""Rules 8.5.8.1 and 9.5.5: amphibious assaults."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import Battle, KoreaState
from sandtable.games.nextwar.rules.combat import assaults
from sandtable.games.nextwar.rules.combat.modifiers import drms, shifts
from sandtable.games.nextwar.rules.combat.strength import attack_strength
from tests.games.nextwar.board import INF, ROK_INF, asked, at, draft, key, may, play, reasons, steps, where, why
from tests.games.nextwar.seas import (
    AMPH,
    BEACH,
    CARRIER,
    LAR,
    MARINES,
    MARINES_2,
    NEXT_SEA,
    OTHER_PORT,
    PORT,
    ROK_AMPH,
    ROK_MARINES,
    SEA,
    afloat,
)

COMBAT = "basic.first_combat"
FOE = "DPRK 32/II LI Bde"
BIG_FOE = INF
SHIPS = {AMPH: {"hex": SEA, "fired": True}}
"""The ship has fired: nobody is asked for support."""


def off(place: str = SEA, **more: Any) -> dict[str, Any]:
    """Marines off the coast that may storm."""
    return {"hex": place, "assault": True, "moved": True, **more}


def storm(*units: str, target: str = BEACH) -> dict[str, Any]:
    return {"do": "attack", "target": target, "units": list(units)}


def ashore(*units: str, to: str = BEACH, **more: Any) -> dict[str, Any]:
    return {"do": "land", "to": to, "units": list(units), **more}


def fight(state: KoreaState, *units: str) -> Battle:
    keys = tuple(sorted(key(state, name) for name in units))
    here = tuple(k for k, u in state.units.items() if u.hex == at(state, BEACH))
    return Battle("allied", at(state, BEACH), keys, here, assault=assaults.stormers(state, keys))


@pytest.mark.rule("NW-8.5.8", "NW-8.5.8.1.c", "NW-8.5.8.1.d", "NW-8.3.1.7")
def test_marines_out_of_an_inshore_box_storm_beaches_alone() -> None:
    state = afloat(COMBAT, {ROK_MARINES: off(), FOE: BEACH, "DPRK 80/V LI Bde": OTHER_PORT}, {ROK_AMPH: SEA})
    assert may(state, "allied", storm(ROK_MARINES))
    assert may(state, "allied", storm(ROK_MARINES, target=OTHER_PORT))  # open ground with a port is a beach too
    rough = {BEACH: {"country": "ROK", "coastal": True, "sea_zone": "yellow", "terrain": "rough"}}
    steep = afloat(COMBAT, {ROK_MARINES: off(), FOE: BEACH}, {ROK_AMPH: SEA}, hexes=rough)
    assert not may(steep, "allied", storm(ROK_MARINES))
    late = afloat(COMBAT, {ROK_MARINES: SEA, FOE: BEACH}, {ROK_AMPH: SEA})
    assert not may(late, "allied", storm(ROK_MARINES))
    number = key(late, ROK_MARINES)
    assert assaults.why_not_storm(late, number, at(late, BEACH)).rule == "NW-8.5.8"  # type: ignore[union-attr]
    assert assaults.why_not_storm(steep, number, at(steep, BEACH)).rule == "NW-8.5.8.1.c"  # type: ignore[union-attr]


@pytest.mark.rule("NW-8.5.8.1.e")
def test_the_attack_is_halved_and_rounded_up() -> None:
    units = {ROK_MARINES: off(), LAR: off(), ROK_INF: "N3013", FOE: BEACH}
    state = afloat(COMBAT, units, SHIPS)
    total = attack_strength(state, fight(state, ROK_MARINES, LAR, ROK_INF))
    assert reasons(total) == {"attack_assault": 4 + 1, "attack": 6}


@pytest.mark.rule("NW-9.5.5", "NW-8.5.8.1.f")
def test_a_column_where_most_of_it_comes_out_of_the_sea() -> None:
    state = afloat(COMBAT, {ROK_MARINES: off(), "ROK 101/I Inf Bde": "N3013", ROK_INF: "N3013", FOE: BEACH}, SHIPS)
    assert reasons(shifts(state, fight(state, ROK_MARINES, "ROK 101/I Inf Bde"))) == {"assault": -1}  # 4 of 6
    assert reasons(shifts(state, fight(state, ROK_MARINES, ROK_INF))) == {}  # 4 of 10
    even = afloat(
        COMBAT,
        {ROK_MARINES: off(), "ROK 2/I Arm Bde": "N3013", BIG_FOE: BEACH},
        SHIPS,
        facts={"units": {"ROK 2/I Arm Bde": {"front": [2, 4, 6, 8, 2, "mechanised"]}}},
    )
    assert reasons(shifts(even, fight(even, ROK_MARINES, "ROK 2/I Arm Bde"))) == {}  # 4 of 8, twice 2 in open ground


@pytest.mark.rule("NWK-3.1.2", "NW-8.5.8.1.e")
def test_light_infantry_has_no_advantage_out_of_the_sea() -> None:
    woods = {BEACH: {"country": "ROK", "coastal": True, "sea_zone": "yellow", "terrain": "rough"}}
    state = afloat(COMBAT, {ROK_MARINES: off(), BIG_FOE: BEACH}, SHIPS, hexes=woods)
    assert "light_attack" not in reasons(drms(state, fight(state, ROK_MARINES)))
    land = afloat(COMBAT, {ROK_MARINES: "N3013", BIG_FOE: BEACH}, SHIPS, hexes=woods)
    assert reasons(drms(land, fight(land, ROK_MARINES)))["light_attack"] == -1


@pytest.mark.rule("NW-8.5.8.1.b")
def test_together_they_must_fit_ashore() -> None:
    units = {ROK_MARINES: off(), "ROK 2/CAP Mar Div": off(NEXT_SEA), MARINES: off(NEXT_SEA), FOE: BEACH}
    state = afloat(COMBAT, units, {ROK_AMPH: SEA, AMPH: NEXT_SEA})
    assert may(state, "allied", storm(ROK_MARINES, MARINES))  # from two hexes of the sea
    assert why(state, "allied", storm(ROK_MARINES, "ROK 2/CAP Mar Div")).rule == "NW-8.5.8.1.b"  # six stack points
    free = afloat(COMBAT, {k: v for k, v in units.items() if k != FOE}, {ROK_AMPH: SEA, AMPH: NEXT_SEA})
    assert why(free, "allied", ashore(ROK_MARINES, "ROK 2/CAP Mar Div")).rule == "NW-8.5.8.1.b"


@pytest.mark.rule("NW-8.5.8.1.g", "NW-8.5.8.1.i")
def test_a_failed_assault_costs_one_step_more() -> None:
    units = {ROK_MARINES: off(), MARINES: off(), BIG_FOE: BEACH}
    state = afloat(COMBAT, units, SHIPS)
    begun = play(state, "allied", storm(ROK_MARINES, MARINES)).state
    rolled = play(begun, "allied", {"do": "lead", "unit": ROK_MARINES}, [5]).state
    lost = 2 - steps(rolled, ROK_MARINES)
    assert asked(rolled) == {"allied": "battle.repulse"}
    paid = play(rolled, "allied", {"do": "repulse", "unit": ROK_MARINES}).state
    assert 2 - steps(paid, ROK_MARINES) == lost + 1
    assert steps(paid, MARINES) == 1
    assert where(paid, MARINES) == SEA  # who survives stays with the ship


@pytest.mark.rule("NW-8.5.8.1.g")
def test_others_pay_if_nobody_of_the_assault_is_left() -> None:
    state = afloat(COMBAT, {ROK_INF: "N3013", BIG_FOE: BEACH, MARINES: off()}, SHIPS)
    keys = (key(state, ROK_INF), key(state, MARINES))
    gone = afloat(
        [
            {"phase": COMBAT},
            {
                "phase": "battle.repulse",
                "subject": {
                    "is": "battle",
                    "side": "allied",
                    "target": at(state, BEACH),
                    "attackers": list(keys),
                    "assault": [keys[1]],
                    "repulsed": True,
                },
            },
        ],
        {ROK_INF: "N3013", BIG_FOE: BEACH, MARINES: {"box": "eliminated"}},
        SHIPS,
        begun=True,
    )
    assert assaults.payers(gone) == (keys[0],)


@pytest.mark.rule("NW-8.5.8.1.h", "NW-8.5.8.2.a")
def test_an_assault_that_succeeds_may_leave_a_beachhead() -> None:
    units = {ROK_MARINES: off(), FOE: BEACH}
    state = afloat(COMBAT, units, SHIPS, facts={"units": {FOE: {"front": [1, 1, 3, 5, 2, "light"]}}})
    won = play(state, "allied", storm(ROK_MARINES), [0]).state
    landed = play(won, "allied", {"do": "advance", "units": [ROK_MARINES]}).state
    unit = landed.units[key(landed, ROK_MARINES)]
    assert (where(landed, ROK_MARINES), unit.landed, unit.assault) == (BEACH, True, False)
    assert asked(landed) == {"allied": "battle.beachhead"}
    held = play(landed, "allied", {"do": "beachhead", "answer": "yes"}).state
    assert held.beachheads == {at(held, BEACH): "allied"}
    assert play(landed, "allied", {"do": "beachhead", "answer": "no"}).state.beachheads == {}


@pytest.mark.rule("NW-8.5.8.2.a")
def test_no_marker_for_those_who_came_over_land_or_when_none_is_left() -> None:
    units = {ROK_MARINES: off(), ROK_INF: "N3013", FOE: BEACH}
    weak = {"units": {FOE: {"front": [1, 1, 3, 5, 2, "light"]}}}
    state = afloat(COMBAT, units, SHIPS, facts=weak)
    won = play(
        play(state, "allied", storm(ROK_MARINES, ROK_INF)).state, "allied", {"do": "lead", "unit": ROK_INF}, [0]
    ).state
    by_land = play(won, "allied", {"do": "advance", "units": [ROK_INF]}).state
    assert "battle.beachhead" not in asked(by_land).values()
    four = dict.fromkeys(("N3020", "N3021", "N3022", PORT), "allied")
    none = afloat(COMBAT, {ROK_MARINES: off()}, SHIPS, beachheads=four)
    assert not may(none, "allied", ashore(ROK_MARINES, beachhead="yes"))
    assert may(none, "allied", ashore(ROK_MARINES))


@pytest.mark.rule("NW-8.5.8.1.h", "NW-8.5.8.1.d", "NW-8.5.8.2.a")
def test_over_a_beach_that_nobody_holds() -> None:
    state = afloat(COMBAT, {MARINES: off(), MARINES_2: off()}, SHIPS)
    landed = play(state, "allied", ashore(MARINES, beachhead="yes")).state
    assert (where(landed, MARINES), landed.beachheads) == (BEACH, {at(landed, BEACH): "allied"})
    assert landed.units[key(landed, MARINES)].landed
    assert may(landed, "allied", ashore(MARINES_2))
    assert why(landed, "allied", ashore(MARINES)).rule
    held = afloat(COMBAT, {MARINES: off(), FOE: BEACH}, SHIPS)
    assert not may(held, "allied", ashore(MARINES))
    late = afloat(COMBAT, {MARINES: SEA, MARINES_2: off()}, SHIPS)
    assert not may(late, "allied", ashore(MARINES))


@pytest.mark.rule("NW-8.5.8.1.h", "NW-8.4.1.a")
def test_a_city_of_the_enemy_behind_the_beach_has_to_be_mopped_up() -> None:
    city = {BEACH: {"country": "DPRK", "coastal": True, "sea_zone": "yellow", "features": ["city"]}}
    state = afloat(COMBAT, {MARINES: off()}, SHIPS, country="DPRK", hexes=city)
    landed = play(state, "allied", ashore(MARINES, beachhead="no"), [3]).state
    assert at(landed, BEACH) in landed.mopups


def routed(name: str = MARINES, ships: dict[str, Any] | None = None, **more: Any) -> KoreaState:
    """A unit on the beach that has to retreat two hexes."""
    units = {name: BEACH, BIG_FOE: "N3013"}
    plain = afloat(COMBAT, units)
    subject = {
        "is": "battle",
        "side": "dprk",
        "target": at(plain, BEACH),
        "attackers": [key(plain, BIG_FOE)],
        "defenders": [key(plain, name)],
        "retreat": 2,
        "fleeing": [key(plain, name)],
    }
    where_ = [{"phase": "basic.second_combat"}, {"phase": "battle.retreat", "subject": subject}]
    return afloat(where_, units, SHIPS if ships is None else ships, **more)


@pytest.mark.rule("NW-9.8.1.f", "NW-2.4.4", "NW-9.8.1.b", "NW-9.8.1.c")
def test_marines_may_retreat_to_a_ship() -> None:
    action = {"do": "retreat", "unit": MARINES, "path": [SEA]}
    state = routed(beachheads={BEACH: "allied"})
    assert asked(state) == {"allied": "battle.retreat"}
    assert where(play(state, "allied", action).state, MARINES) == SEA
    assert not may(routed(), "allied", action)  # neither port nor beachhead
    port = {BEACH: {"country": "ROK", "coastal": True, "sea_zone": "yellow", "features": ["port"]}}
    assert may(routed(hexes=port), "allied", action)
    assert not may(routed(ships={CARRIER: SEA}, beachheads={BEACH: "allied"}), "allied", action)
    army = "ROK 101/I Inf Bde"
    assert not may(routed(army, beachheads={BEACH: "allied"}), "allied", {**action, "unit": army})


@pytest.mark.rule("NW-8.5.8.1.d")
def test_who_does_not_storm_at_once_has_to_come_anew() -> None:
    state = afloat("basic.second_movement", {MARINES: off(), BIG_FOE: "N3014"}, SHIPS)
    assert not state.units[key(state, MARINES)].assault


@pytest.mark.rule("NW-8.5.8.2.a", "NW-8.5.8.1.h")
def test_one_marker_to_a_hex_and_the_last_one_can_be_placed() -> None:
    state = afloat(COMBAT, {MARINES: off(), MARINES_2: off()}, SHIPS)
    step = play(state, "allied", ashore(MARINES, beachhead="yes"))
    assert {entry.key for entry in step.entries} >= {"log.went_ashore", "log.beachhead"}
    assert not may(step.state, "allied", ashore(MARINES_2, beachhead="yes"))
    assert play(state, "allied", ashore(MARINES, beachhead="no")).state.beachheads == {}
    three = dict.fromkeys(("N3020", "N3021", "N3022"), "allied")
    last = afloat(COMBAT, {MARINES: off()}, SHIPS, beachheads=three)
    assert may(last, "allied", ashore(MARINES, beachhead="yes"))
    landed = step.state.units[key(state, MARINES)]
    assert (landed.assault, landed.fought) == (False, True)


@pytest.mark.rule("NW-8.5.8.2.a")
def test_who_is_asked_for_a_beachhead() -> None:
    def over(*advanced: str, **more: Any) -> tuple[str, ...]:
        state = afloat(COMBAT, {MARINES: BEACH, MARINES_2: off(), BIG_FOE: "N3014"}, SHIPS, **more)
        both = (key(state, MARINES), key(state, MARINES_2))
        d = draft(state)
        fought = Battle("allied", at(state, BEACH), both, assault=both, advanced=tuple(key(state, n) for n in advanced))
        d.call("battle.beachhead", fought)
        return assaults.lander(d.now)

    assert over(MARINES) == ("allied",)
    assert over() == ()
    assert over(MARINES_2) == ()  # still out at sea
    assert over(MARINES, beachheads={BEACH: "allied"}) == ()
