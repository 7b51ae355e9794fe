"""Where units go: what is done first, what is kept, and who stays behind."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.actions.moving import Dig, Move
from sandtable.games.nextwar.bots import moving
from sandtable.games.nextwar.bots.planner import KoreaPlanner
from sandtable.games.nextwar.game import GAME as KOREA
from sandtable.games.nextwar.model import ALLIED, DPRK, KoreaState
from sandtable.games.nextwar.rules.scenarios import duties
from sandtable.kernel import SeededDice
from sandtable.planning import SeatAtTable
from tests.games.nextwar.board import INF, LIGHT, MECH, OTHER_INF, ROK_BDE, ROK_INF, ROK_INF_2, advanced, board

STREETS = {"hexes": {"N2921": {"terrain": "urban", "country": "ROK"}}}


def ends(state: KoreaState, side: str) -> dict[str, str]:
    """Where a plan takes units, by name."""
    found = {}
    for idea in moving.Plan(state, side).moves():
        for action in idea[:1]:
            assert isinstance(action, Move)
            (key,) = action.units
            found[state.board.units[key].name] = state.board.ground[action.path[-1]].label
    return found


def test_a_full_stack_goes_into_empty_streets_and_a_brigade_alone_does_not() -> None:
    both = board(units={INF: "N2920", OTHER_INF: "N2920", ROK_INF: "N4010"}, facts=STREETS)
    assert ends(both, DPRK) == {INF: "N2921", OTHER_INF: "N2921"}
    alone = board(units={LIGHT: "N2920", ROK_INF: "N4010"}, facts=STREETS)
    assert ends(alone, DPRK).get(LIGHT) != "N2921"


def test_those_who_mop_up_stay_and_are_joined() -> None:
    marker = {"N2921": {"side": "dprk", "number": 5}}
    state = board(units={INF: "N2921", OTHER_INF: "N2919", ROK_INF: "N4010"}, facts=STREETS, mopups=marker)
    assert ends(state, DPRK) == {OTHER_INF: "N2921"}


def test_what_was_just_entered_is_kept() -> None:
    state = board(units={INF: "N3118", ROK_INF: "N3120"}, visited={"N3118": "dprk"})
    assert INF not in ends(state, DPRK)


def test_headquarters_keep_behind_the_front() -> None:
    hq = "DPRK II HQ"
    state = advanced(
        "initiative.movement.moves", units={hq: "N3010", INF: "N3010", ROK_INF: "N3011", ROK_INF_2: "N3011"}
    )
    place = state.board.place(ends(state, DPRK)[hq])
    assert state.board.map.distance(place, state.board.place("N3011")) >= moving.REAR


def test_the_garrison_of_an_objective_stays() -> None:
    state = board("initiative.reaction.moves", units={ROK_BDE: "N3118", INF: "N3115", MECH: "N3114"})
    assert ROK_BDE not in ends(state, ALLIED)


def first_movement(scenario: str) -> KoreaState:
    """The first movement segment of a scenario, set up by the planner."""
    dice, state = SeededDice(b"x"), KOREA.start(KOREA.open(scenario), SeededDice(b"x")).state
    bots = {seat: KoreaPlanner(b"a") for seat in (DPRK, ALLIED)}
    while "movement" not in state.here.at:
        seat = state.here.waiting[0]
        step = KOREA.apply(state, seat, bots[seat].decide(SeatAtTable(KOREA, state, seat)), dice)
        state = step.state  # type: ignore[union-attr]
    return state


@pytest.mark.slow
def test_the_5th_division_is_watched_and_tunnels_lead_to_attacks() -> None:
    state = first_movement("train_to_seoul")
    digs = [idea[0] for idea in moving.tunnels(state, DPRK)]
    assert digs
    assert all(isinstance(dig, Dig) for dig in digs)
    goals = ends(state, DPRK)
    watched = state.board.place(duties.GUARDED)
    stays = [key for key, unit in state.units.items() if unit.hex == watched]
    names = {state.board.units[key].name for key in stays}
    assert duties.GUARDED in goals.values() or names - set(goals)
