"""What a seat may see: everything lies open but the sorties that are sealed, and missions where they are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.games.nextwar.model import READY, AirBattle, KoreaState, Mission, Sortie, Wing
from sandtable.games.nextwar.rules.air_defences.network import SAM
from sandtable.games.nextwar.rules.air_war.display import ratings, wing
from sandtable.games.nextwar.rules.air_war.engagements import free
from sandtable.games.nextwar.rules.air_war.sorties import commitments
from sandtable.games.nextwar.rules.strikes.targets import WEASEL
from sandtable.kernel import Dice, View, Visibility, public
from sandtable.kernel.state import successor


# rule: NW-29.2.2.c, NW-22.7.b
def seen_sortie(state: KoreaState, seat: str, key: str, row: Sortie) -> Sortie:
    """What a side commits to the fight for the air is its own secret until both sides show it."""
    return row if seat == key else Sortie()


# rule: NW-29.2.1.a, NW-29.2.2.c
def seen_mission(state: KoreaState, seat: str, key: int, row: Mission) -> Mission:
    """Of a hidden mission the enemy knows where it goes, and once it is seen early how many come."""
    if seat == row.side or row.is_open:
        return row
    return replace(row, strikers=(), tracks=(), escorts=(), weasels=(), engaged=(), finished=())


def imagined(view: View[KoreaState], dice: Dice) -> KoreaState:
    """A whole position that a seat could be in: what the enemy has sealed is drawn anew from what he could seal."""
    state = view.state
    changed: dict[str, Any] = {}
    if any(row.units is None for row in state.sorties.values()):
        changed["sorties"] = {
            side: row if row.units is not None else Sortie(_sealed(state, side, dice))
            for side, row in state.sorties.items()
        }
    if any(_is_masked(row) for row in state.missions.values()):
        changed["missions"] = _imagined_missions(state, dice)
    return successor(state, **changed) if changed else state


def _sealed(state: KoreaState, side: str, dice: Dice) -> Wing:
    """What a side could have sealed: any units for its sorties, one unit for a pair."""
    if state.within(AirBattle) is None:
        return _some(commitments(state, side).legal, dice)
    idle = free(state, side)
    return (idle[dice.draw(range(len(idle)))],)


def _some(keys: Sequence[Any], dice: Dice) -> Wing:
    return tuple(key for key in keys if dice.draw(range(2)))


def _is_masked(row: Mission) -> bool:
    return not row.is_open and not row.strikers and not row.helicopter


def _imagined_missions(state: KoreaState, dice: Dice) -> dict[int, Mission]:
    """Hidden missions, each with an aircraft that nobody is known to use."""
    found: dict[int, Mission] = {}
    for number, row in state.missions.items():
        found[number] = _imagined_mission(state, row, found, dice) if _is_masked(row) else row
    return found


def _imagined_mission(state: KoreaState, row: Mission, others: dict[int, Mission], dice: Dice) -> Mission:
    known = {key for m in (*others.values(), *state.missions.values()) for key in m.strikers}
    weasels = row.aim == WEASEL
    idle = [k for k in wing(state, row.side, READY) if k not in known and ratings(state, k).weasel == weasels]
    if not idle:
        return row
    return replace(row, strikers=(idle[dice.draw(range(len(idle)))],), tracks=(SAM,) if weasels else ())


# rule: NW-8.1.2
VISIBILITY: Visibility = {
    **{name: public for name in KoreaState.__struct_fields__ if name != "flow"},
    "sorties": seen_sortie,
    "missions": seen_mission,
}
