"""Chapter 10 and Korea, 7: units that come during the game."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.reinforcements import arrivals
from sandtable.games.nextwar.scenario import cards
from sandtable.games.nextwar.scenario.setup import opening, units_at_start
from sandtable.kernel import ScriptedDice
from sandtable.kernel.draft import Draft
from sandtable.kernel.state import bind, successor
from tests.games.nextwar.board import advanced, asked, board, draft, key, may, may_move, play, where, why_move

BCT, MARINES, ARMD, ID_11 = "US 1/2 Hvy Bde", "ROK 1/2A Mar Div", "ROK 3/1A Arm Bde", "ROK 11/1A Inf Div"
ID_23 = "ROK 23/VIII Inf Div"
COMING = {"box": "to_come"}


@pytest.mark.rule("NWK-16.1.1.d", "NWK-16.1.5.c", "NWK-7.1.4.a")
@pytest.mark.parametrize("scenario", ["train_to_seoul", "militarized_zone"])
def test_the_brigade_of_the_second_division_comes_at_the_start_of_reaction(scenario: str) -> None:
    state = board("initiative.reaction", {BCT: COMING}, scenario=scenario, turn=1)
    assert where(state, BCT) == "N3121"
    # One of its eight points is spent: seven hexes of open ground are possible, eight are not.
    way = ["N3120", "N3119", "N3118", "N3117", "N3116", "N3115", "N3114", "N3113"]
    if scenario == "militarized_zone":
        assert may_move(state, "allied", BCT, *way[:7])
        assert why_move(state, "allied", BCT, *way).rule == "NW-2.3.5"
    # If it stays where it is, it has all its movement in its next segment; the 23rd division still waits for its first.
    state = board("initiative.reaction", {BCT: COMING, ID_23: {"hex": "N4822", "spent": 18}}, scenario=scenario, turn=1)
    state = play(state, "allied", {"do": "done"}).state
    assert [state.units[key(state, name)].spent for name in (BCT, ID_23)] == [0, 18]


@pytest.mark.rule("NWK-16.1.2.c", "NWK-16.1.5.c")
def test_arrivals_at_the_end_of_a_segment() -> None:
    units = {ARMD: COMING, ID_11: COMING}
    state = board("initiative.reaction", units, scenario="uijeongbu_blues", turn=1)
    assert where(state, ARMD) == "to_come"
    state = play(state, "allied", {"do": "done"}).state
    assert (where(state, ARMD), where(state, ID_11)) == ("N3118", "to_come")
    state = board("basic.second_movement", units, scenario="uijeongbu_blues", turn=1)
    d = draft(state)
    arrivals.come("second_end")(d)
    assert where(d.now, ID_11) == "N3419"


@pytest.mark.rule("NWK-16.1.3.c", "NWK-16.1.5.c")
def test_the_marines_choose_between_two_hexes() -> None:
    units = {MARINES: COMING, "ROK 15/II Inf Div": "N4110"}
    state = board("initiative.reaction", units, scenario="east_coast_highway", turn=1)
    state = play(state, "allied", {"do": "done"}).state
    assert asked(state) == {"allied": "initiative.reaction.arrivals"}
    assert not may(state, "allied", {"do": "enter", "unit": MARINES, "to": "N3821"})
    state = play(state, "allied", {"do": "enter", "unit": MARINES, "to": "N4822"}).state
    assert where(state, MARINES) == "N4822"


@pytest.mark.rule("NWK-16.1.3.c")
def test_the_brigade_comes_at_the_end_of_elite_reaction_in_the_east() -> None:
    units = {BCT: COMING, "ROK 30/I Mech Div": "N4110"}
    state = board("initiative.elite_reaction", units, scenario="east_coast_highway", turn=1)
    assert where(state, BCT) == "to_come"
    state = play(state, "allied", {"do": "done"}).state
    assert where(state, BCT) == "N3922"


@pytest.mark.rule("NWK-7.1.4.d")
def test_an_arrival_whose_hex_the_enemy_holds_waits() -> None:
    state = board("initiative.reaction", {BCT: COMING, "DPRK 3/II Inf Div": "N3121"}, scenario="train_to_seoul", turn=1)
    assert where(state, BCT) == "to_come"
    state = board("initiative.reaction", {BCT: COMING}, scenario="train_to_seoul", turn=2)
    assert where(state, BCT) == "N3121"


@pytest.mark.rule("NW-10.0", "NWK-16.1.1.d", "NWK-16.1.2.c", "NWS-STD-6.1")
@pytest.mark.parametrize(
    ("scenario", "count"), [("train_to_seoul", 2), ("uijeongbu_blues", 1), ("militarized_zone", 1)]
)
def test_helicopters_of_the_second_division_come_in_the_reinforcement_step(scenario: str, count: int) -> None:
    units = {"US AH-64 1": COMING, "US AH-64 2": COMING}
    state = board("basic.first_movement.moves", {}, scenario=scenario, turn=1, helicopters=units)
    d = draft(state)
    arrivals.receive(d)
    assert sum(unit.box == "to_place" for unit in d.now.helicopters.values()) == count


def later(turn: int, *dice: int) -> KoreaState:
    """The big scenario after the reinforcements of a turn."""
    korea = cards.load("all_in", GAME.options(), {})
    state = successor(bind(opening(korea), korea), turn=turn, first="dprk")
    d = Draft(state, ScriptedDice(dice))
    arrivals.receive(d)
    return d.now


@pytest.mark.rule("NW-10.0", "NWK-16.1.6.g", "NWK-7.1.4.a")
def test_corps_of_the_dprk_come_by_the_schedule() -> None:
    state = later(2)
    seventh = [
        k
        for k, u in state.units.items()
        if state.board.units[k].formation == "VII" and u.hex == state.board.place("hamhung")
    ]
    kinds = sorted(state.board.units[k].kind for k in seventh if state.board.units[k].nation == "dprk")
    assert kinds == ["armor", "light", "motor", "motor"]


@pytest.mark.rule("NW-10.0", "NWK-7.1.2.a", "NWK-7.1.2.d", "NWK-7.1.2.2.a", "NWK-16.1.6.g")
def test_reserves_are_drawn_without_replacement() -> None:
    state = later(6, 0, 0, 0, 0)
    guards = [k for k, u in state.units.items() if state.board.units[k].reserve == "RG" and u.hex]
    assert len(guards) == 4
    assert [state.board.ground[state.units[k].hex].label for k in guards] == [
        state.board.units[k].setup for k in guards
    ]


@pytest.mark.rule("NWK-7.1.2.b")
def test_a_reserve_whose_place_is_lost_is_lost_too() -> None:
    korea = cards.load("all_in", GAME.options(), {})
    state = successor(bind(opening(korea), korea), turn=6, first="dprk", captured={korea.place("N1606"): "allied"})
    d = Draft(state, ScriptedDice([0, 0, 0, 0]))
    arrivals.receive(d)
    first = next(k for k, u in korea.units.items() if u.name == "DPRK ? RG Bde 1")
    assert d.now.units[first].box == "eliminated"
    assert d.now.accounts["allied"].turn_vp2 == 2


@pytest.mark.rule("NWK-7.1.2.b")
def test_a_reserve_does_not_crowd_its_place() -> None:
    korea = cards.load("all_in", GAME.options(), {})
    state = bind(opening(korea), korea)
    first = next(k for k, u in korea.units.items() if u.name == "DPRK ? RG Bde 1")
    big = [k for k, u in korea.units.items() if u.name.startswith("DPRK ?/425")][:4]
    units = {**state.units}
    for one in big:
        units[one] = type(units[one])(hex=korea.place("N1606"), steps=2)
    d = Draft(successor(state, turn=6, units=units), ScriptedDice([0, 0, 0, 0]))
    arrivals.receive(d)
    place = d.now.units[first].hex
    assert place != korea.place("N1606")
    assert place in korea.near[korea.place("N1606")]


@pytest.mark.rule("NWK-7.1.2.1")
def test_the_headquarters_of_a_reserve_corps_comes_with_the_first_of_its_units() -> None:
    card = {"reinforcements": {"allied": [{"turn": 4, "draw": ["HR", 1]}]}, "arrivals": []}
    first, hq, other = "ROK 32HR/IX Inf Div", "ROK IX/2 HQ", "ROK XI/2 HQ"
    units = {first: {"box": "pool"}, hq: COMING, other: COMING, "ROK 33HR/IX Inf Div": {"box": "pool"}}
    state = advanced("basic.first_movement.moves", units=units, card=card, turn=4)
    d = draft(state, [0])
    arrivals.receive(d)
    assert where(d.now, hq) == "S2713"
    assert where(d.now, other) == "to_come"
    pool = {name: {"box": "pool"} for name in (first, "ROK 33HR/IX Inf Div")}
    later = advanced("basic.first_movement.moves", units={**pool, hq: "S2810"}, card=card, turn=4)
    d = draft(later, [1])
    arrivals.receive(d)
    assert where(d.now, hq) == "S2810"


@pytest.mark.rule("NWK-7.1.2.1")
def test_reserve_headquarters_are_not_there_before_their_units() -> None:
    for name, there in (("strategic_surprise", False), ("extended_mobilization", True)):
        korea = cards.load(name, GAME.options(), {})
        rows = {korea.units[key].name: row for key, row in units_at_start(korea).items()}
        for hq in ("ROK IX/2 HQ", "ROK XI/2 HQ", "ROK CDC HQ"):
            assert bool(rows[hq].hex) == there
        assert rows["ROK I/3 HQ"].hex


@pytest.mark.rule("NWK-7.1.2.b", "NWK-7.1.4.d")
def test_a_place_that_is_entered_but_not_yet_taken_is_not_lost() -> None:
    korea = cards.load("all_in", GAME.options(), {})
    first = next(k for k, u in korea.units.items() if u.name == "DPRK ? RG Bde 1")
    marine = next(k for k, u in korea.units.items() if u.name == "ROK 1/2A Mar Div")
    state = bind(opening(korea), korea)
    place = korea.place("N1606")
    units = {k: u for k, u in state.units.items() if u.hex != place}
    units[marine] = type(units[marine])(hex=place, steps=2)
    d = Draft(successor(state, turn=6, first="dprk", units=units), ScriptedDice([0, 0, 0, 0]))
    arrivals.receive(d)
    assert d.now.units[first].hex in korea.near[place]  # a port under a mop-up marker: beside it
    assert d.now.accounts["allied"].turn_vp2 == 0


@pytest.mark.rule("NWK-7.1.4.d", "NWK-7.1.2.b")
@pytest.mark.parametrize("weather", ["clear", "storm"])
def test_a_reserve_that_finds_no_place_is_held_and_comes_when_there_is_one(weather: str) -> None:
    # An island of one hex, which the enemy has entered and does not control yet.
    near = ["N1505", "N1506", "N1605", "N1607", "N1705", "N1706", "N1506", "N1707", "N1507"]
    hexes = {"N1606": {"country": "DPRK"}, **{label: {"terrain": "sea"} for label in near}}
    card = {"reinforcements": {"dprk": [{"turn": 4, "draw": ["RG", 1]}]}, "arrivals": []}
    guard = "DPRK ? RG Bde 1"
    told = {"card": card, "facts": {"hexes": hexes}, "scenario": "all_in", "weather": weather}
    units = {guard: {"box": "pool"}, "ROK 1/I Inf Div": "N1606"}
    d = draft(advanced("basic.first_movement.moves", units=units, turn=4, **told), [0])
    arrivals.receive(d)
    assert where(d.now, guard) == "to_come"
    again = draft(advanced("basic.first_movement.moves", units={guard: COMING}, turn=5, **told), [])
    arrivals.receive(again)
    assert where(again.now, guard) == "N1606"
