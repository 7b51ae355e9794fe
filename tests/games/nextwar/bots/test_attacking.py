"""An attack is worth what the combat table promises."""

from __future__ import annotations

from sandtable import registry
from sandtable.games.nextwar.bots import attacking
from sandtable.games.nextwar.model import DPRK, enemy
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.kernel import SeededDice

GAME = registry.game("nextwar")


def test_more_units_promise_more_and_nobody_promises_nothing() -> None:
    state = GAME.start(GAME.open("train_to_seoul"), SeededDice(b"x")).state
    held = holders(state)  # type: ignore[arg-type]
    pairs = [
        (target, place)
        for target, side in held.items()
        if side == enemy(DPRK)
        for place in state.board.near.get(target, ())  # type: ignore[attr-defined]
        if held.get(place) == DPRK
    ]
    target = pairs[0][0]
    units = sorted({key for t, place in pairs if t == target for key in there(state, place)})  # type: ignore[arg-type]
    assert attacking.battle_of(state, DPRK, target, ()) is None  # type: ignore[arg-type]
    one = attacking.battle_of(state, DPRK, target, units[:1])  # type: ignore[arg-type]
    every = attacking.battle_of(state, DPRK, target, units)  # type: ignore[arg-type]
    assert one is not None
    assert every is not None
    assert attacking.promise(state, every) >= attacking.promise(state, one)  # type: ignore[arg-type]
