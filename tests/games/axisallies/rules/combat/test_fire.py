"""Dice: salvoes in groups of one value, heavy bombers, and the low-luck option."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.model import GlobalState, Hits
from sandtable.games.axisallies.rules.combat.fire import Shot, salvo, volley
from sandtable.games.axisallies.rules.combat.sides import attackers
from tests.games.axisallies.board import at, draft, position

FRANCE = at("France")


def storm(own: list[str], technologies: tuple[str, ...] = (), **more: Any) -> GlobalState:
    units: dict[int, dict[str, Any]] = {
        1 + n: {"kind": kind, "owner": "germany", "at": FRANCE, "task": "attack"} for n, kind in enumerate(own)
    }
    units |= {
        101: {"kind": "tank", "owner": "france", "at": FRANCE},
        102: {"kind": "tank", "owner": "uk", "at": FRANCE},
    }
    return position(
        at=["germany.combat.battles", {"phase": "battle.round.press", "ref": FRANCE, "waiting": ["germany"]}],
        units=units,
        battles={FRANCE: {"kind": "land", "attacker": "germany"}},
        powers={"germany": {"technologies": technologies}},
        **more,
    )


@pytest.mark.rule("AA-9.3.att.fire", "AA-9.3.std.setup")
def test_units_of_one_value_roll_together_the_highest_first() -> None:
    d = draft(storm(["infantry", "tank", "tank", "strategic_bomber"]), 4, 3, 4, 1)
    hits = volley(d, "attacker", attackers(d.now, FRANCE), "AA-9.3.att.fire")
    assert hits == Hits(any=3)
    (entry,) = d.entries
    assert [(roll.need, roll.faces) for roll in entry.rolls] == [(4, (4,)), (3, (3, 4)), (1, (1,))]
    assert entry.params["hits"] == 3
    assert d.now.battles[FRANCE].fought


@pytest.mark.rule("AA-13.t2.6")
def test_a_heavy_bomber_keeps_the_better_die() -> None:
    d = draft(storm(["strategic_bomber", "strategic_bomber"], ("heavy_bombers",)), 6, 4, 5, 6)
    assert volley(d, "attacker", attackers(d.now, FRANCE), "AA-9.3.att.fire") == Hits(any=1)


def test_the_log_says_who_was_supported_and_why() -> None:
    d = draft(storm(["infantry", "infantry", "infantry", "artillery", "artillery"]), 6, 6, 6, 6, 6)
    volley(d, "attacker", attackers(d.now, FRANCE), "AA-9.3.att.fire")
    (part,) = d.entries[0].modifiers
    assert (part.rule, part.amount, part.params["count"]) == ("AA-10.infantry.support", 1, 2)


def test_low_luck_adds_the_values_up_and_rolls_what_is_left() -> None:
    state = storm(["tank", "tank", "tank", "infantry"], options={"low_luck": True})
    d = draft(state, 4)
    assert volley(d, "attacker", attackers(d.now, FRANCE), "AA-9.3.att.fire") == Hits(any=2)
    assert [(roll.need, roll.faces) for roll in d.entries[0].rolls] == [(4, (4,))]
    d = draft(state, 5)
    assert volley(d, "attacker", attackers(d.now, FRANCE), "AA-9.3.att.fire") == Hits(any=1)


def test_low_luck_keeps_hits_of_different_reach_apart() -> None:
    d = draft(storm(["tank"], options={"low_luck": True}), 6, 1)
    hits = salvo(
        d, "attacker", [Shot(3, "any"), Shot(3, "any"), Shot(2, "ships"), Shot(3, "surface")], "AA-9.3.att.fire"
    )
    assert hits == Hits(any=1, surface=1)
