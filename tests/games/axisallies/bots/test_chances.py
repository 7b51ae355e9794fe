"""Positions become battles with this game's own figures."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.bots import chances
from sandtable.games.axisallies.model import GlobalState
from sandtable.odds import OddsError, raid_outcome
from tests.games.axisallies.board import at, position

FRANCE, GERMANY, LONDON = at("France"), at("Western Germany"), at("United Kingdom")


def war(units: dict[int, dict[str, Any]], **parts: Any) -> GlobalState:
    return position(at="germany.combat_move.moves", wars={"france-germany": 1, "germany-uk": 1}, units=units, **parts)


def unit(kind: str, owner: str, where: int, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "owner": owner, "at": where, **more}


def test_attackers_are_those_who_were_sent_and_defenders_all_who_are_there() -> None:
    state = war(
        {
            1: unit("tank", "germany", FRANCE, task="attack"),
            2: unit("tank", "germany", GERMANY),
            3: unit("infantry", "france", FRANCE),
            4: unit("infantry", "uk", FRANCE),
        }
    )
    battle = chances.battle(state, FRANCE)
    assert (battle.attacker.units, battle.defender.units) == ({"tank": 1}, {"infantry": 2})


def test_one_call_asks_what_if() -> None:
    state = war({1: unit("infantry", "germany", FRANCE, task="attack"), 3: unit("infantry", "france", FRANCE)})
    found = chances.what_if(state, FRANCE, add={"tank": 2})
    assert found.after.attacker_wins > 0.9 > 0.5 > found.before.attacker_wins
    alone = chances.battle(state, FRANCE, by="germany", extra={"tank": 2}, alone=True)
    assert alone.attacker.units == {"tank": 2}


def test_troops_still_aboard_land_under_the_guns_of_their_ships() -> None:
    zone = next(z for z in position().board.sea_next[LONDON])
    state = war(
        {
            1: unit("transport", "germany", zone, task="assault"),
            2: unit("infantry", "germany", zone, aboard=1, task="assault", target=LONDON),
            3: unit("battleship", "germany", zone, task="attack"),
            4: unit("cruiser", "germany", zone, task="attack"),
            5: unit("infantry", "uk", LONDON),
        }
    )
    battle = chances.battle(state, LONDON)
    assert battle.attacker.landed == {"infantry": 1}
    assert battle.bombard == {"battleship": 1}


def test_a_neutral_nobody_has_attacked_raises_its_army() -> None:
    bare = position()
    turkey = at("Turkey")
    battle = chances.battle(bare, turkey, by="germany", extra={"tank": 1})
    assert battle.defender.units == {"infantry": bare.board.spaces[turkey].army}


@pytest.mark.parametrize(
    ("technology", "kind", "field", "value"),
    [
        ("jet_fighters", "fighter", "attack", 4),
        ("super_submarines", "submarine", "attack", 3),
        ("heavy_bombers", "strategic_bomber", "rolls", 2),
    ],
)
def test_the_attacker_brings_his_technologies(technology: str, kind: str, field: str, value: int) -> None:
    state = war({1: unit("infantry", "france", FRANCE)}, powers={"germany": {"technologies": (technology,)}})
    battle = chances.battle(state, FRANCE, extra={kind: 1} if kind != "submarine" else {})
    assert getattr(battle.unit(kind), field) == value


def test_heavy_bombers_that_defend_roll_one_die() -> None:
    state = war({1: unit("strategic_bomber", "uk", FRANCE)}, powers={"germany": {"technologies": ("heavy_bombers",)}})
    (row,) = chances.battle(state, FRANCE, extra={"strategic_bomber": 1}).defender.units
    assert chances.battle(state, FRANCE).unit(row).rolls == 1


def test_guns_with_radar_hit_on_two() -> None:
    guns = {1: unit("aa_gun", "uk", FRANCE), 2: unit("aa_gun", "france", FRANCE)}
    state = war(guns, powers={"uk": {"technologies": ("radar",)}})
    battle = chances.battle(state, FRANCE, extra={"fighter": 1})
    assert [battle.unit(row).aa_hit_on for row in sorted(battle.defender.units)] == [1, 2]
    beside = chances.battle(state, FRANCE, extra={"fighter": 1}, against={"infantry": 1})
    assert chances.odds_of(beside).attacker_loss > 0


@pytest.mark.rule("AA-10.aaa.no-combat")
def test_guns_alone_fall_before_they_fire() -> None:
    state = war({1: unit("aa_gun", "france", FRANCE)})
    alone = chances.odds_of(chances.battle(state, FRANCE, extra={"fighter": 2, "infantry": 1}))
    assert alone.attacker_left == {"fighter": 2.0, "infantry": 1.0}
    assert alone.captures == 1.0


def test_supports_pair_as_many_as_can_be_paired() -> None:
    """The tank is left to the mechanized infantry: the tactical bomber has a fighter."""
    better = {"germany": {"technologies": ("improved_mechanized_infantry",)}}
    state = war({1: unit("infantry", "france", FRANCE)}, powers=better)
    pairs = [(one.giver, one.receiver) for one in chances.battle(state, FRANCE).supports]
    assert pairs.index(("fighter", "tactical_bomber")) < pairs.index(("tank", "mech_infantry"))
    assert pairs.index(("artillery", "infantry")) < pairs.index(("artillery", "mech_infantry"))
    assert pairs[-1][0] == "tank"


def test_advanced_artillery_supports_two() -> None:
    state = war({}, powers={"germany": {"technologies": ("advanced_artillery",)}})
    assert {one.per_giver for one in chances.supports_of(state, "germany") if one.giver == "artillery"} == {2}
    assert {one.per_giver for one in chances.supports_of(war({}), "germany")} == {1}


def test_a_raid_on_a_complex() -> None:
    land = {LONDON: {"works": "major_ic", "works_damage": 17}}
    state = war({}, territories=land)
    raid = chances.raid(state, LONDON, {"works": {"strategic_bomber": 1}})
    damage = raid_outcome(raid).damage("works")
    assert max(damage) == 3  # twenty is the most it can carry
    assert damage[0] == pytest.approx(1 / 6)  # shot down by its guns
    with pytest.raises(OddsError, match="no 'air_base' to raid: this territory has works"):
        chances.raid(state, LONDON, {"air_base": {"strategic_bomber": 1}})


def test_forces_in_words_mix_no_elements() -> None:
    board = position().board
    assert chances.odds_of(chances.described(board, {"tank": 2}, {"infantry": 1})).captures > 0.9
    with pytest.raises(OddsError, match="tank does not fight at sea"):
        chances.described(board, {"tank": 2}, {"destroyer": 1})
