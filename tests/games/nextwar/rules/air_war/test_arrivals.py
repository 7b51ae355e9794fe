"""Rule 22.7 and Korea, 7.2.1: air units that arrive, and surprise."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_war import arrivals
from sandtable.kernel import Draft, SeededDice
from tests.games.nextwar.board import QUIET, air, asked, board, draft, logged, play

SCHEDULE = {"1": ["A"], "2": ["B", "C"], "3": ["D"]}


def war(at: Any = QUIET, **fields: Any) -> KoreaState:
    return board(at, {}, scenario="air_war", **{"air_level": "contested", **fields})


def types(d: Draft[KoreaState]) -> Counter[str]:
    counters = d.now.board.aircraft
    return Counter(f"{counters[key].service} {counters[key].type}" for key in d.now.aircraft)


@pytest.mark.rule("NWK-16.2.1.4.a", "NWK-16.2.1.4.b")
def test_groups_roll_and_a_late_one_delays_all_after_it() -> None:
    d = draft(war(turn=1), [7])  # group A needs 6
    assert arrivals.groups_due(d.now) == ("A",)
    arrivals.receive(d)
    assert (d.now.groups, d.now.slip) == ((), 1)
    d.set(turn=2)
    assert arrivals.groups_due(d.now) == ("A",)  # B waits a turn more
    d = Draft(d.now, SeededDice(b"x"))
    d.set(groups=("A",), turn=3)
    assert arrivals.groups_due(d.now) == ("B",)
    d = draft(war(turn=1), [6])
    arrivals.receive(d)
    assert (d.now.groups, d.now.slip) == (("A",), 0)


@pytest.mark.rule("NW-22.7.f", "NWK-7.2.1.c", "NW-19.3.b")
def test_a_group_brings_air_units_supply_and_missiles() -> None:
    state = war(turn=2, groups=["A"])
    d = Draft(state, SeededDice(b"any"))
    arrivals.bring(d, "B")
    assert types(d) == {"usn F/A-18E": 1, "usn F/A-18F": 2, "usn EA-18G": 1}
    assert {(row.base, row.box) for row in d.now.aircraft.values()} == {("east", "ready")}
    assert (d.now.accounts["allied"].supply, d.now.accounts["allied"].cruise) == (1, 2)
    d = Draft(state, SeededDice(b"any"))
    arrivals.bring(d, "D")
    assert types(d) == {"us A-10C": 1, "us F-16DJ": 1, "cw F/A-18F": 1}
    assert d.now.accounts["allied"].airmobile == 1
    d = Draft(state, SeededDice(b"any"))
    arrivals.bring(d, "L")
    assert d.now.accounts["allied"].supply == 0


@pytest.mark.rule("NW-22.7.f")
def test_no_counter_left_nobody_comes() -> None:
    state = war(aircraft={f"US B-1B {n}": {"base": "japan", "box": "ready"} for n in (1, 2)})
    d = Draft(state, SeededDice(b"any"))
    arrivals.draw_unit(d, "us", "B-1B")
    assert len(d.now.aircraft) == 2


@pytest.mark.rule("NWK-7.2.1.a", "NWK-7.2.1.b")
@pytest.mark.parametrize(
    ("level", "side", "box"),
    [
        ("contested", "", "ready"),
        ("advantage", "dprk", "ready"),
        ("advantage", "allied", "arriving"),
        ("", "", "arriving"),
    ],
)
def test_with_the_air_in_hand_they_may_go_to_the_rok(level: str, side: str, box: str) -> None:
    d = Draft(war(air_level=level, air_side=side), SeededDice(b"any"))
    arrivals.draw_unit(d, "us", "F-15E")
    (row,) = d.now.aircraft.values()
    assert (row.base, row.box) == ("japan", box)


@pytest.mark.rule("NWK-7.2.1.b")
@pytest.mark.parametrize(
    ("ship", "place", "decks"),
    [
        ("US Amph 1", "yellow.at_sea", ["yellow"]),
        ("US CVN BG 1", "yellow.inshore", ["yellow"]),
        ("US SAG", "yellow.inshore", []),
        ("US CVN BG 1", "east.inshore", ["east"]),
        ("US CVN BG 1", "japan", []),
        ("ROK Amph", "yellow.inshore", []),
    ],
)
def test_a_harrier_waits_for_a_deck(ship: str, place: str, decks: list[str]) -> None:
    ships = {ship: {"hex": place}, "US Amph 2": {"box": "to_come"}}
    d = Draft(war(air_level="contested", ships=ships), SeededDice(b"any"))
    arrivals.draw_unit(d, "usmc", "AV-8B")
    arrivals.draw_unit(d, "usmc", "F/A-18")
    harrier = next(key for key, row in d.now.aircraft.items() if d.now.board.aircraft[key].type == "AV-8B")
    assert sorted(row.box for row in d.now.aircraft.values()) == ["arriving", "ready"]
    assert d.now.aircraft[harrier].box == "arriving"
    choice = arrivals.bases(d.now, "allied", harrier)
    assert sorted(choice.legal) == sorted(["japan", *decks])
    assert choice.default == "japan"


@pytest.mark.rule("NWK-7.2.1.a", "NWK-3.5", "NW-22.7.f")
def test_one_counter_of_those_left_is_drawn_and_the_last_comes_without_a_die() -> None:
    names = [f"US B-2A {n}" for n in (1, 2)]
    for die, name in enumerate(names):
        d = draft(war(air_level="contested"), [die])
        arrivals.draw_unit(d, "us", "B-2A")
        assert list(d.now.aircraft) == [air(d.now, name)]
        (entry,) = d.entries
        assert (entry.key, entry.params["unit"].id, len(entry.rolls)) == ("log.air_arrived", air(d.now, name), 1)  # type: ignore[union-attr]
    d = draft(war(aircraft={names[0]: {"base": "japan", "box": "ready"}}))
    arrivals.draw_unit(d, "us", "B-2A", home="rok")
    row = d.now.aircraft[air(d.now, names[1])]
    assert (row.base, row.box, row.steps) == ("rok", "ready", d.now.board.aircraft[air(d.now, names[1])].steps)
    assert not d.entries[0].rolls
    arrivals.draw_unit(d, "us", "B-2A")  # none is left
    assert len(d.now.aircraft) == 2


@pytest.mark.rule("NWK-7.2.1.b")
def test_a_harrier_without_ships_in_play_goes_to_japan() -> None:
    d = Draft(war(air_level="contested"), SeededDice(b"any"))
    arrivals.draw_unit(d, "usmc", "AV-8B")
    assert [row.box for row in d.now.aircraft.values()] == ["ready"]


@pytest.mark.rule("NWK-7.2.1.a")
def test_the_owner_says_where() -> None:
    rows = {"US F-15E 1": {"base": "japan", "box": "arriving"}}
    where = [{"phase": "reinforcement.air_arrivals", "waiting": ["allied"]}]
    state = war(where, begun=True, aircraft=rows, turn=9, air_level="advantage", air_side="allied")
    assert asked(state) == {"allied": "reinforcement.air_arrivals"}
    step = play(state, "allied", {"do": "station", "unit": "US F-15E 1", "base": "rok"}, [0])
    assert logged(step, "air_based").params["base"] == "rok"
    after = step.state
    row = after.aircraft[air(after, "US F-15E 1")]
    assert (row.base, row.box) == ("rok", "ready")


@pytest.mark.rule("NWK-16.2.3.e", "NWK-16.2.4.e")
def test_groups_that_came_before_the_war() -> None:
    for campaign, letters in (("tactical_surprise", "ABC"), ("extended_mobilization", "ABCDEFGHIJK")):
        d = Draft(war(options={"air_war": campaign}), SeededDice(b"any"))
        arrivals.receive_early(d)
        assert "".join(d.now.groups) == letters
    d = Draft(war(), SeededDice(b"any"))
    arrivals.receive_early(d)
    assert d.now.groups == ()


@pytest.mark.rule("NWK-16.2.2.h", "NWK-16.2.3.j")
@pytest.mark.parametrize(
    ("campaign", "phantoms", "eagles"),
    [("strategic_surprise", 2, 1), ("tactical_surprise", 1, 1), ("extended_mobilization", 0, 0)],
)
def test_surprise_catches_a_part_of_each_type(campaign: str, phantoms: int, eagles: int) -> None:
    rows = {f"ROK F-4D {n}": {"base": "rok", "box": "ready"} for n in (1, 2, 3, 4)}
    rows |= {"US F-15C 1": {"base": "japan", "box": "ready"}, "DPRK MiG-29UB 1": {"base": "dprk", "box": "ready"}}
    d = Draft(war(options={"air_war": campaign}, aircraft=rows), SeededDice(b"any"))
    arrivals.surprise(d)
    flown = [d.now.board.aircraft[key].type for key, row in d.now.aircraft.items() if row.box == "flown"]
    assert Counter(flown) == Counter({"F-4D": phantoms, "F-15C": eagles} if phantoms else {})


@pytest.mark.rule("NWK-15.13", "NWK-16.2.1.4.a")
def test_without_budget_cuts_groups_of_the_air_war_come_more_easily() -> None:
    for die, comes in ((8, ("A",)), (9, ())):
        d = draft(war(turn=1, options={"no_budget_cuts": True}), [die])  # group A needs 6, less 2
        arrivals.receive(d)
        assert d.now.groups == comes
        assert [part.key for part in d.entries[0].modifiers] == ["modifier.budget"]


@pytest.mark.rule("NWK-3.5", "NWK-16.2.2.e", "NWK-16.2.3.e", "NWK-16.2.4.e")
@pytest.mark.parametrize("name", ["strategic_surprise", "tactical_surprise", "extended_mobilization", "air_war"])
def test_the_first_units_of_the_us_are_drawn_among_good_and_bad_pilots(name: str) -> None:
    d = draft(board(QUIET, {}, scenario=name), [5, 4, 3, 2, 0])
    arrivals.draw_first(d)
    counters = d.now.board.aircraft
    drawn = {counters[k].name: row.base for k, row in d.now.aircraft.items() if counters[k].nation == "us"}
    assert drawn == {
        "US F-16D 6": "rok",
        "US F-16D 5": "rok",
        "US A-10C 4": "rok",
        "US F-15C 3": "japan",
        "US F-16D 1": "japan",
    }
    assert [len(entry.rolls) for entry in d.entries] == [1] * 5
