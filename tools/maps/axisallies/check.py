"""Check the data of Axis & Allies for itself: python -m tools.maps.axisallies.check [FOLDER].

Nothing of the game's own loader is used, so that a slip there cannot hide a slip here.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.maps.axisallies.build import DATA

SOURCES = {"printed", "public", "reconstructed", "ruling"}
POWERS = ("germany", "ussr", "japan", "usa", "china", "uk", "italy", "anzac", "france")
INCOME = {
    "germany": 30,
    "ussr": 37,
    "japan": 26,
    "usa": 52,
    "china": 12,
    "uk_europe": 28,
    "uk_pacific": 17,
    "italy": 10,
    "anzac": 10,
    "france": 19,
}
PLACE_FIELDS = {
    "id", "name", "kind", "half", "owner", "original_owner", "economy", "ipc", "neutral", "army", "mongolian",
    "chinese", "dutch", "victory_city", "capital_of", "island", "coastal", "impassable", "convoy", "kamikaze",
}  # fmt: skip
FILES = (
    "places.json", "connections.json", "canals.json", "units.json", "installations.json", "combined_arms.json",
    "powers.json", "politics.json", "objectives.json", "research.json", "charts.json", "doubts.json", "map.json",
    "spellings.json",
    "setups/rulebook.json", "setups/box.json",
)  # fmt: skip


class Books:
    """All data files of the folder, read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, Any] = {
            name: json.loads((folder / name).read_text(encoding="utf-8")) for name in FILES if (folder / name).exists()
        }
        self.places: dict[int, dict[str, Any]] = {p["id"]: p for p in self.files["places.json"]["places"]}
        rows = self.files["connections.json"]["connections"]
        self.pairs: list[tuple[int, int]] = [(int(a), b) for a, row in rows.items() for b in row]

    def neighbours(self) -> dict[int, list[int]]:
        """Adjacent places of every place; pairs with an unknown place are reported elsewhere."""
        around: dict[int, list[int]] = {place: [] for place in self.places}
        for a, b in self.pairs:
            if a in around and b in around:
                around[a].append(b)
                around[b].append(a)
        return around


def findings(folder: Path = DATA) -> list[str]:
    """Everything that is wrong with the data, one sentence each; empty when all is well."""
    missing = [name for name in FILES if not (folder / name).exists()]
    if missing:
        return [f"{name} is missing; build or restore it" for name in missing]
    books = Books(folder)
    checks = (
        _provenance, _rule_ids, _ids, _place_fields, _income, _cities, _pairs, _graph, _flags, _passages, _setups,
        _objectives, _research, _politics, _doubts,
    )  # fmt: skip
    return [finding for check in checks for finding in check(books)]


def _provenance(books: Books) -> Iterator[str]:
    for name, data in books.files.items():
        if data.get("source") not in SOURCES:
            yield f"{name}: source must be one of {', '.join(sorted(SOURCES))}"
        for group in _walk(data):
            if "source" in group and group["source"] not in SOURCES:
                yield f"{name}: unknown source {group['source']!r}"
    listed = (books.folder / "SOURCES.md").read_text(encoding="utf-8")
    for name in FILES:
        if name not in listed:
            yield f"SOURCES.md says nothing about {name}"


