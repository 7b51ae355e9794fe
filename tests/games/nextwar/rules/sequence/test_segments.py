"""The sequence of play of the standard turn."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.flow.turn import TURN
from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.sequence.segments import SEGMENTS, active, segment
from sandtable.games.nextwar.scenario.cards import CAMPAIGNS
from tests.games.nextwar.board import INF, QUIET, ROK_INF, advanced, asked, board, boxed, may, play, why

PHASES = [at.removeprefix("game.turn.") for at, phase in GAME.sequence if at.startswith("game.turn.")]


def top(names: list[str]) -> list[str]:
    return [name for name in names if "." not in name]


def played(scenario: str, level: str = "standard", initiative: str = "dprk") -> list[str]:
    """The phases of a turn that a scenario plays."""
    card = {"area": {}} if scenario == "air_war" else {"area": {}, "level": level}
    state = board(QUIET, {}, scenario=scenario, facts={"card": card}, initiative=initiative)
    phases = dict(GAME.sequence)
    whens = {name: phases[f"game.turn.{name}"].when for name in top(PHASES)}
    return [name for name, when in whens.items() if when is None or when(state)]


@pytest.mark.rule("NW-3.0.a")
def test_the_phases_of_a_turn_stand_in_their_order() -> None:
    assert played("militarized_zone") == [
        "weather",
        "air_naval",
        "initiative",
        "basic",
        "reorganization",
        "reinforcement",
        "victory",
        "record",
    ]


@pytest.mark.rule("NW-17.0", "NW-15.0", "NWS-ADV-11", "NWS-ADV-3.1", "NW-3.0.a")
def test_the_phases_of_the_advanced_turn_stand_in_their_order() -> None:
    whole = [
        "weather",
        "supply",
        "command",
        "electronic_detection",
        "first_special_forces",
        "air",
        "second_special_forces",
        "first_strike",
        "initiative",
        "emergency_supply",
        "second_strike",
        "basic",
        "isolation",
        "reorganization",
        "reinforcement",
        "victory",
        "record",
    ]
    assert played("militarized_zone", "advanced") == whole
    contested = [name for name in whole if name not in ("initiative", "second_strike")]
    assert played("militarized_zone", "advanced", initiative="") == contested
    assert not set(played("militarized_zone")) & {"supply", "command", "air", "first_strike", "isolation"}


@pytest.mark.rule("NWK-16.2.5.b")
def test_the_air_war_leaves_most_of_the_turn_out() -> None:
    assert played("air_war") == [
        "weather",
        "air",
        "first_strike",
        "reorganization",
        "reinforcement",
        "victory",
        "record",
    ]


@pytest.mark.rule("NWS-ADV-8.a", "NWS-ADV-8.b", "NWS-ADV-8.c", "NWS-ADV-8.d")
@pytest.mark.rule("NWS-ADV-8.e", "NWS-ADV-8.f", "NWS-ADV-8.g", "NWS-ADV-8.h", "NWS-ADV-8.i", "NWS-ADV-8.j")
def test_the_steps_of_a_strike_phase_stand_in_their_order() -> None:
    steps = [name.removeprefix("first_strike.") for name in PHASES if name.startswith("first_strike.")]
    flown = ["detection", "intercept", "fights", "fights.fight", "runs", "runs.run"]
    assert steps == [
        "missiles",
        "missiles.dprk",
        "missiles.allied",
        "allocation",
        "allocation.dprk",
        "allocation.allied",
        "weasels",
        *(f"weasels.{step}" for step in flown),
        "allied_strikes",
        *(f"allied_strikes.{step}" for step in flown),
        "dprk_strikes",
        *(f"dprk_strikes.{step}" for step in flown),
        "headquarters",
        "headquarters.dprk",
        "headquarters.allied",
    ]


@pytest.mark.rule("NWS-STD-5", "NWS-STD-5.1", "NWS-STD-5.2", "NWS-STD-5.3", "NWS-STD-5.4", "NWS-STD-5.5", "NWS-STD-5.6")
def test_the_steps_of_reorganization_stand_in_their_order() -> None:
    steps = top([name.removeprefix("reorganization.") for name in PHASES if name.startswith("reorganization.")])
    advanced = ("air_units", "special_forces", "markers", "repairs")
    assert [name for name in steps if name not in advanced][:6] == [
        "helicopters",
        "air_points",
        "airmobile",
        "tunnels",
        "mopup",
        "control",
    ]


@pytest.mark.rule("NWS-ADV-14.01", "NWS-ADV-14.02", "NWS-ADV-14.03", "NWS-ADV-14.04", "NWS-ADV-14.05")
@pytest.mark.rule("NWS-ADV-14.06", "NWS-ADV-14.07", "NWS-ADV-14.08", "NWS-ADV-14.12", "NWS-ADV-14.15", "NWS-ADV-14.16")
@pytest.mark.rule("NWS-ADV-14.09", "NWS-ADV-14.10", "NWS-ADV-14.11")
def test_the_steps_of_the_advanced_reorganization_stand_in_their_order() -> None:
    steps = [name.removeprefix("reorganization.") for name in PHASES if name.startswith("reorganization.")]
    order = [
        "helicopters",
        "air_units.rebasing",
        "air_units.landing",
        "air_units.ready",
        "air_units.maintenance",
        "special_forces",
        "airmobile",
        "tunnels",
        "mopup",
        "control",
        "captured_bases",
        "markers.sight",
        "markers.roads",
        "markers.recovery",
        "repairs",
    ]
    assert [name for name in steps if name in order] == order


@pytest.mark.rule("NWS-STD-3.2", "NWS-STD-3.5", "NWS-STD-3.7", "NWS-STD-4.2", "NWS-STD-4.4")
@pytest.mark.parametrize(
    ("at", "seat"),
    [
        ("initiative.combat", "dprk"),
        ("initiative.exploitation_combat", "dprk"),
        ("initiative.reaction_combat", "allied"),
        ("basic.first_combat", "dprk"),
        ("basic.second_combat", "allied"),
    ],
)
def test_whose_combat_it_is(at: str, seat: str) -> None:
    state = board(at, {INF: "N3010", ROK_INF: "N3011"})
    assert asked(state) == {seat: f"{at}.attacks"}
    own, target = (INF, "N3011") if seat == "dprk" else (ROK_INF, "N3010")
    assert may(state, seat, {"do": "attack", "target": target, "units": [own]})
    now = segment(state)
    assert now is not None
    assert (now.rule, active(state)) == (SEGMENTS[at.partition(".")[2]].rule, seat)


@pytest.mark.rule("NW-5.0.c", "NWS-STD-4.1", "NWS-STD-4.3")
def test_the_first_player_may_be_the_other_side() -> None:
    state = board("basic.first_movement", {INF: "N3010", ROK_INF: "N3020"}, first="allied", initiative="")
    assert asked(state) == {"allied": "basic.first_movement.moves"}


@pytest.mark.rule("NWS-STD-8")
def test_the_turn_marker_moves_on_and_the_game_ends_after_the_last_turn() -> None:
    def finished(turn: int) -> KoreaState:
        state = board("basic.second_movement", {INF: "N3001", ROK_INF: "N3020"}, scenario="train_to_seoul", turn=turn)
        return play(state, "allied", {"do": "done"}, [3] if turn < 4 else []).state

    assert finished(3).turn == 4
    assert GAME.outcome(finished(3)) is None
    assert finished(4).turn == 5
    assert GAME.outcome(finished(4)) is not None


@pytest.mark.rule("NW-8.1.2")
def test_nothing_on_the_ground_is_hidden() -> None:
    state = board("basic.first_movement", {INF: "N3010", ROK_INF: "N3020"})
    assert GAME.view(state, "dprk").state == GAME.view(state, "allied").state == state
    assert GAME.view(state, "dprk").state == GAME.view(state, "allied").state == state


@pytest.mark.rule("NWK-16.0.a")
def test_standard_scenarios_use_standard_units() -> None:
    for info in GAME.scenarios():
        korea = GAME.open(info.name)
        assert korea.is_advanced is (info.name in CAMPAIGNS)  # type: ignore[attr-defined]


# -- the advanced game -----------------------------------------------------------------------------------------------


@pytest.mark.rule("NWS-ADV-9.1", "NWS-ADV-9.2", "NWS-ADV-9.5", "NWS-ADV-9.6", "NWS-ADV-9.7", "NWS-ADV-12")
@pytest.mark.parametrize(
    ("at", "seat"),
    [
        ("initiative.movement.moves", "dprk"),
        ("initiative.combat", "dprk"),
        ("initiative.exploitation_combat", "dprk"),
        ("initiative.reaction.moves", "allied"),
        ("initiative.reaction_combat", "allied"),
        ("basic.first_movement.moves", "dprk"),
        ("basic.first_combat", "dprk"),
        ("basic.second_movement.moves", "allied"),
        ("basic.second_combat", "allied"),
    ],
)
def test_the_segments_of_the_advanced_turn(at: str, seat: str) -> None:
    state = advanced(at, units={INF: "N3010", ROK_INF: "N3011"})
    assert asked(state) == {seat: at if at.endswith("moves") else f"{at}.attacks"}
    now = segment(state)
    assert now is not None
    assert now.exploits is ("exploitation" in at)


@pytest.mark.rule("NWS-ADV-9.3", "NWS-ADV-9.4", "NW-27.3.1.c")
@pytest.mark.parametrize(("at", "seat", "name"), [("elite_reaction", "allied", ROK_INF), ("exploitation", "dprk", INF)])
@pytest.mark.parametrize("marker", [1, 2])
def test_nobody_under_a_strike_marker_reacts_or_exploits(at: str, seat: str, name: str, marker: int) -> None:
    faces = {name: {"front": [6, 6, 9, 4, 4, "foot"]}}

    def board_(strike: int) -> KoreaState:
        return advanced(
            f"initiative.{at}.moves", facts={"units": faces}, units={name: {"hex": "N3010", "strike": strike}}
        )

    assert may(board_(0), seat, {"do": "move", "units": [name], "path": ["N3009"]})
    no = why(board_(marker), seat, {"do": "move", "units": [name], "path": ["N3009"]})
    assert no.rule == "NW-27.3.1.c"


@pytest.mark.rule("NWS-ADV-1.1", "NWS-ADV-1.3")
def test_weather_of_the_advanced_turn() -> None:
    rows = {"DPRK F-6 1": {"base": "dprk", "box": "ready"}, "ROK F-4D 1": {"base": "rok", "box": "ready"}}
    for die, weather, box in ((4, "clear", "ready"), (8, "storm", "flown")):
        state = advanced("weather.roll", aircraft=rows, units={INF: "N3010"}, dice=[die])
        assert state.weather == weather
        assert boxed(state, *rows) == [box, "ready"]
    assert asked(advanced("weather.choice", turn=1)) == {"dprk": "weather.choice"}


@pytest.mark.rule("NWS-ADV-16.1", "NWS-ADV-16.2", "NWS-ADV-17")
def test_victory_and_the_turn_marker_of_the_advanced_turn() -> None:
    card = {"victory": {"kind": "vp", "levels": {}, "automatic": 20}}
    accounts = {"dprk": {"vp2": 18, "turn_vp2": 4}, "allied": {"turn_vp2": 2}}
    won = advanced("victory.totals", card=card, accounts=accounts, dice=[0])
    assert won.ended == "dprk"
    rolled = advanced("victory.totals", card=card, accounts=accounts, dice=[5, 4])
    assert (rolled.accounts["dprk"].vp2, rolled.accounts["allied"].vp2) == (22, 2)
    assert rolled.turn == 3


@pytest.mark.rule("NWS-ADV-1", "NWS-ADV-1.2")
def test_a_storm_drives_ships_to_shelter_and_aircraft_to_the_ground() -> None:
    phases = [name for name in PHASES if name.startswith("weather.") and name.count(".") == 1]
    assert phases[:4] == ["weather.choice", "weather.roll", "weather.shelter", "weather.grounding"]
    rows = {"DPRK F-6 1": {"base": "dprk", "box": "ready"}}
    for die, place, box in ((8, "east.at_sea", "flown"), (4, "east.inshore", "ready")):
        ships = {"US SAG": {"hex": "east.inshore"}}
        state = advanced(
            "weather.roll",
            aircraft=rows,
            units={INF: "N3010"},
            ships=ships,
            seas={"east.at_sea": "allied"},
            captured={"Busan": "dprk", "Japan": "dprk"},
            dice=[die],
        )
        assert {state.board.ground[ship.hex].label for ship in state.ships.values()} == {place}
        assert boxed(state, *rows) == [box]


@pytest.mark.rule("NWS-ADV-14.11")
def test_markers_go_in_the_advanced_game_alone() -> None:
    seen = {INF: {"hex": "N3010", "detected": True, "targeted": 1}}
    state = advanced("reorganization.markers", units={**seen, ROK_INF: "N3020"}, dice=[4])
    assert not any(unit.detected or unit.targeted for unit in state.units.values())


@pytest.mark.rule("NWS-ADV-15.1", "NWS-ADV-15.2", "NWS-ADV-15.3")
def test_the_steps_of_the_reinforcement_phase_stand_in_their_order() -> None:
    steps = top([name.removeprefix("reinforcement.") for name in PHASES if name.startswith("reinforcement.")])
    order = ["provocation", "groups", "arrivals", "air_arrivals", "replacements"]
    assert [name for name in steps if name in order] == order


@pytest.mark.rule("NWS-ADV-15.3")
def test_replacement_points_of_the_advanced_turn() -> None:
    card = {"replacements": {"dprk": [0, 2], "rok": [0, 1]}}
    hurt = {INF: {"hex": "N3005", "steps": 1}, ROK_INF: "N3020"}
    state = advanced("reinforcement.replacements", units=hurt, card=card, dice=[4])
    assert state.replacements == {"dprk": 2, "rok": 1}


@pytest.mark.rule("NW-3.0.a", "NWS-STD-8")
def test_the_victory_phase_has_its_steps_and_turns_follow_each_other() -> None:
    victory = next(phase for phase in TURN.phases if phase.name == "victory")
    assert [phase.name for phase in victory.phases] == ["totals", "automatic", "cease_fire"]
    assert TURN.again is not None
    assert TURN.again(board("basic.first_movement.moves", {}))


@pytest.mark.rule("NW-3.0.b", "NWS-STD-2.5")
def test_nobody_moves_first_where_nobody_fights_on_the_ground() -> None:
    assert "initiative" in played("militarized_zone")
    assert "initiative" not in played("militarized_zone", initiative="")
    assert "initiative" not in played("air_war")
