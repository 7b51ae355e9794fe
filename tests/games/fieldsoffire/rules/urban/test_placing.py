"""Where packages go in towns."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.packages import packages_of, place_package
from sandtable.games.fieldsoffire.rules.enemy.placement import Order, Spot, find_spot, place_unit
from sandtable.games.fieldsoffire.rules.urban.areas import barricaded
from sandtable.games.fieldsoffire.rules.urban.placing import posts, triggers
from sandtable.games.fieldsoffire.scenario.setup import town_markers
from sandtable.kernel import Draft
from tests.games.fieldsoffire.board import board, card, drafted, key
from tests.games.fieldsoffire.town import COMPLEX, HALL, POST, area, town, where, words

ME, FOE = "1/1 PLT", "NVA squad 1"
MANY = tuple(range(1, 51))


def shuffled(state: FieldsState) -> Draft[FieldsState]:
    """A draft in which any number of cards may be drawn."""
    return drafted(state, MANY)


@pytest.mark.rule("FF-13.8.3")
def test_a_package_goes_to_areas_that_see_the_very_area_of_the_trigger() -> None:
    cards = {"R2C2": HALL, "R3C2": COMPLEX, "R2C3": COMPLEX}
    state = town({ME: "R2C2 street_n"}, cards)
    me = key(state, ME)

    def found(at: str, street: bool) -> set[str]:
        return words(state, posts(state, me, card(state, at), street))

    assert found("R3C2", False) == {"R3C2 building_1", "R3C2 building_2"}
    assert found("R3C2", True) == {"R3C2 street_s"}
    assert found("R2C3", False) == set(), "no window looks along the street"
    assert found("R2C3", True) == {"R2C3 street_n"}
    assert found("R2C2", True) == {"R2C2 street_n", "R2C2 street_e", "R2C2 street_w"}


PLACE = {"type": "close"}


@pytest.mark.rule("FF-13.8.3")
def test_directions_are_drawn_until_one_suits_the_area_of_the_trigger() -> None:
    cards = {"R2C2": HALL, "R3C2": HALL, "R2C3": HALL, "R2C1": HALL, "R1C2": HALL}
    cards |= {"R1C1": HALL, "R1C3": HALL, "R3C1": HALL, "R3C3": HALL}
    state = town({ME: "R2C2 street_n"}, cards)
    foe = key(state, FOE)
    d = shuffled(state)
    spot = find_spot(d, key(state, ME), (foe,), PLACE, True, ())
    assert spot == Spot(card(state, "R3C2")), "only the house across the street sees it"
    building = town({ME: "R2C2 building_1"}, cards)
    d = shuffled(building)
    anywhere = find_spot(d, key(building, ME), (foe,), PLACE, True, (card(state, "R3C2"),))
    assert anywhere is not None
    d = shuffled(state)
    taken = (card(state, "R3C2"),)
    assert find_spot(d, key(state, ME), (foe,), PLACE, True, taken) is None


@pytest.mark.rule("FF-13.8.3", "FF-13.5", "FF-8.4.6.a")
def test_a_unit_of_a_package_stands_in_the_rooms_or_street_it_is_meant_for_barricaded_or_not() -> None:
    state = town({ME: "R2C2 building_1"}, {"R2C2": HALL, "R3C2": POST})
    for row, spot, shut in (
        ({"cover": "light_building"}, "R3C2 building_1", False),
        ({"cover": None}, "R3C2 street_s", False),
        ({"cover": "light_building", "street": True}, "R3C2 street_s", False),
        ({"cover": "light_building", "barricade": True}, "R3C2 building_1", True),
    ):
        d = shuffled(state)
        order = Order(row, "A", spotted=True, fires=True)
        place_unit(d, key(state, FOE), Spot(card(state, "R3C2")), key(state, ME), order)
        assert where(d.now, FOE) == spot
        assert (card(state, "R3C2") in barricaded(d.now)) is shut
        assert d.now.fires[key(state, FOE)].at == card(state, "R2C2")
        place_unit(d, key(state, "NVA MG team 1"), Spot(card(state, "R3C2"), is_shared=True), key(state, ME), order)
        assert where(d.now, "NVA MG team 1") == spot
        assert len(d.now.markers) == shut, "one barricade is enough"
        assert ("log.barricaded" in [one.key for one in d.entries]) is shut


@pytest.mark.rule("FF-13.8.3")
def test_those_of_a_package_who_share_a_card_share_their_rooms() -> None:
    for number in (1, 2):
        state = town({ME: "R2C2 building_1"}, {"R2C2": HALL, "R3C2": COMPLEX})
        drawn = next(one for one, card_ in state.board.deck.items() if card_.random.get(2) == number)
        other = next(one for one, card_ in state.board.deck.items() if card_.random.get(2) == 3 - number)
        d = drafted(state, (drawn, other))
        order = Order({"cover": "light_building"}, "A", spotted=True, fires=False)
        place_unit(d, key(state, FOE), Spot(card(state, "R3C2")), key(state, ME), order)
        place_unit(d, key(state, "NVA MG team 1"), Spot(card(state, "R3C2"), is_shared=True), key(state, ME), order)
        assert where(d.now, FOE) == where(d.now, "NVA MG team 1") == f"R3C2 building_{number}"
        assert d.now.units[key(state, FOE)].held


@pytest.mark.rule("FF-13.8.3.a")
def test_where_a_part_of_a_package_cannot_reach_the_trigger_another_unit_of_its_card_takes_its_place() -> None:
    house = packages_of(town())[3]
    cards = {"R2C2": HALL, "R1C2": HALL, "R3C2": HALL, "R1C3": HALL, "R1C1": HALL, "R3C1": HALL, "R3C3": HALL}
    cards |= {"R2C1": HALL, "R2C3": HALL}
    blind = {1: {"kind": "smoke", "at": "R2C2", "cover": "R2C2 building_1", "value": 1}}
    alone = town({ME: "R2C2 street_s"}, cards)
    d = shuffled(alone)
    assert not place_package(d, key(alone, ME), house, "A"), "the southern street is seen from behind only"
    assert blind
    mate = town({ME: "R2C2 street_s", "2/1 PLT": "R2C2 street_n"}, cards)
    d = shuffled(mate)
    assert place_package(d, key(mate, ME), house, "A")
    (placed,) = (one for one, unit in d.now.units.items() if mate.board.sides[one] == "enemy")
    assert d.now.units[placed].at == card(mate, "R3C2")
    first = town({ME: "R2C2 street_n", "2/1 PLT": "R2C2 street_s"}, cards)
    d = shuffled(first)
    assert place_package(d, key(first, ME), house, "A"), "the trigger itself comes first"
    plain = town({ME: "R2C2", "2/1 PLT": "R2C2"})
    d = shuffled(plain)
    place_package(d, key(plain, ME), house, "A")
    assert "trigger" not in str([one.params for one in d.entries])


@pytest.mark.rule("FF-13.5", "FF-13.7")
def test_a_briefing_barricades_and_joins_what_has_come_to_be_urban() -> None:
    state = town({}, {"R2C2": HALL, "R2C3": HALL, "R3C2": HALL})
    markers = town_markers(state.board, state.cards).values()
    assert [(one.kind, one.at, one.value) for one in markers] == [
        ("barricade", card(state, "R3C2"), 0),
        ("joined", card(state, "R2C2"), 2),
    ]
    for cards in ({"R2C2": HALL}, {"R2C3": HALL}, {}):
        other = town({}, cards)
        assert town_markers(other.board, other.cards) == {}
    plain = board({"1/1 PLT": "R1C1"})
    assert town_markers(plain.board, plain.cards) == {}
    assert list(town_markers(state.board, state.cards)) == [1, 2]
    assert area(state, "R2C2 street_e") not in {one for one in state.covers if state.covers[one].kind == "joined"}


@pytest.mark.rule("FF-13.8.3.a")
def test_on_ordinary_ground_nobody_takes_the_place_of_the_trigger() -> None:
    house = packages_of(town())[3]
    around = ("R1C1", "R1C2", "R1C3", "R2C1", "R2C3", "R3C1", "R3C2", "R3C3")
    foes = {f"NVA squad {n}": {"at": at, "held": True} for n, at in enumerate(around, start=1)}

    def drawn(*friends: str) -> int:
        state = town({**{name: {"at": "R2C2", "held": True} for name in friends}, **foes})
        d = shuffled(state)
        assert not place_package(d, key(state, ME), house, "A")
        return len(d.now.deck.discards)

    assert drawn(ME) == drawn(ME, "2/1 PLT", "3/1 PLT")


@pytest.mark.rule("FF-13.8.3")
def test_ordinary_cards_of_an_urban_mission_take_packages_as_ever() -> None:
    state = town({ME: "R2C2"}, {"R4C4": HALL})
    d = shuffled(state)
    assert find_spot(d, key(state, ME), (key(state, FOE),), PLACE, True, ()) is not None


@pytest.mark.rule("FF-13.8.3")
def test_where_no_room_sees_the_trigger_a_unit_of_a_package_stands_in_the_street_on_its_own_side() -> None:
    state = town({ME: "R2C2 street_n"}, {"R2C2": HALL, "R2C3": HALL})
    d = shuffled(state)
    order = Order({"cover": "light_building"}, "A", spotted=True, fires=False)
    place_unit(d, key(state, FOE), Spot(card(state, "R2C3")), key(state, ME), order)
    assert where(d.now, FOE) == "R2C3 street_n"


@pytest.mark.rule("FF-13.8.3", "FF-13.8.3.a")
def test_cards_drawn_for_an_area_or_another_trigger_are_told_and_only_those() -> None:
    order = Order({"cover": "light_building"}, "A", spotted=True, fires=False)
    for block, told in ((COMPLEX, ["FF-13.8.3"]), (HALL, [])):
        state = town({ME: "R2C2 building_1"}, {"R2C2": HALL, "R3C2": block})
        d = shuffled(state)
        place_unit(d, key(state, FOE), Spot(card(state, "R3C2")), key(state, ME), order)
        assert [one.rule for one in d.entries if one.key == "log.area_drawn"] == told
        assert all(one.draws for one in d.entries if one.key == "log.area_drawn")
    for mates, told in ((("2/1 PLT", "3/1 PLT"), ["FF-13.8.3.a"]), (("2/1 PLT",), [])):
        state = town({ME: "R2C2 street_s", **dict.fromkeys(mates, "R2C2 street_n")}, {"R2C2": HALL})
        d = shuffled(state)
        assert set(triggers(d, key(state, ME))) == {key(state, name) for name in (ME, *mates)}
        assert [one.rule for one in d.entries if one.key == "log.trigger_order"] == told
        assert all(one.draws for one in d.entries)
