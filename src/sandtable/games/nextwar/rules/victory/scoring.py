"""Rule 12.1: what captures and losses are worth, in half victory points."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, DPRK, STACK, US, KoreaState
from sandtable.games.nextwar.scenario.counters import Counter
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import WMD
from sandtable.kernel import Draft

RESERVES = ("rg", "pmtu")


# rule: NWT-VP, NWT-VP.sum, NW-12.1.b
def capture2(state: KoreaState, place: int, side: str) -> int:
    """What a side gets for capturing a hex: the sum of all that is in it."""
    worth, ground = chart("victory")["rows"], state.board.ground[place]
    total = 0
    if ground.is_urban:
        total += worth["capital" if place in state.board.capitals[side] else "urban"]
    for feature in ground.features:
        if feature in ("city", "town", "airfield"):
            total += worth[feature]
        elif feature in ground.installations:
            prized = feature in WMD and side == ALLIED and ground.country == DPRK
            total += worth["wmd_site" if prized else "installation"]
    return int(total)


# rule: NWT-VP
def elimination2(counter: Counter) -> int:
    """What the enemy gets for eliminating a unit."""
    worth = chart("victory")["rows"]
    if counter.is_outpost or counter.is_supply:
        return 0
    if counter.kind == "hq":
        return int(worth["hq"])
    if counter.size == "division":
        is_reserve = bool(counter.reserve) or counter.kind in RESERVES
        return int(worth["reserve_division" if is_reserve else "division"])
    if counter.size in ("brigade", "regiment"):
        return int(worth["us_brigade" if counter.nation == US else "brigade"])
    return int(worth["us_battalion"])


# rule: NW-12.1.a, NWT-VP.when
def score(d: Draft[KoreaState], side: str, points2: int) -> None:
    """Add to the victory points of the turn."""
    if points2:
        d.edit("accounts", side, turn_vp2=d.now.accounts[side].turn_vp2 + points2)


def award(d: Draft[KoreaState], side: str, points2: int) -> None:
    """Points of politics and of options go straight to the total; they say nothing about the initiative."""
    if points2:
        d.edit("accounts", side, vp2=d.now.accounts[side].vp2 + points2)


# rule: NW-12.1.d
def written(points2: int) -> str:
    """Half points as a person writes them."""
    whole, half = divmod(points2, STACK)
    return f"{whole}½" if half else str(whole)
