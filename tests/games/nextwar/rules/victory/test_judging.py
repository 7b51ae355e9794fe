"""Chapter 12 and Korea, 16.1: totals, automatic victory and levels."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import Account, KoreaState, Unit
from sandtable.games.nextwar.rules.victory import judging, scoring
from sandtable.games.nextwar.scenario import cards
from sandtable.games.nextwar.scenario.setup import opening
from sandtable.kernel import Draft, ScriptedDice
from sandtable.kernel.state import bind, successor

SEOUL = ("N2822", "N2921", "N2922", "N3021", "N3022", "S2500", "S2700")


def ended(scenario: str, captured: dict[str, str] | None = None, **fields: Any) -> KoreaState:
    """A scenario after its last turn."""
    korea = cards.load(scenario, GAME.options(), {})
    taken = {korea.place(label): side for label, side in sorted((captured or {}).items())}
    return successor(bind(opening(korea), korea), turn=korea.turns + 1, captured=dict(sorted(taken.items())), **fields)


def level(scenario: str, captured: dict[str, str] | None = None, **fields: Any) -> str:
    state = ended(scenario, captured, **fields)
    outcome = judging.outcome(state)
    assert outcome is not None
    return outcome.key.removeprefix("outcome.")


def dprk(*labels: str) -> dict[str, str]:
    return dict.fromkeys(labels, "dprk")


@pytest.mark.rule("NWK-16.1.1.l", "NWK-16.1.1.n")
@pytest.mark.parametrize(
    ("captured", "found"),
    [
        (dprk(*SEOUL[:3]), "dprk_major"),
        (dprk(*SEOUL[:2]), "dprk_minor"),
        (dprk(*SEOUL[:1]), "draw"),
        (dprk("N2820"), "allied_minor"),
        (dprk("N3017"), "allied_major"),  # in the DMZ
        ({}, "allied_major"),
        ({**dprk(*SEOUL[:2]), "N2816": "allied"}, "draw"),
        ({**dprk(*SEOUL[:3]), "N2816": "allied"}, "dprk_minor"),
    ],
)
def test_train_to_seoul(captured: dict[str, str], found: str) -> None:
    assert level("train_to_seoul", captured) == found


@pytest.mark.rule("NWK-16.1.1.l", "NWK-16.1.1.n")
def test_destroying_the_rok_is_worth_a_level_and_no_more_than_a_major_victory() -> None:
    def without_rok(state: KoreaState) -> dict[int, Unit]:
        units = state.board.units
        return {k: Unit(box="eliminated") if units[k].nation == "rok" else u for k, u in state.units.items()}

    plain = ended("train_to_seoul")
    gone = without_rok(plain)
    assert level("train_to_seoul", dprk(*SEOUL[:1]), units=gone) == "dprk_minor"
    assert level("train_to_seoul", dprk(*SEOUL[:3]), units=gone) == "dprk_major"


@pytest.mark.rule("NWK-16.1.2.g", "NWK-16.1.2.j")
@pytest.mark.parametrize(
    ("captured", "found"),
    [
        ({}, "allied_major"),  # Dongducheon is the ROK's
        (dprk("N3116"), "allied_minor"),
        (dprk("N3116", "N3118"), "dprk_minor"),
        (dprk("N3118"), "allied_major"),  # a major victory beats a minor one
        (dprk("N3116", "N3118", "N2921"), "dprk_major"),
        (dprk("N3021"), "draw"),  # major against major
    ],
)
def test_uijeongbu_blues(captured: dict[str, str], found: str) -> None:
    assert level("uijeongbu_blues", captured) == found


@pytest.mark.rule("NWK-16.1.3.h", "NWK-16.1.3.i", "NWK-16.1.3.j")
@pytest.mark.parametrize(
    ("captured", "found"),
    [
        ({}, "allied_major"),
        (dprk("N3820", "N4718"), "dprk_major"),
        (dprk("N3820"), "draw"),  # minor against minor: Yang-gu is the ROK's
        (dprk("N3820", "N4117"), "dprk_minor"),
        (dprk("N4822", "N4117"), "dprk_minor"),
    ],
)
def test_east_coast_highway(captured: dict[str, str], found: str) -> None:
    assert level("east_coast_highway", captured) == found


@pytest.mark.rule("NWK-16.1.5.g", "NWK-2.2.i")
@pytest.mark.parametrize(
    ("captured", "found"),
    [
        (dprk(*SEOUL[:5], "N3118"), "dprk_major"),
        (dprk(*SEOUL[:4]), "dprk_minor"),
        (dprk("N3118", "N3820"), "draw"),
        (dprk("N4822"), "allied_minor"),
        ({}, "allied_minor"),
        ({"N3010": "allied"}, "allied_major"),
        ({"N2916": "allied"}, "allied_minor"),  # a border hex does not count as north of the DMZ
    ],
)
def test_militarised_zone(captured: dict[str, str], found: str) -> None:
    assert level("militarized_zone", captured) == found


@pytest.mark.rule("NWK-16.1.6.f", "NW-12.3", "NWS-STD-7.2", "NW-12.1.d")
@pytest.mark.parametrize(
    ("ours", "theirs", "found"),
    [
        (200, 0, "overwhelming"),
        (0, 199, "decisive"),
        (139, 0, "substantial"),
        (79, 0, "marginal"),
        (32, 0, "marginal"),
        (31, 0, "draw"),
    ],
)
def test_levels_of_all_in_by_half_points(ours: int, theirs: int, found: str) -> None:
    accounts = {"allied": Account(vp2=theirs), "dprk": Account(vp2=ours)}
    assert level("all_in", accounts=accounts) == found


@pytest.mark.rule("NWK-16.1.7.d")
def test_they_did_what_is_about_pyongyang() -> None:
    assert level("they_did_what") == "dprk_major"
    state = ended("they_did_what")
    one = next(k for k, u in state.board.units.items() if u.name == "ROK 1/I Inf Div")
    units = {
        k: u for k, u in state.units.items() if u.hex not in (state.board.place("N2004"), state.board.place("N2104"))
    }
    units[one] = Unit(hex=state.board.place("N2104"), steps=2)
    assert level("they_did_what", units=dict(sorted(units.items()))) == "allied_major"


@pytest.mark.rule("NWK-16.1.4.e", "NWK-16.1.4.g")
@pytest.mark.parametrize(
    ("ashore", "captured", "found"),
    [
        ("", {}, "dprk_major"),
        ("S2300", {}, "dprk_minor"),
        ("N2522", {"N2522": ""}, "allied_major"),
    ],
)
def test_incheon_again(ashore: str, captured: dict[str, str], found: str) -> None:
    state = ended("incheon_again")
    korea = state.board
    one = next(k for k, u in korea.units.items() if u.name == "USMC 1/3 Mar Bn")
    units = {k: u for k, u in state.units.items() if u.hex != korea.place(ashore or "yellow.at_sea")}
    if ashore:
        units[one] = Unit(hex=korea.place(ashore), steps=1)
    held = {} if captured else {korea.place("N2522"): "dprk"}
    outcome = judging.outcome(successor(state, units=dict(sorted(units.items())), captured=held))
    assert outcome is not None
    assert outcome.key == f"outcome.{found}"


# -- totals and automatic victory ------------------------------------------------------------------------------------


@pytest.mark.rule("NWS-STD-7.1", "NW-12.1.c")
def test_the_points_of_the_turn_go_to_the_total_and_stay_for_the_initiative() -> None:
    accounts = {"allied": Account(vp2=3, turn_vp2=2), "dprk": Account(turn_vp2=5)}
    d = Draft(ended("all_in", accounts=accounts), ScriptedDice([]))
    judging.total(d)
    assert d.now.accounts == {"allied": Account(vp2=5, turn_vp2=2), "dprk": Account(vp2=5, turn_vp2=5)}


@pytest.mark.rule("NW-12.2.a", "NW-12.2.c", "NW-12.2.d", "NWT-AUTOVICTORY", "NWK-16.1.6.d")
@pytest.mark.parametrize(
    ("rolls", "die", "won"),
    [(0, 0, True), (0, 1, False), (1, 3, True), (2, 4, False), (3, 4, True), (5, 5, True), (9, 6, False)],
)
def test_a_great_lead_gives_a_roll_each_turn(rolls: int, die: int, won: bool) -> None:
    accounts = {"allied": Account(), "dprk": Account(vp2=210, rolls=rolls)}
    d = Draft(ended("all_in", accounts=accounts), ScriptedDice([die]))
    judging.roll_for_victory(d)
    assert (d.now.ended == "dprk") is won
    assert d.now.accounts["dprk"].rolls == rolls + 1
    assert judging.chances(ended("all_in", accounts={"allied": Account(), "dprk": Account(vp2=209)}), "dprk") == 0


@pytest.mark.rule("NW-12.2.b", "NWK-16.1.6.i")
def test_the_enemys_capital_gives_a_roll_and_both_together_two() -> None:
    state = ended("all_in", accounts={"allied": Account(vp2=0), "dprk": Account(vp2=210)})
    korea = state.board
    own = [k for k, u in state.units.items() if korea.units[k].nation == "dprk" and korea.units[k].kind == "inf"][:7]
    units = {k: u for k, u in state.units.items() if u.hex not in korea.capitals["dprk"]}
    for key, place in zip(own, korea.capitals["dprk"], strict=True):
        units[key] = Unit(hex=place, steps=2)
    taken = successor(state, units=dict(sorted(units.items())))
    assert (judging.chances(state, "dprk"), judging.chances(taken, "dprk")) == (1, 2)
    missing = {k: u for k, u in units.items() if k != own[0]}
    assert judging.chances(successor(state, units=dict(sorted(missing.items()))), "dprk") == 1


@pytest.mark.rule("NW-12.2.c")
def test_a_victory_ends_the_game_at_once() -> None:
    outcome = judging.outcome(successor(ended("all_in"), turn=3, ended="allied"))
    assert outcome is not None
    assert outcome.winners == ("allied",)
    assert judging.outcome(successor(ended("all_in"), turn=3)) is None


@pytest.mark.rule("NWT-VP", "NW-12.1.a")
@pytest.mark.parametrize(
    ("name", "points2"),
    [
        ("ROK 1/I Inf Div", 6),
        ("ROK 101/I Inf Bde", 2),
        ("ROK 61M/3A Mech Div", 4),
        ("ROK 55HR/3A Inf Div", 4),
        ("DPRK ? RG Bde 1", 2),
        ("US 1/2 Hvy Bde", 4),
        ("USMC 1/3 Mar Bn", 2),
        ("US 3ACR Str Rgt", 4),
        ("ROK Outpost 1", 0),
        ("ROK JFC HQ", 6),
    ],
)
def test_what_units_are_worth(name: str, points2: int) -> None:
    korea = cards.load("all_in", GAME.options(), {})
    counter = next(c for c in korea.units.values() if c.name == name)
    assert scoring.elimination2(counter) == points2


@pytest.mark.rule("NW-12.1.d")
def test_half_points_are_written_as_such() -> None:
    assert [scoring.written(n) for n in (0, 1, 2, 5)] == ["0", "0½", "1", "2½"]
