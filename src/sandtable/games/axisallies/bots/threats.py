"""What the enemy could throw at a space in his next turn, and whether those who stand there would hold."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.axisallies.bots import chances
from sandtable.games.axisallies.bots.values import is_friendly_land
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.spaces.spaces import type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import alliance, members, other_side
from sandtable.games.axisallies.rules.units import air
from sandtable.kernel import derived
from sandtable.kernel.graph import flood

Counts = Mapping[str, int]
SAIL = 2
"""Zones a transport is expected to come from."""
HOMEWARD = 1
"""Movement an attacking aircraft is expected to keep for its landing, beside what it needs to turn round."""


@derived("units", "territories", "wars")
def reach_of(state: GlobalState, power: str) -> Mapping[int, Counts]:
    """Every territory and zone a power could attack next turn, with the units it could send there."""
    found: dict[int, dict[str, int]] = {}

    def add(at: int, kind: str, count: int = 1) -> None:
        here = found.setdefault(at, {})
        here[kind] = here.get(kind, 0) + count

    groups: dict[tuple[int, str], int] = {}
    for unit in state.units.values():
        if unit.owner == power and not unit.stuck and not (unit.aboard and type_of(state, unit).domain == "land"):
            groups[unit.at, unit.kind] = groups.get((unit.at, unit.kind), 0) + 1
    for (at, kind), count in groups.items():
        for place in _within(state, power, at, kind):
            add(place, kind, count)
    for at, landed in _landings(state, power).items():
        for kind, count in landed.items():
            add(at, kind, count)
    return found


def _within(state: GlobalState, power: str, at: int, kind: str) -> tuple[int, ...]:
    """The spaces a unit could attack from where it stands."""
    row = state.board.kinds[kind]
    if row.noncombat_only or not (row.attack or row.domain == "sea"):
        return ()
    if row.domain == "air":
        return _flown(state, power, at, row.move)
    if row.domain == "sea":
        return _sailed(state, at, row.move)
    return _marched(state, power, at, row.move)


@derived("units", "territories", "wars")
def _marched(state: GlobalState, power: str, at: int, move: int) -> tuple[int, ...]:
    near = state.board.land_next
    reached = dict.fromkeys(near[at])
    if move > 1:
        for step in near[at]:
            if is_friendly_land(state, power, step) or _is_open(state, step):
                reached.update(dict.fromkeys(near[step]))
    reached.pop(at, None)
    return tuple(reached)


def _is_open(state: GlobalState, at: int) -> bool:
    """Whether tanks could drive through a territory whoever holds it."""
    land = state.territories[at]
    installed = land.works or land.air_base or land.naval_base
    return bool(land.holder) and not installed and not any(True for _ in units_at(state, at))


@derived("territories", "wars")
def _flown(state: GlobalState, power: str, at: int, move: int) -> tuple[int, ...]:
    return tuple(air.flights(state, power, at, (move + HOMEWARD) // 2 + HOMEWARD))


@derived()
def _sailed(state: GlobalState, at: int, move: int) -> tuple[int, ...]:
    return tuple(flood([at], state.board.sea_next, lambda a, b: True, move).costs)


def _landings(state: GlobalState, power: str) -> dict[int, dict[str, int]]:
    """What transports could put ashore: two land units each, if there are any to fetch near by."""
    found: dict[int, dict[str, int]] = {}
    for unit in state.units.values():
        if unit.owner == power and type_of(state, unit).hold and _has_passengers(state, power, unit.at):
            for zone in _sailed(state, unit.at, SAIL):
                for at in state.board.land_next[zone]:
                    here = found.setdefault(at, {})
                    here["infantry"] = here.get("infantry", 0) + 1
                    here["artillery"] = here.get("artillery", 0) + 1
    # A territory next to several zones in reach is still landed on by each transport once.
    ships = sum(u.owner == power and bool(type_of(state, u).hold) for u in state.units.values())
    return {at: {kind: min(count, ships) for kind, count in some.items()} for at, some in found.items()}


@derived("units")
def _has_passengers(state: GlobalState, power: str, zone: int) -> bool:
    coasts = [at for near in (zone, *state.board.sea_next[zone]) for at in state.board.land_next[near]]
    return any(
        unit.owner == power and type_of(state, unit).domain == "land"
        for at in (zone, *coasts)
        for _, unit in units_at(state, at)
    )


def foes_of(state: GlobalState, power: str) -> tuple[str, ...]:
    """The powers of the other side, at war or not yet."""
    return members(state, other_side(alliance(state, power)))


@derived("units", "territories", "wars")
def threat(state: GlobalState, power: str, at: int) -> Counts:
    """The strongest attack any one enemy could make on a space next turn."""
    sea = state.board.is_sea(at)
    best: Counts = {}
    for foe in foes_of(state, power):
        sent = _fit(state, reach_of(state, foe).get(at, {}), sea)
        if strength(state, sent, attack=True) > strength(state, best, attack=True):
            best = sent
    return best


def _fit(state: GlobalState, counts: Counts, sea: bool) -> Counts:
    kinds = state.board.kinds
    wrong = "land" if sea else "sea"
    return {kind: n for kind, n in counts.items() if kinds[kind].domain != wrong}


def strength(state: GlobalState, counts: Counts, *, attack: bool) -> float:
    """A quick measure of a force: what it hits times what it can take."""
    kinds = state.board.kinds
    fire = bulk = 0
    for kind, n in counts.items():
        row = kinds[kind.split(" ")[0]]
        fire += n * (row.attack if attack else row.defence)
        bulk += n * row.hits
    return float(fire * bulk)


def holders(state: GlobalState, power: str, at: int) -> dict[str, int]:
    """The units of a power and its allies that defend a space."""
    found: dict[str, int] = {}
    for _, unit in units_at(state, at):
        friendly = unit.owner in state.board.powers and alliance(state, unit.owner) == alliance(state, power)
        if friendly and not (unit.aboard and type_of(state, unit).domain == "land"):
            found[unit.kind] = found.get(unit.kind, 0) + 1
    return found


def risk(state: GlobalState, sent: Counts, held: Counts, *, sea: bool = False) -> float:
    """The chance that an attack takes a place from those who hold it; rough where it is plain, else by the odds."""
    if not any(sent.values()):
        return 0.0
    if not sea and not any(state.board.kinds[kind].domain == "land" for kind, n in sent.items() if n):
        return 0.0
    ours = strength(state, held, attack=False)
    theirs = strength(state, sent, attack=True)
    if not ours:
        return 1.0
    if theirs < 0.4 * ours:
        return 0.0
    if theirs > 2.5 * ours:
        return 1.0
    one = chances.fight(state, "", chances.Force(dict(sent)), chances.Force(dict(held)), sea=sea)
    return chances.odds_of(one).attacker_wins


def danger(state: GlobalState, power: str, at: int, held: Counts | None = None) -> float:
    """The chance that the strongest attack on a space succeeds against those who are (or would be) there."""
    defenders = holders(state, power, at) if held is None else held
    return risk(state, threat(state, power, at), defenders, sea=state.board.is_sea(at))
