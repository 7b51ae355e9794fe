"""Chapter 15.54: attacks on hexes where nobody worth fighting is found; the attackers go in without a fight."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.eastfront.model import Battle, CrimeaState
from sandtable.games.eastfront.rules.declaration.declaration import can_enter
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, ref, why_no_room
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, refuse


def _battle(state: CrimeaState) -> Battle:
    assert state.battle is not None
    return state.battle


def _hexes(state: CrimeaState) -> tuple[int, ...]:
    return state.attacks[_battle(state).attack].hexes


# rule: EF-15.54.b
def begin(d: Draft[CrimeaState], units: tuple[int, ...]) -> None:
    """Every defender was a phantom: the attack is off, nothing is spent, and its units go into the hex."""
    for key in units:
        d.edit("pieces", key, attacked=True, busy=True)
    d.set(battle=replace(_battle(d.now), entering=units))
    places = tuple(map(at, _hexes(d.now)))
    d.log("log.nobody_there", "EF-15.54.b", *places, places=places)


def why_not(state: CrimeaState, key: int, to: int) -> Refusal | None:
    """Why a unit does not go into a hex where nobody was found."""
    if to not in _hexes(state) or key not in _battle(state).entering:
        return refuse("EF-15.54.b", "refuse.not_victorious", ref(key), unit=ref(key))
    if not can_enter(state, key, state.pieces[key].hex, to):
        return refuse("EF-15.54.b", "refuse.closed", at(to), place=at(to), unit=ref(key))
    return why_no_room(state, (key,), to)


def _open(state: CrimeaState) -> tuple[int, ...]:
    """Hexes that units must still go into, within the stacking limit."""
    return tuple(h for h in _hexes(state) if any(why_not(state, k, h) is None for k in _battle(state).entering))


def occupier(state: CrimeaState) -> tuple[str, ...]:
    """The attacker, while units of his have to go into a hex."""
    return (state.attacks[_battle(state).attack].side,) if _open(state) else ()


def hexes(state: CrimeaState, seat: str) -> OneOf:
    """Where units go in."""
    return OneOf("place", _open(state))


def units(state: CrimeaState, seat: str, to: int) -> SomeOf:
    """Who goes in, within the stacking limit."""
    fit = tuple(k for k in _battle(state).entering if why_not(state, k, to) is None)
    return SomeOf("piece", fit, least=1, check=lambda keys: why_no_room(state, keys, to), default=fit[:1])


def occupy(d: Draft[CrimeaState], to: int, keys: tuple[int, ...]) -> None:
    """Go into a hex where nobody was found."""
    battle = _battle(d.now)
    d.set(battle=replace(battle, entering=tuple(k for k in battle.entering if k not in keys)))
    for key in keys:
        d.edit("pieces", key, hex=to)
    d.log("log.advanced", "EF-15.54.b", *map(ref, keys), units=tuple(map(ref, keys)), to=at(to))
