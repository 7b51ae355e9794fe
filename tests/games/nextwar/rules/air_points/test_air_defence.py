"""Rule 6.6: air defence fire against combat support."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import Battle, KoreaState, Support
from sandtable.games.nextwar.rules.air_points import air_defence
from sandtable.games.nextwar.rules.combat import support
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import HAMHUNG
from sandtable.kernel import Modifier, Unasked
from tests.games.nextwar.battles import TARGET, attack, battle, standing
from tests.games.nextwar.board import (
    ARM,
    INF,
    ROK_INF,
    ROK_MECH,
    accounts,
    advanced,
    at,
    board,
    draft,
    key,
    logged,
    may,
    play,
    reasons,
    why,
)

BASES = {
    "hexes": {
        "N3006": {"country": "DPRK", "features": ["airbase"]},
        "N3020": {"country": "ROK", "features": ["airbase"]},
    }
}


def fired(state: KoreaState, given: Support, dice: list[int], side: str = "dprk") -> KoreaState:
    """The position after air defence fired at the attacker's support."""
    d = draft(state, dice)
    d.call("battle.air_defence", battle(state, INF, attack_support=given))
    air_defence.fire_at_support(d)
    assert d.dice.dice.left == ()  # type: ignore[attr-defined]
    return d.now


@pytest.mark.rule("NW-6.6.1", "NWT-ADF")
@pytest.mark.parametrize(
    ("level", "holder", "firer", "column"),
    [
        ("contested", "", "dprk", "contested"),
        ("advantage", "dprk", "dprk", "firer_advantage"),
        ("supremacy", "dprk", "allied", "mission_supremacy"),
        ("superiority", "allied", "allied", "firer_superiority"),
    ],
)
def test_the_column_is_the_level_as_the_firer_sees_it(level: str, holder: str, firer: str, column: str) -> None:
    state = board("basic.first_movement", {}, air_level=level, air_side=holder)
    assert air_defence.column(state, firer) == column


@pytest.mark.rule("NWT-ADF")
def test_the_table_is_whole_and_falls_from_left_to_right() -> None:
    printed = chart("air_defence")
    assert len(printed["columns"]) == 7
    for cells in printed["rows"].values():
        losses = [air_defence.parse(cell).lost for cell in cells]
        assert losses == sorted(losses, reverse=True)
    assert printed["rows"]["4"] == printed["rows"]["5 to 6"]  # as printed


@pytest.mark.rule("NW-6.6.1.1.b", "NW-6.2.1.b", "NW-9.6.1")
def test_the_first_printed_example() -> None:
    # (-1) against four air points: three support the combat.
    state = fired(standing(accounts={"dprk": {"air": 0}}, air_level="contested"), Support(air=4), [1])
    fight = state.subject(Battle)
    assert support.total(state, fight, "dprk") == 3
    assert state.accounts["dprk"].air_lost == 0


@pytest.mark.rule("NW-6.6.1.1.d", "NW-6.5.3.b", "NW-6.6.1.1.b")
def test_the_second_printed_example() -> None:
    # (-1) against a US helicopter of two points: one supports the combat.
    at_ = "initiative.reaction_combat"
    state = standing({ROK_INF: "N3010", INF: TARGET}, at=at_, helicopters={"US AH-64 1": {"hex": "N3020"}}, facts=BASES)
    d = draft(state, [1])
    one = next(k for k, u in state.board.helicopters.items() if u.name == "US AH-64 1")
    fight = battle(state, ROK_INF, side="allied", attack_support=Support(helicopters=(one,)))
    d.call("battle.air_defence", fight)
    air_defence.fire_at_support(d)
    assert support.total(d.now, d.now.subject(Battle), "allied") == 1
    assert d.now.helicopters[one].steps == 2


@pytest.mark.rule("NW-6.6.1.1.c", "NW-6.3.2", "NW-6.3.a", "NWK-16.1.2.i")
def test_a_star_takes_an_air_point_for_good() -> None:
    state = fired(standing(air_level="contested"), Support(air=2), [0])
    assert state.accounts["dprk"].air_lost == 1
    assert state.subject(Battle).attack_support == Support(air=1)


