"""Whole campaigns, played at random to their end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import Battle
from sandtable.kernel import SeededDice
from sandtable.kernel.state import successor
from sandtable.planning.random_bot import RandomBot
from sandtable.sim.driver import positions, seed_for
from tests.games.nextwar.battles import standing
from tests.games.nextwar.board import INF, OTHER_INF, ROK_INF, at, board, key

EVERYTHING: dict[str, Any] = {
    "hovercraft": True,
    "raptors": True,
    "marine_f35": True,
    "navy_f35": True,
    "stolen_plans": "segment",
    "stolen_base_plans": True,
    "cobra_weasels": True,
    "national_support": True,
    "single_prc_support": True,
    "japanese_army": True,
    "chemical_response": True,
    "nuclear_attack": True,
    "refugees": True,
    "low_readiness": True,
    "no_budget_cuts": True,
}


@pytest.mark.slow
@pytest.mark.rule("NWK-16.0.b", "NWK-16.2.2.m", "NWK-16.2.3.l", "NWK-16.2.4.j")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("strategic_surprise", {}),
        ("tactical_surprise", EVERYTHING),
        ("extended_mobilization", {}),
    ],
)
def test_a_campaign_is_played_to_its_end_and_judged(name: str, options: dict[str, Any]) -> None:
    scenario, seed = GAME.open(name, options), name.encode()
    bots = {seat: RandomBot(seed_for(seed, seat), zeal=3) for seat in scenario.seats}
    last = None
    for number, state in enumerate(positions(GAME, scenario, bots, seed)):
        assert number < 6000
        if number % 20 == 0:
            assert GAME.broken(state) is None
        last = state
    assert last is not None
    outcome = GAME.outcome(last)
    assert outcome is not None
    assert outcome.key in {f"outcome.{level}" for level in ("overwhelming", "decisive", "substantial", "marginal")} | {
        "outcome.draw",
        "outcome.automatic",
    }
    assert last.turn == 17 or last.ended or last.cease_fire == "peace"


@pytest.mark.parametrize(
    ("table", "row", "said"),
    [
        ("helicopters", ("US AH-64 1", {"hex": 3010, "box": "to_come"}), "in box 'to_come'"),
        ("helicopters", ("US AH-64 1", {"box": "", "hex": 3010, "steps": 9}), "has 9 steps"),
        ("helicopters", ("US AH-64 1", {"box": "", "hex": 3010, "steps": 0}), "has 0 steps"),
        ("ships", ("US CVN BG 1", {"hex": 9002, "box": "to_come"}), "in box 'to_come'"),
        ("aircraft", ("US F-15C 5", {"box": "ready", "steps": 9}), "has 9 steps"),
        ("aircraft", ("US F-15C 5", {"box": "ready", "steps": 0}), "has 0 steps"),
        ("accounts", ("dprk", {"beachheads_gone": 99}), "more beachheads of dprk"),
        ("accounts", ("allied", {"supply": -1}), "allied has less than no supply"),
        ("damage", (3010, {"port": 4}), "no such strike marker"),
        ("replacements", ("rok", -1), "replacement points"),
        ("special_forces", ("us", {"ready": -1}), "special forces"),
    ],
)
def test_what_cannot_be_is_broken(table: str, row: tuple[Any, Any], said: str) -> None:
    state = GAME.start(GAME.open("strategic_surprise"), SeededDice(b"broken")).state
    assert GAME.broken(state) is None
    name, values = row
    names = state.board.names.get({"helicopters": "helicopter", "ships": "ship", "aircraft": "air"}.get(table, ""), {})
    key = next((key for key, called in names.items() if called == name), name)
    old = getattr(state, table).get(key) or GAME.row(state.board, table, key)
    new = values if isinstance(values, int) else replace(old, **values)
    bent = successor(state, **{table: {**getattr(state, table), key: new}})
    assert said in str(GAME.broken(bent))


SEVERAL = {INF: "N3010", OTHER_INF: "N3010", "DPRK 8/II Inf Div": "N3010", ROK_INF: "N3011"}


@pytest.mark.rule("NW-8.1.1.1.d", "NW-8.1.1.1.e", "NW-9.9.c", "NW-7.3.6", "NW-2.4.4", "NW-6.5.1.1", "NWK-2.2.d")
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"units": {"USMC 1/3 Mar Bn": "N2921"}, "sea": True}, "more marines than a ship carries"),
        ({"units": {"DPRK Outpost 1": "N3010", "DPRK Outpost 2": "N3010"}}, "two outposts"),
        ({"ships": {"US Amph 1": {"hex": "N2921"}, "US Amph 2": {"hex": "N2921"}}, "sea": True}, "two ships"),
        ({"helicopters": {"ROK AH-1 1": {"hex": "N3020"}}}, "more helicopters than there is room for"),
        ({"units": {name: {"hex": h, "fought": True} for name, h in SEVERAL.items()}}, "more have attacked out of"),
    ],
)
def test_a_place_that_holds_too_much_is_never_reached(fields: dict[str, Any], said: str) -> None:
    told = dict(fields)
    wet = (
        {"hexes": {"N2921": {"terrain": "sea", "country": "", "sea_zone": "yellow"}}} if told.pop("sea", False) else {}
    )
    state = board(units=told.pop("units", {INF: "N3010"}), facts=wet, **told)
    assert said in str(GAME.unreached(state))


@pytest.mark.rule("NW-8.1.1.1.e", "NW-9.9.c")
def test_a_combat_of_too_many_is_never_reached() -> None:
    state = standing({**SEVERAL, INF: "N3011", ROK_INF: "N3010", OTHER_INF: "N3011", "DPRK 8/II Inf Div": "N3011"})
    held = tuple(key(state, name) for name in (INF, OTHER_INF, "DPRK 8/II Inf Div"))
    fight = Battle("allied", at(state, "N3011"), (key(state, ROK_INF),), held)
    frame = state.flow[-1]
    bent = successor(state, flow=(replace(frame, subject=replace(fight, defence_lead=held[0])),))
    assert "more defend N3011" in str(GAME.unreached(bent))
    taken = replace(fight, side="dprk", attackers=held, defenders=(), advanced=held)
    assert "an advance crowds N3011" in str(GAME.unreached(successor(state, flow=(replace(frame, subject=taken),))))
    assert GAME.unreached(state) is None
