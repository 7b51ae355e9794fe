"""Boarding, loading, dismounting, and those who ride (10.2, 10.8.1, 10.8.2, 5.1.6)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.combat.effects import due
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier, volumes_on
from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt
from sandtable.games.fieldsoffire.rules.ground.movement import fits
from sandtable.games.fieldsoffire.rules.preparation.deployment import stay_behind
from sandtable.games.fieldsoffire.rules.vehicles.driving import drive
from sandtable.games.fieldsoffire.rules.vehicles.results import take_result
from sandtable.games.fieldsoffire.rules.vehicles.riding import (
    board,
    dismount,
    load,
    set_down,
    why_not_board,
    why_not_carry,
    why_not_dismount,
    why_not_load,
)
from sandtable.games.fieldsoffire.rules.vehicles.volumes import volumes_on_vehicle
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from sandtable.games.fieldsoffire.rules.weapons.concentrating import concentrate_outcome, targets_under
from sandtable.games.fieldsoffire.rules.weapons.grenades import throw_outcome, why_not_target
from sandtable.games.fieldsoffire.rules.weapons.sniping import targets_of
from sandtable.games.fieldsoffire.scenario.deck import cards
from sandtable.kernel.naming import find
from tests.games.fieldsoffire.board import card, drafted, key, play, why
from tests.games.fieldsoffire.rules.vehicles.field import field, said, turn_of

TANK, TRUCK, SQUAD, LMG = "M4 12", "Truck 1", "1/1 PLT", "German LMG team 1"


def riding(vehicle: str, *names: str, at: str = "R1C2", **more: Any) -> dict[str, Any]:
    return {vehicle: at, **{name: {"at": at, "aboard": vehicle, **more} for name in names}}


@pytest.mark.rule("FF-10.2.1", "FF-4.2.2h.veh", "FF-5.1.6.C", "FF-5.1.6.D")
def test_one_order_boards_men_and_casualties_and_loads_and_unloads_everything() -> None:
    units = {
        TRUCK: "R1C2",
        SQUAD: "R1C2",
        "2/1 PLT": "R1C2",
        "Casualty 1": "R1C2",
        "Casualty 2": {"at": "R1C2", "aboard": TRUCK},
    }
    assets = {
        1: {"kind": "smoke", "at": "R1C2"},
        2: {"kind": "wp", "holder": "2/1 PLT"},
        3: {"kind": "illum", "holder": TRUCK},
    }
    state = field(units, assets=assets, left=2)
    order = {"do": "load", "vehicle": TRUCK, "units": [SQUAD, "Casualty 1"], "assets": [1, 2], "off": [3]}
    after = play(state, {**order, "down": ["Casualty 2"]}).state
    assert after.impulse is not None
    assert after.impulse.left == 1
    told = [one.key for one in play(state, {**order, "down": ["Casualty 2"]}).entries]
    assert [told.count(f"log.{word}") for word in ("laid_down", "loaded", "boarded")] == [1, 1, 2]
    only = play(state, {"do": "load", "vehicle": TRUCK, "units": [SQUAD], "assets": [], "off": [], "down": []})
    assert "log.loaded" not in [one.key for one in only.entries]
    one = {"do": "load", "vehicle": TRUCK, "units": [], "down": []}
    for more in ({"assets": [1], "off": []}, {"assets": [], "off": [3]}):
        assert "log.loaded" in [entry.key for entry in play(state, {**one, **more}).entries]
    rows = {name: after.units[key(state, name)] for name in units}
    assert {name: bool(row.aboard) for name, row in rows.items()} == {
        TRUCK: False,
        SQUAD: True,
        "2/1 PLT": False,
        "Casualty 1": True,
        "Casualty 2": False,
    }
    assert [name for name, row in rows.items() if row.exposed] == [SQUAD, "2/1 PLT"]
    truck = key(state, TRUCK)
    assert [row.cover for row in after.assets.values()] == [0, 0, 0]
    assert [(row.holder, row.at) for row in after.assets.values()] == [(truck, 0), (truck, 0), (0, card(state, "R1C2"))]


@pytest.mark.rule("FF-10.2.1", "FF-10.2.1.b", "FF-4.2.5.pinned.mv")
def test_men_board_from_beside_the_vehicle_and_by_an_order_of_their_own_out_of_cover() -> None:
    def reason(units: dict[str, Any], unit: str = SQUAD, **more: Any) -> str:
        given = {name: more.pop(name) for name in ("from_cover",) if name in more}
        state = field({TRUCK: "R1C2", **units}, **more)
        no = why_not_board(state, key(state, TRUCK), key(state, unit), **given)
        return "" if no is None else no.key.removeprefix("refuse.")

    covers = {1: {"at": "R1C2"}}
    under = {SQUAD: {"at": "R1C2", "cover": 1}}
    assert reason({SQUAD: "R1C2"}) == ""
    assert reason({SQUAD: "R1C3"}) == "not_beside_vehicle"
    assert reason(under, covers=covers) == "not_beside_vehicle"
    assert reason(under, covers=covers, from_cover=True) == ""
    assert reason({SQUAD: {"at": "R1C2", "pinned": True}}) == "pinned"
    assert reason({"Casualty 1": {"at": "R1C2", "pinned": True}}, "Casualty 1") == ""
    assert reason({LMG: "R1C2"}, LMG) == "does_not_board"
    assert reason({"M4 13": "R1C2"}, "M4 13") == "does_not_board"
    assert reason({SQUAD: {"at": "R1C2", "aboard": "Truck 2"}, "Truck 2": "R1C2"}) == "does_not_board"
    carrying = {SQUAD: "R1C2", "Casualty 1": {"at": "R1C2", "aboard": SQUAD}}
    assert reason(carrying) == "drop_first"
    full = {f"{n}/2 PLT": {"at": "R1C2", "aboard": TRUCK} for n in (1, 2, 3)}
    assert reason({**full, SQUAD: "R1C2"}) == "vehicle_full"


@pytest.mark.rule("FF-10.2.1", "FF-5.1.6.C", "FF-4.2.2h.veh")
def test_whoever_boards_breaks_off_his_fire() -> None:
    state = field({TANK: "R1C2", SQUAD: "R1C2", LMG: "R3C2"})
    d = drafted(state)
    board(d, key(state, TANK), (key(state, SQUAD),))
    assert key(state, SQUAD) not in d.now.fires


@pytest.mark.rule("FF-7.11.5.b", "FF-7.10.4.a")
def test_aimed_fire_and_grenades_lose_those_who_get_on_or_off() -> None:
    aimed = {"at": "R1C2", "unit": SQUAD, "by": LMG}
    markers = {1: {"kind": "concentrated", **aimed}, 2: {"kind": "grenade", "value": -4, **aimed}}
    afoot = field({TANK: "R1C2", SQUAD: "R1C2", LMG: "R2C2"}, markers=markers, fires={LMG: {"at": "R1C2"}})
    rides = field({**riding(TANK, SQUAD), LMG: "R2C2"}, markers=markers, fires={LMG: {"at": "R1C2"}})
    on, off = drafted(afoot), drafted(rides)
    board(on, key(afoot, TANK), (key(afoot, SQUAD),))
    dismount(off, key(rides, TANK), (key(rides, SQUAD),), 0)
    for d in (on, off):
        assert [one.kind for one in d.now.markers.values()] == ["grenade_miss"]


@pytest.mark.rule("FF-10.2.1.b")
def test_a_passenger_can_be_ordered_aboard_himself() -> None:
    state = field({TRUCK: "R1C2", SQUAD: {"at": "R1C2", "cover": 1}}, covers={1: {"at": "R1C2"}})
    after = play(state, {"do": "mount", "unit": SQUAD, "vehicle": TRUCK}).state
    row = after.units[key(state, SQUAD)]
    assert (row.aboard, row.cover, row.exposed) == (key(state, TRUCK), 0, True)
    assert why(field({SQUAD: "R1C2"}), {"do": "mount", "unit": SQUAD, "vehicle": TRUCK})


@pytest.mark.rule("FF-10.2.1", "FF-10.8.2")
def test_a_vehicle_carries_as_many_steps_as_its_table_says() -> None:
    squads = {"1/1 PLT": "R1C2", "2/1 PLT": "R1C2", "CO HQ": "R1C2"}
    state = field({TANK: "R1C2", **squads, "Casualty 1": "R1C2"})

    def full(*names: str, assets: tuple[int, ...] = ()) -> bool:
        return why_not_carry(state, key(state, TANK), tuple(key(state, one) for one in names), assets) is not None

    assert not full("1/1 PLT", "CO HQ")
    laden = field({TANK: "R1C2", "1/1 PLT": {"at": "R1C2", "aboard": TANK}, "2/1 PLT": "R1C2"})
    assert why_not_carry(laden, key(laden, TANK), (key(laden, "2/1 PLT"),)) is not None
    shells = {1: {"kind": "ammo.mg", "holder": TANK, "points": 24}}
    stuffed = field({TANK: "R1C2", "CO HQ": "R1C2"}, assets=shells)
    assert why_not_carry(stuffed, key(stuffed, TANK), (key(stuffed, "CO HQ"),)) is not None
    assert full("1/1 PLT", "CO HQ", "Casualty 1")
    assert full("1/1 PLT", "2/1 PLT")
    none = field({"M5 32": "R1C2", "CO HQ": "R1C2"})
    assert why_not_carry(none, key(none, "M5 32"), (key(none, "CO HQ"),)) is not None


@pytest.mark.rule("FF-10.2.1", "FF-5.1.6.D")
def test_what_is_loaded_takes_as_much_room_as_it_would_of_men() -> None:
    assets = {
        1: {"kind": "ammo.mg", "at": "R1C2", "points": 24},
        2: {"kind": "ammo.mtr", "at": "R1C2", "points": 1},
        3: {"kind": "demo", "at": "R1C2", "points": 8},
        4: {"kind": "demo", "at": "R1C2", "points": 1},
        **{number: {"kind": "smoke", "at": "R1C2"} for number in range(5, 30)},
    }
    state = field({TANK: "R1C2"}, assets=assets)
    tank = key(state, TANK)

    def full(*numbers: int) -> bool:
        return why_not_carry(state, tank, (), numbers) is not None

    assert not full(1)
    assert full(1, 2)
    assert not full(3)
    assert full(3, 4)
    assert not full(*range(5, 29))
    assert full(*range(5, 30))


@pytest.mark.rule("FF-5.1.6.D")
def test_only_pieces_beside_the_vehicle_can_be_loaded() -> None:
    assets = {
        1: {"kind": "smoke", "at": "R1C2"},
        2: {"kind": "smoke", "at": "R1C2", "cover": 1},
        3: {"kind": "smoke", "at": "R1C3"},
        4: {"kind": "smoke", "holder": SQUAD},
        5: {"kind": "smoke", "holder": "2/1 PLT"},
        6: {"kind": "smoke", "holder": LMG},
        7: {"kind": "SCR300", "holder": SQUAD, "net": "net.bn_tac"},
        8: {"kind": "smoke", "holder": TRUCK},
        9: {"kind": "smoke", "holder": "3/1 PLT"},
        10: {"kind": "smoke", "holder": "1/2 PLT"},
        11: {"kind": "ammo.mg", "at": "R1C2", "points": 90},
    }
    units = {
        TRUCK: "R1C2",
        SQUAD: "R1C2",
        "2/1 PLT": {"at": "R1C2", "cover": 1},
        LMG: "R1C2",
        "3/1 PLT": {"at": "R1C2", "aboard": "Truck 2"},
        "Truck 2": "R1C2",
        "1/2 PLT": "R1C3",
    }
    state = field(units, assets=assets, covers={1: {"at": "R1C2"}})
    fit = [number for number in assets if why_not_load(state, key(state, TRUCK), number) is None]
    assert fit == [1, 4]


@pytest.mark.rule("FF-10.2.2", "FF-10.2.2.a", "FF-10.2.2.b")
def test_dismounting_without_a_move_draws_reaction_fire_first() -> None:
    units = {**riding(TRUCK, SQUAD), "German 88mm 1": "R4C2"}
    state = turn_of(TRUCK, units)
    # at V without the bonus of a target on the move: -2 - 2 and 9 make 5, the truck is pinned; then they get off
    step = play(state, {"do": "dismount", "units": [SQUAD]}, [1])
    assert [(one["sum"], one["parts"].get("at_moving")) for one in said(step, "log.at_fire")] == [(5, None)]
    row = step.state.units[key(state, SQUAD)]
    assert (row.aboard, row.exposed) == (0, True)
    order = [entry.key for entry in step.entries]
    assert order.index("log.at_fire") < order.index("log.dismounted")
    assert step.state.units[key(state, TRUCK)].pinned


@pytest.mark.rule("FF-10.2.2.b")
def test_after_a_move_that_was_answered_dismounting_draws_no_more_fire() -> None:
    units = {**riding(TRUCK, SQUAD), "German 88mm 1": "R4C2"}
    state = turn_of(TRUCK, units, drive={"did": "move", "moved": True})
    step = play(state, {"do": "dismount", "units": [SQUAD]})
    assert said(step, "log.at_fire") == []
    assert not step.state.units[key(state, SQUAD)].aboard


@pytest.mark.rule("FF-10.2.2", "FF-10.2.2.a")
def test_before_a_move_it_may_drive_on_and_after_one_it_may_not() -> None:
    state = turn_of(TRUCK, riding(TRUCK, SQUAD, "2/1 PLT"), covers={1: {"at": "R2C2"}})
    before = play(state, {"do": "dismount", "units": [SQUAD]}).state
    moved = play(before, {"do": "drive_to", "card": "R2C2"}).state
    off = play(moved, {"do": "dismount", "units": ["2/1 PLT"], "cover": 1})
    assert off.state.units[key(state, "2/1 PLT")].cover == 1
    assert off.state.here.at == "mission.turn.vehicles.turns.company"
    assert off.state.units[key(state, TRUCK)].acted


@pytest.mark.rule("FF-10.2.2")
def test_nobody_gets_off_where_there_is_no_room() -> None:
    state = turn_of(
        TRUCK,
        {**riding(TRUCK, SQUAD), **{f"{n}/2 PLT": "R1C2" for n in (1, 2, 3)}, "1/3 PLT": "R1C2", "2/3 PLT": "R1C2"},
    )
    assert why(state, {"do": "dismount", "units": [SQUAD]})
    roomy = turn_of(
        TRUCK, riding(TRUCK, SQUAD), covers={1: {"at": "R1C2", "capacity": 2}, 2: {"at": "R1C2", "capacity": 3}}
    )
    assert why(roomy, {"do": "dismount", "units": [SQUAD], "cover": 1})
    assert play(roomy, {"do": "dismount", "units": [SQUAD], "cover": 2})
    assert why(roomy, {"do": "dismount", "units": ["2/1 PLT"]})
    foes = {**riding(TRUCK, SQUAD), LMG: {"at": "R1C2", "cover": 1}, "2/1 PLT": {"at": "R1C2", "cover": 2}}
    held = turn_of(TRUCK, foes, covers={1: {"at": "R1C2"}, 2: {"at": "R1C2", "capacity": 5}, 3: {"at": "R2C2"}})
    for cover in (1, 2, 3):
        assert why(held, {"do": "dismount", "units": [SQUAD], "cover": cover})
    assert play(held, {"do": "dismount", "units": [SQUAD]})
    # tanks, and men who stay aboard, take no room; sixteen steps are the most; the Staging Area holds any number
    crowd = {f"{n}/2 PLT": "R1C2" for n in (1, 2, 3)} | {"1/3 PLT": "R1C2", "CO HQ": "R1C2"}
    tight = {
        **riding(TRUCK, SQUAD),
        **crowd,
        TANK: "R1C2",
        "Truck 2": "R1C2",
        "2/1 PLT": {"at": "R1C2", "aboard": "Truck 2"},
    }
    assert play(turn_of(TRUCK, tight), {"do": "dismount", "units": [SQUAD]})
    staged = {name: {**row, "at": "R0C2"} if isinstance(row, dict) else "R0C2" for name, row in tight.items()}
    assert play(turn_of(TRUCK, {**staged, "2/3 PLT": "R0C2"}), {"do": "dismount", "units": [SQUAD]})


@pytest.mark.rule("FF-10.2.2", "FF-5.1.6.C")
def test_whoever_was_killed_aboard_does_not_get_off() -> None:
    state = field({TRUCK: "R1C2", SQUAD: "R1C2"})
    d = drafted(state)
    dismount(d, key(state, TRUCK), (key(state, SQUAD), 99), 0)
    assert not d.entries
    riders = field(riding(TRUCK, SQUAD), covers={1: {"at": "R1C2"}})
    d = drafted(riders)
    dismount(d, key(riders, TRUCK), (key(riders, SQUAD),), 1)
    row = d.now.units[key(riders, SQUAD)]
    assert (row.aboard, row.cover, row.exposed) == (0, 1, True)
    assert [one.key for one in d.entries] == ["log.dismounted"]


@pytest.mark.rule("FF-10.2.1.c")
def test_a_unit_may_start_the_mission_mounted() -> None:
    state = field({TANK: "R0C1", SQUAD: "R0C1", "2/1 PLT": "R0C2"}, at="mission.preparation.plan", tracks={"turn": 0})
    after = play(state, {"do": "embark", "unit": SQUAD, "vehicle": TANK}).state
    row = after.units[key(state, SQUAD)]
    assert (row.aboard, row.exposed, row.cover) == (key(state, TANK), False, 0)
    told = play(state, {"do": "embark", "unit": SQUAD, "vehicle": TANK}).entries
    assert [one.key for one in told] == ["log.boarded"]
    assert why(state, {"do": "embark", "unit": "2/1 PLT", "vehicle": TANK})
    moved = play(after, {"do": "deploy", "unit": TANK, "card": "R0C2", "cover": 0}).state
    assert moved.units[key(state, SQUAD)].at == card(state, "R0C2")
    afoot = play(moved, {"do": "deploy", "unit": SQUAD, "card": "R0C1", "cover": 0}).state.units[key(state, SQUAD)]
    assert (afoot.aboard, afoot.at) == (0, card(state, "R0C1")), "nobody has to stay aboard"


@pytest.mark.rule("FF-10.2.1.a")
def test_whoever_sits_inside_sees_and_suffers_nothing_and_does_nothing() -> None:
    units = {"UH-1 11": "R2C2", "1/1 PLT": {"at": "R2C2", "aboard": "UH-1 11"}, "VC Squad 1": "R3C2"}
    facts = {"mission": {"attachments": ["UH-1"]}}
    names = field({}, scenario="vietnam_3", facts=facts).scenario.names["unit"]
    enemy = next(name for name in names.values() if name.startswith("VC") and "quad" in name)
    units = {"UH-1 11": "R2C2", "1/1 PLT": {"at": "R2C2", "aboard": "UH-1 11"}, enemy: "R3C2"}
    state = field(units, scenario="vietnam_3", facts=facts)
    squad = key(state, "1/1 PLT")
    assert squad not in due(state)
    assert capability(state, squad) is None
    assert why(state, {"do": "seek_cover", "unit": "1/1 PLT"}).rule == "FF-10.2.1.a"


@pytest.mark.rule("FF-10.8.1.fire", "FF-10.8.1.fire1", "FF-10.8.1", "FF-10.8.2.a", "FF-10.8.2")
def test_men_on_trucks_fire_and_are_hit_and_men_on_tanks_are_only_hit() -> None:
    for vehicle, fires in ((TRUCK, True), (TANK, False), ("Jeep", True)):
        state = field({**riding(vehicle, "CO HQ" if vehicle == "Jeep" else SQUAD), LMG: "R3C2"})
        rider = key(state, "CO HQ" if vehicle == "Jeep" else SQUAD)
        assert rider in due(state)
        if vehicle != "Jeep":
            assert (rider in state.fires) is fires
        assert key(state, LMG) in state.fires


@pytest.mark.rule("FF-10.8.2.fight", "FF-10.8.2")
def test_a_tank_with_riders_does_not_engage_and_one_with_ammunition_does() -> None:
    state = field({**riding(TANK, SQUAD), LMG: "R3C2"})
    assert capability(state, key(state, TANK)) is None
    loaded = field({TANK: "R1C2", LMG: "R3C2"}, assets={1: {"kind": "ammo.mg", "holder": TANK, "points": 2}})
    assert key(loaded, TANK) in loaded.fires
    lorry = field({**riding(TRUCK, SQUAD), LMG: "R3C2"})
    assert capability(lorry, key(lorry, SQUAD)) is not None


@pytest.mark.rule("FF-10.8.1.fire", "FF-10.8.1.fire1", "FF-10.8.2.a")
def test_grenades_on_a_vehicle_are_among_all_who_ride_on_it() -> None:
    for vehicle in (TRUCK, TANK):
        state = field({**riding(vehicle, SQUAD, "CO HQ"), LMG: "R1C2"})
        d = drafted(state)
        throw_outcome(d, key(state, LMG), key(state, SQUAD), Attempt((cards()[3],), ("grenade",)))
        (marker,) = d.now.markers.values()
        assert marker.unit == key(state, vehicle)
        for rider in (SQUAD, "CO HQ"):
            assert "grenade" in {one.kind for one in volumes_on(d.now, key(state, rider))}


@pytest.mark.rule("FF-7.11.1.a", "FF-10.8.1.fire1")
def test_riders_can_be_aimed_at_and_on_a_truck_all_of_them_suffer() -> None:
    hit = Attempt((cards()[1],), ("spot_or_concentrate",))
    for vehicle, shared in ((TRUCK, True), (TANK, False)):
        state = field({**riding(vehicle, SQUAD), LMG: "R3C2"})
        gun = key(state, LMG)
        assert targets_under(state, gun, 0) == (key(state, SQUAD),)
        d = drafted(state)
        concentrate_outcome(d, gun, 0, hit)
        (marker,) = d.now.markers.values()
        assert marker.unit == key(state, vehicle if shared else SQUAD)
        reading = net_combat_modifier(d.now, key(state, SQUAD))
        assert reading is not None
        assert any(part.key == "modifier.concentrated" for part in reading.parts.parts)


@pytest.mark.rule("FF-10.8.1.fire", "FF-10.8.2.a", "FF-7.15.c")
def test_each_rider_and_the_vehicle_itself_may_be_a_snipers_target() -> None:
    state = field({**riding(TANK, SQUAD), "German Sniper 1": "R3C2"})
    found = targets_of(state, key(state, "German Sniper 1"))
    assert set(found) == {key(state, TANK), key(state, SQUAD)}


@pytest.mark.rule("FF-7.10.1.c")
def test_grenades_at_vehicles_are_thrown_on_the_own_card_only() -> None:
    near = field({"German Panzer IV 1": "R1C2", SQUAD: "R1C2"})
    assert why_not_target(near, key(near, SQUAD), key(near, "German Panzer IV 1")) is None
    far = field({"German Panzer IV 1": "R2C2", "1/AT (Bazooka)": "R1C2"})
    no = why_not_target(far, key(far, "1/AT (Bazooka)"), key(far, "German Panzer IV 1"))
    assert no is not None
    assert no.rule == "FF-7.10.1.c"
    men = field({**riding("German Panzer IV 1", "German Grenadier squad 1/Gp", at="R2C2"), "1/AT (Bazooka)": "R1C2"})
    no = why_not_target(men, key(men, "1/AT (Bazooka)"), key(men, "German Grenadier squad 1/Gp"))
    assert no is not None
    assert no.rule == "FF-7.10.1.c"


@pytest.mark.rule("FF-10.2.2")
def test_those_who_get_off_together_must_fit_together_and_be_aboard() -> None:
    state = field({**riding(TRUCK, SQUAD, "2/1 PLT"), "3/1 PLT": "R1C2"}, covers={1: {"at": "R1C2", "capacity": 5}})
    truck, one, two = (key(state, name) for name in (TRUCK, SQUAD, "2/1 PLT"))
    assert why_not_dismount(state, truck, (one,), 1) is None
    assert why_not_dismount(state, truck, (one, two), 1) is not None
    assert why_not_dismount(state, truck, (one, two)) is None
    assert why_not_dismount(state, truck, (key(state, "3/1 PLT"),)) is not None


def test_mounted_steps_do_not_count_on_a_card() -> None:
    crowd = {f"{n}/2 PLT": "R1C2" for n in (1, 2, 3)} | {"1/3 PLT": "R1C2"}
    state = field({**riding(TRUCK, SQUAD), **crowd, "2/3 PLT": "R1C3"})
    assert fits(state, key(state, "2/3 PLT"), card(state, "R1C2"))


MINEFIELD = {1: {"kind": "mines", "at": "R1C2"}}


@pytest.mark.rule("FF-7.9.1.a", "FF-7.9.1.c", "FF-10.2.2")
def test_men_who_get_off_in_a_minefield_check_one_after_the_other() -> None:
    units = riding(TRUCK, SQUAD, "2/1 PLT")
    state = field(units, markers=MINEFIELD)
    d = drafted(state, [1, 2, 3, 4, 5, 6])
    dismount(d, key(state, TRUCK), (key(state, SQUAD), key(state, "2/1 PLT")), 0)
    told = [(one.key, one.params["unit"].id) for one in d.entries]
    first, second = key(state, SQUAD), key(state, "2/1 PLT")
    steps = ("log.dismounted", "log.mine_check")
    assert told == [(step, unit) for unit in (first, second) for step in steps]
    plain = field(units)
    clear = drafted(plain)
    dismount(clear, key(plain, TRUCK), (first, second), 0)
    assert [one.key for one in clear.entries] == ["log.dismounted"] * 2


@pytest.mark.rule("FF-7.9.1.c", "FF-7.9.1.e", "FF-10.2.1.b")
def test_men_check_for_mines_who_board_out_of_cover_and_nobody_boards_from_under_them() -> None:
    covers = {1: {"at": "R1C2"}}
    for row, draws in (({"at": "R1C2", "cover": 1}, 3), ({"at": "R1C2"}, 0)):
        state = field({TRUCK: "R1C2", SQUAD: row}, covers=covers, markers=MINEFIELD)
        d = drafted(state, [1, 2, 3][:draws])
        board(d, key(state, TRUCK), (key(state, SQUAD),))
        assert [one.key for one in d.entries].count("log.mine_check") == bool(draws)
    hurt = field({TRUCK: "R1C2", "Casualty 1": {"at": "R1C2", "cover": 1}}, covers=covers, markers=MINEFIELD)
    board(drafted(hurt), key(hurt, TRUCK), (key(hurt, "Casualty 1"),))
    hit = {2: {"kind": "mines", "at": "R1C2", "unit": SQUAD, "value": -4}}
    caught = field({TRUCK: "R1C2", SQUAD: "R1C2"}, markers={**MINEFIELD, **hit})
    no = why_not_board(caught, key(caught, TRUCK), key(caught, SQUAD))
    assert no is not None
    assert (no.rule, no.key) == ("FF-7.9.1.e", "refuse.in_mines")


@pytest.mark.rule("FF-7.2.4.e", "FF-4.2.2.imm", "FF-10.8.4")
def test_guns_that_stay_where_they_are_are_not_loaded_with_their_crews() -> None:
    gun = ".50 cal HMG"
    laid = field({TRUCK: "R1C2", gun: {"at": "R1C2", "protective": 1}}, scenario="normandy_1")
    free = field({TRUCK: "R1C2", gun: "R1C2"}, scenario="normandy_1")
    no = why_not_board(laid, key(laid, TRUCK), key(laid, gun))
    assert no is not None
    assert (no.rule, no.key) == ("FF-7.2.4.e", "refuse.line_laid")
    assert why_not_board(free, key(free, TRUCK), key(free, gun)) is None
    dug_in = field({TRUCK: "R1C2", gun: "R1C2"}, scenario="normandy_1", facts=IMMOBILE)
    no = why_not_board(dug_in, key(dug_in, TRUCK), key(dug_in, gun))
    assert no is not None
    assert (no.rule, no.key) == ("FF-4.2.2.imm", "refuse.immobile")
    crew = field({TRUCK: "R1C2", gun: {"at": "R1C2", "flipped": True}}, scenario="normandy_1", facts=IMMOBILE)
    assert why_not_board(crew, key(crew, TRUCK), key(crew, gun)) is None, "a crew that has left it is free to go"


IMMOBILE = {"units": {"n.hmg50": {"immobile": True}}}


BLOCK = {"block": {"town": {"kind": "complex", "buildings": [6, 6]}}}


def in_street(units: dict[str, Any], **more: Any) -> Any:
    """A board with two blocks, one above the other."""
    cards = {name: {"terrain": "block"} for name in ("R1C2", "R2C2")}
    return field(units, facts={"terrain": BLOCK}, cards=cards, **more)


@pytest.mark.rule("FF-13.2.2.c", "FF-10.8.2.a", "FF-10.8.1.fire1")
def test_in_a_town_those_aboard_are_in_the_street_of_their_vehicle_and_its_fire() -> None:
    gun = {LMG: {"at": "R1C2", "cover": "R1C2 street_n"}}
    for vehicle in (TANK, TRUCK):
        there = {"at": "R2C2", "cover": "R2C2 street_s"}
        state = in_street({vehicle: there, SQUAD: {"at": "R2C2", "aboard": vehicle}, **gun})
        rider, street = key(state, SQUAD), state.units[key(state, vehicle)].cover
        assert state.units[rider].cover == street
        assert [one.kind for one in volumes_on(state, rider)] == ["A"]
        d = drafted(state)
        drive(d, key(state, vehicle), card(state, "R2C2"), key_of_area(state, "R2C2 street_e"))
        assert d.now.units[rider].cover == d.now.units[key(state, vehicle)].cover != street
    afoot = in_street(
        {TRUCK: {"at": "R2C2", "cover": "R2C2 street_s"}, SQUAD: {"at": "R2C2", "cover": "R2C2 street_s"}}
    )
    on = drafted(afoot)
    board(on, key(afoot, TRUCK), (key(afoot, SQUAD),))
    assert on.now.units[key(afoot, SQUAD)].cover == afoot.units[key(afoot, TRUCK)].cover


def key_of_area(state: Any, name: str) -> int:
    return int(find(state.scenario, "cover", name))


@pytest.mark.rule("FF-13.2.2.c", "FF-10.8.2.hit", "FF-10.7.V.ko1", "FF-10.7.V.ko2", "FF-10.7.V.burn", "FF-5.1.6.D")
def test_in_a_town_whoever_leaves_a_vehicle_is_in_its_street() -> None:
    units = {
        TANK: {"at": "R2C2", "cover": "R2C2 street_e"},
        SQUAD: {"at": "R2C2", "aboard": TANK},
        "Casualty 1": {"at": "R2C2", "aboard": TANK},
    }
    state = in_street(units, assets={1: {"kind": "smoke", "holder": TANK}})
    street = key_of_area(state, "R2C2 street_e")
    for result in ("pinned", "knocked_out", "burning"):
        d = drafted(state, range(1, 9))
        take_result(d, key(state, TANK), result)
        settle(d)
        assert {row.cover for row in d.now.units.values() if row.at} == {street}
    out = drafted(state, range(1, 9))
    take_result(out, key(state, TANK), "knocked_out")
    assert (out.now.assets[1].holder, out.now.assets[1].cover) == (0, street)
    laid = drafted(state)
    set_down(laid, key(state, TANK), (key(state, "Casualty 1"),))
    load(laid, key(state, TANK), (), (1,))
    assert laid.now.units[key(state, "Casualty 1")].cover == street
    assert laid.now.assets[1].cover == street
    assert why_not_load(laid.now, key(state, TANK), 1) is None, "what lies in its street can be loaded again"


@pytest.mark.rule("FF-13.8.1.b", "FF-7.10.2.c", "FF-10.5.3")
def test_grenades_in_a_street_count_against_the_vehicles_there() -> None:
    lies = {"kind": "grenade", "at": "R2C2", "value": -4}
    for spot, counts in (("street_s", True), ("street_n", False)):
        units = {TANK: {"at": "R2C2", "cover": f"R2C2 {spot}"}, SQUAD: {"at": "R2C2", "cover": "R2C2 street_s"}}
        state = in_street(units, markers={1: {**lies, "cover": "R2C2 street_s"}})
        assert ("grenade" in volumes_on_vehicle(state, key(state, TANK))) is counts


@pytest.mark.rule("FF-7.11.5.b", "FF-7.10.4.a", "FF-10.8.2.hit")
def test_men_thrown_off_a_tank_shake_off_what_was_aimed_at_them() -> None:
    aimed = {"at": "R1C2", "unit": SQUAD, "by": LMG}
    markers = {1: {"kind": "concentrated", **aimed}, 2: {"kind": "grenade", "value": -4, **aimed}}
    state = field({**riding(TANK, SQUAD), LMG: "R2C2"}, markers=markers, fires={LMG: {"at": "R1C2"}})
    d = drafted(state, [16])
    take_result(d, key(state, TANK), "pinned")
    assert [one.kind for one in d.now.markers.values()] == ["grenade_miss"]


@pytest.mark.rule("FF-2.6.1.a", "FF-10.2.1.c")
def test_whoever_is_left_out_of_a_patrol_leaves_nobody_aboard() -> None:
    units = {TRUCK: "R1C1", SQUAD: {"at": "R1C1", "aboard": TRUCK}, "2/1 PLT": {"at": "R1C1", "aboard": TRUCK}}
    state = field(units, scenario="normandy_3", facts={"mission": {"attachments": ["Truck"]}})
    for left, rest in ((SQUAD, "2/1 PLT"), (TRUCK, SQUAD)):
        d = drafted(state)
        stay_behind(d, key(state, left))
        assert (d.now.units[key(state, left)].at, d.now.units[key(state, left)].aboard) == (0, 0)
        assert d.now.units[key(state, rest)].at == card(state, "R1C1")
        assert bool(d.now.units[key(state, rest)].aboard) is (left == SQUAD)
