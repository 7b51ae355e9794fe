"""Regimental substitutes."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.kernel import SeededDice
from tests.games.eastfront.board import asked, board, key, may, play, where, why

POOL = {name: {"box": "pool", "steps": 0} for name in ("RSC strong 1", "RSC regular 1", "Rom RSC 1")}


@pytest.mark.rule("EF-24.0", "EF-24.21", "EF-24.3", "EF-24.31", "EF-24.32", "EF-24.34")
def test_a_division_detaches_steps_strong_ones_where_they_cost_two_points() -> None:
    state = board("axis.movement", {**POOL, "73 Inf Div": {"hex": "3604", "supply": 1}})
    assert may(state, "axis", {"detach": "73 Inf Div", "kind": "regular"})
    after = play(state, "axis", {"detach": "73 Inf Div", "kind": "strong"}).state  # 8 to 6
    child = after.pieces[key(after, "RSC strong 1")]
    assert (child.hex, child.steps, child.supply) == (3604, 1, 1)
    assert after.pieces[key(after, "73 Inf Div")].steps == 3
    assert may(after, "axis", {"move": "RSC strong 1", "path": [3605]})
    none_left = board("axis.movement", {"73 Inf Div": 3604})
    no = why(none_left, "axis", {"detach": "73 Inf Div", "kind": "regular"})
    assert (no.rule, no.key) == ("EF-24.0", "refuse.no_substitute")


@pytest.mark.rule("EF-24.32")
def test_the_rulebooks_example_gives_a_regular_one_only() -> None:
    """A 7-8-5 with a loss marker attacks with 5; turned over it has 4."""
    facts = {"units": {"73 Inf Div": {"front": "7-8-5", "back": "4-4-5"}}}
    state = board("axis.movement", {**POOL, "73 Inf Div": {"hex": "3604", "steps": 3}}, facts=facts)
    assert why(state, "axis", {"detach": "73 Inf Div", "kind": "strong"}).rule == "EF-24.32"
    assert may(state, "axis", {"detach": "73 Inf Div", "kind": "regular"})


@pytest.mark.rule("EF-24.21", "EF-24.22", "EF-24.35", "EF-PB7.21")
def test_only_infantry_divisions_detach_and_keep_the_last_step() -> None:
    units = {"73 Inf Div": {"hex": "3604", "steps": 1}, "190 AG Bn": 3604, "Rom 10 Inf Div": 3605}
    state = board("axis.movement", {**POOL, **units})
    assert why(state, "axis", {"detach": "73 Inf Div", "kind": "regular"}).rule == "EF-24.21"
    assert why(state, "axis", {"detach": "190 AG Bn", "kind": "regular"}).rule == "EF-24.21"
    after = play(state, "axis", {"detach": "Rom 10 Inf Div", "kind": "regular"}).state
    assert where(after, "Rom RSC 1") == 3605
    assert where(after, "RSC regular 1") == "pool"


@pytest.mark.rule("EF-24.21", "EF-24.33")
def test_the_motorised_formations_that_are_named_detach_and_take_back_steps_on_foot() -> None:
    lah = {"side": "axis", "nation": "german", "type": "motorised_infantry", "size": "brigade", "stack": 4}
    new = [
        {"id": "SS LAH Bde", "label": "LAH", "front": "5-6-7", "back": "3-3-7", "steps": 3, "detaches": True, **lah},
        {"id": "Mot Bde", "label": "M", "front": "5-6-7", "back": "3-3-7", "steps": 3, **lah},
    ]
    state = board("axis.movement", {**POOL, "SS LAH Bde": 3604, "Mot Bde": 3605}, facts={"units": {"new": new}})
    assert why(state, "axis", {"detach": "Mot Bde", "kind": "regular"}).rule == "EF-24.21"
    state = play(state, "axis", {"detach": "SS LAH Bde", "kind": "strong"}).state
    assert not state.board.units[key(state, "RSC strong 1")].is_motorised
    state = play(state, "axis", {"do": "done"}).state
    state = play(state, "axis", {"join": "RSC strong 1", "to": "SS LAH Bde"}).state
    assert state.pieces[key(state, "SS LAH Bde")].steps == 3


@pytest.mark.rule("EF-24.3")
def test_who_has_moved_detaches_nothing() -> None:
    state = board("axis.movement", {**POOL, "73 Inf Div": 3604})
    state = play(state, "axis", {"move": "73 Inf Div", "path": [3605]}).state
    assert why(state, "axis", {"detach": "73 Inf Div", "kind": "regular"}).rule == "EF-24.3"
    # Nor in the motorised phase that follows; who stood still may.
    later = {"73 Inf Div": {"hex": 3605, "travelled": True}, "46 Inf Div": 3604}
    state = board("axis.motorised", {**POOL, **later})
    assert why(state, "axis", {"detach": "73 Inf Div", "kind": "regular"}).rule == "EF-24.3"
    assert may(state, "axis", {"detach": "46 Inf Div", "kind": "regular"})


@pytest.mark.rule("EF-24.4", "EF-24.33")
def test_substitutes_rejoin_at_the_end_of_the_phase() -> None:
    units = {"73 Inf Div": {"hex": "3604", "steps": 2}, "RSC strong 1": {"hex": "3604", "supply": 1}, "Rom RSC 1": 3604}
    state = board("axis.movement", {**units, "46 Inf Div": 3603})
    state = play(state, "axis", {"do": "done"}).state
    assert asked(state) == {"axis": "turn.axis.movement.joining"}
    no = why(state, "axis", {"join": "Rom RSC 1", "to": "73 Inf Div"})
    assert (no.rule, no.key) == ("EF-24.4", "refuse.nobody_to_join")
    state = play(state, "axis", {"join": "RSC strong 1", "to": "73 Inf Div"}).state
    piece = state.pieces[key(state, "73 Inf Div")]
    assert (piece.steps, piece.supply) == (3, 1)
    assert where(state, "RSC strong 1") == "pool"


@pytest.mark.rule("EF-PB3.41", "EF-24.0")
def test_the_card_limits_how_many_there_are() -> None:
    state = GAME.start(GAME.open("7"), SeededDice(b"x")).state
    units = state.board.units
    found = [units[k].name for k in state.pieces if units[k].substitute]
    assert len([name for name in found if name.startswith("RSC strong")]) == 5
    assert len([name for name in found if name.startswith("Rom")]) == 4


@pytest.mark.rule("EF-24.21")
def test_the_leibstandarte_detaches_men_on_foot_though_it_is_no_division() -> None:
    state = board("axis.movement", {**POOL, "SS LAH Bde": 3604, "129 Mot Rgt/22 Pz": 3604})
    assert may(state, "axis", {"detach": "SS LAH Bde", "kind": "regular"})
    assert why(state, "axis", {"detach": "129 Mot Rgt/22 Pz", "kind": "regular"}).rule == "EF-24.21"
