"""Ways to retreat: how far, how straight, and through which zones."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.rules.results import retreats
from sandtable.kernel import Draft, NoDice
from tests.games.eastfront.board import board, key, where

GROUP = "106 Rifle Div"


def search(length: int, **enemies: int) -> retreats._Search:
    """The ways of a division in 3605 that was attacked from 3604, with more enemies around."""
    pieces = {GROUP: 3605, "73 Inf Div": 3604, **{name.replace("_", " "): place for name, place in enemies.items()}}
    state = board("axis.combat", pieces)
    return retreats._Search(state, (key(state, GROUP),), (3604,), length)


@pytest.mark.rule("EF-16.4", "EF-16.45", "EF-16.46")
def test_a_straight_way_ends_as_far_away_as_it_is_long() -> None:
    ways = search(2)
    straight, any_way = ways.paths(2, True), ways.paths(2, False)
    assert (3606, 3607) in straight
    assert {ways.distance(3605, path[-1]) for path in straight} == {2}
    assert {ways.distance(3605, path[-1]) for path in any_way} == {1, 2}
    assert set(straight) < set(any_way)
    assert all(len(set(path)) == 3 for path in ways.paths(3, False)), "no hex twice"


@pytest.mark.rule("EF-16.46", "EF-16.45")
def test_no_way_leads_through_two_hexes_of_enemy_zones_in_a_row() -> None:
    # 46 Inf Div covers 3506 and 3606; behind them the land is free.
    ways = search(2, **{"46_Inf_Div": 3505})
    assert (ways.in_zone(3506), ways.in_zone(3606), ways.in_zone(3607)) == (True, True, False)
    found = ways.paths(2, False)
    assert (3606, 3607) in found, "one hex in a zone is open"
    assert not any(ways.in_zone(a) and ways.in_zone(b) for a, b in found)
    assert any(not ways.in_zone(a) and ways.in_zone(b) for a, b in found), "and so is a zone after a free hex"


@pytest.mark.rule("EF-16.46")
@pytest.mark.parametrize("has_battle", [True, False])
def test_who_crosses_no_zone_or_fights_no_battle_runs_no_gauntlet(has_battle: bool) -> None:
    battle = {"attack": 3605, "units": [], "defenders": []} if has_battle else None
    state = board("axis.combat", {GROUP: 3605, "73 Inf Div": 3604}, **({"battle": battle} if battle else {}))
    d = Draft(state, NoDice())
    retreats.carry_out(d, (key(state, GROUP),), (3606, 3607), 0 if has_battle else 3606)
    assert where(d.now, GROUP) == 3607
    assert d.now.flow == state.flow
    assert d.now.battle == state.battle


@pytest.mark.rule("EF-16.44", "EF-16.46")
def test_nobody_goes_a_hex_further_for_a_zone_in_which_nobody_of_his_stands() -> None:
    """Whoever slips through a zone ends two hexes away: only friends in a zone, markers or crowds send him on."""
    ways = search(2, **{"46_Inf_Div": 3607, "132_Inf_Div": 3506, "72_Inf_Div": 3706})
    found = ways.routes(zones_allowed=True).ways
    assert (3504, 3404) in found
    assert {len(path) for path in found} == {2}


@pytest.mark.rule("EF-16.44", "EF-11.43.6", "EF-16.41.b1")
def test_an_owner_may_go_on_from_threatened_friends_and_an_opponent_leads_nobody_there() -> None:
    ways = search(2, **{"40_Cav_Div": 3607, "46_Inf_Div": 3707})
    driven = (3606, 3607, 3507)
    assert {len(path) for path in ways.routes(zones_allowed=False).ways} == {2}
    own = ways.routes(zones_allowed=True).ways
    assert own[driven] == 0
    assert not any(path[:2] == driven[:2] and len(path) == 2 for path in own)


@pytest.mark.rule("EFT-terrain", "EF-16.43")
@pytest.mark.parametrize(
    ("bridge", "weather", "guns", "rifles"),
    [("", "snow", False, True), ("road", "snow", True, True), ("", "dry", False, False), ("road", "dry", True, True)],
)
def test_guns_retreat_over_a_frozen_river_by_a_bridge_only(bridge: str, weather: str, guns: bool, rifles: bool) -> None:
    side = {"river": "major", "river_name": "Dnester", **({"bridge": [bridge]} if bridge else {})}
    roads = [["3605", "3606", "primary"]] if bridge else []
    facts = {"sides": {"3605-3606": side}, "roads": roads}
    state = board("axis.combat", {"52 Art Rgt": 3605, GROUP: 3605, "73 Inf Div": 3604}, facts=facts, weather=weather)
    found = [retreats.may_retreat_across(state, key(state, name), 3605, 3606) for name in ("52 Art Rgt", GROUP)]
    assert found == [guns, rifles]


@pytest.mark.rule("EFT-terrain", "EF-23.21")
def test_a_bridge_unit_lets_guns_retreat_over_ice() -> None:
    facts = {"sides": {"3605-3606": {"river": "major", "river_name": "Dnester"}}}
    span = {"side": "soviet", "hex": "3606", "to": "3605", "placed": 47, "opened": 47}
    units = {"52 Art Rgt": 3605, GROUP: 3606, "73 Inf Div": 3604}
    state = board("axis.combat", units, facts=facts, weather="snow", bridges={"3605-3606": span})
    assert retreats.may_retreat_across(state, key(state, "52 Art Rgt"), 3605, 3606)
    assert retreats.may_retreat_across(state, key(state, "52 Art Rgt"), 3606, 3605)


@pytest.mark.rule("EF-16.43")
def test_guns_on_rails_retreat_along_them() -> None:
    facts = {"units": {"52 Art Rgt": {"type": "railway_artillery"}}, "rails": [["3605", "3606"]]}
    state = board("axis.combat", {"52 Art Rgt": 3605, "73 Inf Div": 3604}, facts=facts)
    gun = key(state, "52 Art Rgt")
    assert retreats.may_retreat_across(state, gun, 3605, 3606)
    assert not retreats.may_retreat_across(state, gun, 3605, 3705)
