"""Rule 8.5.8.2: beachheads."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.rules.combat import retreats, strength
from sandtable.games.nextwar.rules.movement import beachheads, stacking
from tests.games.nextwar.battles import battle, resulting, standing
from tests.games.nextwar.board import INF, ROK_INF, at, board, carried_out, may, play, reasons, steps, why
from tests.games.nextwar.seas import BEACH, MARINES, afloat

HELD = {"N3011": "allied"}


@pytest.mark.rule("NW-8.5.8.2.a")
def test_the_counter_mix_is_a_limit() -> None:
    state = afloat(beachheads={BEACH: "allied", "N3014": "allied", "N3015": "dprk"})
    assert (beachheads.left(state, "allied"), beachheads.left(state, "dprk")) == (2, 3)


@pytest.mark.rule("NW-8.5.8.2.b.1", "NW-8.5.8.2.b")
def test_it_adds_its_defence() -> None:
    state = standing(beachheads=HELD)
    assert reasons(strength.defence_strength(state, battle(state, INF))) == {"defence": 8, "beachhead": 2}
    theirs = standing(beachheads={"N3011": "dprk"})
    assert reasons(strength.defence_strength(theirs, battle(theirs, INF))) == {"defence": 8}


@pytest.mark.rule("NW-8.5.8.2.b.2", "NW-8.5.8.2.b")
def test_it_takes_one_step_after_the_lead_unit() -> None:
    state = resulting(standing(beachheads=HELD), "-/2")
    assert GAME.prompts(state)[0].seat == "allied"
    assert steps(state, ROK_INF) == 1  # the lead unit paid first
    spared = play(state, "allied", {"do": "lose_beachhead"}).state
    assert (steps(spared, ROK_INF), spared.beachheads) == (1, {})
    paid = play(state, "allied", {"do": "lose", "unit": ROK_INF}).state
    assert at(paid, "N3011") not in {unit.hex for unit in paid.units.values() if unit.steps == 2}
    alone = resulting(standing(), "-/1")
    assert steps(alone, ROK_INF) == 1


@pytest.mark.rule("NW-8.5.8.2.b.2", "NW-9.7.1.1")
def test_its_step_counts_among_those_present() -> None:
    # Three steps lost of two present would spare the attacker one; with the marker there are three.
    assert steps(resulting(standing(), "1/3"), INF) == 2
    lost = resulting(standing(beachheads=HELD), "1/3")
    lost = play(lost, "allied", {"do": "lose_beachhead"}).state
    lost = play(lost, "allied", {"do": "lose", "unit": ROK_INF}).state
    assert steps(lost, INF) == 1


@pytest.mark.rule("NW-8.5.8.2.b.3", "NW-8.5.8.2.b")
def test_six_stack_points_for_its_owner() -> None:
    state = board(units={INF: "N3010"}, beachheads={"N3011": "allied"})
    assert stacking.limit2(state, at(state, "N3011"), "allied") == 12
    assert stacking.limit2(state, at(state, "N3011"), "dprk") == 8


@pytest.mark.rule("NW-8.5.8.2.b.5", "NW-9.8.2")
def test_its_units_may_try_to_stand() -> None:
    state = resulting(standing(beachheads=HELD), "-/-R")
    assert retreats.may_stand(state) == ("allied",)
    assert may(state, "allied", {"do": "stand", "answer": "yes"})
    assert not may(resulting(standing(), "-/-R"), "allied", {"do": "stand", "answer": "yes"})


@pytest.mark.rule("NW-8.5.8.2.d")
def test_given_up_it_is_gone_until_the_next_turn() -> None:
    state = afloat(units={MARINES: BEACH}, beachheads={BEACH: "allied"})
    action = {"do": "give_up_beachhead", "place": BEACH}
    gone = play(state, "allied", action).state
    assert gone.beachheads == {}
    assert beachheads.left(gone, "allied") == 3
    assert beachheads.left(carried_out(gone, beachheads.renew), "allied") == 4
    assert why(gone, "allied", action).rule == "NW-8.5.8.2.d"
    theirs = afloat(units={MARINES: BEACH}, beachheads={BEACH: "dprk"})
    assert why(theirs, "allied", action).rule == "NW-8.5.8.2.d"


@pytest.mark.rule("NW-8.5.8.2.b.2")
def test_the_enemy_in_its_hex_is_its_end() -> None:
    state = afloat(units={INF: BEACH}, beachheads={BEACH: "allied"})
    assert carried_out(state, beachheads.settle).beachheads == {}
    ours = afloat(units={MARINES: BEACH}, beachheads={BEACH: "allied"})
    assert carried_out(ours, beachheads.settle).beachheads != {}