@pytest.mark.rule("NWK-16.1.1.k")
def test_in_train_to_seoul_it_does_not() -> None:
    state = fired(standing(air_level="contested", scenario="train_to_seoul"), Support(air=2), [0])
    assert state.accounts["dprk"].air_lost == 0


@pytest.mark.rule("NW-6.6.1.1.c", "NW-6.5.4.c", "NWT-VP")
def test_a_star_takes_a_step_of_a_helicopter() -> None:
    units = {"DPRK Mi-24D 1": {"hex": "N3006"}}
    state = standing(air_level="contested", helicopters=units, facts=BASES)
    one = next(k for k, u in state.board.helicopters.items() if u.name == "DPRK Mi-24D 1")
    after = fired(state, Support(helicopters=(one,)), [0])
    assert after.helicopters[one].steps == 1
    weak = standing(air_level="contested", helicopters={"DPRK Mi-24D 1": {"hex": "N3006", "steps": 1}}, facts=BASES)
    after = fired(weak, Support(helicopters=(one,)), [0])
    assert after.helicopters[one].box == "eliminated"
    assert after.accounts["allied"].turn_vp2 == 4


@pytest.mark.rule("NW-6.6.c", "NW-6.6.d", "NWS-STD-3.2.e", "NW-9.2.5", "NW-6.6.a")
def test_one_roll_for_all_air_points_and_one_for_each_helicopter() -> None:
    units = {"DPRK Mi-24D 1": {"hex": "N3006"}, "DPRK Mi-24D 2": {"hex": "N3006"}}
    state = standing(air_level="contested", helicopters=units, facts=BASES)
    two = tuple(k for k, u in state.board.helicopters.items() if u.type == "Mi-24D")
    fired(state, Support(air=4, helicopters=two), [9, 9, 9])


@pytest.mark.rule("NWT-ADF.drm")
def test_modifiers_of_the_target_hex() -> None:
    def found(units: dict[str, Any], **facts: Any) -> dict[str, int]:
        state = standing({INF: "N3010", **units}, facts={"hexes": facts})
        return reasons(air_defence.modifiers(state, "allied", at(state, TARGET)))

    base = {"country": "ROK", "features": ["airfield"]}
    assert found({ROK_INF: TARGET}) == {}
    assert found({ROK_INF: TARGET}, N3013=base) == {"near_base": -2}
    assert found({ROK_INF: TARGET}, N3014=base) == {}
    assert found({ROK_INF: TARGET}, N3013={"country": "DPRK", "features": ["port"]}) == {}
    assert found({ROK_INF: TARGET, ROK_MECH: "N3012"}) == {"near_armour": -1}
    assert found({ROK_INF: TARGET, ROK_MECH: "N3013"}) == {}


@pytest.mark.rule("NWT-ADF.drm")
def test_helicopters_that_cannot_fly_around_enemies_are_easier_targets() -> None:
    ring = ("N3005", "N3105", "N3106", "N3007", "N2906", "N2905")
    rok = [f"ROK {n} Inf Div" for n in ("1/I", "25/I", "9/I", "6/V", "3/V", "8/V")]
    state = standing({INF: "N3010", "ROK 28/VI Inf Div": TARGET, **dict(zip(rok, ring, strict=True))}, facts=BASES)
    assert air_defence.overflies(state, at(state, "N3006"), at(state, TARGET), 12, "allied")
    free = standing({INF: "N3010", ROK_INF: TARGET}, facts=BASES)
    assert not air_defence.overflies(free, at(free, "N3006"), at(free, TARGET), 12, "allied")


@pytest.mark.rule("NW-6.6.b")
def test_flights_at_home_and_away_from_the_enemy_are_safe_unless_he_rules_the_air() -> None:
    hexes = {f"N30{n:02d}": {"country": "DPRK"} for n in range(3, 12)} | {"N3015": {"country": "ROK"}}
    for side, safe in (("", True), ("dprk", True), ("allied", False)):
        level = "contested" if not side else "advantage"
        state = board("basic.first_movement", {ARM: "N3006"}, facts={"hexes": hexes}, air_level=level, air_side=side)
        assert air_defence.is_immune(state, "dprk", at(state, "N3004"), at(state, "N3008")) is safe
    near = board("basic.first_movement", {ROK_INF: "N3009"}, facts={"hexes": hexes}, air_level="contested")
    assert not air_defence.is_immune(near, "dprk", at(near, "N3004"), at(near, "N3008"))
    assert not air_defence.is_immune(near, "dprk", at(near, "N3004"), at(near, "N3015"))


