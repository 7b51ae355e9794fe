"""Final protective lines and fires."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.actions.arranging import is_anything_to_arrange
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.volume import protective_fire
from sandtable.games.fieldsoffire.rules.sequence.fighting import update_missions
from sandtable.games.fieldsoffire.rules.weapons import protective
from sandtable.games.fieldsoffire.rules.weapons.lines import lost_lines
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, card, drafted, fire_of, key, play, why

HMG, LMG, GERMAN = ".50 cal HMG", "1/LMG (.30 cal)", "German Grenadier squad 1/Gp"
GUNS, MORTARS = "15th FA Bn (105mm)", "Bn Mortar Plt (81mm)"
DRAWS = {"arty_fo": 2, "co_hq": 1}
FIRE = [
    {"agency": GUNS, "type": "HE", "modifier": -5, "missions": 2, "draws": DRAWS},
    {"agency": GUNS, "type": "FPF", "modifier": -6, "missions": 1, "draws": DRAWS},
    {"agency": MORTARS, "type": "FPF", "modifier": -4, "missions": 0, "draws": {}},
]
FACTS = {"map": {"rows": 4, "columns": 4}, "mission": {"type": "defensive", "fire_support": FIRE}}
EDGES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
BEFORE = "mission.arrangements"
RADIO = {1: {"kind": "SCR300", "holder": "CO HQ", "net": "net.bn_tac"}}


def position(units: dict[str, Any], **fields: Any) -> FieldsState:
    return board(units, scenario="normandy_1", facts=fields.pop("facts", FACTS), **fields)


def before(units: dict[str, Any], **fields: Any) -> FieldsState:
    return position(units, at=BEFORE, tracks={"turn": 0}, **fields)


@pytest.mark.rule("FF-7.2.4.a", "FFT-weapons-row-mgtripod")
def test_a_line_is_laid_for_a_tripod_in_a_defence_along_a_diagonal() -> None:
    state = before({HMG: "R1C1", LMG: "R1C1"})
    laid = play(state, {"lay_line": HMG, "towards": "ne"}).state
    assert laid.units[key(state, HMG)].protective == 1
    assert why(state, {"lay_line": LMG, "towards": "ne"}).rule == "FF-7.2.4.a"
    no = protective.why_not_lay_line(state, key(state, HMG), 0)
    assert no is not None
    assert no.key == "refuse.not_diagonal"
    attack = position({HMG: "R1C1"}, facts={"map": FACTS["map"]})
    assert protective.why_not_lay_line(attack, key(attack, HMG), 1)


@pytest.mark.rule("FF-7.2.4.a")
def test_there_are_counters_for_two_lines_and_such_a_gun_reacts_to_nobody() -> None:
    facts = {**FACTS, "mission": {**FACTS["mission"], "campaign": "Naktong River", "attachments": ["HMG Teams"]}}
    bare = position({}, facts=facts)
    guns = [one.name for one in bare.board.counters.values() if one.type.id.startswith("k.hmg")][:3]
    laid = {guns[0]: {"at": "R1C1", "protective": 1}, guns[1]: {"at": "R1C2", "protective": 7}}
    state = before({**laid, guns[2]: "R1C3"}, facts=facts)
    assert why(state, {"lay_line": guns[2], "towards": "ne"}).key == "refuse.no_line_left"
    quiet = position({HMG: {"at": "R1C1", "protective": 1}, GERMAN: {"at": "R3C1", "held": True}})
    assert fire_of(quiet, HMG) == ""


@pytest.mark.rule("FF-4.2.4m", "FF-4.2.4m.fpl", "FF-7.2.4.b1")
def test_the_company_headquarters_orders_the_line_to_be_fired() -> None:
    units = {HMG: {"at": "R1C1", "protective": 1, "ammo": 4}, "CO HQ": "R1C1", "1 PLT HQ": "R1C1", LMG: "R1C1"}
    state = position(units, hq="CO HQ")
    after = play(state, {"fire_line": HMG}).state
    assert after.units[key(state, HMG)].protecting
    assert why(state, {"fire_line": LMG}).rule == "FF-4.2.4m.fpl"
    assert why(position(units, hq="1 PLT HQ"), {"fire_line": HMG}).rule == "FF-4.1.3.c"
    pinned = position({**units, HMG: {"at": "R1C1", "protective": 1, "pinned": True}}, hq="CO HQ")
    assert why(pinned, {"fire_line": HMG}).rule == "FF-4.2.4m.fpl"
    far = position({**units, "CO HQ": "R2C2"}, hq="CO HQ")
    assert why(far, {"fire_line": HMG}).rule == "FF-4.3.1.a"


@pytest.mark.rule("FF-7.2.4.f")
def test_without_ammunition_the_line_is_lifted_and_the_gun_reacts_again() -> None:
    state = position({HMG: {"at": "R1C1", "protective": 1, "protecting": True, "empty": True}, GERMAN: "R2C1"})
    gun = state.units[key(state, HMG)]
    assert (gun.protective, gun.protecting, fire_of(state, HMG)) == (-1, False, "R2C1")


@pytest.mark.rule("FF-7.2.4.b", "FF-7.2.4.g")
def test_a_gun_that_is_pinned_fires_its_line_on() -> None:
    state = position({HMG: {"at": "R1C1", "protective": 1, "protecting": True, "pinned": True}})
    assert len(protective_fire(state)) == 3


@pytest.mark.rule("FF-7.2.4.c")
@pytest.mark.parametrize(
    ("levels", "reached"), [((0, 0, 0), 3), ((1, 2, 3), 3), ((0, 1, 1), 1), ((1, 0, 0), 1), ((1, 1, 0), 1)]
)
def test_a_line_runs_level_or_up_or_down_but_never_both(levels: tuple[int, ...], reached: int) -> None:
    facts = {**FACTS, "terrain": {f"h{one}": {"elevation": one} for one in (1, 2, 3)}}
    cards = {f"R{n}C{n}": {"terrain": f"h{one}"} for n, one in enumerate(levels, start=2) if one}
    state = position({HMG: {"at": "R1C1", "protective": 1, "protecting": True}}, cards=cards, facts=facts)
    assert len(protective_fire(state)) == reached


@pytest.mark.rule("FF-7.16.2.D", "FF-7.16.2.D.a")
def test_an_agency_lays_its_fire_where_an_observer_sees_and_no_friend_is() -> None:
    state = before({"ARTY FO": "R1C1", "1/1 PLT": "R2C1"})
    laid = play(state, {"lay_fire": GUNS, "card": "R3C1"}).state
    moved = play(laid, {"lay_fire": GUNS, "card": "R4C1"}).state
    assert [(one.kind, one.at, one.form) for one in moved.markers.values()] == [
        ("protective_fire", card(state, "R4C1"), GUNS)
    ]
    assert why(state, {"lay_fire": GUNS, "card": "R2C1"}).rule == "FF-7.16.2.D.a"
    assert why(state, {"lay_fire": GUNS, "card": "R3C2"}).rule == "FF-7.16.2.D.a"


def fallen(state: FieldsState) -> list[tuple[str, int]]:
    return sorted((one.kind, one.value) for one in state.markers.values() if one.kind in ("pending", "incoming"))


@pytest.mark.rule("FF-4.2.4m", "FF-4.2.4m.fpf", "FF-7.16.2.D.b", "FF-7.16.2.D")
def test_once_called_it_falls_every_turn_for_an_he_mission_each_until_none_is_left() -> None:
    markers = {1: {"kind": "protective_fire", "at": "R3C1", "form": GUNS}}
    state = position({"CO HQ": "R1C1"}, hq="CO HQ", markers=markers, assets=RADIO, support={f"{GUNS}/HE": 2})
    called = play(state, {"fire_protective": "CO HQ", "card": "R3C1"}).state
    assert (fallen(called), called.support[f"{GUNS}/HE"]) == ([("pending", -6)], 1)
    d = drafted(called)
    update_missions(d)
    assert (fallen(d.now), d.now.support[f"{GUNS}/HE"]) == ([("incoming", -6)], 1)
    d.set(turn=2)
    update_missions(d)
    assert (fallen(d.now), d.now.support[f"{GUNS}/HE"]) == ([("incoming", -6)], 0)
    d.set(turn=3)
    update_missions(d)
    assert fallen(d.now) == []


@pytest.mark.rule("FF-3.1.a", "FF-4.2.4m.fpf", "FF-7.16.2.D.b")
def test_an_agency_on_the_move_neither_releases_its_fire_nor_fires_on_in_that_turn() -> None:
    silent = {"silent.artillery": {"until": 1}}
    markers = {1: {"kind": "protective_fire", "at": "R3C1", "form": GUNS}}
    fields: dict[str, Any] = {"hq": "CO HQ", "assets": RADIO, "support": {f"{GUNS}/HE": 2}, "standing": silent}
    no = why(position({"CO HQ": "R1C1"}, markers=markers, **fields), {"fire_protective": "CO HQ", "card": "R3C1"})
    assert (no.rule, no.key) == ("FF-3.1.a", "refuse.agency_displacing")
    markers[1]["turn"] = 1
    d = drafted(
        position({"CO HQ": "R1C1"}, markers=markers, **{**fields, "standing": {"silent.artillery": {"until": 2}}})
    )
    d.set(turn=2)
    update_missions(d)
    assert (fallen(d.now), d.now.support[f"{GUNS}/HE"], d.now.markers[1].turn) == ([], 2, 1)
    d.set(turn=3)
    update_missions(d)
    assert (fallen(d.now), d.now.support[f"{GUNS}/HE"]) == ([("incoming", -6)], 1)


@pytest.mark.rule("FF-4.2.4m.fpf", "FF-4.2.4m")
def test_only_the_company_headquarters_calls_it_and_over_its_net() -> None:
    markers = {1: {"kind": "protective_fire", "at": "R3C1", "form": MORTARS}}
    units = {"CO HQ": "R1C1", "CO XO": "R1C1"}
    order = {"fire_protective": "CO HQ", "card": "R3C1"}
    free = position(units, hq="CO HQ", markers=markers, assets=RADIO)
    assert fallen(play(free, order).state) == [("pending", -4)]
    assert why(position(units, hq="CO XO", markers=markers, assets=RADIO), order).rule == "FF-4.1.3.c"
    assert why(position(units, hq="CO HQ", markers=markers), order).rule == "FF-4.3.3.b"
    assert why(position(units, hq="CO HQ", assets=RADIO), order).rule == "FF-4.2.4m.fpf"
    spent = {1: {"kind": "protective_fire", "at": "R3C1", "form": GUNS}}
    empty = position(units, hq="CO HQ", markers=spent, assets=RADIO, support={f"{GUNS}/HE": 0})
    assert why(empty, order).rule == "FF-4.2.4m.fpf"


@pytest.mark.rule("FF-7.16.2.D.b")
def test_an_observer_or_headquarters_that_can_call_fire_stops_it() -> None:
    markers = {1: {"kind": "protective_fire", "at": "R3C1", "form": GUNS, "turn": 1}}
    assets = {**RADIO, 2: {"kind": "SCR610", "holder": "ARTY FO", "net": "net.arty_fd"}}
    units = {"CO HQ": "R1C1", "ARTY FO": "R1C1", "1/1 PLT": "R1C1"}
    state = position(units, hq="CO HQ", markers=markers, assets=assets)
    for name in ("CO HQ", "ARTY FO"):
        assert not play(state, {"stop_protective": name, "card": "R3C1"}).state.markers[1].turn
    assert why(state, {"stop_protective": "1/1 PLT", "card": "R3C1"}).rule == "FF-7.16.1.b"


@pytest.mark.rule("FF-7.16.2.D.b")
def test_each_agency_goes_on_by_itself_and_what_is_stopped_can_be_called_again() -> None:
    markers = {
        1: {"kind": "protective_fire", "at": "R3C1", "form": GUNS, "turn": 1},
        2: {"kind": "protective_fire", "at": "R4C1", "form": MORTARS, "turn": 1},
        3: {"kind": "target", "at": "R3C1", "form": GUNS, "turn": 1},
    }
    state = position({"CO HQ": "R1C1"}, hq="CO HQ", markers=markers, assets=RADIO, support={f"{GUNS}/HE": 0})
    step = play(state, {"stop_protective": "CO HQ", "card": "R4C1"})
    assert [step.state.markers[number].turn for number in (1, 2, 3)] == [1, 0, 1]
    assert [entry.params["stop"] for entry in step.entries if entry.key == "log.protective_fire"] == [1]
    assert protective.laid_fires(step.state, called=False) == (card(state, "R4C1"),)
    assert protective.laid_fires(step.state, called=True) == (card(state, "R3C1"),)
    d = drafted(state)
    d.set(turn=2)
    update_missions(d)
    assert fallen(d.now) == [("incoming", -4)]
    assert [d.now.markers[number].turn for number in (1, 2)] == [0, 1]
    quiet = position({"CO HQ": "R1C1"}, hq="CO HQ", assets=RADIO)
    assert why(quiet, {"stop_protective": "CO HQ", "card": "R3C1"}).rule == "FF-7.16.2.D.b"
    deaf = position({"CO HQ": "R1C1"}, hq="CO HQ", markers=markers)
    assert why(deaf, {"stop_protective": "CO HQ", "card": "R3C1"}).rule == "FF-4.3.3.b"


@pytest.mark.rule("FF-2.4.1.B.fpl")
def test_a_defence_offers_protective_lines_and_fires() -> None:
    gun, man = {HMG: "R1C1"}, {LMG: "R1C1"}
    no_fire = {"map": FACTS["map"], "mission": {"type": "defensive", "fire_support": FIRE[:1]}}
    attack = {"map": FACTS["map"], "mission": {"type": "offensive", "fire_support": FIRE}}
    assert is_anything_to_arrange(position(gun, facts=no_fire))
    assert is_anything_to_arrange(position(man))
    assert not is_anything_to_arrange(position(man, facts=no_fire))
    assert not is_anything_to_arrange(position(gun, facts=attack))


@pytest.mark.rule("FF-7.2.4.a", "FF-7.2.4.f")
@pytest.mark.parametrize("protecting", [False, True])
def test_an_order_to_shift_takes_a_gun_off_its_line_whether_it_fires_it_or_waits(protecting: bool) -> None:
    row = {"at": "R1C2", "protective": 1, "protecting": protecting, "ammo": 6}
    state = position({HMG: row, GERMAN: {"at": "R3C2", "held": True}, LMG: {"at": "R1C1"}})
    after = play(state, {"shift": HMG, "to": "R3C2"}).state
    assert after.units[key(after, HMG)].protective == -1
    assert fire_of(after, HMG) == "R3C2"
    # Others who shift the fire of the card leave a gun that waits on its line alone.
    pair = position({HMG: row, LMG: "R1C2", GERMAN: {"at": "R3C2", "held": True}})
    turned = play(pair, {"shift": LMG, "to": "R1C3"}).state
    assert turned.units[key(turned, HMG)].protective == (-1 if protecting else 1)


@pytest.mark.rule("FF-7.2.4.f", "FF-7.2.1.b")
def test_a_crew_that_becomes_a_fire_team_has_no_line_and_an_exposed_one_fires_nothing() -> None:
    row = {"at": "R1C2", "protective": 1, "protecting": True, "ammo": 6}
    assert protective_fire(position({HMG: row}))
    turned = position({HMG: {**row, "flipped": True}})
    assert (turned.units[key(turned, HMG)].protective, protective_fire(turned)) == (-1, ())
    assert lost_lines(position({HMG: {"at": "R1C2", "flipped": True}})) == ()
    shown = position({HMG: {**row, "exposed": True}})
    assert (shown.units[key(shown, HMG)].protective, protective_fire(shown)) == (1, ())


@pytest.mark.rule("FF-7.2.4.b", "FF-7.2.4.b2", "FF-7.2.4.c", "FF-7.2.4.g")
def test_a_line_follows_the_ground_as_far_as_it_is_in_sight_and_ends_in_smoke() -> None:
    row = {"at": "R1C1", "protective": 1, "protecting": True, "ammo": 6}

    def lies(**fields: Any) -> list[str]:
        unit = {**row, **fields.pop("unit", {})}
        state = position({HMG: unit}, **fields)
        return [label(state.scenario, "place", one) for _, _, one in protective_fire(state)]

    assert lies() == ["R2C2", "R3C3", "R4C4"]
    assert lies(tracks={"turn": 1, "light": "moon5"}) == ["R2C2", "R3C3", "R4C4"]
    assert lies(unit={"empty": True}, frozen=True) == []
    assert lies(unit={"protecting": False}) == []
    smoke = {"kind": "smoke", "value": 2}
    assert lies(markers={1: {**smoke, "at": "R1C1"}}) == []
    assert lies(markers={1: {**smoke, "at": "R3C3"}}) == ["R2C2", "R3C3"]
    assert lies(cards={"R3C3": {"hills": 1}}) == ["R2C2"], "level, then up"
    assert lies(cards={"R2C2": {"hills": 1}, "R3C3": {"hills": 2}, "R4C4": {"hills": 3}}) == ["R2C2"], (
        "hills hide hills"
    )
    facts = {**FACTS, "terrain": {"rise": {"elevation": 1}, "top": {"elevation": 2}}}
    slope = {"R2C2": {"terrain": "rise"}, "R3C3": {"terrain": "top"}}
    assert lies(facts=facts, cards=slope) == ["R2C2", "R3C3"], "up, and then down again"
    wood = {**FACTS, "terrain": {"wood": {"cc": 2, "edges": dict.fromkeys(EDGES, "dark")}}}
    assert lies(facts=wood, cards={"R2C2": {"terrain": "wood"}}) == ["R2C2"], "nothing is seen behind it"
    assert lies(facts={**FACTS, "map": {"rows": 2, "columns": 2}}) == ["R2C2"], "the map ends"
    house = {1: {"at": "R1C1", "kind": "upper_story", "value": 3, "up": True}}
    assert lies(facts=wood, cards={"R2C2": {"terrain": "wood"}}, covers=house, unit={"cover": 1}) == [
        "R2C2",
        "R3C3",
        "R4C4",
    ]
