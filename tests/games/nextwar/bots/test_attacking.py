"""An attack is worth what the combat table promises."""

from __future__ import annotations

from sandtable import registry
from sandtable.games.nextwar.bots import attacking
from sandtable.games.nextwar.model import DPRK, enemy
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.kernel import SeededDice
from tests.games.nextwar.board import INF, LIGHT, MECH, OTHER_INF, ROK_ARM, ROK_BDE, board

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


def test_an_attack_that_nobody_survives_takes_nothing() -> None:
    state = board(
        "initiative.combat.attacks", units={LIGHT: "N3010", INF: "N2910", ROK_ARM: {"hex": "N3011", "steps": 1}}
    )
    target = state.board.place("N3011")
    keys = {state.board.units[key].name: key for key, unit in state.units.items() if unit.hex}
    alone = attacking.battle_of(state, DPRK, target, (keys[LIGHT],))
    together = attacking.battle_of(state, DPRK, target, (keys[LIGHT], keys[INF]))
    assert alone is not None
    assert together is not None
    assert attacking.outlook(state, alone).taken < attacking.outlook(state, together).taken
    assert attacking.outlook(state, alone).gain < attacking.outlook(state, together).gain


def test_defenders_without_a_way_out_are_trapped() -> None:
    ring = {INF: "N3010", OTHER_INF: "N3012", "DPRK 8/II Inf Div": "N2911", MECH: "N3111"}
    for units, trapped in ((ring, True), ({INF: "N3010"}, False)):
        state = board("initiative.combat.attacks", units={**units, ROK_BDE: "N3011"})
        keys = [key for key in state.units if state.units[key].hex and state.board.units[key].side == DPRK]
        battle = attacking.battle_of(state, DPRK, state.board.place("N3011"), keys)
        assert battle is not None
        assert attacking.is_trapped(state, battle) is trapped
