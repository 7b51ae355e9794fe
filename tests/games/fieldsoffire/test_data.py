"""The data of Fields of Fire agree with each other and with what the rulebook says, and every record has its source."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import sandtable

DATA = Path(sandtable.__file__).parent / "games" / "fieldsoffire" / "data"
FILES = sorted(str(path.relative_to(DATA)) for path in DATA.rglob("*.json"))
KINDS = {"printed", "public", "example", "reconstructed", "ruling"}


def load(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return found


def sources(node: Any) -> list[dict[str, Any]]:
    """Every provenance in a file."""
    if isinstance(node, list):
        return [one for item in node for one in sources(item)]
    if not isinstance(node, dict):
        return []
    own = [node["provenance"]] if isinstance(node.get("provenance"), dict) else []
    return own + [one for value in node.values() for one in sources(value)]


@pytest.mark.parametrize("name", FILES)
def test_every_file_says_where_its_values_come_from(name: str) -> None:
    file = load(name)
    found = sources(file)
    assert found
    assert {one["kind"] for one in found} <= KINDS
    if "sources" in file:
        assert {one["source"] for one in found} <= set(file["sources"])


def test_every_file_stands_in_the_table_of_sources() -> None:
    table = (DATA / "SOURCES.md").read_text(encoding="utf-8")
    missing = [name for name in FILES if name not in table and not name.startswith("charts/")]
    assert missing == []


@pytest.mark.rule("FF-2.8.3", "FF-2.8.4", "FF-2.8.5")
def test_the_action_deck_has_fifty_whole_cards_and_one_to_reshuffle() -> None:
    cards = load("action_cards.json")["cards"]
    assert [card["id"] for card in cards] == list(range(1, 52))
    assert cards[-1] == {"id": 51, "reshuffle": True}
    for card in cards[:-1]:
        assert set(card["ncm"]) == {str(ncm) for ncm in range(-4, 7)}
        assert set(card["random"]) == {str(options) for options in range(2, 13)}
        assert all(1 <= number <= int(options) for options, number in card["random"].items())
        assert all(set(letters) <= set("CPLFA") for letters in card["hit_effect"].values())
    for options in (2, 5, 10):
        counts = Counter(card["random"][str(options)] for card in cards[:-1])
        assert set(counts.values()) == {50 // options}


@pytest.mark.parametrize(("deck", "size"), [("normandy", 55), ("korea", 66), ("vietnam", 55)])
@pytest.mark.rule("FF-1.2.1")
def test_every_terrain_card_is_whole(deck: str, size: int) -> None:
    cards = load(f"terrain/{deck}.json")["cards"]
    assert len(cards) == size
    for card in cards.values():
        assert set(card["edges"]) == {"n", "ne", "e", "se", "s", "sw", "w", "nw"}
        assert set(card["edges"].values()) <= {"open", "dark", "black"}
        assert card["cc_low"] is None or card["cc_low"] < card["cc"]


def test_units_packages_and_missions_name_what_there_is() -> None:
    ours, theirs = load("toe_us.json"), load("enemy_units.json")
    kinds = {*ours["units"], *ours["lat"], *theirs["units"], *theirs["lat"]}
    for company in ours["companies"].values():
        assert set(company["units"]) <= kinds
    for unit in (*ours["units"].values(), *theirs["units"].values()):
        charts = {**ours["breakdowns"], **theirs["breakdowns"]}
        assert unit.get("breakdown") is None or unit["breakdown"] in charts
    figures = {f"{row['campaign']} {row['number']}" for row in load("missions.json")["missions"]}
    setups = load("mission_setups.json")["missions"]
    assert set(setups) == figures | {"Keep Up The Fire", "Street Fight"}
    for setup in setups.values():
        assert setup["contact_table"] in theirs["contact_tables"]
        assert setup["direction"] in theirs["directions"]
        assert set(setup["events"].values()) <= set(load("events.json")["tables"])
