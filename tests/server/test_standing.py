"""What a seat has said once for all is answered by the server, until it says otherwise; nobody else reads it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.server.conftest import Local, Open, Person, act, new_table


@pytest.fixture
def me(serve: Open) -> Local:
    return Local(serve())


def said(person: Person, table: str, *answers: dict[str, str], seat: str = "red", status: int = 200) -> Any:
    body = {"seat": seat, "answers": list(answers)}
    found = person.http.put(f"/api/tables/{table}/standing", json=body)
    assert found.status_code == status, found.text
    return found.json()


def walked_up(me: Person, table: str) -> None:
    """Blue walks up to red, who may ambush."""
    for hexagon in (201, 301):
        act(me, table, "blue", do="move", unit=11, path=[hexagon])
        act(me, table, "blue", do="done")
        act(me, table, "red", do="done")
    act(me, table, "blue", do="move", unit=11, path=[401])


def asked(me: Person, table: str) -> tuple[str, str]:
    prompt = me.get(f"/api/tables/{table}/view", seat="red")["prompts"][0]
    return prompt["seat"], prompt["key"]


def settled(me: Person, table: str, before: int) -> list[str]:
    """What was done after a step, once the server has done it."""
    for _ in range(200):
        if me.get(f"/api/tables/{table}")["seq"] > before:
            break
        time.sleep(0.02)
    return [
        step["seat"] for step in me.get(f"/api/tables/{table}/timeline", seat="red")["steps"] if step["seq"] > before
    ]


@pytest.mark.parametrize("answer", ["always", "never"])
def test_a_question_is_answered_without_asking(me: Local, answer: str) -> None:
    table = new_table(me, start=True)
    walked_up(me, table)
    assert asked(me, table) == ("red", "prompt.ambush")
    before = me.get(f"/api/tables/{table}")["seq"]
    said(me, table, {"step": "ambush", "answer": answer})
    assert settled(me, table, before)[:1] == ["red"]
    keys = [line["entry"]["key"] for line in me.get(f"/api/tables/{table}/log", seat="red")["lines"]]
    assert any("ambush" in key or "fire" in key for key in keys) == (answer == "always")


def test_another_question_is_still_asked_and_it_can_be_taken_back(me: Local) -> None:
    table = new_table(me, start=True)
    said(me, table, {"step": "elsewhere", "answer": "never"}, {"step": "ambush", "place": "999", "answer": "never"})
    walked_up(me, table)
    time.sleep(0.2)
    assert asked(me, table) == ("red", "prompt.ambush")
    said(me, table)
    assert me.get(f"/api/tables/{table}/standing", seat="red")["answers"] == []


def test_the_newest_word_for_a_place_counts_and_there_are_only_so_many(me: Local) -> None:
    table = new_table(me, start=True)
    kept = said(me, table, {"step": "x", "answer": "always"}, {"step": "x", "answer": "never"})
    assert kept["answers"] == [{"step": "x", "answer": "never", "place": ""}]
    said(me, table, *({"step": "x", "place": str(n), "answer": "never"} for n in range(61)), status=400)
    said(me, table, {"step": "x", "answer": "perhaps"}, status=400)


def test_nobody_else_reads_or_says_it(ann: Person, bob: Person, table: str) -> None:
    said(bob, table, {"step": "ambush", "answer": "never"})
    ann.get(f"/api/tables/{table}/standing", 403, seat="red")
    said(ann, table, status=403)
    assert "standing" not in str(ann.get(f"/api/tables/{table}"))
