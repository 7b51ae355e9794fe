"""Rule 18.1 and Korea, 8: chains of command."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.rules.formations import subordination
from tests.games.nextwar.board import INF, ROK_INF, key
from tests.games.nextwar.supplies import (
    ARMY_1,
    ARMY_3,
    ARTY_HQ,
    BRIGADE,
    DEPOT,
    GHQ,
    I_MEF,
    II_HQ,
    III_MEF,
    JFC,
    MEU_11,
    ROK_I_HQ,
    ROK_V_HQ,
    US_2,
    US_82,
    US_CORPS,
    V_HQ,
    field,
)

STATE = field({})
SNIPERS, US_BCT, MARINES, LAST = "DPRK 17 Snp Bde", "US 1/2 Hvy Bde", "USMC 1/5 Mar Bn", "ROK CDC HQ"
WHITE = next(c.name for c in STATE.board.units.values() if c.nation == "dprk" and not c.formation and c.independent)
COMMONWEALTH = next(c.name for c in STATE.board.units.values() if c.nation == "cw")
GROUP_ARMY = next(c.name for c in STATE.board.units.values() if c.formation == "39")


def above(name: str) -> set[str]:
    return {STATE.board.units[hq].name for hq in subordination.superiors(STATE.board, key(STATE, name))}


def right_above(name: str) -> set[str]:
    return {STATE.board.units[hq].name for hq in subordination.parents(STATE.board, key(STATE, name))}


@pytest.mark.rule("NW-18.1", "NW-16.2.10")
def test_a_coloured_unit_is_under_the_headquarters_of_its_colour() -> None:
    assert right_above(INF) == {II_HQ}
    assert right_above(ROK_INF) == {ROK_I_HQ}
    assert right_above(GROUP_ARMY) == {"PRC 39GA HQ"}
    assert right_above(DEPOT) == set()


@pytest.mark.rule("NW-18.1")
def test_a_white_unit_is_under_every_headquarters_of_its_country() -> None:
    found = right_above(WHITE)
    assert {II_HQ, V_HQ} < found
    assert not found & {ARTY_HQ, ROK_I_HQ, "PRC 39GA HQ"}
    assert right_above(COMMONWEALTH) == set()


@pytest.mark.rule("NW-18.3", "NWK-8.0.a", "NWK-8.0.d", "NWK-8.0")
def test_everybody_is_under_the_supreme_headquarters_of_his_side() -> None:
    assert above(INF) == {II_HQ, GHQ}
    assert above(II_HQ) == {GHQ}
    assert above(GROUP_ARMY) == {"PRC 39GA HQ", GHQ}
    assert above(COMMONWEALTH) == {JFC}
    assert above(GHQ) == set()
    assert above(JFC) == set()


@pytest.mark.rule("NWK-8.0.e", "NWK-8.0")
def test_rok_corps_are_under_the_army_on_their_counter() -> None:
    assert above(ROK_INF) == {ROK_I_HQ, ARMY_3, JFC}
    assert above(ROK_V_HQ) == {ARMY_3, JFC}
    assert above("ROK II/1 HQ") == {ARMY_1, JFC}
    assert above(LAST) == {JFC}


@pytest.mark.rule("NWK-3.4", "NWK-8.0.b")
def test_every_unit_of_the_us_army_is_under_every_headquarters_of_it() -> None:
    assert {US_2, US_82, US_CORPS, JFC} < above(US_BCT)
    assert not above(US_BCT) & {I_MEF, MEU_11}
    assert above(US_82) == {US_CORPS, JFC}
    assert above(US_CORPS) == {JFC}


@pytest.mark.rule("NWK-3.3.1", "NWK-8.0.c", "NWK-3.3.a")
def test_marines_are_under_every_headquarters_of_marines() -> None:
    assert above(MARINES) == {I_MEF, III_MEF, MEU_11, "USMC 13 MEU HQ", "USMC 15 MEU HQ", JFC}
    assert above(MEU_11) == {I_MEF, JFC}
    assert above(III_MEF) == {JFC}
    assert above(I_MEF) == {JFC}


@pytest.mark.rule("NWK-3.2.c")
def test_artillery_headquarters_command_artillery_alone() -> None:
    assert above(BRIGADE) == {ARTY_HQ, GHQ}
    assert ARTY_HQ not in above(WHITE) | above(INF) | above("DPRK Arty/Kgd Art Bde")
    board = STATE.board
    assert subordination.is_artillery_hq(board, key(STATE, ARTY_HQ))
    assert not subordination.is_artillery_hq(board, key(STATE, II_HQ))
    assert not subordination.is_artillery_hq(board, key(STATE, BRIGADE))


def test_headquarters_on_the_board() -> None:
    state = field({II_HQ: "N3005", INF: "N3006", ROK_I_HQ: "N3020"})
    assert subordination.hqs_on_board(state, "dprk") == (key(state, II_HQ),)
