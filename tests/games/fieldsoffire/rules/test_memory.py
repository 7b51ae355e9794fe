"""What a change of a unit leaves standing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.games.fieldsoffire import GAME
from sandtable.games.fieldsoffire.model import COMPANY, FieldsState
from sandtable.games.fieldsoffire.rules.combat import settle
from sandtable.games.fieldsoffire.rules.combat.volume import volumes
from sandtable.games.fieldsoffire.rules.terms.presence import ours, presences
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from sandtable.kernel import Draft, OneOf, SeededDice
from sandtable.sim.driver import positions, seat_bots
from tests.games.fieldsoffire.board import board, drafted, key

SQUAD, OTHER, FOE = "1/1 PLT", "2/1 PLT", "German Grenadier squad 1/Gp"


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({"checked": True}, True),
        ({"ammo": 3}, True),
        ({"experience": 1}, True),
        ({"pinned": True}, False),
        ({"at": 607}, False),
        ({"held": True}, False),
    ],
)
def test_only_what_fire_looks_at_is_worked_out_anew(change: dict[str, Any], kept: bool) -> None:
    d = drafted(board({SQUAD: "R1C1", OTHER: "R1C1", FOE: "R2C1"}))
    before = volumes(d.now), capability(d.now, key(d.now, SQUAD)), presences(d.now)
    d.edit("units", key(d.now, SQUAD), **change)
    assert (volumes(d.now) is before[0]) is kept
    assert (capability(d.now, key(d.now, SQUAD)) is before[1]) is kept
    assert (presences(d.now) is before[2]) is ("at" not in change)


def test_who_comes_or_goes_is_noticed() -> None:
    d = drafted(board({SQUAD: "R1C1", FOE: "R2C1"}))
    before = presences(d.now)
    d.drop("units", key(d.now, FOE))
    d.drop("fires", key(d.now, FOE))
    assert presences(d.now) != before
    assert capability(d.now, key(d.now, SQUAD)) is not None


# -- looking at everything all the same --------------------------------------------------------------------------------

MISSIONS = ("normandy_3", "vietnam_3", "street_fight")
EVERY = 7


def game(mission: str) -> Iterator[FieldsState]:
    """Some positions of a game by random players."""
    board, key = GAME.open(mission), f"speed {mission}".encode()
    for number, state in enumerate(positions(GAME, board, seat_bots(GAME, board, key), key)):
        if number % EVERY == 0 and GAME.prompts(state):
            yield state


@pytest.mark.slow
@pytest.mark.parametrize("mission", MISSIONS)
def test_whom_no_order_reaches_is_refused_by_the_rule_itself_too(mission: str) -> None:
    judged = 0
    for state in game(mission):
        for verb in GAME.open_verbs(state, COMPANY):
            choice = verb.choice(state, COMPANY, []) if verb.args else None
            if isinstance(choice, OneOf) and choice.of == "unit" and choice.why is not None:
                units = [key for key in ours(state) if key in choice.pool.candidates]
                assert [key for key in units if key in choice.pool] == [
                    key for key in units if choice.why(key) is None
                ], verb.name
                judged += len(units)
    assert judged


@pytest.mark.slow
@pytest.mark.parametrize("mission", MISSIONS)
def test_a_map_at_rest_stays_as_it_is_when_it_is_settled_all_the_same(
    mission: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for state in game(mission):
        if state.frozen or state.over or not settle.is_at_rest(state):
            continue
        with monkeypatch.context() as patch:
            patch.setattr(settle, "is_at_rest", lambda _: False)
            d = Draft(state, SeededDice(b"rest"))
            settle.settle(d)
        assert d.now == state
