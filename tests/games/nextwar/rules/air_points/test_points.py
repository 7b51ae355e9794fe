"""Chapter 6: air points and air superiority."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_points import helicopters, points
from sandtable.games.nextwar.rules.sea import ships as fleet
from sandtable.games.nextwar.scenario.files import chart
from tests.games.nextwar.board import QUIET, accounts, board, draft

ROLLED = {"area": {}, "air_points": None}


def received(dice: list[int], **more: Any) -> KoreaState:
    """The position after both sides received their points; the first player rolls first."""
    facts = {"card": {**ROLLED, **more.pop("card", {})}, **more.pop("facts", {})}
    fields = {"turn": 1, "weather": "clear", **more}
    state = board(QUIET, {}, facts=facts, **fields)
    d = draft(state, dice)
    points.receive(d)
    return d.now


def air(state: KoreaState) -> tuple[int, int]:
    return state.accounts["dprk"].air, state.accounts["allied"].air


@pytest.mark.rule("NW-6.1.a", "NW-6.4.a", "NW-6.4.b", "NWT-AS-STD", "NWS-STD-2.2", "NWS-STD-2.3")
def test_the_printed_example() -> None:
    # Turn 1: US/ROK roll 4 for two points, the DPRK 6 for six: a lead of four is an advantage.
    state = received([6, 4])
    assert air(state) == (6, 2)
    assert (state.air_level, state.air_side) == ("advantage", "dprk")


@pytest.mark.rule("NWT-AIRPOINTS")
def test_every_cell_of_the_table() -> None:
    printed = chart("air_points")
    turns = [1, 2, 3, 4, 5, 6, 8, 12]
    for die, row in enumerate(printed["rows"].values()):
        for turn, cell in zip(turns, row, strict=True):
            assert air(received([die, die], turn=turn)) == tuple(cell), (turn, die)
    assert printed["rows"]["7"][0] == [6, 1]  # printed 10, read 1


@pytest.mark.rule("NW-6.4.b", "NWT-AS-STD")
@pytest.mark.parametrize(
    ("turn", "dice", "level", "side"),
    [
        (3, [9, 9], "contested", ""),  # 0 to 2
        (2, [9, 4], "contested", ""),  # 2 to 3
        (1, [9, 8], "advantage", "dprk"),  # 4 to 0
        (1, [0, 1], "superiority", "dprk"),  # 12 to 4
        (6, [9, 9], "advantage", "allied"),  # 0 to 6
        (10, [5, 0], "supremacy", "allied"),  # 0 to 30
        (10, [5, 9], "superiority", "allied"),  # 0 to 10
    ],
)
def test_the_lead_gives_the_level(turn: int, dice: list[int], level: str, side: str) -> None:
    state = received(dice, turn=turn)
    assert (state.air_level, state.air_side) == (level, side)


@pytest.mark.rule("NW-6.1.b", "NWT-AIRPOINTS")
def test_own_air_bases_in_enemy_hands_spoil_the_die() -> None:
    hexes = {
        "N3010": {"country": "DPRK", "features": ["airbase"]},
        "N3012": {"country": "DPRK", "features": ["airfield"]},
    }
    lost = received([5, 9], facts={"hexes": hexes}, captured={"N3010": "allied", "N3012": "allied"})
    assert air(lost)[0] == chart("air_points")["rows"]["6"][0][0]


@pytest.mark.rule("NW-6.3.a", "NW-6.3.b", "NWT-AIRPOINTS.mod")
def test_points_lost_for_good_are_missing_every_turn_but_never_below_zero() -> None:
    accounts = {"dprk": {"air_lost": 2}, "allied": {"air_lost": 5}}
    state = received([6, 4], accounts=accounts)
    assert air(state) == (4, 0)


@pytest.mark.rule("NW-4.1.2.b", "NW-4.1.3.b", "NWT-AIRPOINTS.mod", "NW-4.1")
@pytest.mark.parametrize(("weather", "found"), [("overcast", (3, 2)), ("storm", (0, 1))])
def test_bad_weather_leaves_a_part(weather: str, found: tuple[int, int]) -> None:
    # Ten and three points: a quarter and a half in overcast, none and a quarter in a storm, rounded up.
    assert air(received([2, 2], weather=weather)) == found


@pytest.mark.rule("NW-7.3.4.b", "NW-7.3.4.c", "NWT-AIRPOINTS.mod")
@pytest.mark.parametrize(
    ("place", "seas", "more"),
    [
        ("yellow.inshore", {"yellow.inshore": "allied"}, 2),
        ("yellow.inshore", {}, 1),
        ("yellow.inshore", {"yellow.inshore": "dprk"}, 0),
        ("yellow.at_sea", {"yellow.at_sea": "dprk"}, 1),
        ("N1001", {}, 2),
    ],
)
def test_us_carriers_add_points(place: str, seas: dict[str, str], more: int) -> None:
    facts = {"hexes": {"N1001": {"terrain": "sea"}}}
    state = received([9, 9], facts=facts, seas=seas, ships={"US CVN BG 1": {"hex": place}})
    assert air(state)[1] == more


@pytest.mark.rule("NW-7.3.4.b")
def test_other_carriers_add_one_in_friendly_waters() -> None:
    own = received([9, 9], seas={"east.inshore": "dprk"}, ships={"PRC CV BG": {"hex": "east.inshore"}})
    assert air(own)[0] == 4 + 1
    elsewhere = received([9, 9], ships={"PRC CV BG": {"hex": "east.inshore"}})
    assert air(elsewhere)[0] == 4


@pytest.mark.rule("NWS-STD-5.2", "NW-6.2.a")
def test_points_that_are_left_are_lost() -> None:
    state = board(QUIET, {}, accounts={"dprk": {"air": 3}, "allied": {"air": 1}})
    d = draft(state)
    points.expire(d)
    assert air(d.now) == (0, 0)


# -- scenarios with points of their own ------------------------------------------------------------------------------


@pytest.mark.rule("NWK-16.1.1.j", "NWK-16.1.2.f", "NWK-16.1.3.g", "NWK-16.1.1.m")
@pytest.mark.parametrize("scenario", ["train_to_seoul", "uijeongbu_blues", "east_coast_highway"])
def test_small_scenarios_print_their_points(scenario: str) -> None:
    found = []
    for turn in (1, 2, 3, 4):
        state = board(QUIET, {}, scenario=scenario, turn=turn, weather="clear")
        d = draft(state)
        points.receive(d)
        found.append((*air(d.now), d.now.air_side, d.now.air_level))
    assert found == [
        (3, 1, "dprk", "advantage"),
        (2, 1, "dprk", "advantage"),
        (1, 2, "", "contested"),
        (1, 2, "", "contested"),
    ]


@pytest.mark.rule("NWK-16.1.1.g", "NWK-16.1.1.m", "NWK-16.1.2.d", "NWK-16.1.3.d")
@pytest.mark.parametrize(
    ("weather", "turn", "found"),
    [("storm", 3, (0, 1)), ("storm", 1, (0, 1)), ("overcast", 1, (1, 1)), ("overcast", 3, (1, 1))],
)
def test_weather_in_the_small_scenarios(weather: str, turn: int, found: tuple[int, int]) -> None:
    state = board(QUIET, {}, scenario="train_to_seoul", turn=turn, weather=weather)
    d = draft(state)
    points.receive(d)
    assert air(d.now) == found
    assert d.now.air_level == ("advantage" if turn == 1 else "contested")


@pytest.mark.rule("NWK-16.1.1.j")
def test_or_they_roll_and_use_a_third() -> None:
    options = {"rolled_air_points": True}
    state = board(QUIET, {}, scenario="train_to_seoul", turn=1, weather="clear", options=options)
    d = draft(state, [6, 4])
    points.receive(d)
    assert air(d.now) == (2, 1)  # a third of six and of two
    assert (d.now.air_level, d.now.air_side) == ("advantage", "dprk")


@pytest.mark.rule("NWK-16.1.7.c")
def test_swapped_columns_then_halves() -> None:
    card = {"air_rule": "swap_then_halve"}
    # The printed example: the ROK rolls 1 for twelve, the DPRK 3 for three.
    assert air(received([1, 3], card=card, first="allied")) == (3, 12)
    assert air(received([4, 4], card=card, first="allied", turn=3)) == (3, 2)  # five halved, rounded down


# -- airmobile points ------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-8.5.4.2", "NW-8.5.4.2.a", "NW-4.1.2.a", "NW-4.1.3.a", "NWS-STD-5.3")
def test_the_airmobile_pool() -> None:
    accounts = {"allied": {"airmobile": 8, "airmobile_lost": 1, "airmobile_used": 2}}
    for weather, left in (("clear", 5), ("overcast", 2), ("storm", 0)):
        state = board("initiative.movement", {}, accounts=accounts, weather=weather)
        assert points.airmobile_left(state, "allied") == left
    d = draft(board(QUIET, {}, accounts=accounts, weather="clear"))
    points.reset_airmobile(d)
    assert points.airmobile_left(d.now, "allied") == 7


@pytest.mark.rule("NW-4.1.2.a", "NW-4.1.3.a", "NW-8.5.4.2.a", "NW-8.5.4.2")
@pytest.mark.parametrize(
    ("weather", "account", "left"),
    [
        ("clear", {"airmobile": 5}, 5),
        ("overcast", {"airmobile": 5}, 3),
        ("storm", {"airmobile": 5}, 0),
        ("clear", {"airmobile": 5, "airmobile_lost": 2, "airmobile_used": 1}, 2),
        ("clear", {"airmobile": 2, "airmobile_lost": 1, "airmobile_used": 2}, 0),  # used before its base was lost
    ],
)
def test_airmobile_points_by_weather_losses_and_use(weather: str, account: dict[str, int], left: int) -> None:
    state = board(QUIET, {}, weather=weather, accounts=accounts(dprk=account))
    assert points.airmobile_left(state, "dprk") == left


@pytest.mark.rule("NW-4.1.2.c", "NW-4.1.3.g", "NW-6.5.2")
@pytest.mark.parametrize(
    ("weather", "flown", "left"), [("clear", 1, 1), ("overcast", 0, 1), ("overcast", 2, 0), ("storm", 0, 0)]
)
def test_missions_of_helicopters_by_weather(weather: str, flown: int, left: int) -> None:
    base = {"hexes": {"N3020": {"country": "ROK", "features": ["airbase"]}}}
    rows = {"ROK AH-1 1": {"hex": "N3020", "missions": flown}}
    state = board(QUIET, {}, weather=weather, helicopters=rows, facts=base)
    (one,) = state.helicopters
    assert helicopters.missions_left(state, one) == left


@pytest.mark.rule("NW-4.1.2.c", "NW-4.1.3.g", "NW-6.5.2")
@pytest.mark.parametrize(
    ("weather", "row", "rule"),
    [
        ("clear", {"missions": 1}, ""),
        ("clear", {"missions": 2}, "NW-6.5.2"),
        ("clear", {"missions": 1, "flew": True}, "NW-6.5.2"),
        ("overcast", {"missions": 1}, "NW-4.1.2.c"),
        ("overcast", {"missions": 1, "flew": True}, "NW-6.5.2"),
        ("storm", {}, "NW-4.1.3.g"),
    ],
)
def test_why_helicopters_fly_no_mission(weather: str, row: dict[str, Any], rule: str) -> None:
    base = {"hexes": {"N3020": {"country": "ROK", "features": ["airbase"]}}}
    rows = {"ROK AH-1 1": {"hex": "N3020", **row}}
    state = board(QUIET, {}, weather=weather, helicopters=rows, facts=base)
    (one,) = state.helicopters
    no = helicopters.why_no_mission(state, one)
    assert (no.rule if no else "") == rule


@pytest.mark.rule("NW-6.1.a", "NWS-STD-2.2", "NWS-STD-2.3", "NWK-16.1.1.j")
def test_printed_points_stand_unless_the_option_rolls_them() -> None:
    printed = {"air_points": [[3, 1, "dprk", "advantage"], [2, 9, "allied", "superiority"]]}
    state = received([], card=printed, turn=2)
    assert (air(state), state.air_level, state.air_side) == ((2, 9), "superiority", "allied")
    rolled = received([0, 0], card=printed, options={"rolled_air_points": True})
    full = received([0, 0])
    assert air(rolled) == tuple(-(-points_ // 3) for points_ in air(full))
    assert (rolled.air_level, rolled.air_side) == (full.air_level, full.air_side)


@pytest.mark.rule("NW-6.1.a", "NW-6.4.a", "NW-6.4.b", "NWT-AS-STD")
@pytest.mark.parametrize(
    ("lead", "level", "side"), [(4, "advantage", "dprk"), (-4, "advantage", "allied"), (3, "contested", "")]
)
def test_the_level_is_told_with_who_leads(lead: int, level: str, side: str) -> None:
    cells = [[9 + lead, 9, side, level]]
    state = board(QUIET, {}, facts={"card": {**ROLLED, "air_points": cells}}, turn=1, first="dprk", weather="clear")
    d = draft(state)
    points.receive(d)
    (entry,) = (one for one in d.entries if one.key == "log.air_level")
    assert (entry.params["level"], entry.params["side"]) == (level, side or "dprk")
    d = draft(state)
    points._rank(d, {"dprk": 9 + lead, "allied": 9})
    assert (d.now.air_level, d.now.air_side) == (level, side)


@pytest.mark.rule("NW-6.1.b", "NW-7.3.4.c", "NWT-AIRPOINTS.mod")
def test_only_own_air_bases_and_own_carriers_count() -> None:
    home = {"country": "ROK", "features": ["airbase"]}
    hexes = {"N3020": home, "N3022": {"country": "ROK", "features": ["airfield"]}}
    state = board(
        QUIET,
        {},
        facts={"hexes": hexes},
        captured={"N3020": "dprk", "N3022": "dprk"},
        scenario="all_in",
        ships={"US CVN BG 1": {"hex": "yellow.at_sea"}},
    )
    assert [part.amount for part in points._lost_bases(state, "allied")] == [1]
    assert points._lost_bases(state, "dprk") == ()
    assert [part.amount for part in points._changes(state, "allied")] == [1]
    assert points._changes(state, "dprk") == ()


@pytest.mark.rule("NW-7.3.4.b", "NW-7.3.4.c")
@pytest.mark.parametrize(
    ("ship", "place", "seas", "found"),
    [
        ("US CVN BG 1", "yellow.inshore", {"yellow.inshore": "allied"}, 2),
        ("US CVN BG 1", "yellow.inshore", {}, 1),
        ("US CVN BG 1", "yellow.inshore", {"yellow.inshore": "dprk"}, 0),
        ("US CVN BG 1", "yellow.at_sea", {"yellow.at_sea": "allied"}, 1),
        ("US CVN BG 1", "Japan", {}, 0),
        ("US CVN BG 1", "N3011", {}, 2),
        ("US CVN BG 1", "N3012", {}, 0),
        ("US Amph 1", "yellow.inshore", {"yellow.inshore": "allied"}, 0),
    ],
)
def test_what_carriers_add_where_they_are(ship: str, place: str, seas: dict[str, str], found: int) -> None:
    coast = {
        "N3011": {"terrain": "sea", "country": "", "sea_zone": "yellow"},
        "N3012": {"country": "ROK", "coastal": True, "sea_zone": "yellow", "features": ["port"]},
    }
    state = board(QUIET, {}, facts={"hexes": coast}, ships={ship: {"hex": place}}, seas=seas, scenario="all_in")
    (one,) = state.ships
    assert fleet.air_points(state, one) == found
    nowhere = board(QUIET, {}, ships={ship: {"box": "to_come"}}, scenario="all_in")
    assert fleet.air_points(nowhere, one) == 0
