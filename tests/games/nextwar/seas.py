"""A small coast made by hand: open sea, a beach and two ports of one country, with ships off it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.nextwar.model import KoreaState, Ship
from tests.games.nextwar.board import QUIET, board

WATER = {"terrain": "sea", "country": "", "sea_zone": "yellow"}
BEACH, PORT, OTHER_PORT, INLAND = "N3012", "N3112", "N2911", "N3014"
SEA, NEXT_SEA, FAR_SEA = "N3011", "N3111", "N3010"
"""The beach is next to the first two, the first port to the second, the other port to the first and the last."""
INSHORE, AT_SEA, EAST_INSHORE, EAST_AT_SEA = "yellow.inshore", "yellow.at_sea", "east.inshore", "east.at_sea"
ALL_OURS = {INSHORE: "allied", AT_SEA: "allied", EAST_INSHORE: "allied", EAST_AT_SEA: "allied"}
AMPH, CARRIER, ROK_AMPH, DPRK_AMPH, DPRK_AMPH_2 = "US Amph 1", "US CVN BG 1", "ROK Amph", "DPRK Amph 1", "DPRK Amph 2"
MARINES, MARINES_2, MARINES_3, LAR, RECON = (
    "USMC 1/3 Mar Bn",
    "USMC 2/3 Mar Bn",
    "USMC 3/3 Mar Bn",
    "USMC LAR Rec Bn",
    "USMC 3 R Mar Bde",
)
"""Battalions of half a stack point, LAR of a whole one; the last has a yellow allowance."""
ROK_MARINES = "ROK 1/2A Mar Div"
DPRK_MARINES = "DPRK ? Mar Bde 1"


def coast(country: str = "ROK", **more: Mapping[str, Any]) -> dict[str, Any]:
    """The hexes of the coast, in a country."""
    land = {"country": country, "coastal": True, "sea_zone": "yellow"}
    port = {**land, "features": ["port"]}
    hexes: dict[str, Any] = {SEA: WATER, NEXT_SEA: WATER, FAR_SEA: WATER, "N3110": WATER}
    hexes |= {BEACH: land, PORT: port, OTHER_PORT: port, INLAND: {"country": country}}
    return {**hexes, **more}


def afloat(
    at: Any = QUIET,
    units: Mapping[str, Any] | None = None,
    ships: Mapping[str, Any] | None = None,
    *,
    country: str = "ROK",
    hexes: Mapping[str, Any] | None = None,
    first: str = "allied",
    **more: Any,
) -> KoreaState:
    """A position on the coast; the Allies play first and control the sea unless told otherwise."""
    rows = {name: {"hex": row} if isinstance(row, str) else dict(row) for name, row in (ships or {}).items()}
    facts = {"hexes": coast(country, **(hexes or {})), **more.pop("facts", {})}
    fields = {"seas": ALL_OURS, "weather": "clear", "air_level": "contested", "initiative": "", **more}
    return board(at, units or {}, facts=facts, ships=rows, first=first, scenario="all_in", **fields)


def ship(state: KoreaState, name: str) -> Ship:
    """The row of a ship."""
    return state.ships[next(key for key, counter in state.board.ships.items() if counter.name == name)]


def ship_at(state: KoreaState, name: str) -> str:
    """Where a ship is."""
    return state.board.ground[ship(state, name).hex].label
