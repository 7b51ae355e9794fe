"""Air missions: placing, combat, flak, effects; and readiness."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AirUnit, CrimeaState
from sandtable.games.eastfront.rules.air import air, airfields, readiness
from sandtable.games.eastfront.rules.air import interdiction as missions_of
from sandtable.kernel import Draft, Refusal, ScriptedDice
from sandtable.kernel.state import successor
from tests.games.eastfront.board import asked, board, logged, may, play, why

STAFF = {"51 Army HQ": 3606}


def park(**kinds: str) -> dict[str, dict[str, str]]:
    """Air counters: the letter of the name says whose, its number is the counter's."""
    sides = {"a": "axis", "s": "soviet"}
    return {name[1:]: {"side": sides[name[0]], "kind": kind, "box": "ready"} for name, kind in kinds.items()}


TOWN = {"3403": {"place": "town"}}


def interdiction(units: Mapping[str, Any], hexes: Mapping[str, Any] = TOWN) -> CrimeaState:
    held = {"3606": "soviet", "3403": "axis"}
    return board("interdiction.placing", STAFF, air=units, control=held, facts={"hexes": hexes})


def fly(state: CrimeaState, seat: str, to: int, *units: int, dice: tuple[int, ...] = ()) -> CrimeaState:
    return play(state, seat, {"fly": to, "units": list(units)}, dice).state


@pytest.mark.rule("EF-PB11.1.a", "EF-17.31.b", "EF-17.33.d", "EF-17.32.a", "EF-13.14", "EF-17.33.a", "EF-13.12")
def test_the_interdiction_example() -> None:
    """A Bf109F, a Ju87 and a Ju88 against two MiG-3 over a headquarters."""
    state = interdiction(park(a1="Bf109F", a2="Ju87", a3="Ju88", s4="MiG-3", s5="MiG-3"))
    state = fly(state, "axis", 3606, 1, 2, 3)
    assert asked(state) == {"soviet": "turn.strategic.interdiction.intercepting"}
    state = fly(state, "soviet", 3606, 4, 5)
    # the Bf109F could interdict as well: the Axis lets it fire
    assert asked(state) == {"axis": "turn.strategic.interdiction.missions.roles"}
    step = play(state, "axis", {"assign": []}, [1])
    assert logged(step, "initiative").params["advantage"] == 1
    state = play(step.state, "axis", {"do": "engage", "unit": 1, "target": 4}).state
    # no fighter is left for the second MiG: the Axis chooses whom it meets
    offer = GAME.offers(state, "axis", {"do": "engage", "unit": 5})
    assert not isinstance(offer, Refusal)
    assert offer[0].widget is not None
    assert offer[0].widget.options == (2, 3)
    step = play(state, "axis", {"do": "engage", "unit": 5, "target": 3}, [5, 6, 7])
    shots = [(e.params["firer"], e.params["target"], e.params["column"], e.params["result"]) for e in step.entries[:3]]
    assert shots == [
        ("Bf109F", "MiG-3", 2, "damaged"),
        ("MiG-3", "Ju88", -1, "none"),
        ("MiG-3", "Bf109F", -2, "none"),
    ]
    assert asked(step.state) == {"axis": "turn.strategic.interdiction.missions.pursuit"}
    # with the advantage the Bf109F strikes the other MiG, which cannot answer; then flak: 5 at the Ju87, 8 at the Ju88
    step = play(step.state, "axis", {"do": "engage", "unit": 1, "target": 5}, [3, 5, 8])
    flak = {e.params["kind"]: (e.params["total"], e.params["result"]) for e in step.entries if e.key == "log.flak"}
    assert flak == {"Ju87": (5, "none"), "Ju88": (9, "flown")}
    boxes = {key: unit.box for key, unit in step.state.air.items()}
    assert boxes == {1: "flown", 2: "flown", 3: "flown", 4: "damaged", 5: "destroyed"}
    assert step.state.interdiction == {3606: 2}


