"""Rules 27.1 and 27.3: strike markers on units."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.model import STEP_MP, Battle
from sandtable.games.nextwar.rules.combat.strength import attack_of, defence_of
from sandtable.games.nextwar.rules.damage import units
from sandtable.games.nextwar.rules.movement import marching
from sandtable.games.nextwar.rules.terms.efficiency import efficiency, rating
from tests.games.nextwar.board import INF, LIGHT, MECH, OTHER_INF, QUIET, advanced, at, carried_out, draft, key, reasons


@pytest.mark.rule("NW-27.0", "NW-27.1.a", "NW-27.1.b", "NW-27.1.c", "NW-27.1.d")
@pytest.mark.parametrize(
    ("marker", "result", "then", "steps"),
    [
        (0, "1", 1, 2),
        (0, "2", 2, 2),
        (1, "1", 2, 2),
        (1, "2", 0, 1),
        (2, "1", 0, 1),
        (2, "2", 0, 1),
        (0, "X", 0, 1),
        (2, "X", 0, 1),
    ],
)
def test_the_ladder_of_units(marker: int, result: str, then: int, steps: int) -> None:
    d = draft(advanced(QUIET, units={INF: {"hex": "N3010", "strike": marker}}))
    units.strike(d, key(d.now, INF), result)
    row = d.now.units[key(d.now, INF)]
    assert (row.strike, row.steps) == (then, steps)


@pytest.mark.rule("NW-27.1.c")
def test_the_last_step_eliminates() -> None:
    d = draft(advanced(QUIET, units={LIGHT: {"hex": "N3010", "steps": 1, "strike": 2}}))
    units.strike(d, key(d.now, LIGHT), "1")
    assert d.now.units[key(d.now, LIGHT)].box == "eliminated"


@pytest.mark.rule("NW-27.3.1.a", "NW-27.3.2.a")
def test_a_marker_lowers_every_value_but_not_below_one() -> None:
    for marker in (0, 1, 2):
        state = advanced(QUIET, units={INF: {"hex": "N3010", "strike": marker}})
        unit = key(state, INF)
        assert units.reduced(state, unit, 8) == 8 - marker
        assert units.reduced(state, unit, 1) == 1
        assert units.reduced(state, unit, 0) == 0
        plain = advanced(QUIET, units={INF: {"hex": "N3010"}})
        assert rating(state, unit) == max(1, rating(plain, unit) - marker) if marker else rating(plain, unit)
        assert reasons(efficiency(state, unit)).get("strike_marker", 0) == -marker


@pytest.mark.rule("NWS-ADV-14.15", "NW-27.9.1", "NWS-ADV-14.12")
def test_reorganization_lowers_markers_and_loses_sight() -> None:
    rows = {INF: {"hex": "N3010", "strike": 2, "detected": True}, LIGHT: {"hex": "N3012", "strike": 1, "targeted": 2}}
    d = draft(advanced(QUIET, units=rows))
    units.recover(d)
    units.lose_sight(d)
    found = [d.now.units[key(d.now, name)] for name in (INF, LIGHT)]
    assert [(row.strike, row.detected, row.targeted) for row in found] == [(1, False, 0), (0, False, 0)]


@pytest.mark.rule("NW-27.3.1.a", "NW-27.3.2.a")
def test_a_marker_shortens_marches_and_weakens_attacks_and_defences() -> None:
    for marker, allowance in ((0, 4), (1, 3), (2, 2)):
        state = advanced(QUIET, units={INF: {"hex": "N3010", "strike": marker}})
        assert marching.budget(state, key(state, INF)) == allowance * STEP_MP
        fight = Battle("dprk", at(state, "N3012"), (key(state, INF),), (key(state, INF),))
        assert attack_of(state, key(state, INF), fight).amount == 8 - marker
        assert defence_of(state, key(state, INF), fight).amount == 6 - marker


@pytest.mark.rule("NW-27.1.1.a", "NW-27.1.1.b", "NW-27.1.d")
def test_hits_on_supply_units() -> None:
    def after(before: int, result: str) -> tuple[int, str]:
        state = advanced(QUIET, units={"DPRK Supply 1": {"hex": "N3010", "strike": before}})
        d = draft(state)
        units.strike(d, key(state, "DPRK Supply 1"), result)
        row = d.now.units[key(state, "DPRK Supply 1")]
        assert d.now.accounts["allied"].supply == d.now.accounts["allied"].turn_vp2 == 0
        # A marker that stays as it is was not hit.
        assert any(e.key == "log.unit_hit" for e in d.entries) == (before < row.strike)
        return row.strike, row.box

    assert [after(0, result) for result in "12"] == [(1, ""), (2, "")]
    assert [after(1, result) for result in "12"] == [(2, ""), (2, "")]
    assert [after(2, result) for result in "12"] == [(2, ""), (0, "unused")]
    assert [after(n, "X") for n in (0, 1, 2)] == [(0, "unused")] * 3


@pytest.mark.rule("NW-27.3.1.a", "NW-27.3.2.a")
def test_supply_units_keep_their_values_under_a_marker() -> None:
    state = advanced(QUIET, units={"DPRK Supply 1": {"hex": "N3010", "strike": 2}})
    number = key(state, "DPRK Supply 1")
    assert units.reduced(state, number, 2) == 2
    assert units.penalties(state, number) == ()


@pytest.mark.rule("NW-27.9.1", "NWS-ADV-14.15")
def test_recovery_turns_markers_over_and_leaves_the_others_alone() -> None:
    names = {INF: 0, OTHER_INF: 1, MECH: 2}
    state = advanced(QUIET, units={name: {"hex": "N3010", "strike": strike} for name, strike in names.items()})
    after = carried_out(state, units.recover)
    assert [after.units[key(after, name)].strike for name in names] == [0, 0, 1]


@pytest.mark.rule("NW-27.0", "NW-27.1.d", "NW-18.2.b")
def test_a_hit_is_told_and_takes_a_capability() -> None:
    hq = "DPRK II HQ"
    d = draft(advanced(QUIET, units={hq: "N2810"}))
    units.strike(d, key(d.now, hq), "1")
    assert [(entry.key, entry.params["level"]) for entry in d.entries] == [("log.unit_hit", 1)]
    assert d.now.units[key(d.now, hq)].uses == 1


@pytest.mark.rule("NW-27.3.1.a", "NW-27.3.2.a")
def test_markers_take_from_efficiency_but_leave_one() -> None:
    weak = {"units": {INF: {"front": [8, 6, 2, 4, 4, "foot"]}}}
    for marker, left in ((0, 2), (1, 1), (2, 1)):
        state = advanced(QUIET, units={INF: {"hex": "N2810", "strike": marker}}, facts=weak)
        assert rating(state, key(state, INF)) == left
        assert bool(units.penalties(state, key(state, INF))) is bool(marker)
        assert units.reduced(state, key(state, INF), 0) == 0
