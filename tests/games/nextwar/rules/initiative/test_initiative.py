"""Chapter 5: initiative."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.rules.initiative import initiative
from sandtable.games.nextwar.rules.sequence.segments import has_initiative_phase
from tests.games.nextwar.board import QUIET, asked, board, draft, play

CARD = {"area": {}, "initiative": {"fixed": ["dprk", "dprk"], "threshold": 40, "first": "dprk"}, "turns": 9}
POINTS = [(19, 4), (23, 16), (17, 18), (11, 14), (21, 22), (14, 19), (11, 23), (6, 29)]
KINDS = ["dprk", "dprk", "dprk", "", "allied", "", "allied", "allied"]
FIRST = ["dprk", "dprk", "dprk", "dprk", "allied", "allied", "allied", "allied"]


@pytest.mark.rule("NW-5.1.3", "NW-5.1.a", "NW-5.1.b", "NW-5.1.1.a", "NW-5.1.1.b", "NW-5.1.2", "NW-5.0.a", "NW-5.0.c")
def test_the_printed_example_turn_by_turn() -> None:
    state = board(QUIET, {}, facts={"card": CARD}, turn=1)
    for turn, (dprk, allied) in enumerate(POINTS, start=1):
        d = draft(state)
        d.set(turn=turn)
        initiative.determine(d)
        assert (d.now.initiative, d.now.first) == (KINDS[turn - 1], FIRST[turn - 1]), turn
        assert {account.turn_vp2 for account in d.now.accounts.values()} == {0}
        d.edit("accounts", "dprk", turn_vp2=2 * dprk)
        d.edit("accounts", "allied", turn_vp2=2 * allied)
        state = d.now


@pytest.mark.rule("NW-5.1.1.a", "NW-12.1.d")
def test_half_points_count() -> None:
    assert initiative.after_initiative({"dprk": 39, "allied": 0}, 40) == ""
    assert initiative.after_initiative({"dprk": 40, "allied": 39}, 40) == "dprk"
    assert initiative.after_contested({"dprk": 39, "allied": 40}) == "allied"
    assert initiative.after_contested({"dprk": 40, "allied": 40}) == ""


@pytest.mark.rule("NWS-STD-2.5", "NW-3.0.b", "NW-5.0.a")
def test_a_contested_turn_has_no_initiative_phase() -> None:
    # Turn 4 of a small scenario is contested.
    state = board(
        "air_naval.initiative",
        {"DPRK 3/II Inf Div": "N3010"},
        scenario="train_to_seoul",
        turn=4,
        weather="clear",
        initiative="dprk",
    )
    assert state.initiative == ""
    assert asked(state) == {"dprk": "basic.first_movement.moves"}


@pytest.mark.rule("NWK-16.1.1.e", "NWK-16.1.2.d", "NWK-16.1.3.d")
@pytest.mark.parametrize("scenario", ["train_to_seoul", "uijeongbu_blues", "east_coast_highway"])
def test_small_scenarios_fix_every_turn(scenario: str) -> None:
    kinds = []
    for turn in (1, 2, 3, 4):
        state = board(QUIET, {}, scenario=scenario, turn=turn)
        d = draft(state)
        initiative.determine(d)
        kinds.append((d.now.initiative, d.now.first))
    assert kinds == [("dprk", "dprk")] * 3 + [("", "dprk")]


@pytest.mark.rule("NWK-16.1.5.d")
@pytest.mark.parametrize(
    ("dprk", "allied", "holder"), [(18, 17, "dprk"), (18, 18, ""), (17, 18, "allied"), (17, 17, "")]
)
def test_militarised_zone_decides_the_third_turn_by_eighteen_points(dprk: int, allied: int, holder: str) -> None:
    accounts = {"dprk": {"turn_vp2": 2 * dprk}, "allied": {"turn_vp2": 2 * allied}}
    state = board(QUIET, {}, turn=3, initiative="dprk", accounts=accounts)
    d = draft(state)
    initiative.determine(d)
    assert d.now.initiative == holder


@pytest.mark.rule("NWS-STD-2.1")
def test_the_points_of_the_turn_are_reset_after_they_were_used() -> None:
    accounts = {"dprk": {"turn_vp2": 40, "vp2": 40}}
    state = board(QUIET, {}, turn=3, initiative="dprk", accounts=accounts)
    d = draft(state)
    initiative.determine(d)
    assert (d.now.initiative, d.now.accounts["dprk"].turn_vp2, d.now.accounts["dprk"].vp2) == ("dprk", 0, 40)


@pytest.mark.rule("NW-5.0.b", "NW-3.0.a", "NWS-STD-3.6", "NWS-STD-4.1", "NWS-STD-4.3")
def test_the_segments_of_an_initiative_turn_alternate_as_the_sequence_says() -> None:
    units = {"DPRK 3/II Inf Div": "N3002", "ROK 30/I Mech Div": "N3021"}
    state = board("initiative.movement", units, scenario="militarized_zone", turn=4)
    seen = []
    while (now := asked(state)) and state.turn == 4:
        ((seat, at),) = now.items()
        seen.append((seat, at.split(".")[1]))
        state = play(state, seat, {"do": "done"}).state
    assert seen == [
        ("dprk", "movement"),
        ("allied", "elite_reaction"),
        ("dprk", "exploitation"),
        ("allied", "reaction"),
        ("dprk", "first_movement"),
        ("allied", "second_movement"),
    ]


@pytest.mark.rule("NW-5.0.a", "NW-5.1.a", "NW-5.1.b")
@pytest.mark.parametrize(("turn", "found"), [(1, "allied"), (2, "dprk"), (3, "")])
def test_the_card_fixes_turns_one_by_one_and_the_first_as_it_was_set_up(turn: int, found: str) -> None:
    card = {**CARD, "initiative": {**CARD["initiative"], "fixed": ["dprk", "dprk", "", "allied"]}}  # type: ignore[dict-item]
    state = board(QUIET, {}, facts={"card": card}, turn=turn, initiative="allied", first="allied")
    d = draft(state)
    initiative.determine(d)
    assert (d.now.initiative, d.now.first) == (found, found or "allied")
    (entry,) = d.entries
    assert entry.key == ("log.initiative" if found else "log.contested")
    assert entry.params["side"] == (found or "allied")


@pytest.mark.rule("NW-5.1.2", "NW-5.1.3", "NW-5.1.b")
def test_after_a_contested_turn_more_points_decide() -> None:
    assert initiative.after_contested({"dprk": 3, "allied": 2}) == "dprk"
    assert initiative.after_contested({"dprk": 2, "allied": 3}) == "allied"
    assert initiative.after_contested({"dprk": 2, "allied": 2}) == ""


@pytest.mark.rule("NW-3.0.b", "NWS-STD-2.5")
def test_the_initiative_phase_needs_somebody_who_has_it() -> None:
    assert has_initiative_phase(board(QUIET, {}, initiative="dprk"))
    assert not has_initiative_phase(board(QUIET, {}, initiative=""))
