"""Lines laid, cut and mended, and sets lost with their men."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat import effects
from sandtable.games.fieldsoffire.rules.command import phones
from sandtable.games.fieldsoffire.scenario.setup import start_cards
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why

GERMAN = "German Grenadier squad 1/Gp"
FIRST, SECOND, THIRD = 1, 26, 34
"""Cards whose random number of two or three is 1, 2, 3."""


def lines(state: FieldsState) -> dict[int, str]:
    return {marker.at: marker.form for marker in state.markers.values() if marker.kind == "phone_line"}


@pytest.mark.rule("FF-4.3.4.b", "FF-4.3.4.g")
def test_who_has_line_leaves_it_on_the_cards_he_goes_from() -> None:
    assets = {1: {"kind": "phone_line", "holder": "1/1 PLT", "points": 2}}
    state = board({"1/1 PLT": "R0C1"}, assets=assets)
    one = play(state, {"move": "1/1 PLT", "to": "R1C1"}).state
    assert lines(one) == {}
    here, there = card(one, "R1C1"), card(one, "R2C1")
    two = play(board({"1/1 PLT": "R1C1"}, assets=assets), {"move": "1/1 PLT", "to": "R2C1"}).state
    assert (lines(two), two.assets[1].points) == ({here: ""}, 1)
    last = {1: {"kind": "phone_line", "holder": "1/1 PLT", "points": 1}}
    three = play(board({"1/1 PLT": "R2C1"}, assets=last), {"move": "1/1 PLT", "to": "R3C1"}).state
    assert (lines(three), dict(three.assets)) == ({there: ""}, {})


@pytest.mark.rule("FF-4.3.4.g")
def test_one_marker_lies_on_a_card() -> None:
    assets = {1: {"kind": "phone_line", "holder": "1/1 PLT", "points": 2}}
    state = board({"1/1 PLT": "R1C1"}, assets=assets, markers={1: {"kind": "phone_line", "at": "R1C1", "form": "cut"}})
    after = play(state, {"move": "1/1 PLT", "to": "R2C1"}).state
    assert (lines(after), after.assets[1].points) == ({card(after, "R1C1"): "cut"}, 2)


def cut(deck: list[int], *others: dict[str, Any], units: dict[str, Any] | None = None) -> str:
    """What becomes of a line on R2C2."""
    markers = {1: {"kind": "phone_line", "at": "R2C2"}, **dict(enumerate(others, start=2))}
    d = drafted(board(units or {}, markers=markers), deck)
    phones.cut_lines(d)
    return d.now.markers[1].form


@pytest.mark.rule("FF-4.3.4.c", "FF-3.7.4.c")
@pytest.mark.parametrize("kind", ["incoming", "airstrike"])
def test_shells_cut_a_line_on_one_of_two(kind: str) -> None:
    shells = {"kind": kind, "at": "R2C2", "value": -4}
    assert cut([FIRST], shells) == "cut"
    assert cut([SECOND], shells) == ""
    assert cut([], {**shells, "at": "R2C3"}) == ""
    d = drafted(board({}, markers={1: {"kind": "phone_line", "at": "R2C2", "form": "cut"}, 2: shells}))
    phones.cut_lines(d)
    assert d.now.markers[1].form == "cut"


@pytest.mark.rule("FF-4.3.4.d")
def test_an_undisturbed_enemy_in_good_order_cuts_it_on_two_of_three() -> None:
    markers = {1: {"kind": "phone_line", "at": "R2C2"}}

    def found(deck: list[int], **others: Any) -> str:
        units = {GERMAN: {"at": "R2C2"}, **others.get("units", {})}
        d = drafted(board(units, markers=markers), deck)
        phones.cut_lines(d)
        return d.now.markers[1].form

    assert [found([FIRST]), found([17]), found([THIRD])] == ["cut", "cut", ""]
    assert found([], units={GERMAN: {"at": "R2C2", "pinned": True}}) == ""
    assert found([], units={"1/1 PLT": "R2C2"}) == ""
    assert found([FIRST], units={"1/1 PLT": {"at": "R2C2", "pinned": True}}) == "cut"


@pytest.mark.rule("FF-4.2.1k", "FF-4.2.1k.cond", "FF-4.2.1k.eff")
def test_a_good_order_unit_mends_the_line_beside_the_one_who_orders_it() -> None:
    markers = {1: {"kind": "phone_line", "at": "R1C1", "form": "cut"}}
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": "R1C1"}
    state = board(units, hq="1 PLT HQ", markers=markers)
    assert lines(play(state, {"mend_line": "1/1 PLT"}).state) == {card(state, "R1C1"): ""}
    whole = board(units, hq="1 PLT HQ", markers={1: {"kind": "phone_line", "at": "R1C1"}})
    assert why(whole, {"mend_line": "1/1 PLT"}).rule == "FF-4.2.1k.cond"
    team = board({"1 PLT HQ": "R1C1", "Fire Team (BAR) 1": "R1C1"}, hq="1 PLT HQ", markers=markers)
    assert why(team, {"mend_line": "Fire Team (BAR) 1"}).key == "refuse.not_in_good_order"
    sets = {n: {"kind": "SCR300", "holder": one, "net": "net.co_tac"} for n, one in enumerate(("CO HQ", "1 PLT HQ"))}
    far = board({"1 PLT HQ": "R1C1", "CO HQ": "R3C3"}, hq="CO HQ", markers=markers, assets=sets)
    assert why(far, {"mend_line": "1 PLT HQ"}).key == "refuse.not_at_the_line"


@pytest.mark.rule("FF-4.3.4.e", "FF-4.3.5.loss")
@pytest.mark.parametrize(("model", "draw", "left"), [("EE8", FIRST, 0), ("EE8", SECOND, 1), ("SCR300", FIRST, 0)])
def test_a_set_is_destroyed_or_left_when_the_last_step_is_a_casualty(model: str, draw: int, left: int) -> None:
    state = board({"1 PLT HQ": "R1C1"}, assets={1: {"kind": model, "holder": "1 PLT HQ", "net": "net.co_tac"}})
    d = drafted(state, [draw])
    effects.take_hit(d, key(state, "1 PLT HQ"), "C")
    where = card(state, "R1C1") if left else 0
    assert (d.now.assets[1].holder, d.now.assets[1].at) == (0, where)


@pytest.mark.rule("FF-4.3.5.loss")
def test_a_set_stays_with_whatever_team_is_left() -> None:
    state = board({"1 PLT HQ": "R1C1"}, assets={1: {"kind": "SCR300", "holder": "1 PLT HQ", "net": "net.co_tac"}})
    d = drafted(state)
    effects.take_hit(d, key(state, "1 PLT HQ"), "L")
    assert d.now.assets[1].holder in d.now.units


@pytest.mark.rule("FF-4.2.1j", "FF-4.2.1j.cond", "FF-4.2.1j.cost")
def test_a_set_is_exchanged_for_one_removed_of_the_same_model() -> None:
    assets = {
        1: {"kind": "EE8", "holder": "1 PLT HQ", "net": "net.bn_tac"},
        2: {"kind": "EE8", "net": "net.co_tac"},
        3: {"kind": "SCR300", "net": "net.co_tac"},
        4: {"kind": "EE8", "holder": "1 PLT HQ", "net": "net.arty_fd"},
        5: {"kind": "EE8", "net": "net.mtr_fd"},
    }
    state = board({"1 PLT HQ": "R1C1"}, hq="1 PLT HQ", assets=assets)
    after = play(state, {"switch_net": "1 PLT HQ", "asset": 1, "to": 2}).state
    assert (after.assets[2].holder, after.assets[1].holder, after.assets[1].at) == (key(state, "1 PLT HQ"), 0, 0)
    assert why(state, {"switch_net": "1 PLT HQ", "asset": 1, "to": 3})
    again = play(after, {"switch_net": "1 PLT HQ", "asset": 4, "to": 5}).state
    assert again.impulse is not None
    assert again.impulse.left == 4
    bare = board({"1 PLT HQ": "R1C1"}, hq="1 PLT HQ", assets={1: assets[1]})
    assert why(bare, {"switch_net": "1 PLT HQ", "asset": 1, "to": 1}).rule == "FF-4.2.1j.cond"


@pytest.mark.rule("FF-4.2.1j.cond")
def test_a_set_that_waits_for_its_transport_is_not_removed_from_play() -> None:
    mine = {"kind": "SCR300", "holder": "CO HQ", "net": "net.co_tac"}
    spare = {"kind": "SCR300", "net": "net.bn_tac"}
    state = board({"CO HQ": "R1C1"}, assets={1: mine, 2: {**spare, "box": "pz"}})
    assert phones.spare_sets(state, 1) == ()
    state = board({"CO HQ": "R1C1"}, assets={1: mine, 2: {**spare, "box": ""}})
    assert phones.spare_sets(state, 1) == (2,)


@pytest.mark.rule("FF-4.2.1j.cond", "FF-4.2.1j")
def test_the_set_that_is_given_up_leaves_play_and_the_other_is_of_another_net() -> None:
    mine = {"kind": "SCR300", "holder": "CO HQ", "net": "net.co_tac"}
    state = board(
        {"CO HQ": "R1C1"}, assets={1: mine, 2: {"kind": "SCR300", "net": "net.bn_tac"}, 3: {**mine, "holder": 0}}
    )
    assert phones.spare_sets(state, 1) == (2,)
    step = play(state, {"do": "switch_net", "unit": "CO HQ", "asset": 1, "to": 2})
    given, taken = step.state.assets[1], step.state.assets[2]
    assert (given.holder, given.at, given.cover) == (0, 0, 0)
    assert (taken.holder, taken.at, taken.cover) == (key(state, "CO HQ"), 0, 0)
    assert [entry.params["net"] for entry in step.entries if entry.key == "log.net_switched"] == ["bn_tac"]


@pytest.mark.rule("FF-2.4.1.B.mlr", "FF-4.3.4.g")
def test_in_a_defence_line_is_laid_behind_the_main_line_before_play() -> None:
    reel = {1: {"kind": "phone_line", "holder": "CO HQ", "points": 2}}
    fields = {"at": "mission.arrangements", "tracks": {"turn": 0}, "assets": reel}
    state = board({"CO HQ": "R1C1"}, scenario="naktong_river_3", controls={"mlr": 1}, **fields)
    for place in ("R2C1", "R0C1"):
        assert why(state, {"lay_wire": place}).rule == "FF-2.4.1.B.mlr"
    once = play(state, {"lay_wire": "R1C1"}).state
    assert why(once, {"lay_wire": "R1C1"}).key == "refuse.line_is_here"
    twice = play(once, {"lay_wire": "R1C2"}).state
    assert [twice.markers[n].at for n in twice.markers] == [card(state, "R1C1"), card(state, "R1C2")]
    assert not twice.assets
    assert why(twice, {"lay_wire": "R1C3"}).key == "refuse.no_wire_left"
    attack = board({"CO HQ": "R1C1"}, scenario="normandy_1", **fields)
    assert why(attack, {"lay_wire": "R1C1"}).key == "refuse.laid_as_men_go"


@pytest.mark.rule("FF-2.4.1.B.mlr")
def test_where_a_defence_has_no_main_line_wire_is_laid_where_the_company_starts() -> None:
    reel = {1: {"kind": "phone_line", "holder": "CO HQ", "points": 2}}
    state = board({"CO HQ": "R1C1"}, scenario="vietnam_2", assets=reel)
    assert "mlr" not in state.controls
    laid = [place for place in state.cards if phones.why_not_wire(state, place) is None]
    assert laid == sorted(start_cards(state.board))
