"""Rules 6.3.1, 6.5.4 and 8.5.4.3: what the enemy finds in a base."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_points import bases, helicopters
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    MECH,
    ROK_INF,
    accounts,
    advanced,
    asked,
    at,
    board,
    draft,
    may,
    move,
    play,
)

PLACE = "N3016"


def base(*features: str, more: dict[str, Any] | None = None) -> dict[str, Any]:
    rows = {f"N30{n}": {"country": "ROK"} for n in range(14, 23)}
    return {"hexes": {**rows, PLACE: {"country": "ROK", "features": list(features)}, **(more or {})}}


def helicopter(state: KoreaState, name: str = "ROK AH-1 1") -> Any:
    return state.helicopters[next(k for k, u in state.board.helicopters.items() if u.name == name)]


@pytest.mark.rule("NW-6.3.1", "NW-8.5.4.3.a", "NWT-AIRBASELOSS", "NW-6.3.a")
@pytest.mark.parametrize(("dice", "found"), [([2, 3], (1, 0)), ([3, 2], (0, 1)), ([0, 0], (1, 1)), ([9, 9], (0, 0))])
def test_an_air_base_that_is_entered_may_cost_its_owner_points(dice: list[int], found: tuple[int, int]) -> None:
    pool = accounts(allied={"airmobile": 2})
    state = board(units={INF: "N3015"}, facts=base("airbase"), accounts=pool)
    account = move(state, "dprk", INF, PLACE, dice=[*dice, 5]).accounts["allied"]
    assert (account.air_lost, account.airmobile_lost) == found


@pytest.mark.rule("NW-6.3.1.a", "NWT-AIRBASELOSS")
def test_never_for_an_airfield_nor_again_while_it_is_held() -> None:
    move(board(units={INF: "N3015"}, facts=base("airfield")), "dprk", INF, PLACE)
    state = board(units={INF: "N3015", LIGHT: "N3014"}, facts=base("airbase"))
    state = move(state, "dprk", INF, PLACE, dice=[9, 9, 5])
    move(state, "dprk", LIGHT, "N3015", PLACE)


@pytest.mark.rule("NW-6.3.1.a", "NW-6.3.1")
def test_never_at_home() -> None:
    state = board("basic.second_movement", {ROK_INF: "N3017"}, facts=base("airbase"), captured={PLACE: "dprk"})
    move(state, "allied", ROK_INF, PLACE)


@pytest.mark.rule("NW-6.5.4.a", "NWT-AIRBASELOSS")
@pytest.mark.parametrize("die", [0, 1, 2, 3, 9])
def test_helicopters_in_the_base_are_rolled_for(die: int) -> None:
    more = {"N3022": {"country": "ROK", "features": ["airfield"]}}
    state = board(units={INF: "N3015"}, facts=base("airfield", more=more), helicopters={"US AH-64 1": {"hex": PLACE}})
    state = move(state, "dprk", INF, PLACE, dice=[die])
    unit = helicopter(state, "US AH-64 1")
    if die == 0:
        assert unit.box == "eliminated"
        assert state.accounts["dprk"].turn_vp2 == 4
    else:
        assert unit.steps == (1 if die <= 2 else 2)
        assert asked(state) == {"allied": "rebase.choice"}


@pytest.mark.rule("NW-6.5.4.b")
def test_they_fly_off_to_any_base_in_reach_and_have_done_for_the_turn() -> None:
    more = {
        "N3022": {"country": "ROK", "features": ["airfield"]},
        "N3020": {"country": "DPRK", "features": ["airbase"]},
    }
    units = {"ROK AH-1 1": {"hex": PLACE}, "ROK AH-1 2": {"hex": "N3022"}}
    state = board(units={INF: "N3015"}, facts=base("airfield", more=more), helicopters=units)
    state = move(state, "dprk", INF, PLACE, dice=[9])
    assert not may(state, "allied", {"do": "rebase", "helicopter": "ROK AH-1 1", "to": "N3020"})
    state = play(state, "allied", {"do": "rebase", "helicopter": "ROK AH-1 1", "to": "N3022"}).state
    unit = helicopter(state)
    assert (unit.hex, unit.missions, unit.guest) == (at(state, "N3022"), 2, 2)  # the airfield had no room
    assert asked(state) == {"dprk": "initiative.movement.moves"}


@pytest.mark.rule("NW-6.5.4.b")
def test_without_a_base_in_reach_they_are_lost() -> None:
    state = board(units={MECH: "N3015"}, facts=base("airfield"), helicopters={"ROK AH-1 1": {"hex": PLACE}})
    state = move(state, "dprk", MECH, PLACE, dice=[9])
    assert helicopter(state).box == "eliminated"
    assert state.accounts["dprk"].turn_vp2 == 4


@pytest.mark.rule("NW-6.5.4.d")
def test_a_guest_has_to_leave_in_the_next_turn_if_it_can() -> None:
    more = {"N3022": {"country": "ROK", "features": ["airfield"]}, "N3020": {"country": "ROK", "features": ["airbase"]}}
    units = {"ROK AH-1 1": {"hex": "N3022", "guest": 1}, "ROK AH-1 2": {"hex": "N3022"}}
    facts = base(more=more)
    state = board("basic.second_movement", {ROK_INF: "N3018"}, facts=facts, helicopters=units, weather="clear")
    assert not may(state, "allied", {"do": "done"})
    state = play(state, "allied", {"do": "transfer", "helicopter": "ROK AH-1 1", "to": "N3020"}).state
    assert may(state, "allied", {"do": "done"})


@pytest.mark.rule("NW-6.5.4.b", "NW-6.5.4.a")
def test_a_base_in_enemy_hands_is_no_refuge_and_one_with_room_makes_no_guest() -> None:
    field = {"country": "ROK", "features": ["airfield"]}
    more = {"N3022": field, "N3020": field}
    own = {"ROK AH-1 1": {"hex": PLACE}, "DPRK Mi-24D 1": {"hex": "N3010"}}
    state = board(units={INF: "N3015"}, facts=base("airfield", more=more), helicopters=own, captured={"N3020": "dprk"})
    step = play(state, "dprk", {"do": "move", "units": [INF], "path": [PLACE]}, [9])
    entry = next(e for e in step.entries if e.key == "log.helicopter_base")
    assert (entry.params["result"], entry.rolls[0].faces) == ("rebase", (9,))
    state = step.state
    assert not may(state, "allied", {"do": "rebase", "helicopter": "ROK AH-1 1", "to": "N3020"})
    step = play(state, "allied", {"do": "rebase", "helicopter": "ROK AH-1 1", "to": "N3022"})
    assert any(e.key == "log.rebased" for e in step.entries)
    assert helicopter(step.state).guest == 0


@pytest.mark.rule("NW-6.5.4.a")
def test_own_helicopters_in_a_base_that_is_taken_back_are_left_alone() -> None:
    units = {"ROK AH-1 1": {"hex": PLACE}}
    state = board(
        "basic.second_movement", {ROK_INF: "N3017"}, facts=base("airfield"), helicopters=units, captured={PLACE: "dprk"}
    )
    move(state, "allied", ROK_INF, PLACE)


@pytest.mark.rule("NW-8.5.4.2.a", "NW-8.5.4.3.a")
def test_airmobile_points_that_nobody_has_cannot_be_lost() -> None:
    # Who has lost his last point, or never had one, owes nothing of what comes later.
    pool = accounts(allied={"airmobile": 1, "airmobile_lost": 1})
    state = board(units={INF: "N3015"}, facts=base("airbase"), accounts=pool)
    account = move(state, "dprk", INF, PLACE, dice=[0, 0, 5]).accounts["allied"]
    assert (account.air_lost, account.airmobile_lost) == (1, 1)


@pytest.mark.rule("NW-6.5.4.a", "NW-6.3.1.a")
def test_helicopters_flee_from_a_captured_base_that_is_retaken_and_no_points_are_lost() -> None:
    more = {"N3010": {"country": "DPRK", "features": ["airfield"]}}
    guests = {"DPRK Mi-24D 1": {"hex": PLACE}}
    facts = base("airbase", more=more)
    state = board(
        "basic.second_movement", {ROK_INF: "N3017"}, facts=facts, captured={PLACE: "dprk"}, helicopters=guests
    )
    state = move(state, "allied", ROK_INF, PLACE, dice=[1])
    assert helicopter(state, "DPRK Mi-24D 1").steps == 1
    assert asked(state) == {"dprk": "rebase.choice"}


@pytest.mark.rule("NW-6.3.1", "NW-6.3.1.a", "NW-8.5.4.3.a")
def test_each_roll_for_a_base_is_told_with_its_die_and_rule() -> None:
    state = board(units={INF: "N3015"}, facts=base("airbase"), accounts=accounts(allied={"airmobile": 1}))
    step = play(state, "dprk", {"do": "move", "units": [INF], "path": [PLACE]}, [2, 9, 5])
    told = [entry for entry in step.entries if entry.key.startswith("log.base_")]
    assert [(entry.key, entry.rule, entry.params["lost"], entry.rolls[0].faces) for entry in told] == [
        ("log.base_air_points", "NW-6.3.1", 1, (2,)),
        ("log.base_airmobile", "NW-8.5.4.3.a", 0, (9,)),
    ]


@pytest.mark.rule("NW-6.5.4.a", "NW-6.3.1.a", "NW-6.5.4.b", "NW-6.5.4.c")
def test_nothing_happens_in_own_bases_without_one_or_in_the_advanced_game() -> None:
    quiet = {"hexes": {**base("airbase")["hexes"], PLACE: {"country": "ROK", "features": ["town"]}}}
    rows = {"ROK AH-1 1": {"hex": PLACE}}
    d = draft(board(units={INF: PLACE}, facts=quiet))
    bases.overrun(d, at(d.now, PLACE), "dprk")
    assert d.entries == []
    own = board(units={ROK_INF: PLACE}, facts=base("airbase"), helicopters=rows)
    d = draft(own)
    bases.overrun(d, at(own, PLACE), "allied")
    bases.overrun(d, at(own, "N3014"), "dprk")
    assert d.entries == []
    taken = board(units={INF: PLACE}, facts=base("airbase"), captured={PLACE: "dprk"})
    d = draft(taken)
    bases.overrun(d, at(taken, PLACE), "dprk")
    assert d.entries == []
    war = advanced("basic.first_movement.moves", units={INF: PLACE}, facts=base("airbase"))
    d = draft(war)
    bases.overrun(d, at(war, PLACE), "dprk")
    assert d.entries == []
    # Whoever is destroyed needs no new base.
    lost = board(units={INF: PLACE}, facts=base("airfield"), helicopters=rows)
    d = draft(lost, [0])
    bases.overrun(d, at(lost, PLACE), "dprk")
    assert [frame.at for frame in d.now.flow] == [frame.at for frame in lost.flow]
    assert [entry.key for entry in d.entries] == ["log.helicopter_base", "log.helicopter_lost"]
    hurt = board(units={INF: PLACE}, facts=base("airfield"), helicopters={"US AH-64 1": {"hex": PLACE}})
    (one,) = hurt.helicopters
    d = draft(hurt)
    helicopters.hurt(d, one, "NW-6.5.4.a", steps=0)
    assert (d.now.helicopters[one].steps, d.entries) == (2, [])
    helicopters.hurt(d, one, "NW-6.5.4.a")
    assert [entry.key for entry in d.entries] == ["log.helicopter_hurt"]
