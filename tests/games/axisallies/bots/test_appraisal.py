"""How attacks are weighed."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.bots.appraisal import appraise, mustered
from sandtable.games.axisallies.model import GlobalState
from tests.games.axisallies.board import at, position

FRANCE, HOLLAND = at("France"), at("Holland Belgium")


def front(attackers: dict[str, int], defenders: dict[str, int]) -> GlobalState:
    units: dict[int, dict[str, Any]] = {}
    for owner, where, some in (("germany", HOLLAND, attackers), ("france", FRANCE, defenders)):
        for kind, count in some.items():
            for _ in range(count):
                units[len(units) + 1] = {"kind": kind, "owner": owner, "at": where}
    return position(at="germany.combat_move.moves", units=units, wars={"france-germany": 1})


def test_fodder_and_fire_join_in_turn() -> None:
    state = front({"infantry": 3, "tank": 1, "fighter": 1}, {})
    order = [state.units[key].kind for key in mustered(state, [5, 4, 3, 2, 1])]
    assert order == ["infantry", "tank", "fighter", "infantry", "infantry"]


def test_no_more_are_sent_than_it_takes() -> None:
    state = front({"tank": 20}, {"infantry": 1})
    look = appraise(state, "germany", FRANCE, list(range(1, 21)))
    assert look is not None
    assert look.chance > 0.95
    assert look.sent < 20


def test_hopeless_attacks_are_not_even_weighed() -> None:
    state = front({"infantry": 2}, {"infantry": 8})
    assert appraise(state, "germany", FRANCE, [1, 2]) is None


def test_an_empty_territory_takes_one() -> None:
    state = front({"infantry": 3}, {})
    look = appraise(state, "germany", FRANCE, [1, 2, 3])
    assert look is not None
    assert (look.chance, look.sent) == (1.0, 1)
