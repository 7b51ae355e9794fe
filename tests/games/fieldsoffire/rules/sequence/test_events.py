"""Events of both higher headquarters."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import ENEMY, FRIENDLY, FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import volumes_on
from sandtable.games.fieldsoffire.rules.sequence.events import EFFECTS, carry_out, check, events_of, is_due
from sandtable.games.fieldsoffire.rules.sequence.fighting import update_missions
from sandtable.games.fieldsoffire.rules.sequence.standing import is_carried_out, is_silent
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.ground import distance, place
from sandtable.kernel import Draft
from tests.games.fieldsoffire.board import board, built, card, drafted, key, play, why

QUIET, CALL = 44, 1
"""A card without the radio, and one with it."""
CO = {"CO HQ": "R1C1"}


def done(
    name: str, units: dict[str, Any] | None = None, deck: list[int] | None = None, **rest: Any
) -> Draft[FieldsState]:
    d = drafted(board(units or CO, **{"tracks": {"turn": 2}, **rest}), deck=deck or [])
    carry_out(d, name)
    return d


def told(d: Draft[FieldsState]) -> list[str]:
    return [entry.key.removeprefix("log.") for entry in d.entries]


def is_lost(d: Draft[FieldsState]) -> bool:
    return any(entry.key == "log.event_lost" for entry in d.entries)


@pytest.mark.rule("FF-3.1.a", "FF-3.1.c")
def test_nothing_happens_in_the_first_turn() -> None:
    assert not is_due(board())
    assert is_due(board(tracks={"turn": 2}))


@pytest.mark.rule("FF-3.1.a", "FF-3.1.e", "FF-2.8.2.hq")
def test_the_first_card_tests_for_the_radio_and_the_second_names_the_event() -> None:
    quiet = drafted(board(CO, tracks={"turn": 2}), deck=[QUIET])
    check(quiet, FRIENDLY)
    assert [entry.key for entry in quiet.entries] == ["log.no_event"]
    number = GAME.open("keep_up_the_fire").deck[2].random[10]
    event = events_of(quiet.now, FRIENDLY)[number - 1]
    called = drafted(board(CO, tracks={"turn": 2}), deck=[CALL, 2])
    check(called, FRIENDLY)
    (told,) = (entry for entry in called.entries if entry.key == "log.event")
    assert (told.params["event"], told.rule, len(told.draws)) == (event, "FF-3.1.a", 2)


@pytest.mark.rule("FF-3.2.1", "FF-3.4.1", "FF-3.1.a")
def test_each_side_has_its_own_list_and_it_changes_with_the_turns() -> None:
    state = board(CO, tracks={"turn": 2}, scenario="normandy_1")
    assert events_of(state, ENEMY)[0] == "evacuate"
    assert events_of(state, FRIENDLY).count("ammo_resupply") == 2
    late = board(CO, tracks={"turn": 7}, scenario="normandy_1")
    assert events_of(late, FRIENDLY).count("ammo_resupply") == 3
    d = drafted(state, deck=[CALL, 2])
    check(d, ENEMY)
    assert next(entry for entry in d.entries if entry.key == "log.event").rule == "FF-3.4.1"


@pytest.mark.rule("FF-3.1.a", "FF-3.0.c1", "FF-3.2.1")
def test_the_enemy_is_heard_of_before_the_orders_in_a_defence_and_after_them_otherwise() -> None:
    places = [at for at, _ in GAME.sequence]
    first, orders, after = (places.index(f"mission.turn.{name}") for name in ("enemy_hq_first", "command", "enemy_hq"))
    assert first < orders < after
    phases = dict(GAME.sequence)
    attack, defence = board(CO, tracks={"turn": 2}), board(CO, tracks={"turn": 2}, scenario="naktong_river_3")
    for state, expected in ((attack, (False, True)), (defence, (True, False))):
        found = tuple(phases[f"mission.turn.{name}"].when(state) for name in ("enemy_hq_first", "enemy_hq"))
        assert found == expected
    assert not phases["mission.turn.enemy_hq"].when(board(CO))


@pytest.mark.rule("FF-3.1.a")
def test_every_event_of_every_list_has_its_effect() -> None:
    events = data("events")["events"]
    named = {name for table in data("events")["tables"].values() for part in table["parts"] for name in part["events"]}
    assert named <= set(events)
    assert {events[name]["op"] for name in events} == set(EFFECTS)


@pytest.mark.rule("FF-3.1.a")
@pytest.mark.parametrize(
    ("event", "name", "figure", "point", "until"),
    [
        ("sitrep", "report", 3, 1, 2),
        ("comm_trouble", "report", 2, 1, 2),
        ("comm_trouble", "net_down", 0, 0, 2),
        ("arty_displacing", "silent.artillery", 0, 0, 2),
        ("trouble_on_flank", "hold_line", 1, 0, 2),
        ("flank_ahead", "advance", 1, 1, 2),
        ("hold_up", "hold_up", 0, 0, 2),
        ("hold_at_all_costs", "no_withdrawal", 0, 1, 2),
    ],
)
def test_orders_that_then_hold(event: str, name: str, figure: int, point: int, until: int) -> None:
    d = done(event)
    order = d.now.standing[name]
    assert (order.figure, order.point, order.until) == (figure, point, until)


@pytest.mark.rule("FF-3.1.a")
def test_a_battalion_that_is_not_heard_does_not_activate_the_company() -> None:
    radio = {1: {"kind": "SCR300", "holder": "CO HQ", "net": "net.bn_tac"}}
    for standing, activated in (({}, True), ({"net_down": {"until": 2}}, False)):
        step = built(
            {"CO HQ": "R1C1"},
            at="mission.turn.command.activation.battalion",
            tracks={"turn": 2},
            standing=standing,
            assets=radio,
            commands={"CO HQ": {}},
            deck=[2],
        )
        assert step.state.commands[key(step.state, "CO HQ")].activated is activated


@pytest.mark.rule("FF-3.1.d")
@pytest.mark.parametrize(
    ("event", "rest"),
    [
        ("cannon_displacing", {}),
        ("checking_up", {"units": {"1/1 PLT": "R1C1"}}),
        ("flank_ahead", {"units": {"1/1 PLT": "R4C1"}}),
        ("battalion_presses", {}),
        ("ammo_resupply", {}),
        ("press_route", {}),
        ("extra_fire", {"support": {"15th FA Bn (105mm)/WP": 1}}),
        ("medevac", {}),
        ("wire_cut", {}),
        ("wire_cut", {"markers": {1: {"kind": "phone_line", "at": "R1C1", "form": "cut"}}}),
        ("evacuate", {}),
        ("rally", {"units": {"German Grenadier squad 1/Gp": "R4C4"}}),
        ("fall_back", {"units": {"German Grenadier squad 1/Gp": {"at": "R4C4", "pinned": True}}}),
        ("counterattack", {"units": {"CO HQ": "R0C1"}}),
        ("shifting_lines", {}),
        ("prep_fire", {"units": {"CO HQ": "R0C1"}}),
        ("commit_reserve", {"units": {"CO HQ": "R4C1"}}),
    ],
)
def test_what_cannot_be_carried_out_is_lost_without_another_draw(event: str, rest: dict[str, Any]) -> None:
    rest = {**rest}
    units = rest.pop("units", None)
    d = done(event, units, **rest)
    assert is_lost(d)
    assert not d.now.standing


@pytest.mark.rule("FF-3.1.a")
def test_a_higher_commander_stands_with_the_company_for_two_turns() -> None:
    d = done("checking_up", deck=[2])
    order = d.now.standing["visitor"]
    guest = d.now.units[order.figure]
    assert d.now.board.types[order.figure].kind == "higher_hq"
    assert (guest.at, guest.steps, order.until) == (card(d.now, "R1C1"), 1, 3)
    assert "visitor" in told(d)
    twice = done("checking_up", {"CO HQ": "R1C1"}, standing={"visitor": {"until": 3}})
    assert is_lost(twice)
    assert order.figure in d.now.commands


@pytest.mark.rule("FF-3.1.a")
def test_battalion_presses_where_the_next_row_has_a_marker() -> None:
    d = done("battalion_presses", cards={"R2C3": {"contact": "B", "contested": True}})
    assert (d.now.standing["advance_contact"].figure, d.now.standing["advance_contact"].point) == (1, 1)
    assert is_lost(done("battalion_presses", cards={"R3C3": {"contact": "B"}}))


@pytest.mark.rule("FF-3.1.a", "FF-2.3.1")
def test_ammunition_of_one_kind_comes_to_a_card_of_the_first_row() -> None:
    step = built(
        {"CO HQ": "R1C1", "1/LMG (.30 cal)": "R1C1"},
        at=["mission.turn.higher_hq", {"phase": "resupply.choose"}],
        scenario="normandy_1",
        tracks={"turn": 2},
    )
    assert why(step.state, {"resupply": "mg", "card": "R2C1"}).rule == "FF-3.1.a"
    after = play(step.state, {"resupply": "mg", "card": "R1C2"}, deck=[3, 4, 5, 6, 7, 8]).state
    (asset,) = after.assets.values()
    assert (asset.kind, asset.points, asset.at) == ("ammo.mg", 4, card(after, "R1C2"))
    assert not is_lost(done("ammo_resupply", scenario="normandy_1"))


@pytest.mark.rule("FF-3.1.a")
def test_a_patrol_goes_astray_rains_and_is_pressed_on() -> None:
    units = {"1/1 PLT": "R2C2"}
    rest: dict[str, Any] = {
        "scenario": "naktong_river_2",
        "details": {"patrol": 1},
        "controls": {"route 1": place(4, 2)},
    }
    deck = GAME.open("naktong_river_2").deck
    north = next(number for number, one in deck.items() if one.random[8] == 1)
    d = done("lost_in_dark", units, [north], **rest)
    unit = d.now.units[key(d.now, "1/1 PLT")]
    assert (unit.at, unit.exposed) == (card(d.now, "R3C2"), True)
    assert "astray" in told(d)
    off = done("lost_in_dark", {"1/1 PLT": "R4C2"}, [north], **rest)
    assert is_lost(off)
    assert off.now.units[key(off.now, "1/1 PLT")].at == card(off.now, "R4C2")
    assert done("rain", units, **rest).now.weather == "rain"
    assert done("press_route", units, **rest).now.standing["route"].figure == 2


@pytest.mark.rule("FF-3.1.a")
def test_fire_support_is_allotted_a_casualty_flown_out_and_a_line_cut() -> None:
    more = done("extra_fire", support={"15th FA Bn (105mm)/HE": 2, "15th FA Bn (105mm)/WP": 1})
    assert more.now.support == {"15th FA Bn (105mm)/HE": 3, "15th FA Bn (105mm)/WP": 1}
    units = {"CO HQ": "R1C1", "Casualty 1": "R1C2", "Casualty 2": "R2C2", "German Casualty 1": "R1C3"}
    flown = done("medevac", units)
    assert flown.now.units[key(flown.now, "Casualty 1")].box == "evacuated"
    assert flown.now.units[key(flown.now, "Casualty 2")].at
    assert flown.now.points == {"evacuated": 1}
    assert "evacuated" in told(flown)
    assert is_lost(done("medevac", {"CO HQ": "R1C1", "Casualty 2": "R2C2", "German Casualty 1": "R1C3"}))
    for name in ("medevac", "lz_1", "lz_3"):
        zone = done("medevac", {"CO HQ": "R1C1", "Casualty 2": "R2C2"}, controls={name: place(2, 2)})
        assert zone.now.units[key(zone.now, "Casualty 2")].box == "evacuated"
    under_fire = {1: {"kind": "incoming", "at": "R1C2", "value": -4}}
    assert is_lost(done("medevac", units, markers=under_fire))
    cut = done("wire_cut", markers={1: {"kind": "phone_line", "at": "R1C1"}, 2: {"kind": "mines", "at": "R1C1"}})
    assert [marker.form for marker in cut.now.markers.values()] == ["cut", ""]
    assert "line_cut" in told(cut)


@pytest.mark.rule("FF-3.1.a", "FF-3.1.d")
def test_an_agency_is_known_by_its_kind_and_not_by_its_name() -> None:
    more = done("extra_fire", scenario="vietnam_2", support={'3/13 Arty (155mm/8")/HE': 2, "7/11 Arty (105mm)/HE": 6})
    assert more.now.support == {'3/13 Arty (155mm/8")/HE': 2, "7/11 Arty (105mm)/HE": 7}
    for scenario, guns, mortars in (
        ("heartbreak_ridge_1", "Div Arty 105mm", "Bn Mtr Plt (81mm)"),
        ("vietnam_2", "7/11 Arty (105mm)", '4/9 Mtr Plt (4.2")'),
        ("vietnam_8", "7/11 Arty & ARVN 105mm", "Combined 81mm Mtrs"),
    ):
        moves = done("arty_displacing", scenario=scenario)
        assert (is_silent(moves.now, guns), is_silent(moves.now, mortars)) == (True, False)
        moves = done("mortar_displacing", scenario=scenario)
        assert (is_silent(moves.now, guns), is_silent(moves.now, mortars)) == (False, True)
    assert is_lost(done("cannon_displacing", scenario="heartbreak_ridge_1"))
    assert not is_silent(done("mortar_displacing", scenario="heartbreak_ridge_1").now, 'Rgt Mtr Co 4.2"')


@pytest.mark.rule("FF-3.1.a")
def test_who_flies_over_a_row_leads_nobody_and_enters_nothing() -> None:
    units = {"1/1 PLT": "R2C2", "FAC (O-2)": "R4C2"}
    cards = {"R3C1": {"contact": "B"}, "R4C2": {"contested": True}}
    d = done("battalion_presses", units, scenario="vietnam_1", cards=cards)
    order = d.now.standing["advance_contact"]
    assert order.figure == 2
    assert not is_carried_out(d.now, "advance_contact", order)
    assert done("trouble_on_flank", units, scenario="vietnam_1").now.standing["hold_line"].figure == 2


GERMANS = {
    "CO HQ": "R1C1",
    "German Casualty 1": "R3C1",
    "German 81mm mortar team 1": "R3C2",
    "German Leader 1": "R3C3",
    "German HMG team 1": "R3C4",
}


@pytest.mark.rule("FF-3.4.1")
@pytest.mark.parametrize(
    ("event", "gone"),
    [
        ("evacuate", "German Casualty 1"),
        ("displace_mortars", "German 81mm mortar team 1"),
        ("displace_leaders", "German Leader 1"),
        ("displace_hmgs", "German HMG team 1"),
    ],
)
def test_counters_of_one_kind_leave_the_map_where_nobody_is_with_them(event: str, gone: str) -> None:
    d = done(event, GERMANS, scenario="normandy_1")
    left = {name for name in GERMANS if key(d.now, name) in d.now.units}
    assert set(GERMANS) - left == {gone}
    assert "left_map" in told(d)
    kept = done(event, {**GERMANS, gone: "R1C1"}, scenario="normandy_1")
    assert key(kept.now, gone) in kept.now.units
    assert is_lost(kept)


@pytest.mark.rule("FF-3.4.1", "FF-3.2.1")
def test_the_enemy_rallies_and_makes_no_check_for_it() -> None:
    units = {
        "CO HQ": "R1C1",
        "German Grenadier squad 1/Gp": {"at": "R4C1", "pinned": True},
        "German Paralyzed Team 1": "R4C2",
        "German Litter Team 1": "R4C3",
        "German HMG team 1": {"at": "R4C4", "flipped": True},
        "German Leader 1": "R4C4",
    }
    d = done("rally", units)
    here = d.now.units
    squad = here[key(d.now, "German Grenadier squad 1/Gp")]
    assert (squad.pinned, squad.checked) == (False, True)
    assert key(d.now, "German Paralyzed Team 1") not in here
    litter = [one for one in here if d.now.board.types[one].kind == "litter"]
    assert [here[one].at for one in litter] == [card(d.now, "R4C2")]
    fire = [one for one in here if d.now.board.types[one].kind == "fire"]
    assert [here[one].at for one in fire] == [card(d.now, "R4C3")]
    assert not here[key(d.now, "German HMG team 1")].flipped
    assert all(here[one].checked for one in (*litter, *fire))
    assert not here[key(d.now, "German Leader 1")].checked


@pytest.mark.rule("FF-3.4.1", "FF-3.2.1")
def test_everybody_who_can_falls_back_one_card_and_off_the_map() -> None:
    units = {
        "CO HQ": "R1C1",
        "German Grenadier squad 1/Gp": "R3C1",
        "German Grenadier squad 2/Gp": "R4C4",
        "German Grenadier squad 3/Gp": {"at": "R3C3", "pinned": True},
    }
    d = done("fall_back", units, scenario="keep_up_the_fire")
    first = d.now.units[key(d.now, "German Grenadier squad 1/Gp")]
    assert (first.at, first.checked) == (card(d.now, "R4C1"), True)
    assert key(d.now, "German Grenadier squad 2/Gp") not in d.now.units
    assert "left_map" in told(d)
    assert d.now.units[key(d.now, "German Grenadier squad 3/Gp")].at == card(d.now, "R3C3")


@pytest.mark.rule("FF-3.2.1")
def test_an_attack_is_pressed_one_card_ahead_but_not_into_the_staging_area() -> None:
    units = {"CO HQ": "R1C1", "German Grenadier squad 1/Gp": "R3C1", "German Grenadier squad 2/Gp": "R1C4"}
    d = done("press_attack", units)
    assert d.now.units[key(d.now, "German Grenadier squad 1/Gp")].at == card(d.now, "R2C1")
    assert d.now.units[key(d.now, "German Grenadier squad 2/Gp")].at == card(d.now, "R1C4")


@pytest.mark.rule("FF-3.4.1", "FF-8.2.3", "FF-8.2.3.a")
def test_a_counterattack_lays_markers_on_the_cards_that_the_company_holds() -> None:
    units = {"CO HQ": "R1C1", "1/1 PLT": "R2C2", "2/1 PLT": "R0C1", "3/1 PLT": "R2C3"}
    for letter, stays in ((1, "A"), (2, "B"), (3, "B")):
        d = done("counterattack", units, [letter], cards={"R2C3": {"contact": "B"}}, scenario="normandy_1")
        assert d.now.cards[card(d.now, "R2C3")].contact == stays, "of two markers the higher letter stays"
    laid = {one for one, row in d.now.cards.items() if row.contact == "?"}
    assert laid == {card(d.now, "R1C1"), card(d.now, "R2C2")}
    assert d.now.standing["counterattack"].until == 4
    assert "counterattack" in told(d)
    assert len(d.now.piles["contacts"]) >= 2


@pytest.mark.rule("FF-3.4.1")
def test_lines_shift_in_the_last_row_only() -> None:
    cards = {"R4C1": {"contact": "A"}, "R3C1": {"contact": "B"}}
    d = done("shifting_lines", CO, cards=cards)
    assert d.now.cards[card(d.now, "R4C1")].contact == "?"
    assert d.now.cards[card(d.now, "R3C1")].contact == "B"
    assert len(d.now.piles["contacts"]) >= 1
    assert "lines_shifted" in told(d)


@pytest.mark.rule("FF-3.2.1", "FF-3.7.1")
def test_shells_fall_on_a_card_of_the_company_and_reserves_come_ahead_of_it() -> None:
    d = done("prep_fire", {"CO HQ": "R0C1", "1/1 PLT": "R2C2"})
    (marker,) = d.now.markers.values()
    assert (marker.kind, marker.at, marker.value) == ("pending", card(d.now, "R2C2"), -4)
    assert "fire_pending" in told(d)
    update_missions(d)  # they must be there when fire takes effect
    assert [volume.value for volume in volumes_on(d.now, key(d.now, "1/1 PLT"))] == [-4]
    assert next(iter(done("mortar_attack", {"1/1 PLT": "R2C2"}).now.markers.values())).value == -3
    cards = {"R3C1": {"contact": "B"}}
    units = {"1/1 PLT": "R2C2", "German Leader 1": "R3C3"}
    came = done("commit_reserve", units, cards=cards)
    assert came.now.cards[card(came.now, "R3C2")].contact == "A"
    assert "marker_laid" in told(came)
    assert done("probe", units, cards=cards).now.cards[card(came.now, "R3C2")].contact == "C"


@pytest.mark.rule("FF-3.2.1", "FF-3.4.1", "FF-8.6.3.4")
def test_enemies_all_around_come_at_the_company_and_fall_back_from_it() -> None:
    units = {"CO HQ": "R3C3", "VC SQUAD": "R1C3", "VC Leader 1": "R3C5"}
    name = next(
        one.name
        for one in GAME.open("vietnam_2").counters.values()
        if one.type.kind == "squad" and one.type.side == ENEMY
    )
    units[name] = units.pop("VC SQUAD")
    came = done("press_attack", units, scenario="vietnam_2", deck=list(range(1, 5)))
    near = {one: came.now.units[key(came.now, one)].at for one in (name, "VC Leader 1")}
    assert all(distance(at, place(3, 3)) == 1 for at in near.values())
    gone = done("fall_back", units, scenario="vietnam_2", deck=list(range(1, 5)))
    assert key(gone.now, name) not in gone.now.units  # off the map behind them
    assert key(gone.now, "VC Leader 1") not in gone.now.units


@pytest.mark.rule("FF-3.4.1")
def test_contact_is_broken_by_whoever_is_out_of_sight() -> None:
    units = {"1/1 PLT": "R1C1", "German Leader 1": "R2C1", "German Leader 2": "R4C3"}
    d = done("break_contact", units)
    assert key(d.now, "German Leader 1") in d.now.units
    assert key(d.now, "German Leader 2") not in d.now.units
