"""Rules 19.2, 19.5 and 19.7.2: markers, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.rules.combat.strength import attack_of, defence_of
from sandtable.games.nextwar.rules.korean_units.snipers import has_helicopters
from sandtable.games.nextwar.rules.movement import airmobile, marching
from sandtable.games.nextwar.rules.supply import status
from sandtable.games.nextwar.rules.terms.efficiency import efficiency, rating
from sandtable.games.nextwar.rules.terms.units import ref
from tests.games.nextwar.battles import TARGET, battle
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    MECH,
    ROK_INF,
    accounts,
    asked,
    carried_out,
    draft,
    key,
    may,
    play,
    reasons,
    why,
    why_move,
)
from tests.games.nextwar.supplies import DEPOT, NORTH, field


def marked(state: Any, name: str = INF) -> bool:
    return bool(state.units[key(state, name)].unsupplied)


@pytest.mark.rule("NWS-ADV-2.1", "NWS-ADV-2.2", "NWS-ADV-2", "NW-19.2.a")
def test_markers_come_and_go_in_the_supply_phase() -> None:
    pay = accounts(dprk={"supply": 9})
    units = {DEPOT: "N3002", INF: "N3012", MECH: {"hex": "N3008", "unsupplied": True}}
    state = field(units, "supply", accounts=pay)
    assert asked(state) == {"dprk": "supply.depots.first"}
    assert marked(state)
    assert not marked(state, MECH)
    assert (
        field({**units, MECH: {"hex": "N3008", "emergency": True}}, "supply", accounts=pay)
        .units[key(state, MECH)]
        .emergency
        is False
    )


@pytest.mark.rule("NWS-ADV-2", "NW-19.2.d", "NW-19.4.h")
def test_there_is_no_supply_phase_in_the_first_turn() -> None:
    state = field({INF: "N3012"}, accounts=accounts(dprk={"supply": 9}), turn=1)
    assert not status.is_judged(state)
    assert status.is_judged(field({INF: "N3012"}, turn=2))


@pytest.mark.rule("NW-19.2.d", "NW-19.2.b")
def test_the_marker_counts_whatever_the_lines_are_now() -> None:
    state = field({INF: "N3012"})
    assert status.lacks_supply(state, key(state, INF)) == ""
    assert status.status(state, key(state, INF)) == "supplied"
    state = field({DEPOT: "N3010", INF: {"hex": "N3012", "unsupplied": True}})
    assert status.lacks_supply(state, key(state, INF)) == "NW-19.5.a"
    assert status.status(state, key(state, INF)) == "unsupplied"
    state = field({DEPOT: "N3010", INF: {"hex": "N3012", "isolated": True}})
    assert status.status(state, key(state, INF)) == "isolated"


@pytest.mark.rule("NW-19.2.b")
def test_who_comes_down_in_the_enemys_rear_stays_in_supply_for_the_turn() -> None:
    state = field({LIGHT: "N3012"}, accounts=accounts(dprk={"airmobile": 4}), air_level="contested")
    after = play(state, "dprk", {"do": "airmobile", "unit": LIGHT, "to": "N3503"}).state
    assert status.lacks_supply(after, key(after, LIGHT)) == ""


@pytest.mark.rule("NW-19.5.a")
def test_out_of_supply_attack_and_movement_are_halved_and_efficiency_falls() -> None:
    whole, cut = (
        field({INF: "N3010", ROK_INF: TARGET}),
        field({INF: {"hex": "N3010", "unsupplied": True}, ROK_INF: TARGET}),
    )
    number = key(whole, INF)
    assert marching.budget(whole, number) == 2 * marching.budget(cut, number)
    assert (attack_of(whole, number, battle(whole, INF)).amount, attack_of(cut, number, battle(cut, INF)).amount) == (
        8,
        4,
    )
    assert attack_of(cut, number, battle(cut, INF)).rule == "NW-19.5.a"
    assert attack_of(cut, number, battle(cut, INF)).points == (ref(number),)
    assert rating(cut, number) == rating(whole, number) - 1
    assert defence_of(cut, number, battle(cut, INF, defenders=[INF])).amount == 6
    weak = field(
        {INF: {"hex": "N3010", "unsupplied": True}}, facts={"units": {INF: {"front": [1, 6, 1, 1, 4, "foot"]}}}
    )
    assert rating(weak, number) == 0  # the floor of one is that of what is halved
    assert marching.budget(weak, number) == 6
    assert attack_of(weak, number, battle(cut, INF)).amount == 1


@pytest.mark.rule("NW-19.7.2.a", "NW-19.7.2.b")
def test_isolation_halves_attack_defence_and_movement_once() -> None:
    rows = {"isolated": {"isolated": True}, "both": {"isolated": True, "unsupplied": True}}
    for row in rows.values():
        state = field({INF: {"hex": "N3010", **row}, ROK_INF: TARGET})
        number = key(state, INF)
        assert attack_of(state, number, battle(state, INF)).amount == 4
        assert attack_of(state, number, battle(state, INF)).rule == "NW-19.7.2.b"
        defence = defence_of(state, number, battle(state, INF, defenders=[INF]))
        assert (defence.amount, defence.points) == (3, (ref(number),))
        assert attack_of(state, number, battle(state, INF)).points == (ref(number),)
        assert marching.budget(state, number) == 12
        lower = -1 if "unsupplied" in row else 0
        assert reasons(efficiency(state, number)).get("unsupplied", 0) == lower
    whole = field({INF: "N3010", ROK_INF: TARGET})
    assert defence_of(whole, number, battle(whole, INF, defenders=[INF])).amount == 6
    odd = field({INF: {"hex": "N3010", "isolated": True}}, facts={"units": {INF: {"front": [3, 5, 5, 3, 4, "foot"]}}})
    assert defence_of(odd, number, battle(odd, INF, defenders=[INF])).amount == 2
    assert marching.budget(odd, number) == 6
    town = field({INF: {"hex": TARGET, "isolated": True}}, facts={"hexes": {TARGET: {"terrain": "urban", **NORTH}}})
    assert defence_of(town, number, battle(town, INF, defenders=[INF])).amount == 6


@pytest.mark.rule("NW-19.5.b")
def test_no_exploitation_and_no_elite_reaction_out_of_supply() -> None:
    cut = field({INF: {"hex": "N3010", "unsupplied": True}}, "initiative.exploitation")
    assert why_move(cut, "dprk", INF, "N3009").rule == "NW-19.5.b"
    facts = {"units": {LIGHT: {"front": [2, 2, 8, 5, 2, "light"]}}}
    row = {LIGHT: {"hex": "N3010", "unsupplied": True}}
    elite = field(row, "initiative.elite_reaction", first="allied", initiative="allied", facts=facts)
    assert why_move(elite, "dprk", LIGHT, "N3009").rule == "NW-19.5.b"
    points = accounts(dprk={"airmobile": 4})
    state = field(row, "initiative.exploitation", accounts=points)
    assert why(state, "dprk", {"do": "airmobile", "unit": LIGHT, "to": "N3008"}).rule == "NW-19.5.b"
    assert may(field(row, accounts=points), "dprk", {"do": "airmobile", "unit": LIGHT, "to": "N3008"})


@pytest.mark.rule("NW-19.5.c")
def test_helicopters_of_its_own_do_not_fly_out_of_supply() -> None:
    name = "US 1/101 AMob Bde"
    cut = field({name: {"hex": "N3020", "unsupplied": True}})
    assert airmobile.price(cut, key(cut, name)) == 1
    whole = field({name: "N3020"})
    assert airmobile.price(whole, key(whole, name)) == 0
    foot = field({LIGHT: "N3012"})
    assert airmobile.price(foot, key(foot, LIGHT)) == 1
    sniper = next(c.name for c in cut.board.units.values() if c.is_sniper)
    grounded = field({sniper: {"hex": "N3010", "unsupplied": True}, INF: "N3011"})
    assert not has_helicopters(grounded, key(grounded, sniper))


@pytest.mark.rule("NWS-ADV-2.1", "NWS-ADV-2.2")
def test_the_log_names_who_is_in_and_out() -> None:
    state = field({DEPOT: "N3002", INF: {"hex": "N3008", "unsupplied": True}, MECH: "N3020"})
    for effect, word, name in ((status.restore, "supplied_again", INF), (status.mark, "out_of_supply", MECH)):
        d = draft(state)
        effect(d)
        assert [(e.key, e.points) for e in d.entries] == [(f"log.{word}", (ref(key(state, name)),))]
        quiet = draft(field({DEPOT: "N3002"}))
        effect(quiet)
        assert quiet.entries == []
    assert not marked(carried_out(state, status.restore))
    assert not marked(carried_out(state, status.restore), MECH)
    assert marked(carried_out(state, status.mark), MECH)
