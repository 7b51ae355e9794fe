"""What units hit on: printed values, support, technologies, and what their hits can fall on."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.units.values import (
    attack_values,
    defence_values,
    dice_of,
    has_destroyer,
    reach_of,
)
from tests.games.axisallies.board import at, position

FRANCE = at("France")
ZONE = 112


def battle(
    own: list[str], foes: list[str], *, sea: bool = False, technologies: tuple[str, ...] = (), **more: Any
) -> GlobalState:
    """Germany attacks: its units are numbered from 1, the British ones from 101."""
    where = ZONE if sea else FRANCE
    units: dict[int, dict[str, Any]] = {
        1 + n: {"kind": kind, "owner": "germany", "at": where, "task": "attack"} for n, kind in enumerate(own)
    }
    units |= {101 + n: {"kind": kind, "owner": "uk", "at": where} for n, kind in enumerate(foes)}
    return position(
        units=units,
        battles={where: {"kind": "sea" if sea else "land", "attacker": "germany"}},
        powers={"germany": {"technologies": technologies}},
        **more,
    )


def attacks(own: list[str], technologies: tuple[str, ...] = ()) -> list[int]:
    """The attack values of these units together, in the order given."""
    state = battle(own, ["infantry"], technologies=technologies)
    return [value.total for value in attack_values(state, FRANCE).values()]


PRINTED = {
    "infantry": (1, 2, "AA-10.infantry.stats"),
    "artillery": (2, 2, "AA-10.artillery.stats"),
    "mech_infantry": (1, 2, "AA-10.mech.stats"),
    "tank": (3, 3, "AA-10.tank.stats"),
    "fighter": (3, 4, "AA-10.fighter.stats"),
    "tactical_bomber": (3, 3, "AA-10.tac.stats"),
    "strategic_bomber": (4, 1, "AA-10.strat.stats"),
    "submarine": (2, 1, "AA-10.sub.stats"),
    "destroyer": (2, 2, "AA-10.destroyer.stats"),
    "cruiser": (3, 3, "AA-10.cruiser.stats"),
    "battleship": (4, 4, "AA-10.battleship.stats"),
    "carrier": (0, 2, "AA-10.carrier.stats"),
    "transport": (0, 0, "AA-10.transport.stats"),
}


@pytest.mark.parametrize(
    ("kind", "attack", "defence", "rule"),
    [
        pytest.param(kind, attack, defence, rule, marks=pytest.mark.rule(rule))
        for kind, (attack, defence, rule) in PRINTED.items()
    ],
)
def test_a_unit_alone_has_its_printed_values(kind: str, attack: int, defence: int, rule: str) -> None:
    state = battle(
        [kind], [kind], sea=kind in ("submarine", "destroyer", "cruiser", "battleship", "carrier", "transport")
    )
    where = next(iter(state.battles))
    assert attack_values(state, where)[1].total == attack
    assert defence_values(state, where)[101].total == defence
    assert attack_values(state, where)[1].parts[0].rule == rule


@pytest.mark.rule("AA-9.3.std.zero", "AA-10.aaa.no-combat", "AA-10.aaa.stats")
def test_a_gun_does_not_fire_in_the_rounds() -> None:
    assert defence_values(battle(["tank"], ["aa_gun"]), FRANCE)[101].total == 0


@pytest.mark.rule("AA-9.3.combined.pairing", "AA-9.3.combined.table", "AA-10.tank.combined", "AA-10.tac.pair")
@pytest.mark.parametrize(
    ("own", "values"),
    [
        (["infantry", "infantry", "artillery"], [2, 1, 2]),
        (["infantry", "mech_infantry", "artillery"], [2, 1, 2]),
        (["mech_infantry", "tank"], [1, 3]),
        (["tactical_bomber", "tactical_bomber", "tank", "fighter"], [4, 4, 3, 3]),
        (["tactical_bomber", "strategic_bomber"], [3, 4]),
    ],
)
def test_one_supporter_raises_one_unit(own: list[str], values: list[int]) -> None:
    assert attacks(own) == values


@pytest.mark.rule("AA-9.3.combined.phases")
def test_mechanized_infantry_that_blitzed_with_a_tank_is_supported_by_artillery() -> None:
    assert attacks(["mech_infantry", "tank", "artillery"]) == [2, 3, 2]


@pytest.mark.rule("AA-10.infantry.support", "AA-10.artillery.support")
def test_artillery_does_not_support_in_defence() -> None:
    state = battle(["tank"], ["infantry", "artillery"])
    assert [value.total for value in defence_values(state, FRANCE).values()] == [2, 2]


@pytest.mark.rule("AA-13.t1.1")
def test_advanced_artillery_supports_two() -> None:
    own = ["infantry", "mech_infantry", "infantry", "artillery"]
    assert sum(attacks(own)) == 6
    assert sum(attacks(own, ("advanced_artillery",))) == 7
    assert sum(attacks(own[1:], ("advanced_artillery",))) == 6


@pytest.mark.rule("AA-13.t1.6")
def test_improved_mechanized_infantry_pairs_with_tanks() -> None:
    own = ["infantry", "mech_infantry", "artillery", "tank"]
    assert attacks(own) == [2, 1, 2, 3]
    assert attacks(own, ("improved_mechanized_infantry",)) == [2, 2, 2, 3]


@pytest.mark.rule("AA-9.3.combined.pairing", "AA-13.t1.6")
def test_a_tank_does_not_help_a_bomber_and_mechanized_infantry_at_once() -> None:
    own = ["mech_infantry", "tactical_bomber", "tank"]
    assert sorted(attacks(own, ("improved_mechanized_infantry",))) in ([1, 3, 4], [2, 3, 3])


@pytest.mark.rule("AA-13.t2.1")
def test_super_submarines_attack_at_three() -> None:
    state = battle(["submarine"], ["submarine"], sea=True, technologies=("super_submarines",))
    assert attack_values(state, ZONE)[1].total == 3
    assert attack_values(state, ZONE)[1].parts[1].rule == "AA-13.t2.1"


@pytest.mark.rule("AA-13.t2.2")
def test_jet_fighters_attack_at_four() -> None:
    assert attacks(["fighter"], ("jet_fighters",)) == [4]


@pytest.mark.rule("AA-13.t2.6")
def test_heavy_bombers_roll_two_dice_in_attack_only() -> None:
    state = battle(["strategic_bomber", "tactical_bomber"], [], technologies=("heavy_bombers",))
    assert [dice_of(state, key, "attacker") for key in (1, 2)] == [2, 1]
    assert dice_of(state, 1, "defender") == 1


@pytest.mark.rule("AA-9.3.std.recheck")
def test_support_is_reckoned_from_those_who_are_left() -> None:
    assert attacks(["infantry", "artillery"])[0] == 2
    assert attacks(["infantry"])[0] == 1


@pytest.mark.rule("AA-9.3.naval.air-vs-sub", "AA-10.air.vs-sub", "AA-10.sub.air-immune", "AA-10.sub.no-hit-air")
@pytest.mark.parametrize(
    ("own", "reaches"),
    [
        (["fighter", "cruiser"], ["surface", "any"]),
        (["fighter", "destroyer"], ["any", "any"]),
        (["submarine", "destroyer"], ["ships", "any"]),
    ],
)
def test_aircraft_need_a_destroyer_to_hit_submarines(own: list[str], reaches: list[str]) -> None:
    state = battle(own, ["submarine"], sea=True)
    assert [reach_of(state, ZONE, key, "attacker") for key in (1, 2)] == reaches


@pytest.mark.rule("AA-10.destroyer.ally", "AA-9.3.multi.bystanders", "AA-10.destroyer.cancel")
def test_a_destroyer_of_an_ally_is_not_in_the_battle() -> None:
    state = position(
        units={
            1: {"kind": "fighter", "owner": "germany", "at": ZONE, "task": "attack"},
            2: {"kind": "destroyer", "owner": "italy", "at": ZONE},
            3: {"kind": "submarine", "owner": "uk", "at": ZONE},
            4: {"kind": "destroyer", "owner": "france", "at": ZONE},
        },
        battles={ZONE: {"kind": "sea", "attacker": "germany"}},
    )
    assert not has_destroyer(state, ZONE, "attacker")
    assert has_destroyer(state, ZONE, "defender")