@pytest.mark.rule("EF-PB11.1.b", "EF-17.32.b", "EF-15.13", "EFT-aa", "EF-17.43.b", "EF-PB6.3", "EF-17.42")
def test_the_close_support_example() -> None:
    """A Bf109F and a Ju87 against two MiG-3 and an Su-2; two Soviet flak units stand in the hex."""
    flak = {"hexes": TOWN, "units": {"12 Rifle Bde": {"type": "anti_air"}, "143 Rifle Bde": {"type": "anti_air"}}}
    units = {"73 Inf Div": 3604, "106 Rifle Div": 3605, "12 Rifle Bde": 3605, "143 Rifle Bde": 3605}
    marked = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}}
    state = board(
        "axis.combat",
        units,
        facts=flak,
        attacks=marked,
        air=park(a1="Bf109F", a2="Ju87", s3="MiG-3", s4="MiG-3", s5="Su-2"),
        control={"3605": "soviet", "3604": "axis", "3403": "axis"},
    )
    state = fly(state, "axis", 3605, 1, 2)
    # initiative 6: all fighters go home; flak 10 + 2 - 1 at the Ju87, 3 at the Su-2
    state = fly(state, "soviet", 3605, 3, 4, 5, dice=(6, 10, 3))
    assert {key: unit.box for key, unit in state.air.items()} == {
        1: "flown",
        2: "damaged",
        3: "flown",
        4: "flown",
        5: "flown",
    }
    assert state.attacks[3605].cas == -1


@pytest.mark.rule("EF-17.25", "EF-17.31.a", "EF-9.11.c", "EF-17.11")
def test_counters_fly_face_down_and_dummies_go_home() -> None:
    state = interdiction(park(a1="dummy", a2="Ju87"))
    state = fly(state, "axis", 3606, 1)
    assert GAME.view(state, "soviet").state.air[1].kind == "unknown"
    assert GAME.view(state, "axis").state.air[1].kind == "dummy"
    state = play(state, "axis", {"do": "done"}).state
    assert state.air[1].box == "flown"
    assert not state.interdiction


@pytest.mark.rule("EF-17.25")
def test_ready_counters_are_mixed_before_they_fly() -> None:
    units = park(a1="Ju87", a2="Ju88")
    mixed = board("strategic.readiness", {}, air=units, turn=49, dice=[1])
    assert [unit.kind for unit in mixed.air.values()] == ["Ju88", "Ju87"]


@pytest.mark.rule("EF-17.21", "EF-PB11.0", "EF-17.12", "EF-17.13")
def test_three_ready_units_at_most_fly_one_mission() -> None:
    state = interdiction(park(a1="Ju87", a2="Ju87", a3="Ju88", a4="He111", s5="I-16"))
    assert why(state, "axis", {"fly": 3606, "units": [1, 2, 3, 4]}).rule == "EF-17.21"
    assert why(state, "axis", {"fly": 3606, "units": [5]}).rule == "EF-17.12"
    state = fly(state, "axis", 3606, 1, 2, 3)
    assert why(state, "axis", {"fly": 3606, "units": [4]}).rule == "EF-17.21"
    assert why(state, "axis", {"fly": 3605, "units": [1]}).rule == "EF-17.12"
    assert may(state, "axis", {"fly": 3605, "units": [4]})


@pytest.mark.rule("EF-17.23", "EF-13.11", "EF-13.13")
def test_only_fighters_intercept_and_only_where_there_is_a_mission() -> None:
    state = interdiction(park(a1="Ju87", s2="I-16", s3="DB3"))
    state = fly(state, "axis", 3606, 1)
    assert why(state, "soviet", {"fly": 3606, "units": [3]}).rule == "EF-17.23"
    assert why(state, "soviet", {"fly": 3605, "units": [2]}).rule == "EF-17.23"
    assert may(state, "soviet", {"fly": 3606, "units": [2]})


@pytest.mark.rule("EF-17.21", "EF-17.23")
def test_no_more_than_three_intercept() -> None:
    state = interdiction(park(a1="Ju87", s2="I-16", s3="I-16", s4="I-16", s5="I-16"))
    state = fly(state, "axis", 3606, 1)
    assert may(state, "soviet", {"fly": 3606, "units": [2, 3, 4]})
    assert why(state, "soviet", {"fly": 3606, "units": [2, 3, 4, 5]}).rule == "EF-17.21"


