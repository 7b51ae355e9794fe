"""Aircraft over the sea: interdiction of naval movement, naval fighters, attacks on ships."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.rules.air import air, flak, naval_missions, strikes
from sandtable.games.eastfront.rules.naval import losses
from tests.games.eastfront.board import asked, logged, may, play, why
from tests.games.eastfront.fleet import ANCHORAGE, HELD, MAJOR, MINOR, fleet, number, ship
from tests.games.eastfront.guns import GUNS

PLACING, STRIKES = "strategic.interdiction.placing", "axis.strikes"
JU87, JU88, ME109 = ({"side": "axis", "kind": kind, "box": "ready"} for kind in ("Ju87", "Ju88", "Bf109F"))
MIG, YAK = ({"side": "soviet", "kind": kind, "box": "ready"} for kind in ("MiG-3", "Yak-1"))


def sky(at: str, air: dict[str, Any], ships: Any = None, pieces: Any = None, **more: Any) -> Any:
    facts = more.pop("facts", {})
    facts = {**facts, "hexes": {3303: {"place": "town"}}}
    control = {**HELD, 3303: "axis"}
    return fleet(at, {"DD-1": MAJOR} if ships is None else ships, pieces, air=air, facts=facts, control=control, **more)


def patrol(*units: str) -> dict[str, Any]:
    return {"do": "patrol", "units": list(units)}


def strike(water: Any, *units: str) -> dict[str, Any]:
    return {"do": "strike", "water": str(water), "units": list(units)}


def flown(air: dict[str, Any], *units: str, dice: tuple[int, ...] = (), **more: Any) -> Any:
    """A patrol over the sea that the Soviets may oppose."""
    state = play(sky(PLACING, air, **more), "axis", patrol(*units)).state
    return play(state, "axis", {"do": "done"}, dice) if asked(state).get("axis") else state


# -- interdiction of naval movement ------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB6.41", "EF-PB6.42.a")
def test_who_flies_over_the_sea_and_when() -> None:
    state = sky(PLACING, {"A1": JU88, "A2": ME109, "A3": JU87, "A4": JU87})
    assert may(state, "axis", patrol("A1", "A2", "A3"))
    assert why(state, "axis", patrol("A1", "A2", "A3", "A4")).rule == "EF-17.21"
    after = play(state, "axis", patrol("A1")).state
    assert why(after, "axis", patrol("A2")).rule == "EF-PB6.42.a"
    empty = sky(PLACING, {"A1": JU88, "A2": ME109}, ships={})
    assert why(empty, "axis", patrol("A1")).rule == "EF-PB6.41"
    blunt = {"aircraft": {"Bf109F": {"interdiction": 0}}}
    escorts = sky(PLACING, {"A1": JU88, "A2": ME109}, facts=blunt)
    assert may(escorts, "axis", patrol("A1", "A2"))
    assert why(escorts, "axis", patrol("A2")).rule == "EF-PB6.41"


@pytest.mark.rule("EF-PB6.42.b")
def test_only_germans_interdict_the_sea_in_the_joined_game() -> None:
    facts = {"aircraft": {"Ju88": {"nation": "romanian"}}}
    assert may(sky(PLACING, {"A1": JU88, "A2": JU87}, facts=facts), "axis", patrol("A1"))
    state = sky(PLACING, {"A1": JU88, "A2": JU87}, facts=facts, scenario="10")
    assert why(state, "axis", patrol("A1")).rule == "EF-PB6.42.b"
    assert may(state, "axis", patrol("A2"))


@pytest.mark.rule("EF-PB6.42.a", "EF-PB6.42.b")
@pytest.mark.parametrize(("units", "level"), [(("A1",), 1), (("A2",), 2), (("A1", "A2", "A3"), 2)])
def test_survivors_set_the_level_and_no_flak_meets_them(units: tuple[str, ...], level: int) -> None:
    step = flown({"A1": JU88, "A2": JU87, "A3": JU87, "A4": ME109}, *units)
    after = step.state
    if asked(after).get("axis", "").endswith("roles"):
        step = play(after, "axis", {"do": "assign", "mission": []})
        after = step.state
    assert after.tracks["naval_interdiction"] == level
    assert not step.rolls
    assert logged(step, "sea_interdicted").params["level"] == level
    assert {after.air[int(name[1])].box for name in units} == {"flown"}
    assert losses.column(after, 0) == "air_interdiction"
    assert losses.modifiers(after, 0).total == (1 if level > 1 else 0)


@pytest.mark.rule("EF-PB6.51", "EF-PB6.53", "EF-PB6.42.a")
def test_only_naval_fighters_oppose_them() -> None:
    aircraft = {"A1": JU88, "A2": JU87, "S13": YAK, "S12": MIG}
    opposed = flown(aircraft, "A1").state
    assert asked(opposed) == {"soviet": "turn.strategic.interdiction.intercepting"}
    assert why(opposed, "soviet", patrol("S13")).rule == "EF-PB6.53"
    fight = play(opposed, "soviet", patrol("S12"), [1])
    assert logged(fight, "initiative").params["place"].id == "naval_interdiction"
    many = flown({"A1": JU88, "A2": JU87, **dict.fromkeys(("S12", "S13", "S14", "S15"), MIG)}, "A1").state
    assert may(many, "soviet", patrol("S12", "S13", "S14"))
    assert why(many, "soviet", patrol("S12", "S13", "S14", "S15")).rule == "EF-17.21"
    nobody = flown({"A1": JU88, "A2": JU87, "S13": YAK}, "A1").state
    assert nobody.tracks.get("naval_interdiction") == 1


@pytest.mark.rule("EF-PB6.42.b")
def test_the_marker_lasts_for_the_turn() -> None:
    state = sky("soviet.surrender", {}, tracks={"naval_interdiction": 2, "vp": 0})
    assert "naval_interdiction" not in state.tracks
    assert state.turn == 49


@pytest.mark.rule("EF-PB6.52")
def test_naval_aircraft_fly_from_naval_bases_and_map_t(monkeypatch: pytest.MonkeyPatch) -> None:
    aircraft = {"S12": MIG, "S13": YAK}
    based = sky(PLACING, aircraft, pieces={"Naval Base 2": 3202})
    assert air.in_range(based, 12, 4210)
    assert air._naval_bases(based) == (3202,)
    monkeypatch.setattr(air, "RANGE", 3)
    assert air.in_range(based, 12, 3404)
    assert not air.in_range(based, 12, 4210)
    boxed = sky(PLACING, aircraft, facts={"card": {"switches": {"map_t": {"value": True}}}})
    assert air._naval_bases(boxed) == air.map_t.shore(boxed.board)


# -- attacks on ships --------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB6.44.a", "EF-PB2.12.a")
@pytest.mark.parametrize(
    ("row", "water"),
    [
        ({"hex": MAJOR}, MAJOR),
        ({"zone": "crimea"}, "crimea"),
        ({"zone": "sevastopol", "hex": 3807}, "sevastopol"),
        ({"box": "map_t"}, "map_t"),
    ],
)
def test_ships_are_attacked_wherever_they_are(row: dict[str, Any], water: Any) -> None:
    state = sky(STRIKES, {"A1": JU88}, {"DD-1": row})
    assert asked(state) == {"axis": "turn.axis.strikes"}
    flying = play(state, "axis", strike(water, "A1")).state
    assert asked(flying) == {"axis": "strike.aiming"}
    assert why(state, "axis", strike("odessa", "A1")).rule == "EF-PB6.44.a"


@pytest.mark.rule("EF-PB6.44.a", "EF-PB6.41")
def test_three_at_most_and_one_that_can_attack() -> None:
    blunt = {"aircraft": {"Bf109F": {"interdiction": 0}}}
    state = sky(STRIKES, {"A1": JU88, "A2": ME109, "A3": ME109, "A4": ME109}, facts=blunt)
    assert may(state, "axis", strike(MAJOR, "A1", "A2", "A3"))
    assert why(state, "axis", strike(MAJOR, "A1", "A2", "A3", "A4")).rule == "EF-17.21"
    assert why(state, "axis", strike(MAJOR, "A2")).rule == "EF-PB6.44.a"
    early = sky("axis.declaration", {"A1": JU88})
    assert not may(early, "axis", strike(MAJOR, "A1"))


@pytest.mark.rule("EF-PB6.44.b")
def test_targets_are_named_before_anything_is_rolled() -> None:
    state = sky(STRIKES, {"A1": JU88, "A2": JU87}, {"DD-1": MAJOR, "Molotov": MAJOR, "Gp-A": MINOR})
    state = play(state, "axis", strike(MAJOR, "A1", "A2")).state
    no = why(state, "axis", {"do": "aim", "unit": "A1", "ship": "Gp-A"})
    assert (no.rule, no.points[0].id) == ("EF-PB6.44.b", number(state, "Gp-A"))
    one = play(state, "axis", {"do": "aim", "unit": "A1", "ship": "DD-1"})
    assert not one.rolls
    assert why(one.state, "axis", {"do": "aim", "unit": "A1", "ship": "Molotov"}).rule == "EF-PB6.44.b"
    both = play(one.state, "axis", {"do": "aim", "unit": "A2", "ship": "DD-1"}, [1, 1, 6, 8])
    assert [entry.key for entry in both.entries if entry.key == "log.ship_attacked"] == ["log.ship_attacked"] * 2


def attacked(kind: str, row: Any, dice: list[int], pieces: Any = None, ships: Any = None, **more: Any) -> Any:
    """One attack on DD-1, up to its end."""
    aircraft = {"A1": {"side": "axis", "kind": kind, "box": "ready"}}
    state = sky(STRIKES, aircraft, {"DD-1": row, **(ships or {})}, pieces, **more)
    water = row.get("box") or row.get("zone") or str(row["hex"])
    state = play(state, "axis", strike(water, "A1")).state
    target = more.get("target", "DD-1")
    return play(state, "axis", {"do": "aim", "unit": "A1", "ship": target}, dice)


@pytest.mark.rule("EF-PB6.44.c", "EF-PB6.44.d", "EF-PB8.12.d")
def test_a_ship_fires_back_then_the_bombs_fall() -> None:
    step = attacked("Ju88", {"hex": MAJOR, "sailed": True, "damage": 2}, [1, 6])
    assert [entry.key for entry in step.entries][:2] == ["log.flak", "log.ship_attacked"]
    assert logged(step, "ship_attacked").params["points"] == 1
    assert ship(step.state, "DD-1").damage == 3
    assert step.state.air[1].box == "flown"
    shot = attacked("Ju88", {"hex": MAJOR}, [10])
    assert not [entry for entry in shot.entries if entry.key == "log.ship_attacked"]
    assert shot.state.air[1].box in ("flown", "damaged", "destroyed")


@pytest.mark.rule("EF-PB6.44.c", "EF-PB8.12.d")
def test_transports_do_not_fire_for_each_other() -> None:
    state = sky(STRIKES, {"A1": JU88}, {"Gp-A": MAJOR, "Gp-B": MAJOR})
    boats = number(state, "Gp-A")
    assert strikes.fires_back(state, boats, (boats,)) == 0


@pytest.mark.rule("EF-PB6.44.c")
def test_for_transports_another_ship_in_port_fires() -> None:
    state = sky(STRIKES, {"A1": JU88}, {"Gp-A": MAJOR, "DD-1": MAJOR, "DD-2": MINOR})
    boats, guard = number(state, "Gp-A"), number(state, "DD-1")
    assert strikes.fires_back(state, boats, (boats,)) == guard
    assert strikes.fires_back(state, boats, (boats, guard)) == 0
    assert strikes.fires_back(state, guard, (guard,)) == guard
    at_sea = sky(STRIKES, {"A1": JU88}, {"Gp-A": {"zone": "crimea"}, "DD-1": {"zone": "crimea"}})
    assert strikes.fires_back(at_sea, boats, (boats,)) == 0


@pytest.mark.rule("EF-PB6.44.d", "EF-PB6.44.e", "EFT-ship-attack")
@pytest.mark.parametrize(
    ("kind", "row", "total"),
    [
        ("Ju88", {"hex": MAJOR}, 0),
        ("Ju87", {"hex": MAJOR}, -2),
        ("Ju88", {"box": "map_t"}, 2),
        ("Ju87", {"box": "map_t"}, 0),
        ("Ju88", {"zone": "crimea"}, 0),
    ],
)
def test_dive_bombers_and_the_far_box(kind: str, row: dict[str, Any], total: int) -> None:
    step = attacked(kind, row, [1, 5])
    assert sum(part.amount for part in logged(step, "ship_attacked").modifiers) == total


@pytest.mark.rule("EF-PB6.44.c", "EF-PB6.44.d", "EFT-ship-attack")
def test_flak_ashore_and_guns_of_the_coast() -> None:
    flaks = {"51 Army HQ": MAJOR, "44 Army HQ": MAJOR, "47 Army HQ": 3705}
    helped = attacked("Ju88", {"hex": MAJOR}, [1, 5], flaks)
    assert sum(part.amount for part in logged(helped, "ship_attacked").modifiers) == 2
    assert [part.amount for part in logged(helped, "flak").modifiers if part.key == "modifier.flak"] == [2]
    guns = {"147 CD": MINOR}
    under = attacked("Ju88", {"hex": MAJOR}, [1, 5], guns, facts={"units": {"new": GUNS}})
    assert sum(part.amount for part in logged(under, "ship_attacked").modifiers) == -1
    box = {name: {"box": "map_t"} for name in flaks}
    away = attacked("Ju88", {"box": "map_t"}, [1, 5], box)
    assert [part.key for part in logged(away, "ship_attacked").modifiers] == ["modifier.map_t"]


@pytest.mark.rule("EF-PB6.44.a", "EF-PB6.53")
def test_naval_fighters_meet_them_first() -> None:
    state = sky(STRIKES, {"A1": JU88, "S12": MIG, "S13": YAK})
    flying = play(state, "axis", strike(MAJOR, "A1")).state
    assert asked(flying) == {"soviet": "strike.opposing"}
    assert why(flying, "soviet", patrol("S13")).rule == "EF-PB6.53"
    passed = play(flying, "soviet", {"do": "done"}).state
    assert asked(passed) == {"axis": "strike.aiming"}
    fight = play(flying, "soviet", patrol("S12"), [10]).state
    assert any(at.startswith("strike.") for at in asked(fight).values())


@pytest.mark.rule("EF-PB6.52", "EF-PB6.44.a")
def test_naval_fighters_stay_in_range_of_their_base(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(air, "RANGE", 4)
    bomber = {"side": "axis", "kind": "He111", "box": "ready"}
    ghost = {"side": "soviet", "kind": "dummy", "box": "ready"}
    for base, open_ in ((3704, True), (3201, False)):
        state = sky(STRIKES, {"A1": bomber, "S12": MIG, "S13": ghost}, pieces={"Naval Base 2": base})
        flying = play(state, "axis", strike(MAJOR, "A1")).state
        assert may(flying, "soviet", patrol("S12")) is open_
        assert open_ or why(flying, "soviet", patrol("S12")).rule == "EF-PB6.52"
        assert may(flying, "soviet", patrol("S13"))
    over_sea = sky(PLACING, {"A1": JU88, "S12": MIG}, pieces={"Naval Base 2": 3201})
    assert naval_missions.why_not_oppose(over_sea, "soviet", 12) is None


@pytest.mark.rule("EF-PB6.44.e")
def test_aircraft_leave_flotillas_alone() -> None:
    boats = {"id": "Flotilla", "label": "F", "side": "soviet", "nation": "soviet", "type": "flotilla"}
    new = [{**boats, "size": "battalion", "stack": 1, "front": "1-1-16", "steps": 1}]
    state = sky(STRIKES, {"A1": JU88}, {"DD-1": MINOR}, {"Flotilla": MAJOR}, facts={"units": {"new": new}})
    assert why(state, "axis", strike(MAJOR, "A1")).rule == "EF-PB6.44.a"


# -- flak of ships in port ---------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB6.43", "EF-PB8.12.d")
def test_ships_in_port_fire_at_missions_over_it_where_nobody_ashore_can() -> None:
    state = sky(PLACING, {"A1": JU88}, {"DD-1": {"hex": MAJOR, "sailed": True, "damage": 3}, "Gp-A": ANCHORAGE})
    assert flak.ships_with_flak(state, MAJOR) == (number(state, "DD-1"),)
    assert flak.ships_with_flak(state, ANCHORAGE) == ()
    assert flak.ships_with_flak(state, 3705) == ()
    over = play(state, "axis", {"do": "fly", "to": MAJOR, "units": ["A1"]}, [1])
    assert logged(over, "flak").params["kind"] == "Ju88"
    away = play(state, "axis", {"do": "fly", "to": ANCHORAGE, "units": ["A1"]})
    assert not [entry for entry in away.entries if entry.key == "log.flak"]
    ashore = sky(PLACING, {"A1": JU88}, {"Gp-A": ANCHORAGE}, {"106 Rifle Div": ANCHORAGE})
    there = play(ashore, "axis", {"do": "fly", "to": ANCHORAGE, "units": ["A1"]}, [1])
    assert logged(there, "flak").params["kind"] == "Ju88"


@pytest.mark.rule("EF-PB6.43", "EF-PB8.12.d")
def test_ships_do_not_fire_at_their_own_aircraft() -> None:
    """Romanian cavalry, which has no flak, attacks a port; a Soviet bomber helps the defence over its ships."""
    bomber = {"side": "soviet", "kind": "DB3", "box": "ready"}
    force = {"Rom 8(-) Cav Bde": 3705, "106 Rifle Div": MAJOR}
    attack = {str(MAJOR): {"side": "axis", "hexes": [str(MAJOR)], "units": ["Rom 8(-) Cav Bde"]}}
    state = sky("axis.combat.defender_air", {"S12": bomber}, {"DD-1": MAJOR}, force, attacks=attack)
    step = play(state, "soviet", {"do": "fly", "to": MAJOR, "units": ["S12"]})
    if asked(step.state).get("soviet", "").endswith("defender_air"):
        step = play(step.state, "soviet", {"do": "done"})
    assert not [entry for entry in step.entries if entry.key == "log.flak"]
    assert step.state.air[12].box == "flown"


def test_nobody_is_asked_about_the_sea_without_ships() -> None:
    state = sky(STRIKES, {"A1": JU88}, {})
    assert "strikes" not in asked(state).get("axis", "")
    assert naval_missions.patroller(state) == ()


@pytest.mark.rule("EF-PB6.53", "EF-PB6.51")
def test_who_opposes_and_who_does_not() -> None:
    db3 = {"side": "soviet", "kind": "DB3", "box": "ready"}
    tired = {"side": "soviet", "kind": "MiG-3", "box": "flown"}
    dummy = {"side": "soviet", "kind": "dummy", "box": "ready"}
    state = sky(PLACING, {"A1": JU88, "A2": ME109, "S12": MIG, "S13": db3, "S14": tired, "S15": dummy})
    verdicts = {key: naval_missions.why_not_oppose(state, "soviet", key) is None for key in (12, 13, 14, 15, 1, 99)}
    assert verdicts == {12: True, 13: False, 14: False, 15: True, 1: False, 99: False}
    assert naval_missions.why_not_oppose(state, "axis", 2) is not None
