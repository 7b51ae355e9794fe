"""Sets of attacks: what must be attacked together, and what is better left alone."""

from __future__ import annotations

from sandtable.games.eastfront.actions.fighting import Declare
from sandtable.games.eastfront.bots.declaring import Board, Offensive, plan, share_guns
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, Attack, CrimeaState
from sandtable.kernel import Refusal
from tests.games.eastfront.board import board, key


def names(state: CrimeaState, units: tuple[int, ...]) -> list[str]:
    return [state.board.units[k].name for k in units]


def field(**more: object) -> CrimeaState:
    return board("axis.declaration", {"73 Inf Div": 3505, "46 Inf Div": 3605, **more}, weather="dry")  # type: ignore[arg-type]


def test_good_odds_are_taken_with_everybody() -> None:
    state = field(**{"106 Rifle Div": 3606})
    found = Board(state, AXIS).best()
    assert [(t, names(state, units)) for t, units in found.attacks] == [((3606,), ["46 Inf Div", "73 Inf Div"])]
    assert plan(state, AXIS).ideas == ((Declare((3606,), found.attacks[0][1]),),)


def test_hopeless_odds_are_left_alone() -> None:
    state = board("soviet.declaration", {"46 Inf Div": 3605, "42 Cav Div": 3606}, weather="dry")
    assert Board(state, SOVIET).best().attacks == ()
    assert plan(state, SOVIET).ideas == ()


def test_whoever_attacks_has_every_neighbour_attacked() -> None:
    """The division in 3605 stands in the zones of both hexes; it attacks neither or sees to both."""
    state = field(**{"106 Rifle Div": 3606, "271 Rifle Div": 3705})
    assert Board(state, AXIS).solve(frozenset((3705,))) is None
    found = Board(state, AXIS).best()
    if any(key(state, "46 Inf Div") in units for _, units in found.attacks):
        assert sorted(t for hexes, _ in found.attacks for t in hexes) == [3606, 3705]


def test_attacks_of_the_same_units_are_made_one_where_that_is_worth_more() -> None:
    pieces = {"46 Inf Div": 3605, "690 Eng Rgt": 3605, "106 Rifle Div": 3606, "55 Tank Bde": 3705}
    state = board("axis.declaration", pieces, weather="dry")
    apart = Offensive((((3606,), (key(state, "46 Inf Div"),)), ((3705,), (key(state, "690 Eng Rgt"),))), 0.0)
    one = Board(state, AXIS).join(apart)
    both = tuple(sorted((key(state, "46 Inf Div"), key(state, "690 Eng Rgt"))))
    assert one.attacks == (((3606, 3705), both),)
    assert one.worth > apart.worth
    step = GAME.apply(state, AXIS, Declare(*one.attacks[0]), None)  # type: ignore[arg-type]
    assert not isinstance(step, Refusal)


def test_attacks_of_others_stay_apart() -> None:
    state = field(**{"106 Rifle Div": 3606, "271 Rifle Div": 3604})
    apart = Offensive((((3604,), (key(state, "73 Inf Div"),)), ((3606,), (key(state, "46 Inf Div"),))), 1.0)
    assert Board(state, AXIS).join(apart) == apart


def test_what_is_owed_is_attacked_even_where_it_hurts() -> None:
    state = field(**{"106 Rifle Div": 3606, "271 Rifle Div": 3705, "690 Eng Rgt": 3605})
    first = Declare((3606,), tuple(sorted((key(state, "73 Inf Div"), key(state, "46 Inf Div")))))
    state = GAME.apply(state, AXIS, first, None).state  # type: ignore[arg-type, union-attr]
    found = Board(state, AXIS).best()
    assert [(t, names(state, units)) for t, units in found.attacks] == [((3705,), ["690 Eng Rgt"])]


def test_guns_go_where_they_add_most() -> None:
    state = field(**{"106 Rifle Div": 3606, "49 Art Rgt": 3504})
    gun = key(state, "49 Art Rgt")
    attacks = {3606: Attack(AXIS, (3606,), (1,)), 3605: Attack(AXIS, (3605,), (2,))}
    shares = share_guns(state, attacks, lambda number, guns: len(guns) * (2.0 if number == 3605 else 1.0))
    assert shares == {3606: (), 3605: (gun,)}
    assert share_guns(state, attacks, lambda number, guns: 0.0) == {3606: (), 3605: ()}
