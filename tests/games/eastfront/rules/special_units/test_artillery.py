"""Guns with rules of their own: Soviet super-heavy and railway guns, rockets, guns that are sited at the start."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import Attack
from sandtable.games.eastfront.rules.special_units import artillery
from sandtable.kernel import SeededDice
from tests.games.eastfront.board import asked, board, key, logged, may, play, why


def gun(name: str, side: str, kind: str, front: str, **more: Any) -> dict[str, Any]:
    row = {"id": name, "label": name, "side": side, "nation": "german" if side == "axis" else "soviet", "type": kind}
    return {**row, "size": "battalion", "stack": 1, "front": front, "steps": 1, **more}


HEAVY = gun("30 S-H", "soviet", "super_heavy_artillery", "3-1-3")
RAILS = gun("16 Rail Art", "soviet", "railway_artillery", "3-1-0", mobile="0-1-10")
ENTGIFTUNG = gun("Entg Rgt", "axis", "rocket_artillery", "3A-1-6")
NEBEL = gun("Nebel Rgt", "axis", "rocket_artillery", "3-1-6")
FACTS = {"units": {"new": [HEAVY, RAILS, ENTGIFTUNG, NEBEL]}}


@pytest.mark.rule("EF-23.42")
def test_an_activated_soviet_super_heavy_gun_is_silent() -> None:
    attack = Attack("axis", (3606,), ())
    near = {"106 Rifle Div": 3606, "51 Army HQ": 3607}
    state = board("axis.combat", {**near, "30 S-H": 3607}, facts=FACTS)
    assert artillery.why_no_defensive_fire(state, key(state, "30 S-H"), attack) is None
    moved = board("axis.combat", {**near, "30 S-H": {"hex": "3607", "activated": True}}, facts=FACTS)
    no = artillery.why_no_defensive_fire(moved, key(moved, "30 S-H"), attack)
    assert no is not None
    assert no.rule == "EF-23.42"


@pytest.mark.rule("EF-23.42")
def test_soviet_super_heavy_guns_count_to_the_limit_of_four() -> None:
    names = ["30 S-H", "24 Art Rgt", "44 Army Art", "51 Army Art", "52 Art Rgt"]
    state = board("axis.combat", {**dict.fromkeys(names, 3607), "51 Army HQ": 3607, "106 Rifle Div": 3606}, facts=FACTS)
    keys = tuple(key(state, name) for name in names)
    assert artillery.why_too_many(state, "soviet", keys[:4], (3606,)) is None
    assert artillery.why_too_many(state, "soviet", keys, (3606,)) is not None


@pytest.mark.rule("EF-23.42")
def test_soviet_railway_guns_change_between_firing_and_moving() -> None:
    state = board("soviet.engineer.guns", {"16 Rail Art": 3610, "30 S-H": 3611}, facts=FACTS)
    assert asked(state) == {"soviet": "turn.soviet.engineer.guns"}
    after = play(state, "soviet", {"turn": "16 Rail Art"}).state
    assert after.pieces[key(after, "16 Rail Art")].back
    assert not may(state, "soviet", {"turn": "30 S-H"})


@pytest.mark.rule("EF-23.52")
def test_some_axis_rockets_only_attack() -> None:
    attack = Attack("soviet", (3605,), ())
    state = board("soviet.combat", {"46 Inf Div": 3605, "Entg Rgt": 3605, "Nebel Rgt": 3605}, facts=FACTS)
    no = artillery.why_no_defensive_fire(state, key(state, "Entg Rgt"), attack)
    assert no is not None
    assert no.rule == "EF-23.52"
    assert artillery.why_no_defensive_fire(state, key(state, "Nebel Rgt"), attack) is None
    mine = Attack("axis", (3606,), ())
    assert artillery.why_no_attacking_fire(state, key(state, "Entg Rgt"), mine) is None


@pytest.mark.rule("EF-PB9.42")
def test_the_axis_sites_guns_that_the_card_leaves_open() -> None:
    rows = [
        {"hex": "3503", "unit": "I-814 S-H Art Bn"},
        {"hex": "3504", "unit": "641 S-H Art Bn", "state": "firing"},
    ]
    theatre = GAME.open("1", {}, {"card": {"axis": {"units": rows, "withdrawals": {}, "reinforcements": []}}})
    state = GAME.start(theatre, SeededDice(b"x")).state
    assert asked(state) == {"axis": "turn.strategic.siting"}
    assert why(state, "axis", {"turn": "641 S-H Art Bn"}).rule == "EF-PB9.42"
    step = play(state, "axis", {"turn": "I-814 S-H Art Bn"})
    assert step.state.pieces[key(state, "I-814 S-H Art Bn")].back
    assert logged(step, "turned").rule == "EF-PB9.42"
    plain = GAME.start(GAME.open("1"), SeededDice(b"x")).state
    assert "siting" not in str(asked(plain))


@pytest.mark.rule("EFT-artillery-support")
def test_guns_alone_in_a_hex_under_attack_support_no_other_defence() -> None:
    """The attackers beside them have no zone of control that would silence them."""
    units = {"46 Inf Div": 3604, "106 Rifle Div": 3605, "52 Art Rgt": 3706, "73 Inf Div": 3806}
    facts = {"units": {"73 Inf Div": {"zone_of_control": False}}}
    marked = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["46 Inf Div"]}}
    other = {"3706": {"side": "axis", "hexes": ["3706"], "units": ["73 Inf Div"]}}
    gun = "52 Art Rgt"
    free = board("axis.reaction", units, facts=facts, attacks=marked)
    assert artillery.why_no_defensive_fire(free, key(free, gun), free.attacks[3605]) is None
    busy = board("axis.reaction", units, facts=facts, attacks={**marked, **other})
    no = artillery.why_no_defensive_fire(busy, key(busy, gun), busy.attacks[3605])
    assert no is not None
    assert no.key == "refuse.guns_alone"
    held = board("axis.reaction", {**units, "271 Rifle Div": 3706}, facts=facts, attacks={**marked, **other})
    assert artillery.why_no_defensive_fire(held, key(held, gun), held.attacks[3605]) is None
