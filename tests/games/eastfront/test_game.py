"""The two scenarios as they are set up, and the order of play."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sandtable.bots import make
from sandtable.games.eastfront.flow import SEQUENCE
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.terms import zoc_and_stacking
from sandtable.games.eastfront.scenario.setup import steps_at_start
from sandtable.kernel import Refusal, ScriptedDice, SeededDice, Step, codec
from sandtable.kernel.cases.acting import action_of
from sandtable.planning import SeatAtTable
from tests.games.eastfront.board import act, asked, board, key, play, why


def start(name: str) -> CrimeaState:
    return GAME.start(GAME.open(name), SeededDice(b"setup")).state


@pytest.mark.rule("EF-4.1", "EF-PB9.1", "EF-PB9.5", "EF-PB9.6", "EF-PB9.43", "EFS-10.12")
def test_scenario_1_stands_as_its_card_says() -> None:
    state = start("1")
    assert (state.turn, state.weather) == (48, "dry")
    assert sorted(state.strongpoints) == [3606, 3705, 3708, 3808]
    assert state.pieces[key(state, "73 Inf Div")].hex == 3505
    assert state.pieces[key(state, "106 Rifle Div")].hex == 3606
    assert state.pieces[key(state, "51 Army HQ")].back
    assert state.tracks == {"axis_steps": 0, "soviet_steps": 0, "vp": 0}
    assert GAME.broken(state) is None


@pytest.mark.rule("EF-PB9.41", "EFS-10.73")
def test_scenario_7_counts_the_steps_already_lost() -> None:
    state = start("7")
    assert state.tracks["soviet_steps"] == 3
    assert state.pieces[key(state, "276 Rifle Div")].steps == 1
    counter = state.board.units[key(state, "170 Inf Div")]
    assert steps_at_start(counter, {"face": "back"}) == 2
    assert steps_at_start(counter, {}) == 4


@pytest.mark.rule("EF-3.13")
def test_ground_belongs_to_those_who_stand_nearest() -> None:
    state = start("1")
    assert state.control[3401] == "axis"
    assert state.control[3708] == "soviet"
    assert state.control[3912] == "soviet"


@pytest.mark.rule("EF-2.4", "EF-2.33.c", "EFT-unit-types", "EF-10.58", "EF-16.22")
def test_counters_say_what_they_are() -> None:
    theatre = start("1").board
    named = {counter.name: counter for counter in theatre.units.values()}
    assert named["49 Art Rgt"].pays_motorised  # towed guns pay like lorries
    assert not named["49 Art Rgt"].is_motorised
    assert named["190 AG Bn"].armour
    assert not named["190 AG Bn"].exerts
    assert named["19 Gd Rocket Rgt"].front.attack_only
    assert [named[name].steps for name in ("73 Inf Div", "28 Jg Div", "106 Rifle Div", "190 AG Bn")] == [4, 3, 2, 1]
    assert theatre.aircraft["Ju87"].cas == 2


@pytest.mark.rule("EF-4.2.A", "EF-4.2.B", "EF-4.2.B1", "EF-4.2.C", "EF-4.2.C2", "EF-4.2.C6", "EF-12.0")
def test_the_sequence_reads_like_the_rulebook() -> None:
    main = SEQUENCE.main
    assert [phase.name for phase in main.phases] == ["strategic", "axis", "soviet", "interphase"]
    strategic, axis, soviet, _ = main.phases
    order = [phase.name for phase in strategic.phases if phase.name not in ("deployment", "replacements", "siting")]
    assert order == ["weather", "supply", "arrivals", "readiness", "interdiction", "navy"]
    assert [phase.name for phase in axis.phases] == [
        "movement",
        "declaration",
        "reaction",
        "shelling",
        "strikes",
        "combat",
        "motorised",
        "engineer",
    ]
    assert [phase.name for phase in soviet.phases if phase.name != "mandate"] == [
        "motorised",
        "declaration",
        "reaction",
        "combat",
        "beaching",
        "movement",
        "engineer",
        "surrender",
    ]


@pytest.mark.rule("EF-5.15.b2", "EF-5.15.b1", "EF-5.13.b")
def test_after_an_arctic_turn_the_waters_stay_frozen() -> None:
    card = {"card": {"calendar": [{"turn": 48, "weather": "arctic"}, {"turn": 49, "weather": "dry"}]}}
    state = board("strategic.weather", {"73 Inf Div": 3604}, facts=card)
    assert state.frozen
    card["card"]["calendar"][1]["weather"] = "mud"
    later = {"turn": 49, "weather": "arctic", "frozen": True, "tracks": {"tracks": {"first_arctic": 48}}}
    assert board("strategic.weather", {"73 Inf Div": 3604}, facts=card, **later).frozen
    assert state.tracks["first_arctic"] == 48


@pytest.mark.rule("EF-5.15.b1")
@pytest.mark.parametrize(
    ("weather", "before", "frozen"),
    [
        ("snow", "dry", True),
        ("dry", "snow", True),
        ("frost", "dry", True),  # a first frost does not break the ice
        ("frost", "frost", False),
        ("mud", "snow", False),
    ],
)
def test_ice_stays_until_mud_or_a_second_frost(weather: str, before: str, frozen: bool) -> None:
    card = {"card": {"calendar": [{"turn": 48, "weather": weather}]}}
    state = board("strategic.weather", {"73 Inf Div": 3604}, facts=card, weather=before, frozen=weather != "snow")
    assert state.frozen is frozen
    assert zoc_and_stacking.is_frozen(state) is frozen


@pytest.mark.rule("EF-22.25.f")
def test_units_from_outside_may_enter_a_paralysed_area() -> None:
    staff = {"51 Army HQ": {"hex": "3605", "back": True}, "106 Rifle Div": 3611, "271 Rifle Div": 3607}
    state = board("soviet.movement", staff)
    after = play(state, "soviet", {"move": "106 Rifle Div", "path": [3610, 3609, 3608]}).state
    assert after.pieces[key(after, "51 Army HQ")].starts == 0
    inside = play(after, "soviet", {"move": "271 Rifle Div", "path": [3606]}).state
    assert inside.pieces[key(inside, "51 Army HQ")].starts == 1


@pytest.mark.rule("EF-2.1", "EF-PB2.11")
@pytest.mark.parametrize(
    ("name", "inside", "outside"), [("1", (3205, 4014), (3206 + 2000, 4016)), ("7", (5315, 6912), (5215, 6922))]
)
def test_each_scenario_has_its_own_piece_of_the_map(name: str, inside: Sequence[int], outside: Sequence[int]) -> None:
    theatre = GAME.open(name)
    assert all(h in theatre.ground for h in inside)
    assert not any(h in theatre.ground for h in outside)
    assert {theatre.grid.label(h) for h in inside} == {str(h) for h in inside}
    near = theatre.grid.neighbours
    assert all(a in near[b] for a, hexes in near.items() for b in hexes)


@pytest.mark.rule("EF-2.1")
def test_hexes_are_named_by_column_and_row_and_even_columns_sit_higher() -> None:
    near = GAME.open("1").grid.neighbours
    assert set(near[3606]) == {3605, 3607, 3505, 3506, 3705, 3706}
    assert set(near[3705]) == {3704, 3706, 3605, 3606, 3805, 3806}


@pytest.mark.rule("EFS-10.1.setup")
def test_scenario_1_sets_up_what_its_card_lists() -> None:
    state = start("1")
    at = {state.board.units[k].name: p.hex for k, p in state.pieces.items() if p.hex}
    assert at["51 Army HQ"] == 3706
    assert (at["5(+) Tank Rgt"], at["52 Art Rgt"], at["641 S-H Art Bn"], at["46 Inf Div"]) == (3606, 3706, 3504, 3605)
    counts = {
        side: len([n for n in at if state.board.units[key(state, n)].side == side]) for side in ("axis", "soviet")
    }
    assert counts == {"axis": 11, "soviet": 9}
    ready = sorted(unit.kind for unit in state.air.values() if unit.side == "axis" and unit.box == "ready")
    assert ready == ["Bf109E", "Bf109F", "He111", "Ju87", "Ju87", "Ju88", "dummy"]
    damaged = sorted(unit.kind for unit in state.air.values() if unit.side == "soviet" and unit.box == "damaged")
    assert damaged == ["I-16", "SB", "SB", "Yak-1"]


@pytest.mark.rule("EFS-10.7.setup", "EF-17.12")
def test_scenario_7_sets_up_what_its_card_lists() -> None:
    state = start("7")
    at = {state.board.units[k].name: p for k, p in state.pieces.items() if p.hex}
    assert (at["Groddeck Bde"].hex, at["Naval Base 2"].hex, at["19 Gd Rocket Rgt"].hex) == (5718, 6912, 5814)
    assert [at[name].steps for name in ("63 Mtn Div", "276 Rifle Div", "396 Rifle Div")] == [1, 1, 1]
    assert all(at[name].back for name in ("44 Army HQ", "47 Army HQ", "51 Army HQ"))
    pool = [state.board.units[k].front for k, p in state.pieces.items() if p.box == "pool"]
    assert len(pool) == 5 - 2 + 4 - 1 + 4
    boxes = sorted((unit.box, unit.kind) for unit in state.air.values() if unit.side == "soviet")
    assert boxes.count(("ready", "dummy")) == 2
    assert len([box for box, _ in boxes if box == "damaged"]) == 2
    leaving = state.board.card["axis"]["withdrawals"]["entries"]
    assert leaving == [{"turn": 163, "air": {"Bf109F": 1, "Ju87": 1, "Ju88": 2}, "cannot_cancel": True}]


@pytest.mark.rule("EFS-10.1.withdraw")
def test_scenario_1_brings_and_withdraws_what_its_card_says() -> None:
    coming = board("strategic.arrivals", {"50 Inf Div": {"box": "to_come", "steps": 2}}, turn=49)
    assert coming.pieces[key(coming, "50 Inf Div")].box == "active"
    entering = board("axis.movement", {"50 Inf Div": {"box": "active", "steps": 2}}, turn=49)
    after = play(entering, "axis", {"enter": "50 Inf Div"}).state
    assert after.pieces[key(after, "50 Inf Div")].hex == 3205
    planes = {
        "1": {"side": "axis", "kind": "He111", "box": "ready"},
        "2": {"side": "axis", "kind": "Ju87", "box": "ready"},
    }
    leaving = board("strategic.arrivals", {"SS LAH Rcn Bn": 3505}, turn=50, air=planes)
    assert leaving.pieces[key(leaving, "SS LAH Rcn Bn")].box == "withdrawn"
    assert (leaving.air[1].box, leaving.air[2].box) == ("gone", "ready")
    early = board("strategic.arrivals", {"SS LAH Rcn Bn": 3505, "50 Inf Div": {"box": "to_come"}}, turn=48, air=planes)
    assert early.pieces[key(early, "SS LAH Rcn Bn")].hex == 3505
    assert early.pieces[key(early, "50 Inf Div")].box == "to_come"
    last = board("strategic.arrivals", {}, turn=51, air=planes)
    assert last.air[2].box == "gone" or asked(last) == {"axis": "turn.strategic.arrivals.choice"}


FLEET = {
    "id": "Azov Flot",
    "label": "Azov",
    "side": "soviet",
    "nation": "soviet",
    "type": "flotilla",
    "size": "regiment",
}


@pytest.mark.rule("EFS-10.74.g")
def test_scenario_7_uses_no_naval_rules() -> None:
    facts = {
        "units": {"new": [{**FLEET, "stack": 1, "front": "1-1-16", "steps": 1}]},
        "types": {"flotilla": {"mobility": "none", "colour": "black", "zone_of_control": False}},
    }
    state = board("soviet.movement", {"Azov Flot": 6912}, scenario="7", facts=facts, bare=False)
    assert why(state, "soviet", {"do": "sail", "unit": "Azov Flot", "path": [6911]}).rule == "EFS-10.74.g"


@pytest.mark.rule("EF-4.2.A6")
def test_the_interdiction_phase_runs_from_placing_to_markers() -> None:
    air = {
        "1": {"side": "axis", "kind": "Ju88", "box": "ready"},
        "2": {"side": "soviet", "kind": "MiG-3", "box": "ready"},
    }
    state = board(
        "strategic.interdiction", {"106 Rifle Div": 3606}, air=air, control={"3606": "soviet", "3403": "axis"}
    )
    assert asked(state) == {"axis": "turn.strategic.interdiction.placing"}
    state = play(state, "axis", {"fly": 3606, "units": [1]}).state
    assert asked(state) == {"soviet": "turn.strategic.interdiction.intercepting"}
    assert state.air[1].box == "flying"
    step = play(state, "soviet", {"do": "done"}, [1])
    assert [entry.key for entry in step.entries][:3] == ["log.air_revealed", "log.flak", "log.interdicted"]
    assert (step.state.air[1].box, step.state.air[2].box) == ("flown", "ready")
    assert step.state.interdiction == {3606: 1}
    assert asked(step.state) == {"axis": "turn.axis.movement.moves"}
    met = play(state, "soviet", {"do": "fly", "to": 3606, "units": [2]}, [9])
    assert [entry.key for entry in met.entries] == ["log.flew", "log.air_revealed", "log.initiative"]
    assert asked(met.state) == {"soviet": "turn.strategic.interdiction.missions.pairing"}


# -- bad input: the rule, the first hex that offends, and nothing changed ----------------------------------------------

SOUTH = {"73 Inf Div": 3604}
LANDSCAPE = {
    "hexes": {"3607": {"terrain": "sea"}, "3707": {"terrain": "swamp"}},
    "sides": {"3604-3704": {"water": "lake"}},
}


def refused(state: CrimeaState, seat: str, action: dict[str, Any]) -> tuple[str, list[Any]]:
    """What a refusal says and points at, once it is sure that it left the position as it was."""
    before = codec.encode(state)
    no = GAME.apply(state, seat, act(state, seat, action), ScriptedDice([]))
    assert isinstance(no, Refusal), no
    assert codec.encode(state) == before
    assert no == GAME.why_not(state, seat, act(state, seat, action))
    return no.rule, [point.id for point in no.points if point.of == "place"]


@pytest.mark.parametrize(
    ("path", "rule", "place"),
    [
        ([3605, 3606, 3607, 3608], "EF-10.77.b", 3607),  # into the sea, half way
        ([3605, 3704, 3703, 3603], "EF-10.65", 3703),  # through an enemy zone
        ([3605, 3607], "EF-10.4", 3607),  # two hexes at once
        ([3603, 3602, 3601, 3501, 3401, 3301], "EF-10.52", 3301),  # one hex too far
        ([3704], "EF-10.77.a", 3704),  # across a lake
        ([3605, 3606, 3706, 3707], "EF-10.52", 3707),  # a swamp, with too little left
    ],
)
def test_a_path_that_breaks_a_rule_half_way_names_the_hex(path: list[int], rule: str, place: int) -> None:
    state = board("axis.movement", {**SOUTH, "106 Rifle Div": 3803}, facts=LANDSCAPE)
    assert refused(state, "axis", {"move": "73 Inf Div", "path": path}) == (rule, [place])


@pytest.mark.rule("EF-12.7")
def test_an_attack_that_leaves_a_must_attack_hex_out_names_it() -> None:
    units = {"73 Inf Div": 3604, "46 Inf Div": 3604, "106 Rifle Div": 3605, "271 Rifle Div": 3704}
    state = board("axis.declaration", units)
    state = play(state, "axis", {"declare": [3605], "units": ["73 Inf Div"]}).state
    assert refused(state, "axis", {"do": "done"}) == ("EF-12.7", [3704])


@pytest.mark.rule("EFT-artillery-support")
def test_support_out_of_range_names_the_hex_it_does_not_reach() -> None:
    units = {"73 Inf Div": 3604, "106 Rifle Div": 3605, "49 Art Rgt": 3602, "52 Art Rgt": 3608}
    attack = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}}
    answering = board("axis.reaction.guns", {**units, "24 Art Rgt": 3606}, attacks=attack)
    far = {"do": "support", "attack": 3605, "units": ["52 Art Rgt"]}
    assert refused(answering, "soviet", far) == ("EFT-artillery-support", [3605])
    state = play(board("axis.combat.attacks", units, attacks=attack), "axis", {"resolve": 3605}).state
    force = {"do": "assault", "units": ["73 Inf Div"], "support": ["49 Art Rgt"]}
    assert refused(state, "axis", force) == ("EFT-artillery-support", [3605])


@pytest.mark.rule("EF-16.43")
def test_a_retreat_into_the_sea_names_the_hex() -> None:
    units = {"73 Inf Div": 3604, "46 Inf Div": 3604, "106 Rifle Div": 3605}
    team = ["73 Inf Div", "46 Inf Div"]
    attack = {"3605": {"side": "axis", "hexes": ["3605"], "units": team}}
    facts = {"hexes": {"3607": {"terrain": "sea"}}, "sides": {"3605-3705": {"water": "sea"}}}
    state = board("axis.combat.attacks", units, attacks=attack, facts=facts)
    state = play(state, "axis", {"resolve": 3605}).state
    state = play(state, "axis", {"do": "assault", "units": team, "support": []}).state
    state = play(state, "axis", {"command": "none"}, [7]).state
    retreat = {"retreat": ["106 Rifle Div"], "path": [3606, 3607]}
    assert refused(state, "soviet", retreat) == ("EF-16.43", [3607])
    assert refused(state, "soviet", {**retreat, "path": [3705, 3706]}) == ("EF-16.43", [3705])  # across the water


# -- guided turns ------------------------------------------------------------------------------------------------------

TOURS = Path(__file__).resolve().parents[3] / "web" / "src" / "tour"
MOST = 200


@pytest.mark.parametrize("name", ["siege", "landing"])
def test_every_act_of_a_tour_can_be_played(name: str) -> None:
    """Whatever the tour does not speak of is answered by the computer; acts that are not asked for are passed over."""
    tour: dict[str, Any] = json.loads((TOURS / f"eastfront_{name}.json").read_text())
    theatre, dice = GAME.open(tour["scenario"]), SeededDice(b"tour" * 8)
    state = GAME.start(theatre, dice).state
    acts, played, next_act = tour["acts"], [], 0
    bots = {seat: make("random", seat.encode() * 8, "eastfront") for seat in ("axis", "soviet")}
    for _ in range(MOST):
        prompt = GAME.prompts(state)[0]
        here = [n for n, act in enumerate(acts) if n >= next_act and act["at"] == prompt.at]
        if prompt.seat == tour["seat"] and here:
            action = action_of(GAME, theatre, acts[here[0]]["action"], ())
            no = GAME.why_not(state, prompt.seat, action)
            assert no is None, (acts[here[0]]["say"], no)
            played.append(acts[here[0]]["say"])
            next_act = here[0] + 1
        elif prompt.seat == tour["seat"] or "reaction" in prompt.at:
            table = SeatAtTable(GAME, state, prompt.seat)
            ends = [verb for verb in table.verbs if verb.ends]
            action = ends[0].action() if ends else bots[prompt.seat].decide(table)
        else:
            action = bots[prompt.seat].decide(SeatAtTable(GAME, state, prompt.seat))
        step = GAME.apply(state, prompt.seat, action, dice)
        assert isinstance(step, Step), step
        state = step.state
        if next_act == len(acts) or state.turn > theatre.first_turn:
            break
    needed = [
        act["say"] for act in acts if not act["at"].endswith(("losses", "strikes", "attacker_air", "order", "advance"))
    ]
    assert [say for say in played if say in needed] == needed
