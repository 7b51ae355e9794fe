"""Chapters 3 and 14: what stands where when the game begins."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.games.axisallies.model import GlobalState, Power, Territory, Unit
from sandtable.games.axisallies.rules.turns.powers import pair
from sandtable.games.axisallies.scenario import GlobalScenario

INSTALLATIONS = {"minor_ic": "works", "major_ic": "works", "air_base": "air_base", "naval_base": "naval_base"}


# rule: AA-3.setup.track, AA-7.territory.control, AA-6.neutral.types
def bare(board: GlobalScenario) -> GlobalState:
    """The board before any piece is on it: holders, neutrals, treasuries and wars as at the start."""
    territories = {
        space.id: Territory(holder=space.owner, since=space.owner, stance=space.neutral)  # type: ignore[arg-type]
        for space in board.spaces.values()
        if space.kind == "land"
    }
    kamikaze = board.tables["charts"]["kamikaze"]
    powers = {
        power: Power(kamikazes=kamikaze["tokens"] if power == kamikaze["power"] else 0)
        for power in sorted(board.powers)
    }
    # rule: AA-3.setup.ipc
    treasury = {economy.id: economy.ipc for economy in sorted(board.economies.values(), key=lambda e: e.id)}
    # rule: AA-6.start.alignment
    foes = {row["power"]: row["with"] for row in board.tables["politics"]["at_war"]}
    wars = {pair(a, b): 0 for a in foes for b in foes[a] if a in foes[b]}
    return GlobalState(
        territories=dict(sorted(territories.items())),
        powers=powers,
        treasury=treasury,
        wars=dict(sorted(wars.items())),
    )


# rule: AA-3.setup.units, AA-14.empty-territories, AA-14.multinational-start
def setup(board: GlobalScenario) -> GlobalState:
    """The starting position of a set-up table."""
    state = bare(board)
    territories = dict(state.territories)
    units: dict[int, Unit] = {}
    for power, rows in board.tables["setup"]["units"].items():
        for row in rows:
            _place(board, power, row, territories, units)
    return GlobalState(
        territories=territories,
        powers=state.powers,
        treasury=state.treasury,
        wars=state.wars,
        units=units,
        next_unit=len(units) + 1,
    )


def _place(
    board: GlobalScenario, power: str, row: Any, territories: dict[int, Territory], units: dict[int, Unit]
) -> None:
    at = row["place"]
    for kind, count in row["units"].items():
        if kind in INSTALLATIONS:
            value: Any = kind if INSTALLATIONS[kind] == "works" else True
            territories[at] = replace(territories[at], **{INSTALLATIONS[kind]: value})
            continue
        for _ in range(count):
            units[len(units) + 1] = Unit(kind, power, at)
    _board_carriers(board, power, at, units)


# rule: AA-14.airborne-carriers
def _board_carriers(board: GlobalScenario, power: str, at: int, units: dict[int, Unit]) -> None:
    """Aircraft listed in a sea zone start on the carriers there."""
    if not board.is_sea(at):
        return
    decks = [
        key
        for key, unit in units.items()
        if unit.at == at and unit.owner == power
        for _ in range(board.kinds[unit.kind].deck_room)
    ]
    for key, unit in tuple(units.items()):
        if unit.at == at and unit.owner == power and board.kinds[unit.kind].domain == "air" and not unit.aboard:
            units[key] = replace(unit, aboard=decks.pop(0))