@pytest.mark.rule("EF-17.22", "EF-PB6.11", "EF-PB6.12", "EF-PB6.13")
def test_single_engines_need_a_base_near_by() -> None:
    base = board(
        "interdiction.placing",
        {},
        scenario="7",
        bare=True,
        air=park(a1="Ju87", a2="He111"),
        facts={"hexes": {"5310": {"place": "town"}}},
        control={"5310": "axis"},
    )
    assert air.in_range(base, 1, 5621)
    homeless = interdiction(park(a1="Ju87", a2="He111"), {})
    assert why(homeless, "axis", {"fly": 3606, "units": [1]}).rule == "EF-17.22"  # 3403 is no town on bare ground
    assert may(homeless, "axis", {"fly": 3606, "units": [2]})


@pytest.mark.rule("EF-22.25.c", "EF-17.24")
def test_no_soviet_bombers_near_a_paralysed_headquarters() -> None:
    marked = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}}
    units = {"73 Inf Div": 3604, "106 Rifle Div": 3605, "51 Army HQ": {"hex": "3607", "back": True}}
    state = board("axis.combat.defender_air", units, attacks=marked, air=park(s1="DB3", s2="I-16"))
    assert why(state, "soviet", {"fly": 3605, "units": [1]}).rule == "EF-22.25.c"
    assert may(state, "soviet", {"fly": 3605, "units": [2]})


@pytest.mark.rule("EFT-air-combat", "EF-17.33.b", "EF-17.33.c", "EF-PB6.21")
@pytest.mark.parametrize(
    ("firer", "target", "die", "box"),
    [
        ("Bf109F", "I-153", 4, "destroyed"),
        ("Bf109F", "MiG-3", 5, "damaged"),
        ("MiG-3", "Bf109F", 3, "flown"),
        ("I-16", "Bf109F", 3, ""),
        ("I-16", "I-153", 1, "destroyed"),
        ("Bf109F", "Ju87", 9, ""),
    ],
)
def test_cells_of_the_air_combat_table(firer: str, target: str, die: int, box: str) -> None:
    state = board(
        "axis.movement",
        air={
            "1": {"side": "axis", "kind": firer, "box": "flying"},
            "2": {"side": "soviet", "kind": target, "box": "flying"},
        },
    )
    assert air.shoot(Draft(state, ScriptedDice([die])), 1, 2) == box


@pytest.mark.rule("EF-13.14", "EF-13.15", "EF-17.11", "EF-17.44", "EF-17.41")
@pytest.mark.parametrize(("kinds", "level"), [(("Ju88",), 1), (("Ju88", "He111"), 2), (("Ju87", "Ju88"), 2)])
def test_values_of_survivors_make_the_level(kinds: tuple[str, ...], level: int) -> None:
    units = {str(n): {"side": "axis", "kind": kind, "box": "ready"} for n, kind in enumerate(kinds, start=1)}
    state = board(
        "interdiction.placing", {}, air=units, control={"3403": "axis"}, facts={"hexes": {"3403": {"place": "town"}}}
    )
    step = play(state, "axis", {"fly": 3606, "units": list(range(1, len(kinds) + 1))})
    assert step.state.interdiction == {3606: level}
    assert logged(step, "interdicted").params["level"] == level


@pytest.mark.rule("EF-9.11.a", "EF-9.11.b", "EF-9.11.c", "EF-9.13", "EFT-air-status", "EF-4.2.A5")
def test_readiness_rolls() -> None:
    boxes = {
        "1": ("Ju87", "flown"),
        "2": ("Ju88", "flown"),
        "3": ("He111", "damaged"),
        "4": ("Bf109E", "damaged"),
        "5": ("dummy", "flown"),
        "6": ("Bf109F", "destroyed"),
    }
    units = {n: {"side": "axis", "kind": kind, "box": box, "shown": True} for n, (kind, box) in boxes.items()}
    # flown: 7 passes, 8 does not; damaged: 5 passes, 6 does not; then three ready counters are mixed
    state = board("strategic.readiness", {}, air=units, turn=49, dice=[7, 8, 5, 6, 1])
    found = sorted((unit.kind, unit.box) for unit in state.air.values())
    assert found == [
        ("Bf109E", "damaged"),
        ("Bf109F", "destroyed"),
        ("He111", "flown"),
        ("Ju87", "ready"),
        ("Ju88", "flown"),
        ("dummy", "ready"),
    ]


@pytest.mark.rule("EFS-10.13")
def test_readiness_starts_on_turn_49() -> None:
    units = {"1": {"side": "axis", "kind": "Ju87", "box": "flown"}}
    assert board("strategic.readiness", {}, air=units, turn=48).air[1].box == "flown"


