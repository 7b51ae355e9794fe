"""Super-heavy guns of the Axis against works: their targets, the table, what it costs batteries, and their shells."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.combat import combat
from sandtable.games.eastfront.rules.crimea_units import batteries, bombardment
from sandtable.games.eastfront.rules.results import retreats
from sandtable.kernel import Draft, ScriptedDice, Step
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why
from tests.games.eastfront.guns import GUNS

PLAIN, STAR, DORA = "641 S-H Art Bn", "458 S-H", "672 Dora"
TABLE = {"super_heavy_effects": {"value": True}}


def siege(
    works: str = "citadel",
    guns: tuple[str, ...] = (STAR,),
    switches: dict[str, Any] | None = None,
    facts: dict[str, Any] | None = None,
    **more: Any,
) -> CrimeaState:
    """An attack on 3605 about to be made, with guns two hexes behind it."""
    hexes = {"3605": {"works": works}} if works else {}
    card = {"switches": TABLE if switches is None else switches}
    pieces = {"73 Inf Div": 3604, "106 Rifle Div": 3605, **dict.fromkeys(guns, 3603), **more.pop("pieces", {})}
    marked = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}}
    known = {"hexes": hexes, "units": {"new": GUNS}, "card": card, **(facts or {})}
    state = board("axis.combat.attacks", pieces, facts=known, attacks=marked, **more)
    return play(state, "axis", {"resolve": 3605}).state


def fire(state: CrimeaState, *guns: str, dice: tuple[int, ...] = ()) -> Step[CrimeaState]:
    return play(state, "axis", assault(*guns), dice)


def assault(*guns: str) -> dict[str, Any]:
    return {"do": "assault", "units": ["73 Inf Div"], "support": list(guns)}


def drms(state: CrimeaState, *guns: str) -> dict[str, int]:
    force = combat.Force(state.attacks[3605], (key(state, "73 Inf Div"),), tuple(key(state, name) for name in guns))
    return {part.key: part.amount for part in combat.net_drm(state, force).parts}


# -- targets -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB7.32.a")
def test_siege_guns_fire_at_citadels_and_belts_and_others_do_not() -> None:
    for works in ("citadel", "belt"):
        state = siege(works, (STAR, PLAIN), switches={})
        assert may(state, "axis", assault(STAR))
        no = why(state, "axis", assault(PLAIN))
        assert (no.rule, no.key) == ("EF-PB7.32.a", "refuse.soft_target")
    open_ground = siege("", (STAR,), switches={})
    assert why(open_ground, "axis", assault(STAR)).rule == "EF-23.43.d"
    fallen = siege("belt", (STAR,), switches={}, razed={3605: 48})
    assert not may(fallen, "axis", assault(STAR))


@pytest.mark.rule("EF-PB7.33")
def test_a_star_gives_no_strength() -> None:
    state = siege(guns=(STAR, PLAIN))
    units = (key(state, "73 Inf Div"),)
    alone = combat.attack_strength(state, combat.Force(state.attacks[3605], units)).total
    starred = combat.attack_strength(state, combat.Force(state.attacks[3605], units, (key(state, STAR),))).total
    strong = combat.attack_strength(state, combat.Force(state.attacks[3605], units, (key(state, PLAIN),))).total
    assert (starred, strong) == (alone, alone + 2)
    assert str(state.board.units[key(state, STAR)].front) == "*-1-0"
    mobile = siege(pieces={STAR: {"hex": "3603", "back": True}})
    assert why(mobile, "axis", assault(STAR)).key == "refuse.no_support"


# -- the modifiers of works --------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB7.32.c")
def test_each_siege_gun_undoes_one_modifier_of_the_works() -> None:
    point = {"3605": {"side": "soviet"}}
    state = siege("belt", (STAR, "459 S-H", PLAIN), switches={}, strongpoints=point)
    assert drms(state) == {"modifier.belt": 1, "modifier.strongpoint": 1}
    assert sum(drms(state, PLAIN).values()) == 1
    # An ordinary gun is of use against the strongpoint only; two of them are no better.
    assert "modifier.siege_guns" not in drms(state, PLAIN)
    one = drms(state, STAR)
    assert (one["modifier.siege_guns"], sum(one.values())) == (-1, 1)
    assert sum(drms(state, STAR, PLAIN).values()) == 0
    assert sum(drms(state, STAR, "459 S-H").values()) == 0
    assert sum(drms(state, STAR, "459 S-H", PLAIN).values()) == 0
    force = combat.Force(state.attacks[3605], (key(state, "73 Inf Div"),), (key(state, STAR),))
    assert "EF-PB7.32.c" in [part.rule for part in combat.net_drm(state, force).parts]


@pytest.mark.rule("EF-PB7.32.c")
def test_works_serve_the_soviets_alone() -> None:
    marked = {"3605": {"side": "soviet", "hexes": ["3605"], "units": ["106 Rifle Div"]}}
    facts = {"hexes": {"3605": {"works": "citadel"}}}
    state = board("soviet.combat", {"46 Inf Div": 3605, "106 Rifle Div": 3606}, facts=facts, attacks=marked)
    force = combat.Force(state.attacks[3605], (key(state, "106 Rifle Div"),))
    assert combat.fortress(state, force) == {}


# -- the table ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB7.33", "EF-PB5.75")
@pytest.mark.parametrize(("die", "destroyed"), [(3, True), (4, False)])
def test_any_super_heavy_gun_may_bring_a_citadel_down_before_the_fight(die: int, destroyed: bool) -> None:
    step = fire(siege(guns=(PLAIN,)), PLAIN, dice=(die, 5))
    shelled = logged(step, "works_shelled")
    assert (shelled.rule, shelled.params["destroyed"]) == ("EF-PB7.33", int(destroyed))
    assert (3605 in step.state.razed) is destroyed
    assert shelled.modifiers == ()


@pytest.mark.rule("EF-PB7.33")
def test_only_the_best_modifier_counts() -> None:
    state = siege(guns=(STAR, "459 S-H", DORA, PLAIN))
    guns = tuple(key(state, name) for name in (STAR, "459 S-H", DORA, PLAIN))
    assert [part.amount for part in bombardment.drms(state, guns)] == [-2]
    assert [part.amount for part in bombardment.drms(state, guns[:2])] == [-1]
    assert list(bombardment.drms(state, guns[3:])) == []
    assert logged(fire(state, STAR, DORA, dice=(5, 5)), "works_shelled").params["destroyed"] == 1
    assert logged(fire(state, STAR, dice=(5, 5)), "works_shelled").params["destroyed"] == 0


@pytest.mark.rule("EF-PB7.33")
def test_the_table_breaks_lines_too_but_neither_belts_nor_what_is_not_under_supply() -> None:
    line = {"sides": {"3604-3605": {"fortified": {"defender": 3605}}}}
    state = siege("", (PLAIN,), facts=line)
    assert drms(state)["modifier.fortified_line"] == 1
    after = fire(state, PLAIN, dice=(1, 5)).state
    assert drms_after(after) == {}
    # A belt falls to those who stand in it, not to guns: one throw, that of the combat.
    belt = fire(siege("belt", (STAR,)), STAR, dice=(5,))
    assert not belt.state.razed
    unused = fire(siege("", (PLAIN,), switches={}, facts=line), PLAIN, dice=(5,))
    assert not unused.state.razed


def drms_after(state: CrimeaState) -> dict[str, int]:
    attack = state.attacks.get(3605)
    assert attack is not None
    return combat.fortress(state, combat.Force(attack, (key(state, "73 Inf Div"),)))


@pytest.mark.rule("EF-PB7.33")
def test_an_attack_without_supply_does_not_use_the_table() -> None:
    state = siege(guns=(PLAIN,))
    attack, guns = state.attacks[3605], (key(state, PLAIN),)
    assert bombardment.targets(state, attack) == (3605,)
    draft = Draft(state, ScriptedDice(()), "axis")
    bombardment.fire(draft, attack, guns, False)
    assert draft.now == state
    dry = {**TABLE, "attack_supply_axis": {"value": "points"}}
    assert why(siege(guns=(PLAIN,), switches=dry), "axis", assault(PLAIN)).rule == "EF-15.32"


# -- batteries in the works --------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB7.32.b")
def test_a_siege_gun_that_breaks_works_hits_every_heavy_battery_in_them_once() -> None:
    guards = {"30(+) S-H": 3605, "19 CD": 3605}
    step = fire(siege(guns=(STAR, "459 S-H"), pieces=guards), STAR, "459 S-H", dice=(1, 5))
    hit = [entry.params["unit"].id for entry in step.entries if entry.key == "log.battery_hit"]
    assert sorted(hit) == sorted(key(step.state, name) for name in guards)
    assert all(entry.rule == "EF-PB7.32.b" for entry in step.entries if entry.key == "log.battery_hit")
    assert step.state.pieces[key(step.state, "30(+) S-H")].steps == 1
    assert where(step.state, "19 CD") == "cadre"
    assert step.state.pieces[key(step.state, "106 Rifle Div")].steps == 2
    # Ordinary super-heavy guns break the works and spare the batteries; so does a siege gun that fails.
    plain = fire(siege(guns=(PLAIN,), pieces=guards), PLAIN, dice=(1, 5)).state
    assert plain.pieces[key(plain, "30(+) S-H")].steps == 2
    missed = fire(siege(pieces=guards), STAR, dice=(9, 5)).state
    assert missed.pieces[key(missed, "30(+) S-H")].steps == 2


@pytest.mark.rule("EF-PB7.32.b")
def test_where_the_guns_leave_nobody_the_attackers_walk_in() -> None:
    state = siege(pieces={"106 Rifle Div": {"hex": "3608"}, "19 CD": 3605})
    step = fire(state, STAR, dice=(1,))
    assert logged(step, "nobody_there")
    assert "occupation" in step.state.here.at
    assert step.state.pieces[key(state, STAR)].attacked


# -- shells ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB7.32.d")
def test_four_shots_and_the_gun_leaves_the_game() -> None:
    first = fire(siege("belt", (STAR,)), STAR, dice=(5,))
    assert logged(first, "siege_shot").params["left"] == 3
    number = key(first.state, STAR)
    track = batteries.track_of(number)
    assert first.state.tracks[track] == 1
    last = siege("belt", (STAR, PLAIN), tracks={"tracks": {"vp": 0, track: 3}})
    step = fire(last, STAR, dice=(5,))
    assert logged(step, "siege_shot").params["left"] == 0
    state = step.state
    while state.battle is not None:
        step = go_on(state)
        state = step.state
    assert where(state, STAR) == "withdrawn"
    assert logged(step, "gun_retired").rule == "EF-PB7.32.d"
    empty = siege("belt", (STAR,), tracks={"tracks": {"vp": 0, track: 4}})
    no = why(empty, "axis", assault(STAR))
    assert (no.rule, no.key) == ("EF-PB7.32.d", "refuse.no_shells")
    # Ordinary guns count nothing.
    plain = fire(siege("", (PLAIN,), strongpoints={"3605": {"side": "soviet"}}), PLAIN, dice=(5,)).state
    assert not any(name.startswith("shots") for name in plain.tracks)


def go_on(state: CrimeaState) -> Step[CrimeaState]:
    """One answer of those that are left in a battle."""
    seat = next(iter(asked(state)))
    for action in (
        {"do": "command", "order": "none"},
        {"do": "lose", "unit": "73 Inf Div"},
        {"do": "lose", "unit": "106 Rifle Div"},
        {"do": "retreat", "units": ["106 Rifle Div"], "path": [3606, 3607]},
        {"do": "done"},
    ):
        if may(state, seat, action):
            return play(state, seat, action, (5, 5))
    raise AssertionError(asked(state))


# -- the greatest of them ----------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB7.32.e")
def test_the_great_gun_stays_where_it_is() -> None:
    facts = {"units": {"new": GUNS}}
    state = board("axis.movement", {DORA: 3603, STAR: {"hex": "3603", "back": True}}, facts=facts)
    no = why(state, "axis", {"move": DORA, "path": [3602]})
    assert (no.rule, no.key) == ("EF-PB7.32.e", "refuse.firing_only")
    assert retreats.cannot_retreat(state, key(state, DORA))
    assert not retreats.cannot_retreat(state, key(state, STAR))
    idle = board("axis.engineer.guns", {DORA: 3603, STAR: 3603}, facts=facts)
    assert why(idle, "axis", {"turn": DORA}).rule == "EF-PB7.32.e"
    assert may(idle, "axis", {"turn": STAR})


@pytest.mark.rule("EF-PB7.32.e")
def test_the_great_gun_burns_dumps_in_its_target_and_no_mobile_supplies() -> None:
    goods = {1: {"side": "soviet", "hex": "3605", "points": 2}, 2: {"side": "soviet", "hex": "3605"}}
    other = {3: {"side": "soviet", "hex": "3608", "points": 2}}
    books = {"tracks": {"vp": 0, "soviet_ledger": 5}}
    state = siege("belt", (DORA, STAR), supplies={**goods, **other}, tracks=books)
    step = fire(state, DORA, dice=(5,))
    assert sorted(step.state.supplies) == [2, 3]
    assert logged(step, "dump_burnt").rule == "EF-PB7.32.e"
    assert step.state.tracks["soviet_ledger"] == 3
    assert sorted(fire(state, STAR, dice=(5,)).state.supplies) == [1, 2, 3]