# -- giving support --------------------------------------------------------------------------------------------------


def supporting(**more: Any) -> KoreaState:
    accounts = {"dprk": {"air": 9}, "allied": {"air": 9}}
    units = {"DPRK Mi-24D 1": {"hex": "N3006"}, "DPRK Mi-24D 2": {"hex": "N3006"}, "ROK AH-1 1": {"hex": "N3020"}}
    fields = {"air_level": "contested", "accounts": accounts, "helicopters": units, "facts": BASES, **more}
    return attack(standing(**fields), INF).state


@pytest.mark.rule("NW-6.2.1.a", "NW-9.2.4", "NW-6.2.a")
def test_the_attacker_gives_up_to_four_air_points_the_defender_two() -> None:
    state = supporting()
    assert may(state, "dprk", {"do": "support", "air": 4})
    assert not may(state, "dprk", {"do": "support", "air": 5})
    state = play(state, "dprk", {"do": "support", "air": 4}).state
    assert state.accounts["dprk"].air == 5
    assert may(state, "allied", {"do": "support", "air": 2})
    assert not may(state, "allied", {"do": "support", "air": 3})


@pytest.mark.rule("NW-6.5.3.a", "NW-6.5.3.c", "NW-2.4.3")
def test_two_helicopters_of_the_attacker_one_of_the_defender_within_range() -> None:
    state = supporting()
    both = {"do": "support", "air": 0, "helicopters": ["DPRK Mi-24D 1", "DPRK Mi-24D 2"]}
    assert may(state, "dprk", both)
    far = supporting(helicopters={"DPRK Mi-24D 1": {"hex": "N3006"}, "DPRK Mi-24D 2": {"hex": "N1401"}})
    assert why(far, "dprk", both).rule == "NW-6.5.3.a"
    state = play(state, "dprk", {"do": "support", "air": 0}).state
    assert may(state, "allied", {"do": "support", "air": 0, "helicopters": ["ROK AH-1 1"]})


@pytest.mark.rule("NW-6.5.2", "NW-4.1.2.c", "NW-4.1.3.g", "NWS-STD-5.1")
@pytest.mark.parametrize(
    ("weather", "missions", "able"),
    [("clear", 1, True), ("clear", 2, False), ("overcast", 0, True), ("overcast", 1, False), ("storm", 0, False)],
)
def test_missions_of_a_turn(weather: str, missions: int, able: bool) -> None:
    state = supporting(weather=weather, helicopters={"DPRK Mi-24D 1": {"hex": "N3006", "missions": missions}})
    assert may(state, "dprk", {"do": "support", "air": 0, "helicopters": ["DPRK Mi-24D 1"]}) is able


@pytest.mark.rule("NW-6.5.2")
def test_one_mission_in_a_segment() -> None:
    state = supporting(helicopters={"DPRK Mi-24D 1": {"hex": "N3006", "flew": True, "missions": 1}})
    assert not may(state, "dprk", {"do": "support", "air": 0, "helicopters": ["DPRK Mi-24D 1"]})


@pytest.mark.rule("NW-6.5.3.b", "NW-2.4.2", "NW-6.5.1.a")
def test_helicopters_support_from_their_base() -> None:
    state = supporting(accounts={"dprk": {"air": 0}, "allied": {"air": 0}})
    state = play(state, "dprk", {"do": "support", "helicopters": ["DPRK Mi-24D 1", "DPRK Mi-24D 2"]}).state
    step = play(state, "allied", {"do": "support", "helicopters": []}, [9, 9, 5])
    assert reasons(logged(step, "combat").modifiers)["support"] == -2
    one = next(k for k, u in state.board.helicopters.items() if u.name == "DPRK Mi-24D 1")
    assert (step.state.helicopters[one].hex, step.state.helicopters[one].missions) == (at(state, "N3006"), 1)


