"""Radios or phones for a net."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.command import media
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, card, key, play, why

HOLDERS = ("CO HQ", "1 PLT HQ")
SETS = {n: {"kind": "SCR536", "holder": one, "net": "net.co_tac"} for n, one in enumerate(HOLDERS, start=1)}
BATTALION = {3: {"kind": "SCR300", "holder": "CO HQ", "net": "net.bn_tac"}}


def before(**fields: Any) -> FieldsState:
    units = {"CO HQ": "R1C1", "1 PLT HQ": "R1C1", "1/1 PLT": "R1C1"}
    assets = {**SETS, **BATTALION}
    where = {"at": "mission.arrangements", "tracks": {"turn": 0}}
    return board(units, scenario="normandy_1", assets=assets, **{**where, **fields})


@pytest.mark.rule("FF-4.3.3.d", "FF-4.3.3.a", "FF-4.3.4.g")
def test_the_company_net_changes_as_a_whole_and_a_unit_gets_the_line() -> None:
    state = before()
    after = play(state, {"phones": "1/1 PLT"}).state
    assert [after.assets[number].kind for number in (1, 2, 3)] == ["EE8", "EE8", "SCR300"]
    assert (after.assets[4].kind, after.assets[4].points) == ("phone_line", 4)
    assert after.assets[4].holder == key(state, "1/1 PLT")
    assert why(after, {"phones": "1/1 PLT"}).key == "refuse.phones_in_use"


@pytest.mark.rule("FF-4.3.3.d")
def test_only_where_the_briefing_offers_them() -> None:
    for kind, rule in (("defensive", "refuse.no_phones"), ("offensive", "")):
        facts = {"mission": {"type": kind}}
        state = board({"CO HQ": "R1C1"}, scenario="normandy_1", facts=facts, tracks={"turn": 0})
        no = media.why_not_phones(state)
        assert (no.key if no is not None else "") == rule
    late = media.why_not_phones(board({"CO HQ": "R1C1"}, scenario="normandy_1"))
    assert late is not None
    assert late.key == "refuse.mission_runs_media"


@pytest.mark.rule("FF-4.3.4.g", "FF-2.3.4.a")
def test_where_the_briefing_says_so_line_is_laid_before_the_mission() -> None:
    reel = {1: {"kind": "phone_line", "holder": "1/1 PLT", "points": 2}}
    given = {"at": "mission.arrangements", "assets": reel, "tracks": {}, "controls": {"cop": 607, "mlr": 1}}
    state = board({"1/1 PLT": "R1C1"}, scenario="naktong_river_3", **given)
    first = play(state, {"string_line": "R1C2"}).state
    laid = [(one.kind, label(state.scenario, "place", one.at)) for one in first.markers.values()]
    assert laid == [("phone_line", "R1C2")]
    assert first.assets[1].points == 1
    assert why(first, {"string_line": "R1C2"}).key == "refuse.line_is_here"
    assert why(first, {"string_line": "R3C2"}).rule == "FF-2.3.5.a"
    both = play(first, {"string_line": "R2C2"}).state
    assert not both.assets
    assert len(both.markers) == 2
    other = board({"1/1 PLT": "R1C1"}, scenario="vietnam_5", **given)
    assert media.why_not_string(other, card(other, "R1C2")).key == "refuse.no_line_to_lay"  # type: ignore[union-attr]
    later = board({"1/1 PLT": "R1C1"}, scenario="naktong_river_3", assets=reel)
    assert media.why_not_string(later, card(later, "R1C2")) is not None
