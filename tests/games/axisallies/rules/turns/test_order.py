"""The order of powers and phases, and what a turn forgets when it ends."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.flow import ORDER, SEQUENCE
from sandtable.games.axisallies.rules.turns import order
from tests.games.axisallies.board import at, draft, position


@pytest.mark.rule("AA-8.power-order")
def test_a_turn_begins_by_remembering_who_holds_what() -> None:
    state = position(
        at="ussr.purchase",
        territories={"Poland": {"holder": "ussr", "since": "germany", "built": ["air_base"], "placed": 2}},
    )
    d = draft(state)
    order.begin_turn(d)
    poland = d.now.territories[at("Poland")]
    assert (poland.since, poland.built, poland.placed) == ("ussr", (), 0)
    assert d.now.powers["ussr"].turns == state.powers["ussr"].turns + 1
    assert [entry.key for entry in d.entries] == ["log.turn"]


@pytest.mark.rule("AA-8.power-order")
def test_the_nine_powers_play_in_the_order_of_the_book() -> None:
    assert ORDER == ("germany", "ussr", "japan", "usa", "china", "uk", "italy", "anzac", "france")
    assert [(power.id, power.number) for power in position().board.powers.values()] == list(
        zip(ORDER, range(1, 10), strict=True)
    )


@pytest.mark.rule("AA-8.phase-order")
@pytest.mark.parametrize("power", ORDER)
def test_every_turn_has_the_phases_of_the_book_with_research_first(power: str) -> None:
    phases = [phase.name for phase in SEQUENCE.phase(f"round.{power}").phases]
    printed = ["research", "purchase", "combat_move", "combat", "noncombat", "mobilize", "income"]
    assert [name for name in phases if name in printed] == printed


def test_a_turn_that_ends_is_forgotten() -> None:
    units = {
        1: {"kind": "fighter", "owner": "germany", "at": "Poland", "spent": 3, "moved": True, "fought": True},
        2: {"kind": "infantry", "owner": "germany", "at": "Poland", "fresh": True},
        3: {"kind": "infantry", "owner": "ussr", "at": "Russia", "fresh": True},
        4: {"kind": "battleship", "owner": "germany", "at": 112, "damaged": True},
        5: {"kind": "infantry", "owner": "neutral", "at": "Greece", "stuck": True},
    }
    asked = {"permits": {"suez.germany": 1}, "consents": {"italy.germany.carriers": 0}, "new_wars": ["germany-ussr"]}
    battles = {"Russia": {"kind": "land", "attacker": "germany"}}
    d = draft(position(units=units, attacked=["Russia"], battles=battles, **asked))
    order.end_turn(d)
    assert (d.now.units[1].spent, d.now.units[1].moved, d.now.units[1].fought) == (0, False, False)
    assert [d.now.units[key].fresh for key in (2, 3)] == [False, True]
    assert d.now.units[4].damaged
    assert d.now.units[5].stuck
    assert (d.now.attacked, d.now.battles, d.now.permits, d.now.new_wars) == ((), {}, {}, ())
    assert d.now.consents == {"italy.germany.carriers": 0}, "what allies agreed on stands"


@pytest.mark.rule("AA-8.phase-order")
def test_only_units_a_turn_has_marked_are_restless() -> None:
    units = {
        1: {"kind": "infantry", "owner": "germany", "at": "Poland", "spent": 1},
        2: {"kind": "infantry", "owner": "germany", "at": "Poland", "stuck": True},
        3: {"kind": "infantry", "owner": "germany", "at": "Poland"},
    }
    d = draft(position(units=units))
    assert order.restless(d.now) == (1,)
    d.edit("units", 3, moved=True)
    d.edit("units", 1, spent=0)
    d.drop("units", 2)
    assert order.restless(d.now) == (3,)
    order.end_turn(d)
    assert order.restless(d.now) == ()
