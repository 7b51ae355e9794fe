"""Where packages cannot stand."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.packages import has_line, packages_of, place_package
from sandtable.games.fieldsoffire.rules.enemy.placement import find_spot
from sandtable.games.fieldsoffire.rules.enemy.positions import why_not_stand
from sandtable.games.fieldsoffire.scenario.deck import cards
from sandtable.games.fieldsoffire.scenario.ground import direction
from sandtable.kernel import Draft, SeededDice
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, card, drafted, key

LMG, HMG, MORTAR = "German LMG team 1", "German HMG team 1", "German 81mm mortar team 1"
FRONT, LEFT = 1, 30
"""Action cards whose number of eight is 1 (to the front) and 5 (to the left front)."""
FAR = {"type": "max_los_range"}


def stands(where: str, name: str = LMG, units: dict[str, Any] | None = None, **rest: Any) -> str | None:
    state = board({"1/1 PLT": {"at": "R1C2", "held": True}, **(units or {})}, **rest)
    return why_not_stand(state, key(state, "1/1 PLT"), key(state, name), card(state, where), True)


@pytest.mark.rule("FF-8.4.3.d2")
def test_nobody_stands_where_grenades_of_the_enemy_lie_or_a_mortar_of_his_is_laid() -> None:
    units = {MORTAR: {"at": "R4C2", "held": True}, "2/1 PLT": {"at": "R2C2", "held": True}}
    thrown = {1: {"kind": "grenade", "at": "R2C2", "unit": "2/1 PLT", "by": MORTAR, "value": -3}}
    assert stands("R2C2", units=units, markers=thrown) == "FF-8.4.3.d2"
    laid = {1: {"kind": "fire_line", "at": "R2C2", "by": MORTAR}}
    assert stands("R3C2", HMG, units=units, markers=laid) == "FF-8.4.3.d2"
    assert stands("R2C2", HMG, units=units, markers=laid) == "FF-8.4.3.d2"
    assert stands("R2C3", HMG, units=units, markers=laid) is None
    ours = {1: {"kind": "grenade", "at": "R2C3", "unit": MORTAR, "by": "2/1 PLT", "value": -4}}
    assert stands("R2C3", units={"2/1 PLT": {"at": "R1C2", "held": True}, MORTAR: "R4C4"}, markers=ours) is None
    aimed = {1: {"kind": "concentrated", "at": "R2C2", "unit": "2/1 PLT", "by": MORTAR}}
    assert stands("R2C2", units=units, markers=aimed, frozen=True) is None


@pytest.mark.rule("FF-8.4.3.d2")
def test_fire_of_the_enemy_bars_the_cards_it_lies_on_and_passes_fire_of_the_company_does_not() -> None:
    """A light gun fires at the trigger past one card; a heavy one grazes all of them."""
    far = {"German LMG team 2": {"at": "R3C2"}}
    fired = {"German LMG team 2": {"at": "R1C2"}}
    assert stands("R1C2", LMG, units=far, fires=fired) == "FF-8.4.3.d2"
    assert stands("R2C2", LMG, units=far, fires=fired) == "FF-8.4.3.d2"
    assert stands("R2C3", LMG, units=far, fires=fired) is None
    ours = {"2/1 PLT": "R1C2"}
    for where in ("R2C2", "R3C2"):
        assert stands(where, LMG, units=ours, fires={"2/1 PLT": {"at": "R3C2"}}) is None
    shells = {"kind": "incoming", "value": -3, "side": "enemy"}
    assert stands("R2C2", LMG, markers={1: {**shells, "at": "R2C2"}}) == "FF-8.4.3.d2"
    assert stands("R2C2", LMG, markers={1: {**shells, "at": "R4C4"}}) is None
    assert stands("R2C2", LMG, markers={1: {**shells, "kind": "pending", "at": "R2C2"}}) is None
    men = {MORTAR: {"at": "R4C2", "held": True}, "2/1 PLT": {"at": "R2C2", "held": True}}
    thrown = {1: {"kind": "grenade", "at": "R2C2", "unit": "2/1 PLT", "by": MORTAR, "value": -3}}
    assert stands("R3C2", HMG, units=men, markers=thrown) is None, "grenades have no line"
    back = {1: {"kind": "grenade", "at": "R2C2", "unit": "2/1 PLT", "by": "1/1 PLT", "value": -4}}
    assert stands("R2C2", LMG, units={"2/1 PLT": {"at": "R2C2", "held": True}}, markers=back, frozen=True) is None


@pytest.mark.rule("FF-8.4.3.d2")
def test_who_has_a_line_of_fire_on_arrival() -> None:
    state = board({}, facts={"nations": ["nva"]})
    names = (LMG, HMG, MORTAR, "German Mortar spotter (81mm) 1", "NVA Type 36 57mm RCL 1")
    assert [has_line(state.board.types[key(state, name)]) for name in names] == [True, True, True, False, False]


@pytest.mark.rule("FF-8.4.3.d2", "FF-8.3.e")
@pytest.mark.parametrize(
    ("first", "fires", "second"), [("ge.hmg", True, 2), ("ge.hmg", False, 1), ("ge.fo_mtr", True, 1)]
)
def test_only_units_that_open_fire_bar_the_way_in_front_of_them(first: str, fires: bool, second: int) -> None:
    """The second unit is drawn to the front as well; it stands there unless the first one fires past it."""
    row = {"type": "max_los"}
    near = {"unit": "ge.lmg", "cover": None, "place": {"type": "close"}}
    items = [{"unit": first, "cover": None}, near]
    package = {"n": 99, "name": "two", "opens_fire": fires, "spotted": True, "place": row, "items": items}
    ahead = [one.number for one in cards().values() if one.random[8] <= 4][:2]
    aside = [one.number for one in cards().values() if one.random[8] > 4][:1]
    state = board({"1/1 PLT": {"at": "R1C3", "held": True}})
    d = drafted(state, [*ahead, *(aside if second == 2 else [])])
    assert place_package(d, key(state, "1/1 PLT"), package, "A")
    ways = {direction(card(state, "R1C3"), one) for one in enemy_cards(d.now)}
    assert len(ways) == second


def spot(state: FieldsState, deck: list[int], name: str, taken: tuple[str, ...], lines: tuple[str, ...]) -> str:
    d = drafted(state, deck)
    cards, fired = tuple(card(state, one) for one in taken), tuple(card(state, one) for one in lines)
    found = find_spot(d, key(state, "1/1 PLT"), (key(state, name),), FAR, True, cards, lines=fired)
    return "" if found is None else label(state.scenario, "place", found.card)


@pytest.mark.rule("FF-8.4.3.d2", "FF-8.4.3.d1", "FF-8.3.e", "FF-8.4.3.b3", "FF-8.4.3.b")
def test_parts_of_a_package_stand_neither_in_each_others_fire_nor_behind_each_other() -> None:
    state = board({"1/1 PLT": {"at": "R1C3", "held": True}})
    # The gun far ahead fires past the nearer cards, so the second one goes to the left.
    assert spot(state, [FRONT, LEFT], LMG, ("R4C3",), ("R4C3",)) == "R3C1"
    # One that places no direction of fire leaves the way to it free.
    assert spot(state, [FRONT], LMG, ("R4C3",), ()) == "R3C3"
    assert spot(state, [FRONT], HMG, ("R4C3",), ()) == "R3C3"
    # Nor does anybody fire through the part that stands nearer, unless over its head.
    assert spot(state, [FRONT, LEFT], LMG, ("R2C3",), ("R2C3",)) == "R3C1"
    hill = board({"1/1 PLT": {"at": "R1C3", "held": True}}, cards={"R4C3": {"hills": 1}})
    assert spot(hill, [FRONT], HMG, ("R2C3",), ("R2C3",)) == "R4C3"


@pytest.mark.rule("FF-8.4.3.d2", "FF-8.3.e")
def test_the_parts_of_a_strong_point_lie_in_different_directions() -> None:
    for seed in range(8):
        state = board({"1/1 PLT": {"at": "R1C3", "held": True}})
        d = Draft(state, SeededDice(bytes([seed])), "company")
        assert place_package(d, key(state, "1/1 PLT"), packages_of(state)[9], "A")
        ways = [direction(card(state, "R1C3"), one) for one in enemy_cards(d.now)]
        assert len(set(ways)) == len(ways) == 3


def enemy_cards(state: FieldsState) -> list[int]:
    return [unit.at for one, unit in state.units.items() if state.board.sides[one] == "enemy"]


# -- beyond the map ----------------------------------------------------------------------------------------------------

OPEN, VILLAGE, HILL, FIELDS = 141, 137, 101, 142


def grown(deck: list[int], pile: list[int]) -> tuple[str, list[int]]:
    """Where a gun goes against a squad in the last row, and the terrain drawn for it, from near to far."""
    state = board({"1/1 PLT": {"at": "R4C2", "held": True}}, piles={"main": {"rest": pile}})
    d = drafted(state, deck)
    found = find_spot(d, key(state, "1/1 PLT"), (key(state, HMG),), FAR, True, ())
    drawn = [d.now.cards[one].terrain for one in sorted(d.now.cards) if d.now.cards[one].kind == "outside"]
    return ("" if found is None else label(d.now.scenario, "place", found.card)), drawn


@pytest.mark.rule("FF-8.4.5", "FF-8.4.5.a")
def test_the_map_goes_on_behind_ground_that_blocks_while_there_are_hills_to_come() -> None:
    # The hill comes with its field behind the village; what lies behind it is hidden by it.
    assert grown([FRONT, VILLAGE, HILL, FIELDS], [VILLAGE, HILL, FIELDS, OPEN]) == ("R6C2", [VILLAGE, FIELDS])
    # Or there is none, and cards are drawn as far as the gun reaches.
    assert grown([FRONT, VILLAGE, OPEN, FIELDS], [VILLAGE, OPEN, FIELDS, HILL]) == ("R5C2", [VILLAGE, OPEN, FIELDS])
    # Without a hill in the pile nothing beyond the village can come into sight.
    assert grown([FRONT, VILLAGE], [VILLAGE, OPEN, FIELDS]) == ("R5C2", [VILLAGE])


@pytest.mark.rule("FF-8.4.5", "FF-8.4.5.a", "FF-8.4.3.b3")
def test_the_map_grows_only_where_there_are_cards_and_light_for_it() -> None:
    """In the dark those who fire must see the trigger, whom a flare shows; those who do not must be seen themselves."""
    units = {"1/1 PLT": {"at": "R4C2", "held": True}}

    def drawn(
        fires: bool, deck: list[int], flare: str = "", pile: tuple[int, ...] = (OPEN, FIELDS, 143), **rest: Any
    ) -> int:
        lit = {1: {"kind": "illumination", "at": flare, "form": "handheld"}} if flare else {}
        piles = {"main": {"rest": list(pile), **rest}, "spare": {"rest": []}}
        state = board(units, piles=piles, markers=lit, tracks={"turn": 1, "light": "moon3"})
        d = drafted(state, deck)
        found = find_spot(d, key(state, "1/1 PLT"), (key(state, HMG),), FAR, fires, ())
        spots.append("" if found is None else label(state.scenario, "place", found.card))
        grown = [entry for entry in d.entries if entry.key == "log.map_grows"]
        assert len(grown) == sum(row.kind == "outside" for row in d.now.cards.values())
        return len(grown)

    spots: list[str] = []
    assert drawn(True, [FRONT, OPEN]) == 1
    assert drawn(True, [FRONT, OPEN, FIELDS, 143], "R4C2") == 3
    assert drawn(False, [FRONT, OPEN], "R4C2") == 1
    assert drawn(True, [FRONT, LEFT, 44], pile=()) == 0
    assert drawn(True, [FRONT], pile=(), top=[FIELDS]) == 1
    assert spots == ["R5C2", "R7C2", "R5C2", "", "R5C2"]


@pytest.mark.rule("FF-8.4.5", "FF-8.4.5.a", "FF-8.4.3.b3")
@pytest.mark.parametrize(("fires", "where"), [(True, "R4C2"), (False, "R2C2")])
def test_a_flare_over_the_trigger_shows_it_and_not_those_who_look_at_it(fires: bool, where: str) -> None:
    lit = {1: {"kind": "illumination", "at": "R1C2", "form": "handheld"}}
    units = {"1/1 PLT": {"at": "R1C2", "held": True}}
    state = board(units, markers=lit, tracks={"turn": 1, "light": "moon3"})
    found = find_spot(drafted(state, [FRONT]), key(state, "1/1 PLT"), (key(state, HMG),), FAR, fires, ())
    assert found is not None
    assert label(state.scenario, "place", found.card) == where


@pytest.mark.rule("FF-8.4.5.a")
def test_hills_on_top_of_the_pile_are_hills_to_come() -> None:
    state = board(
        {"1/1 PLT": {"at": "R4C2", "held": True}}, piles={"main": {"rest": [], "top": [VILLAGE, HILL, FIELDS]}}
    )
    d = drafted(state, [FRONT])
    found = find_spot(d, key(state, "1/1 PLT"), (key(state, HMG),), FAR, True, ())
    assert found is not None
    assert label(state.scenario, "place", found.card) == "R6C2"


@pytest.mark.rule("FF-8.4.5.a")
def test_nobody_looks_for_a_hill_behind_ground_that_is_higher_than_the_trigger() -> None:
    assert grown([FRONT, HILL, VILLAGE], [HILL, 102, VILLAGE, OPEN]) == ("R5C2", [VILLAGE])


@pytest.mark.rule("FF-10.5.2.C.a")
def test_no_vehicle_of_a_package_stands_on_ground_that_lets_none_in() -> None:
    facts = {"nations": ["nkpa"], "terrain": {"swamp": {"vehicles": "no"}, "mud": {"vehicles": "slow"}}}
    for ground, rule in (("swamp", "FF-10.5.2.C.a"), ("mud", None)):
        there = {"R3C2": {"terrain": ground}}
        assert stands("R3C2", "NKPA T-34/85 1", facts=facts, cards=there) == rule
        assert stands("R3C2", LMG, facts=facts, cards=there) is None
    hidden = {"R3C2": {"terrain": 0, "pile": "main"}}
    assert stands("R3C2", "NKPA T-34/85 1", facts=facts, cards=hidden, frozen=True) is None
