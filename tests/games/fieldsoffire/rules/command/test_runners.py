"""Runners."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat import breakdown
from sandtable.games.fieldsoffire.rules.combat.effects import resolve_all
from sandtable.games.fieldsoffire.rules.command import runners
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why

ONE, TWO = "1/Runner", "2/Runner"
BOX = {"box": "with_hq", "steps": 1}


def company(*, hq: str = "CO HQ", **units: Any) -> FieldsState:
    rows = {"CO HQ": "R1C1", "1 PLT HQ": "R3C3", "1/1 PLT": "R1C1", ONE: BOX}
    return board({**rows, **units.pop("units", {})}, hq=hq, commands={"CO HQ": {}, "1 PLT HQ": {}}, **units)


@pytest.mark.rule("FF-4.2.1f", "FF-4.2.1f.eff", "FF-4.3.2.c")
def test_a_step_becomes_a_runner_of_line_experience() -> None:
    state = board({"CO HQ": "R1C1", "1/1 PLT": {"at": "R1C1", "experience": 1}}, hq="CO HQ")
    after = play(state, {"make_runner": "1/1 PLT"}).state
    runner = after.units[key(state, ONE)]
    assert (runner.at, runner.experience, runner.steps) == (card(state, "R1C1"), 0, 1)
    assert after.units[key(state, "1/1 PLT")].steps == 2
    last = board({"CO HQ": "R1C1", "Assault Team 1": "R1C1"}, hq="CO HQ")
    assert key(last, "Assault Team 1") not in play(last, {"make_runner": "Assault Team 1"}).state.units


@pytest.mark.rule("FF-4.2.1f.to", "FF-4.2.1f")
def test_runners_are_made_of_good_order_units_and_fighting_teams_by_the_company() -> None:
    for name, row in (("Litter Team 1", {}), ("Fire Team (BAR) 1", {"pinned": True}), ("1/1 PLT", {"pinned": True})):
        state = board({"CO HQ": "R1C1", name: {"at": "R1C1", **row}}, hq="CO HQ")
        assert why(state, {"make_runner": name}).rule == "FF-4.2.1f.to"
    other = board({"1 PLT HQ": "R1C1", "1/1 PLT": "R1C1"}, hq="1 PLT HQ")
    assert why(other, {"make_runner": "1/1 PLT"}).rule == "FF-4.1.3.c"
    turned = board({"CO HQ": "R1C1", "1/LMG (.30 cal)": {"at": "R1C1", "flipped": True}}, hq="CO HQ")
    assert play(turned, {"make_runner": "1/LMG (.30 cal)"})


@pytest.mark.rule("FF-4.2.1f.max", "FF-4.3.2.c")
def test_there_are_never_more_than_two() -> None:
    state = company(units={TWO: "R2C2"})
    assert why(state, {"make_runner": "1/1 PLT"}).rule == "FF-4.2.1f.max"
    assert play(company(), {"make_runner": "1/1 PLT"})


@pytest.mark.rule("FF-4.2.1g", "FF-4.2.1g.eff")
def test_a_runner_goes_however_far_to_a_headquarters_and_is_exposed() -> None:
    state = company()
    after = play(state, {"send_runner": ONE, "hq": "1 PLT HQ"}).state
    runner = after.units[key(state, ONE)]
    assert (runner.at, runner.box, runner.exposed) == (card(state, "R3C3"), "", True)
    assert why(state, {"send_runner": ONE, "hq": "CO HQ"})
    assert why(after, {"send_runner": ONE, "hq": "1 PLT HQ"}).rule == "FF-4.2.1g.to"


@pytest.mark.rule("FF-4.2.1g.to", "FF-4.2.1g")
def test_only_a_good_order_runner_is_sent_and_only_by_the_company() -> None:
    for row in ({"flipped": True}, {"pinned": True}):
        state = company(units={ONE: {"at": "R1C1", **row}})
        assert why(state, {"send_runner": ONE, "hq": "1 PLT HQ"}).rule == "FF-4.2.1g.to"
    state = company(hq="1 PLT HQ")
    assert why(state, {"send_runner": ONE, "hq": "1 PLT HQ"}).rule == "FF-4.1.3.c"


def reported(turn: int = 2, *, sent: int = 1, **units: Any) -> FieldsState:
    """After the company's impulse in a turn, with a Runner who was sent to the first platoon."""
    rows = {"CO HQ": "R1C1", "1 PLT HQ": "R3C3", ONE: "R3C3", **units}
    errand = {1: {"kind": "errand", "unit": ONE, "by": "1 PLT HQ", "turn": sent}}
    state = board(rows, commands={"CO HQ": {}, "1 PLT HQ": {}}, markers=errand, tracks={"turn": turn})
    d = drafted(state)
    runners.report(d)
    return d.now


