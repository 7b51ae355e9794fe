"""Enemies rally, and rebuild squads out of teams."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.conduct import ACTIONS
from sandtable.games.fieldsoffire.rules.enemy.regrouping import squads_for, teams_beside, way_up
from sandtable.games.fieldsoffire.scenario.deck import cards
from sandtable.kernel import Draft
from tests.games.fieldsoffire.board import board, drafted, key

SQUAD, LEADER, LMG = "German Grenadier squad 4/Gp", "German Leader 1", "German LMG team 1"
A1, A2, A3, F1 = (*(f"German Assault Team {number}" for number in (1, 2, 3)), "German Fire Team (rifle) 1")
PARALYZED, LITTER, US = "German Paralyzed Team 1", "German Litter Team 1", "1/1 PLT"
QUIET = {"at": "R1C1", "held": True}
RALLY = [one.number for one in cards().values() if one.word == "rally"]
PLAIN = [one.number for one in cards().values() if one.word != "rally"]
SHELLS = {1: {"kind": "incoming", "at": "R3C2", "value": -3}}


def done(action: str, name: str, units: dict[str, Any], deck: list[int], **rest: Any) -> Draft[FieldsState]:
    state = board({US: QUIET, **units}, **rest)
    assert ACTIONS[action].why_not(state, key(state, name)) is None
    d = drafted(state, deck)
    ACTIONS[action].do(d, key(state, name))
    return d


def kinds(d: Draft[FieldsState]) -> list[str]:
    return sorted(d.now.board.types[one].kind for one in d.now.units if d.now.board.sides[one] == "enemy")


@pytest.mark.rule("FFT-act-legend-9")
def test_a_rally_unpins_or_makes_the_next_better_team_and_succeeds_without_fire() -> None:
    d = done("rally", SQUAD, {SQUAD: {"at": "R3C2", "pinned": True}}, [])
    assert not d.now.units[key(d.now, SQUAD)].pinned
    assert kinds(done("rally", PARALYZED, {PARALYZED: "R3C2"}, [])) == ["litter"]
    assert kinds(done("rally", LITTER, {LITTER: "R3C2"}, [])) == ["fire"]
    d = done("rally", LMG, {LMG: {"at": "R3C2", "flipped": True}}, [])
    assert not d.now.units[key(d.now, LMG)].flipped
    state = board({US: QUIET, PARALYZED: {"at": "R3C2", "pinned": True}, F1: "R3C2"})
    assert way_up(state, key(state, PARALYZED)) == "4.2.3a"
    no = ACTIONS["rally"].why_not(state, key(state, F1))
    assert no is not None
    assert no.rule == "FFT-act-legend-9"


@pytest.mark.rule("FFT-act-legend-9", "FFT-act-legend-11")
@pytest.mark.parametrize(("experience", "count"), [(-1, 1), (0, 2), (1, 3)])
def test_under_fire_it_is_an_attempt_by_the_units_own_experience(experience: int, count: int) -> None:
    units = {SQUAD: {"at": "R3C2", "pinned": True, "experience": experience}}
    d = done("rally", SQUAD, units, PLAIN[:count], markers=SHELLS)
    assert d.now.units[key(d.now, SQUAD)].pinned
    d = done("rally", SQUAD, units, [*RALLY[:1], *PLAIN[: count - 1]], markers=SHELLS)
    assert not d.now.units[key(d.now, SQUAD)].pinned
    led = {**units, LEADER: {"at": "R3C2", "held": True}}
    d = done("rally", SQUAD, led, [*PLAIN[:count], *RALLY[:1]], markers=SHELLS)
    assert not d.now.units[key(d.now, SQUAD)].pinned


@pytest.mark.rule("FFT-act-legend-8", "FF-8.6.2.d")
def test_all_teams_beside_it_make_a_squad_no_stronger_than_they_were() -> None:
    units = {A1: "R3C2", A2: "R3C2", F1: "R3C2", LEADER: "R3C2"}
    state = board({US: QUIET, **units})
    assert set(teams_beside(state, key(state, A1))) == {key(state, name) for name in (A1, A2, F1)}
    found = {state.board.types[one].id for one in squads_for(state, teams_beside(state, key(state, A1)))}
    assert found == {"ge.gr_s"}
    gunner = {A1: "R3C2", "German Fire Team (LMG) 1": "R3C2", LEADER: "R3C2"}
    state = board({US: QUIET, **gunner})
    found = {state.board.types[one].id for one in squads_for(state, teams_beside(state, key(state, A1)))}
    assert found == {"ge.gr_s", "ge.gr_a"}
    others = board({US: QUIET, **gunner}, facts={"mission": {"pool": "nkpa"}})
    found = {state.board.types[one].id for one in squads_for(others, teams_beside(others, key(others, A1)))}
    assert found == {"ge.gr_s", "ge.gr_a", "ge.fj_a", "ge.fj_as"}
    d = done("rebuild", A1, units, [])
    squad = d.now.units[key(d.now, SQUAD)]
    assert (squad.steps, squad.checked, kinds(d)) == (3, True, ["leader", "squad"])
    many = {**units, A3: "R3C2", "German Assault Team 4": "R3C2"}
    state = board({US: QUIET, **many})
    assert len(teams_beside(state, key(state, A1))) == 3
    apart = {A1: "R3C2", A2: {"at": "R3C2", "cover": 1}, A3: {"at": "R3C2", "pinned": True}, LITTER: "R3C2"}
    state = board({US: QUIET, **apart}, covers={1: {"at": "R3C2", "kind": "trench", "value": 2}})
    assert teams_beside(state, key(state, A1)) == (key(state, A1),)
    no = ACTIONS["rebuild"].why_not(state, key(state, A1))
    assert no is not None
    assert no.rule == "FFT-act-legend-8"


@pytest.mark.rule("FFT-act-legend-8", "FFT-act-legend-11")
def test_under_fire_a_squad_is_rebuilt_by_an_attempt_with_the_commanders_card() -> None:
    units = {A1: {"at": "R3C2", "exposed": True}, A2: "R3C2", LEADER: "R3C2"}
    d = done("rebuild", A1, units, PLAIN[:3], markers=SHELLS)
    assert kinds(d) == ["assault", "assault", "leader"]
    d = done("rebuild", A1, units, [*PLAIN[:2], *RALLY[:1]], markers=SHELLS)
    assert kinds(d) == ["leader", "squad"]
    squad = d.now.units[key(d.now, SQUAD)]
    assert (squad.steps, squad.exposed, squad.experience) == (2, True, 0)


@pytest.mark.rule("FFT-act-legend-8")
def test_a_squad_in_play_cannot_be_rebuilt_and_what_they_were_is_kept() -> None:
    units = {A1: {"at": "R3C2", "wave": True, "origin": "B", "unspotted": True}, A2: {"at": "R3C2", "unspotted": True}}
    d = done("rebuild", A1, units, [])
    squad = d.now.units[key(d.now, SQUAD)]
    assert (squad.wave, squad.origin, squad.unspotted) == (True, "B", True)
    state = board({US: QUIET, A1: "R3C2", A2: "R3C2", SQUAD: "R4C4"})
    assert squads_for(state, teams_beside(state, key(state, A1))) == ()
