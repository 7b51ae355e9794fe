"""The special rules of scenario 7."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.scenarios import kerch
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

TURN: dict[str, Any] = {"scenario": "7", "turn": 162, "weather": "dry"}
SIX = {"390 Rifle Div": 6011, "398 Rifle Div": 6011, "404 Rifle Div": 6110}
WAY = ("6912", "6812", "6711", "6611", "6510")
HOME = dict.fromkeys(WAY, "soviet")
ROAD = {"roads": [[a, b, "primary"] for a, b in itertools.pairwise(WAY)]}


def forced(cas: int = 0, more: dict[str, Any] | None = None, **units: Any) -> CrimeaState:
    """A mandated attack of two divisions on 6012, about to be resolved."""
    pieces = {"390 Rifle Div": 6011, "398 Rifle Div": 6011, "46 Inf Div": 6012, **units}
    row = {"side": "soviet", "hexes": ["6012"], "units": ["390 Rifle Div", "398 Rifle Div"]}
    marked = {"6012": {**row, "mandated": True, "forced": True, "cas": cas}}
    state = board("soviet.combat.attacks", pieces, attacks=marked, control=HOME, **TURN, **(more or {}))
    return play(state, "soviet", {"resolve": 6012}).state


@pytest.mark.rule("EFS-10.74.e2", "EF-12.41", "EF-12.42")
def test_the_axis_names_hexes_that_must_be_attacked() -> None:
    state = board("soviet.mandate", {**SIX, "46 Inf Div": 6012, "Rom 10 Inf Div": 6111}, **TURN)
    assert asked(state) == {"axis": "turn.soviet.mandate"}
    # two divisions of two steps are four steps, and 6 to 9 is not 3-2
    assert why(state, "axis", {"mandate": 6012, "hexes": [6011]}).rule == "EF-12.42"
    assert may(state, "axis", {"mandate": 6111, "hexes": [6011, 6110]})
    state = play(state, "axis", {"mandate": 6111, "hexes": [6011, 6110]}).state
    attack = state.attacks[6111]
    assert attack.mandated
    assert len(attack.units) == 3


@pytest.mark.rule("EFS-10.74.e2")
def test_mandates_end_after_two_turns() -> None:
    late = {**TURN, "turn": 163}
    state = board("soviet.mandate", {**SIX, "Rom 10 Inf Div": 6111}, **late)
    assert asked(state) == {"soviet": "turn.soviet.declaration"}


@pytest.mark.rule("EFS-10.74.e2", "EF-12.41")
def test_a_forced_attack_takes_everybody_and_shifts_left() -> None:
    state = forced(more={"facts": ROAD})
    both = {"do": "assault", "units": ["390 Rifle Div", "398 Rifle Div"], "support": []}
    assert why(state, "soviet", {**both, "units": ["390 Rifle Div"]}).rule == "EF-12.41"
    # 6 to 9 is 1-2, shifted to 1-3; a 9 is 2R/-
    step = play(state, "soviet", both, [9])
    assert logged(step, "odds").params["odds"] == "1-3"
    helped = play(forced(-1, more={"facts": ROAD}), "soviet", both, [9])
    # one column more for the aircraft, and a step more
    assert logged(helped, "odds").params["odds"] == "1-4"
    assert helped.state.battle is not None
    assert helped.state.battle.losses_attacker == 4  # row 10 on 1-4 is e, read as 4R


@pytest.mark.rule("EFS-10.74.e2")
def test_guns_support_a_forced_attack_only_from_next_to_it() -> None:
    state = forced(**{"24 Art Rgt": 6010, "51 Army Art": 6011})
    force = {"do": "assault", "units": ["390 Rifle Div", "398 Rifle Div"]}
    assert why(state, "soviet", {**force, "support": ["24 Art Rgt"]}).rule == "EFS-10.74.e2"
    assert may(state, "soviet", {**force, "support": ["51 Army Art"]})


@pytest.mark.rule("EFS-10.74.e3")
def test_attackers_without_a_line_to_kerch_shift_left() -> None:
    pieces = {"390 Rifle Div": 5511, "46 Inf Div": 5512}
    state = board("soviet.declaration", pieces, control=HOME, **TURN)
    attack = {"5512": {"side": "soviet", "hexes": ["5512"], "units": ["390 Rifle Div"]}}
    far = board("soviet.combat.attacks", pieces, attacks=attack, control=HOME, **TURN)
    assert kerch.shift(far, far.attacks[5512], (key(state, "390 Rifle Div"),)) == -1
    near = {"390 Rifle Div": 6511, "46 Inf Div": 6512}
    attack = {"6512": {"side": "soviet", "hexes": ["6512"], "units": ["390 Rifle Div"]}}
    close = board("soviet.combat.attacks", near, attacks=attack, control=HOME, **TURN)
    assert kerch.shift(close, close.attacks[6512], (key(state, "390 Rifle Div"),)) == 0


@pytest.mark.rule("EFS-10.74.f")
def test_axis_aircraft_hit_soviet_armour_first() -> None:
    pieces = {"46 Inf Div": 6011, "50 Inf Div": 6011, "390 Rifle Div": 6012, "39 Tank Bde": 6012}
    marked = {"6012": {"side": "axis", "hexes": ["6012"], "units": ["46 Inf Div", "50 Inf Div"], "cas": 1}}
    state = board("axis.combat.attacks", pieces, attacks=marked, control=HOME, **TURN)
    state = play(state, "axis", {"resolve": 6012}).state
    force = {"do": "assault", "units": ["46 Inf Div", "50 Inf Div"], "support": []}
    state = play(state, "axis", force).state
    # 16 to 5 is 3-1; a 3 less one is row 2: -/2R
    state = play(state, "axis", {"command": "none"}, [3]).state
    assert why(state, "soviet", {"lose": "390 Rifle Div"}).rule == "EF-16.32.c"
    assert may(state, "soviet", {"lose": "39 Tank Bde"})


@pytest.mark.rule("EFS-10.74.c")
def test_the_brigade_divides_once_and_its_losses_stay() -> None:
    state = board("axis.movement", {"Groddeck Bde": {"hex": "5718", "steps": 2}, "50 Inf Div": 5816}, **TURN)
    divided = play(state, "axis", {"split": "Groddeck Bde"}).state
    names = ("AA(+) Rcn Bn/22 Div", "Korne(+) Rgt", "560 AT Bn")
    steps = [divided.pieces[key(divided, name)].steps for name in names]
    assert steps == [1, 1, 1]
    assert where(divided, "Groddeck Bde") == "withdrawn"
    moved = play(state, "axis", {"move": "50 Inf Div", "path": [5815]}).state
    assert why(moved, "axis", {"split": "Groddeck Bde"}).rule == "EFS-10.74.c"


@pytest.mark.rule("EFS-10.75")
def test_at_the_end_those_cut_off_from_kerch_are_lost() -> None:
    last = {**TURN, "turn": 165}
    state = board("interphase", {"390 Rifle Div": 5511, "398 Rifle Div": 6711}, control=HOME, **last)
    assert where(state, "390 Rifle Div") == "eliminated"
    assert where(state, "398 Rifle Div") == 6711
