"""What is still true for a power when units move: answers outlive the changes that cannot matter to them.

While a power moves, the others stand still. So whatever it has asked about them, about the sea while its armies march
or about the land while its ships sail, need not be asked again. The hooks here are for derived functions whose first
argument is the power that asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.games.axisallies.model import GlobalState, Territory, Unit
from sandtable.games.axisallies.rules.index import index
from sandtable.games.axisallies.rules.turns.powers import at_war
from sandtable.kernel.memory import Hook, Seen

Matters = Callable[[GlobalState, Unit], bool]


def unless(matters: Matters | None) -> Hook:
    """Keep a power's answers unless units of others changed, or own ones that matter; ``None`` where none does."""

    def revise(state: GlobalState, seen: Seen, before: Mapping[int, Unit | None]) -> Seen:
        if not seen:
            return {}
        mover, units = "", state.units
        for key, old in before.items():
            for row in (old, units.get(key)):
                if row is None:
                    continue
                # What one power changes matters to all others; what two of them change, to everybody.
                if row.owner != mover:
                    if mover:
                        return {}
                    mover = row.owner
                if matters is not None and matters(state, row):
                    return {}
        return {args: value for args, value in seen.items() if args[0] == mover}

    return revise


def at_sea(state: GlobalState, unit: Unit) -> bool:
    """For answers that hang on who is in which sea zone."""
    return unit.at in state.board.seas


def on_land(state: GlobalState, unit: Unit) -> bool:
    """For answers that hang on who is in, or about to land in, which territory."""
    return bool(unit.target) or unit.at not in state.board.seas


def under_the_decks(state: GlobalState, unit: Unit) -> bool:
    """For answers about the room at sea: carriers, and whatever is sent to clear a zone for one or lies there to."""
    if state.board.kinds[unit.kind].deck_room:
        return True
    return unit.at in state.board.seas and (unit.task == "attack" or _is_beside_the_enemy(state, unit))


def _is_beside_the_enemy(state: GlobalState, unit: Unit) -> bool:
    kinds, units = state.board.kinds, state.units
    if kinds[unit.kind].attack:
        for key in index(state).by_place.get(unit.at, ()):
            other = units[key]
            if kinds[other.kind].surface_warship and at_war(state, other.owner, unit.owner):
                return True
    return False


def in_the_air(state: GlobalState, unit: Unit) -> bool:
    """For answers about landing: aircraft, the decks they need, and the ships sent to clear a zone for a carrier."""
    return state.board.kinds[unit.kind].domain == "air" or under_the_decks(state, unit)


def at_sea_or_in_the_air(state: GlobalState, unit: Unit) -> bool:
    """For answers about fleets that may have carriers with them, and about aircraft that fight at sea."""
    return unit.at in state.board.seas or in_the_air(state, unit)


OTHERS = unless(None)
SEA = unless(at_sea)
LAND = unless(on_land)
DECKS = unless(under_the_decks)
AIR = unless(in_the_air)
SEA_AND_AIR = unless(at_sea_or_in_the_air)


def unless_addressed(state: GlobalState, seen: Seen, before: Mapping[str, int | None]) -> Seen:
    """Keep the answers of all powers to which nothing was opened or closed."""
    guests = {name.split(".")[1]: None for name in before}
    return {args: value for args, value in seen.items() if args[0] not in guests}


def unless_shut_out(state: GlobalState, seen: Seen, before: Mapping[str, int | None]) -> Seen:
    """Keep what hangs on territories only, whatever is said of ships."""
    lands = {name: row for name, row in before.items() if name.endswith(".territories")}
    return unless_addressed(state, seen, lands) if lands else seen


def unless_let_through(state: GlobalState, seen: Seen, before: Mapping[str, int | None]) -> Seen:
    """Keep the answers of all powers for which no canal was opened or closed; consents asked for are no canals."""
    canals = {canal.id: None for canal in state.board.canals}
    sailors = {name.rpartition(".")[2]: None for name in before if name.partition(".")[0] in canals}
    return {args: value for args, value in seen.items() if args[0] not in sailors} if sailors else seen


AGREEMENTS: Mapping[str, Hook] = {"consents": unless_addressed, "permits": unless_let_through}
"""The hooks for what powers settle with each other while one of them moves."""


def unless_captured(state: GlobalState, seen: Seen, before: Mapping[int, Territory | None]) -> Seen:
    """Keep everything while no territory changes hands."""
    for at, old in before.items():
        if old is None or old.holder != state.territories[at].holder:
            return {}
    return seen


def place_by_place(belongs: Callable[[GlobalState, str, int], bool]) -> Hook:
    """Bring sets of places up to date where each territory belongs to them for reasons of its own."""

    def revise(state: GlobalState, seen: Seen, before: Mapping[int, Territory | None]) -> Seen:
        fresh = {}
        for args, places in seen.items():
            power = str(args[0])
            inside = frozenset(at for at in before if belongs(state, power, at))
            fresh[args] = places.difference(before) | inside
        return fresh

    return revise
