"""Loads, and casualties on their way back."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.effects import take_hit
from sandtable.games.fieldsoffire.rules.ground.loads import evacuate, is_too_much, leave_behind, load_of
from sandtable.games.fieldsoffire.scenario.ground import place
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why


def kit(name: str, *kinds: str, steps: int = 1, points: int = 1, **row: Any) -> FieldsState:
    assets = {n: {"kind": kind, "holder": name, "points": points} for n, kind in enumerate(kinds, start=1)}
    return board({name: {"at": "R1C1", "steps": steps, **row}}, assets=assets)


def moves(state: FieldsState, name: str) -> bool:
    load = load_of(state, key(state, name))
    return not is_too_much(state, key(state, name), load)


@pytest.mark.rule("FF-5.1.6.A", "FF-5.1.6.A.mg", "FF-5.1.6.A.mtr", "FF-5.1.6.A.rkt")
@pytest.mark.parametrize(("kind", "most"), [("mg", 6), ("mtr", 2), ("rcl", 3), ("rkt", 3)])
def test_a_step_carries_so_much_ammunition_of_a_kind(kind: str, most: int) -> None:
    assert moves(kit("CO HQ", f"ammo.{kind}", points=most), "CO HQ")
    assert not moves(kit("CO HQ", f"ammo.{kind}", points=most + 1), "CO HQ")
    assert moves(kit("1/1 PLT", f"ammo.{kind}", steps=3, points=3 * most), "1/1 PLT")


@pytest.mark.rule("FF-5.1.6.A.demo", "FF-5.1.6.A.eq", "FF-5.1.6.A.fl", "FF-5.1.6.A")
def test_charges_and_equipment_come_on_top() -> None:
    """The printed examples: a demolition team, and a company headquarters."""
    assert moves(kit("Assault Team 1", "demo", "demo", "smoke", "wp"), "Assault Team 1")
    assert moves(kit("CO HQ", *["SCR300", "SCR536"], *["smoke"] * 4, "demo", "demo"), "CO HQ")
    assert not moves(kit("CO HQ", *["smoke"] * 7), "CO HQ")
    assert not moves(kit("CO HQ", "demo", "demo", "demo"), "CO HQ")
    assert moves(kit("CO HQ", "flamethrower"), "CO HQ")
    assert not moves(kit("CO HQ", "flamethrower", "flamethrower"), "CO HQ")


@pytest.mark.rule("FF-5.1.6.A.kind", "FF-5.1.6.A.cas")
def test_besides_equipment_there_is_one_kind_of_load() -> None:
    assert not moves(kit("1/1 PLT", "ammo.mg", "ammo.rkt", steps=3), "1/1 PLT")
    hurt = {"Casualty 1": {"at": "R1C1", "aboard": "1/1 PLT"}}
    state = board({"1/1 PLT": "R1C1", **hurt}, assets={1: {"kind": "ammo.mg", "holder": "1/1 PLT"}})
    assert not moves(state, "1/1 PLT")
    three = {f"Casualty {n}": {"at": "R1C1", "aboard": "1/1 PLT"} for n in (1, 2, 3)}
    assert moves(board({"1/1 PLT": "R1C1", **three}), "1/1 PLT")
    assert not moves(board({"1/1 PLT": {"at": "R1C1", "steps": 2}, **three}), "1/1 PLT")


@pytest.mark.rule("FF-5.1.6.A.over")
def test_an_overloaded_unit_neither_leaves_its_card_nor_moves_within_it() -> None:
    state = kit("CO HQ", *["smoke"] * 7)
    assert why(state, {"move": "CO HQ", "to": "R1C2"}).rule == "FF-5.1.6.A.over"
    covered = board(
        {"CO HQ": "R1C1"},
        covers={1: {"at": "R1C1"}},
        assets={n: {"kind": "wp", "holder": "CO HQ"} for n in range(1, 8)},
    )
    assert why(covered, {"move_within": "CO HQ", "cover": 1}).rule == "FF-5.1.6.A.over"


@pytest.mark.rule("FF-5.1.6.a", "FF-5.1.6.B", "FF-4.2.2h", "FF-4.2.2h.inf", "FF-4.2.2h.exp", "FF-5.1.6.B1")
def test_picking_up_takes_an_order_and_exposes_and_dropping_is_free() -> None:
    assets = {1: {"kind": "wp", "at": "R1C1"}, 2: {"kind": "wp", "holder": "2/1 PLT"}, 3: {"kind": "wp", "at": "R1C2"}}
    state = board({"1/1 PLT": {"at": "R1C1", "exposed": True}, "2/1 PLT": "R1C1"}, assets=assets)
    step = play(state, {"take": "1/1 PLT", "assets": [1, 2]})
    assert {step.state.assets[n].holder for n in (1, 2)} == {key(state, "1/1 PLT")}
    assert step.state.units[key(state, "1/1 PLT")].exposed
    assert step.state.impulse is not None
    assert step.state.impulse.left == 5
    assert why(state, {"take": "1/1 PLT", "assets": [3]})
    dropped = play(state, {"drop": "2/1 PLT", "assets": [2]}).state
    assert (dropped.assets[2].holder, dropped.assets[2].at) == (0, card(state, "R1C1"))
    assert not dropped.units[key(state, "2/1 PLT")].exposed
    assert dropped.impulse is not None
    assert dropped.impulse.left == 6


@pytest.mark.rule("FF-5.1.6.A", "FF-5.1.6.a")
def test_nobody_picks_up_more_than_he_can_carry() -> None:
    assets = {n: {"kind": "ammo.mtr", "at": "R1C1", "points": 2} for n in (1, 2)}
    state = board({"CO HQ": "R1C1"}, assets=assets)
    assert why(state, {"take": "CO HQ", "assets": [1, 2]}).rule == "FF-5.1.6.A"
    assert play(state, {"take": "CO HQ", "assets": [1]})


@pytest.mark.rule("FF-5.1.6.a", "FF-5.1.6.A.cas", "FF-5.1.6.A.inf", "FF-4.2.2h.exp", "FF-5.1.6.B")
def test_casualties_are_taken_up_carried_along_and_laid_down() -> None:
    state = board({"Litter Team 1": "R1C1", "1/1 PLT": "R1C2", "Casualty 1": "R1C1", "Casualty 2": "R1C1"})
    up = play(state, {"lift": "Litter Team 1", "casualty": "Casualty 1"}).state
    assert up.units[key(state, "Litter Team 1")].exposed
    assert why(up, {"lift": "Litter Team 1", "casualty": "Casualty 2"}).rule
    beside = board({"1/1 PLT": "R1C1", "Litter Team 1": "R1C1", "Casualty 1": "R1C1"})
    assert why(beside, {"lift": "1/1 PLT", "casualty": "Litter Team 1"}).rule == "FF-5.1.6.a", (
        "infantry carry no infantry"
    )
    d = drafted(up)
    d.edit("units", key(state, "Litter Team 1"), exposed=False)
    moved = play(d.now, {"move": "Litter Team 1", "to": "R1C2"}).state
    assert moved.units[key(state, "Casualty 1")].at == card(state, "R1C2")
    down = play(moved, {"lay_down": "Litter Team 1", "casualty": "Casualty 1"}).state
    assert not down.units[key(state, "Casualty 1")].aboard


@pytest.mark.rule("FF-5.1.6.E.b", "FF-4.2.5.pinned.mv", "FF-4.2.5.paralyzed.mv")
@pytest.mark.parametrize(("name", "row"), [("CO HQ", {"pinned": True}), ("Paralyzed Team 1", {})])
def test_shaken_men_lay_down_what_they_carry_before_they_go(name: str, row: dict[str, bool]) -> None:
    state = kit(name, "wp", **row)
    assert why(state, {"move": name, "to": "R0C1"}).rule == "FF-5.1.6.E.b"
    free = play(state, {"drop": name, "assets": [1]}).state
    assert play(free, {"move": name, "to": "R0C1"})
    assert why(state, {"take": name, "assets": [1]}).rule in ("FF-4.2.5.pinned.mv", "FF-4.2.5.paralyzed")


@pytest.mark.rule("FF-5.1.6.E.b", "FF-5.1.6.E.d", "FF-5.1.6.E.a")
def test_who_is_forced_to_move_or_falls_leaves_his_load_behind() -> None:
    hurt = {"Casualty 1": {"at": "R1C1", "aboard": "CO HQ"}}
    state = board({"CO HQ": "R1C1", **hurt}, assets={1: {"kind": "wp", "holder": "CO HQ"}})
    d = drafted(state)
    leave_behind(d, key(state, "CO HQ"))
    assert not d.now.units[key(state, "Casualty 1")].aboard
    assert d.now.assets[1].at == card(state, "R1C1")
    fell = drafted(state)
    take_hit(fell, key(state, "CO HQ"), "C")
    assert not fell.now.units[key(state, "Casualty 1")].aboard
    lived = drafted(state)
    take_hit(lived, key(state, "CO HQ"), "L")
    assert lived.now.units[key(state, "Casualty 1")].aboard == key(state, "Litter Team 1")


@pytest.mark.rule("FF-5.1.6.E.c")
def test_ammunition_passes_only_to_teams_that_have_the_weapon() -> None:
    squad = "German Grenadier squad 1/Gp"
    state = board({squad: {"at": "R1C1", "steps": 2, "ammo": 5}})
    d = drafted(state)
    take_hit(d, key(state, squad), "F")
    assert d.now.units[key(state, "German Fire Team (rifle) 1")].ammo == 0
    assert d.now.units[key(state, "German Fire Team (LMG) 1")].ammo == 5


@pytest.mark.rule("FF-5.1.7", "FF-5.1.7.a", "FF-5.1.7.c", "FF-3.8.b")
def test_casualties_laid_down_at_the_collection_point_are_evacuated() -> None:
    units = {
        "Casualty 1": "R0C1",
        "Casualty 2": {"at": "R0C1", "aboard": "1/1 PLT"},
        "1/1 PLT": "R0C1",
        "Casualty 3": "R1C1",
        "German Casualty 1": "R0C1",
    }
    state = board(units, controls={"ccp": place(0, 1)})
    d = drafted(state)
    evacuate(d)
    gone = [name for name in units if d.now.units[key(state, name)].box == "evacuated"]
    assert gone == ["Casualty 1"]
    assert d.now.points == {"evacuated": 1}


@pytest.mark.rule("FF-5.1.7.b")
@pytest.mark.parametrize(("director", "gone"), [("CO HQ", True), ("1/1 PLT", False)])
def test_at_a_landing_zone_a_headquarters_or_staff_must_direct_it(director: str, gone: bool) -> None:
    state = board({"Casualty 1": "R1C1", director: "R1C1"}, controls={"medevac": place(1, 1)})
    d = drafted(state)
    evacuate(d)
    assert (d.now.units[key(state, "Casualty 1")].box == "evacuated") is gone


@pytest.mark.rule("FF-5.1.6.a", "FF-5.1.6.A")
def test_one_order_takes_up_several_casualties_and_equipment_with_them() -> None:
    units = {"1/1 PLT": "R1C1", **{f"Casualty {n}": "R1C1" for n in (1, 2, 3, 4)}}
    assets = {1: {"kind": "smoke", "at": "R1C1"}, 2: {"kind": "ammo.mg", "at": "R1C1", "points": 2}}
    state = board(units, assets=assets)
    order = {"lift": "1/1 PLT", "casualty": "Casualty 1"}
    after = play(state, {**order, "others": ["Casualty 2", "Casualty 3"], "assets": [1]}).state
    me = key(state, "1/1 PLT")
    assert [after.units[key(state, f"Casualty {n}")].aboard for n in (1, 2, 3, 4)] == [me, me, me, 0]
    assert (after.assets[1].holder, after.units[me].exposed) == (me, True)
    four = {**order, "others": ["Casualty 2", "Casualty 3", "Casualty 4"]}
    assert why(state, four).rule == "FF-5.1.6.A"
    assert why(state, {**order, "assets": [2]}).rule == "FF-5.1.6.A"
    assert play(state, order)


@pytest.mark.rule("FF-5.1.6.a", "FF-5.1.6.A.kind")
def test_who_cannot_carry_what_lies_there_is_told_so() -> None:
    state = board({"1/LMG (.30 cal)": {"at": "R1C1", "ammo": 6}, "Casualty 1": "R1C1"})
    assert why(state, {"lift": "1/LMG (.30 cal)", "casualty": "Casualty 1"}).rule == "FF-5.1.6.A"
    far = board({"1/1 PLT": "R1C1", "Casualty 1": "R1C2"})
    assert why(far, {"lift": "1/1 PLT", "casualty": "Casualty 1"}).rule == "FF-5.1.6.a"
    box = {1: {"kind": "ammo.mtr", "at": "R1C1", "points": 9}}
    assert why(board({"1/1 PLT": "R1C1"}, assets=box), {"take": "1/1 PLT", "assets": [1]}).rule == "FF-5.1.6.A"
    assert why(board({"1/1 PLT": "R1C2"}, assets=box), {"take": "1/1 PLT", "assets": [1]}).rule == "FF-5.1.6.a"


@pytest.mark.rule("FF-5.1.6.a")
def test_what_can_be_taken_lies_in_the_same_area_or_is_in_the_hands_of_friends_there() -> None:
    from sandtable.games.fieldsoffire.rules.ground import loads

    units = {
        "1/1 PLT": "R1C1",
        "2/1 PLT": "R1C1",
        "3/1 PLT": {"at": "R1C1", "cover": 1},
        "1/2 PLT": "R1C2",
        "German Grenadier squad 4/Gp": {"at": "R1C1", "held": True},
    }
    holders = ("1/1 PLT", "2/1 PLT", "3/1 PLT", "1/2 PLT", "German Grenadier squad 4/Gp")
    assets: dict[int, Any] = {n: {"kind": "smoke", "holder": one} for n, one in enumerate(holders, start=1)}
    assets |= {6: {"kind": "wp", "at": "R1C1"}, 7: {"kind": "wp", "at": "R1C1", "cover": 1}, 8: {"kind": "wp"}}
    state = board(units, assets=assets, covers={1: {"at": "R1C1"}})
    assert loads.within_reach(state, key(state, "1/1 PLT")) == (2, 6)


@pytest.mark.rule("FF-5.1.6.a")
def test_nothing_more_is_asked_of_who_finds_one_casualty_only_or_can_carry_no_other() -> None:
    from sandtable.games.fieldsoffire.actions import loading

    def more(units: dict[str, Any], **fields: Any) -> tuple[Any, Any]:
        state = board(units, **fields)
        one, hurt = key(state, "1/1 PLT"), key(state, "Casualty 1")
        return loading.others(state, "company", one, hurt), loading.besides(state, "company", one, hurt, ())

    lone = {"1/1 PLT": "R1C1", "Casualty 1": "R1C1"}
    assert more(lone) == (None, None)
    two = {**lone, "Casualty 2": "R1C1"}
    others, besides = more(two, assets={1: {"kind": "smoke", "at": "R1C1"}, 2: {"kind": "ammo.mg", "at": "R1C1"}})
    assert len(others.legal) == 1
    assert besides.legal == (1,)
    pair = {**two, "1/1 PLT": {"at": "R1C1", "steps": 2}}
    assert more(pair)[0] is not None
    last = {"1/LMG (.30 cal)": "R1C1", "Casualty 1": "R1C1", "Casualty 2": "R1C1"}
    state = board(last)
    assert loading.others(state, "company", key(state, "1/LMG (.30 cal)"), key(state, "Casualty 1")) is None


@pytest.mark.rule("FF-5.1.6.a")
def test_a_casualty_farther_away_is_not_taken_up_for_one_that_is_near() -> None:
    state = board({"1/1 PLT": "R1C1", "Casualty 1": "R1C1", "Casualty 2": "R1C2"})
    assert why(state, {"lift": "1/1 PLT", "casualty": "Casualty 2"}).rule == "FF-5.1.6.a"
    assert play(state, {"lift": "1/1 PLT", "casualty": "Casualty 1"})


@pytest.mark.rule("FF-4.2.5.pinned.mv", "FF-4.2.5.paralyzed.mv")
def test_a_load_holds_the_pinned_and_the_paralyzed_and_nobody_else() -> None:
    from sandtable.games.fieldsoffire.rules.ground.infiltration import why_not_infiltrate
    from sandtable.games.fieldsoffire.rules.ground.loads import why_not_leave_with, why_not_pick_up

    german = "German Grenadier squad 4/Gp"
    units = {
        "1/1 PLT": "R1C1",
        "2/1 PLT": {"at": "R1C1", "pinned": True},
        "Paralyzed Team 1": "R1C1",
        german: {"at": "R4C4", "pinned": True},
    }
    state = board(units, assets={n: {"kind": "smoke", "holder": one} for n, one in enumerate(units, start=1)})
    held = [name for name in units if why_not_leave_with(state, key(state, name)) is not None]
    assert held == ["2/1 PLT", "Paralyzed Team 1"]
    for check in (why_not_infiltrate, why_not_pick_up):
        no = check(state, key(state, "2/1 PLT"))
        assert no is not None
        assert no.rule == "FF-4.2.5.pinned.mv"
        assert check(state, key(state, "1/1 PLT")) is None


@pytest.mark.rule("FF-5.1.6.E.a")
def test_the_load_of_a_squad_goes_with_its_last_step_that_is_no_casualty() -> None:
    units = {"1/1 PLT": {"at": "R1C1", "steps": 2}, "Casualty 1": {"at": "R1C1", "aboard": "1/1 PLT"}}
    d = drafted(board(units, assets={1: {"kind": "wp", "holder": "1/1 PLT"}}))
    take_hit(d, key(d.now, "1/1 PLT"), "LC")
    litter = key(d.now, "Litter Team 1")
    assert d.now.assets[1].holder == litter
    assert d.now.units[key(d.now, "Casualty 1")].aboard == litter


@pytest.mark.rule("FF-5.1.6.E.c", "FF-5.1.6.E.d")
@pytest.mark.parametrize(
    ("name", "letters", "kind", "left"),
    [
        ("1/1 PLT", "CC", "ammo.mg", []),
        ("1/1 PLT", "CF", "ammo.mg", []),
        ("German Grenadier squad 1/Gp", "CC", "ammo.mg", [1]),
        ("German Grenadier squad 1/Gp", "CC", "ammo.mtr", []),
        ("CO HQ", "C", "ammo.mg", []),
        ("CO HQ", "L", "ammo.mg", []),
        ("CO HQ", "F", "ammo.mg", [1]),
        ("Fire Team (rifle) 1", "L", "ammo.mg", [1]),
        ("Fire Team (rifle) 1", "C", "ammo.mg", []),
        ("1/1 PLT", "CF", "wp", [1]),
    ],
)
def test_ammunition_on_the_backs_of_men_who_break_up_is_lost(
    name: str, letters: str, kind: str, left: list[int]
) -> None:
    d = drafted(board({name: "R1C1"}, assets={1: {"kind": kind, "holder": name, "points": 4}}))
    take_hit(d, key(d.now, name), letters)
    assert list(d.now.assets) == left


@pytest.mark.rule("FF-4.2.5.pinned.mv", "FF-5.1.6.E.b")
def test_pinned_men_seek_cover_on_their_card_with_what_they_carry() -> None:
    covers = {1: {"at": "R1C1", "kind": "foxholes", "value": 1}}
    state = board(
        {"CO HQ": {"at": "R1C1", "pinned": True}, "1/1 PLT": "R1C2"},
        assets={1: {"kind": "wp", "holder": "CO HQ"}},
        covers=covers,
        cards={"R1C1": {"terrain": "N25"}},
    )
    assert play(state, {"move_within": "CO HQ", "cover": 1}).state.assets[1].holder == key(state, "CO HQ")
    assert play(state, {"seek_cover": "CO HQ"}, deck=[1, 2, 3, 4])
    assert why(state, {"move": "CO HQ", "to": "R1C2"}).rule == "FF-5.1.6.E.b"


@pytest.mark.rule("FF-5.1.6.E.a", "FF-5.1.6.E.d", "FF-6.4.3.a", "FF-6.4.3.C")
@pytest.mark.parametrize(("letters", "holder"), [("C", ""), ("L", "Litter Team 1")])
def test_what_the_only_man_carried_stays_on_the_card_where_he_falls(letters: str, holder: str) -> None:
    units = {"1 PLT HQ": "R1C1", "CO HQ": "R2C2"}
    d = drafted(board(units, assets={1: {"kind": "wp", "holder": "1 PLT HQ"}}))
    take_hit(d, key(d.now, "1 PLT HQ"), letters)
    asset = d.now.assets[1]
    assert asset.holder == (key(d.now, holder) if holder else 0)
    assert asset.at == (0 if holder else card(d.now, "R1C1"))


@pytest.mark.rule("FF-5.1.6.E.a")
@pytest.mark.parametrize(("letters", "holder"), [("CC", ""), ("PL", "Litter Team 1"), ("PC", "Paralyzed Team 1")])
def test_of_a_squad_that_is_gone_whoever_is_no_casualty_has_its_load(letters: str, holder: str) -> None:
    units = {"1/1 PLT": {"at": "R1C1", "steps": 2}}
    d = drafted(board(units, assets={1: {"kind": "wp", "holder": "1/1 PLT"}}))
    take_hit(d, key(d.now, "1/1 PLT"), letters)
    assert d.now.assets[1].holder == (key(d.now, holder) if holder else 0)
