"""What a seat has said once for all is answered by the server, until it says otherwise; nobody else reads it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

import sandtable
from tests.server.conftest import Local, Open, Person, act, new_table


@pytest.fixture
def me(serve: Open) -> Local:
    return Local(serve())


def said(person: Person, table: str, *answers: dict[str, Any], status: int = 200, **more: Any) -> Any:
    body = {"seat": "red", "answers": list(answers), **more}
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
    assert [(one["step"], one["answer"], one["place"]) for one in kept["answers"]] == [("x", "never", "")]
    said(me, table, *({"step": "x", "place": str(n), "answer": "never"} for n in range(61)), status=400)
    said(me, table, {"step": "x", "answer": "perhaps"}, status=400)


def test_nobody_else_reads_or_says_it(ann: Person, bob: Person, table: str) -> None:
    said(bob, table, {"step": "ambush", "answer": "never"})
    ann.get(f"/api/tables/{table}/standing", 403, seat="red")
    said(ann, table, status=403)
    assert "standing" not in str(ann.get(f"/api/tables/{table}"))


# --- conditions, prepared answers, passing ----------------------------------------------------------------------------


def quiet(me: Person, table: str) -> int:
    """Wait until nothing happens any more; gives the step."""
    before = -1
    while (now := me.get(f"/api/tables/{table}")["seq"]) != before:
        before = now
        time.sleep(0.25)
    return before


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        ({"param": "about", "names": "11"}, True),
        ({"param": "about", "names": "12"}, False),
        ({"param": "about", "at_least": 1, "at_most": 1}, True),
        ({"param": "about", "at_least": 2}, False),
        ({"param": "about", "at_most": 0}, False),
        ({"param": "nothing", "at_least": 0}, False),
    ],
)
def test_an_answer_is_given_only_where_its_conditions_hold(me: Local, rule: dict[str, Any], holds: bool) -> None:
    table = new_table(me, start=True)
    walked_up(me, table)
    before = me.get(f"/api/tables/{table}")["seq"]
    said(me, table, {"step": "ambush", "answer": "never", "when": [rule]})
    assert (quiet(me, table) > before) == holds


def test_what_has_conditions_comes_before_what_has_none() -> None:
    from sandtable.kernel.prompts import Prompt
    from sandtable.server.shapes.play import StandingAnswer, StandingCondition
    from sandtable.server.standing import _said

    prompt = Prompt(seat="red", at="x", key="prompt.fire", params={"count": 3})
    many = StandingAnswer(step="fire", answer="always", when=(StandingCondition(param="count", at_least=3),))
    few = StandingAnswer(step="fire", answer="never")
    assert _said(prompt, (many, few)) is many
    assert _said(Prompt(seat="red", at="x", key="prompt.fire", params={"count": 2}), (many, few)) is few
    assert _said(Prompt(seat="red", at="x", key="prompt.fire"), (many,)) is None


def test_a_prepared_answer_is_given_so_many_times(me: Local) -> None:
    table = new_table(me, start=True)
    turn = "turn.red"
    prepared = {"step": turn, "answer": "do", "action": {"do": "done"}, "times": 2}
    said(me, table, prepared)
    for hexagon in (201, 301, 302):
        before = quiet(me, table)
        act(me, table, "blue", do="move", unit=11, path=[hexagon])
        act(me, table, "blue", do="done")
        assert quiet(me, table) == before + (3 if hexagon != 302 else 2), "red has answered twice by itself"
    assert me.get(f"/api/tables/{table}/standing", seat="red")["answers"] == []


def test_a_prepared_answer_that_is_not_legal_is_not_given(me: Local) -> None:
    table = new_table(me, start=True)
    turn = "turn.red"
    wild = {"do": "move", "unit": 11, "path": [201]}
    said(me, table, {"step": turn, "answer": "do", "action": wild, "times": 3})
    act(me, table, "blue", do="done")
    before = quiet(me, table)
    assert me.get(f"/api/tables/{table}/view", seat="red")["prompts"][0]["seat"] == "red", "the person is asked"
    assert me.get(f"/api/tables/{table}")["seq"] == before
    for bad in (
        {"step": turn, "answer": "do", "times": 1},
        {"step": turn, "answer": "do", "action": wild},
        {"step": turn, "answer": "always", "action": wild},
        {"step": turn, "answer": "never", "when": [{"param": "x"}]},
        {"step": turn, "answer": "do", "action": {"do": "move", "path": list(range(3000))}, "times": 1},
    ):
        said(me, table, bad, status=400)


def test_a_seat_passes_until_what_it_waits_for_is_asked(me: Local) -> None:
    table = new_table(me, start=True)
    assert said(me, table, passing={"until": ["ambush"]})["passing"]["left"] == 100
    for hexagon in (201, 301):
        act(me, table, "blue", do="move", unit=11, path=[hexagon])
        before = me.get(f"/api/tables/{table}")["seq"]
        act(me, table, "blue", do="done")
        assert quiet(me, table) == before + 2, "red passes"
    assert me.get(f"/api/tables/{table}/standing", seat="red")["passing"]["left"] == 98
    act(me, table, "blue", do="move", unit=11, path=[401])
    quiet(me, table)
    assert asked(me, table) == ("red", "prompt.ambush")
    assert me.get(f"/api/tables/{table}/standing", seat="red")["passing"] is None, "from now on it is asked again"


def test_passing_ends_after_so_many_and_can_be_taken_back(me: Local) -> None:
    table = new_table(me, start=True)
    said(me, table, passing={"left": 1})
    act(me, table, "blue", do="done")
    quiet(me, table)
    assert me.get(f"/api/tables/{table}/standing", seat="red")["passing"] is None
    act(me, table, "blue", do="done")
    before = quiet(me, table)
    assert asked(me, table)[0] == "red"
    said(me, table, passing={"until": []})
    assert quiet(me, table) > before
    said(me, table, passing={"left": 0}, status=400)
    assert said(me, table)["passing"] is None


def test_passing_is_nobody_elses_business(ann: Person, bob: Person, table: str) -> None:
    said(bob, table, passing={"until": ["ambush"]})
    ann.get(f"/api/tables/{table}/standing", 403, seat="red")
    assert "passing" not in str(ann.get(f"/api/tables/{table}"))
    with ann.socket(table, seats=["blue"]) as line:
        line.until("welcome")
        act(ann, table, "blue", do="done")
        for _ in range(40):
            if ann.get(f"/api/tables/{table}")["seq"] >= 2:
                break
            time.sleep(0.05)
        line.next()
        assert not any("passing" in text or "standing" in text for text in line.heard)


def test_what_is_asked_while_one_says_it_does_not_end_the_passing(me: Local) -> None:
    table = new_table(me, start=True)
    walked_up(me, table)
    said(me, table, passing={"until": ["ambush"]})
    quiet(me, table)
    assert asked(me, table) == ("red", "prompt.ambush")
    assert me.get(f"/api/tables/{table}/standing", seat="red")["passing"]["until"] == ["ambush"]


def test_a_pilot_of_korea_does_not_press_on_where_he_would_seldom_hit(me: Local, tmp_path: Path) -> None:
    """The chance stands in the question: what works too seldom is answered without asking, the rest is asked."""
    match = sandtable.new("nextwar", "strategic_surprise", seed=7)
    while not match.prompts[0].key.startswith("prompt.attack_run."):
        match.push(match.suggest("planner"))
    prompt = match.prompts[0]
    match.save(tmp_path / "run.game")
    table = me.http.post("/api/imports", content=(tmp_path / "run.game").read_bytes()).json()["id"]
    chance = int(str(prompt.params["chance"]))
    step = prompt.key.removeprefix("prompt.")

    def say(most: int) -> None:
        rule = {"param": "chance", "at_least": 0, "at_most": most}
        body = {"seat": prompt.seat, "answers": [{"step": step, "answer": "never", "when": [rule]}]}
        assert me.http.put(f"/api/tables/{table}/standing", json=body).status_code == 200

    before = me.get(f"/api/tables/{table}")["seq"]
    say(chance - 1)
    assert me.get(f"/api/tables/{table}")["seq"] == before
    say(chance)
    for _ in range(100):
        if me.get(f"/api/tables/{table}")["seq"] > before:
            break
        time.sleep(0.05)
    lines = me.get(f"/api/tables/{table}/log", seat=prompt.seat, limit=5)["lines"]
    assert any(line["seq"] > before for line in lines)