@pytest.mark.rule("EFS-10.73", "EF-PB6.15", "EF-PB6.54")
def test_soviet_army_aircraft_are_far_from_their_bases_at_kerch() -> None:
    units = {n: {"side": "soviet", "kind": kind, "box": "flown"} for n, kind in (("1", "I-16"), ("2", "DB3"))}
    state = board("strategic.readiness", {}, scenario="7", air=units, turn=163, weather="dry", dice=[5, 6])
    assert sorted((unit.kind, unit.box) for unit in state.air.values()) == [("DB3", "ready"), ("I-16", "flown")]


@pytest.mark.rule("EF-9.12", "EF-4.2.A1", "EF-5.13.c")
def test_storms_ground_everything() -> None:
    card = {"card": {"calendar": [{"turn": 48, "climate": "dry"}]}}
    units = {"1": {"side": "axis", "kind": "Ju87", "box": "ready"}}
    state = board("strategic.weather", {}, facts=card, air=units, dice=[7])
    assert (state.weather, state.storms, state.air[1].box) == ("dry", True, "flown")


WEATHER = ("dry", "frost", "arctic", "mud", "snow")
READY_BY = {"axis": (7, 5), "soviet": (6, 4)}
HINDERED = {"flown": (0, 1, 1, 2, 2), "damaged": (0, 0, 1, 2, 2)}


@pytest.mark.rule("EFT-air-status")
@pytest.mark.parametrize("storms", [False, True])
@pytest.mark.parametrize("box", ["flown", "damaged"])
@pytest.mark.parametrize(("weather", "at"), [(name, at) for at, name in enumerate(WEATHER)])
@pytest.mark.parametrize(("side", "kind"), [("axis", "Ju87"), ("soviet", "I-16")])
def test_weather_keeps_aircraft_on_the_ground(
    side: str, kind: str, weather: str, at: int, box: str, storms: bool
) -> None:
    most = READY_BY[side][box == "damaged"] - HINDERED[box][at] - (3 if storms and box == "flown" else 0)
    better = {"flown": "ready", "damaged": "flown"}[box]
    units = {"1": {"side": side, "kind": kind, "box": box}}
    for die, expected in ((most, better), (most + 1, box)):
        if die > 0:
            state = board("axis.movement", {}, air=units, turn=49, weather=weather, storms=storms)
            d = Draft(state, ScriptedDice([die]))
            readiness.check(d)
            assert d.now.air[1].box == expected, die


@pytest.mark.rule("EF-PB6.15", "EF-PB6.54", "EFT-air-status")
@pytest.mark.parametrize(
    ("side", "kind", "box", "amounts"),
    [
        ("soviet", "I-16", "flown", {"modifier.far_bases": 2}),
        ("soviet", "DB3", "flown", {}),  # of the fleet
        ("soviet", "I-16", "damaged", {}),
        ("axis", "Ju87", "flown", {}),
    ],
)
def test_only_soviet_army_aircraft_that_flew_come_from_afar(
    side: str, kind: str, box: str, amounts: dict[str, int]
) -> None:
    units = {"1": {"side": side, "kind": kind, "box": box}}
    for scenario, expected in (("7", amounts), ("1", {}), ("3", {})):
        turn = {"7": 163, "1": 49, "3": 70}[scenario]
        state = board("axis.movement", {}, scenario=scenario, air=units, turn=turn, weather="dry")
        d = Draft(state, ScriptedDice([1]))
        readiness.check(d)
        (entry,) = [one for one in d.entries if one.key == "log.readiness"]
        assert {part.key: part.amount for part in entry.modifiers} == expected


def at_simferopol(turn: int = 70, **more: Any) -> CrimeaState:
    """Scenario 3 with fighters, with attacks before Simferopol and before Kerch."""
    force = {"46 Inf Div": 4320, "106 Rifle Div": 4419, "50 Inf Div": 6712, "396 Rifle Div": 6713}
    marked = {
        str(at): {"side": "axis", "hexes": [str(at)], "units": [name]}
        for at, name in ((4419, "46 Inf Div"), (6713, "50 Inf Div"))
    }
    kinds = {"S20": "I-16", "S21": "I-153", "S22": "DB3"}
    air = {name: {"side": "soviet", "kind": kind, "box": "ready"} for name, kind in kinds.items()}
    control = {4419: "soviet", 3827: "soviet", **more.pop("control", {})}
    bases = {"Naval Base 1": 4419}
    at = "axis.combat.defender_air"
    return board(
        at, {**force, **bases}, scenario="3", bare=True, air=air, attacks=marked, turn=turn, control=control, **more
    )


