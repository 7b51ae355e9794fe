"""The data of Axis & Allies: whole, consistent with itself and with the rulebook's own totals."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.maps.axisallies.build import DATA
from tools.maps.axisallies.check import FILES, POWERS, findings, main

Change = Callable[[Any], object]
SHORT = {
    "inf": "infantry", "art": "artillery", "mech": "mech_infantry", "tank": "tank", "AAA": "aa_gun", "ftr": "fighter",
    "tac": "tactical_bomber", "strat": "strategic_bomber", "CV": "carrier", "BB": "battleship", "CA": "cruiser",
    "DD": "destroyer", "SS": "submarine", "TT": "transport", "AB": "air_base", "NB": "naval_base",
    "major IC": "major_ic", "minor IC": "minor_ic",
}  # fmt: skip


def read(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


PLACES = {p["id"]: p for p in read("places.json")["places"]}
IDS = {p["name"]["en"]: p["id"] for p in PLACES.values()}


def ids(*names: str) -> list[int]:
    return [IDS[name] for name in names]


def test_nothing_is_wrong() -> None:
    assert findings() == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "game" / "data"
    shutil.copytree(DATA, copy)
    shutil.copy(DATA.parent / "rules.yaml", copy.parent)
    return copy


def place(data: Any, name: str) -> Any:
    return next(p for p in data["places"] if p["name"]["en"] == name)


SLIPS: list[tuple[str, str, Change]] = [
    ("places.json", "source must be", lambda d: d.update(source="memory")),
    ("places.json", "values add up", lambda d: place(d, "United Kingdom").update(ipc=8)),
    ("places.json", "used twice", lambda d: place(d, "Malta").update(id=1)),
    ("places.json", "name 'Egypt' is used twice", lambda d: place(d, "Malta")["name"].update(en="Egypt")),
    ("places.json", "unknown fields", lambda d: place(d, "Malta").update(colour="red")),
    ("places.json", "half must be", lambda d: place(d, "Malta").update(half="north")),
    ("places.json", "exactly one of", lambda d: place(d, "Malta").update(neutral="strict", army=1)),
    ("places.json", "army and neutral", lambda d: place(d, "Sweden").pop("army")),
    ("places.json", "unknown owner", lambda d: place(d, "Malta").update(owner="spain")),
    ("places.json", "chinese must agree", lambda d: place(d, "Hunan").pop("chinese")),
    ("places.json", "victory cities", lambda d: place(d, "Poland").pop("victory_city")),
    ("places.json", "capitals", lambda d: place(d, "Germany").pop("capital_of")),
    ("places.json", "coastal must agree", lambda d: place(d, "Malta").pop("coastal")),
    ("places.json", "island must agree", lambda d: place(d, "Malta").pop("island")),
    ("connections.json", "unknown place", lambda d: d["connections"]["1"].append(999)),
    ("connections.json", "lower id first", lambda d: d["connections"].update({"300": [200 + 1]})),
    ("connections.json", "listed twice", lambda d: d["connections"]["1"].append(2)),
    ("connections.json", "is no connection", lambda d: d["seam"].append([1, 100])),
    ("connections.json", "cannot be reached", lambda d: [r.remove(128) for r in d["connections"].values() if 128 in r]
     or d["connections"].pop("128")),
    ("canals.json", "not connected", lambda d: d["canals"][1].update(zones=[64, 98])),
    ("canals.json", "held from land", lambda d: d["canals"][0].update(land=[64])),
    ("powers.json", "treasuries differ", lambda d: d["economies"][0].update(ipc=31)),
    ("powers.json", "order of play", lambda d: d["powers"].reverse()),
    ("powers.json", "every power once", lambda d: d["seats"]["2"]["powers"][0].remove("italy")),
    ("powers.json", "mixes the alliances", lambda d: d["seats"]["2"].update(powers=[[*POWERS[:4]], [*POWERS[4:]]])),
    ("politics.json", "are allies", lambda d: d["at_war"][0]["with"].append("italy")),
    ("politics.json", "knows nothing of it", lambda d: d["at_war"][0]["with"].append("usa")),
    ("politics.json", "no rule", lambda d: d["rules"].append("AA-99.nothing")),
    ("objectives.json", "28 objectives", lambda d: d["objectives"].pop()),
    ("objectives.json", "unknown condition", lambda d: d["objectives"][0]["when"].append({"kind": "luck"})),
    ("objectives.json", "lacks powers", lambda d: d["objectives"][0]["when"][0].pop("powers")),
    ("objectives.json", "unknown place", lambda d: d["objectives"][1]["award"]["places"].append(999)),
    ("objectives.json", "one kind of award", lambda d: d["objectives"][0]["award"].update(ipc_each=1)),
    ("research.json", "two charts of six", lambda d: d["charts"][0].pop()),
    ("setups/rulebook.json", "do not agree", lambda d: d["units"]["uk"][0].update(name="Atlantis")),
    ("setups/box.json", "makes no sense", lambda d: d["units"]["uk"][0]["units"].update(elephant=1)),
    ("setups/box.json", "cannot stand there", lambda d: d["units"]["uk"][0]["units"].update(cruiser=1)),
    ("setups/rulebook.json", "more aircraft than decks", lambda d: d["units"]["usa"][-1]["units"].update(fighter=9)),
    ("setups/rulebook.json", "no doubt", lambda d: d["units"]["uk"][0].update(doubt="none-such")),
    ("doubts.json", "used twice", lambda d: d["doubts"].append(d["doubts"][0])),
]  # fmt: skip


@pytest.mark.parametrize(("name", "finding", "change"), SLIPS, ids=[f"{n}: {f}" for n, f, _ in SLIPS])
def test_each_slip_is_found(folder: Path, name: str, finding: str, change: Change) -> None:
    data = read(name)
    change(data)
    (folder / name).write_text(json.dumps(data), encoding="utf-8")
    assert any(finding in found for found in findings(folder))


def test_a_missing_file_and_an_unlisted_one_are_found(folder: Path) -> None:
    (folder / "SOURCES.md").write_text("nothing", encoding="utf-8")
    assert len(findings(folder)) == len(FILES)
    (folder / "units.json").unlink()
    assert findings(folder) == ["units.json is missing; build or restore it"]


def test_the_command_reports_and_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(folder)]) == 0
    (folder / "units.json").unlink()
    assert main([str(folder)]) == 1
    assert "1 findings" in capsys.readouterr().out


@pytest.mark.parametrize("power", POWERS)
def test_the_set_up_adds_up_to_the_inventory_s_own_totals(power: str) -> None:
    """The rule inventory states the totals of each table; they were counted apart from our rows."""
    text = (DATA.parent / "rules.yaml").read_text(encoding="utf-8")
    entry = re.search(rf"AA-14\.setup\.{'us' if power == 'usa' else power}\b.*?TOTAL ([^.]*)\.", text, flags=re.DOTALL)
    assert entry is not None
    printed = {}
    for part in entry[1].replace("\n", " ").split(","):
        number, short = part.split(maxsplit=1)
        printed[SHORT[" ".join(short.split())]] = int(number)
    counted: Counter[str] = Counter()
    for row in read("setups/rulebook.json")["units"][power]:
        counted.update(row["units"])
    assert dict(counted) == printed


def test_the_two_set_ups_differ_in_21_cells() -> None:
    cells = []
    for name in ("rulebook", "box"):
        rows = read(f"setups/{name}.json")["units"]
        cells.append({
            (power, row["place"], kind): number
            for power in POWERS
            for row in rows[power]
            for kind, number in row["units"].items()
        })  # fmt: skip
    differing = {key for key in {**cells[0], **cells[1]} if cells[0].get(key) != cells[1].get(key)}
    assert len(differing) == 21
    assert {power for power, _, _ in differing} == {"germany", "uk", "italy", "usa", "france"}


def test_every_doubtful_row_of_the_set_up_says_so() -> None:
    marked = {
        (power, row["place"])
        for power, rows in read("setups/rulebook.json")["units"].items()
        for row in rows
        if "doubt" in row
    }
    assert len(marked) == 10
    assert ("uk", IDS["Alexandria"]) in marked
    assert ("germany", 113) in marked


@pytest.mark.rule("AA-7.canal.suez", "AA-7.strait.gibraltar", "AA-7.strait.turkish")
def test_canals_join_the_right_zones() -> None:
    canals = {c["id"]: c for c in read("canals.json")["canals"]}
    assert {name: c["zones"] for name, c in canals.items()} == {
        "panama": [64, 89],
        "suez": [81, 98],
        "turkish": [99, 100],
        "gibraltar": [91, 92],
        "danish": [112, 113],
    }
    assert canals["suez"]["land"] == ids("Egypt", "Trans-Jordan")
    assert canals["gibraltar"]["free"] == ["submarine"]
    assert canals["turkish"]["closed_while_neutral"]


@pytest.mark.rule("AA-7.adjacency", "AA-7.sz.caspian", "AA-7.island.examples", "AA-3.map.sea-seam")
def test_adjacency_named_by_the_rulebook_holds() -> None:
    pairs = {(int(a), b) for a, row in read("connections.json")["connections"].items() for b in row}
    assert len(pairs) == 829
    united_kingdom = IDS["United Kingdom"]
    assert {(109, united_kingdom), (110, united_kingdom)} <= pairs
    assert (111, united_kingdom) not in pairs
    caspian = ids("Caucasus", "Kazakhstan", "Turkmenistan", "Eastern Persia", "Persia", "Northwest Persia")
    assert sorted(b for a, b in pairs if a == 128) == sorted(caspian)
    assert {(95, IDS["Sardinia"]), (95, IDS["Sicily"]), (89, IDS["West Indies"]), (1, IDS["Alaska"])} <= pairs
    assert {(11, 64), (28, 64), (51, 64), (51, 65), (51, 66), (52, 66)} <= pairs


@pytest.mark.rule("AA-9.3.kamikaze.where", "AA-6.china.original", "AA-6.neutral.types", "AA-11.mongolia.territories")
def test_symbols_and_groups_are_complete() -> None:
    def having(key: str) -> list[int]:
        return [p["id"] for p in PLACES.values() if p.get(key)]

    assert having("kamikaze") == [6, 17, 19, 20, 22, 35]
    assert len(having("convoy")) == 34
    assert {6, 19, 97, 109, 119} <= set(having("convoy"))
    assert sorted(having("dutch")) == sorted(ids("Celebes", "Dutch New Guinea", "Java", "Sumatra", "Suriname"))
    assert len(having("chinese")) == 18
    assert len(having("mongolian")) == 6
    assert sorted(having("impassable")) == sorted(ids("Himalayas", "Pripet Marshes", "Sahara"))
    stances = Counter(p["neutral"] for p in PLACES.values() if "neutral" in p)
    assert stances == {"strict": 22 + 6, "pro_allies": 8, "pro_axis": 3}


@pytest.mark.rule("AA-11.uk.exceptions")
def test_the_british_treasuries_split_as_the_rule_says() -> None:
    assert PLACES[IDS["West India"]]["economy"] == "uk_pacific"
    assert PLACES[IDS["West India"]]["half"] == "europe"
    assert PLACES[IDS["British Columbia"]]["economy"] == "uk_europe"
    assert PLACES[IDS["British Columbia"]]["half"] == "pacific"


@pytest.mark.rule("AA-10.transport.capacity", "AA-9.3.raid.damage", "AA-9.6.convoy.dice")
def test_unit_figures_are_the_printed_ones() -> None:
    units = {u["id"]: u for u in read("units.json")["units"]}
    figures = {u: (v["cost"], v["attack"], v["defence"], v["move"], v["hits"]) for u, v in units.items()}
    assert figures == {
        "infantry": (3, 1, 2, 1, 1),
        "artillery": (4, 2, 2, 1, 1),
        "mech_infantry": (4, 1, 2, 2, 1),
        "tank": (6, 3, 3, 2, 1),
        "aa_gun": (5, 0, 0, 1, 1),
        "fighter": (10, 3, 4, 4, 1),
        "tactical_bomber": (11, 3, 3, 4, 1),
        "strategic_bomber": (12, 4, 1, 6, 1),
        "submarine": (6, 2, 1, 2, 1),
        "destroyer": (8, 2, 2, 2, 1),
        "cruiser": (12, 3, 3, 2, 1),
        "battleship": (20, 4, 4, 2, 2),
        "carrier": (16, 0, 2, 2, 2),
        "transport": (7, 0, 0, 2, 1),
    }
    assert units["transport"]["hold"] == {"any": 1, "infantry": 1}
    assert units["strategic_bomber"]["raid_bonus"] == 2
    assert {u: v["convoy_dice"] for u, v in units.items() if "convoy_dice" in v} == {
        "submarine": 2,
        "destroyer": 1,
        "cruiser": 1,
        "battleship": 1,
    }


@pytest.mark.rule("AA-12.italy.mare-nostrum", "AA-12.uk.europe", "AA-12.ussr.spread")
def test_objectives_name_the_places_of_the_rule() -> None:
    objectives = {o["id"]: o for o in read("objectives.json")["objectives"]}
    assert objectives["italy.mare_nostrum"]["when"][1]["places"] == list(range(92, 100))
    empire = objectives["uk_europe.empire"]["when"][1]["places"]
    assert IDS["West India"] in empire
    assert not {IDS["British Columbia"], IDS["India"]} & set(empire)
    spread = objectives["ussr.spread"]["award"]["places"]
    assert {*ids("Bulgaria", "Finland", "Iraq", "Germany", "Libya")} <= set(spread)
    assert len(spread) == 9 + 9 + 3


@pytest.mark.rule("AA-1.powers.a", "AA-8.power-order", "AA-6.start.alignment")
def test_powers_and_wars_at_start() -> None:
    assert tuple(p["id"] for p in read("powers.json")["powers"]) == POWERS
    assert [p["id"] for p in read("powers.json")["powers"] if p["alliance"] == "axis"] == ["germany", "japan", "italy"]
    wars = {frozenset((row["power"], foe)) for row in read("politics.json")["at_war"] for foe in row["with"]}
    western = [frozenset((axis, ally)) for axis in ("germany", "italy") for ally in ("france", "uk", "anzac")]
    assert wars == {*western, frozenset(("japan", "china"))}


def test_doubts_say_what_is_printed_taken_and_why() -> None:
    doubts = read("doubts.json")["doubts"]
    assert all(d["printed"] and d["taken"] and d["why"] and d["where"] for d in doubts)
    assert {"suez-zone", "uk-value", "power-order", "setup-egypt", "yukon"} <= {d["id"] for d in doubts}
