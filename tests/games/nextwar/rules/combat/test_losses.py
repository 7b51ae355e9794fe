"""Rules 9.7 and 19.4.1: losses, and supply units that take them last."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.combat import battle as rules
from sandtable.games.nextwar.rules.combat import losses
from tests.games.nextwar.battles import AROUND, TARGET, battle, resulting
from tests.games.nextwar.board import INF, OTHER_INF, ROK_BDE, ROK_INF, carried_out, draft, key, play, steps, where
from tests.games.nextwar.supplies import ROK_DEPOT, field

TRUCK = {"hex": TARGET, "mobile": True}


def fight(result: str, units: dict[str, Any], *defenders: str, dice: tuple[int, ...] = (), **more: Any) -> KoreaState:
    state = field({INF: AROUND[0], **units}, "initiative.combat.attacks", **more)
    return resulting(state, result, INF, defence=defenders[0] if defenders else "", dice=dice)


@pytest.mark.rule("NW-19.4.1.a", "NW-19.4.1.b")
def test_a_depot_alone_is_attacked_and_leaves_a_point_to_the_winner() -> None:
    after = fight("-/1", {ROK_DEPOT: TARGET})
    assert where(after, ROK_DEPOT) == "unused"
    assert after.accounts["dprk"].supply == 1
    assert after.accounts["dprk"].turn_vp2 == 0
    state = field({INF: AROUND[0], ROK_DEPOT: TARGET})
    d = draft(state)
    d.call("battle.defence_losses", battle(state, INF))
    losses.eliminate(d, key(state, ROK_DEPOT), "NW-9.7.2.a")
    assert [e.params["points"] for e in d.entries if e.key == "log.supply_captured"] == [1]
    outside = field({ROK_DEPOT: TARGET})
    gone = carried_out(outside, lambda d: losses.eliminate(d, key(outside, ROK_DEPOT), "NW-27.1.1.b"))
    assert gone.accounts["dprk"].supply == 0


@pytest.mark.rule("NW-19.4.1.c", "NW-19.4.1.a")
def test_supply_units_take_losses_when_nobody_else_can() -> None:
    after = fight("-/2", {ROK_INF: TARGET, ROK_DEPOT: TARGET}, ROK_DEPOT)
    assert where(after, ROK_INF) == "eliminated"
    assert where(after, ROK_DEPOT) == TARGET
    after = fight("-/3", {ROK_BDE: TARGET, ROK_DEPOT: TARGET}, ROK_DEPOT)
    assert (where(after, ROK_BDE), where(after, ROK_DEPOT)) == ("eliminated", "unused")
    state = field({ROK_INF: TARGET, ROK_DEPOT: TARGET})
    both = tuple(sorted((key(state, ROK_INF), key(state, ROK_DEPOT))))
    assert rules.fighters_first(state, both) == (key(state, ROK_INF),)


@pytest.mark.rule("NW-19.4.1.e", "NW-19.4.1.a", "NW-19.4.1.b")
def test_a_depot_that_has_to_retreat_is_lost() -> None:
    after = fight("-/-R", {ROK_DEPOT: TARGET})
    assert where(after, ROK_DEPOT) == "unused"
    assert after.accounts["dprk"].supply == 1
    stacked = fight("-/-R", {ROK_INF: TARGET, ROK_DEPOT: TARGET})
    assert where(stacked, ROK_DEPOT) == "unused"
    assert steps(stacked, ROK_INF) == 2


@pytest.mark.rule("NW-19.4.1.d")
def test_a_mobile_supply_unit_retreats_but_not_into_an_enemy_zone() -> None:
    state = fight("-/-R", {ROK_DEPOT: TRUCK})
    free = play(state, "allied", {"do": "retreat", "unit": ROK_DEPOT, "path": ["N3012", "N3013"]}).state
    assert where(free, ROK_DEPOT) == "N3013"
    zone = {ROK_DEPOT: TRUCK, OTHER_INF: "N2912"}
    state = fight("-/-R", zone)
    caught = play(state, "allied", {"do": "retreat", "unit": ROK_DEPOT, "path": ["N3012", "N3112"]}, []).state
    assert where(caught, ROK_DEPOT) == "unused"
    ring = {OTHER_INF: "N3013", "DPRK 8/II Inf Div": "N3212", "DPRK 12/V Inf Div": "N2812", ROK_DEPOT: TRUCK}
    shut = fight("-/-R", {**ring, "DPRK 13/I Inf Div": "N3209", "DPRK 31/I Inf Div": "N2809"})
    assert where(shut, ROK_DEPOT) == "unused"
    assert shut.accounts["dprk"].supply == 1
    stuck = fight("-/-R", {**ring, ROK_INF: TARGET, "DPRK 13/I Inf Div": "N3209", "DPRK 31/I Inf Div": "N2809"})
    assert (where(stuck, ROK_DEPOT), where(stuck, ROK_INF), steps(stuck, ROK_INF)) == ("unused", TARGET, 1)
    troops = fight("-/-R", {ROK_BDE: TARGET, OTHER_INF: "N2912"})
    held = play(troops, "allied", {"do": "retreat", "unit": ROK_BDE, "path": ["N3012", "N3112"]}, [0]).state
    assert where(held, ROK_BDE) == "N3112"


def test_a_loss_outside_of_a_combat_asks_nobody() -> None:
    state = field({ROK_DEPOT: TARGET})
    d = draft(state)
    losses.eliminate(d, key(state, ROK_DEPOT), "NW-27.1.1.b")
    assert GAME.broken(d.now) is None
