"""Nets: who reaches whom by radio and by wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.command import nets
from tests.games.fieldsoffire.board import board, card, key, play, why

ORDER = {"seek_cover": "1 PLT HQ"}
WALL = {"ridge": {"cc": 1, "elevation": 2}}


def sets(model: str, *holders: str, net: str = "net.co_tac") -> dict[int, dict[str, Any]]:
    return {number: {"kind": model, "holder": one, "net": net} for number, one in enumerate(holders, start=1)}


def company(assets: Mapping[int, Any], *, hq: str = "CO HQ", **fields: Any) -> FieldsState:
    units = {"CO HQ": "R1C1", "1 PLT HQ": "R1C3", "1/1 PLT": "R1C3", **fields.pop("units", {})}
    return board(units, hq=hq, assets=dict(assets), **fields)


def link(state: FieldsState, a: str, b: str) -> str:
    """The rule that keeps two units from reaching each other with their sets; empty where they do."""
    no = nets.why_not_by_set(state, key(state, a), key(state, b))
    return "" if no is None else no.rule


@pytest.mark.rule("FF-4.3.5.B", "FF-4.3.3.n1", "FF-4.3.4.h")
def test_a_radio_carries_an_order_to_another_card_and_to_pinned_men() -> None:
    assets = sets("SCR300", "CO HQ", "1 PLT HQ")
    assert not link(company(assets), "CO HQ", "1 PLT HQ")
    assert not link(company(assets, units={"1 PLT HQ": {"at": "R4C4", "pinned": True}}), "CO HQ", "1 PLT HQ")
    state = company(assets, units={"1 PLT HQ": {"at": "R1C3"}})
    moved = play(state, {"move": "1 PLT HQ", "to": "R2C3"}).state
    assert moved.units[key(state, "1 PLT HQ")].at == card(state, "R2C3")
    assert why(state, {"move": "1/1 PLT", "to": "R2C3"}).rule == "FF-4.3.1.a"


@pytest.mark.rule("FF-4.2.5.c", "FF-4.3.4.h")
def test_a_pinned_headquarters_gives_orders_by_radio_only() -> None:
    units = {"CO HQ": {"at": "R1C1", "pinned": True}, "2 PLT HQ": "R1C1"}
    state = company(sets("SCR300", "CO HQ", "1 PLT HQ"), units=units)
    assert play(state, {"move": "1 PLT HQ", "to": "R2C3"})
    assert why(state, {"move": "2 PLT HQ", "to": "R2C1"}).rule == "FF-4.3.1.a"


@pytest.mark.rule("FF-4.3.3.a")
def test_sets_of_another_net_do_not_help_and_phones_do_not_reach_radios() -> None:
    other = {**sets("SCR300", "CO HQ"), 2: {"kind": "SCR300", "holder": "1 PLT HQ", "net": "net.bn_tac"}}
    assert link(company(other), "CO HQ", "1 PLT HQ") == "FF-4.3.3.b"
    mixed = {**sets("SCR300", "CO HQ"), 2: {"kind": "EE8", "holder": "1 PLT HQ", "net": "net.co_tac"}}
    assert link(company(mixed), "CO HQ", "1 PLT HQ") == "FF-4.3.3.a"


@pytest.mark.rule("FF-4.3.3.n1", "FF-4.3.3.b")
def test_everybody_on_the_company_net_must_reach_its_headquarters() -> None:
    early = sets("SCR536", "CO HQ", "1 PLT HQ", "2 PLT HQ")
    near = company(early, units={"2 PLT HQ": "R3C1"})
    assert not link(near, "1 PLT HQ", "2 PLT HQ")
    off = company(early, units={"2 PLT HQ": "R2C3"})
    assert link(off, "1 PLT HQ", "2 PLT HQ") == "FF-4.3.5.A"
    gone = board({"1 PLT HQ": "R1C3", "2 PLT HQ": "R1C2"}, assets=sets("SCR300", "1 PLT HQ", "2 PLT HQ"))
    assert link(gone, "1 PLT HQ", "2 PLT HQ") == "FF-4.3.3.n1"


@pytest.mark.rule("FF-4.3.3.n1", "FF-4.3.3.n2")
def test_observers_and_battalion_officers_are_not_on_the_company_net() -> None:
    assets = sets("SCR300", "CO HQ", "ARTY FO", "Battalion Commander")
    state = company(assets, units={"ARTY FO": "R2C2", "Battalion Commander": "R2C2"})
    assert link(state, "CO HQ", "ARTY FO") == "FF-4.3.3.n1"
    assert link(state, "1 PLT HQ", "Battalion Commander")
    beside = company(sets("SCR300", "CO HQ", "1 PLT HQ"), units={"Battalion Commander": "R1C1"})
    assert not link(beside, "Battalion Commander", "1 PLT HQ")
    battalion = company(
        sets("SCR300", "CO HQ", "Battalion Commander", net="net.bn_tac"), units={"Battalion Commander": "R4C4"}
    )
    assert not link(battalion, "Battalion Commander", "CO HQ")


@pytest.mark.rule("FF-4.3.5.A")
def test_early_handhelds_need_sight_as_by_day_and_no_cover() -> None:
    assets = sets("SCR536", "CO HQ", "1 PLT HQ")
    smoke = {1: {"kind": "smoke", "at": "R1C2", "value": 2}}
    assert not link(company(assets, markers=smoke, tracks={"light": "moon4", "turn": 1}), "CO HQ", "1 PLT HQ")
    facts = {
        "terrain": {"wood": {"cc": 2, "edges": dict.fromkeys(("n", "ne", "e", "se", "s", "sw", "w", "nw"), "dark")}}
    }
    blocked = company(assets, cards={"R1C2": {"terrain": "wood"}}, facts=facts)
    assert link(blocked, "CO HQ", "1 PLT HQ") == "FF-4.3.5.A"
    covered = company(assets, covers={1: {"at": "R1C3"}}, units={"1 PLT HQ": {"at": "R1C3", "cover": 1}})
    assert link(covered, "CO HQ", "1 PLT HQ") == "FF-4.3.5.A"


@pytest.mark.rule("FF-2.5.A.c", "FF-2.5.A.b")
def test_the_staging_area_is_one_for_handhelds_and_reaches_the_row_before_it() -> None:
    assets = sets("SCR536", "CO HQ", "1 PLT HQ")

    def at(hq: str, platoon: str) -> str:
        return link(company(assets, units={"CO HQ": hq, "1 PLT HQ": platoon}), "CO HQ", "1 PLT HQ")

    assert [at("R0C1", "R0C4"), at("R0C1", "R1C2")] == ["", ""]
    assert [at("R0C1", "R1C3"), at("R0C1", "R2C1")] == ["FF-4.3.5.A", "FF-4.3.5.A"]


@pytest.mark.rule("FF-4.3.5.C")
def test_advanced_handhelds_reach_the_squads_of_the_platoon_next_door() -> None:
    assets = sets("PRC148", "1 PLT HQ")
    units = {"1/1 PLT": "R2C4", "2/1 PLT": "R3C3", "1/2 PLT": "R1C3"}
    state = company(assets, units=units)
    assert not link(state, "1 PLT HQ", "1/1 PLT")
    assert link(state, "1 PLT HQ", "2/1 PLT")
    assert link(state, "1 PLT HQ", "1/2 PLT")
    assert link(company(sets("PRC25", "1 PLT HQ"), units=units), "1 PLT HQ", "1/1 PLT")


def wire(*cards: str, **row: Any) -> dict[int, dict[str, Any]]:
    return {number: {"kind": "phone_line", "at": at, **row} for number, at in enumerate(cards, start=1)}


@pytest.mark.rule("FF-4.3.4.a", "FF-4.3.4.h")
def test_phones_work_through_an_unbroken_chain_of_lines() -> None:
    assets = sets("EE8", "CO HQ", "1 PLT HQ")
    units = {"CO HQ": "R2C1", "1 PLT HQ": "R2C4"}
    whole = company(assets, units=units, markers=wire("R2C2", "R3C3"))
    assert not link(whole, "CO HQ", "1 PLT HQ")
    gap = company(assets, units=units, markers=wire("R2C2"))
    assert link(gap, "CO HQ", "1 PLT HQ") == "FF-4.3.4.a"
    cut = company(assets, units=units, markers={**wire("R2C2"), 2: {"kind": "phone_line", "at": "R3C3", "form": "cut"}})
    assert link(cut, "CO HQ", "1 PLT HQ") == "FF-4.3.4.a"


@pytest.mark.rule("FF-4.3.4.f", "FF-4.3.4.a")
def test_a_phone_of_any_net_is_a_piece_of_line() -> None:
    assets = {**sets("EE8", "CO HQ", "1 PLT HQ"), 3: {"kind": "EE8", "holder": "ARTY FO", "net": "net.arty_fd"}}
    units = {"CO HQ": "R2C1", "1 PLT HQ": "R2C3", "ARTY FO": "R2C2"}
    assert not link(company(assets, units=units), "CO HQ", "1 PLT HQ")
    assert link(company(sets("EE8", "CO HQ", "1 PLT HQ"), units=units), "CO HQ", "1 PLT HQ") == "FF-4.3.4.a"


@pytest.mark.rule("FF-2.5.A.b")
def test_the_staging_area_joins_every_wire_that_comes_to_row_one() -> None:
    assets = sets("EE8", "CO HQ", "1 PLT HQ")
    assert not link(company(assets, units={"CO HQ": "R0C1", "1 PLT HQ": "R1C4"}), "CO HQ", "1 PLT HQ")
    assert link(company(assets, units={"CO HQ": "R0C1", "1 PLT HQ": "R2C4"}), "CO HQ", "1 PLT HQ")


def off_map(state: FieldsState, name: str, net: str) -> str:
    no = nets.why_not_off_map(state, key(state, name), net)
    return "" if no is None else no.rule


@pytest.mark.rule("FF-4.3.3.n2", "FF-4.3.3.n3", "FF-4.3.3.n4")
def test_each_net_off_the_map_has_its_members() -> None:
    assets = {
        number: {"kind": "SCR300", "holder": holder, "net": net}
        for number, (holder, net) in enumerate(
            (
                ("CO HQ", "net.bn_tac"),
                ("1 PLT HQ", "net.bn_tac"),
                ("ARTY FO", "net.arty_fd"),
                ("ARTY FO", "net.mtr_fd"),
            ),
            start=1,
        )
    }
    state = company(assets, units={"ARTY FO": "R2C2"}, scenario="normandy_1")
    assert not off_map(state, "CO HQ", "net.bn_tac")
    assert off_map(state, "1 PLT HQ", "net.bn_tac") == "FF-4.3.3.b"
    assert not off_map(state, "ARTY FO", "net.arty_fd")
    assert off_map(state, "ARTY FO", "net.mtr_fd") == "FF-4.3.3.b"


@pytest.mark.rule("FF-4.3.3.n5", "FF-4.3.3.n3")
def test_no_set_no_net_but_observers_whose_net_is_not_listed_bring_their_own() -> None:
    state = company({}, units={"ARTY FO": "R2C2"}, scenario="normandy_1")
    assert off_map(state, "ARTY FO", "net.arty_fd") == "FF-4.3.3.b"
    alone = company({}, units={"ARTY FO": "R2C2"})
    assert not off_map(alone, "ARTY FO", "net.arty_fd")
    assert off_map(alone, "ARTY FO", "net.air_ctl") == "FF-4.3.3.b"


@pytest.mark.rule("FF-4.3.3.n3", "FF-4.3.4.a")
def test_a_phone_to_the_guns_must_reach_the_staging_area() -> None:
    assets = sets("EE8", "ARTY FO", net="net.arty_fd")

    def at(where: str, *lines: str) -> str:
        state = company(assets, units={"ARTY FO": where}, markers=wire(*lines), scenario="normandy_1")
        return off_map(state, "ARTY FO", "net.arty_fd")

    assert [at("R1C2"), at("R3C2", "R2C2", "R1C1")] == ["", ""]
    assert at("R3C2", "R1C1") == "FF-4.3.4.a"


@pytest.mark.rule("FF-4.3.5.A")
def test_early_handhelds_reach_three_cards_and_their_own_from_the_open() -> None:
    assets = sets("SCR536", "CO HQ", "1 PLT HQ")
    wide = {"map": {"rows": 4, "columns": 6}}

    def at(hq: Any, platoon: Any, **fields: Any) -> tuple[str, str]:
        state = company(assets, units={"CO HQ": hq, "1 PLT HQ": platoon}, facts=wide, **fields)
        no = nets.why_not_by_set(state, key(state, "CO HQ"), key(state, "1 PLT HQ"))
        return ("", "") if no is None else (no.rule, str(no.params["unit"]))

    assert at("R1C1", "R1C4") == ("", "")
    assert at("R1C1", "R1C5")[0] == "FF-4.3.5.A"
    assert at("R1C1", {"at": "R1C1", "pinned": True}) == ("", "")
    covers = {1: {"at": "R1C1"}}
    hidden = at({"at": "R1C1", "cover": 1}, "R1C2", covers=covers)
    shown = at("R1C2", {"at": "R1C1", "cover": 1}, covers=covers)
    assert hidden[0] == shown[0] == "FF-4.3.5.A"
    assert hidden[1] != shown[1]


@pytest.mark.rule("FF-4.3.3.n1", "FF-4.3.3.b")
@pytest.mark.parametrize(("name", "rule"), [("Fire Team (rifle) 1", ""), ("1/Runner", ""), ("Mtr FO", "FF-4.3.3.n1")])
def test_whoever_picks_a_set_of_the_company_up_uses_it_but_observers(name: str, rule: str) -> None:
    state = company(sets("SCR300", "CO HQ", name), units={name: "R1C4"})
    assert link(state, "CO HQ", name) == rule


@pytest.mark.rule("FF-4.3.3.n1")
def test_both_ends_must_reach_the_set_of_the_company_and_battalion_uses_it_only_beside_it() -> None:
    gun = "1/LMG (.30 cal)"
    rows = {gun: "R1C4", "Battalion Commander": "R1C2"}
    state = company(sets("SCR300", "CO HQ", gun), units=rows)
    assert link(state, "1 PLT HQ", gun) == "FF-4.3.3.b"
    assert link(state, "CO HQ", gun) == ""
    assert link(state, "Battalion Commander", gun) == "FF-4.3.3.n1"
    beside = company(sets("SCR300", "CO HQ", gun), units={**rows, "Battalion Commander": "R1C1", "2/1 PLT": "R1C1"})
    assert link(beside, "Battalion Commander", gun) == ""
    assert link(beside, "2/1 PLT", gun) == "FF-4.3.3.b"
    own = company(sets("SCR300", "CO HQ", "Battalion Commander", gun), units=rows)
    assert link(own, "Battalion Commander", gun) == "FF-4.3.3.n1"
    bare = company(sets("SCR300", gun), units=rows)
    assert link(bare, "CO HQ", gun) == "FF-4.3.3.b"
