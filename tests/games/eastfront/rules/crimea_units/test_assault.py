"""An engineer unit too many, for an assault on works; and engineers in tanks."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import Attack, CrimeaState
from sandtable.games.eastfront.rules.combat import combat
from sandtable.games.eastfront.rules.combat.combat import Force
from sandtable.games.eastfront.rules.crimea_units import assault
from sandtable.games.eastfront.rules.fortifications import fortifications
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import overstacked
from tests.games.eastfront.board import asked, board, key, may, play, where, why

CROWD = {"46 Inf Div": 3605, "47(+) Rgt/22 Div": 3605, "65(+) Rgt/22 Div": 3605, "690 Eng Rgt": 3605}
WORKS = {"3606": {"side": "soviet"}}
FOE = {"106 Rifle Div": 3606}


@pytest.mark.rule("EF-PB7.42", "EF-3.32.b")
def test_one_engineer_unit_may_be_too_many_next_to_works() -> None:
    def after_moves(**more: Any) -> CrimeaState:
        state = board("axis.movement", {**CROWD, **FOE, **more.pop("pieces", {})}, **more)
        return play(state, "axis", {"do": "done"}).state

    assert asked(after_moves(strongpoints=WORKS)) == {"axis": "turn.axis.declaration"}
    assert asked(after_moves()) == {"axis": "turn.axis.movement.stacking"}
    two = {"820 Eng Rgt": 3605}
    assert asked(after_moves(strongpoints=WORKS, pieces=two)) == {"axis": "turn.axis.movement.stacking"}
    later = board("axis.motorised.stacking", {**CROWD, **FOE}, strongpoints=WORKS)
    assert assault.crowded(later, "axis") == (3605,)


FACING = {"46 Inf Div": 11418, "690 Eng Rgt": 11418, "47(+) Rgt/22 Div": 11619, "65(+) Rgt/22 Div": 11619}
"""Before 4023, on the enlarged map: seven points and four, of which the engineers are one."""


@pytest.mark.rule("EF-PB7.42", "EF-PB5.23.a", "EF-PB5.23.d")
@pytest.mark.parametrize(
    ("more", "works", "crowded"),
    [
        ({}, 11419, ()),
        ({}, 0, (11418, 11619)),
        ({"820 Eng Rgt": 11619}, 11419, (11418, 11619)),
        ({"16(+) Rgt/22 Div": 11619}, 11419, (11418, 11619)),
        ({"690 Eng Rgt": 11619, "46 Inf Div": 11418}, 11419, (11418, 11619)),
    ],
    ids=["next to works", "no works", "two of them", "a regiment too", "beside them"],
)
def test_one_engineer_unit_may_be_too_many_before_one_hex_of_map_q(
    more: dict[str, int], works: int, crowded: tuple[int, ...]
) -> None:
    """All hexes that face it are judged together: the same engineers excuse all of them, and only one unit."""
    foes = {"157 Rifle Div": 11419}
    points = {works: {"side": "soviet"}} if works else {}
    state = board("axis.movement", {**FACING, **more, **foes}, scenario="4", turn=90, strongpoints=points)
    assert assault.crowded(state, "axis") == crowded
    assert set(crowded or (11418, 11619)) == set(overstacked(state, "axis"))


def fight(**more: Any) -> CrimeaState:
    attack = {"3606": {"side": "axis", "hexes": ["3606"], "units": list(CROWD)}}
    frames = [{"phase": "axis.combat", "waiting": ["axis"]}, "battle"]
    pieces = {**CROWD, **FOE, **more.pop("pieces", {})}
    return board(frames, pieces, attacks=attack, battle={"attack": 3606}, strongpoints=WORKS, **more)


@pytest.mark.rule("EF-PB7.42")
def test_the_engineers_attack_and_help_without_being_asked() -> None:
    state = fight()
    rest = [name for name in CROWD if name != "690 Eng Rgt"]
    assert why(state, "axis", {"assault": rest, "support": []}).rule == "EF-PB7.42"
    asked_for = {"assault": rest, "support": [], "engineers": "yes"}
    assert not may(state, "axis", {**asked_for, "assault": list(CROWD)})  # nobody asks: they help in any case
    spare = {"46 Inf Div": 3505, "47(+) Rgt/22 Div": 3505}
    assert may(fight(pieces=spare), "axis", {**asked_for, "assault": list(CROWD)})
    step = play(state, "axis", {"assault": list(CROWD), "support": []})
    battle = step.state.battle
    assert battle is not None
    assert battle.engineers


def rolled(die: int, **more: Any) -> CrimeaState:
    state = play(fight(**more), "axis", {"assault": list(CROWD), "support": []}).state
    return play(state, "axis", {"command": "none"}, [die]).state


@pytest.mark.rule("EF-PB7.42")
def test_the_engineers_advance_when_they_can() -> None:
    state = rolled(1)
    while asked(state) == {"soviet": "battle.result.defender_losses"}:
        state = play(state, "soviet", {"do": "lose", "unit": "106 Rifle Div"}).state
    if where(state, "106 Rifle Div") == 3606:
        state = play(state, "soviet", {"retreat": ["106 Rifle Div"], "path": [3607, 3608]}).state
    assert asked(state) == {"axis": "battle.result.advance"}
    assert why(state, "axis", {"do": "done"}).rule == "EF-PB7.42"
    assert why(state, "axis", {"do": "advance", "to": 3606, "units": ["46 Inf Div"]}).rule == "EF-PB7.42"
    after = play(state, "axis", {"do": "advance", "to": 3606, "units": ["690 Eng Rgt"]}).state
    assert where(after, "690 Eng Rgt") == 3606


@pytest.mark.rule("EF-PB7.42")
def test_the_engineers_go_back_when_the_works_hold() -> None:
    held = {"pieces": {"276 NKVD Rgt": 3606}, "facts": {"hexes": {"3606": {"place": "city"}}}}
    state = rolled(5, **held)
    assert where(state, "106 Rifle Div") == 3606
    assert asked(state) == {"axis": "battle.result.attacker_retreat"}
    assert overstacked(state, "axis") == (3605,)
    after = play(state, "axis", {"retreat": ["690 Eng Rgt"], "path": [3604, 3603]}).state
    assert where(after, "690 Eng Rgt") == 3603
    assert asked(after) != {"axis": "battle.result.attacker_retreat"}


# -- engineers in tanks ------------------------------------------------------------------------------------------------

ROW = {"id": "300 Pz Eng", "label": "300", "side": "axis", "nation": "german", "type": "armoured_engineer"}
TANKS = {**ROW, "size": "battalion", "stack": 1, "front": "2-1-6", "steps": 1}


def raid(names: list[str], **facts: Any) -> tuple[CrimeaState, Force]:
    facts = {"units": {"new": [TANKS]}, **facts}
    state = board("axis.combat", {**dict.fromkeys(names, 3605), **FOE}, facts=facts)
    units = tuple(key(state, name) for name in names)
    return state, Force(Attack("axis", (3606,), units), units, engineers=True)


@pytest.mark.rule("EF-PB7.41")
def test_engineers_in_tanks_fight_at_full_strength_in_cities_and_are_no_use_at_rivers() -> None:
    city = {"hexes": {"3606": {"place": "city"}}}
    state, found = raid(["300 Pz Eng"], **city)
    assert combat.attack_of(state, found.units[0], (3606,)).per == 1
    assert combat.attack_of(raid(["190 AG Bn"], **city)[0], key(state, "190 AG Bn"), (3606,)).per == 2
    assert "EF-15.63" in [m.rule for m in combat.drms(state, found)]
    river = {"sides": {"3605-3606": {"river": "minor"}}}
    assert "EF-15.63" not in [m.rule for m in combat.drms(*raid(["300 Pz Eng"], **river))]
    assert "EF-15.63" in [m.rule for m in combat.drms(*raid(["690 Eng Rgt"], **river))]


@pytest.mark.rule("EF-PB7.41")
def test_engineers_in_tanks_are_armour_and_raze_nothing() -> None:
    state, found = raid(["300 Pz Eng"])
    counter = state.board.units[found.units[0]]
    assert combat.resists_armour(state, found.units[0])
    assert replacements.price(state, counter, "cadre") == ("type_a", 1)
    taken = board("axis.engineer", {"300 Pz Eng": 3606}, facts={"units": {"new": [TANKS]}})
    assert not fortifications.can_raze(taken, 3606, "axis")
    both = board("axis.engineer", {"300 Pz Eng": 3606, "690 Eng Rgt": 3606}, facts={"units": {"new": [TANKS]}})
    assert fortifications.can_raze(both, 3606, "axis")
