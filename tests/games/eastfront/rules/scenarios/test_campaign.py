"""Scenario 5: the plans of victory, the groups of the campaign, and how it is judged."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.arrivals import arrivals, groups, withdrawals
from sandtable.games.eastfront.rules.fortifications import building
from sandtable.games.eastfront.rules.replacements import mandates
from sandtable.games.eastfront.rules.scenarios import campaign, plans
from sandtable.games.eastfront.rules.special_movement import airlift
from sandtable.games.eastfront.rules.supply import deliveries
from sandtable.games.eastfront.rules.victory import places, victory
from sandtable.kernel import Draft, NoDice, ScriptedDice, SeededDice
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

TURN: dict[str, Any] = {"scenario": "5", "turn": 66, "weather": "dry"}
CHOOSING, PLANNING = "turn.strategic.arrivals.choosing", "turn.strategic.arrivals.planning"
OPEN = {"plan_revealed": 66}


def at(turn: int, pieces: dict[str, Any] | None = None, phase: str = "axis.movement", **more: Any) -> CrimeaState:
    return board(phase, pieces or {}, **{**TURN, "turn": turn}, **more)


def draft(
    turn: int, pieces: dict[str, Any] | None = None, dice: list[int] | None = None, **more: Any
) -> Draft[CrimeaState]:
    return Draft(at(turn, pieces, **more), ScriptedDice(dice) if dice else NoDice())


# -- choosing and showing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("EFS-10.55.a")
def test_the_axis_may_choose_early_and_has_to_by_turn_66() -> None:
    early = at(65, phase="strategic.arrivals")
    assert asked(early) == {"axis": PLANNING}
    assert may(early, "axis", {"do": "done"})
    chosen = play(early, "axis", {"choose_plan": "kerch"}).state
    assert (chosen.plan, asked(chosen)) == ("kerch", {"axis": PLANNING})
    assert why(chosen, "axis", {"choose_plan": "sevastopol"}).key == "refuse.plan_chosen"
    late = at(66, phase="strategic.arrivals")
    assert asked(late) == {"axis": CHOOSING}
    assert not may(late, "axis", {"do": "done"})
    assert why(late, "soviet", {"choose_plan": "kerch"}).rule == "EFS-10.55.a"
    assert play(late, "axis", {"choose_plan": "sevastopol"}).state.plan == "sevastopol"
    for state, seat, plan in (
        (late, SOVIET, "kerch"),
        (late, AXIS, "moscow"),
        (board("axis.movement", {}, scenario="3", turn=66, weather="dry"), AXIS, "kerch"),
    ):
        assert campaign.why_not_choose(state, seat, plan).key == "refuse.no_plans"  # type: ignore[union-attr]
    # no other card has plans
    elsewhere = asked(board("strategic.arrivals", {}, scenario="3", turn=66, weather="dry"))
    assert elsewhere.get("axis") not in (CHOOSING, PLANNING)


@pytest.mark.rule("EFS-10.55.a")
def test_the_plan_is_a_secret_until_it_is_shown() -> None:
    hidden, shown = at(70, plan="kerch"), at(70, plan="kerch", tracks=OPEN)
    assert (GAME.seen(hidden, "axis").plan, GAME.seen(hidden, "soviet").plan) == ("kerch", "unknown")
    assert GAME.seen(at(70), "soviet").plan == ""
    assert GAME.seen(shown, "soviet").plan == "kerch"
    assert (plans.shown(hidden), plans.shown(shown)) == ("sevastopol", "kerch")
    guesses = {GAME.imagine(GAME.view(hidden, "soviet"), ScriptedDice([face])).plan for face in (0, 1)}
    assert guesses == {"kerch", "sevastopol"}
    assert GAME.imagine(GAME.view(at(60), "soviet"), NoDice()).plan == ""


@pytest.mark.rule("EFS-10.55.a")
@pytest.mark.parametrize(
    ("turn", "plan", "open_now"),
    [(78, "sevastopol", False), (79, "sevastopol", True), (77, "kerch", False), (78, "kerch", True), (79, "", False)],
)
def test_the_plan_is_shown_in_the_reinforcement_phase_of_turn_79(turn: int, plan: str, open_now: bool) -> None:
    d = draft(turn, **({"plan": plan} if plan else {}))
    campaign.reveal_due(d)
    assert ("plan_revealed" in d.now.tracks) is open_now


@pytest.mark.rule("EFS-10.55.a")
def test_a_plan_can_be_shown_before() -> None:
    state = at(70, phase="strategic.arrivals", plan="sevastopol")
    step = play(state, "axis", {"do": "show_plan"})
    assert logged(step, "plan_shown").params["plan"] == "sevastopol"
    assert campaign.why_not_reveal(step.state, AXIS).key == "refuse.plan_shown"  # type: ignore[union-attr]
    assert campaign.why_not_reveal(at(70), AXIS).key == "refuse.no_plan_yet"  # type: ignore[union-attr]
    assert campaign.planner(step.state) == ()
    for other, seat in (
        (state, SOVIET),
        (board("axis.movement", {}, scenario="10", turn=70, weather="dry", plan="kerch"), AXIS),
    ):
        assert campaign.why_not_reveal(other, seat).key == "refuse.no_plan_yet"  # type: ignore[union-attr]
    # nothing is shown twice, and nothing at all in the joined game
    d = Draft(at(80, plan="kerch", tracks=OPEN), NoDice())
    campaign.reveal_due(d)
    assert d.entries == []


# -- points ------------------------------------------------------------------------------------------------------------

PRINTED = {
    # hex: by turn the value with the plan of Kerch and with that of Sevastopol
    4825: {60: (1, 1)},
    5718: {60: (3, 3)},
    6912: {60: (7, 6), 65: (7, 6), 66: (6, 4), 77: (6, 4), 78: (3, 2)},
    4321: {60: (1, 1)},
    3519: {60: (1, 1)},
    4510: {60: (3, 3), 65: (3, 3), 66: (1, 1)},
    **{h: {60: (2, 5), 74: (2, 5), 75: (1, 3)} for h in (11428, 11527, 11528)},
    11823: {60: (1, 1)},
    11925: {60: (2, 2)},
    11930: {60: (1, 2)},
    11232: {60: (1, 2)},
    11525: {60: (2, 2)},
    11526: {60: (1, 2)},
    11626: {60: (1, 2)},
    11632: {60: (1, 2)},
}


@pytest.mark.rule("EFS-10.5.vp")
@pytest.mark.parametrize("turn", [60, 65, 66, 74, 75, 77, 78, 106])
def test_places_count_by_turn_and_plan(turn: int) -> None:
    for column, state in enumerate((at(turn, plan="kerch", tracks=OPEN), at(turn, plan="sevastopol"))):
        found = places.values(state)
        wanted = {
            place: values[max(since for since in values if since <= turn)][column] for place, values in PRINTED.items()
        }
        assert found == wanted


@pytest.mark.rule("EFS-10.5.vp", "EFS-10.55.a")
def test_when_kerch_is_shown_places_are_counted_anew_by_the_turn_in_which_they_were_taken() -> None:
    taken = at(64, {"46 Inf Div": 6912}, plan="kerch")
    assert (taken.tracks["vp"], taken.tracks["since_6912"]) == (6, 64)
    tracks = {"vp": 6, "place_6912": 6, "first_6912": 64, "since_6912": 64}
    d = draft(70, {"46 Inf Div": 6912}, plan="kerch", tracks=tracks)
    campaign.reveal(d)
    assert (d.now.tracks["vp"], d.now.tracks["place_6912"]) == (7, 7)
    told = [entry for entry in d.entries if entry.key == "log.place"]
    assert [(entry.rule, entry.params["points"], entry.params["bare"]) for entry in told] == [("EFS-10.55.a", 1, 0)]
    # lost and taken again it counts what it is worth then
    lost = at(79, plan="kerch", control={"6912": "soviet"}, tracks={**tracks, **OPEN, "vp": 7, "place_6912": 7})
    assert lost.tracks["vp"] == 0
    again = at(80, {"46 Inf Div": 6912}, plan="kerch", tracks={**tracks, **OPEN, "vp": 0, "place_6912": 0})
    assert again.tracks["vp"] == 3


@pytest.mark.rule("EFS-10.5.levels", "EFS-10.55.v")
@pytest.mark.parametrize(
    ("plan", "points", "level"),
    [
        ("kerch", 27, ("axis", "strategic")),
        ("kerch", 26, ("axis", "operational")),
        ("kerch", 22, ("axis", "operational")),
        ("kerch", 21, ("axis", "marginal")),
        ("kerch", 16, ("axis", "marginal")),
        ("kerch", 15, ("soviet", "marginal")),
        ("kerch", 8, ("soviet", "marginal")),
        ("kerch", 7, ("soviet", "operational")),
        ("kerch", 5, ("soviet", "operational")),
        ("kerch", 4, ("soviet", "strategic")),
        ("sevastopol", 27, ("axis", "strategic")),
        ("sevastopol", 26, ("axis", "operational")),
        ("sevastopol", 18, ("axis", "operational")),
        ("sevastopol", 17, ("axis", "marginal")),
        ("sevastopol", 15, ("axis", "marginal")),
        ("sevastopol", 14, ("soviet", "marginal")),
        ("sevastopol", 8, ("soviet", "marginal")),
        ("sevastopol", 7, ("soviet", "operational")),
        ("sevastopol", 5, ("soviet", "operational")),
        ("sevastopol", 4, ("soviet", "strategic")),
    ],
)
def test_points_decide_by_the_table_of_the_plan(plan: str, points: int, level: tuple[str, str]) -> None:
    d = draft(106, plan=plan, tracks=OPEN)
    d.put("tracks", "vp", points)
    assert victory.judged(d.now) == level
    d.set(turn=107)
    told = victory.outcome(d.now)
    assert told is not None
    assert (told.winners, told.rule) == ((level[0],), "EFS-10.55.v")


@pytest.mark.rule("EFS-10.55.e", "EFS-10.55.f")
@pytest.mark.parametrize(
    ("plan", "held", "turn", "points"),
    [
        ("kerch", "6912", 106, 4),
        ("kerch", "In-1527", 106, 0),
        ("kerch", "6912", 105, 0),
        ("sevastopol", "In-1527", 106, 1),
        ("sevastopol", "6912", 106, 0),
    ],
)
def test_the_goal_of_the_plan_counts_at_the_end(plan: str, held: str, turn: int, points: int) -> None:
    d = draft(turn, plan=plan, tracks=OPEN, control={held: "axis"})
    before = d.now.tracks["vp"]
    campaign.count_goal(d)
    assert d.now.tracks["vp"] - before == points
    elsewhere = Draft(board("axis.movement", {}, scenario="4", turn=106, weather="snow"), NoDice())
    campaign.count_goal(elsewhere)
    assert elsewhere.now.tracks["vp"] == 0


@pytest.mark.rule("EFS-10.55.f")
def test_the_plan_of_sevastopol_brings_three_points_when_it_is_shown() -> None:
    for plan, points in (("sevastopol", 3), ("kerch", 0)):
        d = draft(70, plan=plan)
        campaign.reveal(d)
        assert d.now.tracks.get("axis_type_i", 0) == points


@pytest.mark.rule("EFS-10.5.ev")
def test_a_panzer_division_of_which_nothing_is_left_costs_a_point() -> None:
    gone = {name: {"box": "cadre", "steps": 0} for name in ("I Bn/204 Pz", "129 Mot Rgt/22 Pz")}
    for pieces, turn, points in (
        (gone, 106, -1),
        (gone, 105, 0),
        ({**gone, "II Bn/204 Pz": {"box": "eliminated", "steps": 0}}, 106, -1),
        ({**gone, "II Bn/204 Pz": 4012}, 106, 0),
        ({"92 Mot Rgt/60 Mot": {"box": "cadre", "steps": 0}}, 106, 0),
        ({}, 106, 0),
    ):
        d = draft(turn, pieces, plan="sevastopol")
        campaign.count_panzers(d)
        assert d.now.tracks["vp"] == points
    third = Draft(board("axis.movement", gone, scenario="3", turn=75, weather="dry"), NoDice())
    campaign.count_panzers(third)
    assert third.now.tracks["vp"] == 0


@pytest.mark.rule("EFS-10.5.ev", "EFS-10.54.a", "EFS-10.3.ev")
@pytest.mark.parametrize("name", ["3", "5"])
def test_an_order_that_was_not_carried_out_costs_two_points_when_a_place_falls(name: str) -> None:
    pieces = {"46 Inf Div": 4321}
    d = Draft(
        board("axis.movement", pieces, scenario=name, turn=64, weather="dry", tracks={"soviet_mandates": 1}), NoDice()
    )
    before = d.now.tracks["vp"]
    mandates.penalise(d)
    assert (d.now.tracks["vp"] - before, d.now.tracks["soviet_mandates"]) == (2, 0)
    opening = board("strategic.arrivals.scheduled", {}, scenario=name, turn=60, weather="mud")
    assert mandates.open_mandates(opening) == 1


@pytest.mark.rule("EFS-10.5.ev", "EFS-10.3.ev")
@pytest.mark.parametrize("name", ["3", "5"])
def test_groups_cost_the_axis_and_cost_the_soviets(name: str) -> None:
    state = board("axis.movement", {}, scenario=name, turn=62, weather="dry")
    d = Draft(state, NoDice())
    groups.accept(d, AXIS, "SS LAH")
    cost = 3 if name == "3" else 2
    assert d.now.tracks["vp"] == -cost
    groups.accept(d, SOVIET, "2" if name == "3" else "air")
    assert d.now.tracks["vp"] == 2 - cost


# -- the plan of Kerch -------------------------------------------------------------------------------------------------

BOTH: dict[str, Any] = {"1 Geb Div": 6912, "4 Geb Div": 6912}


@pytest.mark.rule("EFS-10.55.e")
def test_the_mountain_divisions_cross_from_kerch_at_full_strength() -> None:
    state = at(80, BOTH, phase="strategic.arrivals", plan="kerch", tracks=OPEN)
    for pieces in (
        {"1 Geb Div": 6912},
        {**BOTH, "4 Geb Div": 6812},
        {**BOTH, "4 Geb Div": {"hex": "6912", "steps": 2}},
    ):
        no = campaign.why_not_cross(at(80, pieces, plan="kerch", tracks=OPEN), AXIS)
        assert no is not None
        assert (no.rule, no.key) == ("EFS-10.55.e", "refuse.not_at_strait")
    assert campaign.why_not_cross(at(80, BOTH, plan="sevastopol", tracks=OPEN), AXIS).key == "refuse.no_crossing"  # type: ignore[union-attr]
    assert campaign.why_not_cross(at(80, BOTH, plan="kerch"), SOVIET).key == "refuse.no_crossing"  # type: ignore[union-attr]
    after = play(state, "axis", {"do": "cross_strait"}).state
    assert (where(after, "1 Geb Div"), where(after, "4 Geb Div")) == ("withdrawn", "withdrawn")
    assert after.tracks["strait_crossed"] == 80
    assert campaign.why_not_cross(after, AXIS).key == "refuse.no_crossing"  # type: ignore[union-attr]
    # announcing it shows the plan
    secret = play(at(76, BOTH, phase="strategic.arrivals", plan="kerch"), "axis", {"do": "cross_strait"}).state
    assert secret.tracks["plan_revealed"] == 76


@pytest.mark.rule("EFS-10.55.e")
@pytest.mark.parametrize(("turn", "points"), [(79, 2), (80, 2), (81, 1), (90, 1), (91, 2)])
def test_after_the_crossing_a_supply_point_less_comes_for_ten_turns(turn: int, points: int) -> None:
    state = at(turn, plan="kerch", tracks={**OPEN, "strait_crossed": 80})
    assert deliveries.income(state, AXIS) == points
    assert deliveries.income(state, SOVIET) == 1


@pytest.mark.rule("EFS-10.55.e", "EFS-10.5.ev")
@pytest.mark.parametrize(
    ("plan", "turn", "tracks", "points"),
    [
        ("kerch", 78, {}, 0),
        ("kerch", 79, {}, -1),
        ("kerch", 90, {}, -1),
        ("kerch", 90, {"strait_crossed": 85}, 0),
        ("sevastopol", 90, {}, 0),
    ],
)
def test_every_turn_from_79_without_the_crossing_costs_a_point(
    plan: str, turn: int, tracks: dict[str, int], points: int
) -> None:
    d = draft(turn, plan=plan, tracks={**OPEN, **tracks})
    campaign.count_turn(d)
    assert d.now.tracks["vp"] == points


@pytest.mark.rule("EFS-10.55.e", "EFS-10.54.h")
def test_with_kerch_shown_the_axis_digs_in_and_in_snow_always() -> None:
    engineers = {"820 Eng Rgt": 4012}
    for plan, tracks, allowed in (("kerch", OPEN, True), ("kerch", {}, False), ("sevastopol", OPEN, False)):
        assert building.may_build(at(70, engineers, plan=plan, tracks=tracks), AXIS) is allowed
    for turn, weather, allowed in ((95, "snow", True), (95, "frost", False), (80, "snow", False)):
        state = board("axis.movement", engineers, **{**TURN, "turn": turn, "weather": weather})
        assert building.may_build(state, AXIS) is allowed


@pytest.mark.rule("EFS-10.55.e", "EFS-10.54.j")
def test_with_the_plan_of_kerch_the_mountain_divisions_have_to_be_taken() -> None:
    for turn, plan, taken in ((74, "kerch", False), (75, "kerch", True), (75, "sevastopol", False)):
        d = draft(turn, plan=plan)
        campaign.take_due(d)
        assert ("group_axis_1" in d.now.tracks) is taken
    again = draft(75, plan="kerch", tracks={"group_axis_1": 70, "vp": -5})
    campaign.take_due(again)
    assert again.now.tracks["vp"] == -5


# -- groups ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EFS-10.54.j")
def test_the_mountain_divisions_cost_five_or_two_points_and_leave_on_turn_78() -> None:
    for tracks, plan, cost in (({}, "kerch", 5), (OPEN, "kerch", 2), (OPEN, "sevastopol", 5)):
        d = draft(67, plan=plan, tracks=tracks)
        groups.accept(d, AXIS, "1")
        assert d.now.tracks["vp"] == -cost
    # what was paid too much comes back when Kerch is shown
    d = draft(67, plan="kerch", tracks={"group_axis_1": 64, "vp": -5})
    campaign.reveal(d)
    assert d.now.tracks["vp"] == -2
    for plan, left in (("sevastopol", True), ("kerch", False)):
        state = at(78, BOTH, plan=plan)
        assert bool(withdrawals.chooser(state)) is left


@pytest.mark.rule("EFS-10.54.k")
@pytest.mark.parametrize(("face", "comes"), [(3, True), (4, False)])
def test_the_romanian_divisions_are_rolled_for_at_a_point_a_try(face: int, comes: bool) -> None:
    pieces = {"Rom 1 Inf Div": {"box": "to_come"}, "Rom 2 Inf Div": {"box": "to_come"}}
    d = draft(64, pieces, dice=[face])
    groups.accept(d, AXIS, "2")
    assert d.now.tracks["vp"] == -1
    assert ("group_axis_2" in d.now.tracks) is comes
    assert d.now.tracks.get("axis_romanian", 0) == (2 if comes else 0)
    no = groups.why_not_accept(d.now, AXIS, "2")
    assert no is not None
    if comes:
        arrivals.receive(d)
        assert where(d.now, "Rom 1 Inf Div") == "active"
    else:
        assert (no.rule, no.key) == ("EFS-10.54.k", "refuse.group_tried")
        d.set(turn=65)
        assert groups.why_not_accept(d.now, AXIS, "2") is None


@pytest.mark.rule("EFS-10.54.l")
def test_the_parachutists_are_rolled_for_and_walk_or_fly_in() -> None:
    d = draft(66, {"2 FJ Rgt": {"box": "to_come"}}, dice=[4])
    groups.accept(d, AXIS, "3")
    assert (where(d.now, "2 FJ Rgt"), d.now.tracks["vp"]) == ("to_come", -1)
    facts = {
        "hexes": {"4012": {"place": "city"}, "4212": {"place": "city"}},
        "card": {"switches": {"general_supply": {"value": "always"}}},
    }
    pieces: dict[str, Any] = {"2 FJ Rgt": {"box": "active"}, "46 Inf Div": 4012}
    more = {"facts": facts, "tracks": {"group_axis_3": 66}, "control": {"4012": "axis", "4212": "axis"}}
    state = at(66, pieces, **more)
    gun = key(state, "2 FJ Rgt")
    assert set(arrivals.entries(state, gun)) == {2401, 2601, 3401, 4801, 5001}
    assert airlift.why_not_lift(state, AXIS, gun) is None
    # it is the only flight of the game: neither later, nor of supplies, nor a second one
    landed = at(66, {**pieces, "2 FJ Rgt": 4212}, **more)
    assert airlift.why_not_lift(landed, AXIS, gun).rule == "EFS-10.54.l"  # type: ignore[union-attr]
    stores = at(66, pieces, supplies={1: {"side": "axis", "hex": "4012"}}, **more)
    assert airlift.why_no_cargo(stores, AXIS, 1).rule == "EFS-10.54.l"  # type: ignore[union-attr]
    assert airlift.why_no_flight_in(state, AXIS).rule == "EFS-10.54.l"  # type: ignore[union-attr]
    flown = {**more, "tracks": {"group_axis_3": 66, "axis_airlifts": 1}}
    assert airlift.why_not_lift(at(67, pieces, **flown), AXIS, gun).rule == "EF-11.76"  # type: ignore[union-attr]
    third = board("axis.movement", pieces, scenario="3", turn=66, weather="dry")
    assert airlift.why_not_lift(third, AXIS, gun) is not None


@pytest.mark.rule("EFS-10.54.m", "EFS-10.44.k")
@pytest.mark.parametrize(("name", "group"), [("4", "1"), ("5", "5")])
def test_flak_is_placed_in_towns_in_supply_one_in_each(name: str, group: str) -> None:
    names = ("FAG Süd", "FAG Nord", "FAG Mitte", "99 LW Rgt")
    fed = {"switches": {"general_supply": {"value": "always"}}}
    guns: dict[str, Any] = {gun: {"box": "active"} for gun in names}

    def state(towns: tuple[str, ...], **more: Any) -> CrimeaState:
        facts = {"hexes": {h: {"place": "town"} for h in towns}, "card": fed}
        held = dict.fromkeys(towns, "axis")
        return board(
            "axis.movement",
            {**guns, **more},
            scenario=name,
            turn=90,
            weather="dry",
            facts=facts,
            control=held,
            tracks={f"group_axis_{group}": 90},
        )

    two = state(("3506", "3510"))
    first = key(two, "FAG Süd")
    assert set(arrivals.entries(two, first)) == {3506, 3510}
    after = play(two, "axis", {"enter": "FAG Süd", "to": 3506}).state
    assert arrivals.entries(after, key(after, "FAG Nord")) == (3510,)
    # where places run out all go into one
    full = play(after, "axis", {"enter": "FAG Nord"}).state
    assert arrivals.entries(full, key(full, "FAG Mitte")) == (3506,)
    # nobody else's town, none of the enlarged map, none where the stack is full
    facts = {"hexes": {"In-1520": {"place": "town"}}, "card": fed}
    on_card = {"scenario": name, "turn": 90, "weather": "dry", "tracks": {f"group_axis_{group}": 90}}
    inner = board("axis.movement", guns, facts=facts, control={"In-1520": "axis"}, **on_card)
    assert arrivals.entries(inner, first) == ()
    crowd = {"46 Inf Div": 3506, "820 Eng Rgt": 3506, "690 Eng Rgt": 3506}
    assert arrivals.entries(state(("3506", "3510"), **crowd), first) == (3510,)
    # no town in supply, no group
    waiting = {gun: {"box": "to_come"} for gun in names}
    bare = board("axis.movement", waiting, scenario=name, turn=90, weather="dry")
    no = groups.why_not_accept(bare, AXIS, group)
    assert no is not None
    assert no.rule == "EFS-10.44.k"
    taken = board(
        "axis.movement",
        {gun: {"box": "to_come"} for gun in names},
        scenario=name,
        turn=90,
        weather="dry",
        facts={"hexes": {"3506": {"place": "town"}}, "card": fed},
        control={"3506": "axis"},
    )
    assert groups.why_not_accept(taken, AXIS, group) is None
    d = Draft(taken, NoDice())
    groups.accept(d, AXIS, group)
    assert d.now.tracks["vp"] == -1
    assert d.now.tracks["axis_air"] == 1
    lost = {str(n): {"side": "soviet", "kind": "I-16", "box": "destroyed", "shown": True} for n in range(1, 7)}
    cheap = board("axis.movement", {}, scenario=name, turn=90, weather="dry", air=lost)
    row = next(one for one in cheap.board.card[AXIS]["groups"] if one["group"] == group)
    assert groups.price(cheap, row) == 0
    assert groups.price(taken, row) == 1


@pytest.mark.rule("EFS-10.54.o")
def test_the_60th_motorised_comes_for_six_points_and_its_lost_regiments_come_back_on_foot() -> None:
    names = ("92 Mot Rgt/60 Mot", "120 Mot Rgt/60 Mot", "160 Rcn Bn/60 Mot")
    d = draft(67, {name: {"box": "to_come"} for name in names})
    groups.accept(d, AXIS, "4")
    arrivals.receive(d)
    assert (d.now.tracks["vp"], [where(d.now, name) for name in names]) == (-6, ["active"] * 3)
    units = {unit.name: unit for unit in d.now.board.units.values()}
    assert [units[name].on_foot for name in names] == ["92 Inf Rgt/60 Mot", "120 Inf Rgt/60 Mot", ""]
    assert all(groups.why_not_accept(at(turn), AXIS, "4") is not None for turn in (65, 70))


@pytest.mark.rule("EFS-10.54.n", "EFS-10.44.l")
def test_the_nkvd_regiment_comes_to_1528_for_one_of_two_units_at_any_strength() -> None:
    pieces: dict[str, Any] = {
        "1331 Rifle Rgt": {"box": "eliminated", "steps": 0},
        "184 Rifle Div": {"hex": 4321, "steps": 1},
        "46 Inf Div": 3506,
    }
    held = {"In-1528": "soviet"}
    state = at(80, pieces, phase="strategic.arrivals", control=held, tracks={"group_soviet_1": 80}, plan="sevastopol")
    assert asked(state) == {"soviet": "turn.strategic.arrivals.swapping"}
    assert why(state, "soviet", {"swap": "46 Inf Div"}).rule == "EFS-10.54.n"
    for unit in ("1331 Rifle Rgt", "184 Rifle Div"):
        after = play(state, "soviet", {"swap": unit}).state
        assert (where(after, unit), where(after, "Sev NKVD Rgt")) == ("withdrawn", 11528)
        piece = after.pieces[key(after, "Sev NKVD Rgt")]
        assert (piece.garrison, piece.steps) == (True, 1)
        assert "turn.strategic.arrivals.swapping" not in asked(after).values()
        other = "184 Rifle Div" if unit.startswith("1331") else "1331 Rifle Rgt"
        assert where(after, other) == (4321 if other == "184 Rifle Div" else "eliminated")
    told = logged(play(state, "soviet", {"swap": "184 Rifle Div"}), "exchanged")
    assert (told.rule, len(told.params["units"]), len(told.params["others"])) == ("EFS-10.54.n", 1, 1)
    row = {"group": "1", "remove_one_of": ["184 Rifle Div"], "receive": ["Sev NKVD Rgt"], "hex": "11528"}
    free = at(80, pieces, facts={"card": {"soviet": {"conversions": [row]}}}, tracks={"group_soviet_1": 80})
    d = Draft(free, NoDice())
    withdrawals.swap(d, SOVIET, key(free, "184 Rifle Div"))
    assert not d.now.pieces[key(free, "Sev NKVD Rgt")].garrison
    # not while the Axis holds the hex, and the 109th Division only after it
    lost = at(80, pieces, control={"In-1528": "axis"})
    assert groups.why_not_accept(lost, SOVIET, "1").rule == "EFS-10.54.n"  # type: ignore[union-attr]
    assert groups.why_not_accept(at(80, pieces, control=held), SOVIET, "1") is None
    late = at(90, pieces, control=held)
    assert groups.why_not_accept(late, SOVIET, "6").rule == "EFS-10.54.n"  # type: ignore[union-attr]
    first = at(90, pieces, control=held, tracks={"group_soviet_1": 80})
    assert groups.why_not_accept(first, SOVIET, "6") is None
    # a second exchange is not asked for
    done = at(80, pieces, control=held, tracks={"group_soviet_1": 80, "conversion_soviet_1": 80})
    assert withdrawals.swapper(done) == ()


@pytest.mark.rule("EFS-10.5.reinf", "EFS-10.4.reinf", "EFS-10.54.n", "EFS-10.44.l")
@pytest.mark.parametrize("name", ["4", "5"])
def test_a_flotilla_becomes_four_groups_of_transports(name: str) -> None:
    pieces: dict[str, Any] = {"Flot Kiev": {"hex": "In-1527"}}
    facts = {"hexes": {"In-1527": {"coastal": True}}}
    state = board(
        "axis.movement", pieces, scenario=name, turn=90, weather="dry", facts=facts, tracks={"group_soviet_5": 90}
    )
    assert withdrawals.swapper(state) == ("soviet",)
    d = Draft(state, NoDice())
    withdrawals.swap(d, SOVIET, key(state, "Flot Kiev"))
    names = {d.now.board.ships[n].name: ship.box for n, ship in d.now.ships.items()}
    assert names == dict.fromkeys(("Gp-Kerch", "Gp-Azov-1", "Gp-Azov-2", "Gp-Azov-3"), "map_t")
    assert where(d.now, "Flot Kiev") == "withdrawn"
    assert len([entry for entry in d.entries if entry.key == "log.ship_came"]) == 4
    none = board("axis.movement", {}, scenario=name, turn=90, weather="dry", tracks={"group_soviet_5": 90})
    assert withdrawals.swapper(none) == ()


@pytest.mark.rule("EFS-10.5.reinf")
def test_two_strongpoints_come_with_a_group_and_are_placed_at_once() -> None:
    fed = {"card": {"switches": {"general_supply": {"value": "always"}}}}
    held = {"4012": "soviet", "4013": "soviet", "4014": "soviet"}
    state = at(80, {"157 Rifle Div": 4014}, phase="strategic.replacements.uses", facts=fed, control=held)
    assert groups.gift_sites(state, SOVIET).legal == ()
    state = play(state, "soviet", {"accept": "3"}).state
    assert (state.tracks["soviet_gifts"], state.tracks["vp"], state.tracks["soviet_type_i"]) == (2, 2, 3)
    assert why(state, "soviet", {"fortify": 4020}).rule == "EF-18.31"
    state = play(state, "soviet", {"fortify": 4012}).state
    assert (state.strongpoints[4012].side, state.strongpoints[4012].building) == ("soviet", False)
    last = play(state, "soviet", {"fortify": 4013}).state
    assert last.tracks["soviet_gifts"] == 0
    assert groups.gift_sites(last, SOVIET).legal == ()


@pytest.mark.rule("EFS-10.54.a")
def test_railways_supply_and_guns_are_those_of_scenario_3() -> None:
    third, fifth = (GAME.open(name).card for name in ("3", "5"))  # type: ignore[attr-defined]
    for part in ("rails", "rail_capacity", "supply_sources", "attack_supply", "mandated_attacks", "tracks"):
        assert fifth[part] == third[part]
    changed = ("new_strongpoints", "super_heavy_effects", "super_heavy_points")
    assert {k: v for k, v in fifth["switches"].items() if k not in changed} == {
        k: v for k, v in third["switches"].items() if k not in changed
    }


@pytest.mark.rule("EFS-10.54.g", "EFS-10.55.g")
def test_super_heavy_guns_begin_without_shells_and_destroy_works() -> None:
    state = GAME.start(GAME.open("5"), SeededDice(bytes(32))).state
    assert state.tracks["heavy_shells"] == 0  # type: ignore[attr-defined]
    supplies = {1: {"side": "axis", "hex": "In-1519"}}
    stocked = at(
        90, {}, phase="strategic.supply.shells", tracks={"heavy_shells": 0, "axis_ledger": 1}, supplies=supplies
    )
    assert play(stocked, "axis", {"stock": 1}).state.tracks["heavy_shells"] == 4


@pytest.mark.rule("EFS-10.55.h")
def test_in_the_joined_game_there_is_no_plan_but_that_of_sevastopol() -> None:
    state = board("strategic.arrivals", {}, scenario="10", turn=66, weather="dry")
    assert "axis" not in asked(state) or asked(state)["axis"] not in (CHOOSING, PLANNING)
    assert campaign.why_not_choose(state, AXIS, "kerch").key == "refuse.no_plans"  # type: ignore[union-attr]
    assert plans.shown(state) == "sevastopol"
    forced = board("axis.movement", BOTH, scenario="10", turn=80, weather="dry", plan="kerch", tracks=OPEN)
    assert plans.terms(forced.board) == {}
    assert campaign.why_not_cross(forced, AXIS).key == "refuse.no_crossing"  # type: ignore[union-attr]
    late = board("axis.movement", {}, scenario="10", turn=79, weather="dry")
    d = Draft(late, NoDice())
    campaign.reveal_due(d)
    assert "axis_type_i" not in d.now.tracks
    assert victory.judged(late) == ("soviet", "strategic")
    for act in (campaign.reveal_due, campaign.take_due, campaign.count_turn):
        for turn in (75, 79):
            kerch = board("axis.movement", {}, scenario="10", turn=turn, weather="dry", plan="kerch")
            d = Draft(kerch, NoDice())
            act(d)
            assert d.entries == []