@pytest.mark.rule("NW-7.3.1", "NW-9.6.1.a", "NW-9.6.1", "NW-7.3.3", "NW-7.3.4.a")
def test_ships_at_sea_support_once_in_a_segment() -> None:
    sea = {"hexes": {"N3012": {"terrain": "sea"}, "N3013": {"terrain": "sea"}}}
    ships = {"US SAG": {"hex": "N3013"}, "US CVN BG 1": {"hex": "N3012"}, "US CVN BG 2": {"hex": "yellow.inshore"}}
    units = {ROK_INF: "N3010", INF: TARGET}
    at_ = "initiative.reaction_combat"
    state = attack(standing(units, at=at_, facts=sea, ships=ships), ROK_INF, seat="allied").state
    assert why(state, "allied", {"do": "support", "ships": ["US CVN BG 2"]}).rule == "NW-7.3.1"
    step = play(state, "allied", {"do": "support", "ships": ["US SAG", "US CVN BG 1"]}, [5])
    assert reasons(logged(step, "combat").modifiers)["support"] == -5
    used = {**ships, "US SAG": {"hex": "N3013", "fired": True}}
    fired_ = standing(units, at=at_, facts=sea, ships=used)
    state = attack(fired_, ROK_INF, seat="allied").state
    assert not may(state, "allied", {"do": "support", "ships": ["US SAG"]})
    assert why(state, "allied", {"do": "support", "ships": ["US SAG"]}).rule == "NW-9.6.1.a"
    everybody = {name: {**ship, "fired": True} for name, ship in ships.items()}
    helped = standing(units, at=at_, facts=sea, ships=everybody, accounts=accounts(allied={"air": 1}))
    state = attack(helped, ROK_INF, seat="allied").state
    assert why(state, "allied", {"do": "support", "ships": ["US SAG"]}).rule == "NW-9.6.1.a", "also where none can come"


@pytest.mark.rule("NW-6.5.2", "NW-6.2.a")
def test_who_cannot_come_is_refused_with_the_reason_also_where_no_other_can() -> None:
    bases = {"N3006": {"features": ["airbase"], "country": "DPRK"}}
    flown = {"DPRK Mi-24D 1": {"hex": "N3006", "missions": 2}}
    state = standing(facts={"hexes": bases}, accounts=accounts(dprk={"air": 1}), helicopters=flown, weather="clear")
    asking = attack(state, INF).state
    assert why(asking, "dprk", {"do": "support", "helicopters": list(flown)}).rule == "NW-6.5.2"
    rested = {"DPRK Mi-24D 1": {"hex": "N3006"}}
    state = standing(facts={"hexes": bases}, accounts=accounts(dprk={"air": 0}), helicopters=rested, weather="clear")
    assert why(attack(state, INF).state, "dprk", {"do": "support", "air": 1}).rule == "NW-6.2.a"


@pytest.mark.rule("NW-9.6.1", "NW-2.3.1")
def test_nobody_is_asked_who_has_nothing_to_give() -> None:
    step = attack(standing(), INF, dice=[9])
    assert key(step.state, INF)
    assert logged(step, "combat")


@pytest.mark.rule("NW-6.2.1.a", "NW-6.5.3.a", "NW-6.2.2.c")
def test_more_support_than_may_be_given_is_refused_with_the_rule() -> None:
    bases = {"N3006": {"features": ["airbase"], "country": "DPRK"}}
    choppers = {name: {"hex": "N3006"} for name in ("DPRK Mi-24D 1", "DPRK Mi-24D 2", "PRC Zhi-10 1")}
    state = standing(facts={"hexes": bases}, accounts=accounts(dprk={"air": 9}), helicopters=choppers, weather="clear")
    asking = attack(state, INF).state
    assert why(asking, "dprk", {"do": "support", "air": 5}).rule == "NW-6.2.1.a"
    three = {"do": "support", "air": 0, "helicopters": list(choppers)}
    assert why(asking, "dprk", three).rule == "NW-6.5.3.a"
    poor = attack(standing(accounts=accounts(dprk={"air": 2}), weather="clear"), INF).state
    assert why(poor, "dprk", {"do": "support", "air": 3}).rule == "NW-6.2.a"


