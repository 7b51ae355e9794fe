"""Untried garrisons of works and militia: out of a cup, unknown to both sides, turned up by movement or combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.special_movement import untried
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.surrender import surrender
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import zones
from sandtable.games.eastfront.scenario.files import data
from sandtable.kernel import Draft, Match, ScriptedDice, SeededDice, Step
from sandtable.kernel.cases.parts import CaseError
from sandtable.kernel.codec import encode
from tests.contracts import hidden_contract
from tests.contracts.playing import Moment, Playthrough, Wanderer
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

FORT, MOBILE, PHANTOM = "1 UR", "2 MG", "3 UR"
CITY = 3608


def _row(name: str, front: str, kind: str = "ur_mg", cup: str = "UR/MG", **more: Any) -> dict[str, Any]:
    row = {"id": name, "label": name, "side": "soviet", "nation": "soviet", "type": kind, "size": "battalion"}
    return {**row, "stack": 1, "front": front, "steps": 1, "cup": cup, **more}


GARRISONS = (_row(FORT, "1-3-0"), _row(MOBILE, "1-1-4"), _row(PHANTOM, "0-0-0"))
LEVIES = tuple(
    _row(name, front, "militia", "Kerch", home=[str(CITY)]) for name, front in (("K1", "1-1-4"), ("K2", "0-0-4"))
)


def battlefield(
    at: str,
    pieces: Mapping[str, Any],
    rows: Sequence[Mapping[str, Any]] = GARRISONS,
    facts: Mapping[str, Any] | None = None,
    **more: Any,
) -> CrimeaState:
    return board(at, pieces, facts={"units": {"new": list(rows)}, **(facts or {})}, **more)


def draw(name: str, *rest: int, gone: str = "") -> tuple[int, ...]:
    """The lot that draws a counter: its place in the cup, when another may be gone already."""
    names = [row["id"] for row in GARRISONS if row["id"] != gone]
    return (names.index(name) + 1, *rest)


@pytest.mark.rule("EF-8.52", "EF-8.61", "EF-22.51", "EF-22.53")
def test_the_card_deals_untried_counters_that_look_alike() -> None:
    card = {
        "soviet": {
            "units": [{"hex": "3606", "untried": "UR/MG"}, {"hex": "3610", "untried": "UR/MG"}],
            "reinforcements": [{"turn": 49, "untried": "UR/MG"}],
        }
    }
    theatre = GAME.open("1", {}, {"units": {"new": list(GARRISONS)}, "card": card})
    state = GAME.start(theatre, SeededDice(b"x")).state
    assert (where(state, "UR/MG ?1"), where(state, "UR/MG ?2")) == (3606, 3610)
    assert where(state, "UR/MG ?3") == "to_come"
    faces = [theatre.units[key(state, f"UR/MG ?{n}")] for n in (1, 2, 3)]
    assert len({(str(face.front), face.stack, face.label, face.steps) for face in faces}) == 1
    assert not any(name in str(encode(GAME.view(state, "axis"))) for name in (FORT, MOBILE, PHANTOM))


@pytest.mark.rule("EF-22.53")
def test_no_position_knows_what_comes_out_of_the_cup() -> None:
    state = battlefield("soviet.movement", {"UR/MG ?1": 3610})
    state = play(state, "soviet", {"do": "done"}).state
    names = []
    for name in (FORT, MOBILE):
        after = play(state, "soviet", {"reveal": "UR/MG ?1"}, draw(name)).state
        names.append(where(after, name))
        assert len(untried.cup(after, "UR/MG")) == 2
    assert names == [3610, 3610]  # the same position, another counter: only the dice say which
    assert GAME.imagine(GAME.view(state, "axis"), SeededDice(b"x")) == state


@pytest.mark.rule("EF-22.53")
def test_more_untried_units_than_the_cup_holds_cannot_be() -> None:
    pieces = {"UR/MG ?1": 3610, FORT: 3611, MOBILE: 3612, PHANTOM: {"box": "cadre"}}
    with pytest.raises(CaseError, match="only 0 counters"):
        battlefield("soviet.movement", pieces)


@pytest.mark.rule("EF-22.52")
def test_untried_garrisons_stay_have_a_zone_and_obey_supply() -> None:
    sources = {"supply_sources": {"soviet": {"hexes": ["3615"]}}, "switches": {"general_supply": {"value": "traced"}}}
    state = battlefield(
        "soviet.movement", {"UR/MG ?1": 3606, "46 Inf Div": 3605}, facts={"card": sources}, control={"3606": "soviet"}
    )
    assert why(state, "soviet", {"move": "UR/MG ?1", "path": [3607]}).rule == "EF-22.52"
    assert 3605 in zones(state)[3606]
    assert supply.is_blocked(state, "axis", 3606)
    assert surrender.cornered(state) == (3606,)


@pytest.mark.rule("EF-11.61", "EF-11.62", "EF-22.51")
def test_garrisons_are_turned_up_when_the_known_units_have_moved() -> None:
    state = battlefield("soviet.movement", {"UR/MG ?1": 3610, "UR/MG ?2": 3612, "156 Rifle Div": 3611})
    assert why(state, "soviet", {"reveal": "UR/MG ?1"}).key
    state = play(state, "soviet", {"do": "done"}).state
    assert asked(state) == {"soviet": "turn.soviet.movement.untried"}
    assert why(state, "soviet", {"reveal": "156 Rifle Div"}).rule == "EF-11.61"
    assert why(state, "soviet", {"reveal": "156 Rifle Div"}).key == "refuse.not_untried"
    step = play(state, "soviet", {"reveal": "UR/MG ?1"}, draw(MOBILE))
    assert logged(step, "turned_up").rule == "EF-11.61"
    assert step.barrier
    assert where(step.state, MOBILE) == 3610
    assert key(step.state, "UR/MG ?1") not in step.state.pieces
    assert why(step.state, "soviet", {"move": "156 Rifle Div", "path": [3610]}).rule == "EF-11.62"
    after = play(step.state, "soviet", {"move": MOBILE, "path": [3609, 3608, 3607, 3606]}).state
    assert where(after, MOBILE) == 3606
    stuck = play(after, "soviet", {"reveal": "UR/MG ?2"}, draw(FORT, gone=MOBILE)).state
    assert where(stuck, FORT) == 3612
    assert not may(stuck, "soviet", {"move": FORT, "path": [3613]})


@pytest.mark.rule("EF-11.63", "EF-22.51")
def test_a_phantom_is_removed_from_play() -> None:
    state = battlefield("soviet.movement", {"UR/MG ?1": 3610})
    state = play(state, "soviet", {"do": "done"}).state
    step = play(state, "soviet", {"reveal": "UR/MG ?1"}, draw(PHANTOM))
    assert where(step.state, PHANTOM) == "cannot_rebuild"
    assert logged(step, "phantom").rule == "EF-11.63"


@pytest.mark.rule("EF-22.62", "EF-8.51")
def test_only_combat_shows_what_militia_is() -> None:
    state = battlefield("soviet.movement", {"Kerch ?1": CITY, "UR/MG ?1": 3610}, (*GARRISONS, *LEVIES))
    state = play(state, "soviet", {"do": "done"}).state
    assert why(state, "soviet", {"reveal": "Kerch ?1"}).rule == "EF-22.62"
    assert state.board.units[key(state, "Kerch ?1")].home == (CITY,)


def _arrival(rows: Sequence[Mapping[str, Any]], **more: Any) -> dict[str, Any]:
    return {"card": {"soviet": {"units": [], "air": {}, "reinforcements": list(rows)}}, **more}


@pytest.mark.rule("EF-8.62", "EF-8.63", "EF-10.13")
def test_garrisons_come_to_cities_and_finished_works() -> None:
    facts = _arrival([{"turn": 48, "untried": "UR/MG"}], hexes={str(CITY): {"place": "city"}})
    pieces = {"UR/MG ?1": {"box": "active"}, "UR/MG ?2": 3710, "46 Inf Div": 3704, "156 Rifle Div": 3806}
    works = {"3710": {"side": "soviet"}, "3810": {"side": "soviet"}, "3812": {"side": "soviet", "building": True}}
    works["3805"] = {"side": "soviet"}
    control = dict.fromkeys((*works, str(CITY), "3615"), "soviet")
    state = battlefield("soviet.movement", pieces, facts=facts, strongpoints=works, control=control)
    assert why(state, "soviet", {"enter": "UR/MG ?1"}).rule == "EF-8.62"
    for place, rule in {3615: "EF-8.62", 3812: "EF-8.62", 3710: "EF-8.63", 3805: "EF-8.63"}.items():
        assert why(state, "soviet", {"do": "post", "unit": "UR/MG ?1", "to": place}).rule == rule
    for place in (CITY, 3810):
        step = play(state, "soviet", {"do": "post", "unit": "UR/MG ?1", "to": place})
        assert where(step.state, "UR/MG ?1") == place
        assert logged(step, "untried_placed").rule == "EF-8.62"


@pytest.mark.rule("EF-8.62", "EF-8.14")
def test_a_garrison_comes_to_the_hex_its_card_names() -> None:
    facts = _arrival([{"turn": 48, "untried": "UR/MG", "hex": "3710"}])
    waiting = {"UR/MG ?1": {"box": "active"}}
    state = battlefield("soviet.movement", waiting, facts=facts, control={3710: "soviet"})
    assert why(state, "soviet", {"do": "post", "unit": "UR/MG ?1", "to": 3711}).rule == "EF-8.62"
    assert may(state, "soviet", {"do": "post", "unit": "UR/MG ?1", "to": 3710})
    for taken in ({"control": {3710: "axis"}}, {"pieces": {**waiting, "46 Inf Div": 3710}}):
        lost = battlefield("soviet.movement", **{"pieces": waiting, "facts": facts, **taken})
        assert why(lost, "soviet", {"do": "post", "unit": "UR/MG ?1", "to": 3710}).rule == "EF-8.63"


@pytest.mark.rule("EF-8.52", "EF-8.53", "EF-22.64")
def test_militia_is_placed_near_its_city_in_the_reinforcement_phase() -> None:
    facts = _arrival([{"turn": 48, "untried": "Kerch"}])
    pieces = {"Kerch ?1": {"box": "to_come"}, "46 Inf Div": 3605}
    state = battlefield("strategic.arrivals", pieces, LEVIES, facts)
    assert asked(state) == {"soviet": "turn.strategic.arrivals.levies"}
    assert why(state, "soviet", {"do": "post", "unit": "Kerch ?1", "to": 3614}).rule == "EF-8.53"
    assert why(state, "soviet", {"do": "post", "unit": "Kerch ?1", "to": 3606}).rule == "EF-8.53"
    step = play(state, "soviet", {"do": "post", "unit": "Kerch ?1", "to": 3613})
    assert where(step.state, "Kerch ?1") == 3613
    assert logged(step, "untried_placed").rule == "EF-8.52"
    assert asked(step.state) != {"soviet": "turn.strategic.arrivals.levies"}


@pytest.mark.rule("EF-22.64")
def test_militia_does_not_leave_its_city_unless_driven_away() -> None:
    state = battlefield("soviet.movement", {"K1": 3612}, LEVIES)
    assert may(state, "soviet", {"move": "K1", "path": [3613]})
    assert why(state, "soviet", {"move": "K1", "path": [3613, 3614]}).rule == "EF-22.64"
    free = battlefield("soviet.movement", {"K1": {"hex": "3612", "roaming": True}}, LEVIES)
    assert may(free, "soviet", {"move": "K1", "path": [3613, 3614]})


@pytest.mark.rule("EF-8.53", "EF-22.64")
def test_militia_is_levied_on_land_of_its_own_side_out_of_enemy_zones_where_there_is_room() -> None:
    sea = _arrival([], hexes={"3611": {"terrain": "sea"}})
    # Two divisions and a brigade leave no room; who stands next to the enemy holds a hex in his zone.
    full = dict.fromkeys(("106 Rifle Div", "271 Rifle Div", "143 Rifle Bde"), 3613)
    crowd = {**full, "156 Rifle Div": 3606}
    pieces = {"Kerch ?1": {"box": "active"}, "46 Inf Div": 3605, **crowd}
    state = battlefield("axis.movement", pieces, LEVIES, sea, control={"3610": "axis"})
    assert state.control[3606] == "soviet"
    levy = key(state, "Kerch ?1")
    found = {place: untried.why_no_levy(state, levy, place) for place in (3606, 3610, 3611, 3612, 3613)}
    rules = {place: no and no.key for place, no in found.items()}
    assert rules[3612] is None
    assert {rules[place] for place in (3606, 3610, 3611)} == {"refuse.militia_zoc"}
    assert found[3613] is not None
    assert found[3613].rule == "EF-3.32.a"


@pytest.mark.rule("EF-22.64")
@pytest.mark.parametrize(
    ("home", "marks", "free"), [(CITY, {}, True), (3614, {}, False), (3614, {"roaming": True}, True)]
)
def test_a_retreat_out_of_reach_sets_militia_free_for_good(home: int, marks: dict[str, Any], free: bool) -> None:
    levies = [{**row, "home": [str(home)]} for row in LEVIES]
    bare = battlefield("axis.combat", {}, levies)
    units, defenders = [key(bare, "46 Inf Div")], [key(bare, "K1")]
    fight = {"attack": 3613, "units": units, "defenders": defenders, "retreat_defender": 2, "result": "-/R"}
    state = battlefield(
        [{"phase": "axis.combat", "waiting": ["axis"]}, "battle.result.defender_retreat"],  # type: ignore[arg-type]
        {"K1": {"hex": "3613", **marks}, "46 Inf Div": 3612},
        levies,
        attacks={"3613": {"side": "axis", "hexes": ["3613"], "units": ["46 Inf Div"]}},
        battle=fight,
    )
    after = play(state, "soviet", {"retreat": ["K1"], "path": [3614, 3615]}).state
    assert after.pieces[key(after, "K1")].roaming is free


def _attack(pieces: Mapping[str, Any], **more: Any) -> CrimeaState:
    return battlefield(
        [{"phase": "axis.combat", "waiting": ["axis"]}, "battle"],  # type: ignore[arg-type]
        pieces,
        attacks={"3606": {"side": "axis", "hexes": ["3606"], "units": [n for n in pieces if "Div" in n]}},
        battle={"attack": 3606},
        **more,
    )


@pytest.mark.rule("EF-15.54.b", "EF-22.51", "EF-12.34")
def test_combat_turns_defenders_up_before_the_odds_are_read() -> None:
    state = _attack({"UR/MG ?1": 3606, "46 Inf Div": 3605})
    step = play(state, "axis", {"assault": ["46 Inf Div"], "support": []}, draw(FORT))
    assert logged(step, "turned_up").rule == "EF-15.54.b"
    assert logged(step, "odds").params["odds"] == "2-1"


@pytest.mark.rule("EF-15.54.b")
def test_attackers_go_in_where_only_phantoms_were_and_spend_nothing() -> None:
    facts = {"card": {"switches": {"attack_supply_axis": {"value": "none", "turns": [1, 99]}}}}
    state = _attack(
        {"UR/MG ?1": 3606, "46 Inf Div": 3605, "73 Inf Div": 3605},
        facts=facts,
        supplies={1: {"side": "axis", "hex": "3604"}},
    )
    forces = {"assault": ["46 Inf Div", "73 Inf Div"], "supply": [1], "support": []}
    step = play(state, "axis", forces, draw(PHANTOM))
    assert list(step.state.supplies) == [1]
    assert logged(step, "nobody_there").rule == "EF-15.54.b"
    assert asked(step.state) == {"axis": "battle.occupation"}
    both = {"do": "occupy", "to": 3606, "units": ["46 Inf Div", "73 Inf Div"]}
    assert why(step.state, "axis", both).rule == "EF-3.32.a"
    after = play(step.state, "axis", {"do": "occupy", "to": 3606, "units": ["73 Inf Div"]}).state
    assert (where(after, "73 Inf Div"), where(after, "46 Inf Div")) == (3606, 3605)
    assert after.battle is None
    assert not after.attacks
    assert all(after.pieces[key(after, name)].attacked for name in ("46 Inf Div", "73 Inf Div"))


TANKS = ("I Bn/204 Pz", "II Bn/204 Pz", "129 Mot Rgt/22 Pz")


@pytest.mark.rule("EF-11.43.3n")
def test_hidden_strength_stops_an_overrun_and_the_group_must_attack() -> None:
    rows = (_row(FORT, "1-3-0"), _row(MOBILE, "1-1-4"), _row(PHANTOM, "0-0-0"))
    pieces = {"UR/MG ?1": 3607, **dict.fromkeys(TANKS, 3605)}
    state = battlefield("axis.movement", pieces, rows)
    step = play(state, "axis", {"overrun": list(TANKS), "path": [3606, 3607]}, draw(FORT))
    assert logged(step, "overrun_stopped").rule == "EF-11.43.3n"
    assert {where(step.state, name) for name in TANKS} == {3606}
    after = play(step.state, "axis", {"do": "done"}).state
    assert asked(after) == {"axis": "turn.axis.declaration"}
    assert why(after, "axis", {"do": "done"}).rule == "EF-11.43.3n"
    two = play(after, "axis", {"declare": [3607], "units": list(TANKS[:2])}).state
    assert why(two, "axis", {"do": "done"}).rule == "EF-11.43.3n"
    three = play(after, "axis", {"declare": [3607], "units": list(TANKS)}).state
    assert may(three, "axis", {"do": "done"})


@pytest.mark.rule("EF-11.43.4")
def test_an_overrun_of_a_phantom_is_a_move() -> None:
    pieces = {"UR/MG ?1": 3607, **dict.fromkeys(TANKS, 3605)}
    state = battlefield("axis.movement", pieces)
    step = play(state, "axis", {"overrun": list(TANKS), "path": [3606, 3607]}, draw(PHANTOM))
    assert logged(step, "overran").rule == "EF-11.43.4"
    assert {where(step.state, name) for name in TANKS} == {3607}
    spent = step.state.pieces[key(step.state, TANKS[0])].spent
    assert spent == 2 * 2 + 2  # two open hexes and the zone next to the garrison, not the point of the overrun
    assert may(step.state, "axis", {"move": TANKS[0], "path": [3608, 3609]})
    watched = battlefield("axis.movement", {**pieces, "106 Rifle Div": 3608})
    halted = play(watched, "axis", {"overrun": list(TANKS), "path": [3606, 3607]}, draw(PHANTOM)).state
    assert not may(halted, "axis", {"move": TANKS[0], "path": [3507]})


@pytest.mark.rule("EF-11.43.3n")
def test_a_weak_garrison_is_overrun_as_usual() -> None:
    pieces = {"UR/MG ?1": 3607, **dict.fromkeys(TANKS, 3605)}
    state = battlefield("axis.movement", pieces)
    step = play(state, "axis", {"overrun": list(TANKS), "path": [3606, 3607]}, draw(MOBILE, 1))
    assert logged(step, "overrun").params["odds"] == 8


@pytest.mark.rule("EF-22.54", "EF-8.64", "EF-22.53")
def test_a_lost_garrison_goes_to_the_rebuild_chart_and_never_back_to_the_cup() -> None:
    state = battlefield("axis.movement", {"UR/MG ?1": 3607})
    d = Draft(state, ScriptedDice(draw(FORT)))
    results.remove(d, key(state, "UR/MG ?1"), "cadre")
    assert where(d.now, FORT) == "cadre"
    assert key(state, "UR/MG ?1") not in d.now.pieces
    assert key(state, FORT) not in untried.cup(d.now, "UR/MG")


@pytest.mark.rule("EF-8.64", "EF-22.54")
def test_a_rebuilt_garrison_comes_back_tried() -> None:
    facts = {
        "card": {"switches": {"replacements": {"value": "cards"}}},
        "hexes": {str(CITY): {"place": "city"}},
    }
    state = battlefield(
        "soviet.engineer.spending",
        {FORT: {"box": "cadre", "steps": 0}},
        facts=facts,
        control={str(CITY): "soviet"},
        tracks={"tracks": {"soviet_type_i": 1}},
    )
    after = play(state, "soviet", {"do": "raise", "unit": FORT, "to": CITY}).state
    assert where(after, FORT) == CITY
    assert not untried.is_untried(after, key(after, FORT))


@pytest.mark.rule("EF-22.61")
def test_untried_militia_gives_no_points() -> None:
    facts = {"card": {"switches": {"replacements": {"value": "cards"}}}}
    state = battlefield("strategic.replacements", {"Kerch ?1": CITY, "K1": 3609}, LEVIES, facts)
    assert why(state, "soviet", {"muster": "Kerch ?1"}).rule == "EF-7.22.b"
    assert may(state, "soviet", {"muster": "K1"})


# -- random play with cups ---------------------------------------------------------------------------------------------


@cache
def played() -> Playthrough:
    """Scenario 1 with untried garrisons in its strongpoints and militia behind them, played at random."""
    units = data("scenarios/1")["soviet"]
    rows = [{"hex": h, "untried": "UR/MG"} for h in ("3606", "3705")]
    later = [{"turn": 48, "untried": "UR/MG", "hex": "3808"}, {"turn": 48, "untried": "Kerch"}]
    card = {"soviet": {"units": [*units["units"], *rows], "reinforcements": later}}
    counters = [*GARRISONS, *(_row(f"{n} MG", "1-2-0") for n in range(4, 8)), *LEVIES]
    theatre = GAME.open("1", {}, {"units": {"new": counters}, "card": card})
    match = Match.new(GAME, theatre, b"cups")
    wanderer = Wanderer(GAME, SeededDice(b"wander"))
    moments = []
    while len(moments) < 260 and GAME.prompts(match.state):
        before = match.state
        seat, action = wanderer.answer(before)
        step = match.act(seat, action)
        assert isinstance(step, Step), step
        moments.append(Moment(before, seat, action, step))
    return Playthrough(GAME, match, tuple(moments), b"cups")


@pytest.mark.rule("EF-22.53", "EF-8.52")
@pytest.mark.parametrize(
    "promise",
    [
        hidden_contract.imagined_positions_are_whole,
        hidden_contract.views_do_not_leak,
        hidden_contract.refusals_do_not_leak,
        hidden_contract.reveals_are_barriers,
        hidden_contract.logs_do_not_leak,
    ],
)
def test_nothing_untried_leaks_in_a_whole_game(promise: Callable[[Playthrough], None]) -> None:
    promise(played())


@pytest.mark.rule("EF-22.53")
def test_counters_of_a_cup_are_neither_lost_nor_doubled() -> None:
    turned_up = 0
    for moment in played().moments:
        state = moment.step.state
        assert GAME.broken(state) is None
        for cup in ("UR/MG", "Kerch"):
            whole = [k for k, counter in state.board.units.items() if counter.cup == cup]
            known = [k for k in whole if k in state.pieces]
            assert sorted([*known, *untried.cup(state, cup)]) == whole
        turned_up += len([entry for entry in moment.step.entries if entry.key == "log.turned_up"])
    assert turned_up
