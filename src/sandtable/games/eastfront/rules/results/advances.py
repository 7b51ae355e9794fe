"""Chapter 16.5: the advance of victorious attackers into a hex that the battle emptied."""

from __future__ import annotations

from sandtable.games.eastfront.model import ADDITIONAL, CrimeaState
from sandtable.games.eastfront.rules.combat.battle import current
from sandtable.games.eastfront.rules.crimea_units import assault
from sandtable.games.eastfront.rules.declaration.declaration import can_enter
from sandtable.games.eastfront.rules.enlarged_map import bunkers
from sandtable.games.eastfront.rules.naval import landings
from sandtable.games.eastfront.rules.naval.embarking import come_ashore
from sandtable.games.eastfront.rules.results import retreats
from sandtable.games.eastfront.rules.scenarios import winter_siege
from sandtable.games.eastfront.rules.special_movement import untried
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, ref, stacks, why_no_room
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, refuse


# rule: EF-16.52, EF-16.53
def why_not_advance(state: CrimeaState, key: int, to: int) -> Refusal | None:
    """Why a unit may not advance into a hex that the battle emptied."""
    battle, attack = current(state)
    piece = state.pieces.get(key)
    if piece is None or key not in battle.units or not piece.hex or state.board.units[key].artillery:
        return refuse("EF-16.52", "refuse.not_victorious", ref(key), unit=ref(key))
    # rule: EF-PB6.22
    if retreats.cannot_retreat(state, key):
        return refuse("EF-PB6.22", "refuse.immobile", ref(key), unit=ref(key))
    if to not in attack.hexes or stacks(state).get(to):
        return refuse("EF-16.53", "refuse.not_vacated", at(to), place=at(to))
    # rule: EF-PB5.10
    if bunkers.is_denied(state, attack, to):
        return refuse("EF-PB5.10", "refuse.fanatics", at(to), place=at(to))
    if piece.hex in attack.hexes or to not in state.board.grid.neighbours[piece.hex]:
        return refuse("EF-16.53", "refuse.not_next", at(to), place=at(to), start=at(piece.hex))
    if not can_enter(state, key, piece.hex, to):
        return refuse("EF-16.53", "refuse.closed", at(to), place=at(to), unit=ref(key))
    # rule: EF-22.64
    no = untried.why_strays(state, key, to)
    return no or winter_siege.why_barred(state, key, to)


def vacated(state: CrimeaState) -> tuple[int, ...]:
    """Hexes of the attack that stand empty and that somebody can advance into."""
    battle, attack = current(state)
    # rule: EF-16.41.b4, EF-16.51
    if battle.order == ADDITIONAL or battle.retreat_attacker:
        return ()
    # rule: EF-16.51, EF-16.55
    return tuple(h for h in attack.hexes if any(why_not_advance(state, k, h) is None for k in battle.units))


def advance_hexes(state: CrimeaState, seat: str) -> OneOf:
    """Where to advance."""
    return OneOf("place", vacated(state))


def advancing(state: CrimeaState, seat: str, to: int) -> SomeOf:
    """Who advances, within the stacking limit."""
    battle, _ = current(state)
    fit = tuple(k for k in battle.units if why_not_advance(state, k, to) is None)
    room = [k for k in fit if why_no_room(state, (k,), to) is None]
    stormers: tuple[int, ...] = ()
    for key in fit:
        if landings.is_landing(state, key) and why_no_room(state, (*stormers, key), to) is None:
            stormers = (*stormers, key)
    return SomeOf(
        "piece",
        fit,
        least=1,
        why=lambda key: why_not_advance(state, key, to),
        # rule: EF-16.54
        check=lambda keys: why_no_room(state, keys, to) or why_stays(state, to, keys),
        default=stormers or tuple(room[:1]),
    )


# rule: EF-PB7.42
def why_stays(state: CrimeaState, to: int, keys: tuple[int, ...] = ()) -> Refusal | None:
    """Why an advance, or none, will not do: engineers who are too many in their hex have to go forward."""
    battle, attack = current(state)
    able = tuple(key for key in battle.units if why_not_advance(state, key, to) is None)
    if (no := landings.why_stays_at_sea(state, able, keys, to)) is not None:
        return no
    for key in assault.extra_engineers(state, attack, battle.units):
        if why_not_advance(state, key, to) is None and not any(state.board.units[k].engineer for k in keys):
            return refuse("EF-PB7.42", "refuse.engineers_advance", ref(key), unit=ref(key), place=at(to))
    return None


def why_not_stop(state: CrimeaState, seat: str) -> Refusal | None:
    """Why the attacker cannot stay where he is after the fight."""
    return next((no for to in vacated(state) if (no := why_stays(state, to)) is not None), None)


def advance(d: Draft[CrimeaState], to: int, units: tuple[int, ...]) -> None:
    """Advance after combat; it costs nothing and ignores enemy zones."""
    for key in units:
        if landings.is_landing(d.now, key):
            come_ashore(d, key, to)
        else:
            d.edit("pieces", key, hex=to)
    d.log("log.advanced", "EF-16.51", *map(ref, units), units=tuple(map(ref, units)), to=at(to))
