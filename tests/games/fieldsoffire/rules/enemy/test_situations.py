"""Which row of a hierarchy a unit is in, and why it is in none of those above."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.enemy.checks import Decision, decide
from tests.games.fieldsoffire.board import board, key

SQUAD, LMG, HMG, LEADER = (
    "German Grenadier squad 4/Gp",
    "German LMG team 1",
    "German HMG team 1",
    "German Leader 1",
)
MORTAR, GUN, SNIPER, SPOTTER = (
    "German 81mm mortar team 1",
    "German 88mm 1",
    "German Sniper 1",
    "German Mortar spotter (81mm) 1",
)
ASSAULT, FIRE, LITTER, PARALYZED = (
    "German Assault Team 1",
    "German Fire Team (rifle) 1",
    "German Litter Team 1",
    "German Paralyzed Team 1",
)
CASUALTY = "German Casualty 1"
US = "1/1 PLT"


def decided(name: str, units: dict[str, Any], *, tactic: str = "deliberate", **rest: Any) -> Decision:
    facts = {"mission": {"tactic": tactic}, **rest.pop("facts", {})}
    state = board(units, facts=facts, **rest)
    return decide(state, key(state, name))


def covered(at: str, cover: int = 1, **more: Any) -> dict[str, Any]:
    return {"at": at, "cover": cover, **more}


def trench(at: str) -> dict[int, Any]:
    return {1: {"at": at, "kind": "trench", "value": 2}}


def hidden(at: str = "R1C1") -> dict[str, Any]:
    """A friendly unit that does not fire."""
    return {"at": at, "held": True}


# -- defensive ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FFT-act-def-1", "FFT-act-off-1")
@pytest.mark.parametrize(("tactic", "rule"), [("delay", "FFT-act-def-1"), ("assault", "FFT-act-off-1")])
def test_in_the_open_beside_an_opponent(tactic: str, rule: str) -> None:
    assert decided(SQUAD, {SQUAD: "R2C2", US: hidden("R2C2")}, tactic=tactic).rule == rule
    away = decided(SQUAD, {SQUAD: "R2C2", US: hidden("R1C2")}, tactic=tactic)
    assert away.rule != rule
    assert (away.above[0].rule, away.above[0].key) == (rule, "row.not_joint")


@pytest.mark.rule("FFT-act-def-2", "FFT-act-off-2")
@pytest.mark.parametrize(("tactic", "number"), [("delay", "def"), ("overrun", "off")])
def test_under_cover_beside_an_opponent(tactic: str, number: str) -> None:
    found = decided(SQUAD, {SQUAD: covered("R2C2"), US: hidden("R2C2")}, covers=trench("R2C2"), tactic=tactic)
    assert found.rule == f"FFT-act-{number}-2"
    assert [no.key for no in found.above] == ["row.covered"]
    away = decided(SQUAD, {SQUAD: covered("R2C2"), US: hidden("R1C2")}, covers=trench("R2C2"), tactic=tactic)
    assert [no.key for no in away.above[:2]] == ["row.not_joint", "row.not_joint"]


@pytest.mark.rule("FFT-act-def-3", "FFT-act-off-3")
@pytest.mark.parametrize(("tactic", "number"), [("delay", "def"), ("overrun", "off")])
def test_a_heavy_weapon_without_ammunition(tactic: str, number: str) -> None:
    rule = f"FFT-act-{number}-3"
    for name in (HMG, GUN):
        assert decided(name, {name: {"at": "R3C2", "empty": True}, US: hidden()}, tactic=tactic).rule == rule
        full = decided(name, {name: "R3C2", US: hidden()}, tactic=tactic)
        assert full.above[2].key == "row.has_ammunition"
    light = decided(LMG, {LMG: {"at": "R3C2", "empty": True}, US: hidden()}, tactic=tactic)
    assert light.above[2].key == "row.not_heavy"
    launchers = {"units": {"ge.gr_s": {"sides": [{"steps": 3, "vof": "S^G!", "range": "L"}]}}}
    thrower = {SQUAD: {"at": "R3C2", "empty": True}, US: hidden()}
    assert decided(SQUAD, thrower, tactic=tactic, facts=launchers).rule == rule


@pytest.mark.rule("FFT-act-def-4", "FFT-act-legend-2")
def test_nobody_fires_at_it_and_it_sees_nobody() -> None:
    assert decided(SQUAD, {SQUAD: "R3C2", US: hidden()}).rule == "FFT-act-def-4"
    assert decided(SQUAD, {SQUAD: "R3C2", US: hidden("R1C2")}).above[3].key == "row.sees_opponent"
    shelled = {1: {"kind": "incoming", "at": "R3C2", "value": -4}}
    assert decided(SQUAD, {SQUAD: "R3C2", US: hidden()}, markers=shelled).above[3].key == "row.under_fire"
    waits = {1: {"kind": "pending", "at": "R3C2", "value": -4}, 2: {"kind": "mines", "at": "R3C2"}}
    assert decided(SQUAD, {SQUAD: "R3C2", US: hidden()}, markers=waits).rule == "FFT-act-def-4"


@pytest.mark.rule("FFT-act-def-5", "FFT-act-legend-6")
def test_it_has_a_target_and_is_not_fired_at() -> None:
    assert decided(SQUAD, {SQUAD: "R3C2", US: hidden("R1C2")}).rule == "FFT-act-def-5"
    fired = decided(SQUAD, {SQUAD: "R3C2", US: "R1C2"})
    assert fired.above[4].key == "row.under_fire"
    held = decided(SQUAD, {SQUAD: {"at": "R3C2", "held": True}, US: hidden("R1C2")})
    assert (held.rule, held.above[4].key) == ("FF-8.6.2.i", "row.no_target")
    assert decided(MORTAR, {MORTAR: "R3C2", US: hidden("R1C2")}).rule == "FFT-act-def-5"
    near = decided(MORTAR, {MORTAR: "R3C2", US: hidden("R1C2")}, markers={1: {"kind": "smoke", "at": "R3C2"}})
    assert near.rule != "FFT-act-def-5"


@pytest.mark.rule("FFT-act-legend-6", "FF-8.9.d")
def test_a_commander_with_rifle_grenades_counts_as_a_launcher_while_they_last() -> None:
    units = {SQUAD: "R3C2", LEADER: "R3C2", US: hidden("R2C2")}
    armed = decided(LEADER, units, assets={90: {"kind": "rifle_grenade_ge", "holder": LEADER, "points": 2}})
    assert armed.rule == "FFT-act-def-5"
    assert decided(LEADER, units).above[4].key == "row.no_target"
    alone = {LEADER: "R3C2", US: hidden("R2C2")}
    assert decided(LEADER, alone, assets={90: {"kind": "rifle_grenade_ge", "holder": LEADER}}).rule == "FF-8.6.2.i"
    fists = decided(LEADER, units, assets={90: {"kind": "panzerfaust", "holder": LEADER}})
    assert fists.above[4].key == "row.no_target"
    mates = {SQUAD: "R3C2", LMG: {"at": "R3C2", "held": True}, US: hidden("R2C2")}
    lent = decided(LMG, mates, assets={90: {"kind": "rifle_grenade_ge", "holder": LMG}})
    assert lent.above[4].key == "row.no_target"


@pytest.mark.rule("FFT-act-def-6")
def test_under_fire_in_the_open() -> None:
    assert decided(SQUAD, {SQUAD: "R3C2", US: "R1C2"}).rule == "FFT-act-def-6"
    safe = decided(SQUAD, {SQUAD: covered("R3C2"), US: "R1C2"}, covers=trench("R3C2"))
    assert safe.above[5].key == "row.covered"
    held = decided(SQUAD, {SQUAD: {"at": "R3C2", "held": True}, US: hidden("R1C2")})
    assert held.above[5].key == "row.not_under_fire"


@pytest.mark.rule("FFT-act-def-7")
def test_under_fire_from_another_direction_than_it_fires_in() -> None:
    aside = {SQUAD: covered("R3C2"), US: "R1C2", "2/1 PLT": "R3C4"}
    assert decided(SQUAD, aside, covers=trench("R3C2"), fires={SQUAD: {"at": "R1C2"}}).rule == "FFT-act-def-7"
    front = {SQUAD: covered("R3C2"), US: "R1C2"}
    assert decided(SQUAD, front, covers=trench("R3C2")).above[6].key == "row.no_fire_from_aside"
    silent = {SQUAD: covered("R3C2", held=True), US: "R1C2"}
    assert decided(SQUAD, silent, covers=trench("R3C2")).rule == "FFT-act-def-7"
    shelled = {1: {"kind": "incoming", "at": "R3C2", "value": -4}}
    above = decided(SQUAD, {SQUAD: covered("R3C2", held=True), US: hidden()}, covers=trench("R3C2"), markers=shelled)
    assert above.rule == "FF-8.6.2.i"
    north = {SQUAD: covered("R2C2"), US: {"at": "R4C2"}, "2/1 PLT": hidden("R1C2")}
    behind = decided(SQUAD, north, covers=trench("R2C2"), fires={SQUAD: {"at": "R1C2"}})
    assert behind.rule == "FFT-act-def-7"
    own = {SQUAD: covered("R2C2", held=True), LMG: "R3C2", US: hidden("R1C2")}
    friendly = decided(SQUAD, own, covers=trench("R2C2"), fires={LMG: {"at": "R2C2"}})
    assert friendly.above[6].key == "row.no_fire_from_aside"


@pytest.mark.rule("FFT-act-def-8")
def test_a_tripod_or_heavy_gun_that_fires() -> None:
    for name in (HMG, GUN):
        firing = decided(name, {name: covered("R3C2"), US: "R1C2"}, covers=trench("R3C2"))
        assert firing.rule == "FFT-act-def-8"
    squad = decided(SQUAD, {SQUAD: covered("R3C2"), US: "R1C2"}, covers=trench("R3C2"))
    assert squad.above[7].key == "row.not_gun"
    shelled = {1: {"kind": "incoming", "at": "R3C2", "value": -4}}
    silent = decided(HMG, {HMG: covered("R3C2", held=True), US: hidden()}, covers=trench("R3C2"), markers=shelled)
    assert silent.above[7].key == "row.does_not_fire"


@pytest.mark.rule("FFT-act-def-9", "FFT-act-def-10")
def test_an_exchange_of_fire_is_judged_by_the_better_volume() -> None:
    better = decided(LMG, {LMG: covered("R3C2"), US: "R1C2"}, covers=trench("R3C2"))
    assert better.rule == "FFT-act-def-9"
    equal = decided(SQUAD, {SQUAD: covered("R3C2"), US: "R1C2"}, covers=trench("R3C2"))
    assert equal.rule == "FFT-act-def-10"
    assert equal.above[8].key == "row.fire_worse"
    worse = decided(SQUAD, {SQUAD: covered("R3C2"), "1/LMG (.30 cal)": "R1C2"}, covers=trench("R3C2"))
    assert worse.rule == "FFT-act-def-10"
    shelled = {1: {"kind": "incoming", "at": "R3C2", "value": -4}}
    nobody = decided(LMG, {LMG: covered("R3C2", held=True), US: hidden()}, covers=trench("R3C2"), markers=shelled)
    assert [no.key for no in nobody.above[8:]] == ["row.no_exchange", "row.no_exchange"]


# -- offensive ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FFT-act-off-4", "FFT-act-off-5")
def test_an_attacker_uses_his_heavy_weapons_where_they_have_a_target_and_goes_forward_otherwise() -> None:
    for name in (HMG, GUN, MORTAR):
        found = decided(name, {name: "R3C2", US: hidden("R1C2")}, tactic="assault")
        assert found.rule == "FFT-act-off-4"
        blind = decided(name, {name: "R3C2", US: hidden("R1C1")}, tactic="assault")
        assert (blind.rule, blind.above[3].key) == ("FFT-act-off-5", "row.no_target")
    light = decided(LMG, {LMG: "R3C2", US: hidden("R1C2")}, tactic="assault")
    assert (light.rule, light.above[3].key) == ("FFT-act-off-5", "row.not_heavy")


@pytest.mark.rule("FF-8.0.a", "FF-8.2.3")
def test_while_a_counterattack_lasts_everybody_assaults() -> None:
    units = {LMG: "R3C2", US: hidden("R1C2")}
    standing = {"counterattack": {"until": 3}}
    assert decided(LMG, units, standing=standing, tracks={"turn": 3}).rule == "FFT-act-off-5"
    assert decided(LMG, units, standing=standing, tracks={"turn": 4}).rule == "FFT-act-def-5"
    assert decided(LMG, units, standing={"rain": {"until": 3}}).rule == "FFT-act-def-5"


# -- pinned units and teams --------------------------------------------------------------------------------------------


def shaken(name: str, units: dict[str, Any], **rest: Any) -> tuple[str, str]:
    found = decided(name, units, **rest)
    assert found.table == "lat_pinned"
    return found.rule, found.column


@pytest.mark.rule("FFT-act-lat-1", "FFT-act-lat-2", "FFT-act-lat-3", "FFT-act-lat-4")
@pytest.mark.parametrize(
    ("joint", "cover", "rule"),
    [(True, 0, "FFT-act-lat-1"), (True, 1, "FFT-act-lat-2"), (False, 0, "FFT-act-lat-3"), (False, 1, "FFT-act-lat-4")],
)
def test_who_is_pinned_is_told_apart_by_opponents_and_cover(joint: bool, cover: int, rule: str) -> None:
    units = {SQUAD: covered("R2C2", cover, pinned=True), US: hidden("R2C2" if joint else "R1C2")}
    assert shaken(SQUAD, units, covers=trench("R2C2")) == (rule, "no_commander")
    calm = {ASSAULT: covered("R2C2", cover), US: hidden("R2C2" if joint else "R1C2")}
    assert decided(ASSAULT, calm, covers=trench("R2C2")).above[3].key == "row.not_pinned"


@pytest.mark.rule("FF-8.9.b", "FF-8.9", "FFT-act-lat-4", "FFT-act-lat-3")
@pytest.mark.parametrize(
    ("leader", "column"),
    [
        (covered("R2C2"), "commander"),
        ({"at": "R2C2"}, "no_commander"),
        (covered("R2C2", pinned=True), "no_commander"),
        (covered("R2C2", flipped=True), "no_commander"),
        ({"at": "R3C2"}, "no_commander"),
    ],
)
def test_a_commander_in_good_order_in_the_same_area_opens_his_column(leader: dict[str, Any], column: str) -> None:
    units = {SQUAD: covered("R2C2", pinned=True), LEADER: leader, US: hidden("R1C1")}
    assert shaken(SQUAD, units, covers=trench("R2C2")) == ("FFT-act-lat-4", column)
    himself = {LEADER: covered("R2C2", pinned=True), US: hidden("R1C1")}
    assert shaken(LEADER, himself, covers=trench("R2C2"))[1] == "no_commander"


@pytest.mark.rule("FFT-act-lat-5", "FFT-act-legend-10")
def test_two_or_three_assault_teams_are_rebuilt_by_a_commander_only() -> None:
    two = {ASSAULT: "R3C2", "German Assault Team 2": "R3C2", US: hidden("R1C1")}
    three = {**two, "German Assault Team 3": "R3C2"}
    four = {**three, "German Assault Team 4": "R3C2"}
    led = {LEADER: "R3C2"}
    assert shaken(ASSAULT, {**two, **led})[0] == "FFT-act-lat-5"
    assert shaken(ASSAULT, {**three, **led})[0] == "FFT-act-lat-5"
    assert shaken(ASSAULT, {**four, **led})[0] == "FFT-act-lat-7"
    assert shaken(ASSAULT, two)[0] == "FFT-act-lat-7"
    one = decided(ASSAULT, {ASSAULT: "R3C2", **led, US: hidden("R1C1")})
    assert (one.rule, one.above[4].key) == ("FFT-act-lat-7", "row.too_few_teams")
    apart = {**two, "German Assault Team 2": covered("R3C2"), **led}
    assert shaken(ASSAULT, apart, covers=trench("R3C2"))[0] == "FFT-act-lat-7"
    pinned = {**two, "German Assault Team 2": {"at": "R3C2", "pinned": True}, **led}
    assert shaken(ASSAULT, pinned)[0] == "FFT-act-lat-7"
    joint = decided(ASSAULT, {**two, **led, US: hidden("R3C2")})
    assert (joint.rule, joint.above[4].key) == ("FFT-act-lat-6", "row.joint")
    other = decided(FIRE, {**two, **led, FIRE: "R3C2"})
    assert other.above[4].key == "row.other_team"


@pytest.mark.rule("FFT-act-lat-6", "FFT-act-lat-7")
def test_an_assault_team_with_opponents_and_without() -> None:
    assert shaken(ASSAULT, {ASSAULT: "R2C2", US: hidden("R2C2")})[0] == "FFT-act-lat-6"
    away = decided(ASSAULT, {ASSAULT: "R2C2", US: hidden("R1C2")})
    assert (away.rule, away.above[4].key) == ("FFT-act-lat-7", "row.not_joint")
    team = decided(FIRE, {FIRE: covered("R2C2"), US: hidden("R2C2")}, covers=trench("R2C2"))
    assert [no.key for no in team.above[4:6]] == ["row.other_team", "row.other_team"]


@pytest.mark.rule("FFT-act-lat-8", "FFT-act-lat-9", "FFT-act-lat-10")
def test_fire_teams_of_every_kind() -> None:
    for name, flipped in ((FIRE, False), (LEADER, True), (LMG, True)):
        joint = {name: covered("R2C2", flipped=flipped), US: hidden("R2C2")}
        assert shaken(name, joint, covers=trench("R2C2"))[0] == "FFT-act-lat-8"
    for name in (LMG, MORTAR, SNIPER, SPOTTER, GUN):
        team = {name: {"at": "R2C2", "flipped": True, "steps": 1}, US: hidden("R1C2")}
        assert shaken(name, team)[0] == "FFT-act-lat-10"
        open_ground = {**team, US: hidden("R2C2")}
        assert shaken(name, open_ground)[0] == "FFT-act-lat-10"
    assert shaken(LEADER, {LEADER: {"at": "R2C2", "flipped": True}, US: hidden("R1C2")})[0] == "FFT-act-lat-9"
    plain = decided(FIRE, {FIRE: covered("R2C2"), US: hidden("R1C2")}, covers=trench("R2C2"))
    assert (plain.rule, plain.row) == ("FF-8.6.2.i", None)
    assert {no.rule for no in plain.above} >= {"FFT-act-lat-8", "FFT-act-lat-9", "FFT-act-lat-10"}
    litter = decided(LITTER, {LITTER: covered("R2C2"), US: hidden("R2C2")}, covers=trench("R2C2"))
    assert litter.rule == "FFT-act-lat-13"


@pytest.mark.rule("FFT-act-lat-11", "FFT-act-lat-12", "FFT-act-lat-13")
def test_a_litter_team_by_the_casualties_it_has_sees_or_lacks() -> None:
    base = {LITTER: "R3C2", US: hidden("R1C1")}
    assert shaken(LITTER, {**base, CASUALTY: "R3C2"})[0] == "FFT-act-lat-11"
    assert shaken(LITTER, {**base, CASUALTY: {"at": "R3C2", "aboard": LITTER}})[0] == "FFT-act-lat-11"
    assert shaken(LITTER, {**base, CASUALTY: "R1C2"})[0] == "FFT-act-lat-12"
    other_area = {**base, CASUALTY: covered("R3C2")}
    assert shaken(LITTER, other_area, covers=trench("R3C2"))[0] == "FFT-act-lat-12"
    assert shaken(LITTER, {**base, CASUALTY: "R1C1"})[0] == "FFT-act-lat-13"
    assert shaken(LITTER, {**base, "Casualty 1": "R1C2"})[0] == "FFT-act-lat-13"
    carried = {**base, "German Litter Team 2": "R1C2", CASUALTY: {"at": "R1C2", "aboard": "German Litter Team 2"}}
    assert shaken(LITTER, carried)[0] == "FFT-act-lat-13"
    keys = [no.key for no in decided(LITTER, base).above[-2:]]
    assert keys == ["row.no_casualty_here", "row.no_casualty_seen"]
    other = decided(PARALYZED, {PARALYZED: "R3C2", CASUALTY: "R3C2", US: hidden("R1C1")})
    assert other.rule == "FFT-act-lat-14"


@pytest.mark.rule("FFT-act-lat-14")
def test_a_paralyzed_team_beside_opponents_does_nothing() -> None:
    joint = decided(PARALYZED, {PARALYZED: "R2C2", LEADER: "R2C2", US: hidden("R2C2")})
    assert (joint.rule, joint.legal) == ("FFT-act-lat-14", ("none",))
    apart = decided(PARALYZED, {PARALYZED: "R2C2", LEADER: "R2C2", US: hidden("R1C2")})
    assert (apart.rule, apart.legal) == ("FFT-act-lat-14", ("none", "rally"))
    assert decided(FIRE, {FIRE: "R2C2", US: hidden("R1C2")}).rule == "FF-8.6.2.i"


@pytest.mark.rule("FF-8.6.2.b", "FF-8.6.2.g")
def test_pinned_units_and_teams_use_their_own_table_whatever_the_tactic() -> None:
    for tactic in ("delay", "assault"):
        pinned = {SQUAD: {"at": "R2C2", "pinned": True}, US: hidden("R1C2")}
        assert decided(SQUAD, pinned, tactic=tactic).table == "lat_pinned"
        assert decided(ASSAULT, {ASSAULT: "R2C2", US: hidden("R1C2")}, tactic=tactic).table == "lat_pinned"
        flipped = {LMG: {"at": "R2C2", "flipped": True}, US: hidden("R1C2")}
        assert decided(LMG, flipped, tactic=tactic).table == "lat_pinned"
    fine = {SQUAD: "R2C2", US: hidden("R1C2")}
    assert decided(SQUAD, fine, tactic="hasty").column == "hasty"
