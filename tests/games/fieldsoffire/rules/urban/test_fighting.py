"""Fire in towns."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier, volumes_on
from sandtable.games.fieldsoffire.rules.combat.volume import is_crossfire
from sandtable.games.fieldsoffire.rules.weapons.concentrating import aims_of
from tests.games.fieldsoffire.board import card, drafted, fire_of, firing, key, play, why
from tests.games.fieldsoffire.town import COMPLEX, GARDEN, HALL, HOUSES, POST, VILLA, area, town, words

ME, FOE, MG = "1/1 PLT", "NVA squad 1", "NVA MG team 1"
E = 2
STILL: dict[str, Any] = {"held": True}
DECK = {"grenade": (3, 4), "concentrated": (1, 4)}
"""Cards with one success for either kind of attack."""


def on(state: FieldsState, name: str) -> set[str]:
    """Who fires at a unit, by name."""
    names = state.scenario.names["unit"]
    return {names[by] for one in volumes_on(state, key(state, name)) for by in one.by}


def parts(state: FieldsState, name: str) -> dict[str, int]:
    """The parts of the net combat modifier of a unit."""
    reading = net_combat_modifier(state, key(state, name))
    assert reading is not None
    return {one.key.removeprefix("modifier."): one.value for one in reading.parts.parts}


@pytest.mark.rule("FF-13.8.1.a", "FF-13.8.1.d", "FF-13.1.d")
def test_those_who_share_an_area_fire_at_each_other_there_and_nowhere_else() -> None:
    units = {
        FOE: "R2C2 building_1",
        ME: "R2C2 building_1",
        "2/1 PLT": "R2C2 building_2",
        "NVA squad 2": "R2C2 building_2",
        "Litter Team 1": "R2C2 street_n",
    }
    state = town(units, {"R2C2": COMPLEX})
    assert set(firing(state).values()) == {"R2C2"}
    assert on(state, ME) == {FOE}
    assert on(state, FOE) == {ME}
    assert on(state, "2/1 PLT") == {"NVA squad 2"}
    assert on(state, "Litter Team 1") == set()


@pytest.mark.rule("FF-13.8.1.a", "FF-13.8.1.e")
def test_without_opponents_in_its_area_a_unit_fires_at_everybody_in_the_areas_it_sees_friend_or_foe() -> None:
    units = {
        FOE: "R2C2 building_1",
        "2/1 PLT": "R2C2 building_2",
        "NVA squad 2": "R2C2 building_2",
        "Litter Team 1": "R2C2 street_n",
        "NVA squad 3": {"at": "R2C2 building_1", "held": True},
    }
    state = town(units, {"R2C2": COMPLEX})
    assert on(state, "2/1 PLT") == {FOE, "NVA squad 2"}
    assert on(state, "NVA squad 2") == {FOE, "2/1 PLT"}, "his own side is hit as well"
    assert on(state, "Litter Team 1") == {FOE}
    assert on(state, FOE) == set(), "the machine gun fires only inside its area"
    assert on(state, "NVA squad 3") == set(), "nobody fires at those beside him"


@pytest.mark.rule("FF-13.8.1.a", "FF-13.8.2")
def test_opponents_on_one_card_who_do_not_see_each_other_do_not_fight() -> None:
    state = town({ME: "R2C2 street_n", FOE: "R2C2 street_s"}, {"R2C2": HALL})
    assert firing(state) == {}
    moved = play(state, {"move_within": ME, "cover": "R2C2 street_e"}).state
    assert firing(moved) == {ME: "R2C2", FOE: "R2C2"}
    hidden = town({ME: "R2C2 street_n", FOE: {"at": "R2C2 street_n", "unspotted": True, "held": True}}, {"R2C2": HALL})
    assert firing(hidden) == {}


@pytest.mark.rule("FF-13.8.2", "FF-13.8.1.e")
def test_fire_from_another_card_lies_on_the_areas_that_the_firer_sees() -> None:
    units = {FOE: "R2C3 building_1", ME: "R2C2 street_e", "2/1 PLT": "R2C2 building_1", "3/1 PLT": "R2C2 street_w"}
    state = town(units, {"R2C2": HALL, "R2C3": HALL})
    assert fire_of(state, FOE) == "R2C2"
    assert (on(state, ME), on(state, "2/1 PLT"), on(state, "3/1 PLT")) == ({FOE}, {FOE}, set())
    assert fire_of(state, "3/1 PLT") == "", "from the far side nobody can be seen"
    assert fire_of(state, "2/1 PLT") == "R2C3"
    own = town(
        {**units, "2/1 PLT": "R1C1", "NVA squad 2": {"at": "R2C2 building_1", "held": True}},
        {"R2C2": HALL, "R2C3": HALL},
        fires={FOE: {"at": "R2C2"}},
    )
    assert FOE in on(own, "NVA squad 2"), "from outside nobody is spared"


@pytest.mark.rule("FF-13.8.1.a", "FF-13.8.1.d", "FF-13.8.1.e", "FF-13.0")
def test_on_ordinary_ground_beside_a_town_fire_is_as_ever() -> None:
    units = {
        ME: "R2C2",
        "2/1 PLT": {"at": "R2C2", "held": True},
        FOE: "R2C2",
        "NVA squad 2": {"at": "R2C2", "cover": 1, "held": True},
    }
    state = town(units, {"R4C4": HALL}, covers={1: {"at": "R2C2"}})
    assert on(state, "2/1 PLT") == {FOE}
    assert on(state, "NVA squad 2") == {ME}
    assert len(aims_of(state, key(state, ME))) == 2, "both in the open and under cover"
    outside = town(
        {ME: {"at": "R2C2", "held": True}, FOE: "R3C2", "NVA squad 2": {"at": "R2C2", "held": True}},
        {"R4C4": HALL},
        fires={FOE: {"at": "R2C2"}},
    )
    assert (on(outside, ME), on(outside, "NVA squad 2")) == ({FOE}, {FOE})


@pytest.mark.rule("FF-13.8.1.a", "FF-13.8.1.d", "FF-13.8.1.e")
def test_a_weapon_that_cannot_fire_inside_lays_its_fire_elsewhere() -> None:
    mortar = "81mm Sec"
    units = {
        mortar: "R2C2 street_n",
        FOE: {"at": "R2C2 street_n", "held": True},
        "NVA squad 2": {"at": "R3C2 street_s", "held": True},
    }
    state = town(units, {"R2C2": HALL, "R3C2": HALL}, fires={mortar: {"at": "R3C2"}})
    assert fire_of(state, mortar) == "R3C2"
    assert on(state, "NVA squad 2") == {mortar}
    assert on(state, FOE) == set()


@pytest.mark.rule("FF-13.8.1.d", "FF-13.8.1.a", "FF-13.1.d")
def test_an_opponent_whom_nobody_has_spotted_keeps_nobody_busy() -> None:
    from sandtable.games.fieldsoffire.rules.weapons.grenades import why_not_target

    units = {
        ME: "R2C2 street_n",
        FOE: {"at": "R2C2 street_n", "held": True, "unspotted": True},
        "NVA squad 2": {"at": "R3C2 street_s", "held": True},
    }
    state = town(units, {"R2C2": HALL, "R3C2": HALL})
    assert why_not_target(state, key(state, ME), key(state, "NVA squad 2")) is None


@pytest.mark.rule("FF-13.8.2")
def test_fire_passes_those_on_the_way_whom_the_firer_does_not_see() -> None:
    units = {ME: "R2C1 street_n", "2/1 PLT": {"at": "R2C2 building_1", "held": True}, FOE: "R2C3 street_n"}
    cards = {f"R2C{column}": HALL for column in (1, 2, 3)}
    state = town(units, cards)
    assert fire_of(state, ME) == "R2C3"
    blocked = town({**units, "2/1 PLT": {"at": "R2C2 street_n", "held": True}}, cards)
    assert fire_of(blocked, ME) == "", "its own men stand in the street"
    nearer = town({**units, "NVA squad 2": {"at": "R2C2 building_1", "held": True}}, cards)
    assert fire_of(nearer, ME) == "R2C3"


@pytest.mark.rule("FF-13.8.1.h", "FF-6.2.4.b")
def test_crossfire_counts_for_the_areas_that_fire_from_two_sides_reaches() -> None:
    units = {
        FOE: "R2C1",
        MG: "R2C3 building_1",
        ME: {"at": "R2C2 building_1", "held": True},
        "2/1 PLT": {"at": "R2C2 street_w", "held": True},
        "3/1 PLT": {"at": "R2C2 street_e", "held": True},
    }
    state = town(units, {"R2C2": HALL, "R2C3": HALL}, fires={FOE: {"at": "R2C2"}, MG: {"at": "R2C2"}})
    at = card(state, "R2C2")
    assert is_crossfire(state, at, area(state, "R2C2 building_1"))
    assert not is_crossfire(state, at, area(state, "R2C2 street_w"))
    assert not is_crossfire(state, at, area(state, "R2C2 street_e"))
    assert parts(state, ME)["crossfire"] == -1
    assert "crossfire" not in parts(state, "2/1 PLT")


@pytest.mark.rule("FF-13.8.1.h")
def test_fire_from_inside_the_card_makes_no_crossfire() -> None:
    units = {FOE: "R2C1", MG: "R2C2 street_n", ME: {"at": "R2C2 building_1", "held": True}}
    state = town(units, {"R2C2": HALL}, fires={FOE: {"at": "R2C2"}, MG: {"at": "R2C2"}})
    assert on(state, ME) == {FOE, MG}
    assert not is_crossfire(state, card(state, "R2C2"), area(state, "R2C2 building_1"))


def grenade(at: str, **more: Any) -> dict[str, Any]:
    return {"kind": "grenade", "at": at.partition(" ")[0], "cover": at, "value": -4, "by": ME, **more}


@pytest.mark.rule("FF-13.8.1.b", "FF-13.8.1.f")
@pytest.mark.parametrize(
    ("kind", "verb"), [("grenade", {"grenade": ME, "target": FOE}), ("concentrated", {"concentrate": ME, "cover": 0})]
)
def test_an_attack_from_inside_an_area_is_on_the_other_side_only_and_from_elsewhere_on_all(
    kind: str, verb: Any
) -> None:
    for start, spared in (("R2C2 building_1", "friendly"), ("R2C2 building_2", "")):
        units = {ME: start, FOE: {"at": "R2C2 building_1", "pinned": True}}
        mate = {"2/1 PLT": {"at": "R2C2 building_1", "held": True}} if spared else {}
        state = town({**units, **mate}, {"R2C2": COMPLEX})
        do = {**verb, "cover": "R2C2 building_1"} if "cover" in verb else verb
        hit = play(state, do, deck=DECK[kind]).state
        (marker,) = (one for one in hit.markers.values() if one.kind == kind)
        assert (marker.cover, marker.side) == (area(state, "R2C2 building_1"), spared)


@pytest.mark.rule("FF-13.8.1.f", "FF-13.8.1.b")
def test_who_is_spared_by_an_attack_and_who_is_not() -> None:
    units = {ME: "R2C2 building_1", "2/1 PLT": {"at": "R2C2 building_1", "held": True}, FOE: "R2C2 building_1"}
    inside = town(units, {"R2C2": COMPLEX}, markers={1: grenade("R2C2 building_1", side="friendly")})
    assert parts(inside, FOE)["vof_grenade"] == -4
    assert "vof_grenade" not in parts(inside, "2/1 PLT")
    outside = town(units, {"R2C2": COMPLEX}, markers={1: grenade("R2C2 building_1", by="3/1 PLT")})
    assert parts(outside, "2/1 PLT")["vof_grenade"] == -4


@pytest.mark.rule("FF-13.8.1.g", "FF-13.8.1.b")
def test_a_critical_attack_leaves_an_area_without_any_cover() -> None:
    units = {ME: "R2C2 building_1", FOE: "R2C2 building_1"}
    plain = town(units, {"R2C2": COMPLEX}, markers={1: grenade("R2C2 building_1", side="friendly")})
    assert parts(plain, FOE)["cover"] == 6
    critical = town(units, {"R2C2": COMPLEX}, markers={1: grenade("R2C2 building_1", side="friendly", critical=True)})
    assert "cover" not in parts(critical, FOE)
    assert parts(critical, FOE)["terrain"] == 0
    assert parts(critical, ME)["cover"] == 6, "it is not on his own men"


@pytest.mark.rule("FF-13.8.1.b")
def test_misses_are_on_the_whole_card_whoever_sees_it() -> None:
    units = {ME: "R2C2 street_n", "2/1 PLT": "R2C2 building_1"}
    state = town(units, {"R2C2": HALL}, markers={1: {"kind": "grenade_miss", "at": "R2C2"}})
    assert parts(state, ME)["vof_grenade_miss"] == -1
    assert parts(state, "2/1 PLT")["vof_grenade_miss"] == -1


@pytest.mark.rule("FF-13.8.1.c", "FF-13.8.1.i")
def test_crowding_counts_each_side_for_itself_against_grenades_in_a_building() -> None:
    units = {ME: "R2C2 building_1", FOE: "R2C2 building_1", "NVA squad 2": "R2C2 building_1"}
    state = town(units, {"R2C2": COMPLEX}, markers={1: grenade("R2C2 building_1", side="friendly")})
    assert parts(state, FOE)["crowding"] == -3
    outside = {ME: "R2C2 building_1", FOE: "R2C2 street_n", "NVA squad 2": "R2C2 street_n"}
    street = town(outside, {"R2C2": COMPLEX}, markers={1: grenade("R2C2 street_n")})
    assert "crowding" not in parts(street, FOE)


@pytest.mark.rule("FF-13.3.e", "FF-13.3.b")
@pytest.mark.parametrize(("spot", "weak"), [("upper_1", True), ("building_1", False), ("street_n", False)])
def test_heavy_fire_and_shells_count_one_more_upstairs(spot: str, weak: bool) -> None:
    heavy = {"NVA Type 56 75mm RCL 1": "R3C2"}
    state = town({ME: {"at": f"R2C2 {spot}", "held": True}, **heavy}, {"R2C2": POST})
    found = parts(state, ME)
    assert "vof_h" in found
    assert ("upstairs" in found) is weak
    if weak:
        assert found["upstairs"] == -1
    shells = {1: {"kind": "incoming", "at": "R2C2", "value": -4}}
    assert ("upstairs" in parts(town({ME: f"R2C2 {spot}"}, {"R2C2": POST}, markers=shells), ME)) is weak
    rifles = town({ME: {"at": f"R2C2 {spot}", "held": True}, FOE: "R3C2"}, {"R2C2": POST})
    assert "upstairs" not in parts(rifles, ME)


@pytest.mark.rule("FF-13.3.e")
def test_the_upper_storey_of_an_ordinary_house_is_no_weaker() -> None:
    covers = {1: {"at": "R2C2", "kind": "upper_story", "value": 3, "up": True}}
    markers = {1: {"kind": "incoming", "at": "R2C2", "value": -4}}
    state = town({ME: {"at": "R2C2", "cover": 1}, "2/1 PLT": "R2C2"}, {}, covers=covers, markers=markers)
    assert "upstairs" not in parts(state, ME)
    assert "upstairs" not in parts(state, "2/1 PLT")


@pytest.mark.rule("FF-13.8.1.d")
def test_nobody_aims_out_of_an_area_that_he_fights_for() -> None:
    units = {ME: "R2C2 building_1", FOE: "R2C2 building_1", "NVA squad 2": "R2C2 building_2"}
    state = town(units, {"R2C2": COMPLEX})
    assert words(state, aims_of(state, key(state, ME))) == {"R2C2 building_1"}
    alone = town({ME: "R2C2 building_1", "NVA squad 2": "R2C2 building_2"}, {"R2C2": COMPLEX})
    assert words(alone, aims_of(alone, key(alone, ME))) == {"R2C2 building_2"}
    assert why(state, {"grenade": ME, "target": "NVA squad 2"}).rule == "FF-13.8.1.d"


@pytest.mark.rule("FF-13.9.3", "FF-6.1.2.d")
def test_smoke_in_the_area_of_a_firer_ends_his_fire_out_of_it() -> None:
    units = {ME: "R2C2 building_1", "2/1 PLT": "R2C2 building_2", FOE: {"at": "R2C3 building_1", "held": True}}
    cards = {"R2C2": COMPLEX, "R2C3": HALL}
    assert fire_of(town(units, cards), ME) == "R2C3"
    d = drafted(town(units, cards))
    from sandtable.games.fieldsoffire.model import SMOKE, Marker
    from sandtable.games.fieldsoffire.rules.combat.settle import settle

    at = card(d.now, "R2C2")
    d.put("markers", 9, Marker(SMOKE, at=at, cover=area(d.now, "R2C2 building_1"), value=2))
    settle(d)
    assert (fire_of(d.now, ME), fire_of(d.now, "2/1 PLT")) == ("R2C2", "R2C3")


@pytest.mark.rule("FF-13.9.3", "FF-13.9.3.b")
def test_smoke_covers_those_in_its_own_area() -> None:
    markers = {1: {"kind": "smoke", "at": "R2C2", "cover": "R2C2 building_1", "value": 2}}
    units = {
        ME: {"at": "R2C2 building_1", "held": True},
        "2/1 PLT": {"at": "R2C2 building_2", "held": True},
        FOE: "R2C3",
    }
    state = town(units, {"R2C2": COMPLEX}, markers=markers)
    assert parts(state, ME)["smoke"] == 2
    assert "smoke" not in parts(state, "2/1 PLT")
    whole = town(units, {"R2C2": COMPLEX}, markers={1: {"kind": "smoke", "at": "R2C2", "value": 2}})
    assert parts(whole, "2/1 PLT")["smoke"] == 2


# -- compounds ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-13.4.2.d", "FF-13.4.2.b")
def test_from_upstairs_fire_into_the_courtyard_can_be_concentrated_without_an_attempt() -> None:
    from sandtable.games.fieldsoffire.rules.urban.courtyards import marksmen, yard_below

    def able(units: dict[str, Any], side: str = "friendly", terrain: str = VILLA, **fields: Any) -> set[str]:
        state = town(units, {"R2C2": terrain, "R2C3": COMPLEX}, **fields)
        return {state.scenario.names["unit"][one] for one in marksmen(state, side)}

    above = {ME: "R2C2 upper_1", FOE: "R2C2 courtyard"}
    assert able(above) == {ME}
    assert able({ME: "R2C2 courtyard", FOE: {"at": "R2C2 upper_1", "ammo": 4}}, "enemy") == {FOE}
    assert able({ME: "R2C2 courtyard", FOE: {"at": "R2C2 upper_1", "ammo": 1}}, "enemy") == set(), "too few rounds"
    assert able({**above, ME: "R2C2 building_1"}) == set(), "only from above"
    assert able({**above, ME: {"at": "R2C2 upper_1", "pinned": True}}) == set()
    assert able({ME: "R2C2 upper_1", FOE: "R2C2 building_1"}) == set(), "nobody is in the yard"
    assert able({**above, "NVA squad 2": "R2C2 upper_1"}) == set(), "they fight for the storey"
    assert able({ME: "R2C2 upper_1", FOE: "R2C2 street_n"}) == set()
    held = {ME: {"at": "R2C2 upper_1", "held": True}, FOE: "R2C2 courtyard"}
    assert able(held) == set()
    quiet = town(held, {"R2C2": VILLA})
    assert yard_below(quiet, key(quiet, ME)) == 0
    aimed = {1: {"kind": "concentrated", "at": "R2C2", "cover": "R2C2 courtyard", "by": ME}}
    assert able(above, markers=aimed) == set(), "it has concentrated already"
    thrown = {1: grenade("R2C2 courtyard")}
    assert able(above, markers=thrown) == {ME}
    assert able({ME: "R1C1", FOE: "R2C2 upper_1"}, fires={ME: {"at": "R2C2"}, FOE: {"at": "R1C1"}}) == set()
    assert able({ME: "R2C2 upper_1", FOE: "R1C1"}) == set()
    assert able({ME: "R2C2 upper_1", FOE: "R2C2 building_1"}, terrain=POST) == set()


@pytest.mark.rule("FF-13.4.2.d")
def test_from_a_joined_house_too() -> None:
    from sandtable.games.fieldsoffire.rules.urban.courtyards import aim_down, yard_below

    markers = {1: {"kind": "joined", "at": "R2C2", "value": E}}
    low = {"terrain": {"yard": {"town": {"kind": "compound", "buildings": [3], "wall": False}}}}
    units = {ME: "R2C3 building_1", FOE: {"at": "R2C2 courtyard", "held": True}}
    state = town(units, {"R2C2": "yard", "R2C3": COMPLEX}, markers=markers, facts=low)
    assert yard_below(state, key(state, ME)) == area(state, "R2C2 courtyard")
    apart = town(units, {"R2C2": "yard", "R2C3": COMPLEX}, facts=low)
    assert yard_below(apart, key(apart, ME)) == 0
    upstairs = town({**units, ME: "R2C3 upper_1"}, {"R2C2": "yard", "R2C3": COMPLEX}, facts=low)
    assert yard_below(upstairs, key(upstairs, ME)) == 0, "above another yard"
    d = drafted(state)
    aim_down(d, key(state, ME))
    assert [(one.kind, one.cover, one.by) for one in d.now.markers.values()][1:] == [
        ("concentrated", area(state, "R2C2 courtyard"), key(state, ME))
    ]
    street = town({**units, ME: "R2C3 street_w"}, {"R2C2": "yard", "R2C3": COMPLEX}, facts=low)
    assert yard_below(street, key(street, ME)) == 0


@pytest.mark.rule("FF-13.4.2.d")
def test_the_player_is_asked_and_may_decline_and_the_enemy_always_does_it() -> None:
    from tests.games.fieldsoffire.board import built

    def ask(units: dict[str, Any], **fields: Any) -> Any:
        rows = {name: {"at": "R2C2", "cover": f"R2C2 {spot}", "ammo": 4} for name, spot in units.items()}
        at = {"phase": "mission.turn.combat.courtyards"}
        return built(rows, at=[at], scenario="street_fight", cards={"R2C2": {"terrain": VILLA}}, **fields)

    asked = ask({ME: "upper_1", FOE: "courtyard"}).state
    assert asked.here.at == "mission.turn.combat.courtyards"
    done = play(asked, {"aim_down": ME}, deck=tuple(range(1, 30)))
    assert "log.aims_down" in [one.key for one in done.entries]
    assert done.state.here.at != "mission.turn.combat.courtyards", "nobody else could"
    declined = play(asked, {"hold_aim": True}, deck=tuple(range(1, 30)))
    assert "log.aims_down" not in [one.key for one in declined.entries]
    theirs = ask({ME: "courtyard", FOE: "upper_1"}, deck=tuple(range(1, 30)))
    assert "log.aims_down" in [one.key for one in theirs.entries]


@pytest.mark.rule("FF-13.4.2.c")
def test_a_compound_with_spotted_enemies_is_a_target_for_guns_though_nobody_sees_over_the_wall() -> None:
    from sandtable.games.fieldsoffire.rules.weapons.support import shows_enemy

    units = {"ARTY FO": "R1C2", FOE: {"at": "R2C2 courtyard", "held": True}}
    for terrain, spot, shown in ((GARDEN, "courtyard", True), (HOUSES, "street_n", False), (HOUSES, "street_s", True)):
        state = town({**units, FOE: {"at": f"R2C2 {spot}", "held": True}}, {"R2C2": terrain})
        assert shows_enemy(state, key(state, "ARTY FO"), card(state, "R2C2")) is shown
    plain = town({"ARTY FO": "R1C2", FOE: {"at": "R2C2", "held": True}})
    assert shows_enemy(plain, key(plain, "ARTY FO"), card(plain, "R2C2"))


@pytest.mark.rule("FF-13.8.1.e", "FF-13.8.1.a")
def test_nobody_fires_into_an_area_of_his_card_where_only_friends_are() -> None:
    units = {ME: "R2C2 building_1", "2/1 PLT": {"at": "R2C2 building_2", "held": True}, FOE: {"at": "R2C2 street_n"}}
    state = town(units, {"R2C2": COMPLEX})
    assert on(state, FOE) == {ME}
    assert on(state, "2/1 PLT") == {FOE}
    mixed = town({**units, "NVA squad 2": {"at": "R2C2 building_2", "held": True}}, {"R2C2": COMPLEX})
    assert on(mixed, "2/1 PLT") == {FOE, ME}
