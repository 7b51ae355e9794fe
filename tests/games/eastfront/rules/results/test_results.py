"""Losses: how many, whose, and what they count for."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import ADDITIONAL, NO_ORDER, Attack, Battle
from sandtable.games.eastfront.rules.combat import battle as fights
from sandtable.games.eastfront.rules.results import results, retreats
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import strength
from sandtable.kernel import Draft, NoDice
from sandtable.kernel.state import successor
from tests.games.eastfront.board import board, key, marked


@pytest.mark.rule("EF-16.41.b3")
@pytest.mark.parametrize(
    ("cell", "order", "losses"),
    [("2R", ADDITIONAL, 1), ("1R", ADDITIONAL, 0), ("R", ADDITIONAL, 0), ("2", ADDITIONAL, 2), ("2R", NO_ORDER, 2)],
)
def test_who_was_ready_to_fall_back_loses_a_step_less(cell: str, order: str, losses: int) -> None:
    assert results.numbered_losses(results.read(f"{cell}/-")[0], order) == losses


@pytest.mark.rule("EF-16.41.a")
@pytest.mark.parametrize(
    ("units", "ground", "defending", "loss"),
    [
        (["46 Inf Div", "SS LAH Bde"], {}, True, 0),
        (["46 Inf Div", "Rom 1 Mtn Bde"], {}, True, 1),
        (["46 Inf Div", "Rom 1 Mtn Bde"], {"terrain": "hill"}, True, 0),
        (["46 Inf Div", "Rom 1 Mtn Bde"], {"woods": True}, True, 0),
        (["46 Inf Div", "Rom 1 Mtn Bde"], {"place": "city"}, True, 0),
        (["46 Inf Div", "Rom 1 Mtn Bde"], {"place": "town"}, True, 1),
        (["46 Inf Div", "Rom 1 Mtn Bde"], {"terrain": "hill"}, False, 1),
    ],
)
def test_what_it_costs_to_hold(units: list[str], ground: dict[str, Any], defending: bool, loss: int) -> None:
    state = board("soviet.combat", dict.fromkeys(units, 3605), facts={"hexes": {"3605": ground}})
    keys = tuple(key(state, name) for name in units)
    assert results.stand_loss(state, keys, (3605,), defending, "soviet") == loss
    plain = board("soviet.combat", dict.fromkeys(units, 3605), strongpoints={"3605": {"side": "axis"}})
    assert results.stand_loss(plain, keys, (3605,), True, "soviet") == 0


@pytest.mark.rule("EF-16.12", "EF-16.13", "EF-16.21")
def test_whom_results_touch() -> None:
    """Guns beside the hex and in it, not those behind; nobody who is gone already."""
    units = {"46 Inf Div": 3604, "49 Art Rgt": 3504, "767 Art Bn": 3603, "73 Inf Div": 3604}
    foes = {"106 Rifle Div": 3605, "52 Art Rgt": 3605, "24 Art Rgt": 3606}
    state = board("axis.combat", {**units, **foes})
    number = {name: key(state, name) for name in (*units, *foes)}
    attack = Attack("axis", (3605,), ())
    fight = Battle(
        3605,
        units=(number["46 Inf Div"], number["73 Inf Div"]),
        support=(number["49 Art Rgt"], number["767 Art Bn"]),
        defenders=(number["106 Rifle Div"], number["52 Art Rgt"]),
    )
    state = successor(state, attacks={3605: attack}, battle=fight)
    hit = results.victims(state, fight, "axis")
    assert hit == (number["46 Inf Div"], number["73 Inf Div"], number["49 Art Rgt"])
    assert results.victims(state, fight, "soviet") == fight.defenders
    gone = marked(marked(state, "46 Inf Div", hex=0, box="cadre"), "106 Rifle Div", hex=0, box="cadre")
    assert results.victims(gone, fight, "axis") == (number["73 Inf Div"], number["49 Art Rgt"])
    assert results.victims(gone, fight, "soviet") == (number["52 Art Rgt"],)


@pytest.mark.rule("EF-16.21", "EF-16.23", "EF-16.24")
def test_a_step_is_lost_counted_and_told() -> None:
    state = board("axis.combat", {"73 Inf Div": 3604, "106 Rifle Div": {"hex": "3606", "steps": 1}})
    d = Draft(state, NoDice())
    faces = []
    for _ in range(3):
        results.lose_step(d, key(state, "73 Inf Div"))
        values = strength(d.now, key(state, "73 Inf Div"))
        faces.append((d.now.pieces[key(state, "73 Inf Div")].steps, values.attack, values.defence))
    assert faces == [(3, 6, 7), (2, 4, 5), (1, 2, 3)]
    assert [(entry.key, entry.params["left"]) for entry in d.entries] == [("log.step_lost", left) for left in (3, 2, 1)]
    assert d.now.tracks["axis_steps"] == 3
    results.lose_step(d, key(state, "106 Rifle Div"))
    assert (d.now.pieces[key(state, "106 Rifle Div")].box, d.entries[-1].rule) == ("cadre", "EF-16.24")


@pytest.mark.rule("EF-16.25", "EF-25.3", "EFT-tracks")
@pytest.mark.parametrize(
    ("unit", "before", "after", "points"),
    [
        ("190 AG Bn", 3, 4, 0),
        ("190 AG Bn", 4, 0, -1),
        ("49 Art Rgt", 4, 0, -1),
        ("73 Inf Div", 4, 4, 0),
        ("39 Tank Bde", 6, 7, 0),
        ("39 Tank Bde", 7, 0, 1),
        ("18 Gd Rocket Rgt", 7, 7, 1),
    ],
)
def test_steps_of_tanks_and_guns_fill_the_track(unit: str, before: int, after: int, points: int) -> None:
    side = "axis" if unit in ("190 AG Bn", "49 Art Rgt", "73 Inf Div") else "soviet"
    state = board("axis.combat", {unit: 4010}, scenario="3", turn=62, weather="dry", tracks={f"{side}_heavy": before})
    d = Draft(state, NoDice())
    results._count(d, key(state, unit), 1)
    assert d.now.tracks[f"{side}_heavy"] == after
    assert d.now.tracks.get("vp", 0) - state.tracks.get("vp", 0) == points
    assert d.now.tracks[f"{side}_steps"] - state.tracks.get(f"{side}_steps", 0) == 1


@pytest.mark.rule("EF-16.25", "EFS-10.2.vp")
def test_where_a_card_counts_all_steps_every_kind_fills_the_track() -> None:
    """At Odessa men count like guns, and guns of the Guards like any others; elsewhere Guards in tanks are tanks."""
    guards = {"units": {"39 Tank Bde": {"guards": True}}}
    for scenario, turn, unit, heavy, points in (
        ("2", 30, "106 Rifle Div", 1, 0),
        ("2", 30, "18 Gd Rocket Rgt", 1, 0),
        ("3", 62, "106 Rifle Div", 0, 0),
        ("3", 62, "39 Tank Bde", 1, 0),
    ):
        place = 1510 if scenario == "2" else 4010
        state = board("axis.combat", {unit: place}, scenario=scenario, turn=turn, weather="dry", facts=guards)
        d = Draft(state, NoDice())
        results._count(d, key(state, unit), 1)
        assert d.now.tracks.get("soviet_heavy", 0) == heavy
        assert d.now.tracks.get("vp", 0) - state.tracks.get("vp", 0) == points


@pytest.mark.rule("EF-16.41.b", "EF-16.41.b2")
@pytest.mark.parametrize(("order", "length", "zones"), [(ADDITIONAL, 3, False), (NO_ORDER, 2, True)])
@pytest.mark.parametrize("name", ["46 Inf Div", "106 Rifle Div"])
def test_both_sides_fall_back_three_hexes_by_order_and_through_no_zone(
    order: str, length: int, zones: bool, name: str
) -> None:
    """46 Division in 3604 attacks 106 Division in 3606; the only way back of each leads by an enemy."""
    units = {"46 Inf Div": 3605, "106 Rifle Div": 3606, "73 Inf Div": 3808, "50 Inf Div": 3408}
    units |= {"271 Rifle Div": 3803, "276 Rifle Div": 3403}
    state = board("axis.combat", units)
    mine = name == "46 Inf Div"
    orders = {"order": order} if mine else {}
    attack = Attack("axis", (3606,), (key(state, "46 Inf Div"),), order="" if mine else order)
    fight = Battle(3606, units=attack.units, retreat_attacker=length, retreat_defender=length, **orders)
    state = successor(state, attacks={3606: attack}, battle=fight)
    found = fights.group_routes(state, (key(state, name),))
    assert found.ways
    assert {len(way) for way in found.ways} == {length}
    assert any(zone for zone in found.ways.values()) == zones


@pytest.mark.rule("EF-16.42.a")
def test_who_cannot_retreat_at_all() -> None:
    facts = {"units": {"156 Rifle Div": {"front": "4-4-0", "back": "2-2-0"}, "157 Rifle Div": {"front": "5-5-1"}}}
    guns = {"641 S-H Art Bn": 3603, "I-814 S-H Art Bn": {"hex": "3602", "back": True}}
    state = board("axis.combat", {"156 Rifle Div": 3606, "157 Rifle Div": 3607, **guns}, facts=facts)
    found = {
        name: retreats.cannot_retreat(state, key(state, name)) for name in ("156 Rifle Div", "157 Rifle Div", *guns)
    }
    assert found == {"156 Rifle Div": True, "157 Rifle Div": False, "641 S-H Art Bn": True, "I-814 S-H Art Bn": False}
    boats = board("axis.combat", {"Flot Kiev": 3606}, snowed=True, facts={"hexes": {"3606": {"coastal": True}}})
    assert retreats.cannot_retreat(boats, key(boats, "Flot Kiev"))
