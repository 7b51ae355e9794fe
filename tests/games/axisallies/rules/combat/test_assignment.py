"""Assigning hits: nothing wasted, transports last, and a default that passes its own check."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sandtable.games.axisallies.actions.fighting import Lose
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState, Hits
from sandtable.games.axisallies.rules.combat.assignment import Bill, bill, fits, most_taken
from sandtable.games.axisallies.rules.combat.fire import forms_in_reach
from sandtable.kernel.graph import matching
from tests.games.axisallies.board import position

ZONE = 112


def struck(kinds: list[str], hits: dict[str, int], **more: Any) -> GlobalState:
    """British ships numbered from 1 that have to take hits of a German cruiser's fleet."""
    units: dict[int, dict[str, Any]] = {
        1 + n: {"kind": kind, "owner": "uk", "at": ZONE} for n, kind in enumerate(kinds)
    }
    units[99] = {"kind": "battleship", "owner": "germany", "at": ZONE, "task": "attack"}
    return position(
        at=["germany.combat.battles", {"phase": "battle.round.hit.choose", "ref": ZONE, "waiting": ["uk"]}],
        units={key: {**row, **more.get(f"u{key}", {})} for key, row in units.items()},
        battles={ZONE: {"kind": "sea", "attacker": "germany", "on_defender": hits}},
    )


@pytest.mark.rule("AA-9.3.hits.maximise-def")
def test_the_condition_agrees_with_a_matching() -> None:
    for any_, ships, surface, air in product(range(3), repeat=4):
        hits = Hits(any=any_, ships=ships, surface=surface, air=air)
        for counts in product(range(3), repeat=3):
            forms = dict(zip(("air", "submarine", "surface"), counts, strict=True))
            askers = {
                f"{form}{n}": [reach for reach in ("any", "ships", "surface", "air") if form in forms_in_reach(reach)]
                for form, count in forms.items()
                for n in range(count)
            }
            room = {"any": any_, "ships": ships, "surface": surface, "air": air}
            matched = len(matching(askers, room))
            assert fits(forms, hits) == (matched == len(askers))
            assert most_taken(forms, hits) == matched


@pytest.mark.rule("AA-9.3.hits.maximise-def", "AA-9.3.naval.transport-last", "AA-10.transport.last")
@pytest.mark.parametrize(
    ("kinds", "hits", "owed", "by_transports"),
    [
        (["carrier", "fighter"], {"any": 1, "ships": 2}, 3, 0),
        (["fighter", "fighter"], {"ships": 2}, 0, 0),
        (["submarine", "transport"], {"surface": 1}, 0, 1),
        (["cruiser", "transport"], {"any": 3}, 1, 1),
        (["battleship", "destroyer"], {"any": 2}, 2, 0),
    ],
)
def test_what_must_be_taken(kinds: list[str], hits: dict[str, int], owed: int, by_transports: int) -> None:
    due = bill(struck(kinds, hits), "defender")
    assert (due.owed, due.owed_by_transports) == (owed, by_transports)


@pytest.mark.rule("AA-10.battleship.hits", "AA-10.carrier.hits")
@pytest.mark.parametrize(
    ("kinds", "hits", "default"),
    [
        (["battleship", "destroyer"], {"any": 1}, ((), (1,))),
        (["battleship", "destroyer"], {"any": 2}, ((2,), (1,))),
        (["battleship", "carrier"], {"any": 2}, ((), (1, 2))),
        (["battleship", "carrier"], {"any": 3}, ((2,), (1,))),
        (["battleship", "carrier", "submarine"], {"any": 1, "ships": 1}, ((), (1, 2))),
        (["cruiser", "transport", "transport"], {"any": 2}, ((1, 2), ())),
    ],
)
def test_the_default_spares_what_costs_most(
    kinds: list[str], hits: dict[str, int], default: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    due = bill(struck(kinds, hits), "defender")
    assert due.default == default
    assert due.why_not(*due.default) is None


@pytest.mark.rule("AA-9.3.hits.maximise-def")
def test_a_choice_that_wastes_a_hit_is_refused() -> None:
    state = struck(["destroyer", "submarine", "fighter"], {"any": 1, "ships": 1})
    no = GAME.why_not(state, "uk", Lose((3,)))
    assert no is not None
    assert (no.rule, no.key) == ("AA-9.3.hits.maximise-def", "refuse.hits_wasted")
    assert GAME.why_not(state, "uk", Lose((2, 3))) is None


def test_what_cannot_be_hit_is_not_offered() -> None:
    state = struck(["cruiser", "destroyer", "fighter"], {"ships": 1})
    offer = GAME.offers(state, "uk", {"do": "lose"})
    assert isinstance(offer, tuple)
    assert offer[0].widget is not None
    assert offer[0].widget.options == (1, 2)
    no = GAME.why_not(state, "uk", Lose((3,)))
    assert no is not None
    assert no.key == "refuse.out_of_reach"


@pytest.mark.parametrize(
    ("kinds", "hits", "is_forced"),
    [
        (["cruiser", "cruiser"], {"any": 1}, True),
        (["cruiser", "destroyer"], {"any": 1}, False),
        (["cruiser", "destroyer"], {"any": 2}, True),
        (["cruiser", "fighter"], {"ships": 1}, True),
        (["battleship", "battleship"], {"any": 2}, False),
        (["battleship"], {"any": 1}, True),
        (["battleship", "battleship"], {"any": 1}, True),
        (["battleship", "battleship"], {"any": 3}, True),
        (["battleship", "cruiser"], {"any": 1}, False),
    ],
)
def test_a_question_is_asked_only_where_choices_differ(kinds: list[str], hits: dict[str, int], is_forced: bool) -> None:
    assert Bill.is_forced(bill(struck(kinds, hits), "defender")) is is_forced