@pytest.mark.rule("FF-4.3.2.a", "FF-4.3.2.a1", "FF-4.3.2.a2", "FF-4.3.2.d")
def test_his_word_activates_the_headquarters_in_the_next_turn_and_he_goes_back() -> None:
    state = reported()
    assert state.commands[key(state, "1 PLT HQ")].activated
    gone = reported(**{"1 PLT HQ": {"box": "removed"}})
    assert gone.units[key(gone, ONE)].box == "with_hq"
    runner = state.units[key(state, ONE)]
    assert (runner.at, runner.box) == (0, "with_hq")
    assert not state.markers


@pytest.mark.rule("FF-4.3.2.a1", "FF-4.3.2.b")
@pytest.mark.parametrize("row", [{"pinned": True}, {"flipped": True}])
def test_one_who_was_hit_or_pinned_waits_where_he_is(row: dict[str, bool]) -> None:
    state = reported(**{ONE: {"at": "R3C3", **row}})
    assert not state.commands[key(state, "1 PLT HQ")].activated
    assert state.units[key(state, ONE)].at == card(state, "R3C3")
    # In good order again a turn later he is too late to be heard, and goes back.
    late = reported(3)
    assert not late.commands[key(late, "1 PLT HQ")].activated
    assert late.units[key(late, ONE)].box == "with_hq"


@pytest.mark.rule("FF-4.3.2.a1", "FF-4.3.2.b")
@pytest.mark.parametrize("row", [{"at": "R4C4"}, {"at": "R3C3", "flipped": True}])
def test_a_headquarters_that_is_gone_or_on_its_back_hears_nothing(row: dict[str, Any]) -> None:
    state = reported(**{"1 PLT HQ": row})
    assert not state.commands[key(state, "1 PLT HQ")].activated
    assert state.units[key(state, ONE)].box == "with_hq"


@pytest.mark.rule("FF-4.3.2.d", "FF-3.3.1a.3")
def test_runners_report_even_where_the_company_is_not_activated() -> None:
    rows = {"CO HQ": "R1C1", "1 PLT HQ": "R3C3", ONE: "R3C3"}
    errand = {1: {"kind": "errand", "unit": ONE, "by": "1 PLT HQ", "turn": 1}}
    at = "mission.turn.command.activation.runners"
    state = board(rows, commands={"CO HQ": {}, "1 PLT HQ": {}}, markers=errand, tracks={"turn": 2}, at=at)
    assert state.here.at == "mission.turn.command.activation.leaders.pick"


@pytest.mark.rule("FF-4.2.1h", "FF-4.2.1h.eff")
def test_a_runner_goes_back_into_a_unit_with_room_beside_the_company() -> None:
    state = company(units={"1/1 PLT": {"at": "R1C1", "steps": 2}, "2/1 PLT": {"at": "R2C2", "steps": 2}})
    after = play(state, {"dismiss_runner": ONE, "unit": "1/1 PLT"}).state
    assert after.units[key(state, "1/1 PLT")].steps == 3
    assert after.units[key(state, ONE)].box == "removed"
    assert why(state, {"dismiss_runner": ONE, "unit": "2/1 PLT"})
    assert why(company(), {"dismiss_runner": ONE, "unit": "1/1 PLT"}).rule == "FF-4.2.1h.eff"
    away = company(units={"1/1 PLT": {"at": "R1C1", "steps": 2}, ONE: "R2C2"})
    assert why(away, {"dismiss_runner": ONE, "unit": "1/1 PLT"}).rule == "FF-4.2.1h.eff"