@pytest.mark.rule("EF-PB6.15", "EF-PB6.54", "EF-PB2.12.b")
def test_once_simferopol_has_fallen_the_army_flies_from_the_far_edge() -> None:
    fed = {"card": {"switches": {"general_supply": {"value": "always"}}}}
    open_ = at_simferopol(facts=fed)
    assert may(open_, "soviet", {"fly": 4419, "units": ["S20"]})
    lost = at_simferopol(facts=fed, control={4321: "axis"}, tracks={"airfields_lost": 69})
    assert why(lost, "soviet", {"fly": 4419, "units": ["S20"]}).rule == "EF-PB6.15"
    assert may(lost, "soviet", {"fly": 6713, "units": ["S20"]})
    assert may(lost, "soviet", {"fly": 4419, "units": ["S21"]})
    assert may(lost, "soviet", {"fly": 4419, "units": ["S22"]})


@pytest.mark.rule("EF-PB6.15")
@pytest.mark.parametrize(
    ("tracks", "holder", "far"),
    [
        ({}, "soviet", False),
        ({}, "axis", True),
        ({"airfields_lost": 69}, "axis", True),
        ({"airfields_lost": 69}, "soviet", True),  # nobody goes back
        ({"airfields_lost": 70}, "axis", False),  # from the next turn on
    ],
)
def test_from_the_turn_after_simferopol_fell_bases_are_far(tracks: dict[str, int], holder: str, far: bool) -> None:
    state = board("axis.movement", {}, scenario="3", turn=70, tracks=tracks, control={4321: holder})
    assert airfields.are_far(state) is far
    flown = Draft(state, ScriptedDice([1]))
    flown.put("air", 1, AirUnit("soviet", "I-16", "flown"))
    readiness.check(flown)
    (entry,) = [one for one in flown.entries if one.key == "log.readiness"]
    assert [part.amount for part in entry.modifiers if part.key == "modifier.far_bases"] == [2] * far


@pytest.mark.rule("EF-PB6.15")
def test_the_turn_in_which_simferopol_falls_is_remembered() -> None:
    force = {"46 Inf Div": 4320, "50 Inf Div": 4412, "106 Rifle Div": 4422}
    state = board("axis.movement", force, scenario="3", turn=70, control={4321: "soviet", 4510: "soviet"})
    assert "airfields_lost" not in state.tracks
    taken = play(state, "axis", {"move": "46 Inf Div", "path": [4321]}).state
    assert taken.tracks["airfields_lost"] == 70
    other = play(state, "axis", {"move": "50 Inf Div", "path": [4411]}).state
    assert other.control[4510] == "axis"
    assert "airfields_lost" not in other.tracks
    again = board(
        "axis.movement", force, scenario="3", turn=70, control={4321: "soviet"}, tracks={"airfields_lost": 66}
    )
    assert play(again, "axis", {"move": "46 Inf Div", "path": [4321]}).state.tracks["airfields_lost"] == 66


@pytest.mark.rule("EF-PB6.15", "EFS-10.84.h")
@pytest.mark.parametrize(("side", "amount"), [("soviet", 4), ("axis", 0)])
def test_with_the_harbour_gone_soviet_aircraft_come_from_afar(side: str, amount: int) -> None:
    kind = {"soviet": "I-16", "axis": "Ju87"}[side]
    units = {"1": {"side": side, "kind": kind, "box": "damaged"}}
    state = board("axis.movement", {}, scenario="8", air=units, turn=180, weather="dry", tracks={"harbour_lost": 179})
    d = Draft(state, ScriptedDice([1]))
    readiness.check(d)
    (entry,) = [one for one in d.entries if one.key == "log.readiness"]
    assert sum(part.amount for part in entry.modifiers) == amount


