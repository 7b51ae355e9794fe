"""What enemies do when a table says so."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy import aiming
from sandtable.games.fieldsoffire.rules.enemy.conduct import ACTIONS
from sandtable.games.fieldsoffire.scenario.deck import cards
from sandtable.kernel import Draft, Refusal
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, card, drafted, key

SQUAD, LMG, HMG, LEADER = (
    "German Grenadier squad 4/Gp",
    "German LMG team 1",
    "German HMG team 1",
    "German Leader 1",
)
MORTAR, LITTER, CASUALTY = "German 81mm mortar team 1", "German Litter Team 1", "German Casualty 1"
US, TWO, HQ = "1/1 PLT", "2/1 PLT", "1 PLT HQ"
HIT = [one.number for one in cards().values() if one.icon == "grenade"]
CROSS = [one.number for one in cards().values() if one.icon == "spot_or_concentrate"]
BLANK = [
    one.number
    for one in cards().values()
    if one.icon not in ("grenade", "spot_or_concentrate", "jammed") and one.word != "cover"
]
COVER = [one.number for one in cards().values() if one.word == "cover"]


def done(action: str, name: str, units: dict[str, Any], deck: list[int], **rest: Any) -> Draft[FieldsState]:
    state = board(units, **rest)
    assert ACTIONS[action].why_not(state, key(state, name)) is None
    d = drafted(state, deck)
    ACTIONS[action].do(d, key(state, name))
    return d


def refused(action: str, name: str, units: dict[str, Any], **rest: Any) -> Refusal:
    state = board(units, **rest)
    no = ACTIONS[action].why_not(state, key(state, name))
    assert no is not None
    return no


def held(at: str, **more: Any) -> dict[str, Any]:
    return {"at": at, "held": True, **more}


def laid(d: Draft[FieldsState], kind: str) -> list[tuple[int, int]]:
    return [(marker.unit, marker.cover) for marker in d.now.markers.values() if marker.kind == kind]


# -- nothing, and cover ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FFT-act-legend-1", "FFT-activity-legend")
def test_no_action_leaves_fire_as_it_is() -> None:
    d = done("none", SQUAD, {SQUAD: "R3C2", US: held("R1C2")}, [])
    assert not d.is_changed()


@pytest.mark.rule("FFT-act-legend-5", "FF-8.6.1.C")
def test_cover_on_the_own_card_is_taken_before_any_is_looked_for() -> None:
    covers = {1: {"at": "R3C2", "kind": "foxholes", "value": 1}, 2: {"at": "R3C2", "kind": "trench", "value": 2}}
    d = done("cover", SQUAD, {SQUAD: "R3C2", US: held("R1C2")}, [], covers=covers)
    unit = d.now.units[key(d.now, SQUAD)]
    assert (unit.cover, unit.exposed) == (2, True)
    pinned = done("cover", SQUAD, {SQUAD: {"at": "R3C2", "pinned": True}, US: held("R1C2")}, [], covers=covers)
    assert pinned.now.units[key(pinned.now, SQUAD)].cover == 2


@pytest.mark.rule("FFT-act-legend-5", "FF-8.6.1.C")
def test_without_cover_some_is_looked_for() -> None:
    known = board({US: held("R1C2")}).board.terrain.values()
    terrain = next(one for one in known if one.potential and one.cover != "urban")
    state = board({SQUAD: "R3C2", US: held("R1C2")}, cards={"R3C2": {"terrain": terrain.id}})
    assert ACTIONS["cover"].why_not(state, key(state, SQUAD)) is None
    d = drafted(state, [*COVER[:1], *BLANK[: terrain.draw - 1]])
    ACTIONS["cover"].do(d, key(state, SQUAD))
    unit = d.now.units[key(state, SQUAD)]
    assert unit.cover
    assert unit.exposed
    assert refused("cover", SQUAD, {SQUAD: "R3C2", US: held("R1C2")}).rule == "FF-4.2.2e.cond"
    full = {1: {"at": "R3C2", "kind": "pillbox", "value": 4, "capacity": 2}}
    assert refused("cover", SQUAD, {SQUAD: "R3C2", US: held("R1C2")}, covers=full).rule == "FF-4.2.2e.cond"


# -- grenades and concentrated fire ------------------------------------------------------------------------------------


@pytest.mark.rule("FFT-act-legend-4", "FF-8.6.1.B")
def test_on_his_own_card_he_attacks_the_largest_target_and_is_replied_to() -> None:
    units = {SQUAD: held("R2C2"), US: held("R2C2", steps=2), TWO: held("R2C2", steps=3), HQ: held("R2C2")}
    d = done("grenade", SQUAD, units, [*HIT[:1], *BLANK[:3]])
    assert laid(d, "grenade") == [(key(d.now, TWO), 0)]
    assert [entry.key for entry in d.entries].count("log.attempt") == 2
    equal = {SQUAD: held("R2C2"), US: held("R2C2", steps=3), TWO: held("R2C2", steps=3)}
    second = next(one.number for one in cards().values() if one.random[2] == 2)
    d = done("grenade", SQUAD, equal, [second, *HIT[:2], *BLANK[:2]])
    assert laid(d, "grenade")[0] == (key(d.now, TWO), 0)


@pytest.mark.rule("FFT-act-legend-4")
def test_out_of_a_bunker_he_must_come_to_throw_on_his_own_card() -> None:
    covers = {1: {"at": "R2C2", "kind": "bunker", "value": 4, "facing": 4}}
    units = {SQUAD: held("R2C2", cover=1), US: held("R2C2")}
    d = done("grenade", SQUAD, units, [*HIT[:1], *BLANK[:3]], covers=covers)
    unit = d.now.units[key(d.now, SQUAD)]
    assert (unit.cover, unit.exposed) == (0, True)
    trench = {1: {"at": "R2C2", "kind": "trench", "value": 2}}
    d = done("grenade", SQUAD, units, [*HIT[:1], *BLANK[:3]], covers=trench)
    assert d.now.units[key(d.now, SQUAD)].cover == 1
    mined = {1: {"kind": "mines", "at": "R2C2", "unit": SQUAD, "value": -4}}
    assert refused("grenade", SQUAD, units, covers=covers, markers=mined).rule == "FF-7.10.1.a"


@pytest.mark.rule("FFT-act-legend-4", "FF-8.6.2.h")
def test_who_has_no_target_or_no_weapon_makes_no_grenade_attack() -> None:
    assert refused("grenade", SQUAD, {SQUAD: held("R3C2"), US: held("R1C2")}).rule == "FF-7.10.1.a"
    assert refused("grenade", LEADER, {LEADER: held("R2C2"), US: held("R2C2")}).key == "refuse.no_grenades"
    assert refused("grenade", SQUAD, {SQUAD: held("R2C2", pinned=True), US: held("R2C2")}).key == "refuse.pinned"


@pytest.mark.rule("FFT-act-legend-4", "FF-8.6.2.h")
def test_grenades_are_thrown_at_vehicles_beside_the_thrower_only() -> None:
    facts = {"mission": {"attachments": ["Tank"]}}
    near = board({SQUAD: held("R2C2"), "M4 12": held("R2C2")}, facts=facts)
    assert ACTIONS["grenade"].why_not(near, key(near, SQUAD)) is None
    far = board({MORTAR: held("R3C2"), "M4 12": held("R1C2")}, facts=facts)
    assert ACTIONS["grenade"].why_not(far, key(far, MORTAR)) is not None


@pytest.mark.rule("FF-8.6.1.B", "FFT-act-legend-4")
def test_on_another_card_chance_decides_whatever_the_size() -> None:
    units = {MORTAR: held("R3C2"), US: held("R1C2", steps=1), TWO: held("R1C2", steps=3)}
    for number, target in ((1, US), (2, TWO)):
        pick = next(one.number for one in cards().values() if one.random[2] == number and one.number in BLANK)
        d = done("attack", MORTAR, units, [pick, *HIT[:1], *[one for one in BLANK if one != pick][:1]])
        assert laid(d, "grenade") == [(key(d.now, target), 0)]


@pytest.mark.rule("FFT-act-legend-4")
def test_where_no_grenade_reaches_the_fire_is_concentrated() -> None:
    covers = {1: {"at": "R1C2", "kind": "foxholes", "value": 1}}
    units = {SQUAD: "R3C2", US: held("R1C2", cover=1)}
    d = done("attack", SQUAD, units, [*CROSS[:1], *BLANK[:1]], covers=covers)
    assert laid(d, "concentrated") == [(0, 1)]
    open_ground = {LMG: "R3C2", US: held("R1C2")}
    d = done("concentrate", LMG, open_ground, [*CROSS[:1], *BLANK[:1]])
    assert laid(d, "concentrated") == [(key(d.now, US), 0)]
    assert refused("attack", SQUAD, {SQUAD: held("R3C2"), US: held("R1C2")}).rule == "FF-4.2.4b.cond"
    both = {SQUAD: held("R2C2"), US: held("R2C2")}
    d = done("attack", SQUAD, both, [*HIT[:1], *BLANK[:3]])
    assert laid(d, "grenade")


@pytest.mark.rule("FF-8.9.d", "FF-8.4.3.c3")
def test_a_support_weapon_is_used_along_the_fire_of_the_card_and_spent() -> None:
    assets = {90: {"kind": "rifle_grenade_ge", "holder": LEADER, "points": 2}}
    units = {SQUAD: "R3C2", LEADER: "R3C2", US: held("R2C2")}
    d = done("attack", LEADER, units, [*HIT[:1], *BLANK[:1]], assets=assets)
    assert laid(d, "grenade") == [(key(d.now, US), 0)]
    assert d.now.assets[90].points == 1
    last = {90: {"kind": "rifle_grenade_ge", "holder": LEADER, "points": 1}}
    d = done("attack", LEADER, units, [*HIT[:1], *BLANK[:1]], assets=last)
    assert d.now.assets == {}
    assert not d.now.units[key(d.now, LEADER)].empty
    aside = {SQUAD: "R3C2", LEADER: "R3C2", US: held("R2C2"), TWO: held("R3C3", unspotted=False)}
    fires = {SQUAD: {"at": "R2C2"}}
    state = board(aside, assets=assets, fires=fires)
    assert aiming.far_targets(state, key(state, LEADER)) == (key(state, US),)
    far = {SQUAD: "R3C2", LEADER: "R3C2", US: held("R1C2")}
    refused("attack", LEADER, far, assets=assets)
    silent = {LEADER: "R3C2", US: held("R2C2")}
    refused("attack", LEADER, silent, assets=assets)
    joint = {SQUAD: "R3C2", LEADER: "R3C2", US: held("R2C2"), TWO: held("R3C2")}
    refused("attack", LEADER, joint, assets=assets)
    for state_of in ({"pinned": True}, {"flipped": True}):
        shaken = {SQUAD: "R3C2", LEADER: {"at": "R3C2", **state_of}, US: held("R2C2")}
        state = board(shaken, assets=assets, fires={SQUAD: {"at": "R2C2"}})
        assert aiming.far_targets(state, key(state, LEADER)) == ()


# -- turning the fire --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FFT-act-legend-3")
def test_fire_is_turned_on_those_who_fire_from_aside() -> None:
    covers = {1: {"at": "R3C2", "kind": "trench", "value": 2}}
    units = {SQUAD: {"at": "R3C2", "cover": 1}, US: "R1C2", TWO: "R3C4"}
    fires = {SQUAD: {"at": "R1C2"}}
    aimed = {1: {"kind": "concentrated", "at": "R1C2", "unit": US, "by": SQUAD}}
    d = done("shift", SQUAD, units, [], covers=covers, fires=fires, markers=aimed)
    assert laid(d, "concentrated") == []
    assert label(d.now.scenario, "place", d.now.fires[key(d.now, SQUAD)].at) == "R3C4"
    entry = next(entry for entry in d.entries if entry.key == "log.fire_shifted")
    assert entry.rule == "FFT-act-legend-3"
    front = {SQUAD: {"at": "R3C2", "cover": 1}, US: "R1C2"}
    assert refused("shift", SQUAD, front, covers=covers).rule == "FFT-act-legend-3"
    dumb = {LEADER: {"at": "R3C2", "cover": 1}, LMG: {"at": "R3C2", "cover": 1}, US: "R1C2"}
    refused("shift", LEADER, dumb, covers=covers)
    closed = {1: {"at": "R3C2", "kind": "bunker", "value": 4, "facing": 4}}
    refused("shift", SQUAD, units, covers=closed, fires=fires)


# -- casualties --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FFT-act-lat-11")
def test_a_litter_team_takes_a_casualty_back() -> None:
    units = {LITTER: "R3C2", CASUALTY: "R3C2", US: held("R1C2")}
    d = done("carry_back", LITTER, units, [1])
    team, hurt = d.now.units[key(d.now, LITTER)], d.now.units[key(d.now, CASUALTY)]
    assert team.at == hurt.at
    assert label(d.now.scenario, "place", team.at)[:2] == "R4"
    assert hurt.aboard == key(d.now, LITTER)
    again = {LITTER: "R4C2", CASUALTY: {"at": "R4C2", "aboard": LITTER}, US: held("R1C2")}
    d = done("carry_back", LITTER, again, [])
    assert set(d.now.units) == {key(d.now, US)}


@pytest.mark.rule("FFT-act-lat-12", "FFT-act-lat-15", "FF-8.6.1.C")
def test_a_litter_team_goes_to_the_nearest_casualty_where_nobody_of_its_side_need_be() -> None:
    far = {"German Casualty 2": "R3C4"}
    units = {LITTER: "R3C1", CASUALTY: "R3C3", US: held("R1C2"), **far}
    two = next(one.number for one in cards().values() if one.random[3] == 2)
    d = done("to_casualty", LITTER, units, [two])
    unit = d.now.units[key(d.now, LITTER)]
    assert label(d.now.scenario, "place", unit.at) in ("R2C2", "R3C2", "R4C2")
    assert unit.exposed
    near = {LITTER: "R3C1", CASUALTY: {"at": "R3C1", "cover": 1}, US: held("R1C2"), **far}
    covers = {1: {"at": "R3C1", "kind": "trench", "value": 2}}
    d = done("to_casualty", LITTER, near, [], covers=covers)
    assert d.now.units[key(d.now, LITTER)].cover == 1
    stuck = {LITTER: {"at": "R3C1", "exposed": True}, CASUALTY: "R3C3", US: held("R1C2")}
    assert refused("to_casualty", LITTER, stuck).rule == "FF-5.1.2.d"
    edges = dict.fromkeys(("n", "ne", "e", "se", "s", "sw", "w", "nw"), "black")
    walls = {"terrain": {"cliff": {"cc": 0, "edges": edges}}}
    shut = refused(
        "to_casualty",
        LITTER,
        {LITTER: "R3C1", CASUALTY: "R3C2", US: held("R1C2")},
        facts=walls,
        cards={"R3C1": {"terrain": "cliff"}},
    )
    assert shut.rule == "FFT-act-lat-12"
    full = {1: {"at": "R3C1", "kind": "pillbox", "value": 4, "capacity": 1}}
    crowd = {**near, LMG: held("R3C1", cover=1)}
    refused("to_casualty", LITTER, crowd, covers=full)


# -- back to a marker --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-8.6.2.c")
@pytest.mark.parametrize(("origin", "there", "left"), [("B", "", "B"), ("B", "C", "C"), ("A", "?", "?")])
def test_a_unit_that_nobody_sees_becomes_the_marker_it_came_from(origin: str, there: str, left: str) -> None:
    units = {SQUAD: {"at": "R3C2", "origin": origin}, US: held("R1C1")}
    d = done("vanish", SQUAD, units, [], cards={"R3C2": {"contact": there}})
    assert key(d.now, SQUAD) not in d.now.units
    assert d.now.cards[card(d.now, "R3C2")].contact == left


@pytest.mark.rule("FF-8.6.2.c")
def test_where_nobody_knows_the_marker_chance_decides() -> None:
    for number, letter in enumerate("ABC", start=1):
        pick = next(one.number for one in cards().values() if one.random[3] == number)
        d = done("vanish", SQUAD, {SQUAD: "R3C2", US: held("R1C1")}, [pick])
        assert d.now.cards[card(d.now, "R3C2")].contact == letter


# -- closed positions --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-5.3.2.h", "FF-5.3.4.c")
@pytest.mark.parametrize(("kind", "leaves"), [("bunker", True), ("cave", True), ("foxholes", False)])
def test_grenades_on_the_own_card_are_thrown_from_outside_a_closed_position(kind: str, leaves: bool) -> None:
    facing = {"facing": 0} if leaves else {}
    covers = {1: {"at": "R2C1", "kind": kind, "value": 3, **facing}}
    units = {SQUAD: {"at": "R2C1", "cover": 1}, US: "R2C1"}
    d = done("grenade", SQUAD, units, deck=[HIT[0], BLANK[0], BLANK[1], BLANK[2], BLANK[3]], covers=covers)
    squad = d.now.units[key(d.now, SQUAD)]
    assert (squad.cover, squad.exposed) == ((0, True) if leaves else (1, False))


@pytest.mark.rule("FF-5.3.2.h")
def test_whoever_falls_back_leaves_his_bunker_and_is_seen() -> None:
    covers = {1: {"at": "R2C1", "kind": "bunker", "value": 3, "facing": 0}}
    d = done("fall_back", SQUAD, {SQUAD: {"at": "R2C1", "cover": 1}, US: "R2C1"}, deck=[1, 2], covers=covers)
    squad = d.now.units[key(d.now, SQUAD)]
    assert (squad.at == card(d.now, "R2C1"), squad.cover, squad.exposed) == (False, 0, True)


@pytest.mark.rule("FF-5.3.2.i")
def test_nobody_turns_his_fire_out_of_a_bunker() -> None:
    covers = {1: {"at": "R3C1", "kind": "bunker", "value": 3, "facing": 4}}
    inside = {SQUAD: {"at": "R3C1", "cover": 1, "unspotted": True}, US: "R1C1", TWO: "R3C3"}
    assert refused("shift", SQUAD, inside, covers=covers).rule == "FF-5.3.2.i"
    assert refused("shift", SQUAD, {SQUAD: "R3C1"}).rule != "FF-5.3.2.i"
    quiet = {SQUAD: {"at": "R3C1", "cover": 1, "held": True}, US: "R1C1"}
    assert refused("shift", SQUAD, quiet, covers=covers).rule == "FF-5.3.2.i", "not even where it faces"


@pytest.mark.rule("FF-6.1.1.b4", "FF-8.6.1.B")
def test_on_the_own_card_the_largest_unit_or_group_under_a_cover_is_attacked() -> None:
    covers = {1: {"at": "R2C1", "kind": "foxholes", "value": 1}}
    men = {HQ: {"at": "R2C1", "cover": 1}, "2/2 PLT": {"at": "R2C1", "cover": 1, "steps": 2}}
    units = {SQUAD: "R2C1", US: {"at": "R2C1", "steps": 3}, TWO: {"at": "R2C1", "steps": 2}}
    alone = done("grenade", SQUAD, units, deck=[HIT[0], *BLANK[:4]])
    assert laid(alone, "grenade") == [(key(alone.now, US), 0)]
    few = {**units, US: {"at": "R2C1", "steps": 2}, "Assault Team 1": {"at": "R2C1", "cover": 1}, **men}
    grouped = done("grenade", SQUAD, few, deck=[HIT[0], *BLANK[:9]], covers=covers)
    (there,) = [cover for _, cover in laid(grouped, "grenade")]
    assert there == 1, "four steps under one cover are more than two outside"
    two = {**covers, 2: {"at": "R2C1", "kind": "foxholes", "value": 1}}
    apart = {**few, HQ: {"at": "R2C1", "cover": 2}, "Assault Team 1": {"at": "R2C1", "cover": 2}, US: "R2C1"}
    state = board(apart, covers=two)
    sizes = [
        aiming.group_size(state, key(state, one), aiming.grenade_targets(state, key(state, SQUAD))) for one in apart
    ]
    assert dict(zip(apart, sizes, strict=True)) == {
        SQUAD: 3,
        US: 3,
        TWO: 2,
        "Assault Team 1": 2,
        HQ: 2,
        "2/2 PLT": 2,
    }