@pytest.mark.rule("FF-4.3.2.e")
def test_runners_stay_for_the_successor_of_a_fallen_company_headquarters() -> None:
    state = company()
    d = drafted(state)
    breakdown.remove_unit(d, key(state, "CO HQ"))
    assert d.now.units[key(state, ONE)].box == "with_hq"
    assert why(d.now, {"send_runner": ONE, "hq": "1 PLT HQ"}).rule == "FF-4.1.3.c"


@pytest.mark.rule("FF-4.3.2.a2")
def test_a_runner_who_goes_home_leaves_behind_whom_he_carries() -> None:
    state = company(units={ONE: {"at": "R2C2", "steps": 1}, "Casualty 1": {"at": "R2C2", "steps": 1}})
    hurt, him = key(state, "Casualty 1"), key(state, ONE)
    d = drafted(state)
    d.edit("units", hurt, aboard=him)
    runners.report(d)
    assert d.now.units[him].box == "with_hq"
    assert (d.now.units[hurt].aboard, d.now.units[hurt].at) == (0, card(state, "R2C2"))
    d.edit("units", him, aboard=key(state, "CO HQ"), at=card(state, "R1C1"), box="")
    runners.report(d)
    assert (d.now.units[him].aboard, d.now.units[him].at) == (0, 0)


@pytest.mark.rule("FF-4.2.1g.eff")
def test_a_runner_who_is_sent_leaves_behind_whom_he_carries() -> None:
    state = company(units={ONE: {"at": "R2C2", "steps": 1}, "Casualty 1": {"at": "R2C2", "steps": 1}})
    hurt, him = key(state, "Casualty 1"), key(state, ONE)
    d = drafted(state)
    d.edit("units", hurt, aboard=him)
    runners.send(d, him, key(state, "1 PLT HQ"))
    assert (d.now.units[hurt].aboard, d.now.units[him].at) == (0, card(state, "R3C3"))


@pytest.mark.rule("FF-4.2.1g.eff", "FF-5.1.5.b")
def test_a_runner_stands_outside_a_cover_that_has_no_room_for_him() -> None:
    covers = {1: {"at": "R3C3", "kind": "church_tower", "capacity": 1, "up": True}}
    state = company(units={"1 PLT HQ": {"at": "R3C3", "cover": 1}}, covers=covers)
    sent = play(state, {"send_runner": ONE, "hq": "1 PLT HQ"}).state
    assert (sent.units[key(state, ONE)].at, sent.units[key(state, ONE)].cover) == (card(state, "R3C3"), 0)
    roomy = company(units={"1 PLT HQ": {"at": "R3C3", "cover": 1}}, covers={1: {"at": "R3C3"}})
    beside = play(roomy, {"send_runner": ONE, "hq": "1 PLT HQ"}).state
    assert beside.units[key(state, ONE)].cover == 1


@pytest.mark.rule("FF-4.2.1g.eff", "FF-7.9.1.f")
def test_a_runner_who_comes_to_a_mined_card_is_checked() -> None:
    state = company(markers={1: {"kind": "mines", "at": "R3C3"}})
    sent = play(state, {"send_runner": ONE, "hq": "1 PLT HQ"}, deck=[4, 1, 2]).state
    assert [marker.unit for marker in sent.markers.values() if marker.kind == "mines"] == [0, key(state, ONE)]


