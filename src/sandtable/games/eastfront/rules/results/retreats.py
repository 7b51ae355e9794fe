"""Chapter 16.4: retreats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from sandtable.games.eastfront.model import CADRE, ELIMINATED, CrimeaState, enemy
from sandtable.games.eastfront.rules.crimea_map.spans import is_spanned
from sandtable.games.eastfront.rules.movement.ground import mover_of, prices
from sandtable.games.eastfront.rules.railways.railways import along_rail, serves
from sandtable.games.eastfront.rules.results import baggage, results
from sandtable.games.eastfront.rules.scenarios import winter_siege
from sandtable.games.eastfront.rules.special_movement import untried
from sandtable.games.eastfront.rules.special_units import flotillas
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, is_train, ref, values, why_no_room, zoc
from sandtable.kernel import Draft, Path, Refusal, derived, refuse

RAILWAY_GUNS = "railway_artillery"


@dataclass(frozen=True)
class Routes:
    """The ways a group can retreat: hexes in order, and for those through an enemy zone the hex of that zone."""

    ways: dict[tuple[int, ...], int]
    crowded: bool = False
    """Whether there is none, but the group could get to friends who have the enemy before them, or no room."""

    def following(self, path: tuple[int, ...]) -> tuple[int, ...]:
        """The hexes that may come next."""
        size = len(path)
        return tuple(sorted({way[size] for way in self.ways if len(way) > size and way[:size] == path}))


# rule: EF-16.42.a
def cannot_retreat(state: CrimeaState, key: int) -> bool:
    """Whether a unit is lost if it has to retreat: it has no movement allowance."""
    counter = state.board.units[key]
    # rule: EF-PB7.32.e, EF-PB7.34
    if counter.is_fixed:
        return True
    return values(counter, state.pieces[key]).allowance == 0 or flotillas.is_icebound(state, key)


# rule: EF-16.43
def may_retreat_across(state: CrimeaState, key: int, a: int, b: int) -> bool:
    """Whether terrain lets a unit retreat from a hex into its neighbour."""
    counter = state.board.units[key]
    # rule: EF-23.34.c
    if counter.kind == flotillas.FLOTILLA:
        return flotillas.may_pass(state, a, b)
    # rule: EF-22.31
    if is_train(counter) or counter.kind == RAILWAY_GUNS:
        return b in along_rail(state.board, a) and serves(state, counter.side, b)
    # rule: EFT-terrain
    border = state.board.border(a, b)
    if counter.artillery and border.river == "major" and not border.bridge and not is_spanned(state, a, b):
        return False
    along, across = prices(state, mover_of(counter)).get((a, b), (None, None))
    return along is not None or across is not None


class _Search:
    """One search for the routes of a group."""

    def __init__(self, state: CrimeaState, units: tuple[int, ...], away_from: tuple[int, ...], length: int) -> None:
        self.state, self.units, self.length, self.away_from = state, units, length, away_from
        self.side = state.board.units[units[0]].side
        self.start = state.pieces[units[0]].hex
        self.enemy_zoc, self.held = zoc(state, enemy(self.side)), holders(state)
        self.near, self.distance = state.board.grid.neighbours, state.board.distance
        self.marked = [h for attack in state.attacks.values() for h in attack.hexes]
        self.onward: dict[int, tuple[int, ...]] = {}
        self.found: dict[int, list[tuple[int, ...]]] = {}

    def gap(self, place: int) -> int:
        """How far a hex is from the fight."""
        return min(self.distance(place, h) for h in self.away_from)

    # rule: EF-16.42.c, EF-PB3.3
    def following(self, a: int) -> tuple[int, ...]:
        """The hexes after a hex that do not bring the group nearer to the fight; many ways ask about the same ones."""
        if a not in self.onward:
            gap, foe = self.gap(a), enemy(self.side)
            shut = (self.start, *self.away_from)
            fit = (b for b in self.near[a] if b not in shut and self.held.get(b) != foe and self.gap(b) >= gap)
            self.onward[a] = tuple(b for b in fit if all(self.may_step(k, a, b) for k in self.units))
        return self.onward[a]

    def may_step(self, key: int, a: int, b: int) -> bool:
        """Whether a unit of the group can step into a neighbour: by the ground, and by what its card closes to it."""
        return may_retreat_across(self.state, key, a, b) and winter_siege.why_barred(self.state, key, b) is None

    # rule: EF-3.45
    def in_zone(self, place: int) -> bool:
        """Whether a hex is in an enemy zone that no friendly unit takes away."""
        return place in self.enemy_zoc and self.held.get(place) != self.side

    # rule: EF-16.44, EF-16.47
    def may_end(self, place: int) -> bool:
        """Whether a retreat can end in a hex: no enemy zone, no attack to come, room to stand."""
        if place in self.enemy_zoc or place in self.marked:
            return False
        return why_no_room(self.state, self.units, place) is None

    # rule: EF-16.44, EF-16.47
    def is_sent_on(self, place: int) -> bool:
        """Whether a group that has come to a hex as it should has to go one hex further."""
        return not self.in_zone(place) and not self.may_end(place)

    # rule: EF-16.4
    def paths(self, size: int, straight: bool) -> list[tuple[int, ...]]:
        """Every way of that many hexes that a group can go, or those of them that lead so many hexes away."""
        if size not in self.found:  # equivalent[always]: searched for again they are the same
            self.found[size] = self.search(size)
        found = self.found[size]
        return [path for path in found if self.distance(self.start, path[-1]) == size] if straight else found

    # rule: EF-16.45, EF-16.46
    def search(self, size: int) -> list[tuple[int, ...]]:
        """Every way of that many hexes that never crosses two empty hexes of enemy zones in a row."""
        found: list[tuple[int, ...]] = []
        pending: list[tuple[int, ...]] = [()]
        while pending:
            path = pending.pop()
            if len(path) == size:
                found.append(path)
                continue
            here = path[-1] if path else self.start
            for to in self.following(here):
                if to in path or (self.in_zone(here) and self.in_zone(to)):
                    continue
                pending.append((*path, to))
        return sorted(found)

    # rule: EF-16.44
    def is_driven_on(self, place: int) -> bool:
        """Whether friends stand where the enemy has a zone, or an attack is to come: who comes there goes on."""
        is_threatened = place in self.enemy_zoc or place in self.marked
        return is_threatened and self.held.get(place) == self.side

    def routes(self, zones_allowed: bool) -> Routes:
        """The ways that are open, the plain ones first; one hex further for want of room only where none ends well."""
        risky: dict[tuple[int, ...], int] = {}
        # Whoever leads others off after an overrun, or those ordered to fall back further, leads them no further still.
        may_go_on = zones_allowed and any(self.is_driven_on(path[-1]) for path in self.paths(self.length, True))
        driven = self.sorted_out(self.length + 1, True, self.is_driven_on)[0] if may_go_on else {}
        for size, straight in ((self.length, True), (self.length + 1, True), (self.length, False)):
            sent = self.is_sent_on if size > self.length else None
            safe, others = self.sorted_out(size, straight, sent)
            risky = {**others, **risky}
            if safe:
                return Routes({**safe, **driven, **(risky if zones_allowed and size == self.length else {})})
        found = risky if zones_allowed else {}
        return Routes(found, crowded=not found and self.ends_among_friends(zones_allowed))

    def sorted_out(
        self, size: int, straight: bool, sent_on: Callable[[int], bool] | None
    ) -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
        """The ways of a length that may end where they do: those free of enemy zones, and those through one of them."""
        safe: dict[tuple[int, ...], int] = {}
        risky: dict[tuple[int, ...], int] = {}
        for path in self.paths(size, straight):
            if not self.may_end(path[-1]) or (sent_on is not None and not sent_on(path[-2])):
                continue
            zones = [h for h in path if self.in_zone(h)]
            if not zones:
                safe[path] = 0
            elif len(zones) == 1:
                risky[path] = zones[0]
        return safe, risky

    # rule: EF-16.44, EF-16.47
    def ends_among_friends(self, zones_allowed: bool) -> bool:
        """Whether some way leads to friends, if only where nobody may stay, and so does a hex more."""
        most = 1 if zones_allowed else 0
        paths = (path for size in (self.length, self.length + 1) for path in self.paths(size, False))
        return any(
            self.held.get(path[-1]) == self.side and len([h for h in path if self.in_zone(h)]) <= most for path in paths
        )


@derived("pieces", "weather", "frozen", "razed", "past", "attacks", "bridges", "snowed", "rails", "tracks", "turn")
def routes(
    state: CrimeaState, units: tuple[int, ...], away_from: tuple[int, ...], length: int, zones_allowed: bool
) -> Routes:
    """The ways a group of units in one hex can retreat."""
    if any(cannot_retreat(state, k) for k in units):
        return Routes({})
    return _Search(state, units, away_from, length).routes(zones_allowed)


def path_choice(state: CrimeaState, start: int, found: Routes, rule: str = "EF-16.4") -> Path:
    """The routes as a path to be chosen hex by hex."""

    def why(path: tuple[int, ...], to: int) -> Refusal | None:
        here = path[-1] if path else start
        # rule: EF-10.55
        if to not in state.board.ground:
            return refuse("EF-10.55", "refuse.off_map", at(here), start=at(here))
        if to not in state.board.grid.neighbours.get(here, ()):
            return refuse("EF-10.4", "refuse.not_next", at(to), place=at(to), start=at(here))
        if not state.board.ground[to].is_land or state.board.border(here, to).water:
            return refuse("EF-16.43", "refuse.retreat_water", at(to), place=at(to))
        return refuse(rule, "refuse.retreat_there", at(to), place=at(to))

    return Path(
        "place",
        start,
        lambda path: dict.fromkeys(found.following(path), 0),
        lambda path: path in found.ways,
        why,
    )


def carry_out(d: Draft[CrimeaState], units: tuple[int, ...], path: tuple[int, ...], zone: int) -> None:
    """Move a group along its route; through an enemy zone it has to run the gauntlet."""
    side, start = d.now.board.units[units[0]].side, d.now.pieces[units[0]].hex
    for key in units:
        # rule: EF-22.64
        driven_out = d.now.pieces[key].roaming or untried.is_beyond(d.now, key, path[-1])
        d.edit("pieces", key, hex=path[-1], roaming=driven_out)
    d.log("log.retreated", "EF-16.4", *map(ref, units), units=tuple(map(ref, units)), to=at(path[-1]))
    baggage.follow(d, side, start, path[-1])
    # rule: EF-16.46
    if zone and d.now.battle is not None:
        d.set(battle=replace(d.now.battle, fleeing=units, zone=zone, toll=True))
        d.call("gauntlet")


def strand(d: Draft[CrimeaState], key: int, found: Routes) -> None:
    """A unit that has no way to retreat is eliminated; among friends where it cannot stay, it is broken up."""
    # rule: EF-16.44, EF-16.47
    if found.crowded:
        results.remove(d, key, CADRE, "EF-16.44")
    else:
        # rule: EF-16.42.b, EF-16.45
        results.remove(d, key, ELIMINATED, "EF-16.42.b")


def together(state: CrimeaState, keys: tuple[int, ...]) -> Refusal | None:
    """Why units cannot retreat as one group: they stand in different hexes."""
    places = {state.pieces[k].hex for k in keys}
    if len(places) > 1:
        return refuse("EF-10.53", "refuse.not_together", *map(ref, keys))
    return None
