"""Where aircraft land, and the proof that all of them can."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.mobilize.launching import why_not_done, why_strands
from sandtable.games.axisallies.rules.noncombat.landing import (
    airfields,
    can_all_land,
    decks,
    is_airfield,
    is_spare,
    lost,
    lost_anyway,
    needy,
    open_decks,
    pending,
)
from tests.games.axisallies.board import at, position

OPEN_SEA = {"Midway": {"holder": "japan"}, "Wake Island": {"holder": "japan"}, "Aleutian Islands": {"holder": "japan"}}


def pacific(**parts: Any) -> GlobalState:
    """The United States at war far from land, in Noncombat Move."""
    return position(at="usa.noncombat.moves", wars={"japan-usa": 1}, territories=OPEN_SEA, **parts)


def flyer(zone: int, left: int, **more: Any) -> dict[str, Any]:
    return {"kind": "fighter", "owner": "usa", "at": zone, "spent": 4 - left, "moved": True, **more}


def carrier(zone: int, **more: Any) -> dict[str, Any]:
    return {"kind": "carrier", "owner": "usa", "at": zone, **more}


@pytest.mark.rule("AA-10.air.no-suicide.c", "AA-9.4.air.lost")
def test_carriers_go_where_they_save_the_most_aircraft() -> None:
    far = {1: flyer(16, 1), 2: flyer(16, 1), 3: flyer(24, 0), 4: flyer(24, 0)}
    both = pacific(units={**far, 5: carrier(25), 6: carrier(25)})
    assert lost(both, "usa", needy(both, "usa")) == ()
    alone = pacific(units={**far, 5: carrier(25)})
    assert len(lost(alone, "usa", needy(alone, "usa"))) == 2
    assert lost_anyway(alone, "usa") == 2
    stuck = pacific(units={**far, 5: carrier(24, moved=True)})
    assert lost(stuck, "usa", needy(stuck, "usa")) == (3, 4)


@pytest.mark.rule("AA-10.carrier.capacity", "AA-10.carrier.damaged")
def test_only_free_places_on_undamaged_carriers_count() -> None:
    guest = {"kind": "fighter", "owner": "uk", "at": 25, "aboard": 5}
    state = pacific(units={3: guest, 5: carrier(25), 6: carrier(25, damaged=True)})
    assert [(deck.carrier, deck.room) for deck in decks(state, "usa", False)] == [(5, 1)]
    assert open_decks(state, "usa", 25) == (5,)


@pytest.mark.rule("AA-10.air.no-suicide.b", "AA-9.2.air.carrier-landing")
def test_a_zone_that_is_attacked_counts_as_open_to_carriers() -> None:
    foe = {"kind": "destroyer", "owner": "japan", "at": 24}
    sent = {"kind": "submarine", "owner": "usa", "at": 24, "task": "attack", "moved": True}
    blocked = pacific(units={1: flyer(24, 0), 5: carrier(25), 7: foe})
    assert lost_anyway(blocked, "usa") == 1
    opened = pacific(units={1: flyer(24, 0), 5: carrier(25), 7: foe, 8: sent})
    assert lost_anyway(opened, "usa") == 0


@pytest.mark.rule("AA-9.2.air.reserve", "AA-10.air.no-suicide.a")
def test_one_more_aircraft_must_not_take_the_deck_of_another() -> None:
    units = {1: flyer(16, 1), 2: flyer(16, 1), 3: {"kind": "fighter", "owner": "usa", "at": at("Hawaiian Islands")}}
    state = pacific(units={**units, 5: carrier(25)})
    assert not can_all_land(state, "usa", {3: (16, 1)})
    assert can_all_land(state, "usa", {3: (26, 1)})


@pytest.mark.rule("AA-9.4.air.new-carrier")
def test_an_ordered_carrier_saves_two_aircraft_next_to_its_complex() -> None:
    home = {"Western United States": {"works": "major_ic"}, "Mexico": {"holder": "japan"}}
    units = {n: flyer(10, 0) for n in (1, 2, 3)}
    state = position(
        at="usa.noncombat.moves", wars={"japan-usa": 1}, units=units, territories=home, orders={"usa.carrier": 1}
    )
    assert lost(state, "usa", needy(state, "usa")) == (3,)


@pytest.mark.rule("AA-9.4.air.land-territory", "AA-10.air.general")
def test_fields_are_those_friendly_since_the_start_of_the_turn() -> None:
    taken = {"France": {"holder": "germany", "since": "france"}}
    state = position(at="germany.noncombat.moves", territories=taken)
    fields = airfields(state, "germany")
    assert at("Germany") in fields
    assert at("Northern Italy") in fields
    assert at("France") not in fields
    assert at("Bulgaria") not in fields


@pytest.mark.rule("AA-10.carrier.damaged")
def test_aircraft_on_a_damaged_carrier_are_cargo_and_need_no_landing() -> None:
    trapped = {"kind": "fighter", "owner": "usa", "at": 25, "aboard": 5}
    assert pending(pacific(units={1: trapped, 5: carrier(25, damaged=True)}), "usa") == {}
    assert pending(pacific(units={1: trapped, 5: carrier(25)}), "usa") == {1: (25, 4)}


@pytest.mark.rule("AA-9.4.air.land-territory")
@pytest.mark.parametrize("wars", [{}, {"germany-ussr": 1, "japan-usa": 1, "japan-uk": 1}])
def test_airfields_are_the_territories_that_may_be_landed_in(wars: dict[str, int]) -> None:
    shut = {"uk.anzac.territories": 0, "china.uk.territories": 0}
    state = position(only=False, wars=wars, consents=shut, territories={"Burma": {"since": "japan"}})
    for power in state.board.powers:
        assert airfields(state, power) == {place for place in state.territories if is_airfield(state, power, place)}


def test_a_carrier_goes_where_more_are_served_even_where_it_is_not_the_nearest_zone() -> None:
    """Zones that serve only some of those another zone serves are left out; that must cost nobody his deck."""
    flyers = {1: flyer(16, 0), 2: flyer(24, 2), 3: flyer(24, 2)}
    state = pacific(units={**flyers, 9: carrier(24), 10: carrier(16)})
    assert lost(state, "usa", needy(state, "usa")) == ()


@pytest.mark.rule("AA-10.air.carrier-promise")
def test_a_carrier_is_spare_when_another_takes_all_that_need_one() -> None:
    units = {1: flyer(24, 0), 9: carrier(24), 10: carrier(24)}
    assert is_spare(pacific(units=units), "usa", (9,))
    assert not is_spare(pacific(units=units), "usa", (9, 10))
    assert not is_spare(pacific(units={**units, 2: flyer(24, 0), 3: flyer(24, 0)}), "usa", (9,))


def fleet_on_order(carriers: int, flyers: int, phase: str = "noncombat.moves") -> GlobalState:
    """Fighters wait off both coasts for more carriers than three small complexes can launch."""
    works = dict.fromkeys(("Western United States", "Central United States", "Eastern United States"), "minor_ic")
    return position(
        at=f"usa.{phase}",
        wars={"japan-usa": 1, "germany-usa": 1},
        orders={"usa.carrier": carriers},
        units={n: flyer(10 if n % 2 else 101, 0) for n in range(1, flyers + 1)},
        territories={name: {"works": kind} for name, kind in works.items()},
    )


@pytest.mark.rule("AA-9.4.air.new-carrier", "AA-9.5.capacity")
@pytest.mark.parametrize("carriers", [9, 40])
def test_carriers_that_no_complex_can_launch_are_not_tried_and_alike_ones_in_one_order_only(carriers: int) -> None:
    """Forty carriers in all orders would take for ever."""
    assert lost_anyway(fleet_on_order(carriers, 40), "usa") == 40 - 2 * 9


@pytest.mark.rule("AA-10.air.no-suicide.c")
def test_whom_new_carriers_still_save_is_found_without_trying_all_of_them() -> None:
    state = fleet_on_order(40, 40, "mobilize")
    assert why_not_done(state, "usa") is not None
    assert why_strands(state, "usa", "usa", "carrier", 101, 6) is None
    no = why_strands(state, "usa", "usa", "infantry", at("Eastern United States"))
    assert no is not None
    assert no.rule == "AA-10.air.no-suicide.c"
