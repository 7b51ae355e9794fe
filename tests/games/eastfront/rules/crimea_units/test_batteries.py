"""Batteries that never move, and guns of the coast."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.combat import combat
from sandtable.games.eastfront.rules.crimea_units import batteries
from sandtable.games.eastfront.rules.fortifications import fortifications
from sandtable.games.eastfront.rules.results import retreats
from sandtable.games.eastfront.rules.special_units import artillery
from tests.games.eastfront.board import board, key, may, why
from tests.games.eastfront.guns import GUNS

BATTERY, COAST, AXIS_COAST = "30(+) S-H", "19 CD", "147 CD"


def field(at: str, pieces: dict[str, Any], **more: Any) -> CrimeaState:
    return board(at, pieces, facts={"units": {"new": GUNS}}, **more)


def under_attack() -> dict[str, Any]:
    return {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}}


FRONT = {"73 Inf Div": 3604, "106 Rifle Div": 3605}


# -- Soviet batteries in the rock --------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB7.34")
def test_a_soviet_battery_never_moves_turns_or_retreats() -> None:
    state = field("soviet.movement", {BATTERY: 3607})
    no = why(state, "soviet", {"move": BATTERY, "path": [3608]})
    assert (no.rule, no.key) == ("EF-PB7.34", "refuse.firing_only")
    assert retreats.cannot_retreat(state, key(state, BATTERY))
    away = retreats.routes(state, (key(state, BATTERY),), (3606,), 2, True)
    assert away.ways == {}
    no = fortifications.why_not_turn(state, key(state, BATTERY))
    assert no is not None
    assert no.rule == "EF-PB7.34"


@pytest.mark.rule("EF-PB7.34")
def test_a_soviet_battery_supports_both_ways_counts_and_has_no_modifier() -> None:
    state = field("axis.reaction.guns", {**FRONT, BATTERY: 3607, "24 Art Rgt": 3607}, attacks=under_attack())
    assert may(state, "soviet", {"support": 3605, "units": [BATTERY]})
    # Two guns without a staff are one too many: it counts like any other.
    assert why(state, "soviet", {"support": 3605, "units": [BATTERY, "24 Art Rgt"]}).rule == "EF-22.14"
    marked = {"3605": {"side": "soviet", "hexes": ["3605"], "units": ["106 Rifle Div"]}}
    attack = field("soviet.combat", {"46 Inf Div": 3605, "106 Rifle Div": 3606, BATTERY: 3607}, attacks=marked)
    gun_key = key(attack, BATTERY)
    assert artillery.why_no_attacking_fire(attack, gun_key, attack.attacks[3605]) is None
    force = combat.Force(attack.attacks[3605], (key(attack, "106 Rifle Div"),), (gun_key,))
    assert "modifier.super_heavy" not in [part.key for part in combat.net_drm(attack, force).parts]


@pytest.mark.rule("EF-PB7.34")
def test_a_battery_that_lost_its_guns_is_infantry() -> None:
    reduced = {"hex": "3606", "steps": 1}
    state = field("axis.reaction.guns", {**FRONT, BATTERY: reduced, "24 Art Rgt": 3607}, attacks=under_attack())
    no = artillery.why_no_defensive_fire(state, key(state, BATTERY), state.attacks[3605])
    assert no is not None
    assert (no.rule, no.key) == ("EF-PB7.34", "refuse.guns_lost")
    assert not batteries.is_gun(state, key(state, BATTERY))
    whole = field("soviet.declaration", {"46 Inf Div": 3605, BATTERY: 3606})
    assert not may(whole, "soviet", {"declare": [3605], "units": [BATTERY]})
    crew = field("soviet.declaration", {"Rom 10 Inf Div": {"hex": "3605", "steps": 1}, BATTERY: reduced})
    assert may(crew, "soviet", {"declare": [3605], "units": [BATTERY]})
    # Its crew stays in the rock, whatever the other side of the counter says.
    assert retreats.cannot_retreat(crew, key(crew, BATTERY))
    assert not retreats.cannot_retreat(crew, key(crew, "Rom 10 Inf Div"))
    stays = field("soviet.movement", {BATTERY: reduced})
    assert why(stays, "soviet", {"move": BATTERY, "path": [3607]}).rule == "EF-PB7.34"


# -- guns of the coast -------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB7.36")
def test_coastal_guns_of_both_sides_are_artillery() -> None:
    state = field("axis.reaction.guns", {**FRONT, COAST: 3607, AXIS_COAST: 3603}, attacks=under_attack())
    assert may(state, "soviet", {"support": 3605, "units": [COAST]})
    attack = state.attacks[3605]
    assert artillery.attacking_guns(state, attack) == (key(state, AXIS_COAST),)
    # They support and do not attack by themselves, and do not count when an attack is declared.
    lone = field("axis.declaration", {AXIS_COAST: 3604, "106 Rifle Div": 3605, "73 Inf Div": 3505})
    no = why(lone, "axis", {"declare": [3605], "units": [AXIS_COAST]})
    assert (no.rule, no.key) == ("EF-PB7.36", "refuse.artillery_supports")
