"""Grenade attacks."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.ground import movement
from sandtable.games.fieldsoffire.rules.weapons.grenades import attack, launcher, replies
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why

SQUAD = "German Grenadier squad 4/Gp"


def close(**rest: Any) -> FieldsState:
    units = {"1/1 PLT": "R1C1", SQUAD: {"at": "R1C1", "pinned": True}}
    return board({**units, **rest.pop("units", {})}, **rest)


def laid(state: FieldsState) -> list[tuple[str, int, int, int, bool]]:
    return [(one.kind, one.cover, one.unit, one.value, one.critical) for one in state.markers.values()]


@pytest.mark.rule("FF-4.2.4d", "FF-7.10.1.a", "FF-7.10.1.d", "FF-7.10.1.g", "FF-7.5", "FF-7.10.2", "FF-2.8.2.gren")
def test_any_infantry_with_a_volume_of_fire_throws_at_its_own_card() -> None:
    state = close()
    hit = play(state, {"grenade": "1/1 PLT", "target": SQUAD}, deck=[1, 3]).state
    assert laid(hit) == [("grenade", 0, key(state, SQUAD), -4, False)]
    missed = play(state, {"grenade": "1/1 PLT", "target": SQUAD}, deck=[1, 2]).state
    assert laid(missed) == [("grenade_miss", 0, 0, 0, False)]


@pytest.mark.rule("FF-7.10.3", "FF-7.10.3.a", "FF-7.10.3.b")
def test_two_icons_strip_a_cover_or_count_twice_outside() -> None:
    state = close()
    twice = laid(play(state, {"grenade": "1/1 PLT", "target": SQUAD}, deck=[3, 7]).state)
    assert twice == [("grenade", 0, key(state, SQUAD), -4, False)] * 2
    covered = close(units={SQUAD: {"at": "R1C1", "pinned": True, "cover": 1}}, covers={1: {"at": "R1C1"}})
    assert laid(play(covered, {"grenade": "1/1 PLT", "target": SQUAD}, deck=[3, 7]).state) == [
        ("grenade", 1, 0, -4, True)
    ]


@pytest.mark.rule("FF-7.10.4", "FF-4.2.4d.fail", "FF-6.2.4.f")
def test_only_one_miss_lies_on_a_card() -> None:
    state = close(markers={1: {"kind": "grenade_miss", "at": "R1C1"}})
    assert len(laid(play(state, {"grenade": "1/1 PLT", "target": SQUAD}, deck=[1, 2]).state)) == 1


@pytest.mark.rule("FF-7.10.4.a")
@pytest.mark.parametrize("where", ["card", "area"])
def test_a_target_that_leaves_turns_the_hit_into_a_miss(where: str) -> None:
    state = close(covers={1: {"at": "R1C1"}})
    d = drafted(play(state, {"grenade": "1/1 PLT", "target": SQUAD}, deck=[1, 3]).state)
    if where == "card":
        movement.move(d, key(state, SQUAD), card(state, "R2C1"))
    else:
        movement.move_within(d, key(state, SQUAD), 1)
    settle(d)
    assert laid(d.now) == [("grenade_miss", 0, 0, 0, False)]


@pytest.mark.rule("FF-7.10.5", "FF-7.10.5.a", "FF-7.10.5.b", "FF-7.10.5.d")
def test_who_replies_to_grenades() -> None:
    units = {
        SQUAD: "R1C1",
        "German LMG team 1": {"at": "R1C1", "pinned": True},
        "German Assault Team 1": "R1C1",
        "German Litter Team 1": "R1C1",
        "German Leader 1": "R1C1",
    }
    state = board(units)
    assert [name for name in units if replies(state, key(state, name), hit=False)] == [SQUAD]
    assert [name for name in units if replies(state, key(state, name), hit=True)] == [SQUAD, "German Assault Team 1"]


@pytest.mark.rule("FF-7.10.5", "FF-4.2.4d.reply", "FF-7.10.5.c")
def test_a_reply_is_free_and_not_made_to_the_unspotted() -> None:
    state = board({"1/1 PLT": "R1C1", SQUAD: "R1C1"})
    step = play(state, {"grenade": "1/1 PLT", "target": SQUAD}, deck=[1, 2, 4, 3])
    assert ("grenade", 0, key(state, "1/1 PLT"), -4, False) in laid(step.state)
    hidden = board({"1/1 PLT": "R1C1", SQUAD: {"at": "R1C1", "unspotted": True}})
    d = drafted(hidden, deck=[1, 3])
    attack(d, key(hidden, SQUAD), key(hidden, "1/1 PLT"))
    assert [entry.params["unit"].id for entry in d.entries if entry.key == "log.attempt"] == [key(hidden, SQUAD)]


@pytest.mark.rule("FF-4.2.5.pinned", "FF-4.2.5.litter.co", "FF-7.10.1.a", "FF-8.5.a", "FF-5.3.2.f")
def test_who_may_not_throw_and_at_whom() -> None:
    units: dict[str, Any] = {
        "1/1 PLT": {"at": "R1C1", "pinned": True},
        "Litter Team 1": "R1C1",
        "Paralyzed Team 1": "R1C1",
        "CO HQ": "R1C1",
        "2/1 PLT": {"at": "R1C1", "cover": 1},
        "3/1 PLT": "R3C3",
        SQUAD: {"at": "R1C1", "held": True},
        "German Grenadier squad 1/Gp": {"at": "R3C3", "unspotted": True, "held": True},
    }
    state = board(units, covers={1: {"at": "R1C1", "kind": "bunker", "value": 3, "capacity": 4, "facing": 0}})
    for name, rule in (
        ("1/1 PLT", "FF-4.2.5.pinned"),
        ("Litter Team 1", "FF-4.2.5.litter.co"),
        ("Paralyzed Team 1", "FF-4.2.5.paralyzed"),
        ("CO HQ", "FF-7.10.1.a"),
    ):
        assert why(state, {"grenade": name, "target": SQUAD}).rule == rule
    assert why(state, {"grenade": "2/1 PLT", "target": SQUAD}).rule == "FF-5.3.2.f"
    assert why(state, {"grenade": "3/1 PLT", "target": "German Grenadier squad 1/Gp"}).rule == "FF-7.10.1.a"


@pytest.mark.rule("FF-7.10.1.b", "FF-7.10.1.e", "FF-7.10.1.f", "FF-6.3.2.a", "FF-7.3.2.a2")
def test_launchers_reach_farther_along_the_lines_of_fire_and_not_while_engaged_at_home() -> None:
    bazooka = "1/AT (Bazooka)"
    ahead = {SQUAD: {"at": "R2C1", "held": True}}
    state = board({bazooka: "R1C1", **ahead})
    assert play(state, {"grenade": bazooka, "target": SQUAD}, deck=[1, 3])
    aside = board({bazooka: "R1C1", **ahead, "German Litter Team 1": "R1C2"}, fires={bazooka: {"at": "R1C2"}})
    assert why(aside, {"grenade": bazooka, "target": SQUAD}).rule in ("FF-7.10.1.f", "FF-7.10.1.b")
    far = board({bazooka: "R1C1", SQUAD: {"at": "R3C1", "held": True}})
    assert why(far, {"grenade": bazooka, "target": SQUAD})
    home = board({bazooka: "R1C1", **ahead, "German Litter Team 1": "R1C1"})
    assert play(home, {"grenade": bazooka, "target": "German Litter Team 1"}, deck=[1, 3])
    assert why(home, {"grenade": bazooka, "target": SQUAD}).rule == "FF-7.10.1.e"
    mortar = board(
        {"1/60mm Mtr Tm": "R1C1", "2/1 PLT": {"at": "R2C1", "held": True}, SQUAD: {"at": "R3C1", "held": True}}
    )
    assert play(mortar, {"grenade": "1/60mm Mtr Tm", "target": SQUAD}, deck=[1, 3])


@pytest.mark.rule("FF-7.4.a", "FF-7.6", "FF-7.3.1.b", "FFT-weapons-row-riflegr")
@pytest.mark.parametrize(
    ("kind", "fires"),
    [
        ("light_building", {"bazooka": False, "mortar": False, "rpg_b40": False, "rifle_grenade_us": False}),
        ("bunker", {"bazooka": False, "mortar": False, "rpg_b40": False, "rifle_grenade_us": False}),
        ("pillbox", {"bazooka": False, "mortar": False, "rpg_b40": False, "rifle_grenade_us": False}),
        ("cave", {"bazooka": True, "mortar": False, "rpg_b40": True, "rifle_grenade_us": False}),
        ("foxholes", {"bazooka": True, "mortar": True, "rpg_b40": True, "rifle_grenade_us": True}),
    ],
)
def test_rockets_leave_caves_but_no_structures_mortars_and_rifle_grenades_neither(
    kind: str, fires: dict[str, bool]
) -> None:
    facing = 2 if kind in ("bunker", "pillbox", "cave") else -1
    covers = {1: {"at": "R1C1", "kind": kind, "value": 3, "facing": facing}}
    for weapon, can in fires.items():
        name = {"bazooka": "1/AT (Bazooka)", "mortar": "1/60mm Mtr Tm"}.get(weapon, "1/1 PLT")
        assets = {1: {"kind": weapon, "holder": name, "points": 1}} if name == "1/1 PLT" else {}
        state = board({name: {"at": "R1C1", "cover": 1}}, covers=covers, assets=assets)
        gun = launcher(state, key(state, name))
        assert (gun is not None) is can
        assert gun is None or gun.facing == facing


@pytest.mark.rule("FF-7.10.1.b", "FF-7.4.a", "FF-7.3.1.b", "FF-7.3.1.c", "FF-7.3.2.f")
def test_where_launchers_cannot_be_used() -> None:
    house = {1: {"at": "R1C1", "kind": "strong_building", "value": 3}}
    woods = {"R1C1": {"terrain": "N20"}}

    def has(name: str, facts: Any = None, **row: Any) -> bool:
        fields = {part: row.pop(part) for part in ("covers", "cards") if part in row}
        state = board({name: {"at": "R1C1", **row}}, facts=facts or {}, **fields)
        return launcher(state, key(state, name)) is not None

    assert has("1/AT (Bazooka)")
    assert not has("1/AT (Bazooka)", covers=house, cover=1)
    assert has("1/60mm Mtr Tm")
    assert not has("1/60mm Mtr Tm", exposed=True)
    assert not has("1/60mm Mtr Tm", cards=woods)
    assert not has("1/60mm Mtr Tm", flipped=True)
    assert has("VC squad 8 (grenade launchers)", facts={"nations": ["vc"]}, covers=house, cover=1)
    assert not has("1/1 PLT")


@pytest.mark.rule("FF-7.12.b", "FF-7.12")
def test_a_jam_counts_for_launchers_and_not_for_hand_grenades() -> None:
    far = board({"1/AT (Bazooka)": "R1C1", SQUAD: {"at": "R2C1", "held": True}})
    jammed = play(far, {"grenade": "1/AT (Bazooka)", "target": SQUAD}, deck=[3, 49]).state
    assert jammed.units[key(far, "1/AT (Bazooka)")].box == "removed"
    assert laid(jammed) == []
    near = board({"1/AT (Bazooka)": "R1C1", SQUAD: {"at": "R1C1", "pinned": True}})
    assert len(laid(play(near, {"grenade": "1/AT (Bazooka)", "target": SQUAD}, deck=[3, 49]).state)) == 1


@pytest.mark.rule("FF-4.2.4h", "FF-4.2.4h.to")
def test_a_platoon_throws_one_after_the_other_at_one_target() -> None:
    units = {
        "1 PLT HQ": "R1C1",
        "1/1 PLT": "R1C1",
        "2/1 PLT": "R1C1",
        "1/2 PLT": "R1C1",
        SQUAD: {"at": "R1C1", "pinned": True},
    }
    state = board(units, commands={"1 PLT HQ": {}}, hq="1 PLT HQ")
    step = play(state, {"grenade_platoon": "1 PLT HQ", "target": SQUAD}, deck=[1, 3, 2, 7])
    assert laid(step.state) == [("grenade", 0, key(state, SQUAD), -4, False)] * 2
    assert step.state.impulse is not None
    assert step.state.impulse.left == 4


@pytest.mark.rule("FF-7.10.5", "FF-7.10.5.a", "FF-7.10.5.b", "FF-7.10.5.d")
def test_nobody_replies_to_another_card_nor_while_pinned_nor_to_one_who_is_gone() -> None:
    far = board({"1/AT (Bazooka)": "R1C1", SQUAD: {"at": "R2C1", "held": True}})
    assert play(far, {"grenade": "1/AT (Bazooka)", "target": SQUAD}, deck=[1, 3])
    pinned = board({"1/1 PLT": "R1C1", "German Assault Team 1": {"at": "R1C1", "pinned": True}})
    assert play(pinned, {"grenade": "1/1 PLT", "target": "German Assault Team 1"}, deck=[1, 3])
    calm = board({"1/1 PLT": "R1C1", "German Assault Team 1": "R1C1"})
    step = play(calm, {"grenade": "1/1 PLT", "target": "German Assault Team 1"}, deck=[1, 3, 2, 7])
    assert len(laid(step.state)) == 2
    gun = board({"German 75mm AT gun 1": {"at": "R1C1", "pinned": True}})
    assert not replies(gun, key(gun, "German 75mm AT gun 1"), hit=True)
