"""Exhorting those who have failed."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from tests.games.fieldsoffire.board import board, key, play, why

FIRE = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}
UNPIN = {"unpin": "1/1 PLT"}
RALLIES, FAILS, JAM = 3, [1, 2], 49
"""A card with the word, two without, one that jams."""
GERMAN = "German Grenadier squad 1/Gp"


def pinned(hq: str = "1 PLT HQ", **fields: Any) -> FieldsState:
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": {"at": "R1C1", "pinned": True}, **fields.pop("units", {})}
    return board(units, hq=hq, markers=FIRE, **fields)


def left(state: FieldsState) -> int:
    assert state.impulse is not None
    return state.impulse.left


@pytest.mark.rule("FF-4.2.1b", "FF-4.2.1b.eff")
def test_one_more_card_is_drawn_for_the_same_attempt() -> None:
    failed = play(pinned(), UNPIN, deck=FAILS).state
    assert failed.here.at == "attempt.exhort"
    assert left(failed) == 5
    done = play(failed, {"exhort": "1 PLT HQ"}, deck=[RALLIES]).state
    assert not done.units[key(done, "1/1 PLT")].pinned
    assert (left(done), done.here.at) == (4, "impulse.orders")
    again = play(failed, {"exhort": "1 PLT HQ"}, deck=[5]).state
    assert again.units[key(again, "1/1 PLT")].pinned
    assert (left(again), again.here.at) == (4, "impulse.orders")


@pytest.mark.rule("FF-4.2.1b", "FF-4.2.1b.when")
def test_nobody_is_exhorted_after_a_success_or_without_commands() -> None:
    assert play(pinned(), UNPIN, deck=[1, RALLIES]).state.here.at == "impulse.orders"
    assert play(pinned(left=1), UNPIN, deck=[*FAILS, 44, 4]).state.here.at != "attempt.exhort"
    failed = play(pinned(), UNPIN, deck=FAILS).state
    kept = play(failed, {"let_be": True}).state
    assert kept.units[key(kept, "1/1 PLT")].pinned
    assert left(kept) == 5


@pytest.mark.rule("FF-4.2.1b.who")
def test_only_the_headquarters_whose_impulse_it_is_exhorts() -> None:
    failed = play(pinned(units={"CO HQ": "R1C1"}), UNPIN, deck=FAILS).state
    assert why(failed, {"exhort": "CO HQ"}).rule == "FF-4.2.1b.who"


@pytest.mark.rule("FF-4.2.1b.gi", "FF-4.2.1b.who")
def test_in_general_initiative_a_headquarters_must_be_there_all_the_same() -> None:
    failed = play(pinned(hq=""), UNPIN, deck=FAILS).state
    assert failed.here.at == "attempt.exhort"
    others = pinned(hq="", units={"1 PLT HQ": "R2C1", "2 PLT HQ": "R1C1"})
    assert play(others, UNPIN, deck=FAILS).state.here.at == "general.orders"
    flipped = pinned(hq="", units={"1 PLT HQ": {"at": "R1C1", "flipped": True}})
    assert play(flipped, UNPIN, deck=FAILS).state.here.at == "general.orders"


@pytest.mark.rule("FF-4.2.1b", "FF-4.2.1b.when")
def test_each_of_a_platoon_may_be_exhorted_once() -> None:
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": "R1C1", "2/1 PLT": "R1C1", GERMAN: {"at": "R1C1", "pinned": True}}
    state = board(units, hq="1 PLT HQ", commands={"1 PLT HQ": {}})
    first = play(state, {"grenade_platoon": "1 PLT HQ", "target": GERMAN}, deck=FAILS).state
    assert left(first) == 4
    second = play(first, {"exhort": "1 PLT HQ"}, deck=[3, 4, 5]).state
    assert (second.here.at, left(second)) == ("attempt.exhort", 3)
    done = play(second, {"let_be": True}).state
    assert sorted(marker.kind for marker in done.markers.values()) == ["grenade", "grenade_miss"]
    assert done.here.at == "impulse.orders"


@pytest.mark.rule("FF-4.2.1b.when")
def test_a_jam_cannot_be_talked_away() -> None:
    units = {"1 PLT HQ": "R1C1", "1/LMG (.30 cal)": {"at": "R1C1", "platoon": 1}, GERMAN: "R1C2"}
    state = board(units, hq="1 PLT HQ")
    after = play(state, {"concentrate": "1/LMG (.30 cal)", "cover": 0}, deck=[JAM, 2, 3]).state
    assert after.here.at == "impulse.orders"
    assert after.units[key(state, "1/LMG (.30 cal)")].box == "removed"


@pytest.mark.rule("FF-4.2.1b.eff", "FF-4.2.1b")
def test_what_was_drawn_for_an_exhortation_is_told_and_paid_once() -> None:
    failed = play(pinned(), UNPIN, deck=FAILS).state
    for card, hits in ((RALLIES, 1), (5, 0)):
        step = play(failed, {"exhort": "1 PLT HQ"}, deck=[card])
        (entry,) = [one for one in step.entries if one.key == "log.exhorted"]
        assert (entry.params["hits"], entry.draws[0].cards) == (hits, (card,))
        assert step.state.impulse is not None
        assert (step.state.impulse.left, step.state.impulse.spent) == (4, 2)


@pytest.mark.rule("FF-4.2.1b.who", "FF-4.1.4.a")
def test_a_headquarters_on_its_fire_team_side_exhorts_itself_and_nobody_else() -> None:
    turned = {"at": "R1C1", "flipped": True}
    state = board({"1 PLT HQ": turned}, hq="1 PLT HQ", markers=FIRE)
    failed = play(state, {"to_front": "1 PLT HQ"}, deck=[1]).state
    assert failed.here.at == "attempt.exhort"
    done = play(failed, {"exhort": "1 PLT HQ"}, deck=[RALLIES]).state
    assert not done.units[key(done, "1 PLT HQ")].flipped
    other = board({"1 PLT HQ": turned, "1/1 PLT": {"at": "R1C1", "pinned": True}}, markers=FIRE)
    assert play(other, UNPIN, deck=FAILS).state.here.at == "general.orders"