def _walk(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _walk(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _walk(inner)


def _rule_ids(books: Books) -> Iterator[str]:
    text = (books.folder.parent / "rules.yaml").read_text(encoding="utf-8")
    known = set(re.findall(r"^-? *id: *\"?(AA-[^\s\"]+)", text, flags=re.MULTILINE))
    for name, data in books.files.items():
        for group in _walk(data):
            cited = [group["rule"]] if isinstance(group.get("rule"), str) else []
            cited += group["rules"] if isinstance(group.get("rules"), list) else []
            cited += [value for key, value in group.items() if key.endswith("_rule")]
            yield from (f"{name}: no rule {rule} in the inventory" for rule in cited if rule not in known)


def _ids(books: Books) -> Iterator[str]:
    entries = books.files["places.json"]["places"]
    if len(entries) != len(books.places):
        yield "places.json: an id is used twice"
    sea = sorted(p["id"] for p in entries if p["kind"] == "sea")
    land = sorted(p["id"] for p in entries if p["kind"] == "land")
    if sea != list(range(1, 129)):
        yield "places.json: sea zones must be 1 to 128"
    if land != list(range(201, 406)):
        yield "places.json: land must be 201 to 405"
    for language in ("en", "it"):
        names = [p["name"][language] for p in entries]
        yield from (f"places.json: name {n!r} is used twice" for n in sorted(set(names)) if names.count(n) > 1)


def _place_fields(books: Books) -> Iterator[str]:
    for place in books.places.values():
        name = place["name"]["en"]
        unknown = sorted(set(place) - PLACE_FIELDS)
        if unknown:
            yield f"{name}: unknown fields {', '.join(unknown)}"
        if place["half"] not in ("europe", "pacific", "both"):
            yield f"{name}: half must be europe, pacific or both"
        if place["kind"] == "sea":
            continue
        held = [bool(place.get(key)) for key in ("owner", "neutral", "dutch", "impassable")]
        if sum(held) != 1:
            yield f"{name}: must be exactly one of held, neutral, Dutch, impassable"
        if ("army" in place) != ("neutral" in place):
            yield f"{name}: army and neutral go together"
        for key in ("owner", "original_owner"):
            if place.get(key, "germany") not in POWERS:
                yield f"{name}: unknown {key} {place[key]!r}"
        if bool(place.get("chinese")) != (place.get("original_owner") == "china"):
            yield f"{name}: chinese must agree with original_owner"


def _income(books: Books) -> Iterator[str]:
    printed = {e["id"]: e["ipc"] for e in books.files["powers.json"]["economies"]}
    if printed != INCOME:
        yield "powers.json: starting treasuries differ from the rulebook"
    for economy, ipc in INCOME.items():
        total = sum(p["ipc"] for p in books.places.values() if p.get("economy") == economy)
        if total != ipc:
            yield f"{economy}: values add up to {total}, the rulebook prints {ipc}"


def _cities(books: Books) -> Iterator[str]:
    listed = {
        entry["place"]: entry["city"]
        for half in ("europe", "pacific")
        for entry in books.files["charts.json"]["cities"][half]
    }
    placed = {p["id"]: p["victory_city"] for p in books.places.values() if "victory_city" in p}
    if len(placed) != 19 or listed != placed:
        yield "the nineteen victory cities of charts.json and places.json differ"
    capitals = {e["id"]: e["capital"] for e in books.files["powers.json"]["economies"] if "capital" in e}
    if capitals != {p["capital_of"]: p["id"] for p in books.places.values() if "capital_of" in p}:
        yield "the capitals of powers.json and places.json differ"


def _pairs(books: Books) -> Iterator[str]:
    for a, b in books.pairs:
        if a not in books.places or b not in books.places:
            yield f"connections.json: {a} - {b} names an unknown place"
        if a >= b:
            yield f"connections.json: {a} - {b} must have the lower id first"
    if len(set(books.pairs)) != len(books.pairs):
        yield "connections.json: a pair is listed twice"
    for a, b in books.files["connections.json"]["seam"]:
        if (a, b) not in books.pairs:
            yield f"connections.json: seam pair {a} - {b} is no connection"


def _graph(books: Books) -> Iterator[str]:
    around = books.neighbours()
    seen, queue = {1}, [1]
    while queue:
        for near in around[queue.pop()]:
            if near not in seen and not books.places[near].get("impassable"):
                seen.add(near)
                queue.append(near)
    for place in books.places.values():
        if place["id"] not in seen and not place.get("impassable"):
            yield f"{place['name']['en']} cannot be reached"


def _flags(books: Books) -> Iterator[str]:
    for place, around in books.neighbours().items():
        entry = books.places[place]
        if entry["kind"] == "sea":
            continue
        wet = [books.places[n]["kind"] == "sea" for n in around]
        if bool(entry.get("coastal")) != any(wet):
            yield f"{entry['name']['en']}: coastal must agree with the connections"
        if bool(entry.get("island")) != (bool(wet) and all(wet)):
            yield f"{entry['name']['en']}: island must agree with the connections"


def _passages(books: Books) -> Iterator[str]:
    for canal in books.files["canals.json"]["canals"]:
        a, b = canal["zones"]
        if (min(a, b), max(a, b)) not in books.pairs:
            yield f"{canal['id']}: its zones are not connected"
        if any(books.places[land]["kind"] != "land" for land in canal["land"]):
            yield f"{canal['id']}: it must be held from land"


def _setups(books: Books) -> Iterator[str]:
    units = {u["id"]: u for u in books.files["units.json"]["units"]}
    buildings = {i["id"] for i in books.files["installations.json"]["installations"]}
    for name in ("setups/rulebook.json", "setups/box.json"):
        data = books.files[name]
        if tuple(data["units"]) != POWERS:
            yield f"{name}: powers must stand in order of play"
        for power, rows in data["units"].items():
            for row in rows:
                where = f"{name}: {power} in {row['name']}"
                place = books.places.get(row["place"])
                if place is None or place["name"]["en"] != row["name"]:
                    yield f"{where}: place and name do not agree"
                    continue
                for kind, number in row["units"].items():
                    if number < 1 or (kind not in units and kind not in buildings):
                        yield f"{where}: {number} {kind} makes no sense"
                    domain = units[kind]["domain"] if kind in units else "land"
                    if domain != "air" and domain != place["kind"]:
                        yield f"{where}: {kind} cannot stand there"
                if place["kind"] == "sea":
                    room = sum(units[k].get("deck_room", 0) * n for k, n in row["units"].items())
                    if sum(units[k].get("deck", 0) * n for k, n in row["units"].items()) > room:
                        yield f"{where}: more aircraft than decks"


def _objectives(books: Books) -> Iterator[str]:
    data = books.files["objectives.json"]
    if len(data["objectives"]) != 28:
        yield "objectives.json: the rulebook has 28 objectives"
    for objective in data["objectives"]:
        name = objective["id"]
        if objective["power"] not in POWERS:
            yield f"{name}: unknown power"
        if len({"ipc", "ipc_each", "units_worth"} & set(objective["award"])) != 1:
            yield f"{name}: one kind of award"
        for condition in [*objective["when"], objective["award"]]:
            wanted = data["conditions"].get(condition.get("kind"), [])
            if "kind" in condition and condition["kind"] not in data["conditions"]:
                yield f"{name}: unknown condition {condition['kind']}"
            yield from (f"{name}: {condition['kind']} lacks {key}" for key in wanted if key not in condition)
            yield from (f"{name}: unknown place {p}" for p in condition.get("places", []) if p not in books.places)
            yield from (f"{name}: unknown power {p}" for p in condition.get("powers", []) if p not in POWERS)
            if condition.get("by", "axis") not in (*POWERS, "axis", "allies"):
                yield f"{name}: unknown side {condition['by']!r}"


def _research(books: Books) -> Iterator[str]:
    data = books.files["research.json"]
    charted = [entry for chart in data["charts"] for entry in chart]
    if [len(chart) for chart in data["charts"]] != [6, 6] or charted != [b["id"] for b in data["breakthroughs"]]:
        yield "research.json: two charts of six, each breakthrough once"


def _politics(books: Books) -> Iterator[str]:
    sides = {p["id"]: p["alliance"] for p in books.files["powers.json"]["powers"]}
    if tuple(sides) != POWERS:
        yield "powers.json: powers must stand in order of play"
    foes = {row["power"]: row["with"] for row in books.files["politics.json"]["at_war"]}
    for a, b in [(power, foe) for power, others in foes.items() for foe in others]:
        if sides[a] == sides[b]:
            yield f"politics.json: {a} and {b} are allies"
        if a not in foes[b]:
            yield f"politics.json: {a} is at war with {b}, and {b} knows nothing of it"
    for count, row in books.files["powers.json"]["seats"].items():
        seats = row["powers"]
        if len(seats) != int(count) or sorted(p for seat in seats for p in seat) != sorted(POWERS):
            yield f"powers.json: the split for {count} players must name every power once"
        if any(len({sides[p] for p in seat}) != 1 for seat in seats):
            yield f"powers.json: a seat for {count} players mixes the alliances"


def _doubts(books: Books) -> Iterator[str]:
    known = [doubt["id"] for doubt in books.files["doubts.json"]["doubts"]]
    if len(set(known)) != len(known):
        yield "doubts.json: an id is used twice"
    for name, data in books.files.items():
        for group in _walk(data):
            doubt = group.get("doubt")
            if isinstance(doubt, str) and doubt not in known:
                yield f"{name}: no doubt {doubt!r} in doubts.json"


def main(arguments: list[str]) -> int:
    """Print what is wrong; exit code 1 when something is."""
    found = findings(Path(arguments[0]) if arguments else DATA)
    for finding in found:
        print(finding)
    print(f"{len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
