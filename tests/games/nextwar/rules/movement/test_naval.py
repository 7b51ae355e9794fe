"""Rules 8.5.6 and 8.5.8: ships and the marines aboard."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.rules.movement import naval
from tests.games.nextwar.board import INF, ROK_INF, key, logged, may, play, where, why
from tests.games.nextwar.seas import (
    AMPH,
    AT_SEA,
    BEACH,
    CARRIER,
    DPRK_AMPH,
    EAST_AT_SEA,
    EAST_INSHORE,
    INLAND,
    INSHORE,
    LAR,
    MARINES,
    MARINES_2,
    NEXT_SEA,
    PORT,
    ROK_AMPH,
    ROK_MARINES,
    SEA,
    afloat,
    ship,
    ship_at,
)


def sail(to: str, name: str = AMPH, **more: object) -> dict[str, object]:
    return {"do": "sail", "ship": name, "to": to, **more}


@pytest.mark.rule("NW-8.5.6.4.a", "NW-8.5.6.4.c", "NW-8.5.6.2", "NW-8.5.6.3")
def test_one_link_in_a_segment() -> None:
    state = afloat(ships={AMPH: AT_SEA})
    assert why(state, "allied", sail(SEA)).key == "refuse.no_link"
    step = play(state, "allied", sail(INSHORE))
    moved = step.state
    assert logged(step, "sailed").rule == "NW-8.5.6.4.a"
    assert ship_at(moved, AMPH) == INSHORE
    assert why(moved, "allied", sail(SEA)).rule == "NW-8.5.6.4.c"
    assert ship_at(play(state, "allied", sail(EAST_AT_SEA)).state, AMPH) == EAST_AT_SEA
    assert why(state, "allied", sail(EAST_INSHORE)).rule == "NW-8.5.6.4.a"


@pytest.mark.rule("NW-8.5.6.4.a", "NW-4.1.3.a", "NW-8.5.6.1")
def test_when_ships_do_not_sail() -> None:
    ships = {AMPH: AT_SEA, DPRK_AMPH: AT_SEA}
    assert (
        why(afloat("initiative.elite_reaction", ships=ships, first="dprk"), "allied", sail(INSHORE)).rule
        == "NW-8.5.6.4.a"
    )
    assert why(afloat(ships=ships, weather="storm"), "allied", sail(INSHORE)).rule == "NW-4.1.3.a"
    assert why(afloat(ships=ships), "allied", sail(INSHORE, DPRK_AMPH)).rule == "NW-8.5.6.1"
    assert may(afloat("initiative.exploitation", ships=ships), "allied", sail(INSHORE))


@pytest.mark.rule("NW-7.3.6")
def test_one_ship_in_a_hex_any_number_in_a_box() -> None:
    state = afloat(ships={AMPH: INSHORE, CARRIER: SEA, ROK_AMPH: INSHORE, DPRK_AMPH: INSHORE})
    assert why(state, "allied", sail(SEA)).rule == "NW-7.3.6"
    assert may(state, "allied", sail(NEXT_SEA))
    assert may(afloat(ships={AMPH: AT_SEA, DPRK_AMPH: INSHORE, CARRIER: INSHORE}), "allied", sail(INSHORE))


@pytest.mark.rule("NW-8.5.8.4", "NW-2.4.4", "NW-7.3.2", "NW-8.5.8")
def test_marines_of_a_box_go_along_within_the_capacity() -> None:
    state = afloat(units={MARINES: AT_SEA, ROK_MARINES: AT_SEA, INF: AT_SEA}, ships={AMPH: AT_SEA, ROK_AMPH: AT_SEA})
    moved = play(state, "allied", sail(INSHORE, units=[MARINES])).state
    assert (where(moved, MARINES), where(moved, ROK_MARINES)) == (INSHORE, AT_SEA)
    # Three stack points fit on the ship of the ROK, and half a point more does not.
    assert may(state, "allied", sail(INSHORE, ROK_AMPH, units=[ROK_MARINES]))
    assert why(state, "allied", sail(INSHORE, ROK_AMPH, units=[ROK_MARINES, MARINES])).rule == "NW-2.4.4"
    walkers = afloat(units={"US 3/25 Inf Bde": AT_SEA, MARINES: AT_SEA}, ships={AMPH: AT_SEA})
    assert why(walkers, "allied", sail(INSHORE, units=["US 3/25 Inf Bde"])).rule == "NW-8.5.8"
    assert not may(
        afloat(units={MARINES: AT_SEA}, ships={CARRIER: AT_SEA}), "allied", sail(INSHORE, CARRIER, units=[MARINES])
    )
    tired = afloat(units={MARINES: {"hex": AT_SEA, "moved": True}}, ships={AMPH: AT_SEA})
    assert not may(tired, "allied", sail(INSHORE, units=[MARINES]))


@pytest.mark.rule("NW-8.5.8.4", "NW-8.5.8.1.a")
def test_who_is_in_a_hex_of_the_sea_is_aboard() -> None:
    state = afloat(units={MARINES: SEA, LAR: SEA}, ships={AMPH: SEA})
    moved = play(state, "allied", sail(INSHORE)).state
    assert (where(moved, MARINES), where(moved, LAR), ship_at(moved, AMPH)) == (INSHORE, INSHORE, INSHORE)
    landed = play(state, "allied", sail(PORT)).state
    assert where(landed, MARINES) == PORT


@pytest.mark.rule("NW-8.5.8", "NW-8.5.8.1.a")
def test_only_out_of_an_inshore_box_marines_are_ready_to_storm() -> None:
    state = afloat(units={MARINES: INSHORE}, ships={AMPH: INSHORE})
    moved = play(state, "allied", sail(SEA, units=[MARINES])).state
    unit = moved.units[key(moved, MARINES)]
    assert (unit.assault, unit.moved) == (True, True)
    along = play(afloat(units={MARINES: SEA}, ships={AMPH: SEA}), "allied", sail(NEXT_SEA)).state
    assert not along.units[key(along, MARINES)].assault
    into_port = play(state, "allied", sail(PORT, units=[MARINES])).state
    assert not into_port.units[key(into_port, MARINES)].assault


@pytest.mark.rule("NW-8.5.8.3", "NW-8.5.8.4", "NW-2.4.4")
def test_marines_go_aboard_from_a_port_or_a_beachhead() -> None:
    embark = {"do": "embark", "unit": MARINES, "ship": AMPH}
    state = afloat(units={MARINES: PORT}, ships={AMPH: NEXT_SEA})
    aboard = play(state, "allied", embark).state
    assert where(aboard, MARINES) == NEXT_SEA
    assert naval.aboard(aboard, next(iter(aboard.ships))) == (key(aboard, MARINES),)
    assert why(afloat(units={MARINES: BEACH}, ships={AMPH: SEA}), "allied", embark).rule == "NW-8.5.8.3"
    assert may(afloat(units={MARINES: BEACH}, ships={AMPH: SEA}, beachheads={BEACH: "allied"}), "allied", embark)
    far = afloat(units={MARINES: PORT}, ships={AMPH: "N3010"})
    assert why(far, "allied", embark).rule == "NW-8.5.8.3"
    others = afloat(units={"ROK 1/I Inf Div": PORT}, ships={AMPH: NEXT_SEA})
    assert not may(others, "allied", {**embark, "unit": "ROK 1/I Inf Div"})
    full = afloat(units={MARINES: PORT, ROK_MARINES: NEXT_SEA}, ships={ROK_AMPH: NEXT_SEA})
    assert why(full, "allied", {**embark, "ship": ROK_AMPH}).rule == "NW-8.5.8.3"
    assert naval.why_not_take(full, key(full, MARINES), next(iter(full.ships))).rule == "NW-2.4.4"  # type: ignore[union-attr]
    carrier = afloat(units={MARINES: PORT}, ships={CARRIER: NEXT_SEA})
    assert not may(carrier, "allied", {**embark, "ship": CARRIER})
    assert not may(afloat(units={MARINES: PORT}, ships={AMPH: NEXT_SEA}, weather="storm"), "allied", embark)


@pytest.mark.rule("NW-8.5.6.4.a")
def test_a_new_segment_lets_ships_sail_again() -> None:
    state = afloat(
        "basic.first_movement", ships={AMPH: {"hex": AT_SEA, "moved": True, "lifted": True}}, units={INF: INLAND}
    )
    again = play(state, "allied", sail(INSHORE)).state
    assert ship(again, AMPH).moved
    assert not ship(again, AMPH).lifted


@pytest.mark.rule("NW-8.5.8.4")
def test_who_has_to_leave_a_box_takes_marines_along_as_far_as_there_is_room() -> None:
    state = afloat(units={ROK_MARINES: INSHORE, MARINES: INSHORE, MARINES_2: INSHORE}, ships={ROK_AMPH: INSHORE})
    number = next(iter(state.ships))
    assert naval.company(state, number) == (key(state, ROK_MARINES),)


@pytest.mark.rule("NW-8.5.6.4.a", "NW-8.5.6.1")
def test_no_sailing_in_combat_or_between_segments_nor_of_ships_to_come() -> None:
    ships = {AMPH: {"box": "to_come"}, CARRIER: AT_SEA}
    fight = afloat("basic.first_combat", {INF: INLAND, "ROK 1/I Inf Div": "N3015"}, ships)
    assert naval.why_no_sailing(fight).rule == "NW-8.5.6.4.a"  # type: ignore[union-attr]
    between = afloat("reinforcement.arrivals.first", ships={AMPH: {"box": "to_place"}})
    assert naval.why_no_sailing(between).rule == "NW-8.5.6.4.a"  # type: ignore[union-attr]
    assert why(afloat(ships=ships), "allied", sail(INSHORE)).rule == "NW-8.5.6.1"


@pytest.mark.rule("NW-8.5.8")
def test_only_marines_go_aboard_in_a_box() -> None:
    state = afloat(units={ROK_INF: INSHORE}, ships={AMPH: INSHORE})
    aboard = {"do": "sail", "ship": AMPH, "to": SEA, "units": [ROK_INF]}
    assert why(state, "allied", aboard).rule == "NW-8.5.8"
    assert may(state, "allied", {"do": "sail", "ship": AMPH, "to": SEA})