@pytest.mark.rule("EF-22.25.c", "EF-17.31.b")
@pytest.mark.parametrize(("back", "is_dual"), [(True, False), (False, True)])
def test_fighters_near_a_staff_that_does_not_work_only_fire(back: bool, is_dual: bool) -> None:
    units = {"73 Inf Div": 3604, "106 Rifle Div": 3605, "51 Army HQ": {"hex": "3607", "back": back}}
    facts = {"aircraft": {"I-153": {"cas": 1}}}
    flying = {1: AirUnit("soviet", "I-153", "flying", 3605)}
    state = successor(board("axis.combat.attacks", units, facts=facts, begun=True), air=flying)
    assert air.is_dual(state, 1) == is_dual
    # against interdiction they fire in any case
    other = board("interdiction.placing", units, air=park(a2="Ju87"), facts=facts, begun=True)
    assert not air.is_dual(successor(other, air=flying), 1)


@pytest.mark.rule("EF-13.13")
def test_any_hex_may_be_interdicted_the_sea_too() -> None:
    hexes = {**TOWN, "3608": {"terrain": "sea", "zone": "sevastopol"}}
    state = interdiction(park(a1="Ju87", s4="MiG-3"), hexes)
    assert may(state, "axis", {"fly": 3608, "units": [1]})
    inner = board("interdiction.placing", {}, scenario="4", turn=90, weather="dry", air=park(a1="Ju88"))
    assert not may(inner, "axis", {"fly": 3827, "units": [1]})  # under the enlarged map


@pytest.mark.rule("EF-15.12", "EF-17.22")
def test_why_no_support_is_flown_is_said_truly() -> None:
    marked = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}}
    units = {"73 Inf Div": 3604, "106 Rifle Div": 3605}
    far = board("axis.combat.attacker_air", units, attacks=marked, air=park(a1="Ju87"), begun=True, control={})
    no = air.cas_hexes(far, "axis").refusal(3605)
    assert no is not None
    assert (no.rule, no.key) == ("EF-17.22", "refuse.air_range")


@pytest.mark.rule("EF-22.25.c", "EF-17.12")
def test_who_can_be_sent_where() -> None:
    """Near a staff that does not work no Soviet bomber supports; German ones do, and Soviet ones elsewhere."""
    units = {"73 Inf Div": 3604, "106 Rifle Div": 3605, "51 Army HQ": {"hex": "3607", "back": True}}
    marked = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}}
    rows = {**park(s1="DB3", s2="I-16", a3="Ju88", s4="dummy"), "5": {"side": "soviet", "kind": "DB3", "box": "flown"}}
    state = board("axis.combat.attacks", units, attacks=marked, air=rows, begun=True)
    told = {key: air.why_not_send(state, "soviet", 3605, key) for key in (1, 2, 3, 4, 5, 9)}
    rules = {key: no.rule if no else None for key, no in told.items()}
    assert rules == {1: "EF-22.25.c", 2: None, 3: "EF-17.12", 4: None, 5: "EF-17.12", 9: "EF-17.12"}
    assert air.why_not_send(state, "axis", 3605, 3) is None
    assert air.why_not_send(state, "soviet", 3614, 1) is None
    calm = board("interdiction.placing", units, air=rows, begun=True)
    assert air.why_not_send(calm, "soviet", 3605, 1) is None
    far = board("axis.combat.attacks", units, attacks=marked, air=park(a1="Ju87"), begun=True)
    no = air.why_not_send(far, "axis", 3605, 1)
    assert no is not None
    assert no.key == "refuse.air_range"
    flying = {1: AirUnit("axis", "Bf109F", "flying", 3605)}
    facts = {"aircraft": {"Bf109F": {"cas": 1}}}
    german = board("axis.combat.attacks", units, attacks=marked, facts=facts, begun=True)
    assert air.is_dual(successor(german, air=flying), 1)


@pytest.mark.rule("EF-13.13", "EF-13.12", "EF-17.21")
def test_a_hex_is_interdicted_by_one_mission_of_the_axis() -> None:
    state = interdiction(park(a1="Ju87", a2="Ju88", s4="MiG-3"))
    flown = fly(state, "axis", 3606, 1)
    no = why(flown, "axis", {"fly": 3606, "units": [2]})
    assert (no.rule, no.key) == ("EF-17.21", "refuse.mission_there")
    soviet = successor(state, air={**state.air, 4: AirUnit("soviet", "MiG-3", "flying", 3606)})
    assert missions_of.mission_hexes(soviet, "axis").refusal(3606) is None
