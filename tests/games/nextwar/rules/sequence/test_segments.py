"""The sequence of play of the standard turn."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.sequence.segments import SEGMENTS, active, segment
from tests.games.nextwar.board import INF, ROK_INF, asked, board, may, play

PHASES = [at.removeprefix("game.turn.") for at, phase in GAME.sequence if at.startswith("game.turn.")]


def top(names: list[str]) -> list[str]:
    return [name for name in names if "." not in name]


@pytest.mark.rule("NW-3.0.a")
def test_the_phases_of_a_turn_stand_in_their_order() -> None:
    assert top(PHASES) == [
        "weather",
        "air_naval",
        "initiative",
        "basic",
        "reorganization",
        "reinforcement",
        "victory",
        "record",
    ]


@pytest.mark.rule("NWS-STD-5", "NWS-STD-5.1", "NWS-STD-5.2", "NWS-STD-5.3", "NWS-STD-5.4", "NWS-STD-5.5", "NWS-STD-5.6")
def test_the_steps_of_reorganization_stand_in_their_order() -> None:
    steps = top([name.removeprefix("reorganization.") for name in PHASES if name.startswith("reorganization.")])
    assert steps[:6] == ["helicopters", "air_points", "airmobile", "tunnels", "mopup", "control"]


@pytest.mark.rule("NWS-STD-3.2", "NWS-STD-3.5", "NWS-STD-3.7", "NWS-STD-4.2", "NWS-STD-4.4")
@pytest.mark.parametrize(
    ("at", "seat"),
    [
        ("initiative.combat", "dprk"),
        ("initiative.exploitation_combat", "dprk"),
        ("initiative.reaction_combat", "allied"),
        ("basic.first_combat", "dprk"),
        ("basic.second_combat", "allied"),
    ],
)
def test_whose_combat_it_is(at: str, seat: str) -> None:
    state = board(at, {INF: "N3010", ROK_INF: "N3011"})
    assert asked(state) == {seat: f"{at}.attacks"}
    own, target = (INF, "N3011") if seat == "dprk" else (ROK_INF, "N3010")
    assert may(state, seat, {"do": "attack", "target": target, "units": [own]})
    now = segment(state)
    assert now is not None
    assert (now.rule, active(state)) == (SEGMENTS[at.partition(".")[2]].rule, seat)


@pytest.mark.rule("NW-5.0.c", "NWS-STD-4.1", "NWS-STD-4.3")
def test_the_first_player_may_be_the_other_side() -> None:
    state = board("basic.first_movement", {INF: "N3010", ROK_INF: "N3020"}, first="allied", initiative="")
    assert asked(state) == {"allied": "basic.first_movement.moves"}


@pytest.mark.rule("NWS-STD-8")
def test_the_turn_marker_moves_on_and_the_game_ends_after_the_last_turn() -> None:
    def finished(turn: int) -> KoreaState:
        state = board("basic.second_movement", {INF: "N3001", ROK_INF: "N3020"}, scenario="train_to_seoul", turn=turn)
        return play(state, "allied", {"do": "done"}, [3] if turn < 4 else []).state

    assert finished(3).turn == 4
    assert GAME.outcome(finished(3)) is None
    assert finished(4).turn == 5
    assert GAME.outcome(finished(4)) is not None


@pytest.mark.rule("NW-8.1.2")
def test_nothing_on_the_ground_is_hidden() -> None:
    state = board("basic.first_movement", {INF: "N3010", ROK_INF: "N3020"})
    assert not GAME.hides
    assert GAME.view(state, "dprk").state == GAME.view(state, "allied").state == state


@pytest.mark.rule("NWK-16.0.a")
def test_standard_scenarios_use_standard_units() -> None:
    for info in GAME.scenarios():
        korea = GAME.open(info.name)
        assert korea.is_advanced is False  # type: ignore[attr-defined]
