"""How a tournament stands: points, then tie-breaks, reckoned anew from the pairings each time.

Buchholz is the sum of the opponents' points. Sonneborn-Berger is the sum of the points of those one has beaten, and
half the points of those one drew with. A round without an opponent (a bye, a forfeit) counts for both as if against
oneself, won or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from sandtable.store.rows import PairingRow

UNPLAYED = ("bye", "rest", "forfeit", "absent")
"""How a pairing ends that was not played."""
REST = "rest"


class Place(Struct, frozen=True, kw_only=True):
    """Somebody's place. Points are half points, tie-breaks follow from them."""

    rank: int
    account_id: int
    points: int
    buchholz: int
    berger: int
    """Twice what is usual, so that half of a half point is whole."""
    won: int


class _Round(Struct, frozen=True):
    """One round of one player: half points, and against whom; ``None`` where it was not played."""

    points: int
    opponent: int | None


def _rounds(account_id: int, pairings: Iterable[PairingRow]) -> list[_Round]:
    found = []
    for one in pairings:
        if one.points is None or account_id not in (one.first, one.second) or one.how == REST:
            continue
        is_first = account_id == one.first
        points = one.points if is_first else one.against or 0
        other = None if one.how in UNPLAYED else one.second if is_first else one.first
        found.append(_Round(points, other))
    return found


def points_of(players: Iterable[int], pairings: Sequence[PairingRow]) -> dict[int, int]:
    """The half points of everybody."""
    return {one: sum(round_.points for round_ in _rounds(one, pairings)) for one in players}


def standings(seeds: dict[int, int], pairings: Sequence[PairingRow], system: str) -> list[Place]:
    """Everybody in order; who is equal in everything shares a place. A round-robin looks at Sonneborn-Berger first."""
    points = points_of(seeds, pairings)
    rows = []
    for one in seeds:
        rounds = _rounds(one, pairings)
        against = [points[one if each.opponent is None else each.opponent] for each in rounds]
        buchholz = sum(against)
        berger = sum(each.points * other for each, other in zip(rounds, against, strict=True))
        won = sum(each.points == 2 for each in rounds)
        breaks = (berger, buchholz) if system == "round_robin" else (buchholz, berger)
        rows.append(((points[one], *breaks, won), one, buchholz, berger, won))
    rows.sort(key=lambda row: (tuple(-part for part in row[0]), seeds[row[1]]))
    found: list[Place] = []
    for number, (order, one, buchholz, berger, won) in enumerate(rows):
        is_level = number > 0 and rows[number - 1][0] == order
        rank = found[-1].rank if is_level else number + 1
        found.append(Place(rank=rank, account_id=one, points=order[0], buchholz=buchholz, berger=berger, won=won))
    return found
