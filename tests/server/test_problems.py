"""What the server says when it refuses: a key that both languages have, told in the language of whoever reads it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable import server
from sandtable.server import problems
from sandtable.server.adapter import language_of
from sandtable.server.problems import Wrong
from tests.server.conftest import Person

FOLDER = Path(server.__file__).parent
PLACES = {"conflict": 0, "forbidden": 0, "not_found": 0, "Wrong": 2}
"""Which argument of these is the key."""
NAMED = {"seq", "why", "wait", "refusal"}
"""Arguments that are no words of the sentence."""


def _catalogue(lang: str) -> dict[str, str]:
    found = json.loads((FOLDER / "locale" / f"{lang}.json").read_text("utf-8"))
    return {key.removeprefix("error."): text for key, text in found.items() if key.startswith("error.")}


def _calls() -> Iterator[tuple[str, ast.expr, set[str]]]:
    """Every place that refuses something: where, the key, and the names of what its sentence speaks of."""
    for file in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in PLACES and len(node.args) > PLACES[called]:
                names = {one.arg for one in node.keywords if one.arg} - NAMED
                has_more = any(one.arg is None for one in node.keywords)
                if not has_more:
                    yield f"{file.name}:{node.lineno}", node.args[PLACES[called]], names


def _keys(key: ast.expr) -> list[str]:
    if isinstance(key, ast.IfExp):
        return [*_keys(key.body), *_keys(key.orelse)]
    return [key.value] if isinstance(key, ast.Constant) and isinstance(key.value, str) else ["(no literal)"]


def test_every_refusal_is_a_key_that_both_languages_have_with_the_same_words_to_fill_in() -> None:
    english, italian = _catalogue("en"), _catalogue("it")
    used: dict[str, None] = {}
    for where, key, names in _calls():
        for one in _keys(key):
            used[one] = None
            for text in (english.get(one, ""), italian.get(one, "")):
                assert text, f"{where}: {one} is in no catalogue"
                assert set(re.findall(r"\{(\w+)\}", text)) == names, f"{where}: {one}"
    assert len(used) > 90
    assert sorted(english) == sorted(italian)
    assert sorted(set(english) - set(used)) == []


def test_the_two_languages_differ() -> None:
    english, italian = _catalogue("en"), _catalogue("it")
    assert [key for key, text in english.items() if italian[key] == text] == []


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("it", "it"),
        ("it-IT,it;q=0.9,en;q=0.8", "it"),
        ("de,it;q=0.5", "it"),
        ("en", "en"),
        ("", "en"),
        ("x" * 9999, "en"),
    ],
)
def test_the_first_language_that_we_speak_is_taken(accepted: str, language: str) -> None:
    assert language_of(accepted) == language


def test_a_person_reads_it_in_their_language(ann: Person, table: str) -> None:
    def asked(language: str) -> Any:
        answer = ann.http.post(
            f"/api/tables/{table}/proposals/reply",
            json={"seat": "blue", "proposal": 1, "agree": True},
            headers={"accept-language": language},
        )
        return answer.json()

    assert asked("it")["text"] == "non è proposto nulla"
    assert asked("en")["text"] == "nothing is proposed"
    assert asked("it")["code"] == asked("en")["code"] == "conflict"


def test_the_log_reads_english() -> None:
    assert str(problems.conflict("not_proposed")) == "nothing is proposed"
    assert Wrong(404, "not_found", "no_seat", name="x", known="a, b").text == "there is no seat 'x'; there is a, b"
