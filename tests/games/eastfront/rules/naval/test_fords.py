"""Attacks across the Sivash and the bay: engineers, and two stacking points over each hexside."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from tests.games.eastfront.board import board, may, play, why

REGIMENT, OTHER, ENGINEERS = "47(+) Rgt/22 Div", "65(+) Rgt/22 Div", "690 Eng Rgt"
FOE = {"106 Rifle Div": {"hex": "3605", "steps": 1}}


def ford(side: str = "axis", water: str = "sivash", **more: Any) -> CrimeaState:
    facts = {"sides": {"3604-3605": {"water": water}}, **more.pop("facts", {})}
    pieces = {REGIMENT: 3604, **FOE, **more.pop("pieces", {ENGINEERS: 3604})}
    return board(f"{side}.declaration", pieces, facts=facts, **more)


def attack(*units: str) -> dict[str, Any]:
    return {"do": "declare", "hexes": [3605], "units": list(units)}


@pytest.mark.rule("EF-PB8.26.b")
def test_an_attack_over_the_sivash_takes_engineers_and_small_units() -> None:
    assert may(ford(), "axis", attack(REGIMENT))
    no = why(ford(pieces={}), "axis", attack(REGIMENT))
    assert no.rule == "EF-12.61"  # nobody at all can
    beside = ford(pieces={ENGINEERS: 3603, "73 Inf Div": 3704})
    no = why(beside, "axis", attack(REGIMENT))
    assert (no.rule, no.key) == ("EF-PB8.26.b", "refuse.ford_engineers")
    big = ford(pieces={ENGINEERS: 3604, "73 Inf Div": 3604})
    assert why(big, "axis", attack("73 Inf Div")).key == "refuse.ford_full"
    frozen = ford(pieces={"73 Inf Div": 3604}, weather="snow")
    assert may(frozen, "axis", attack("73 Inf Div"))


@pytest.mark.rule("EF-PB8.26.b")
def test_two_points_attack_over_one_hexside() -> None:
    state = ford(pieces={ENGINEERS: 3604, OTHER: 3604})
    no = why(state, "axis", attack(REGIMENT, OTHER))
    assert (no.rule, no.key) == ("EF-PB8.26.b", "refuse.ford_full")
    land = ford(pieces={ENGINEERS: 3604, OTHER: 3704})
    assert may(land, "axis", attack(REGIMENT, OTHER))  # the other one comes overland
    # who fights in the end is held to it too
    named = play(state, "axis", attack(REGIMENT)).state
    fight = board(
        "axis.combat.attacks",
        {REGIMENT: 3604, OTHER: 3604, ENGINEERS: 3604, **FOE},
        facts={"sides": {"3604-3605": {"water": "sivash"}}},
        attacks={"3605": {"side": "axis", "hexes": ["3605"], "units": [REGIMENT]}},
    )
    assert named.attacks[3605].units == fight.attacks[3605].units
    begun = play(fight, "axis", {"resolve": 3605}).state
    no = why(begun, "axis", {"assault": [REGIMENT, OTHER], "support": []})
    assert (no.rule, no.key) == ("EF-PB8.26.b", "refuse.ford_full")
    assert may(begun, "axis", {"assault": [REGIMENT], "support": []})


@pytest.mark.rule("EF-PB8.26.b")
def test_soviets_do_not_attack_over_the_sivash() -> None:
    facts = {"sides": {"3604-3605": {"water": "sivash"}}, "units": {"12 Rifle Bde": {"type": "engineer"}}}
    state = board("soviet.declaration", {"12 Rifle Bde": 3604, "46 Inf Div": {"hex": "3605", "steps": 1}}, facts=facts)
    assert not may(state, "soviet", attack("12 Rifle Bde"))


@pytest.mark.rule("EF-PB8.26.c")
def test_the_bay_is_attacked_over_likewise_and_never_freezes() -> None:
    turn: dict[str, Any] = {"scenario": "8", "turn": 180, "weather": "dry"}
    foe = {"345 Rifle Div": {"hex": "In-1527", "steps": 1}}
    order = {"do": "declare", "hexes": ["In-1527"], "units": ["16(+) Rgt/22 Div"]}
    for engineers, frozen, allowed in ((False, False, False), (True, False, True), (False, True, False)):
        pieces: dict[str, Any] = {"16(+) Rgt/22 Div": {"hex": "In-1526"}, **foe}
        if engineers:
            pieces["690 Eng Rgt"] = {"hex": "In-1526"}
        state = board("axis.declaration", pieces, facts={"bare": False}, frozen=frozen, **turn)
        assert may(state, "axis", order) == allowed
