"""Rules 8.5.1 and 8.4: what a move does when it is carried out."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_points import bases
from sandtable.games.nextwar.rules.combat import ports
from sandtable.games.nextwar.rules.movement import control, mopup, stacking
from sandtable.games.nextwar.rules.movement.marching import march, points
from sandtable.games.nextwar.rules.scenarios import hovercraft, restraints
from sandtable.games.nextwar.rules.sequence.segments import active
from sandtable.games.nextwar.rules.terms.units import at, refs
from sandtable.kernel import Draft, Refusal


# rule: NW-8.0, NW-8.5.1.a, NW-8.5.1.b
def move(d: Draft[KoreaState], units: tuple[int, ...], path: tuple[int, ...]) -> None:
    """Move units to the end of their way."""
    group = march(d.now, tuple(sorted(units)))
    walks = group.walk(path)
    assert not isinstance(walks, Refusal), walks
    side, start = group.walkers[0].side, group.start
    for key in units:
        d.edit("units", key, hex=path[-1], moved=True, spent=0, toward=0)
    d.log(
        "log.moved",
        "NW-8.5.1.a",
        *refs(units),
        *map(at, (start, *path)),
        units=refs(units),
        start=at(start),
        to=at(path[-1]),
        spent=points(max(walk.stop for walk in walks)),
    )
    hovercraft.count(d, units, start, path)
    for key in units:
        restraints.after_move(d, key, path)
    arrive(d, path, side)


def arrive(d: Draft[KoreaState], path: tuple[int, ...], side: str) -> None:
    """What follows when units of a side have gone along a way and stand at its end."""
    control.visit(d, path, side)
    break_ferry(d, path, side)
    bases.overrun(d, path[-1], side)
    ports.clear(d, path[-1], side)
    mopup.place_marker(d, path[-1], side)


# rule: NW-8.3.1.8.c
def break_ferry(d: Draft[KoreaState], path: tuple[int, ...], side: str) -> None:
    """A ferry is lost for good once an enemy stands at one end of it."""
    if d.now.ferry_lost:
        return
    for a, b in d.now.board.map.ferries:
        if path[-1] in (a, b) and not control.is_home(d.now, a, side):
            d.set(ferry_lost=True)
            d.log("log.ferry_lost", "NW-8.3.1.8.c", at(a), at(b), by=side, place=at(path[-1]))
            return


def begin_segment(d: Draft[KoreaState]) -> None:
    """A movement segment begins: everybody may move, and crowded hexes are noted."""
    for key, unit in d.now.units.items():
        if unit.carried:
            d.edit("units", key, carried=False, spent=0)
        if unit.moved or unit.poised or unit.assault:
            d.edit("units", key, moved=False, poised=False, assault=False)
    for key, ship in d.now.ships.items():
        if ship.moved or ship.lifted:
            d.edit("ships", key, moved=False, lifted=False)
    # rule: NWK-5.2, NWK-5.3, NWK-5.4
    for side, account in d.now.accounts.items():
        if account.sea_transport2 or account.dropped2:
            d.edit("accounts", side, sea_transport2=0, dropped2=0)
    for whose in tuple(d.now.flown):
        d.drop("flown", whose)
    d.set(crowded=stacking.overstacked(d.now, active(d.now)))
    if d.now.hovercraft:
        d.set(hovercraft=0)


# rule: NW-8.2.3.b
def end_segment(d: Draft[KoreaState]) -> None:
    """A movement segment ends: after the first one of the game zones reach into works, too."""
    restraints.end_of_segment(d, active(d.now))
    if d.now.opening:
        d.set(opening=False)
    for key, unit in d.now.units.items():
        if unit.poised:
            d.edit("units", key, poised=False)
    d.set(crowded=())
