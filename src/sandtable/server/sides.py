"""Who plays which side of a table: alliances of several seats count as one side where one hand plays them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from sandtable import registry
from sandtable.kernel import Outcome
from sandtable.server import problems
from sandtable.store.rows import SeatRow


class Player(Struct, frozen=True):
    """A person, or a bot."""

    account_id: int
    bot: str = ""
    name: str = ""


def side_names(kind: str, seats: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The sides of a game with their seats, in the order of the seats."""
    alliances = {one.id: one.side or one.id for one in registry.manifest(kind).seats}
    found: dict[str, tuple[str, ...]] = {}
    for seat in seats:
        side = alliances.get(seat, seat)
        found[side] = (*found.get(side, ()), seat)
    return found


def players_of(kind: str, seats: Sequence[SeatRow]) -> dict[str, Player]:
    """Who plays each of the two sides of a table; raises where it is not one against one."""
    rows = {one.seat: one for one in seats}
    sides = side_names(kind, rows)
    if len(sides) != 2:
        raise problems.conflict("two_sides")
    found: dict[str, Player] = {}
    for side, names in sides.items():
        players = {_player(rows[name]) for name in names}
        if len(players) != 1:
            raise problems.conflict("one_hand", side=side)
        found[side] = players.pop()
    one, other = found.values()
    if (one.account_id, one.bot) == (other.account_id, other.bot):
        raise problems.conflict("somebody_else")
    if one.bot and other.bot:
        raise problems.conflict("one_person")
    return found


def _player(row: SeatRow) -> Player:
    return Player(0, row.bot, row.bot) if row.bot else Player(row.account_id or 0, "", row.name)


def half_points(sides: dict[str, tuple[str, ...]], outcome: Outcome) -> tuple[int, int]:
    """What each of two sides made of a game: 2 for a win, 1 for a draw; all or none win where nobody does."""
    first, second = (any(seat in outcome.winners for seat in seats) for seats in sides.values())
    return (1, 1) if first == second else (2, 0) if first else (0, 2)
