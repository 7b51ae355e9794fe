"""Rule 29.2.2: pairs picked in secret."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState, Sortie
from sandtable.games.nextwar.rules.air_war import engagements
from sandtable.kernel import SeededDice
from tests.games.nextwar.board import advanced, air, asked, boxed, may, play, why

MIGS = ("DPRK MiG-21PF 1", "DPRK MiG-21PF 2", "DPRK MiG-21PF 3")
EAGLES = ("ROK F-15K 1", "ROK F-15K 2")
TAME = {"acr": 2, "csr2": 0, "strike": 0, "skill": 0}


def fight(awacs: int = 1, reds: int = 2, **fields: Any) -> KoreaState:
    rows = {n: {"base": "dprk" if n in MIGS else "rok", "box": "superiority"} for n in (*MIGS[:reds], *EAGLES)}
    faces = {name: {"front": TAME} for name in EAGLES}
    told = {"options": {"hidden_air": True}, "awacs": awacs, **fields}
    return advanced("air.fight", facts={"aircraft": faces}, aircraft=rows, **told)


def pick(state: KoreaState, seat: str, name: str, dice: list[int] | None = None) -> KoreaState:
    return play(state, seat, {"do": "pick", "unit": name}, dice or []).state


def paired(**fields: Any) -> KoreaState:
    """Two pairs: first with first, second with second."""
    state = fight(**fields)
    for red, blue in zip(MIGS, EAGLES, strict=False):
        state = pick(pick(state, "dprk", red), "allied", blue)
    return state


def pairs(state: KoreaState) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(e.allied, e.dprk) for e in engagements.battle(state).engagements]


@pytest.mark.rule("NW-29.2.2.a", "NW-29.2.2.c", "NW-29.0")
def test_both_pick_in_secret_and_the_pair_is_shown() -> None:
    state = fight()
    assert asked(state) == {"dprk": "air_battle.blind.pick", "allied": "air_battle.blind.pick"}
    sealed = pick(state, "dprk", MIGS[1])
    assert GAME.view(sealed, "dprk").state.sorties["dprk"] == Sortie((air(state, MIGS[1]),))
    for seat in ("allied", ""):
        assert GAME.view(sealed, seat).state.sorties["dprk"] == Sortie()
    view = GAME.view(sealed, "allied")
    found = {GAME.imagine(view, SeededDice(bytes([n + 1]))).sorties["dprk"].units for n in range(9)}
    assert found == {(air(state, MIGS[0]),), (air(state, MIGS[1]),)}
    shown = play(sealed, "allied", {"do": "pick", "unit": EAGLES[0]})
    assert GAME.barrier(shown) == "shown"
    assert pairs(shown.state) == [((air(state, EAGLES[0]),), (air(state, MIGS[1]),))]
    assert shown.state.sorties == {}
    assert not may(shown.state, "dprk", {"do": "pick", "unit": MIGS[1]})  # it has its opponent
    plain = advanced(
        "air.fight",
        aircraft={MIGS[0]: {"base": "dprk", "box": "superiority"}, EAGLES[0]: {"base": "rok", "box": "superiority"}},
    )
    assert asked(plain) == {"allied": "air_battle.pairing.allied"}


@pytest.mark.rule("NW-29.2.2.a")
def test_what_is_left_over_may_join() -> None:
    state = paired(reds=3)
    assert asked(state) == {"dprk": "air_battle.surplus"}
    assert may(state, "dprk", {"do": "join", "unit": MIGS[2], "foe": EAGLES[0]})


@pytest.mark.rule("NW-29.2.2.b")
def test_awacs_alters_as_many_engagements_as_its_level() -> None:
    state = paired(awacs=2)
    assert asked(state) == {"allied": "air_battle.awacs"}
    assert why(state, "allied", {"do": "swap", "unit": MIGS[0], "other": EAGLES[0]}).rule == "NW-29.2.2.b"
    state = play(state, "allied", {"do": "swap", "unit": MIGS[0], "other": MIGS[1]}).state
    keys = {name: (air(state, name),) for name in (*MIGS[:2], *EAGLES)}
    assert pairs(state) == [(keys[EAGLES[0]], keys[MIGS[1]]), (keys[EAGLES[1]], keys[MIGS[0]])]
    state = play(state, "allied", {"do": "swap", "unit": EAGLES[0], "other": EAGLES[1]}, [9] * 4).state
    assert not any(at.startswith("air_battle") for at in asked(state).values())  # two are the most


@pytest.mark.rule("NW-29.2.2.b")
def test_or_takes_a_unit_out_of_its_fight() -> None:
    state = paired(awacs=1)
    assert not may(state, "allied", {"do": "withdraw", "unit": MIGS[0]})
    after = play(state, "allied", {"do": "withdraw", "unit": EAGLES[0]}, [9, 9]).state
    assert boxed(after, EAGLES[0], MIGS[0]) == ["flown", "superiority"]
    kept = play(state, "allied", {"do": "done"}, [9] * 4).state
    assert boxed(kept, *EAGLES) == ["superiority"] * 2


@pytest.mark.rule("NW-29.2.2.b")
def test_a_single_fight_cannot_be_swapped() -> None:
    state = fight(reds=1)
    state = pick(pick(state, "dprk", MIGS[0]), "allied", EAGLES[0])
    state = play(state, "allied", {"do": "done"}).state  # the second Eagle stays out
    assert asked(state) == {"allied": "air_battle.awacs"}
    assert why(state, "allied", {"do": "swap", "unit": MIGS[0], "other": MIGS[0]}).key == "refuse.air_one_fight"
