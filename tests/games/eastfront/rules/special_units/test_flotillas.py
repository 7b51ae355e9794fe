"""Flotillas: the waters they move on, storms and ice, and how they fight."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.air import flak
from sandtable.games.eastfront.rules.combat import combat
from sandtable.games.eastfront.rules.declaration import declaration
from sandtable.games.eastfront.rules.special_units import flotillas
from sandtable.games.eastfront.rules.supply import supply
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

# The Dnepr of these boards: it runs between the columns 36 and 37 from row 3 to row 7 and meets the sea in the south.
RIVER = ("3604-3703", "3604-3704", "3605-3704", "3605-3705", "3606-3705", "3606-3706", "3607-3706", "3607-3707")
SIDES: dict[str, Any] = {side: {"river": "major"} for side in RIVER}
SEA = {h: {"terrain": "sea"} for h in (3608, 3609, 3708, 3709, 3808, 3809, 3909)}
COAST = {h: {"coastal": True} for h in (3607, 3706, 3707, 3508, 3807, 3907, 4010)}
CANAL = {h: {"canal": True} for h in (3604, 3503, 3403)}
HEXES: dict[int, Any] = {**SEA, **COAST, **CANAL, 3707: {"coastal": True, "port": "minor"}}
SHAPE = {"label": "F", "type": "flotilla", "size": "regiment", "stack": 1, "steps": 1, "front": "1-1-16"}
NEW = [
    {**SHAPE, "id": "Flotilla", "side": "soviet", "nation": "soviet"},
    {**SHAPE, "id": "Axis Flotilla", "side": "axis", "nation": "german", "zone_of_control": True},
]


def waters(at: Any = "soviet.movement", pieces: dict[str, Any] | None = None, **more: Any) -> CrimeaState:
    """A major river that flows into the sea, a canal that leaves it, a port at its mouth."""
    facts = {"hexes": HEXES, "sides": SIDES, "units": {"new": NEW}, **more.pop("facts", {})}
    return board(at, pieces or {"Flotilla": 3605}, facts=facts, **more)


def sail(*path: int, unit: str = "Flotilla") -> dict[str, Any]:
    return {"do": "sail", "unit": unit, "path": list(path)}


def reached(state: CrimeaState, unit: str = "Flotilla") -> list[int]:
    place = state.pieces[key(state, unit)].hex
    return sorted(flotillas.waters(state.board, place))


@pytest.mark.rule("EF-PB8.26.a")
def test_no_flotilla_in_shallows() -> None:
    hexes = {**HEXES, 3606: {"shallow": True}}
    state = waters(facts={"hexes": hexes})
    assert why(state, "soviet", sail(3606)).rule == "EF-PB8.26.a"
    assert may(state, "soviet", sail(3604))


@pytest.mark.rule("EF-PB8.26.d")
def test_flotillas_go_into_the_sea_of_azov() -> None:
    hexes = {**HEXES, 3708: {"terrain": "sea", "zone": "azov"}}
    state = waters(pieces={"Flotilla": 3707}, facts={"hexes": hexes})
    assert may(state, "soviet", sail(3708))


# -- the waters --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-11.21", "EF-11.23")
def test_on_a_river_along_either_bank_and_across() -> None:
    state = waters()
    assert reached(state) == [3604, 3606, 3704, 3705]
    step = play(state, "soviet", sail(3606, 3705, 3704, 3604))
    assert where(step.state, "Flotilla") == 3604
    assert logged(step, "moved").params["spent"] == "4"
    assert why(state, "soviet", sail(3505)).rule == "EF-11.21"
    assert why(state, "soviet", {"move": "Flotilla", "path": [3604]}).rule == "EF-11.21"
    mixed = waters(pieces={"Flotilla": 3605, "143 Rifle Bde": 3605})
    assert why(mixed, "soviet", sail(3604, unit="143 Rifle Bde")).rule == "EF-11.21"


@pytest.mark.rule("EF-11.24")
def test_from_the_mouth_along_coasts_and_over_the_sea() -> None:
    mouth = waters(pieces={"Flotilla": 3707})
    assert reached(mouth) == [3607, 3608, 3706, 3708, 3807, 3808]
    assert may(mouth, "soviet", sail(3708, 3709, 3809, 3909, 4010))
    # Two coasts with land between them are not joined.
    apart = waters(pieces={"Flotilla": 3607}, facts={"hexes": {**HEXES, 3506: {"coastal": True}}})
    assert 3506 not in reached(apart)
    assert 3807 in reached(mouth)  # the same sea lies before both


@pytest.mark.rule("EF-11.25")
def test_a_canal_leads_from_hex_to_hex_and_has_no_other_bank() -> None:
    state = waters(pieces={"Flotilla": 3403})
    assert reached(state) == [3503]
    assert may(state, "soviet", sail(3503, 3604, 3605))
    assert reached(waters(pieces={"Flotilla": 3503})) == [3403, 3604]


@pytest.mark.rule("EF-11.21", "EF-13.22")
@pytest.mark.parametrize("level", [1, 2])
def test_four_points_a_hex_under_interdiction(level: int) -> None:
    state = waters(interdiction={3605: level})
    step = play(state, "soviet", sail(3606, 3607, 3707))
    assert logged(step, "moved").params["spent"] == "6"
    axis = waters("axis.movement", {"Axis Flotilla": 3605}, interdiction={3605: level})
    assert logged(play(axis, "axis", sail(3606, unit="Axis Flotilla")), "moved").params["spent"] == "1"


@pytest.mark.rule("EF-11.22", "EF-23.31", "EF-10.23")
def test_sixteen_hexes_in_both_phases_and_none_in_reaction() -> None:
    for phase in ("movement", "motorised"):
        state = waters(f"soviet.{phase}", facts={"units": {"new": [{**NEW[0], "front": "1-1-3"}]}})
        assert may(state, "soviet", sail(3606, 3607, 3608))
        assert why(state, "soviet", sail(3606, 3607, 3608, 3609)).rule == "EF-23.31"
    moved = play(state, "soviet", sail(3606)).state
    assert why(moved, "soviet", sail(3605)).rule == "EF-11.22"
    assert flotillas.allowance(waters(), key(waters(), "Flotilla")) == 16
    marked = {"3510": {"side": "axis", "hexes": ["3510"], "units": ["73 Inf Div"]}}
    pieces = {"73 Inf Div": 3509, "106 Rifle Div": 3510, "51 Army HQ": 3512, "54 Mot Rgt": 3512, "Flotilla": 3605}
    reacting = waters("axis.reaction.moves", pieces, attacks=marked)
    assert asked(reacting) == {"soviet": "turn.axis.reaction.moves"}
    no = flotillas.why_not_sail(reacting, "soviet", key(reacting, "Flotilla"))
    assert no is not None
    assert no.rule == "EF-23.31"
    hungry = waters(pieces={"Flotilla": {"hex": "3605", "supply": 2}})
    assert flotillas.allowance(hungry, key(hungry, "Flotilla")) == 12


@pytest.mark.rule("EF-11.26", "EF-23.31")
def test_into_an_enemy_zone_but_not_through_it_and_never_into_his_hex() -> None:
    state = waters(pieces={"Flotilla": 3605, "73 Inf Div": 3507})
    assert may(state, "soviet", sail(3606, 3607))
    assert why(state, "soviet", sail(3606, 3607, 3608)).rule == "EF-11.26"
    assert logged(play(state, "soviet", sail(3606, 3607)), "moved").params["spent"] == "3"
    inside = waters(pieces={"Flotilla": 3607, "73 Inf Div": 3506})
    assert why(inside, "soviet", sail(3606)).rule == "EF-11.26"
    assert may(inside, "soviet", sail(3608))
    blocked = waters(pieces={"Flotilla": 3605, "52 Art Rgt": 3605, "49 Art Rgt": 3606})
    assert why(blocked, "soviet", sail(3606)).rule == "EF-11.26"
    # The zone of a unit on the far bank does not reach over the river.
    across = waters(pieces={"Flotilla": 3604, "73 Inf Div": 3705})
    assert may(across, "soviet", sail(3605, 3606, 3607))


@pytest.mark.rule("EF-11.27")
@pytest.mark.parametrize(
    ("weather", "arctic", "moves"),
    [("dry", False, True), ("frost", False, True), ("snow", False, False), ("dry", True, False)],
)
def test_snow_and_the_ice_after_arctic_cold_hold_them(weather: str, arctic: bool, moves: bool) -> None:
    state = waters(weather=weather, tracks={"tracks": {"first_arctic": 47} if arctic else {}})
    assert may(state, "soviet", sail(3606)) is moves
    if not moves:
        assert why(state, "soviet", sail(3606)).rule == "EF-11.27"


def test_a_side_without_flotillas_is_told_at_once() -> None:
    state = board("soviet.movement", scenario="7", bare=False)
    assert why(state, "soviet", sail(6912, unit="72 Cav Div")).key == "refuse.no_flotillas"


# -- storms ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-23.34.a")
def test_storms_drive_flotillas_from_the_sea_into_port() -> None:
    pieces = {"Flotilla": 3909, "Axis Flotilla": 3605}
    facts = {"card": {"calendar": [{"turn": n, "climate": "dry"} for n in range(48, 52)]}}

    def in_storms(**more: Any) -> CrimeaState:
        state = waters("strategic.weather", more.pop("pieces", pieces), facts=facts, dice=[7], **more)
        assert state.storms
        return state

    state = in_storms(control={3707: "soviet"})
    assert where(state, "Flotilla") == 3707
    assert where(state, "Axis Flotilla") == 3605  # on the river
    assert [state.pieces[key(state, name)].no_move for name in pieces] == [1, 1]
    stays = in_storms(control={3707: "axis"})
    assert where(stays, "Flotilla") == 3909
    assert stays.pieces[key(stays, "Flotilla")].no_move == 1
    held = waters(pieces={"Flotilla": {"hex": "3605", "no_move": 1}}, storms=True)
    assert why(held, "soviet", sail(3606)).rule == "EF-23.34.a"


@pytest.mark.rule("EF-PB8.26.a")
def test_no_shelter_from_storms_in_shallows() -> None:
    shoal = {**HEXES, 3707: {"coastal": True, "port": "shallow", "shallow": True}}
    facts = {"card": {"calendar": [{"turn": n, "climate": "dry"} for n in range(48, 52)]}, "hexes": shoal}
    state = waters("strategic.weather", {"Flotilla": 3909}, facts=facts, dice=[7], control={3707: "soviet"})
    assert where(state, "Flotilla") == 3909


@pytest.mark.rule("EF-15.53.c", "EF-23.34.a")
def test_no_attack_in_storms() -> None:
    pieces = {"Flotilla": 3608, "106 Rifle Div": 3507, "Axis Rcn Bn": 3508}
    order = {"do": "declare", "hexes": [3508], "units": ["Flotilla", "106 Rifle Div"]}
    calm = waters("soviet.declaration", pieces)
    assert may(calm, "soviet", order)
    storm = waters("soviet.declaration", pieces, storms=True)
    assert why(storm, "soviet", order).rule == "EF-15.53.c"
    assert may(storm, "soviet", {**order, "units": ["106 Rifle Div"]})


# -- combat ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-23.32")
def test_a_flotilla_bars_supply_lines_through_its_hex() -> None:
    state = waters(pieces={"Flotilla": 3607, "73 Inf Div": 3504})
    assert supply.is_blocked(state, "axis", 3607)
    assert not supply.is_blocked(state, "soviet", 3607)
    assert not supply.is_blocked(state, "axis", 3606)


@pytest.mark.rule("EF-23.32")
def test_a_flotilla_attacks_over_the_water_and_suffers_as_others_do() -> None:
    state = waters("soviet.declaration", {"Flotilla": 3608, "Axis Rcn Bn": 3607})
    assert declaration.can_enter(state, key(state, "Flotilla"), 3608, 3607)
    assert not declaration.can_enter(state, key(state, "Axis Rcn Bn"), 3607, 3608)
    assert may(state, "soviet", {"do": "declare", "hexes": [3607], "units": ["Flotilla"]})
    marked = {"3607": {"side": "axis", "hexes": ["3607"], "units": ["73 Inf Div"]}}
    beaten = waters("axis.combat.attacks", {"Flotilla": 3607, "73 Inf Div": 3606}, attacks=marked)
    beaten = play(beaten, "axis", {"resolve": 3607}).state
    beaten = play(beaten, "axis", {"do": "assault", "units": ["73 Inf Div"]}).state
    beaten = play(beaten, "axis", {"command": "none"}, [1]).state
    assert where(beaten, "Flotilla") in ("cadre", "eliminated")


@pytest.mark.rule("EF-23.33")
def test_motorised_units_overrun_a_flotilla_from_its_own_bank_or_coast() -> None:
    state = waters("axis.movement", {"Flotilla": 3606, "Groddeck Bde": 3506})
    assert may(state, "axis", {"do": "overrun", "units": ["Groddeck Bde"], "path": [3506, 3606]})
    coast = waters("axis.movement", {"Flotilla": 3607, "Groddeck Bde": 3506})
    assert may(coast, "axis", {"do": "overrun", "units": ["Groddeck Bde"], "path": [3506, 3607]})
    across = flotillas.why_no_overrun(waters("axis.movement", {"Flotilla": 3605, "Groddeck Bde": 3705}), 3705, 3605)
    assert across is not None
    assert across.rule == "EF-23.33"
    at_sea = flotillas.why_no_overrun(waters("axis.movement", {"Flotilla": 3608, "Groddeck Bde": 3607}), 3607, 3608)
    assert at_sea is not None
    assert at_sea.rule == "EF-23.33"
    assert flotillas.why_no_overrun(waters(pieces={"106 Rifle Div": 3605, "Flotilla": 3605}), 3705, 3605) is None


@pytest.mark.rule("EF-23.34.b", "EF-PB8.84")
def test_flotillas_alone_have_no_guns_behind_them() -> None:
    marked = {"3607": {"side": "axis", "hexes": ["3607"], "units": ["73 Inf Div"]}}
    pieces = {"Flotilla": 3607, "73 Inf Div": 3507, "24 Art Rgt": 3706}
    alone = waters("axis.reaction.guns", pieces, attacks=marked)
    assert asked(alone).get("soviet", "") != "turn.axis.reaction.guns"
    helped = waters("axis.reaction.guns", {**pieces, "143 Rifle Bde": 3607}, attacks=marked)
    assert asked(helped) == {"soviet": "turn.axis.reaction.guns"}
    storming = {"3607": {"side": "soviet", "hexes": ["3607"], "units": ["Flotilla"]}}
    force = {"Flotilla": 3608, "Axis Rcn Bn": 3607, "24 Art Rgt": 3707}
    attack = waters("soviet.combat.attacks", force, attacks=storming)
    attack = play(attack, "soviet", {"resolve": 3607}).state
    assert may(attack, "soviet", {"do": "assault", "units": ["Flotilla"], "support": ["24 Art Rgt"]})


@pytest.mark.rule("EF-23.34.c")
def test_they_retreat_over_the_sea_until_the_first_snow() -> None:
    both = ["73 Inf Div", "46 Inf Div"]
    marked = {"3607": {"side": "axis", "hexes": ["3607"], "units": both}}
    pieces = {"Flotilla": 3607, "106 Rifle Div": 3607, "73 Inf Div": 3506, "46 Inf Div": 3507}

    def beaten(**more: Any) -> CrimeaState:
        state = waters("axis.combat.attacks", pieces, attacks=marked, **more)
        state = play(state, "axis", {"resolve": 3607}).state
        state = play(state, "axis", {"do": "assault", "units": both}).state
        state = play(state, "axis", {"command": "none"}, [6]).state
        assert state.battle is not None
        assert state.battle.result == "-/R"
        return state

    state = beaten()
    assert asked(state) == {"soviet": "battle.result.defender_retreat"}
    assert may(state, "soviet", {"do": "retreat", "units": ["Flotilla"], "path": [3608, 3609]})
    assert not may(state, "soviet", {"do": "retreat", "units": ["106 Rifle Div"], "path": [3608, 3609]})
    assert where(beaten(snowed=True), "Flotilla") == "eliminated"


@pytest.mark.rule("EF-23.34.c", "EF-5.13.a")
@pytest.mark.parametrize(("weather", "snowed"), [("dry", False), ("frost", False), ("snow", True), ("arctic", True)])
def test_the_first_snow_is_remembered(weather: str, snowed: bool) -> None:
    days = [{"turn": n, "weather": weather} for n in range(48, 52)]
    state = waters("strategic.weather", facts={"card": {"calendar": days}})
    assert state.snowed is snowed
    thaw = {"card": {"calendar": [{**day, "weather": "dry"} for day in days]}}
    assert waters("strategic.weather", snowed=True, facts=thaw).snowed


@pytest.mark.rule("EF-23.34.d")
def test_works_do_not_help_a_flotilla_alone() -> None:
    marked = {"3607": {"side": "axis", "hexes": ["3607"], "units": ["73 Inf Div"]}}
    works = {3607: {"side": "soviet"}}

    def fortress(pieces: dict[str, Any]) -> dict[str, int]:
        state = waters("axis.combat.attacks", {"73 Inf Div": 3506, **pieces}, attacks=marked, strongpoints=works)
        return combat.fortress(state, combat.Force(state.attacks[3607], (key(state, "73 Inf Div"),)))

    assert fortress({"Flotilla": 3607}) == {}
    assert fortress({"Flotilla": 3607, "106 Rifle Div": 3607}) == {"strongpoint": 1}


@pytest.mark.rule("EF-23.34.e")
def test_axis_flotillas_do_not_fire_at_aircraft() -> None:
    state = waters(pieces={"Axis Flotilla": 3605, "73 Inf Div": 3504})
    assert not flak.can_fire_aa(state, key(state, "Axis Flotilla"))
    assert flak.can_fire_aa(state, key(state, "73 Inf Div"))


@pytest.mark.rule("EFS-10.44.h")
@pytest.mark.parametrize(("turn", "rule"), [(48, None), (49, "EFS-10.44.h")])
def test_ice_stops_flotillas_at_sea_and_along_the_coast(turn: int, rule: str | None) -> None:
    """All of this sea is that of Azov: neither the hexes of the sea nor the coast before them can be sailed."""
    azov = {h: {"terrain": "sea", "zone": "azov"} for h in SEA}
    freeze = {"card": {"special_rules": [{"key": "winter_freeze", "turns": [49, 60]}]}, "hexes": {**HEXES, **azov}}
    state = waters(facts=freeze, turn=turn, pieces={"Flotilla": 3807})
    for step in (3808, 3907):
        if rule is None:
            assert may(state, "soviet", sail(step))
        else:
            refused = flotillas.ways(state, "soviet", key(state, "Flotilla")).why
            assert refused is not None
            assert refused((), step).rule == rule  # type: ignore[union-attr]
            assert not may(state, "soviet", sail(step))
    # The river is no sea.
    river = waters(facts=freeze, turn=turn, pieces={"Flotilla": 3606})
    assert may(river, "soviet", sail(3605))