@pytest.mark.rule("FF-4.2.1h.eff", "FF-5.1.5.a1", "FF-5.1.5.b")
def test_nobody_takes_a_runner_in_where_card_or_cover_is_full() -> None:
    dismiss = {"dismiss_runner": ONE, "unit": "1/1 PLT"}
    weak = {"at": "R1C1", "steps": 2}
    assert play(company(units={"1/1 PLT": weak}), dismiss)
    full = {f"{n}/{p} PLT": "R1C1" for n, p in ((2, 1), (3, 1), (1, 2), (2, 2))}
    crowd = {"CO HQ": "R1C1", "1/1 PLT": weak, **full, "CO XO": "R1C1"}
    assert why(company(units=crowd), dismiss).rule == "FF-4.2.1h.eff"
    pillbox = {1: {"at": "R1C1", "kind": "pillbox", "capacity": 2, "facing": 0}}
    inside = company(units={"1/1 PLT": {**weak, "cover": 1}}, covers=pillbox)
    assert why(inside, dismiss).rule == "FF-4.2.1h.eff"


@pytest.mark.rule("FF-4.2.1h.eff")
@pytest.mark.parametrize(
    ("row", "ok"),
    [
        ({"at": "R1C1"}, True),
        ({"at": "R1C2"}, False),
        ({"at": "R1C1", "flipped": True}, False),
        ({"at": "R1C1", "pinned": True}, False),
    ],
)
def test_a_runner_on_the_map_is_dismissed_beside_his_headquarters_in_good_order(row: dict[str, Any], ok: bool) -> None:
    units = {ONE: {"steps": 1, "box": "", **row}, "1/1 PLT": {"at": "R1C1", "steps": 2}}
    state = company(units=units)
    order = {"dismiss_runner": ONE, "unit": "1/1 PLT"}
    if not ok:
        assert why(state, order).rule == "FF-4.2.1h.eff"
        return
    step = play(state, order)
    assert step.state.units[key(state, "1/1 PLT")].steps == 3
    assert [entry.key for entry in step.entries][:1] == ["log.runner_dismissed"]
    pinned = company(units={**units, "1/1 PLT": {"at": "R1C1", "steps": 2, "pinned": True}})
    assert why(pinned, order).rule == "FF-4.2.1h.eff"
    nobody = company(units={**units, "CO HQ": {"box": "removed"}})
    assert why(nobody, order).rule == "FF-4.2.1h.eff"


@pytest.mark.rule("FF-4.2.1h.eff", "FF-4.2.1g.eff")
def test_a_runner_who_is_dismissed_forgets_his_errand_and_lays_down_whom_he_carries() -> None:
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": {"at": "R1C1", "steps": 2}, "Casualty 1": {"at": "R1C1", "steps": 1}}
    state = company(units=units)
    sent = play(state, {"send_runner": ONE, "hq": "1 PLT HQ"})
    assert [entry.key for entry in sent.entries][:1] == ["log.runner_sent"]
    assert {number: marker.kind for number, marker in sent.state.markers.items()} == {1: "errand"}
    d = drafted(sent.state)
    d.edit("units", key(state, "Casualty 1"), aboard=key(state, ONE))
    runners.dismiss(d, key(state, ONE), key(state, "1/1 PLT"))
    assert not d.now.markers
    assert d.now.units[key(state, "Casualty 1")].aboard == 0


@pytest.mark.rule("FF-4.2.1f.eff", "FF-6.2.1.c")
def test_a_grenade_stays_on_what_is_left_of_a_squad_that_gave_a_runner() -> None:
    german = "German Grenadier squad 4/Gp"
    units = {"CO HQ": "R1C1", "1/1 PLT": {"at": "R1C1", "steps": 2}, german: "R1C1"}
    thrown = {1: {"kind": "grenade", "at": "R1C1", "unit": "1/1 PLT", "value": -4, "by": german}}
    after = play(board(units, hq="CO HQ", markers=thrown), {"make_runner": "1/1 PLT"}).state
    assert [marker.unit for marker in after.markers.values()] == [key(after, "Fire Team (BAR) 1")]


