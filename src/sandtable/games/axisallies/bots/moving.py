"""Noncombat Move on land and in the air: aircraft come down, armies close up to the front or to their ships."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sandtable.games.axisallies.actions.flying import Fly
from sandtable.games.axisallies.actions.moving import Move
from sandtable.games.axisallies.bots import shipping
from sandtable.games.axisallies.bots.appraisal import counted
from sandtable.games.axisallies.bots.buying import transports_off
from sandtable.games.axisallies.bots.garrison import spared
from sandtable.games.axisallies.bots.shipping import BOLD
from sandtable.games.axisallies.bots.threats import danger, holders
from sandtable.games.axisallies.bots.values import FADE, capitals, is_friendly_land, pull, spread
from sandtable.games.axisallies.bots.works import FRONT
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move import land
from sandtable.games.axisallies.rules.spaces.spaces import (
    friendly_since_start,
    is_neutral_land,
    leans_to,
    type_of,
    units_at,
    units_of,
)
from sandtable.games.axisallies.rules.turns.powers import alliance
from sandtable.games.axisallies.rules.units import air
from sandtable.kernel import derived
from sandtable.planning import Idea

ALTERNATIVES = 6
LOST = 0.7
"""The chance of being overrun at which they fall back."""
PORT = 1.5
"""What a port with transports draws, before its transports are counted."""


def plan(state: GlobalState, power: str, marching: Iterable[Idea] | None = None) -> list[Idea]:
    """All moves of a Noncombat Move, in the order they are made; armies may have been told where to march."""
    return [
        *landings(state, power),
        *_neutrals(state, power),
        *(marches(state, power) if marching is None else marching),
        *shipping.ferries(state, power),
        *shipping.convoys(state, power),
    ]


# -- aircraft --------------------------------------------------------------------------------------------------------


def landings(state: GlobalState, power: str, *, closes_up: bool = True) -> Iterator[Idea]:
    """Those in the air come down where they are safe and of use; idle ones close up."""
    for key in units_of(state, power, "air"):
        unit = state.units[key]
        at_home = not state.board.is_sea(unit.at) and not unit.task and friendly_since_start(state, unit.at, power)
        if unit.aboard:
            continue
        fields = _fields(state, power, key)
        if not at_home:
            yield tuple(Fly((key,), at) for at in (*fields[:ALTERNATIVES], *_decks(state, power, key)))
        elif closes_up and fields and not unit.spent and unit.at not in capitals(state, power):
            best = fields[0]
            if _rest(state, power, best) > 1.3 * _rest(state, power, unit.at) + 1.0:
                yield (Fly((key,), best),)


def _fields(state: GlobalState, power: str, key: int) -> list[int]:
    """The airfields an aircraft can get to, the best first."""
    unit = state.units[key]
    near = air.flights(state, power, unit.at, max(0, air.left(state, key)))
    fields = [at for at in near if at in state.territories and friendly_since_start(state, at, power)]
    return sorted(fields, key=lambda at: (-_rest(state, power, at), near[at], at))


def _rest(state: GlobalState, power: str, at: int) -> float:
    """How good it is to have aircraft in a territory."""
    held = holders(state, power, at)
    guarded = sum(n for kind, n in held.items() if state.board.kinds[kind].domain == "land")
    if not guarded:
        return 0.0
    safe = 1.0 - danger(state, power, at)
    own = 1.5 if state.territories[at].holder == power else 1.0
    return safe * own * (2.0 + pull(state, power).get(at, 0.0) + (4.0 if at in capitals(state, power) else 0.0))


def _decks(state: GlobalState, power: str, key: int) -> list[int]:
    """Zones in reach with carriers of the power."""
    near = air.flights(state, power, state.units[key].at, max(0, air.left(state, key)))
    carriers = [u.at for u in state.units.values() if u.owner == power and type_of(state, u).deck_room]
    reached = [zone for zone in near if zone in carriers]
    around = [z for zone in carriers for z in state.board.sea_next[zone] if z in near]
    return list(dict.fromkeys((*reached, *around)))


# -- armies ----------------------------------------------------------------------------------------------------------


def _neutrals(state: GlobalState, power: str) -> Iterator[Idea]:
    """Neutrals that favour us join whoever comes first."""
    for at in state.territories:
        if is_neutral_land(state, at) and leans_to(state.territories[at]) == alliance(state, power):
            troops = [
                key
                for near in state.board.land_next[at]
                for key, unit in units_at(state, near)
                if unit.owner == power and unit.kind == "infantry" and not unit.moved and not unit.aboard
            ]
            if troops:
                yield tuple(Move((key,), (at,)) for key in troops[:3])


@derived("units", "territories", "wars")
def attraction(state: GlobalState, power: str) -> Mapping[int, float]:
    """What draws armies: the front overland; where there is none, the ports in which their transports lie."""
    fronts = pull(state, power)
    held = [at for at in state.territories if is_friendly_land(state, power, at)]
    ports = {at: PORT + transports_off(state, power, at) for at in held if transports_off(state, power, at)}
    ashore = [at for at in held if fronts.get(at, 0.0) < FRONT]
    shipped = spread({at: float(n) for at, n in ports.items() if at in ashore}, state.board.land_next, ashore, FADE)
    return {at: max(fronts.get(at, 0.0), min(shipped.get(at, 0.0), FRONT)) for at in (*fronts, *shipped)}


def marches(state: GlobalState, power: str) -> Iterator[Idea]:
    """Stack by stack towards what draws it, as far as it is safe; away from what would crush it."""
    free = spared(state, power)
    arriving: dict[int, dict[str, int]] = {}
    draw = attraction(state, power)
    stacks: dict[tuple[int, int], list[int]] = {}
    for key in units_of(state, power, "land"):
        unit = state.units[key]
        if key in free and not unit.aboard and land.left(state, key) > 0 and not unit.landed:
            stacks.setdefault((unit.at, land.left(state, key)), []).append(key)
    for (at, left), keys in sorted(stacks.items(), key=lambda item: (-draw.get(item[0][0], 0.0), item[0])):
        goal = _goal(state, power, at, left, keys, arriving)
        if goal:
            for key in keys:
                there = arriving.setdefault(goal[-1], {})
                there[state.units[key].kind] = there.get(state.units[key].kind, 0) + 1
            yield (Move(tuple(sorted(keys)), goal),)
            for key in keys:
                yield (Move((key,), goal),)


def _goal(
    state: GlobalState, power: str, at: int, left: int, keys: list[int], arriving: dict[int, dict[str, int]]
) -> tuple[int, ...]:
    """The way a stack should go; empty when it should stay."""
    draw = attraction(state, power)
    here = danger(state, power, at)
    in_peril = here > LOST and at not in capitals(state, power)
    best: tuple[float, tuple[int, ...]] = (draw.get(at, 0.0) * 1.02 if not in_peril else -1.0, ())
    for path in ways(state, power, at, left):
        to = path[-1]
        held = holders(state, power, to)
        for kinds in (arriving.get(to, {}), counted(state, keys)):
            for kind, count in kinds.items():
                held[kind] = held.get(kind, 0) + count
        peril = danger(state, power, to, held)
        if peril > BOLD and not (in_peril and peril < here):
            continue
        score = draw.get(to, 0.0) * (1.0 - 0.3 * peril)
        if score > best[0] + 1e-9:
            best = (score, path)
    return best[1]


def ways(state: GlobalState, power: str, at: int, left: int) -> list[tuple[int, ...]]:
    """The ways through friendly country of one or two steps."""
    found: dict[int, tuple[int, ...]] = {}
    near = state.board.land_next
    for step in near[at]:
        if is_friendly_land(state, power, step):
            found[step] = (step,)
    if left > 1:
        for step in tuple(found):
            for to in near[step]:
                if to != at and is_friendly_land(state, power, to):
                    found.setdefault(to, (step, to))
    return list(found.values())
