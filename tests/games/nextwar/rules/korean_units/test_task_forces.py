"""Korea, 3.3.2: task forces of the marines."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.korean_units import task_forces
from tests.games.nextwar.board import key, may, play, where, why
from tests.games.nextwar.seas import BEACH, LAR, MARINES, MARINES_2, MARINES_3, PORT, RECON, afloat

THIRD = [MARINES, MARINES_2, MARINES_3, LAR]
FIRST = ["USMC 1/1 Mar Bn", "USMC 1/5 Mar Bn", "USMC 1 Arm Bn", "USMC 1 LAR Rec Bn"]


def stack(names: list[str], **more: Any) -> KoreaState:
    return afloat(units=dict.fromkeys([*names, RECON], BEACH), **more)


def form(*names: str) -> dict[str, Any]:
    return {"do": "task_force", "units": list(names)}


@pytest.mark.rule("NWK-3.3.2", "NWK-3.3.3")
@pytest.mark.parametrize(("names", "force"), [(THIRD, "USMC III TF Mar Bde"), (FIRST, "USMC I TF Mar Bde")])
def test_battalions_become_a_task_force_for_good(names: list[str], force: str) -> None:
    state = stack(names)
    formed = play(state, "allied", form(*names)).state
    assert where(formed, force) == BEACH
    assert formed.units[key(formed, force)].steps == 2
    assert {where(formed, name) for name in names} == {"unused"}
    assert not may(formed, "allied", form(*names))


@pytest.mark.rule("NWK-3.3.2", "NWK-3.3.3")
def test_only_the_right_ones_in_one_place() -> None:
    state = stack([*THIRD, "USMC 1/1 Mar Bn"])
    assert not may(state, "allied", form(MARINES, MARINES_2, "USMC 1/1 Mar Bn", LAR))
    assert not may(state, "allied", form(MARINES, MARINES_2, RECON, LAR))
    apart = afloat(units={MARINES: PORT, MARINES_2: BEACH, MARINES_3: BEACH, LAR: BEACH})
    assert why(apart, "allied", form(*THIRD)).rule == "NWK-3.3.2"
    assert not may(
        afloat("basic.first_combat", {**dict.fromkeys(THIRD, BEACH), "DPRK 3/II Inf Div": "N3013"}),
        "allied",
        form(*THIRD),
    )
    assert task_forces.why_not_together(
        stack([*THIRD, *FIRST]), tuple(key(state, name) for name in (*THIRD[:3], FIRST[3]))
    )
    tired = afloat(units={**dict.fromkeys(THIRD[:3], BEACH), LAR: {"hex": BEACH, "moved": True}})
    formed = play(tired, "allied", form(*THIRD)).state
    assert formed.units[key(formed, "USMC III TF Mar Bde")].moved


@pytest.mark.rule("NWK-3.3.2", "NW-27.3.1.a", "NW-19.5.a", "NW-19.7.2.b", "NW-20.2.3.b")
def test_a_task_force_bears_the_worst_markers_of_its_battalions() -> None:
    rows: dict[str, dict[str, Any]] = {
        MARINES: {"strike": 1, "targeted": 2, "detected": True},
        MARINES_2: {"unsupplied": True},
        MARINES_3: {"isolated": True},
        LAR: {"emergency": True},
    }
    state = afloat(units={name: {"hex": BEACH, **row} for name, row in rows.items()})
    formed = play(state, "allied", form(*THIRD)).state
    row = formed.units[key(formed, "USMC III TF Mar Bde")]
    assert (row.strike, row.targeted, row.detected) == (1, 2, True)
    assert (row.unsupplied, row.isolated, row.emergency) == (True, True, True)
    whole = play(stack(THIRD), "allied", form(*THIRD)).state
    row = whole.units[key(whole, "USMC III TF Mar Bde")]
    markers = (row.strike, row.targeted, row.detected, row.unsupplied, row.isolated, row.emergency)
    assert not any(markers)
