"""Korea, 16.2.1: postures, what China and Japan send, and what draws them in."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState, SpecialForces
from sandtable.games.nextwar.rules.scenarios import posture, provocation
from sandtable.games.nextwar.scenario.cards import SMALL
from sandtable.kernel import Draft, Match, ScriptedDice
from tests.games.nextwar.board import INF, QUIET, advanced, board, draft, key, logged, move, play

CAMPAIGNS = ("strategic_surprise", "tactical_surprise", "extended_mobilization")
DOVES, HAWKS, MIXED = [4, 2, 5], [6, 5, 7], [5, 3, 6]
ALL = ("supplies", "special_forces", "air", "full")
BCT = "US 1/2 Hvy Bde"
MARINES = "USMC 1/4 Mar Bn"


def world(scenario: str = "strategic_surprise", **fields: Any) -> KoreaState:
    told = {"postures": {"us": "moderate", "prc": "passive", "japan": "moderate"}, "weather": "clear", **fields}
    return board(told.pop("at", QUIET), told.pop("units", {INF: "N3002"}), scenario=scenario, **told)


@pytest.mark.rule("NWT-POSTURE", "NWK-16.2.1.1.a")
def test_the_bands_of_the_factions() -> None:
    printed = {"administration": (5, 6), "military": (3, 5), "popular_vote": (6, 7)}
    words = ("doves", "moderates", "hawks")
    for faction, (moderate, hawk) in printed.items():
        for die in range(10):
            expected = words[(die >= moderate) + (die >= hawk)]
            assert posture.attitude(faction, die) == expected


@pytest.mark.rule("NWT-POSTURE", "NWK-16.2.1.1.b")
def test_the_sum_of_the_votes() -> None:
    found = [posture.posture(total) for total in range(-3, 4)]
    assert found == ["passive", "passive", "moderate", "moderate", "moderate", "aggressive", "aggressive"]


@pytest.mark.rule("NWT-POSTURE")
@pytest.mark.rule("NWK-16.2.0", "NWK-16.2.1.0", "NWK-16.2.1.1.a", "NWK-16.2.1.1.b", "NWK-16.2.1.2.a", "NWK-16.2.1.2.b")
def test_nine_dice_before_a_campaign() -> None:
    d = draft(world(postures={}), [*HAWKS, *DOVES, *MIXED])
    posture.determine(d)
    assert d.now.postures == {"us": "aggressive", "prc": "passive", "japan": "moderate"}
    assert d.now.interventions == {"prc": ("supplies",), "japan": ("special_forces",)}
    assert d.now.resolution == 3  # the greater of +3 and +2
    assert (d.entries[-1].key, d.entries[-1].params["plus"]) == ("log.resolution_modifier", 3)
    votes = [entry for entry in d.entries if entry.key == "log.posture"]
    assert [(e.params["nation"], e.params["total"]) for e in votes] == [("us", 3), ("prc", -3), ("japan", 0)]
    assert [len(e.rolls) for e in votes] == [3, 3, 3]
    one = draft(world(postures={}), [6, 3, 6, *MIXED, *MIXED])
    posture.determine(one)
    assert one.now.postures["us"] == "moderate"  # a single hawk
    d = draft(world(postures={}), [*DOVES, *HAWKS, *MIXED])
    posture.determine(d)
    assert d.now.resolution == 2


@pytest.mark.rule("NWK-16.2.0", "NWK-16.0.a")
def test_a_campaign_begins_with_the_postures_and_nothing_else_does() -> None:
    for name in (*CAMPAIGNS, *SMALL, "air_war"):
        match = Match.new(GAME, GAME.open(name), b"any")
        assert bool(match.state.postures) is (name in CAMPAIGNS)


@pytest.mark.rule("NWT-POSTURE", "NWK-16.2.1.2.a", "NWK-16.2.1.2.2", "NWK-16.2.1.2.b")
@pytest.mark.parametrize(
    ("scenario", "view", "plus", "prc", "japan"),
    [
        ("strategic_surprise", "passive", 3, 1, ()),
        ("strategic_surprise", "moderate", 2, 2, ("special_forces",)),
        ("strategic_surprise", "aggressive", 1, 3, ("special_forces",)),
        ("tactical_surprise", "passive", 2, 2, ()),
        ("tactical_surprise", "moderate", 2, 2, ("special_forces",)),
        ("tactical_surprise", "aggressive", 0, 4, ("special_forces", "air")),
        ("extended_mobilization", "passive", 1, 3, ("special_forces",)),
        ("extended_mobilization", "moderate", 0, 4, ("special_forces", "air")),
        ("extended_mobilization", "aggressive", 0, 4, ALL),
    ],
)
def test_the_matrix(scenario: str, view: str, plus: int, prc: int, japan: tuple[str, ...]) -> None:
    votes = {"passive": DOVES, "moderate": MIXED, "aggressive": HAWKS}[view]
    d = draft(world(scenario, postures={}), votes * 3)
    posture.determine(d)
    assert d.now.resolution == plus
    assert d.now.interventions == {"prc": ALL[:prc], "japan": japan}


@pytest.mark.rule("NWK-16.2.1.2.3", "NWT-POSTURE", "NWS-ADV-15.2")
def test_supplies_of_the_turn() -> None:
    state = world(interventions={"prc": ["supplies"], "japan": ["special_forces"]})
    d = draft(state)
    posture.supply(d)
    assert (d.now.accounts["dprk"].supply, d.now.accounts["dprk"].scud) == (2, 1)
    assert (d.now.accounts["allied"].supply, d.now.accounts["allied"].scud) == (0, 0)
    d = draft(world(interventions={"prc": [], "japan": list(ALL)}))
    posture.supply(d)
    assert (d.now.accounts["dprk"].supply, d.now.accounts["dprk"].scud) == (0, 0)
    assert (d.now.accounts["allied"].supply, d.now.accounts["allied"].scud) == (2, 0)
    assert [(e.key, e.params["nation"]) for e in d.entries] == [("log.foreign_supply", "japan")]


@pytest.mark.rule("NWK-16.2.1.2.4")
def test_the_special_forces_of_china() -> None:
    d = draft(world(postures={}), [*MIXED, *MIXED, *MIXED])
    posture.determine(d)
    assert d.now.special_forces["prc"] == SpecialForces(2)
    d = draft(world(postures={}), [*DOVES * 3])
    posture.determine(d)
    assert "prc" not in d.now.special_forces
    told = {
        "interventions": {"prc": ["supplies", "special_forces"]},
        "special_forces": {"prc": {"lost": 1, "ready": 1}},
    }
    d = draft(world(**told))
    posture.enter_fully(d, "prc")
    assert d.now.special_forces["prc"] == SpecialForces(1, 0, 1)  # none comes twice
    d = draft(world())
    posture.enter_fully(d, "japan")
    assert d.now.special_forces == {}  # they come with the groups


@pytest.mark.rule("NWK-16.2.1.2.6", "NWK-16.2.2.g", "NWK-16.2.3.g", "NWK-16.2.4.g")
@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_china_comes_with_its_missiles_once(scenario: str) -> None:
    d = draft(world(scenario, interventions={"prc": ["supplies"]}))
    posture.enter_fully(d, "prc")
    posture.enter_fully(d, "prc")
    assert d.now.interventions["prc"] == ALL
    assert d.now.accounts["dprk"].cruise == 10
    assert d.now.special_forces["prc"] == SpecialForces(2)
    assert sum(entry.key == "log.intervention" for entry in d.entries) == 1
    d = draft(world(scenario))
    posture.enter_fully(d, "japan")
    assert d.now.accounts["dprk"].cruise == d.now.accounts["allied"].cruise == 0


# -- provoking China -------------------------------------------------------------------------------------------------

NORTH = {"hexes": {"N3010": {"country": "DPRK"}, "N3011": {"country": "ROK"}}}


def border(name: str = BCT, **fields: Any) -> KoreaState:
    told = {"initiative": "allied", "first": "allied", "facts": NORTH, **fields}
    return world(units={name: told.pop("start", "N3011"), INF: "N3002"}, at="turn.initiative.movement.moves", **told)


@pytest.mark.rule("NWK-16.2.1.3.a")
@pytest.mark.parametrize(("die", "sent"), [(2, ALL), (3, ())])
def test_us_troops_north_of_the_dmz_provoke_china(die: int, sent: tuple[str, ...]) -> None:
    state = border(turn=4)
    script = {"do": "move", "units": [BCT], "path": ["N3010"]}
    after = play(state, "allied", script, [die]).state
    assert after.interventions.get("prc", ()) == sent
    assert after.entered == ({"prc": 4} if sent else {})
    assert (after.provoked, after.north) == (4, (key(after, BCT),))
    told = logged(play(state, "allied", script, [die]), "provocation")
    assert (told.params["comes"], [roll.faces for roll in told.rolls]) == (int(bool(sent)), [(die,)])


@pytest.mark.rule("NWK-16.2.1.3.a")
def test_one_roll_for_the_first_that_comes() -> None:
    state = border(turn=4)
    first = play(state, "allied", {"do": "move", "units": [BCT], "path": ["N3010"]}, [9]).state
    d = Draft(first, ScriptedDice([]))
    other = key(first, MARINES)
    d.put("units", other, first.units[key(first, BCT)])
    provocation.settle(d)  # no die: China was rolled for in this turn
    assert d.now.north == (key(first, BCT), other)
    d.set(turn=5, north=(key(first, BCT),))
    d = Draft(d.now, ScriptedDice([0]))
    provocation.settle(d)
    assert d.now.entered == {"prc": 5}


@pytest.mark.rule("NWK-16.2.1.3.a")
def test_nobody_else_provokes_it() -> None:
    rok = "ROK 1/I Inf Div"
    assert move(border(rok), "allied", rok, "N3010").provoked == 0
    full = border(interventions={"prc": list(ALL)})
    assert move(full, "allied", BCT, "N3010").provoked == 0
    unknown = border(postures={})
    after = move(unknown, "allied", BCT, "N3010")
    assert (after.provoked, after.north) == (0, ())
    left = border(start="N3010", north=[BCT], turn=7)
    assert move(left, "allied", BCT, "N3011").north == ()  # who goes home provokes nobody
    away = world(units={BCT: "Busan", MARINES: {"box": "eliminated"}, INF: "N3002"})
    assert provocation.trespassers(away) == ()


@pytest.mark.rule("NWK-16.2.1.3.b", "NWS-ADV-15.1", "NWK-16.2.1.3.a")
def test_it_is_rolled_for_in_every_reinforcement_phase() -> None:
    state = border(start="N3010", turn=6, provoked=6, north=[BCT])
    d = draft(state, [2])
    provocation.check(d)
    assert d.now.entered == {"prc": 7}  # its first turn is the next one
    d = draft(state, [3])
    provocation.check(d)
    assert d.now.entered == {}
    d = draft(border(turn=6))
    provocation.check(d)  # nobody is there
    assert d.now.entered == {}
    d = draft(border(start="N3010", north=[BCT], interventions={"prc": list(ALL)}))
    provocation.check(d)
    phases = [at for at, _ in GAME.sequence if at.startswith("game.turn.reinforcement.")]
    assert phases[0] == "game.turn.reinforcement.provocation"


@pytest.mark.rule("NWK-16.2.0")
def test_a_card_that_begins_with_the_war_asks_for_no_postures() -> None:
    d = draft(advanced("basic.first_movement.moves"), [])
    posture.determine(d)
    assert not d.entries
    assert d.now.postures == {}
