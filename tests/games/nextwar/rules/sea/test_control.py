"""Rule 7.2: sea control."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.sea import control
from tests.games.nextwar.board import at, carried_out, reasons
from tests.games.nextwar.seas import AT_SEA, EAST_AT_SEA, EAST_INSHORE, INSHORE, afloat


def rolled(state: KoreaState, *dice: int) -> KoreaState:
    """The position after the rolls, all of which must be made."""
    return carried_out(state, control.roll, dice)


def holders(state: KoreaState) -> dict[str, str]:
    return {state.board.ground[box].label: side for box, side in state.seas.items()}


@pytest.mark.rule("NW-7.2.a", "NW-7.2.b", "NW-7.2.c", "NWS-STD-2.4")
def test_from_the_second_turn_on_and_not_in_a_storm() -> None:
    held = {AT_SEA: "dprk", EAST_AT_SEA: "dprk"}
    assert holders(rolled(afloat(seas=held, turn=1))) == held
    assert holders(rolled(afloat(seas=held, turn=2, weather="storm"))) == held
    # A 5 is contested, less 3 in the Yellow Sea it is a 2: the DPRK's.
    assert holders(rolled(afloat(seas=held, turn=2, weather="overcast"), 5, 5)) == {AT_SEA: "dprk"}


@pytest.mark.rule("NW-7.2.b", "NW-7.2.c", "NW-7.1", "NW-7.2.d", "NWS-ADV-6.6")
def test_inshore_behind_a_held_box_first_then_the_boxes_at_sea() -> None:
    # Two rolls: the Inshore box of the Yellow Sea, then the East Sea. What is won At Sea opens no Inshore roll.
    state = afloat(seas={AT_SEA: "allied", EAST_AT_SEA: "dprk", EAST_INSHORE: "dprk"}, turn=3)
    assert holders(rolled(state, 6, 9)) == {
        AT_SEA: "allied",
        INSHORE: "allied",
        EAST_AT_SEA: "allied",
        EAST_INSHORE: "dprk",
    }
    # A 5 leaves a box contested: it has no marker.
    assert holders(rolled(state, 5, 5)) == {AT_SEA: "allied", EAST_INSHORE: "dprk"}


@pytest.mark.rule("NW-7.2.b")
def test_an_inshore_box_that_is_held_is_not_rolled_for() -> None:
    state = afloat(seas={AT_SEA: "allied", INSHORE: "allied", EAST_AT_SEA: "allied", EAST_INSHORE: "allied"}, turn=3)
    assert rolled(state).seas == state.seas


@pytest.mark.rule("NW-7.2.e")
def test_a_box_can_go_to_either_side() -> None:
    state = afloat(seas={AT_SEA: "allied", INSHORE: "dprk", EAST_AT_SEA: "allied", EAST_INSHORE: "allied"}, turn=2)
    assert holders(rolled(state, 9))[INSHORE] == "allied"
    assert INSHORE not in holders(rolled(state, 8))
    assert holders(rolled(state, 2))[INSHORE] == "dprk"


@pytest.mark.rule("NWT-SEACONTROL", "NW-7.2.e")
@pytest.mark.parametrize(
    ("turn", "dprk", "contested"), [(1, 7, None), (2, 2, 8), (3, 0, 5), (4, -1, 2), (5, None, 0), (16, None, 0)]
)
def test_the_bands_of_every_turn(turn: int, dprk: int | None, contested: int | None) -> None:
    for total in range(-5, 15):
        wanted = "allied"
        if contested is None or total <= contested:
            wanted = ""
        if dprk is not None and total <= dprk:
            wanted = "dprk"
        assert control.result(turn, total) == wanted


@pytest.mark.rule("NWT-SEACONTROL")
def test_ships_in_the_box_and_the_yellow_sea_count() -> None:
    fleet = {
        "US CVN BG 1": AT_SEA,
        "US Amph 1": AT_SEA,
        "PRC SAG 1": AT_SEA,
        "PRC CV BG": AT_SEA,
        "PRC Amph 1": AT_SEA,
        "JPN SAG": INSHORE,
        "US SAG": INSHORE,
        "PRC SAG 2": INSHORE,
        "ROK Amph": EAST_AT_SEA,
    }
    state = afloat(ships=fleet)
    far = reasons(control.modifiers(state, "yellow", at(state, AT_SEA), "at_sea"))
    assert far == {"yellow_sea": -3, "prc_ships": -2, "us_ships": 2}
    near = reasons(control.modifiers(state, "yellow", at(state, INSHORE), "inshore"))
    assert near == {"japan_sag": 1, "prc_ships": -1, "us_ships": 1}
    assert reasons(control.modifiers(state, "east", at(state, EAST_AT_SEA), "at_sea")) == {}


@pytest.mark.rule("NWT-SEACONTROL")
def test_japan_counts_inshore_alone() -> None:
    state = afloat(ships={"JPN SAG": AT_SEA, "US SAG": INSHORE})
    assert reasons(control.modifiers(state, "yellow", at(state, AT_SEA), "at_sea")) == {"yellow_sea": -3}
    assert reasons(control.modifiers(state, "yellow", at(state, INSHORE), "inshore")) == {"us_ships": 1}
