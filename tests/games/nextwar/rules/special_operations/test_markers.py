"""Rules 20.1.1, 20.3 and 20.4: the markers, and in which phases of the turn they go out."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaOptions, KoreaState, Mission, SpecialForces
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.missiles import launches
from sandtable.games.nextwar.rules.reinforcements import arrivals
from sandtable.games.nextwar.rules.special_operations import markers
from sandtable.games.nextwar.rules.strikes import attacks
from sandtable.games.nextwar.scenario import load
from sandtable.games.nextwar.scenario.setup import opening
from tests.games.nextwar.board import QUIET, advanced, air, asked, at, carried_out, draft, play, reasons

FORCES = {"dprk": {"ready": 1}, "rok": {"ready": 1}}
TRACK = {"do": "send_forces", "mission": "track"}


@pytest.mark.rule("NW-20.1.1")
@pytest.mark.parametrize(
    ("campaign", "dprk", "rok"),
    [("strategic_surprise", 6, 3), ("tactical_surprise", 8, 4), ("extended_mobilization", 10, 5)],
)
def test_the_markers_of_the_campaigns(campaign: str, dprk: int, rok: int) -> None:
    forces = opening(load(campaign, KoreaOptions(), {})).special_forces
    assert forces == {
        "cw": SpecialForces(1),
        "dprk": SpecialForces(dprk),
        "rok": SpecialForces(rok),
        "us": SpecialForces(1),
    }


@pytest.mark.rule("NW-20.1.1")
def test_other_scenarios_have_none() -> None:
    for name in ("air_war", "all_in"):
        assert opening(load(name, KoreaOptions(), {})).special_forces == {}


@pytest.mark.rule("NW-20.4")
def test_there_are_no_more_markers_than_the_game_has() -> None:
    printed = {"dprk": 10, "rok": 5, "us": 5, "cw": 2, "japan": 2, "prc": 2}
    assert {nation: markers.most(nation) for nation in printed} == printed

    def after(row: SpecialForces, count: int, nation: str = "dprk") -> SpecialForces:
        state = advanced(QUIET, special_forces={nation: row})
        return carried_out(state, lambda d: markers.reinforce(d, nation, count)).special_forces[nation]

    assert after(SpecialForces(3), 2) == SpecialForces(5)
    assert after(SpecialForces(3, 1, 6), 2) == SpecialForces(5, 1, 4)  # all others are lost ones
    assert after(SpecialForces(3, 1, 2), 2) == SpecialForces(5, 1, 2)  # fresh ones
    assert after(SpecialForces(3, 1, 5), 2) == SpecialForces(5, 1, 4)
    assert after(SpecialForces(8, 1), 3) == SpecialForces(9, 1)  # two are lost to the side for good
    assert after(SpecialForces(9, 1), 1) == SpecialForces(9, 1)
    for ready, told in ((9, ["log.special_forces_come"]), (10, [])):
        d = draft(advanced(QUIET, special_forces={"dprk": {"ready": ready}}))
        markers.reinforce(d, "dprk", 1)
        assert [entry.key for entry in d.entries] == told


@pytest.mark.rule("NW-10.0", "NW-20.4")
def test_markers_come_with_the_reinforcements() -> None:
    plan = {"dprk": [{"turn": 2, "sof": 2}, {"turn": 3, "sof": 4}], "allied": [{"turn": 2, "groups": ["B"]}]}
    state = advanced(QUIET, card={"reinforcements": plan}, came={"B": 2})
    found = carried_out(state, arrivals.receive).special_forces
    assert {nation: row.ready for nation, row in found.items()} == {"dprk": 2, "us": 1}
    standard = advanced(QUIET, card={"reinforcements": {"allied": plan["allied"]}, "level": "standard"})
    assert carried_out(standard, arrivals.receive).special_forces == {}


@pytest.mark.rule("NWS-ADV-14.06", "NW-20.3.b")
def test_used_markers_are_available_again() -> None:
    row = {"side": "dprk", "nation": "dprk", "mission": "track", "done": True}
    forces = {"dprk": {"ready": 1, "used": 2, "lost": 3}, "us": {"ready": 1}}
    state = carried_out(advanced(QUIET, special_forces=forces, operations={1: row}), markers.renew)
    assert state.special_forces == {"dprk": SpecialForces(3, 0, 3), "us": SpecialForces(1)}
    assert state.operations == {}


def until_asked(at_: str, **fields: Any) -> dict[str, str]:
    return asked(advanced(at_, special_forces=FORCES, **fields))


@pytest.mark.rule("NWS-ADV-5")
def test_the_first_phase_belongs_to_the_initiative() -> None:
    for side in ("dprk", "allied"):
        state = advanced("electronic_detection", special_forces=FORCES, initiative=side, first=side)
        assert asked(state) == {side: f"first_special_forces.{side}.sending"}
    contested = advanced("electronic_detection", special_forces=FORCES, initiative="", first="allied")
    assert "first_special_forces" not in next(iter(asked(contested).values()))


def all_sides(state: KoreaState) -> list[str]:
    """Who acts in the second phase, one after the other."""
    found = []
    while any("second_special_forces" in place for place in asked(state).values()):
        ((seat, place),) = asked(state).items()
        found.append(place.removeprefix("second_special_forces."))
        nation = "dprk" if seat == "dprk" else "rok"
        if place.endswith("sending"):
            state = play(state, seat, {**TRACK, "nation": nation}).state
        else:
            state = play(state, seat, {"do": "resolve_mission", "operation": max(state.operations)}, [9, 0]).state
    return found


@pytest.mark.rule("NWS-ADV-7")
def test_the_second_phase_belongs_to_the_other_or_to_both() -> None:
    def second(**more: Any) -> list[str]:
        return all_sides(advanced("second_special_forces", special_forces=FORCES, **more))

    assert second(initiative="dprk", first="dprk") == ["allied.sending", "allied.missions"]
    assert second(initiative="allied", first="allied") == ["dprk.sending", "dprk.missions"]
    both = ["dprk.sending", "dprk.missions", "allied.sending", "allied.missions"]
    assert second(initiative="", first="dprk") == both
    assert second(initiative="", first="allied") == both


@pytest.mark.rule("NW-20.2.3.b")
def test_targeted_works_are_easier_to_strike_until_reorganization() -> None:
    hexes = {"N2810": {"country": "DPRK", "features": ["airfield", "port"]}}
    rows = {"US F-15E 1": {"base": "rok", "box": "ready"}}
    state = advanced(QUIET, facts={"hexes": hexes}, targeted={"N2810": {"airfield": 2}}, aircraft=rows)
    place, flyer = at(state, "N2810"), air(state, "US F-15E 1")

    def drm(aim: str) -> dict[str, int]:
        return reasons(attacks.modifiers(state, Mission("allied", aim, place, strikers=(flyer,)), flyer, 0))

    assert drm("airfield")["targeted"] == -2
    assert "targeted" not in drm("port")
    assert reasons(launches.modifiers(state, "airfield", place, 0)) == {"targeted": -2}
    assert reasons(launches.modifiers(state, "airfield", at(state, "N2811"), 0)) == {}
    assert carried_out(state, installations.lose_aim).targeted == {}


@pytest.mark.rule("NW-20.2.3.b", "NWS-ADV-14.12")
def test_the_markers_go_in_reorganization() -> None:
    state = advanced("reorganization.control", targeted={"N2810": {"airfield": 2}}, dice=[5])
    assert state.targeted == {}
