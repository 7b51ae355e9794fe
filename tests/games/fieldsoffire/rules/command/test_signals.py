"""Pyrotechnics: signals and their meaning, light and smoke."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import registry
from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.names import codes
from sandtable.games.fieldsoffire.rules.campaign.abilities import skills
from sandtable.games.fieldsoffire.rules.command import signals
from sandtable.games.fieldsoffire.rules.ground.sight import screens
from sandtable.games.fieldsoffire.rules.sequence.cleanup import clear_markers
from sandtable.games.fieldsoffire.scenario.ground import place
from sandtable.kernel import Ref
from sandtable.texts.speech import Speech
from tests.games.fieldsoffire.board import board, card, drafted, fire_of, key, play, why

GERMAN = "German Grenadier squad 1/Gp"
ATTACK = {"mission": {"fire_support": []}}


def position(device: str, code: str = "", units: dict[str, Any] | None = None, **fields: Any) -> FieldsState:
    rows = {"1/1 PLT": "R1C1", **(units or {})}
    meaning = {"signals": {device: code}} if code else {}
    assets = {1: {"kind": device, "holder": "1/1 PLT"}, **fields.pop("assets", {})}
    return board(rows, assets=assets, facts=fields.pop("facts", ATTACK), **{**meaning, **fields})


def use(at: str = "R1C1", unit: str = "1/1 PLT") -> dict[str, Any]:
    return {"pyrotechnics": unit, "asset": 1, "card": at}


def at(state: FieldsState, name: str) -> str:
    return str(state.scenario.names["place"][state.units[key(state, name)].at])


@pytest.mark.rule("FF-4.2.1c", "FF-4.2.1c.eff", "FF-4.4.a", "FF-4.4.b", "FF-4.4.c")
def test_what_flies_goes_to_the_next_card_and_everything_is_used_once() -> None:
    flare = position("red_cluster", "CF")
    after = play(flare, use("R2C2")).state
    assert [(one.kind, one.form, one.at) for one in after.markers.values()] == [
        ("signal", "red_cluster", card(flare, "R2C2"))
    ]
    assert not after.assets
    d = drafted(after)
    clear_markers(d)
    assert not d.now.markers
    assert why(position("smoke"), use("R2C2"))
    assert why(flare, use("R3C1"))


@pytest.mark.rule("FF-4.2.1c.to", "FF-4.4.1.d")
@pytest.mark.parametrize(
    ("name", "row", "able"),
    [
        ("1/1 PLT", {"pinned": True}, False),
        ("Assault Team 1", {}, True),
        ("Assault Team 1", {"pinned": True}, False),
        ("Litter Team 1", {}, False),
        ("1/LMG (.30 cal)", {"flipped": True}, True),
    ],
)
def test_good_order_units_and_fighting_teams_that_hold_the_device(name: str, row: dict[str, Any], able: bool) -> None:
    state = position("smoke", units={name: {"at": "R1C1", **row}}, assets={1: {"kind": "smoke", "holder": name}})
    if able:
        assert play(state, use(unit=name))
    else:
        assert why(state, use(unit=name)).rule == "FF-4.2.1c.to"
    other = position("smoke", units={"2/1 PLT": "R1C1"})
    assert why(other, use(unit="2/1 PLT")).rule == "FF-4.2.1c.to"


@pytest.mark.rule("FF-4.4.1.d", "FF-4.4.1.a")
def test_a_signal_with_no_meaning_agreed_is_refused() -> None:
    no = why(position("red_cluster"), use())
    assert (no.rule, no.params["device"]) == ("FF-4.4.1.d", Ref("word", "red_cluster"))


@pytest.mark.rule("FF-4.4.1.a", "FF-2.3.4.b")
@pytest.mark.parametrize(
    ("lang", "agreed", "used"),
    [
        ("en", "Agreed: green smoke means move to the signal.", "1/1 PLT uses white phosphorus on R1C1."),
        ("it", "Concordato: fumogeno verde significa verso il segnale.", "1/1 PLT usa fosforo bianco su R1C1."),
    ],
)
def test_devices_meanings_and_abilities_have_names_in_both_languages(lang: str, agreed: str, used: str) -> None:
    scenario = GAME.open("keep_up_the_fire", {})
    speech = Speech(registry.package(GAME.id), registry.manifest(GAME.id), scenario, lang)
    assert speech.say("log.agreed", device=Ref("word", "green_smoke"), code=Ref("word", "M2S")) == agreed
    log = play(position("wp"), use()).entries
    assert speech.say("log.device", **next(one.params for one in log if one.key == "log.device")) == used
    words = {*signals.DEVICES, *codes(scenario), *skills()}
    assert [word for word in words if f"word.{word}" not in speech.texts] == []


@pytest.mark.rule("FF-4.4.1.i", "FF-4.4.1.c")
def test_coloured_smoke_says_nothing_at_night_but_does_in_fog() -> None:
    dark = position("red_smoke", "CF", tracks={"turn": 1, "light": "moon2"})
    assert why(dark, use()).rule == "FF-4.4.1.i"
    assert play(position("red_smoke", "CF", tracks={"turn": 1, "weather": "fog"}), use())
    assert play(position("red_cluster", "CF", tracks={"turn": 1, "light": "moon2"}), use())


@pytest.mark.rule("FF-4.4.1.c", "FF-4.4.1.h", "FF-4.4.3.d")
def test_smoke_and_light_from_the_hand() -> None:
    found = {}
    for device in ("smoke", "wp", "cs", "illum", "red_smoke"):
        after = play(position(device, "CF" if device == "red_smoke" else ""), use()).state
        ((marker,),) = (tuple(after.markers.values()),)
        found[device] = (marker.kind, marker.value, marker.form, bool(screens(after)))
    assert found == {
        "smoke": ("smoke", 2, "", True),
        "wp": ("smoke", 1, "WP", True),
        "cs": ("smoke", 1, "CS", True),
        "illum": ("illumination", 0, "handheld", False),
        "red_smoke": ("signal", 0, "red_smoke", False),
    }


@pytest.mark.rule("FF-4.4.2")
def test_light_from_the_hand_may_go_to_the_next_card() -> None:
    assert play(position("illum"), use("R2C1")).state.markers[1].at == place(2, 1)


@pytest.mark.rule("FF-4.4.3.d")
def test_launchers_put_gas_on_the_next_card() -> None:
    facts = {"mission": {"campaign": "Vietnam", "attachments": [], "fire_support": []}}
    assert play(position("cs", facts=facts), use("R2C1"))
    assert why(position("cs"), use("R2C1"))


def ready(device: str = "red_cluster", **fields: Any) -> FieldsState:
    return position(device, at="mission.arrangements", tracks={"turn": 0}, **fields)


@pytest.mark.rule("FF-4.4.1.a", "FF-2.3.4.b", "FF-1.2.5.a")
def test_meanings_are_agreed_before_the_mission_one_for_each_device() -> None:
    state = ready()
    once = play(state, {"agree": "red_cluster", "code": "CF"}).state
    assert once.signals == {"red_cluster": "CF"}
    assert play(once, {"agree": "red_cluster", "code": "M2PO"}).state.signals == {"red_cluster": "M2PO"}
    assert why(state, {"agree": "green_smoke", "code": "CF"}).rule == "FF-4.4.1.a"
    later = position("red_cluster")
    no = signals.why_not_agree(later, "red_cluster", "CF")
    assert no is not None
    assert no.rule == "FF-2.3.4.b"


@pytest.mark.rule("FFT-signals", "FF-4.4.1.e", "FF-4.4.1.off1", "FF-4.4.1.def1", "FF-4.4.1.pat1")
@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        ("offensive", "CF XPL1 XPL2 M2PO InfAP2PO M2SO InfAP2SO M2S"),
        ("defensive", "CF FPF FPL M2S"),
        ("patrol", "CF M2RP1 M2RP2 M2RP3 M2RP4 M2PO M2S"),
    ],
)
def test_each_type_of_mission_has_its_menu(kind: str, codes: str) -> None:
    state = ready(facts={"mission": {"type": kind, "fire_support": []}})
    assert signals.meanings(state) == tuple(codes.split())
    assert why(state, {"agree": "red_cluster", "code": "FPF" if kind != "defensive" else "M2PO"}).rule == "FFT-signals"


@pytest.mark.rule("FF-4.4.1.a", "FF-4.4.1.e", "FF-4.4.1.off1")
def test_cease_fire_is_obeyed_at_once_and_fire_opens_again_on_those_in_sight() -> None:
    units = {"2/1 PLT": "R1C3", GERMAN: {"at": "R1C4", "held": True}}
    state = position("red_cluster", "CF", units, fires={"2/1 PLT": {"at": "R2C3"}})
    assert fire_of(state, "2/1 PLT") == "R2C3"
    assert fire_of(play(state, use()).state, "2/1 PLT") == "R1C4"


@pytest.mark.rule("FF-4.4.1.b", "FF-4.4.1.g", "FF-4.4.1.h", "FF-4.4.1.c")
def test_flares_are_seen_everywhere_and_smoke_along_a_line_of_sight() -> None:
    units = {"2/1 PLT": "R2C3", "3/1 PLT": "R3C1"}
    flare = position("red_cluster", "CF", units)
    smoke = position("red_smoke", "CF", units)
    here = card(flare, "R1C1")
    names = [key(flare, one) for one in ("1/1 PLT", "2/1 PLT", "3/1 PLT")]
    assert signals.who_sees(flare, "red_cluster", here, up=False) == tuple(names)
    assert signals.who_sees(smoke, "red_smoke", here, up=False) == (names[0], names[2])


@pytest.mark.rule("FF-4.4.1.off1", "FF-4.4.1.f", "FF-4.4.1.d")
def test_a_unit_next_to_what_the_signal_names_moves_there_if_it_may() -> None:
    units = {"2/1 PLT": "R2C2", "3/1 PLT": {"at": "R2C1", "exposed": True}, "1/2 PLT": "R4C4"}
    controls = {"primary": place(3, 2)}
    after = play(position("red_cluster", "M2PO", units, controls=controls), use()).state
    assert {name: at(after, name) for name in (*units, "1/1 PLT")} == {
        "2/1 PLT": "R3C2",
        "3/1 PLT": "R2C1",
        "1/2 PLT": "R4C4",
        "1/1 PLT": "R1C1",
    }
    there = play(position("red_cluster", "M2SO", units, controls={"secondary": place(4, 3)}), use()).state
    assert at(there, "1/2 PLT") == "R4C3"


@pytest.mark.rule("FF-4.4.1.off1", "FF-4.4.1.pat1")
def test_men_move_to_the_signal_itself_or_to_a_route_point() -> None:
    units = {"2/1 PLT": "R3C3", "3/1 PLT": "R3C4"}
    after = play(position("red_cluster", "M2S", units), use("R2C2")).state
    assert (at(after, "2/1 PLT"), at(after, "3/1 PLT"), at(after, "1/1 PLT")) == ("R2C2", "R3C4", "R2C2")
    facts = {"mission": {"type": "patrol", "fire_support": []}}
    state = position(
        "red_cluster", "M2RP2", units, controls={"route 2": place(4, 4)}, facts=facts, details={"patrol": 1}
    )
    assert at(play(state, use()).state, "3/1 PLT") == "R4C4"


@pytest.mark.rule("FF-4.4.1.off1")
def test_a_phase_line_is_crossed_by_those_just_below_it() -> None:
    units = {"2/1 PLT": "R2C2", "3/1 PLT": "R3C3"}
    state = position("red_cluster", "XPL1", units, controls={"phase line 1": 2})
    after = play(state, use()).state
    assert (at(after, "2/1 PLT"), at(after, "3/1 PLT"), at(after, "1/1 PLT")) == ("R3C2", "R3C3", "R1C1")


@pytest.mark.rule("FF-4.4.1.off1", "FF-4.4.1.f")
def test_those_in_the_attack_position_infiltrate_to_the_objective() -> None:
    units = {"2/1 PLT": "R3C3", "3/1 PLT": "R3C2"}
    fire = {1: {"kind": "incoming", "at": "R4C3", "value": -3}}
    controls = {"attack_position": place(3, 3), "primary": place(4, 3)}
    state = position("red_cluster", "InfAP2PO", units, controls=controls, markers=fire)
    after = play(state, use(), deck=[2, 1]).state
    assert (at(after, "2/1 PLT"), after.units[key(state, "2/1 PLT")].exposed) == ("R4C3", False)
    assert at(after, "3/1 PLT") == "R3C2"


DEFENCE = {"mission": {"type": "defensive", "fire_support": []}, "map": {"rows": 4, "columns": 4}}


@pytest.mark.rule("FF-4.4.1.def1", "FF-7.2.4.b1")
def test_protective_lines_are_fired_by_a_signal_of_the_company_headquarters_only() -> None:
    units = {".50 cal HMG": {"at": "R2C2", "protective": 1, "ammo": 4}, "CO HQ": "R1C1", "1 PLT HQ": "R1C1"}
    for hq, able in (("CO HQ", True), ("1 PLT HQ", False)):
        state = position("red_cluster", "FPL", units, hq=hq, facts=DEFENCE, scenario="normandy_1")
        if able:
            assert play(state, use()).state.units[key(state, ".50 cal HMG")].protecting
        else:
            assert why(state, use()).rule == "FF-4.4.1.def1"


@pytest.mark.rule("FF-4.4.1.def1")
def test_protective_fires_are_released_by_a_signal() -> None:
    row = {"agency": "guns", "type": "FPF", "modifier": -6, "missions": 0, "draws": {}}
    facts = {"mission": {"type": "defensive", "fire_support": [row]}}
    markers = {1: {"kind": "protective_fire", "at": "R3C1", "form": "guns"}}
    state = position("red_cluster", "FPF", {"CO HQ": "R1C1"}, hq="CO HQ", facts=facts, markers=markers)
    assert "pending" in {one.kind for one in play(state, use()).state.markers.values()}


@pytest.mark.rule("FF-4.4.1.d", "FF-4.2.5.pinned.fire")
def test_a_signal_to_cease_fire_needs_one_on_the_card_who_is_not_pinned() -> None:
    rows = {"2/1 PLT": {"at": "R3C1", "pinned": True}, GERMAN: {"at": "R4C1", "unspotted": True}}
    fires = {"2/1 PLT": {"at": "R3C2"}}
    alone = play(position("red_cluster", "CF", rows, fires=fires), use()).state
    assert fire_of(alone, "2/1 PLT") == "R3C2"
    rows["3/1 PLT"] = {"at": "R3C1"}
    both = play(position("red_cluster", "CF", rows, fires={**fires, "3/1 PLT": {"at": "R3C2"}}), use()).state
    assert (fire_of(both, "2/1 PLT"), fire_of(both, "3/1 PLT")) == ("", "")


@pytest.mark.rule("FF-4.4.b", "FF-4.4.a")
def test_what_does_not_fly_is_refused_beyond_the_own_card_with_its_reason() -> None:
    assert why(position("smoke"), use("R2C1")).rule == "FF-4.4.b"
    assert why(position("illum"), use("R3C1")).rule == "FF-4.4.b"
    assert play(position("illum"), use("R2C1"))
    assert play(position("smoke"), use("R1C1"))


@pytest.mark.rule("FF-4.2.1c.to")
@pytest.mark.parametrize("name", ["Fire Team (rifle) 1", "Assault Team 1"])
def test_fighting_teams_use_devices_as_well(name: str) -> None:
    state = position("smoke", units={name: "R1C1"}, assets={1: {"kind": "smoke", "holder": name}})
    assert play(state, use(unit=name)).state.markers


@pytest.mark.rule("FF-4.4.b", "FF-4.4.3.d")
def test_gas_goes_to_the_next_card_by_launcher_and_light_to_the_own_card_too() -> None:
    assert play(position("illum"), use("R1C1"))
    assert why(position("cs"), use("R2C1")).rule == "FF-4.4.b"
    squad = "1/1 PLT"
    rows = {squad: "R1C1"}
    launcher = board(rows, scenario="vietnam_2", assets={1: {"kind": "cs", "holder": squad}})
    assert play(launcher, use("R2C1"))
    assert play(launcher, use("R1C1"))


@pytest.mark.rule("FF-4.4.1.f", "FF-4.4.1.off1")
def test_those_who_obey_a_signal_go_together_and_none_opens_the_way_for_another() -> None:
    rows = {"1/2 PLT": "R3C1", "3/2 PLT": {"at": "R3C2", "pinned": True}}
    state = position("red_cluster", "M2PO", rows, controls={"primary": place(4, 1)})
    after = play(state, use()).state
    assert after.units[key(state, "1/2 PLT")].at == card(state, "R4C1")
    assert after.units[key(state, "3/2 PLT")].at == card(state, "R3C2")
    full = {f"{n}/{p} PLT": "R3C1" for n, p in ((2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3))}
    crowd = play(position("red_cluster", "M2PO", full, controls={"primary": place(4, 1)}), use()).state
    there = [name for name in full if crowd.units[key(state, name)].at == card(state, "R4C1")]
    assert len(there) == 5


@pytest.mark.rule("FF-4.4.1.off1", "FF-4.4.1.f")
def test_by_signal_only_those_infiltrate_who_could_and_only_while_there_is_room() -> None:
    start, goal = place(3, 1), place(4, 1)
    fields = {"controls": {"attack_position": start, "primary": goal}}
    fire = {1: {"kind": "incoming", "at": "R3C1", "value": -3}}
    rows = {"2/1 PLT": "R3C1", "3/1 PLT": {"at": "R3C1", "exposed": True}, "1/2 PLT": "R3C2"}
    state = position("red_cluster", "InfAP2PO", rows, markers=fire, **fields)
    after = play(state, use(), deck=[2, 3]).state
    assert [after.units[key(state, name)].at == goal for name in rows] == [True, False, False]
    calm = position("red_cluster", "InfAP2PO", rows, **fields)
    assert play(calm, use()).state.units[key(state, "2/1 PLT")].at == start
    full = {f"{n}/{p} PLT": "R3C1" for n, p in ((2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3))}
    crowd = play(
        position("red_cluster", "InfAP2PO", full, markers=fire, **fields), use(), deck=list(range(1, 11))
    ).state
    assert sum(crowd.units[key(state, name)].at == goal for name in full) == 5


@pytest.mark.rule("FF-4.4.1.def1", "FF-4.4.1.d", "FF-4.4.1.i")
def test_where_aircraft_are_called_a_device_may_mark_for_them_but_signals_no_more_than_elsewhere() -> None:
    air = {"agency": "planes", "type": "CAS", "modifier": -7, "missions": 1, "draws": {}}
    facts = {"mission": {"type": "defensive", "fire_support": [air]}, "map": {"rows": 4, "columns": 4}}
    gun = {".50 cal HMG": {"at": "R2C2", "protective": 1, "ammo": 4}, "CO HQ": "R1C1", "1 PLT HQ": "R1C1"}
    fields = {"facts": facts, "scenario": "normandy_1"}
    for hq in ("CO HQ", "1 PLT HQ"):
        step = play(position("red_cluster", "FPL", gun, hq=hq, **fields), use())
        assert step.state.units[key(step.state, ".50 cal HMG")].protecting is (hq == "CO HQ")
    night = {"turn": 1, "light": "moon3"}
    rows = {"2/1 PLT": "R1C2"}
    dark = play(position("red_smoke", "M2S", rows, tracks=night, **fields), use()).state
    assert at(dark, "2/1 PLT") == "R1C2"


@pytest.mark.rule("FF-5.1.3.b", "FF-4.2.a")
def test_nobody_goes_to_two_cards_in_an_impulse_by_order_and_by_signal() -> None:
    fire = {1: {"kind": "incoming", "at": "R1C3", "value": -3}}
    state = position("red_cluster", "M2S", {"2/1 PLT": "R1C3"}, markers=fire)
    state = play(state, {"infiltrate": "2/1 PLT", "to": "R1C2"}, deck=[2, 1]).state
    assert not state.units[key(state, "2/1 PLT")].exposed
    state = play(state, use()).state
    assert at(state, "2/1 PLT") == "R1C2"


@pytest.mark.rule("FF-5.1.3.b")
def test_who_has_gone_by_a_signal_gets_no_order_to_go_on() -> None:
    state = position("red_cluster", "M2S", {"2/1 PLT": "R0C2"})
    state = play(state, use()).state
    assert at(state, "2/1 PLT") == "R1C1"
    impulse = state.impulse
    assert impulse is not None
    assert f"{key(state, '2/1 PLT')}:4.2.2a" in impulse.done


@pytest.mark.rule("FF-5.1.3.b", "FF-4.4.1.off1")
def test_who_infiltrates_by_a_signal_has_done_so_in_the_impulse_and_does_it_once() -> None:
    fire = {1: {"kind": "incoming", "at": "R4C3", "value": -3}}
    controls = {"attack_position": place(3, 3), "primary": place(4, 3)}
    state = position("red_cluster", "InfAP2PO", {"2/1 PLT": "R3C3"}, controls=controls, markers=fire)
    after = play(state, use(), deck=[2, 1]).state
    impulse = after.impulse
    assert impulse is not None
    assert f"{key(state, '2/1 PLT')}:4.2.2c" in impulse.done