@pytest.mark.rule("NW-6.2.2.a", "NW-6.2.2.c")
def test_one_or_two_points_go_along_with_a_flight() -> None:
    def given(air: int, points: int) -> str | None:
        choice = air_defence.escorts(board(accounts=accounts(dprk={"air": air})), "dprk")
        no = choice.why(points) if isinstance(choice, Unasked) else choice.refusal(points)
        return no and no.rule

    assert [given(5, n) for n in (0, 1, 2, 3)] == [None, None, None, "NW-6.2.2.c"]
    assert [given(1, n) for n in (0, 1, 2, 3)] == [None, None, "NW-6.2.a", "NW-6.2.2.c"]
    assert (given(2, 2), given(0, 0), given(0, 1), given(0, 3)) == (None, None, "NW-6.2.a", "NW-6.2.2.c")
    assert given(5, -1) == ""


@pytest.mark.rule("NW-6.6.1.1.d", "NW-6.5.3.b", "NW-9.6.1")
@pytest.mark.parametrize(
    ("steps", "dice", "left"),
    [
        ((2, 2), [0, 9], (1, 2, 2)),  # (-1)* of the first: reduced to one point, and that does not come; the other does
        ((1, 2), [0, 9], (0, 2, 2)),  # shot down: it takes nothing from the other
        ((1, 2), [9, 1], (1, 2, 2)),  # (-1) of the second alone
        ((1, 2), [1, 9], (1, 2, 2)),  # driven off, but no more than it has
        ((2, 2), [1, 1], (2, 2, 2)),
    ],
)
def test_each_helicopter_answers_for_itself(
    steps: tuple[int, int], dice: list[int], left: tuple[int, int, int]
) -> None:
    flyers = {f"US AH-64 {n}": {"hex": "N3020", "steps": steps[n - 1]} for n in (1, 2)}
    state = standing({ROK_INF: "N3010", INF: TARGET}, at="initiative.reaction_combat", helicopters=flyers, facts=BASES)
    numbers = tuple(k for k, u in state.board.helicopters.items() if u.name in flyers)
    d = draft(state, dice)
    d.call("battle.air_defence", battle(state, ROK_INF, side="allied", attack_support=Support(helicopters=numbers)))
    air_defence.fire_at_support(d)
    found = tuple(d.now.helicopters[k].steps for k in numbers)
    assert (*found, support.total(d.now, d.now.subject(Battle), "allied")) == left


@pytest.mark.rule("NW-6.6.1", "NWT-ADF")
def test_without_a_level_or_a_side_it_is_contested() -> None:
    for level, side in (("contested", "dprk"), ("advantage", "")):
        state = board("basic.first_movement", {}, air_level=level, air_side=side)
        assert air_defence.column(state, "dprk") == "contested"


@pytest.mark.rule("NW-6.6.1", "NW-6.6.1.1.b", "NW-6.6.1.1.a", "NW-6.6.1.1.c")
def test_a_shot_is_told_with_its_die_and_its_column() -> None:
    assert air_defence.parse("-") == air_defence.Result(abort=False, lost=0, star=False)
    assert air_defence.parse("A-3*") == air_defence.Result(abort=True, lost=3, star=True)
    state = standing(air_level="advantage", air_side="allied")
    d = draft(state, [1])
    d.call("battle.air_defence", battle(state, INF))
    found = air_defence.fire(d, "dprk", at(state, TARGET), (), "points")
    assert (found.lost, found.star) == (1, True)
    (entry,) = d.entries
    assert (entry.params["column"], entry.params["result"], entry.seat) == ("firer_advantage", "A-1*", "allied")
    assert [roll.faces for roll in entry.rolls] == [(1,)]
    near = standing({INF: "N3010", ROK_INF: TARGET, ROK_MECH: "N3012"}, air_level="contested")
    d = draft(near, [1])
    d.call("battle.air_defence", battle(near, INF))
    air_defence.fire(d, "dprk", at(near, TARGET), (Modifier("NW-6.2.2.a", "modifier.escort", 2),), "points")
    assert reasons(d.entries[0].modifiers) == {"near_armour": -1, "escort": 2}


