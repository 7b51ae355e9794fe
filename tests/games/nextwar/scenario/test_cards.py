"""Korea, 16.2.2 to 16.2.4: what the three campaigns begin with, who comes when, and who wins."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.initiative import initiative
from sandtable.games.nextwar.rules.reinforcements import arrivals
from sandtable.games.nextwar.rules.victory import judging
from sandtable.games.nextwar.scenario.files import data
from sandtable.games.nextwar.scenario.setup import opening
from sandtable.kernel import Match
from sandtable.kernel.state import bind
from tests.games.nextwar.board import INF, QUIET, accounts, board

STRATEGIC, TACTICAL, EXTENDED = "strategic_surprise", "tactical_surprise", "extended_mobilization"
CAMPAIGNS = (STRATEGIC, TACTICAL, EXTENDED)


def first(name: str) -> KoreaState:
    korea: Any = GAME.open(name)
    return bind(opening(korea), korea)


def card(name: str) -> dict[str, Any]:
    return data(f"scenarios/{name}")


def at_start(state: KoreaState, side: str) -> Counter[str]:
    """How many units of a side each formation has on the map or to be placed, outposts apart."""
    units = state.board.units
    rows = ((units[k], u) for k, u in state.units.items() if u.hex or u.box == "to_place")
    return Counter(c.formation for c, u in rows if c.side == side and not c.is_outpost)


ALLOCATIONS = {
    # chemical, supply, airmobile, special forces, outposts, tunnels, depots, SCUD, detection, SAM, AAA
    STRATEGIC: ((7, 40, 4, 6, 4, 8, 3, 20, 8, 9, 3), (3, 30, 8, (3, 1, 1), 3, 0, 2, 0, 7, 6, 2)),
    TACTICAL: ((10, 50, 4, 8, 5, 8, 4, 20, 9, 10, 3), (4, 40, 10, (4, 1, 1), 4, 0, 3, 0, 9, 7, 2)),
    EXTENDED: ((14, 60, 4, 10, 5, 8, 4, 20, 10, 10, 3), (5, 50, 12, (5, 1, 1), 5, 0, 4, 0, 9, 7, 3)),
}


@pytest.mark.rule("NWK-16.2.2.a", "NWK-16.2.2.d", "NWK-16.2.3.a", "NWK-16.2.3.d", "NWK-16.2.4.a", "NWK-16.2.4.d")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_allocations(name: str) -> None:
    state = first(name)
    for side, expected in zip(("dprk", "allied"), ALLOCATIONS[name], strict=True):
        tracks, account, network = card(name)[side]["tracks"], state.accounts[side], state.networks[side]
        forces = state.special_forces
        special = forces["dprk"].ready if side == "dprk" else tuple(forces[n].ready for n in ("rok", "us", "cw"))
        outposts = [k for k, u in state.units.items() if u.box == "to_place" and state.board.units[k].is_outpost]
        mine = sum(state.board.units[k].side == side for k in outposts)
        assert expected == (
            tracks["chemical"],
            account.supply,
            account.airmobile,
            special,
            mine,
            account.tunnels,
            tracks["depots"],
            account.scud,
            network.detection,
            network.sam,
            network.aaa,
        )
    assert state.awacs == {STRATEGIC: 1, TACTICAL: 2, EXTENDED: 3}[name]


REPLACEMENTS = {
    STRATEGIC: {"dprk": {1: 0, 2: 2, 16: 2}, "rok": {2: 0, 3: 1, 16: 1}, "us": {4: 0, 5: 1, 16: 1}},
    TACTICAL: {"dprk": {1: 2, 16: 2}, "rok": {4: 0, 5: 1, 16: 1}, "us": {2: 0, 3: 1, 7: 1, 8: 2, 16: 2}},
    EXTENDED: {"dprk": {1: 2, 16: 2}, "rok": {1: 1, 16: 1}, "us": {1: 0, 2: 1, 6: 1, 7: 2, 16: 2}},
}


@pytest.mark.rule("NWK-16.2.2.a", "NWK-16.2.2.d", "NWK-16.2.3.a", "NWK-16.2.3.d", "NWK-16.2.4.a", "NWK-16.2.4.d")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_replacements(name: str) -> None:
    printed = card(name)["replacements"]
    for nation, turns in REPLACEMENTS[name].items():
        row = printed[nation]
        assert len(row) == 16
        assert {turn: row[turn - 1] for turn in turns} == turns
        assert row == sorted(row)


# -- set-up ----------------------------------------------------------------------------------------------------------

LATER = {"VII", "VIII", "IX", "X", "XI", "108", "425"}


@pytest.mark.rule("NWK-16.2.2.b", "NWK-16.2.3.b", "NWK-16.2.4.b")
@pytest.mark.parametrize(("name", "here"), [(STRATEGIC, set()), (TACTICAL, {"108", "425"}), (EXTENDED, LATER)])
def test_formations_of_the_dprk_at_the_start(name: str, here: set[str]) -> None:
    state = first(name)
    found = at_start(state, "dprk")
    assert {formation for formation in LATER if found[formation]} == here
    assert {"I", "II", "IV", "V", "GHQ", "815", "820", "806"} <= set(found)
    units = state.board.units
    placed = [(units[k], u) for k, u in state.units.items() if units[k].side == "dprk" and not units[k].is_outpost]
    anywhere = {"108", "425"} if name == EXTENDED else set()
    for counter, unit in placed:
        if unit.hex:
            assert unit.hex == state.board.place(counter.setup)
        if unit.box == "to_place":
            assert not counter.setup or counter.formation in anywhere
    reserves = Counter(c.reserve for c, u in placed if c.reserve and u.hex)
    everything = Counter(c.reserve for c in units.values() if c.reserve in ("PMTU", "RG"))
    third = sum(c.reserve == "PMTU" and c.formation == "III" for c in units.values())
    assert reserves["RG"] == 0
    assert reserves["PMTU"] == {STRATEGIC: 0, TACTICAL: third, EXTENDED: everything["PMTU"]}[name]
    assert third > 0


@pytest.mark.rule("NWK-16.2.2.b", "NWK-16.2.3.b", "NWK-16.2.4.b", "NWK-16.2.2.e", "NWK-16.2.3.e", "NWK-16.2.4.e")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_aircraft_helicopters_and_ships_at_the_start(name: str) -> None:
    state = first(name)
    planes = state.board.aircraft
    # Those of the US are drawn when the game begins.
    assert not any(planes[k].nation == "us" for k in state.aircraft)
    state = Match.new(GAME, GAME.open(name), b"any").state
    assert {(row.base, row.box) for k, row in state.aircraft.items() if planes[k].nation == "dprk"} == {
        ("dprk", "ready")
    }
    assert {(row.base, row.box) for k, row in state.aircraft.items() if planes[k].nation == "rok"} == {("rok", "ready")}
    usaf = Counter((planes[k].type, row.base) for k, row in state.aircraft.items() if planes[k].nation == "us")
    assert usaf == {("F-16D", "rok"): 2, ("A-10C", "rok"): 1, ("F-15C", "japan"): 1, ("F-16D", "japan"): 1}
    choppers = state.board.helicopters
    waiting = Counter(choppers[k].name[:-2] for k, h in state.helicopters.items() if h.box == "to_place")
    assert waiting == {"DPRK Mi-24D": 2, "ROK AH-1": 4}
    printed = [h.hex for k, h in state.helicopters.items() if choppers[k].formation == "2"]
    assert printed == [state.board.place("S4021")] * 2
    ships = Counter(state.board.ships[k].name.split(" Amph")[0] for k, s in state.ships.items() if s.box == "to_place")
    assert ships == {"DPRK": 2, "ROK": 1}


@pytest.mark.rule("NWK-16.2.2.e", "NWK-16.2.3.e", "NWK-16.2.4.e")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_forces_of_the_rok_and_the_us_at_the_start(name: str) -> None:
    state = first(name)
    units = state.board.units
    mine = {k: u for k, u in state.units.items() if units[k].side == "allied" and not units[k].is_outpost}
    for key_, unit in mine.items():
        if unit.hex:
            assert unit.hex == state.board.place(units[key_].setup)
    free = {units[k].name for k, u in mine.items() if u.box == "to_place" and "Supply" not in units[k].name}
    assert free == {"US 2 HQ", "US 1/2 Hvy Bde"}
    for name_ in free:
        near = next(c for c in units.values() if c.name == name_).near
        assert near is not None
        assert (state.board.ground[state.board.place(near[0])].name, near[1]) == ("Daegu", 2)
    drawn = Counter(units[k].reserve for k, u in mine.items() if units[k].reserve and u.hex)
    reserves = Counter(c.reserve for c in units.values() if c.reserve in ("M", "HR"))
    assert drawn == ({"M": reserves["M"]} if name == EXTENDED else {})
    staffs = {units[k].formation: u.box for k, u in mine.items() if units[k].kind == "hq" and units[k].nation == "rok"}
    late = {f: staffs[f] for f in ("IX", "XI", "CDC")}
    assert late == dict.fromkeys(("IX", "XI", "CDC"), "" if name == EXTENDED else "to_come")


@pytest.mark.rule("NWK-16.2.2.f", "NWK-16.2.3.f")
@pytest.mark.parametrize(("name", "turn"), [(STRATEGIC, 4), (TACTICAL, 3)])
def test_three_headquarters_come_later(name: str, turn: int) -> None:
    names = ("ROK IX/2 HQ", "ROK XI/2 HQ", "ROK CDC HQ")
    for when, number in ((turn - 1, 0), (turn, 3)):
        state = board(QUIET, {one: {"box": "to_come"} for one in names} | {INF: "N3002"}, scenario=name, turn=when)
        assert len(arrivals._scheduled(state, "allied")) == number


# -- schedules -------------------------------------------------------------------------------------------------------


def lines(name: str, side: str, field: str) -> dict[int, Any]:
    return {row["turn"]: row[field] for row in card(name)["reinforcements"][side] if field in row}


@pytest.mark.rule("NWK-16.2.2.c", "NWK-16.2.3.c", "NWK-16.2.4.c")
def test_reinforcements_of_the_dprk() -> None:
    assert lines(STRATEGIC, "dprk", "formations") == {
        2: ["425", "108"],
        3: ["VII"],
        4: ["VIII"],
        5: ["X", "XI"],
        6: ["IX"],
    }
    assert lines(STRATEGIC, "dprk", "draw") == {
        3: ["PMTU", 3],
        4: ["PMTU", 4],
        5: ["PMTU", "all"],
        6: ["RG", 4],
        7: ["RG", 4],
        8: ["RG", "all"],
    }
    assert lines(STRATEGIC, "dprk", "more") == {5: ["RG", 4]}
    assert lines(STRATEGIC, "dprk", "sof") == {2: 2, 3: 2, 4: 2, 6: 1, 7: 1}
    assert lines(TACTICAL, "dprk", "formations") == {2: ["VII"], 3: ["VIII"], 4: ["X", "XI"], 5: ["IX"]}
    assert lines(TACTICAL, "dprk", "draw") == {4: ["RG", 4], 5: ["RG", 4], 6: ["RG", 4], 7: ["RG", "all"]}
    assert lines(TACTICAL, "dprk", "sof") == {2: 2, 3: 2, 6: 1, 7: 1}
    assert lines(EXTENDED, "dprk", "formations") == {}
    assert lines(EXTENDED, "dprk", "draw") == {2: ["RG", 3], 3: ["RG", 4], 4: ["RG", "all"]}
    assert lines(EXTENDED, "dprk", "sof") == {2: 3, 3: 3, 4: 3}


@pytest.mark.rule("NWK-16.2.2.f", "NWK-16.2.3.f", "NWK-16.2.4.f")
def test_reinforcements_of_the_allies() -> None:
    assert lines(STRATEGIC, "allied", "groups") == {turn: [letter] for turn, letter in enumerate("ABCDEFGHIJKLMNOP", 1)}
    assert lines(STRATEGIC, "allied", "draw") == {
        4: ["M", 4],
        6: ["M", 4],
        7: ["HR", 4],
        8: ["M", "all"],
        9: ["HR", 4],
        10: ["HR", "all"],
    }
    assert lines(STRATEGIC, "allied", "hqs") == {4: ["IX", "XI", "CDC"]}
    tactical = {2: "D", 3: "E", 5: "F", 6: "GH", 8: "IJ", 9: "K", 10: "L", 12: "MN", 13: "O", 14: "P", 15: "Q", 16: "R"}
    assert lines(TACTICAL, "allied", "groups") == {turn: list(letters) for turn, letters in tactical.items()}
    assert lines(TACTICAL, "allied", "draw") == {
        3: ["M", 4],
        5: ["HR", 4],
        6: ["M", 6],
        8: ["M", "all"],
        12: ["HR", "all"],
    }
    assert lines(TACTICAL, "allied", "hqs") == {3: ["IX", "XI", "CDC"]}
    extended = {2: "L", 3: "M", 5: "N", 6: "O", 7: "PQ", 8: "R", 9: "S", 10: "T", 11: "U", 12: "V"}
    assert lines(EXTENDED, "allied", "groups") == {turn: list(letters) for turn, letters in extended.items()}
    assert lines(EXTENDED, "allied", "draw") == {3: ["HR", 3], 5: ["HR", 3], 6: ["HR", 3], 8: ["HR", "all"]}


@pytest.mark.rule("NWK-16.2.2.g", "NWK-16.2.3.g", "NWK-16.2.4.g", "NWK-16.2.2.o")
@pytest.mark.parametrize(
    ("name", "turns"), [(STRATEGIC, (4, 5, 8, 9)), (TACTICAL, (3, 4, 7, 8)), (EXTENDED, (2, 3, 5, 6))]
)
def test_reinforcements_of_china(name: str, turns: tuple[int, ...]) -> None:
    a, b, c, e = turns
    assert card(name)["reinforcements"]["prc"] == [
        {"turn": a, "ships": ["3-92"], "aircraft": ["J-10", "J-11B", "Su-30MKK2"]},
        {"turn": b, "formations": ["39"], "helicopters": {"Zhi-10": 1}},
        {"turn": c, "aircraft": ["JF-17", "Su-30MKK2"]},
        {
            "turn": e,
            "formations": ["40"],
            "helicopters": {"Zhi-10": 1},
            "ships": ["3-92"],
            "aircraft": ["J-10", "JF-17"],
        },
    ]
    assert card(name)["prc_cruise"] == 10
    state = first(name)
    assert state.accounts["dprk"].cruise == 0  # they come with China
    chinese = {k for k, u in state.units.items() if state.board.units[k].nation == "prc" and u.box == "to_come"}
    assert len(chinese) == 10  # the 190th is one of them
    ships = [k for k, s in state.ships.items() if state.board.ships[k].nation == "prc" and s.box == "to_come"]
    assert len(ships) == 2
    choppers = [k for k in state.helicopters if state.board.helicopters[k].nation == "prc"]
    assert len(choppers) == 2


# -- initiative and victory ------------------------------------------------------------------------------------------

STAKES = {
    STRATEGIC: (("dprk", "dprk"), 18, 120, (130, 100, 70, 26)),
    TACTICAL: (("dprk", "dprk"), 24, 105, (100, 70, 40, 16)),
    EXTENDED: (("dprk",), 15, 90, (70, 50, 30, 11)),
}
LEVELS = ("overwhelming", "decisive", "substantial", "marginal")


@pytest.mark.rule("NWK-16.2.2.m", "NWK-16.2.2.q", "NWK-16.2.3.l", "NWK-16.2.4.j")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_initiative(name: str) -> None:
    fixed, threshold, _, _ = STAKES[name]
    for turn in range(1, 4):
        for points in (threshold - 1, threshold):
            told = accounts(allied={"turn_vp2": 2 * points})
            state = board(QUIET, {INF: "N3002"}, scenario=name, turn=turn, accounts=told)
            wins = "allied" if points >= threshold else ""
            assert initiative.next_holder(state) == ("dprk" if turn <= len(fixed) else wins)
    assert first(name).initiative == first(name).first == "dprk"


@pytest.mark.rule("NWK-16.2.2.m", "NWK-16.2.2.r", "NWK-16.2.3.l", "NWK-16.2.4.j")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_automatic_victory(name: str) -> None:
    *_, automatic, _ = STAKES[name]
    for lead, rolls in ((2 * automatic - 1, 0), (2 * automatic, 1)):
        state = board(QUIET, {INF: "N3002"}, scenario=name, accounts=accounts(dprk={"vp2": lead}))
        assert judging.chances(state, "dprk") == rolls


@pytest.mark.rule("NWK-16.2.2.m", "NWK-16.2.3.l", "NWK-16.2.4.j", "NW-12.3")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_levels_of_victory(name: str) -> None:
    *_, levels = STAKES[name]
    bounds = (*levels, 0)
    for word, least, above in zip((*LEVELS, "draw"), bounds, (10_000, *bounds), strict=False):
        for lead in (least, above - 1):
            state = board(QUIET, {INF: "N3002"}, scenario=name, turn=17, accounts=accounts(allied={"vp2": 2 * lead}))
            outcome = judging.outcome(state)
            assert outcome is not None
            assert outcome.key == f"outcome.{word}"
            assert outcome.winners == (() if word == "draw" else ("allied",))
    assert judging.outcome(board(QUIET, {INF: "N3002"}, scenario=name, turn=16)) is None


@pytest.mark.rule("NWK-16.0.b")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_sixteen_turns_on_the_whole_map(name: str) -> None:
    assert card(name)["turns"] == 16
    assert card(name)["area"] == {}
