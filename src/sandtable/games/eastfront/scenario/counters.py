"""The counters as read from ``data``: ground units completed by their types, and aircraft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from sandtable.games.eastfront.scenario.board import AirType, Counter, Values
from sandtable.games.eastfront.scenario.files import data

AIR_FIELDS = (
    "id",
    "side",
    "role",
    "acr",
    "cas",
    "interdiction",
    "single_engine",
    "aa_drm",
    "unlimited_range",
    "nation",
)


def _values(text: str) -> Values:
    attack, defence, allowance = text.split("-")
    if attack == "*":
        return Values(0, int(defence), int(allowance), asterisk=True)
    return Values(int(attack.rstrip("A")), int(defence), int(allowance), attack.endswith("A"))


def counters(facts: Mapping[str, Any], types: Mapping[str, Any]) -> dict[int, Counter]:
    """Every ground unit by its number; ``facts`` change rows by the name of the unit, or bring ``new`` ones."""
    drawn = data("counters")
    kinds = {**drawn["types"], **types}
    found = {}
    new = {row["id"]: row for row in facts.get("new", ())}
    # A counter that is brought in under a known name stands for the one of that name.
    rows = [new.pop(row["id"], row) for row in drawn["units"]]
    for number, row in enumerate([*rows, *new.values()], start=1):
        given = facts.get(row["id"], {})
        is_drawn = number <= len(rows) and row is drawn["units"][number - 1] and row["type"] not in types
        found[number] = _drawn()[number] if is_drawn and not given else _made(number, row, given, kinds)
    return {**found, **_untried(found)}


@cache
def _drawn() -> Mapping[int, Counter]:
    """The counters as they are drawn, made once: boards of cases change few of them."""
    drawn = data("counters")
    return {number: _made(number, row, {}, drawn["types"]) for number, row in enumerate(drawn["units"], start=1)}


def _made(number: int, row: Mapping[str, Any], given: Mapping[str, Any], kinds: Mapping[str, Any]) -> Counter:
    """A counter from its row and what facts give it, with the names of the values that are rebuilt."""
    unit = _counter(number, {**row, **given}, kinds[given.get("type", row["type"])], data("counters")["reconstruction"])
    true = {*row.get("printed", ()), *(given if given.get("source") == "printed" else ())}
    return replace(unit, rebuilt=tuple(name for name in unit.values if name not in true))


# rule: EF-8.51, EF-22.51, EF-22.52
def _untried(units: Mapping[int, Counter]) -> dict[int, Counter]:
    """The reverse of every counter that comes out of a cup: all of a cup look alike, have a zone and cannot move."""
    found: dict[int, Counter] = {}
    cups: dict[str, list[Counter]] = {}
    for counter in units.values():
        if counter.cup:
            cups.setdefault(counter.cup, []).append(counter)
    for cup, alike in cups.items():
        stack, exerts = max(u.stack for u in alike), any(u.exerts for u in alike)
        for number, _ in enumerate(alike, start=1):
            key = len(units) + len(found) + 1
            found[key] = Counter(
                id=key,
                name=f"{cup} ?{number}",
                label=f"{cup} ?",
                side=alike[0].side,
                nation=alike[0].nation,
                kind=alike[0].kind,
                size=alike[0].size,
                stack=stack,
                steps=1,
                front=Values(0, 0, 0),
                mobility=alike[0].mobility,
                exerts=exerts,
                hides=cup,
                home=alike[0].home,
            )
    return found


# rule: EF-2.4, EF-3.31, EF-16.22
def _counter(number: int, row: Mapping[str, Any], kind: Mapping[str, Any], rebuilt: Mapping[str, Any]) -> Counter:
    """A counter from its row, completed by its type."""
    exerts = row.get("zone_of_control", kind.get("zone_of_control"))
    if exerts is None:
        exerts = row["stack"] >= rebuilt["zone_of_control"]["from_stack"]
    staff = rebuilt["headquarters"] if row["type"] == "headquarters" else {}
    return Counter(
        id=number,
        name=row["id"],
        label=row["label"],
        side=row["side"],
        nation=row["nation"],
        kind=row["type"],
        size=row["size"],
        stack=row["stack"],
        reduced_stack=row.get("reduced_stack", min(row["stack"], _reduced(row, rebuilt["reduced_stack"]))),
        steps=row["steps"],
        front=_values(row["front"]),
        back=_values(row["back"]) if "back" in row else None,
        mobile=_values(row["mobile"]) if "mobile" in row else None,
        mobility=kind["mobility"],
        colour=row.get("colour", kind["colour"]),
        exerts=bool(exerts),
        armour=kind.get("armour", False),
        artillery=kind.get("artillery", False),
        engineer=kind.get("engineer", False),
        anti_tank=kind.get("anti_tank", False),
        anti_air=kind.get("anti_air", False),
        guards=row.get("guards", False),
        nkvd=row.get("nkvd", False),
        range=row.get("range", kind.get("range", 0)),
        formation=row.get("formation", ""),
        substitute=row.get("substitute", ""),
        detaches=row.get("detaches", False),
        command=row.get("command", staff.get("command", 0)),
        recovery=row.get("recovery", staff.get("recovery", 0)),
        cup=row.get("cup", ""),
        home=tuple(int(h) for h in row.get("home", ())),
        on_foot=row.get("on_foot", ""),
        source=row.get("source") or ("printed" if "front" in row.get("printed", ()) else "reconstructed"),
    )


def _reduced(row: Mapping[str, Any], sizes: Mapping[str, Any]) -> int:
    """Stacking points of a reduced face that no card shows: as its fellows have, else those of the full one."""
    known: int = sizes.get(row["size"], {}).get(row["nation"], row["stack"])
    return known


def air_types(facts: Mapping[str, Any]) -> dict[str, AirType]:
    """Every type of aircraft; ``facts`` change rows by the name of the type."""
    drawn = data("air_units")
    naval = drawn["naval"]["units"]
    found = {}
    for row in drawn["units"]:
        values = {k: v for k, v in {**row, **facts.get(row["id"], {})}.items() if k in AIR_FIELDS}
        found[row["id"]] = AirType(**values, naval=row["id"] in naval)
    return found
