"""Steps of a phase are changed or left out while the others stay; what cannot be done changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import Local, Open, Person, act, new_table


@pytest.fixture
def me(serve: Open) -> Local:
    return Local(serve())


@pytest.fixture
def mine(me: Local) -> str:
    """A hotseat game of the small skirmish where blue has moved two of its pieces."""
    table = new_table(me, start=True)
    act(me, table, "blue", do="move", unit=11, path=[201])
    act(me, table, "blue", do="move", unit=13, path=[203])
    return table


def plan(me: Local, table: str, seat: str = "blue") -> dict[str, Any]:
    found: dict[str, Any] = me.get(f"/api/tables/{table}/plan", seat=seat)
    return found


def revised(me: Local, table: str, *steps: dict[str, Any], status: int = 200, **more: Any) -> dict[str, Any]:
    seq = me.get(f"/api/tables/{table}")["seq"]
    body = {"id": f"r{seq}", "seat": "blue", "seq": seq, "steps": list(steps), **more}
    found: dict[str, Any] = me.post(f"/api/tables/{table}/plan", body, status)
    return found


def places(me: Local, table: str) -> tuple[int, int]:
    pieces = me.get(f"/api/tables/{table}/view", seat="blue")["state"]["pieces"]
    return pieces["11"]["hex"], pieces["13"]["hex"]


def test_the_steps_of_a_phase_that_may_change_are_told(me: Local, mine: str) -> None:
    found = plan(me, mine)
    assert [(step["seq"], step["action"]["unit"]) for step in found["steps"]] == [(1, 11), (2, 13)]
    assert found["since"] == 0
    assert plan(me, mine, "red")["steps"] == []  # nobody asks it anything
    act(me, mine, "blue", do="done")
    assert plan(me, mine)["steps"] == []


def test_an_earlier_step_is_left_out_and_the_later_one_stays(me: Local, mine: str) -> None:
    start = places(me, new_table(me, start=True))
    found = revised(me, mine, {"seq": 1, "action": None})
    assert found["fallen"] == []
    assert places(me, mine) == (start[0], 203)
    assert [step["action"]["unit"] for step in plan(me, mine)["steps"]] == [13]


def test_a_step_is_answered_otherwise(me: Local, mine: str) -> None:
    revised(me, mine, {"seq": 1, "action": {"do": "move", "unit": 11, "path": [201, 202]}})
    assert places(me, mine) == (202, 203)


def test_a_change_that_is_refused_changes_nothing(me: Local, mine: str) -> None:
    before = places(me, mine)
    no = revised(me, mine, {"seq": 1, "action": {"do": "move", "unit": 11, "path": [999]}}, status=422)
    assert no["refusal"]
    assert places(me, mine) == before
    assert me.get(f"/api/tables/{mine}")["seq"] == 2
    revised(me, mine, {"seq": 7, "action": None}, status=409)
    revised(me, mine, {"seq": 1, "action": {"do": "nonsense"}}, status=400)
    revised(me, mine, status=400)
    assert places(me, mine) == before


def test_what_has_become_impossible_falls_out_and_says_why(me: Local) -> None:
    table = new_table(me, start=True)
    act(me, table, "blue", do="move", unit=11, path=[201])
    act(me, table, "blue", do="move", unit=13, path=[203])
    # The later step is only possible where the earlier one leaves the hex free.
    found = revised(me, table, {"seq": 1, "action": {"do": "move", "unit": 13, "path": [203]}})
    assert [no["key"] for no in found["fallen"]]
    assert places(me, table)[1] == 203


def test_the_same_request_is_done_once_and_an_old_one_not_at_all(me: Local, mine: str) -> None:
    body = {"id": "x", "seat": "blue", "seq": 2, "steps": [{"seq": 1, "action": None}]}
    me.post(f"/api/tables/{mine}/plan", body)
    seq = me.get(f"/api/tables/{mine}")["seq"]
    me.post(f"/api/tables/{mine}/plan", body)
    assert me.get(f"/api/tables/{mine}")["seq"] == seq
    me.post(f"/api/tables/{mine}/plan", {**body, "id": "y"}, 409)


def test_nobody_reads_or_changes_the_plan_of_another(ann: Person, bob: Person, table: str) -> None:
    act(ann, table, "blue", do="move", unit=11, path=[201])
    bob.get(f"/api/tables/{table}/plan", 403, seat="blue")
    body = {"id": "x", "seat": "blue", "seq": 1, "steps": [{"seq": 1, "action": None}]}
    bob.post(f"/api/tables/{table}/plan", body, 403)
