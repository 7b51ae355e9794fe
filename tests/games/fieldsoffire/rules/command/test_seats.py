"""The co-operative table: to which seat an order belongs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from sandtable.games.fieldsoffire import GAME
from sandtable.games.fieldsoffire.actions.commanding import End
from sandtable.games.fieldsoffire.model import COMPANY, PLATOON_SEATS, FieldsState
from sandtable.games.fieldsoffire.rules.command.seats import seat_of, why_not_yours
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.kernel import NoDice, OneOf, Ref, Refusal
from sandtable.sim.driver import play_out, positions, seat_bots

MISSION = "keep_up_the_fire"
FIRST, SECOND, THIRD = PLATOON_SEATS.values()


def table() -> Iterator[FieldsState]:
    """The positions of a game at a co-operative table."""
    board = GAME.open(MISSION, {"platoon_seats": True})
    return positions(GAME, board, seat_bots(GAME, board, b"together"), b"together")


def first(is_meant: Callable[[FieldsState], bool]) -> FieldsState:
    """The first position of that game of which something is true."""
    return next(state for state in table() if state.flow and is_meant(state))


def is_general(state: FieldsState) -> bool:
    return state.here.at == "general.orders" and len(state.here.waiting) > 1


def refusal(found: object) -> Refusal:
    assert isinstance(found, Refusal)
    return found


def test_without_the_option_one_person_has_the_whole_company() -> None:
    assert GAME.open(MISSION).seats == (COMPANY,)
    assert GAME.open(MISSION, {"platoon_seats": True}).seats == (COMPANY, FIRST, SECOND, THIRD)


@pytest.mark.rule("FF-4.1.b6")
def test_a_platoon_spends_the_commands_of_its_own_headquarters() -> None:
    state = first(lambda s: s.here.at == "impulse.orders" and s.here.waiting == (SECOND,))
    assert state.impulse is not None
    assert state.units[state.impulse.hq].platoon == 2
    for other in (COMPANY, FIRST):
        no = refusal(GAME.apply(state, other, End(), NoDice()))
        assert (no.rule, no.key) == ("FF-4.1.b6", "refuse.impulse_of_others")
        assert no.params["seat"] == Ref("seat", SECOND)
        assert GAME.why_not(state, other, End()) == no
    assert GAME.why_not(state, SECOND, End()) is None


def test_the_company_commander_speaks_for_his_headquarters_and_staff() -> None:
    state = first(lambda s: s.here.at == "impulse.orders" and s.here.waiting == (COMPANY,))
    assert state.impulse is not None
    assert state.units[state.impulse.hq].platoon == 0


@pytest.mark.rule("FF-4.1.b6")
def test_in_general_initiative_everybody_orders_his_own_men() -> None:
    state = first(is_general)
    assert COMPANY in state.here.waiting
    asked = 0
    for verb in GAME.open_verbs(state, FIRST):
        choice = verb.choice(state, FIRST, []) if verb.args else None
        if not isinstance(choice, OneOf) or choice.of != "unit":
            continue
        asked += 1
        for key in choice.legal:
            assert seat_of(state, int(key)) == FIRST or state.board.types[int(key)].is_team
    assert asked > 1
    theirs = next(key for key in ours(state) if state.units[key].platoon == 3 and not state.board.types[key].is_team)
    no = refusal(GAME.offers(state, FIRST, {"do": "move", "unit": theirs}))
    assert (no.rule, no.key) == ("FF-4.1.b6", "refuse.unit_of_others")
    assert no.params["seat"] == Ref("seat", THIRD)
    assert why_not_yours(state, THIRD, theirs) is None


def test_who_has_said_his_last_word_leaves_the_commands_to_the_others() -> None:
    state = first(is_general)
    step = GAME.apply(state, FIRST, End(), NoDice())
    assert not isinstance(step, Refusal)
    assert step.state.here.waiting == tuple(seat for seat in state.here.waiting if seat != FIRST)


@pytest.mark.slow
@pytest.mark.parametrize("mission", ["normandy_7", "vietnam_3", "street_fight"])
def test_a_whole_mission_is_played_together_and_ends_alike_for_all(mission: str) -> None:
    board = GAME.open(mission, {"platoon_seats": True})
    ending = play_out(GAME, board, seat_bots(GAME, board, b"all"), b"all")
    assert ending.outcome is not None
    assert set(ending.outcome.scores) == set(board.seats)
    assert len(set(ending.outcome.scores.values())) == 1
