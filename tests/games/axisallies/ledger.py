"""The books of a game: every IPC and every unit that comes or goes is in the log, and nothing else does."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Entry, Ref

PAID = {"log.bought": -1, "log.repaired": -1, "log.dice_bought": -1, "log.refunded": 1}
"""Entries with a price, and whether it leaves the treasury."""
GONE = ("log.lost", "log.no_landing")


def fault(before: GlobalState, after: GlobalState, entries: Iterable[Entry]) -> str:
    """What the log does not account for; empty when the books are right."""
    told = tuple(entries)
    money = sum(after.treasury.values()) - sum(before.treasury.values())
    if money != _money(told):
        return f"the treasuries changed by {money}, the log says {_money(told)}"
    made = after.next_unit - before.next_unit
    if made != _made(before, told):
        return f"{made} units were made, the log says {_made(before, told)}"
    gone = len(before.units) + made - len(after.units)
    if gone != _gone(told):
        return f"{gone} units are gone, the log says {_gone(told)}"
    return _wars(after)


def _money(entries: tuple[Entry, ...]) -> int:
    total = 0
    for entry in entries:
        if entry.key in PAID:
            total += PAID[entry.key] * _number(entry, "price")
        elif entry.key == "log.income":
            total += _number(entry, "earned")
        elif entry.key == "log.prize":
            total += sum(modifier.amount for modifier in entry.modifiers)
    return total


def _made(before: GlobalState, entries: tuple[Entry, ...]) -> int:
    total = 0
    roused = {at for at, land in before.territories.items() if land.roused}
    for entry in entries:
        count = _number(entry, "count") if "count" in entry.params else 0
        match entry.key:
            case "log.raised":
                total += count
            case "log.deployed" if _name(entry, "kind") in before.board.kinds:
                total += count
            case "log.roused":
                roused.add(_place(entry))
                total += count
            case "log.neutral_joins" | "log.mongolia_joins" if _place(entry) not in roused:
                total += count
    return total


def _gone(entries: tuple[Entry, ...]) -> int:
    return sum(_number(entry, "count") for entry in entries if entry.key in GONE)


def _wars(state: GlobalState) -> str:
    """War is between two, whoever is named first: each pair stands once, and never a power with itself."""
    pairs = [tuple(sorted(pair.split("-"))) for pair in state.wars]
    wrong = [pair for pair in pairs if len(set(pair)) != 2 or not set(pair) <= set(state.board.powers)]
    return "a war stands twice or with nobody" if wrong or len(set(pairs)) != len(pairs) else ""


def _number(entry: Entry, name: str) -> int:
    value = entry.params[name]
    assert isinstance(value, int), (entry.key, name, value)
    return value


def _name(entry: Entry, name: str) -> str:
    value = entry.params[name]
    assert isinstance(value, Ref)
    return str(value.id)


def _place(entry: Entry) -> int:
    return int(_name(entry, "place"))
