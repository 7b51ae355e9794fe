"""All moves of a phase are simultaneous: whichever of two legal steps comes first, they come to the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from sandtable.games.axisallies.actions.common import Done
from sandtable.games.axisallies.actions.flying import Fly
from sandtable.games.axisallies.actions.moving import Engage, Move
from sandtable.games.axisallies.actions.transport import Unload
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Refusal, ScriptedDice
from sandtable.kernel.actions import Action
from tests.games.axisallies.board import at, position


def played(state: GlobalState, seat: str, actions: Sequence[Action]) -> GlobalState | Refusal:
    """The position after some actions, or why one of them was refused."""
    for action in actions:
        step = GAME.apply(state, seat, action, ScriptedDice(()))
        if isinstance(step, Refusal):
            return step
        state = step.state
    return state


def outcomes(state: GlobalState, seat: str, *actions: Action) -> list[Any]:
    """What comes of the actions in every order: the board, or the refusal."""
    found: list[Any] = []
    for order in permutations(actions):
        end = played(state, seat, order)
        one = (end.rule, end.key) if isinstance(end, Refusal) else (end.units, end.territories, end.battles)
        if one not in found:
            found.append(one)
    return found


def assert_legal_in_any_order(state: GlobalState, seat: str, *actions: Action) -> None:
    found = outcomes(state, seat, *actions)
    assert len(found) == 1, found
    assert isinstance(found[0][0], dict), found


def assert_refused_in_any_order(state: GlobalState, seat: str, *actions: Action) -> None:
    assert all(isinstance(played(state, seat, order), Refusal) for order in permutations(actions))


@pytest.mark.rule("AA-9.2.air.carrier-landing", "AA-10.air.no-suicide.b")
def test_fighters_that_need_a_carrier_are_sent_before_or_after_one_another() -> None:
    state = position(
        at="usa.combat_move.moves",
        wars={"japan-usa": 1},
        territories={name: {"holder": "japan"} for name in ("Midway", "Wake Island", "Marshall Islands")},
        units={
            1: {"kind": "fighter", "owner": "usa", "at": "Johnston Island"},
            2: {"kind": "carrier", "owner": "usa", "at": 25},
            3: {"kind": "destroyer", "owner": "japan", "at": 16},
            4: {"kind": "strategic_bomber", "owner": "usa", "at": "Aleutian Islands"},
        },
    )
    assert_legal_in_any_order(state, "usa", Fly((1,), 16, "attack"), Fly((4,), 16, "attack"))


BESIDE_THE_ENEMY = {
    1: {"kind": "transport", "owner": "uk", "at": 111},
    2: {"kind": "infantry", "owner": "uk", "at": 111, "aboard": 1},
    3: {"kind": "destroyer", "owner": "germany", "at": 112},
    4: {"kind": "cruiser", "owner": "uk", "at": 112},
}


@pytest.mark.rule("AA-9.2.hostile-start.options", "AA-10.transport.no-attack-alone")
def test_of_two_warships_beside_the_enemy_one_may_go_and_the_transport_come() -> None:
    units = {**BESIDE_THE_ENEMY, 5: {"kind": "cruiser", "owner": "uk", "at": 112}}
    state = position(at="uk.combat_move.moves", units=units)
    assert_legal_in_any_order(state, "uk", Move((1,), (112,)), Move((4,), (125,)))
    assert_refused_in_any_order(state, "uk", Move((1,), (112,)), Move((4, 5), (125,)))
    assert_refused_in_any_order(state, "uk", Move((1,), (112,)), Move((4,), (125,)), Move((5,), (125,)))


@pytest.mark.rule("AA-9.2.hostile-start.options", "AA-10.transport.no-attack-alone")
def test_the_last_escort_does_not_leave_a_transport_and_a_transport_does_not_follow_it() -> None:
    state = position(at="uk.combat_move.moves", units=BESIDE_THE_ENEMY)
    assert_refused_in_any_order(state, "uk", Move((1,), (112,)), Move((4,), (125,)))


@pytest.mark.rule("AA-10.transport.no-attack-alone")
def test_aircraft_on_a_deck_beside_the_enemy_are_an_escort_that_stays() -> None:
    units = {
        **BESIDE_THE_ENEMY,
        4: {"kind": "carrier", "owner": "uk", "at": 112},
        5: {"kind": "fighter", "owner": "uk", "at": 112, "aboard": 4},
        6: {"kind": "submarine", "owner": "germany", "at": 111},
    }
    state = position(at="uk.combat_move.moves", units=units)
    assert_refused_in_any_order(state, "uk", Move((1,), (112,)), Fly((5,), 111, "attack"))
    assert isinstance(played(state, "uk", [Move((1,), (112,))]), GlobalState)


@pytest.mark.rule("AA-9.2.transport.ignored-sub")
def test_the_last_warship_does_not_leave_a_landing_past_submarines() -> None:
    units = {
        1: {"kind": "transport", "owner": "uk", "at": 95},
        2: {"kind": "infantry", "owner": "uk", "at": 95, "aboard": 1},
        3: {"kind": "submarine", "owner": "italy", "at": 95},
        4: {"kind": "cruiser", "owner": "uk", "at": 95},
        5: {"kind": "transport", "owner": "italy", "at": 94},
    }
    state = position(at="uk.combat_move.moves", units=units)
    land, leave = Unload((2,), at("Sicily")), Move((4,), (94,))
    assert isinstance(played(state, "uk", [land]), GlobalState)
    assert isinstance(played(state, "uk", [leave]), GlobalState)
    assert_refused_in_any_order(state, "uk", land, leave)


@pytest.mark.rule("AA-10.air.no-suicide.b")
def test_the_last_warship_does_not_leave_a_zone_that_a_carrier_must_enter() -> None:
    units = {
        1: {"kind": "fighter", "owner": "usa", "at": "Hawaiian Islands"},
        2: {"kind": "carrier", "owner": "usa", "at": 25},
        3: {"kind": "destroyer", "owner": "japan", "at": 16},
        4: {"kind": "transport", "owner": "japan", "at": 6},
        5: {"kind": "destroyer", "owner": "usa", "at": 16},
    }
    lost = ("Midway", "Wake Island", "Marshall Islands", "Guam", "Aleutian Islands")
    territories = {name: {"holder": "japan"} for name in lost}
    state = position(at="usa.combat_move.moves", wars={"japan-usa": 1}, territories=territories, units=units)
    attack, leave = Fly((1,), 6, "attack"), Move((5,), (25,))
    assert isinstance(played(state, "usa", [attack]), GlobalState)
    assert isinstance(played(state, "usa", [leave]), GlobalState)
    assert_refused_in_any_order(state, "usa", attack, leave)
    # Whoever else stays to fight will do.
    state = position(
        at="usa.combat_move.moves",
        wars={"japan-usa": 1},
        territories=territories,
        units={**units, 6: {"kind": "cruiser", "owner": "usa", "at": 16}},
    )
    assert_legal_in_any_order(state, "usa", attack, leave)


@pytest.mark.rule("AA-9.2.general.end-friendly")
def test_a_battleship_comes_with_the_troops_or_after_them() -> None:
    units = {
        1: {"kind": "transport", "owner": "uk", "at": 94},
        2: {"kind": "infantry", "owner": "uk", "at": 94, "aboard": 1},
        3: {"kind": "battleship", "owner": "uk", "at": 94},
    }
    state = position(at="uk.combat_move.moves", units=units)
    land = Unload((2,), at("Sicily"))
    together = played(state, "uk", [Move((1, 3), (95,)), land])
    one_by_one = played(state, "uk", [Move((1,), (95,)), land, Move((3,), (95,))])
    assert isinstance(together, GlobalState)
    assert isinstance(one_by_one, GlobalState)
    assert together.units == one_by_one.units
    assert isinstance(played(state, "uk", [Move((3,), (95,))]), Refusal)


ON_THE_BORDER = {
    1: {"kind": "tank", "owner": "germany", "at": "Poland"},
    2: {"kind": "infantry", "owner": "germany", "at": "Poland"},
    3: {"kind": "mech_infantry", "owner": "germany", "at": "Poland"},
    4: {"kind": "mech_infantry", "owner": "germany", "at": "Poland"},
    5: {"kind": "tank", "owner": "germany", "at": "Poland"},
    6: {"kind": "fighter", "owner": "germany", "at": "Poland"},
}


def on_the_border() -> GlobalState:
    return position(at="germany.combat_move.moves", wars={"germany-ussr": 1}, units=ON_THE_BORDER)


def through(*keys: int) -> Move:
    return Move(keys, (at("Eastern Poland"), at("Belarus")))


@pytest.mark.rule("AA-9.2.general.simultaneous", "AA-9.2.blitz.tank")
def test_infantry_enters_before_or_after_the_tank_drives_through() -> None:
    walk, fly = Move((2,), (at("Eastern Poland"),)), Fly((6,), at("Eastern Poland"), "attack")
    assert_legal_in_any_order(on_the_border(), "germany", through(1), walk)
    assert_legal_in_any_order(on_the_border(), "germany", through(1), walk, through(5), fly)


@pytest.mark.rule("AA-10.mech.blitz", "AA-9.2.general.simultaneous")
def test_tanks_take_one_mechanized_infantry_each_however_they_are_sent() -> None:
    state = on_the_border()
    together = played(state, "germany", [through(1, 3)])
    followed = played(state, "germany", [through(1), through(3)])
    assert isinstance(together, GlobalState)
    assert isinstance(followed, GlobalState)
    assert together.units == followed.units
    assert_refused_in_any_order(state, "germany", through(1), through(3), through(4))
    assert isinstance(played(state, "germany", [through(1, 3, 4)]), Refusal)
    assert_legal_in_any_order(state, "germany", through(1, 3), through(4, 5))
    assert isinstance(played(state, "germany", [through(1), through(5), through(3, 4)]), GlobalState)


@pytest.mark.rule("AA-9.2.general.simultaneous", "AA-9.2.amphib.announce")
def test_troops_land_before_or_after_the_tank_drives_through() -> None:
    units = {
        1: {"kind": "tank", "owner": "uk", "at": "Alexandria"},
        2: {"kind": "transport", "owner": "uk", "at": 96},
        3: {"kind": "infantry", "owner": "uk", "at": 96, "aboard": 2},
    }
    state = position(at="uk.combat_move.moves", units=units)
    land, drive = Unload((3,), at("Tobruk")), Move((1,), (at("Tobruk"), at("Alexandria")))
    assert_legal_in_any_order(state, "uk", land, drive)
    end = played(state, "uk", [drive, land, Done()])
    assert isinstance(end, GlobalState)
    assert end.units[3].at == at("Tobruk")
    assert end.territories[at("Tobruk")].holder == "uk"


@pytest.mark.rule("AA-11.mongolia.join.a")
def test_to_drive_through_a_territory_is_to_attack_it() -> None:
    units = {1: {"kind": "tank", "owner": "japan", "at": "Manchuria"}}
    state = position(at="japan.combat_move.moves", wars={"japan-ussr": 1}, units=units)
    end = played(state, "japan", [Move((1,), (at("Amur"), at("Manchuria"))), Done()])
    assert isinstance(end, GlobalState)
    assert end.territories[at("Ulaanbaatar")].holder == "ussr"


@pytest.mark.rule("AA-6.uk.dutch.b", "AA-6.anzac.dutch", "AA-9.2.general.simultaneous")
def test_a_dutch_island_is_entered_on_foot_and_from_the_sea_in_any_order() -> None:
    units = {
        1: {"kind": "transport", "owner": "anzac", "at": 45},
        2: {"kind": "infantry", "owner": "anzac", "at": 45, "aboard": 1},
        3: {"kind": "infantry", "owner": "anzac", "at": "New Guinea"},
        4: {"kind": "infantry", "owner": "anzac", "at": "New Guinea"},
    }
    island = at("Dutch New Guinea")
    state = position(at="anzac.combat_move.moves", units=units)
    assert_legal_in_any_order(state, "anzac", Move((3,), (island,)), Unload((2,), island), Move((4,), (island,)))


BESIDE_A_SUBMARINE = {
    1: {"kind": "destroyer", "owner": "uk", "at": 110},
    2: {"kind": "cruiser", "owner": "uk", "at": 109},
    3: {"kind": "submarine", "owner": "germany", "at": 110},
    4: {"kind": "transport", "owner": "germany", "at": 104},
}


@pytest.mark.rule("AA-9.2.general.attack-or-ignore.a", "AA-9.2.general.end-friendly")
def test_who_comes_to_fight_a_submarine_ends_the_talk_of_leaving_it_alone() -> None:
    state = position(at="uk.combat_move.moves", units=BESIDE_A_SUBMARINE)
    come, spare = Move((2,), (110,)), Engage(110, "no")
    assert isinstance(played(state, "uk", [come, spare]), Refusal)
    after = played(state, "uk", [spare, come])
    assert isinstance(after, GlobalState)
    assert after.battles == {}
    assert isinstance(played(after, "uk", [spare]), Refusal)


@pytest.mark.rule("AA-9.2.general.attack-or-ignore.a")
def test_who_said_he_would_attack_stays() -> None:
    state = position(at="uk.combat_move.moves", units=BESIDE_A_SUBMARINE)
    assert isinstance(played(state, "uk", [Move((1,), (104,))]), GlobalState)
    assert_refused_in_any_order(state, "uk", Engage(110, "yes"), Move((1,), (104,)))
    assert_legal_in_any_order(state, "uk", Engage(110, "no"), Move((2,), (104,)))
