"""Chapters 1, 4 and 11: the nine powers, their alliances and the two British economies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sandtable.games.axisallies.model import GlobalState, Territory
from sandtable.kernel import Ref, derived
from sandtable.kernel.memory import Seen

AXIS, ALLIES = "axis", "allies"


@cache
def seat(power: str) -> Ref:
    """A power, to name in a message."""
    return Ref("seat", power)


@cache
def place(at: int) -> Ref:
    """A space, to name or point at in a message."""
    return Ref("place", at)


@cache
def piece(unit: int) -> Ref:
    """A unit, to name or point at in a message."""
    return Ref("piece", unit)


# rule: AA-1.powers.a
def alliance(state: GlobalState, power: str) -> str:
    """The side a power belongs to for the whole game, at war or not."""
    return state.board.powers[power].alliance


def are_allies(state: GlobalState, a: str, b: str) -> bool:
    """Whether two powers are of one alliance."""
    if a == b:
        return True
    powers = state.board.powers
    return powers[a].alliance == powers[b].alliance


def other_side(side: str) -> str:
    """The opposing alliance."""
    return ALLIES if side == AXIS else AXIS


@derived()
def members(state: GlobalState, side: str) -> tuple[str, ...]:
    """The powers of an alliance in the order of play."""
    return tuple(p.id for p in state.board.powers.values() if p.alliance == side)


def pair(a: str, b: str) -> str:
    """The key of two powers in the table of wars."""
    return f"{a}-{b}" if a < b else f"{b}-{a}"


def at_war(state: GlobalState, a: str, b: str) -> bool:
    """Whether two powers are at war with each other."""
    return pair(a, b) in state.wars


@derived("wars")
def is_belligerent(state: GlobalState, power: str) -> bool:
    """Whether a power is at war with anybody."""
    return any(at_war(state, power, other) for other in members(state, other_side(alliance(state, power))))


# rule: AA-11.uk.two-economies, AA-11.uk.exceptions
def economy_of(state: GlobalState, at: int) -> str:
    """The treasury a territory pays into while its holder keeps it; the British have one on each half of the board."""
    holder = state.territories[at].holder
    if not holder:
        return ""
    own = state.board.powers[holder].economies
    if len(own) == 1:
        return own[0]
    space = state.board.spaces[at]
    if space.economy in own:
        return space.economy
    return "uk_pacific" if space.half == "pacific" else "uk_europe"


def _paying_now(state: GlobalState, seen: Seen, before: Mapping[int, Territory | None]) -> Seen:
    """Bring what pays up to date: only territories that changed hands can have changed their treasury."""
    lands = state.territories
    taken = {at: economy_of(state, at) for at, old in before.items() if old is None or old.holder != lands[at].holder}
    if not taken:
        return seen
    fresh = {}
    for args, places in seen.items():
        kept = [at for at in places if at not in taken]
        gained = [at for at, economy in taken.items() if economy == args[0]]
        fresh[args] = tuple(sorted((*kept, *gained)))
    return fresh


@derived("territories", territories=_paying_now)
def paying(state: GlobalState, economy: str) -> tuple[int, ...]:
    """The territories that pay into a treasury."""
    power = state.board.economies[economy].power
    held = [at for at, territory in state.territories.items() if territory.holder == power]
    return tuple(at for at in held if economy_of(state, at) == economy)


# rule: AA-9.3.capital.lost, AA-11.uk.capital-lost.a, AA-11.us.sanfrancisco
def has_lost_capital(state: GlobalState, economy: str) -> bool:
    """Whether the capital of a treasury is in enemy hands. China has none to lose."""
    info = state.board.economies[economy]
    # rule: AA-6.china.no-capital
    if not info.capital:
        return False
    holder = state.territories[info.capital].holder
    return not holder or not are_allies(state, holder, info.power)


def is_headless(state: GlobalState, power: str) -> bool:
    """Whether every treasury of a power has lost its capital."""
    return all(has_lost_capital(state, economy) for economy in state.board.powers[power].economies)
