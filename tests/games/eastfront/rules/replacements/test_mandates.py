"""Attacks that Moscow orders: they add up, are announced and made, or turn into Axis points."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.replacements import mandates
from sandtable.kernel import SeededDice
from tests.games.eastfront.board import board, key, logged, may, play, why

CARD = {
    "mandated_attacks": {"at_start": 1, "turns": {49: 2}, "vp_each": 2},
    "vp_places": [{"hex": "3606", "points": 1}],
}
FACTS = {"card": CARD}
FORCE = {"157 Rifle Div": 3606, "156 Rifle Div": 3606, "46 Inf Div": 3605}


def field(at: Any, left: int, pieces: dict[str, Any] | None = None, **more: Any) -> CrimeaState:
    tracks = {"tracks": {"soviet_mandates": left, **more.pop("tracks", {})}}
    return board(at, FORCE if pieces is None else pieces, facts=FACTS, tracks=tracks, **more)


@pytest.mark.rule("EF-7.26.A1")
def test_orders_add_up_turn_by_turn() -> None:
    first = GAME.start(GAME.open("1", {}, FACTS), SeededDice(b"x")).state
    assert first.tracks["soviet_mandates"] == 1
    second = board("strategic.arrivals", {}, facts=FACTS, turn=49, tracks={"tracks": {"soviet_mandates": 1}})
    assert second.tracks["soviet_mandates"] == 3


def declare(*names: str, word: str = "yes") -> dict[str, Any]:
    return {"do": "declare", "hexes": [3605], "units": list(names), "mandated": word}


@pytest.mark.rule("EF-7.26.A1", "EF-12.41", "EF-12.42")
def test_an_ordered_attack_is_announced_and_counted_when_made() -> None:
    names = ("157 Rifle Div", "156 Rifle Div")
    assert not may(field("soviet.declaration", 0), "soviet", declare(*names))
    weak = field("soviet.declaration", 1)
    assert not may(weak, "soviet", declare(*names))  # five steps, and not 3-2
    strong = {**FORCE, "271 Rifle Div": 3606}
    state = field("soviet.declaration", 2, strong)
    names = tuple(n for n in strong if "Rifle" in n)
    plain = play(state, "soviet", declare(*names, word="no")).state
    assert not plain.attacks[3605].mandated
    step = play(state, "soviet", declare(*names))
    assert step.state.attacks[3605].mandated
    assert mandates.open_mandates(step.state) == 1
    assert step.state.tracks["soviet_mandates"] == 2  # only announced


@pytest.mark.rule("EF-7.26.A1", "EF-12.41", "EF-16.31")
def test_all_units_of_an_ordered_attack_attack() -> None:
    strong = {**FORCE, "271 Rifle Div": 3606}
    names = [n for n in strong if "Rifle" in n]
    attack = {"3605": {"side": "soviet", "hexes": ["3605"], "units": names, "mandated": True}}
    frames = [{"phase": "soviet.combat", "waiting": ["soviet"]}, "battle"]
    state = field(frames, 2, strong, attacks=attack, battle={"attack": 3605})
    assert why(state, "soviet", {"assault": names[:2], "support": []}).rule == "EF-12.41"
    step = play(state, "soviet", {"assault": names, "support": []}, [5])
    assert step.state.tracks["soviet_mandates"] == 1
    assert logged(step, "mandate_made").rule == "EF-7.26.A1"


@pytest.mark.rule("EF-7.26.A2", "EFS-10.3.ev")
def test_a_place_taken_and_kept_turns_unmade_orders_into_points() -> None:
    taken = {"first_3606": 48, "place_3606": 1, "vp": 1}

    def later(control: str, tracks: dict[str, int]) -> dict[str, int]:
        state = field("interphase.end", 3, {}, control={"3606": control}, tracks=tracks)
        return dict(state.tracks)

    # The next turn orders two more attacks.
    done = later("axis", taken)
    assert (done["vp"], done["soviet_mandates"]) == (7, 2)
    lost = later("soviet", taken)
    assert lost["soviet_mandates"] == 5
    earlier = later("axis", {**taken, "first_3606": 47})
    assert earlier["soviet_mandates"] == 5


@pytest.mark.rule("EF-12.41", "EF-12.42")
@pytest.mark.parametrize(
    ("steps", "attack", "defence", "counts"),
    [(6, 1, 9, True), (5, 1, 9, False), (1, 3, 2, True), (1, 3, 3, False), (1, 5, 3, True), (1, 4, 3, False)],
)
def test_six_steps_or_three_to_two_make_an_ordered_attack(steps: int, attack: int, defence: int, counts: bool) -> None:
    names = ["106 Rifle Div", "271 Rifle Div"]
    facts: Any = {"units": {name: {"front": "0-9-4", "back": "0-9-4", "steps": 4} for name in names}}
    facts["units"]["12 Rifle Bde"] = {"front": f"{attack}-1-4", "steps": 1}
    facts["units"]["73 Inf Div"] = {"front": f"1-{defence}-5"}
    pieces: dict[str, Any] = {"12 Rifle Bde": 3604, "73 Inf Div": 3605}
    units = ["12 Rifle Bde"]
    left = steps - 1
    for name in names:
        if left > 0:
            pieces[name] = {"hex": "3604", "steps": min(left, 4)}
            units.append(name)
            left -= 4
    state = board("soviet.declaration", pieces, facts=facts)
    found = mandates.why_too_small(state, (3605,), tuple(key(state, name) for name in units))
    assert (found is None) == counts