@pytest.mark.rule("NW-6.6.1.1.b", "NW-6.3.2", "NW-6.6.1.1.d", "NW-6.6.1.1.c")
def test_nobody_loses_more_than_he_sent() -> None:
    strong = {"air_level": "superiority", "air_side": "allied"}
    assert fired(standing(**strong), Support(air=1), [0]).subject(Battle).attack_support == Support()
    # (-2)* takes a step of the first and what is left of it, not a point of the second.
    flyers = {f"US AH-64 {n}": {"hex": "N3020"} for n in (1, 2)}
    ruled = {"air_level": "superiority", "air_side": "dprk"}
    rows = {ROK_INF: "N3010", INF: TARGET}
    state = standing(rows, at="initiative.reaction_combat", helicopters=flyers, facts=BASES, **ruled)
    numbers = tuple(k for k, u in state.board.helicopters.items() if u.name in flyers)
    d = draft(state, [0, 9])
    d.call("battle.air_defence", battle(state, ROK_INF, side="allied", attack_support=Support(helicopters=numbers)))
    air_defence.fire_at_support(d)
    assert support.total(d.now, d.now.subject(Battle), "allied") == 2


@pytest.mark.rule("NW-6.6.1.1.c", "NW-6.6.1.1.d", "NWT-ADF.drm")
def test_a_helicopter_that_has_to_fly_over_enemies_is_shot_at_with_one_less() -> None:
    ring = ("N3005", "N3105", "N3106", "N3007", "N2906", "N2905")
    rok = [f"ROK {n} Inf Div" for n in ("1/I", "25/I", "9/I", "6/V", "3/V", "8/V")]
    units = {INF: "N3010", "ROK 28/VI Inf Div": TARGET, **dict(zip(rok, ring, strict=True))}
    rows = {"DPRK Mi-24D 1": {"hex": "N3006"}}
    for around, drm in ((units, -1), ({INF: "N3010", ROK_INF: TARGET}, 0)):
        state = standing(around, facts=BASES, helicopters=rows)
        (one,) = state.helicopters
        d = draft(state, [9])
        d.call("battle.air_defence", battle(state, INF, attack_support=Support(helicopters=(one,))))
        air_defence.fire_at_support(d)
        assert sum(part.amount for part in d.entries[0].modifiers) == drm


@pytest.mark.rule("NW-6.6.b")
def test_immunity_looks_at_both_ends_and_at_what_stands_in_them() -> None:
    hexes = {f"N30{n:02d}": {"country": "DPRK"} for n in range(3, 12)} | {"N3015": {"country": "ROK"}}
    state = board(
        "basic.first_movement", {ROK_INF: "N3004"}, facts={"hexes": hexes}, air_level="contested", scenario="all_in"
    )
    home = at(state, "N3008")
    assert not air_defence.is_immune(state, "dprk", at(state, "N3004"), home)
    assert not air_defence.is_immune(state, "dprk", home, at(state, "N3004"))
    assert not air_defence.is_immune(state, "dprk", at(state, "N3015"), home)
    assert air_defence.is_immune(state, "dprk", home, HAMHUNG)


@pytest.mark.rule("NW-9.2.5", "NW-6.6.a", "NWS-STD-3.2.e", "NWK-3.1.4.1.a")
def test_both_sides_fire_at_points_helicopters_and_snipers_the_attackers_first() -> None:
    sniper = "DPRK 17 Snp Bde"
    rows = {"DPRK Mi-24D 1": {"hex": "N3006"}}
    state = standing({INF: "N3010", sniper: "N3010", ROK_INF: TARGET}, facts=BASES, helicopters=rows)
    (one,) = state.helicopters
    given = Support(air=1, helicopters=(one,), snipers=(key(state, sniper),))
    d = draft(state, [9, 9, 9, 9])
    d.call("battle.air_defence", battle(state, INF, sniper, attack_support=given, defence_support=Support(air=1)))
    air_defence.fire_at_support(d)
    shots = [(entry.key, entry.seat) for entry in d.entries if entry.rolls]
    assert shots == [
        ("log.air_defence_points", "allied"),
        ("log.air_defence_helicopter", "allied"),
        ("log.air_defence_helicopter", "allied"),
        ("log.air_defence_points", "dprk"),
    ]
    flying = advanced("basic.first_combat", units={INF: "N3010", ROK_INF: TARGET})
    d = draft(flying)
    d.call("battle.air_defence", battle(flying, INF, attack_support=Support(air=1)))
    air_defence.fire_at_support(d)
    assert d.entries == []