@pytest.mark.rule("FF-4.2.1f.eff", "FF-5.1.6.E.a")
def test_a_team_that_becomes_a_runner_is_gone_and_what_it_carried_and_suffered_is_his() -> None:
    german, team = "German Grenadier squad 4/Gp", "Assault Team 1"
    thrown = {1: {"kind": "grenade", "at": "R1C1", "unit": team, "value": -4, "by": german}}
    units = {"CO HQ": "R1C1", team: "R1C1", "1/1 PLT": {"at": "R1C1", "steps": 2}, german: "R1C1"}
    assets = {1: {"kind": "smoke", "holder": team}, 2: {"kind": "wp", "holder": "1/1 PLT"}}
    state = board(units, hq="CO HQ", markers=thrown, assets=assets)
    step = play(state, {"make_runner": team})
    assert key(state, team) not in step.state.units
    assert step.state.assets[1].holder == step.state.markers[1].unit == key(state, ONE)
    assert [entry.params["runner"].id for entry in step.entries if entry.key == "log.runner_made"] == [key(state, ONE)]
    left = play(state, {"make_runner": "1/1 PLT"}).state
    made = key(state, "Fire Team (BAR) 1")
    assert (left.units[key(state, "1/1 PLT")].box, left.units[made].pinned) == ("removed", False)
    assert left.assets[2].holder == made


@pytest.mark.rule("FF-4.2.1h.eff", "FF-5.1.6.E.a", "FF-5.1.3.a")
def test_the_unit_that_takes_a_runner_in_has_his_equipment_and_is_exposed_if_he_was() -> None:
    units = {"1/1 PLT": {"at": "R1C1", "steps": 2}, ONE: {"at": "R1C1", "exposed": True}}
    state = company(units=units, assets={1: {"kind": "wp", "holder": ONE}})
    after = play(state, {"dismiss_runner": ONE, "unit": "1/1 PLT"}).state
    assert after.assets[1].holder == key(after, "1/1 PLT")
    assert after.units[key(after, "1/1 PLT")].exposed


@pytest.mark.rule("FF-4.1.4.a", "FF-4.3.1.a", "FF-4.2.1g")
@pytest.mark.parametrize(("row", "rule"), [({"flipped": True}, "FF-4.1.4.a"), ({"pinned": True}, "FF-4.3.1.a")])
def test_a_headquarters_on_its_back_or_pinned_sends_nobody_out_of_its_box(row: dict[str, bool], rule: str) -> None:
    state = company(units={"CO HQ": {"at": "R1C1", **row}})
    assert why(state, {"send_runner": ONE, "hq": "1 PLT HQ"}).rule == rule


@pytest.mark.rule("FF-4.3.2.a1", "FF-4.3.2.b")
@pytest.mark.parametrize(("deck", "heard"), [([2, 1], True), ([1, 2], False), ([1, 11, 49], False)])
def test_a_runner_whom_combat_pins_is_not_heard_even_if_he_is_on_his_feet_again(deck: list[int], heard: bool) -> None:
    sent = {
        1: {"kind": "errand", "unit": ONE, "by": "1 PLT HQ", "turn": 1},
        2: {"kind": "incoming", "at": "R3C3", "value": -4},
    }
    units = {"CO HQ": "R1C1", "1 PLT HQ": "R3C3", ONE: "R3C3"}
    state = board(units, markers=sent, commands={"CO HQ": {}, "1 PLT HQ": {}}, tracks={"turn": 1})
    d = drafted(state, deck)
    resolve_all(d)
    d.edit("units", key(state, ONE), pinned=False, flipped=False)
    d.set(turn=2)
    runners.report(d)
    assert d.now.commands[key(state, "1 PLT HQ")].activated is heard
    assert d.now.units[key(state, ONE)].box == "with_hq"


@pytest.mark.rule("FF-4.2.1h.eff")
def test_the_unit_that_takes_a_runner_in_has_not_done_what_he_did() -> None:
    state = company(units={"1/1 PLT": {"at": "R1C1", "steps": 2}})
    after = play(state, {"dismiss_runner": ONE, "unit": "1/1 PLT"}).state
    impulse = after.impulse
    assert impulse is not None
    assert impulse.done == ()
