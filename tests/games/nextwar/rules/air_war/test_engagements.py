"""Rules 22.10.2 and 22.10.4: pairs, and two against one."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_war import engagements
from tests.games.nextwar.board import advanced, air, asked, boxed, logged, may, play, why

MIGS = tuple(f"DPRK MiG-21PF {n}" for n in range(1, 7))
TIGERS = (*(f"ROK F-15K {n}" for n in (1, 2, 3, 4)), "ROK KF-16C 1", "ROK KF-16C 2")
QUIET_GUNS = {"acr": 2, "csr2": 0, "strike": 0, "skill": 0}


def fight(dprk: int, allied: int, awacs: int = 1, **fields: Any) -> KoreaState:
    """A fight at its beginning; nobody has weapons for more than the dogfight."""
    names = (*MIGS[:dprk], *TIGERS[:allied])
    rows = {n: {"base": "dprk" if n in MIGS else "rok", "box": "superiority"} for n in names}
    facts = {"aircraft": {name: {"front": QUIET_GUNS} for name in TIGERS}}
    return advanced("air.fight", facts=facts, aircraft=rows, awacs=awacs, **fields)


def paired(state: KoreaState, *pairs: tuple[str, str, str], dice: list[int] | None = None) -> KoreaState:
    for seat, own, foe in pairs:
        last = (seat, own, foe) == pairs[-1]
        state = play(state, seat, {"do": "pair", "unit": own, "foe": foe}, dice if last and dice else []).state
    return state


def turns(awacs: int) -> list[str]:
    """Who picks, pair by pair, with six units on each side; the last pair is not made."""
    state, found = fight(6, 6, awacs), []
    for own, foe in zip(TIGERS[:5], MIGS[:5], strict=True):
        (seat,) = asked(state)
        found.append(seat)
        first, second = (own, foe) if seat == "allied" else (foe, own)
        state = paired(state, (seat, first, second))
    return [*found, *asked(state)]


@pytest.mark.rule("NW-22.10.2.a")
def test_awacs_says_how_many_pairs_each_side_picks() -> None:
    assert turns(1) == ["allied", "dprk", "allied", "dprk", "allied", "dprk"]
    assert turns(2) == ["allied", "allied", "dprk", "allied", "allied", "dprk"]
    assert turns(3) == ["allied", "allied", "allied", "dprk", "allied", "allied"]
    assert turns(4) == ["allied"] * 6


@pytest.mark.rule("NW-22.10.2.a")
def test_a_pair_is_written_down_and_told() -> None:
    state = paired(fight(3, 3), ("allied", TIGERS[0], MIGS[1]))
    step = play(state, "dprk", {"do": "pair", "unit": MIGS[0], "foe": TIGERS[2]})
    found = [(e.allied, e.dprk) for e in engagements.battle(step.state).engagements]
    keys = {name: (air(state, name),) for name in (*MIGS, *TIGERS)}
    assert found == [(keys[TIGERS[0]], keys[MIGS[1]]), (keys[TIGERS[2]], keys[MIGS[0]])]
    told = logged(step, "air_paired")
    assert (told.params["unit"].id, told.params["foe"].id) == (air(state, MIGS[0]), air(state, TIGERS[2]))


@pytest.mark.rule("NW-22.10.2.f")
def test_nobody_passes_while_both_have_free_units() -> None:
    state = fight(2, 2)
    assert not may(state, "allied", {"do": "done"})
    state = paired(state, ("allied", TIGERS[0], MIGS[1]))
    assert why(state, "dprk", {"do": "pair", "unit": MIGS[1], "foe": TIGERS[1]}).points  # engaged already
    assert may(state, "dprk", {"do": "pair", "unit": MIGS[0], "foe": TIGERS[1]})
    assert not may(state, "dprk", {"do": "pair", "unit": MIGS[0], "foe": TIGERS[0]})


@pytest.mark.rule("NW-22.10.2.b", "NW-22.10.4.a")
def test_what_is_left_over_joins_or_stays_out() -> None:
    state = paired(fight(3, 1), ("allied", TIGERS[0], MIGS[0]))
    assert asked(state) == {"dprk": "air_battle.surplus"}
    joined = play(state, "dprk", {"do": "join", "unit": MIGS[1], "foe": TIGERS[0]}).state
    # A third finds no room: nobody is asked about it, and it stays in the box.
    assert asked(joined) == {"allied": "air_battle.dogfight.aim"}
    assert engagements.battle(joined).kept == (air(joined, MIGS[2]),)
    out = play(state, "dprk", {"do": "done"}, [9, 9]).state
    assert boxed(out, *MIGS[:3]) == ["superiority"] * 3
    assert (out.air_level, out.air_side) == ("superiority", "dprk")


@pytest.mark.rule("NW-22.10.4.a")
def test_two_against_one_is_the_most() -> None:
    state = paired(fight(4, 2), ("allied", TIGERS[0], MIGS[0]), ("dprk", MIGS[1], TIGERS[1]))
    state = play(state, "dprk", {"do": "join", "unit": MIGS[2], "foe": TIGERS[0]}).state
    no = why(state, "dprk", {"do": "join", "unit": MIGS[3], "foe": TIGERS[0]})
    assert no.rule == "NW-22.10.4.a"
    assert may(state, "dprk", {"do": "join", "unit": MIGS[3], "foe": TIGERS[1]})
