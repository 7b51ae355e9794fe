"""The sum of AT combat and the results of its table (10.6, 10.8.3)."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.vehicles.resolution import (
    gunnery,
    is_ambush,
    is_rapid,
    modifier_rows,
    resolve,
    result_of,
    volume_parts,
)
from sandtable.games.fieldsoffire.rules.vehicles.weapons import Weapon, weapon_at
from sandtable.games.fieldsoffire.scenario.ground import distance
from sandtable.games.fieldsoffire.scenario.vehicles import machines
from sandtable.kernel import Sum
from tests.games.fieldsoffire.board import drafted, key
from tests.games.fieldsoffire.rules.vehicles.field import field

PANZER, TANK, BAZOOKA = "German Panzer IV 1", "M4 12", "1/AT (Bazooka)"


def parts(units: dict[str, object], firer: str, target: str, **how: bool) -> dict[str, int]:
    more = units.pop("board", {})
    state = field(units, **more)  # type: ignore[arg-type]
    one, other = key(state, firer), key(state, target)
    weapon = weapon_at(state, one, distance(state.units[one].at, state.units[other].at))
    assert weapon is not None
    given = {"moved": False, "moving": False, **how}
    found = gunnery(state, one, other, weapon, **given)
    return {part.key.removeprefix("modifier."): part.amount for part in found}


@pytest.mark.rule("FF-10.6", "FF-10.5.2.A")
def test_the_gun_at_its_range_the_armour_and_the_card_of_the_target_add_up() -> None:
    ground = {"facts": {"terrain": {"rocky": {"cc": 2}}}, "cards": {"R3C2": {"terrain": "rocky"}}}
    far = parts({TANK: "R1C2", "German StuG III 1": "R3C2", "board": ground}, TANK, "German StuG III 1")
    assert far == {"at_gun": 1, "at_defence": 1, "terrain": 2}
    near = parts({TANK: "R3C2", "German StuG III 1": "R3C2", "board": ground}, TANK, "German StuG III 1")
    assert near == {"at_gun": -3, "at_defence": 1, "terrain": 2}


@pytest.mark.rule("FF-10.6")
def test_of_two_values_of_a_card_that_of_the_border_crossed_counts() -> None:
    edges = dict.fromkeys(("n", "ne", "e", "se", "s", "sw", "w", "nw"), "dark")
    ground = {
        "facts": {"terrain": {"wood": {"cc": 3, "cc_low": 1, "edges": edges}}},
        "cards": {"R3C2": {"terrain": "wood"}},
    }
    across = parts({TANK: "R2C2", PANZER: "R3C2", "board": ground}, TANK, PANZER)
    inside = parts({TANK: "R3C2", PANZER: "R3C2", "board": ground}, TANK, PANZER)
    assert (across["terrain"], inside["terrain"]) == (3, 1)


@pytest.mark.rule("FF-10.6.a", "FF-10.6.i", "FF-10.6.j", "FF-10.7.pin", "FF-10.5.2.C.c", "FFT-at-table")
def test_a_pinned_target_a_moving_one_and_a_pinned_firer_each_count_one() -> None:
    units = {TANK: {"at": "R1C2", "pinned": True}, PANZER: {"at": "R2C2", "pinned": True}}
    found = parts({**units}, TANK, PANZER, moving=True)
    assert (found["at_target_pinned"], found["at_moving"], found["at_firer_pinned"]) == (-1, 1, 1)
    calm = parts({TANK: "R1C2", PANZER: "R2C2"}, TANK, PANZER)
    assert set(calm) == {"at_gun", "at_defence", "terrain"}


@pytest.mark.rule("FF-10.5.2.D")
def test_fire_after_a_move_costs_what_the_table_says() -> None:
    units = {TANK: "R1C2", PANZER: "R2C2"}
    assert parts({**units}, TANK, PANZER, moved=True)["at_move_and_fire"] == 2
    assert "at_move_and_fire" not in parts({**units}, TANK, PANZER)


@pytest.mark.rule(
    "FF-10.6.b", "FF-10.6.c", "FF-10.6.d", "FF-10.6.e", "FF-10.6.f", "FF-10.6.g", "FF-10.6.h", "FF-10.6.k"
)
@pytest.mark.parametrize(
    ("kind", "amount"),
    [("incoming", -1), ("mines", -2), ("grenade", -2), ("airstrike", -3), ("S", 3), ("A", 2), ("H", 1), ("sniper", 1)],
)
def test_a_volume_of_fire_has_a_modifier_instead_of_a_gun(kind: str, amount: int) -> None:
    state = field({TANK: "R1C2"})
    assert Sum.of(volume_parts(state, key(state, TANK), kind)).total == amount


@pytest.mark.rule("FF-10.6.r")
def test_all_pinned_fire_counts_four_or_by_the_erratum_two() -> None:
    for options, amount in (({}, 4), ({"all_pinned_erratum": True}, 2)):
        state = field({TANK: "R1C2"}, options=options)
        assert Sum.of(volume_parts(state, key(state, TANK), "pinned")).total == amount
    assert Sum.of(volume_parts(state, key(state, TANK), "A")).total == 2


@pytest.mark.rule("FF-10.6.b", "FF-10.5.3.b")
def test_shells_count_the_burst_icon_of_the_card_and_other_fire_does_not() -> None:
    ground = {"facts": {"terrain": {"trees": {"cc": 2, "burst": -1}}}, "cards": {"R1C2": {"terrain": "trees"}}}
    state = field({TANK: "R1C2"}, **ground)
    totals = [Sum.of(volume_parts(state, key(state, TANK), kind)).total for kind in ("incoming", "airstrike")]
    assert totals == [-2, -3]
    assert [one.amount for one in volume_parts(state, key(state, TANK), "H")] == [0, 1]


@pytest.mark.rule("FF-10.6.m", "FF-10.6.n", "FF-10.6.o", "FF-10.6.p", "FF-10.6.q", "FFT-at-table")
@pytest.mark.parametrize(
    ("total", "ground", "air"),
    [
        (-9, "burning", "crashed"),
        (-1, "burning", "crashed"),
        (0, "knocked_out", "autorotation"),
        (1, "knocked_out", "autorotation"),
        (2, "retreat", "abort_damaged"),
        (3, "retreat", "abort_damaged"),
        (4, "pinned", "abort_undamaged"),
        (5, "pinned", "abort_undamaged"),
        (6, "miss", "miss"),
        (30, "miss", "miss"),
    ],
)
def test_the_table_of_results_has_a_column_for_the_ground_and_one_for_the_air(
    total: int, ground: str, air: str
) -> None:
    state = field({TANK: "R1C2"})
    assert result_of(state, key(state, TANK), total) == ground
    flying = field({"UH-1 11": "R1C2"}, scenario="vietnam_3", facts={"mission": {"attachments": ["UH-1"]}})
    assert result_of(flying, key(flying, "UH-1 11"), total) == air


@pytest.mark.rule("FF-10.6.l", "FF-10.6")
def test_the_sum_has_no_limits_and_the_card_adds_its_number() -> None:
    state = field({TANK: {"at": "R1C2", "pinned": True}, "German 88mm 1": "R1C2"})
    d = drafted(state, [50, 1, 2, 3, 4, 5])
    firer, target = key(state, "German 88mm 1"), key(state, TANK)
    weapon = Weapon(machines()["flak88"])
    total = resolve(d, target, gunnery(state, firer, target, weapon, moved=False, moving=False), "FF-10.6", firer=firer)
    assert total == -7
    told = d.entries[0]
    assert (told.key, told.params["unit"].id, told.params["target"].id) == ("log.at_fire", firer, target)
    assert [(one.of, one.id) for one in told.points] == [("unit", firer), ("unit", target)]
    assert told.draws[0].cards == (50,)
    d = drafted(state, [1])
    resolve(d, target, (), "FF-10.5.3", fire="H")
    told = d.entries[0]
    assert (told.key, told.params["vof"], [one.id for one in told.points]) == ("log.at_volume", "H", [target])
    assert "unit" not in told.params
    assert d.now.units[target].attacked


@pytest.mark.rule("FF-10.6.1", "FF-10.6.1.a")
def test_rapid_fire_needs_the_ability_a_ground_target_and_one_of_five_sums() -> None:
    gun, rocket = Weapon(machines()["m4_75"]), Weapon(machines()["bazooka_m1a1"])
    sums = [total for total in range(-8, 9) if is_rapid(gun, total, at_ground=True)]
    assert sums == [-4, -2, 0, 2, 4]
    assert not is_rapid(gun, 2, at_ground=False)
    assert not is_rapid(rocket, 2, at_ground=True)


LISTED = {"facts": {"mission": {"setup": {"at_ambush": ["m4_75"]}}}}


@pytest.mark.rule("FF-10.8.3", "FF-10.8.3.a", "FF-10.8.3.c")
def test_a_listed_tank_without_infantry_is_ambushed_from_near() -> None:
    def modifier(units: dict[str, object], firer: str = "German Panzerschreck team 1") -> int:
        return parts({**units, "board": LISTED}, firer, TANK).get("at_ambush", 0)

    near = {TANK: "R1C2", "German Panzerschreck team 1": "R2C2"}
    assert modifier(near) == -3
    assert modifier({**near, TANK: {"at": "R1C2", "pinned": True}}) == -4
    assert modifier({**near, "1/1 PLT": "R1C2"}) == 0
    assert modifier({**near, "1/1 PLT": {"at": "R1C2", "pinned": True}}) == -3
    assert modifier({**near, "1/1 PLT": {"at": "R1C2", "aboard": TANK}}) == -3
    assert modifier({TANK: "R1C2", "German 88mm 1": "R3C2"}, "German 88mm 1") == 0
    assert modifier({TANK: "R1C2", PANZER: "R2C2"}, PANZER) == 0


@pytest.mark.rule("FF-10.8.3.a")
def test_machine_guns_and_rifle_grenades_are_no_ambush() -> None:
    gun = "NVA 12.7mm HMG 1"
    facts = {**LISTED["facts"], "nations": ["nva"]}
    state = field({TANK: "R1C2", gun: "R2C2"}, facts=facts)
    assert not is_ambush(state, key(state, gun), key(state, TANK))
    squad = "German Grenadier squad 4/Gp"
    for item, caught in (("rifle_grenade_ge", False), ("panzerfaust", True)):
        assets = {1: {"kind": item, "holder": squad, "points": 1}}
        state = field({TANK: "R1C2", squad: "R1C2"}, assets=assets, **LISTED)
        assert is_ambush(state, key(state, squad), key(state, TANK)) is caught
    empty = field({TANK: "R1C2", squad: "R1C2"}, **LISTED)
    assert not is_ambush(empty, key(empty, squad), key(empty, TANK))


@pytest.mark.rule("FF-10.8.3.a")
def test_only_vehicles_that_the_briefing_lists_can_be_ambushed() -> None:
    state = field({"M5 32": "R1C2", "German Panzerschreck team 1": "R2C2"}, **LISTED)
    assert not is_ambush(state, key(state, "German Panzerschreck team 1"), key(state, "M5 32"))
    plain = field({TANK: "R1C2", "German Panzerschreck team 1": "R2C2"})
    assert not is_ambush(plain, key(plain, "German Panzerschreck team 1"), key(plain, TANK))


PRINTED = {
    "target_pinned": ("FF-10.6.a", "target pinned", -1),
    "incoming": ("FF-10.6.b", "fire is Incoming", -1),
    "mines": ("FF-10.6.c", "mine attack", -2),
    "grenade": ("FF-10.6.d", "grenade attack (point blank)", -2),
    "airstrike": ("FF-10.6.e", "airstrike", -3),
    "S": ("FF-10.6.f", "fire is S", 3),
    "A": ("FF-10.6.g", "fire is A", 2),
    "H": ("FF-10.6.h", "fire is H", 1),
    "moving": ("FF-10.6.i", "target moving", 1),
    "firer_pinned": ("FF-10.6.j", "firer pinned", 1),
    "sniper": ("FF-10.6.k", "sniper VOF", 1),
}


@pytest.mark.rule("FF-10.6.a", "FF-10.6.b", "FF-10.6.c", "FF-10.6.d", "FF-10.6.e", "FF-10.6.f", "FF-10.6.g")
@pytest.mark.rule("FF-10.6.h", "FF-10.6.i", "FF-10.6.j", "FF-10.6.k", "FFT-at-table")
def test_the_chart_says_when_each_modifier_counts() -> None:
    rows = modifier_rows()
    assert {name: (rows[name]["rule"], rows[name]["if"], rows[name]["mod"]) for name in PRINTED} == PRINTED
    assert rows["sniper"]["seed"] == "rules 2715"
