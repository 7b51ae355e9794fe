"""Chapters 11.43.6 to 11.44: what an overrun costs, where its victims run, and how the victors go on."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.eastfront.model import CADRE, ELIMINATED, CrimeaState, Overrun, enemy
from sandtable.games.eastfront.rules.results import results, retreats
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.special_movement.overrun import HALTED, note
from sandtable.games.eastfront.rules.special_units import flotillas
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, ref, stacks, zoc
from sandtable.games.eastfront.scenario import CAVALRY
from sandtable.kernel import Draft, OneOf, Path, Refusal, SomeOf, refuse


def current(state: CrimeaState) -> Overrun:
    """The overrun being carried out."""
    assert state.overrun is not None
    return state.overrun


def _targets(state: CrimeaState) -> tuple[int, ...]:
    found = current(state)
    if not found.loser:
        return ()
    if found.loser != state.board.units[found.units[0]].side:
        return stacks(state).get(found.target, ())
    alive = tuple(k for k in found.units if state.pieces[k].hex)
    # rule: EF-11.43.9
    horse = tuple(k for k in alive if state.board.units[k].mobility == CAVALRY)
    return horse or alive


def loser(state: CrimeaState) -> tuple[str, ...]:
    """Who has a step to lose."""
    found = current(state)
    return (found.loser,) if found.losses and _targets(state) else ()


def losers(state: CrimeaState, seat: str) -> OneOf:
    """Units that can take the step."""
    return OneOf("piece", _targets(state))


# rule: EF-11.43.6
def take_loss(d: Draft[CrimeaState], key: int) -> None:
    """Take the step that the overrun costs."""
    found = current(d.now)
    note(d, replace(found, losses=found.losses - 1))
    results.lose_step(d, key)


# rule: EF-11.44
def start_rout(d: Draft[CrimeaState]) -> None:
    """Defenders of a hex that was overrun have to run; those who cannot go to Cadre."""
    found = current(d.now)
    if not found.success:
        return
    _remove_immobile(d, found.target)
    going = stacks(d.now).get(found.target, ())
    for key in going:
        d.edit("pieces", key, overrun=True)
        soviet_units.upset(d, key)
    note(d, replace(found, retreating=going))
    _prune(d)


# rule: EF-11.43.7
def _remove_immobile(d: Draft[CrimeaState], place: int) -> None:
    """What cannot retreat is lost with its hex, after the loss that it could have taken."""
    for key in stacks(d.now).get(place, ()):
        if retreats.cannot_retreat(d.now, key):
            box = ELIMINATED if flotillas.is_icebound(d.now, key) else CADRE
            results.remove(d, key, box, "EF-11.43.7")


def _prune(d: Draft[CrimeaState]) -> None:
    found = current(d.now)
    lost = tuple(k for k in found.retreating if not _routes(d.now, (k,)).ways)
    for key in lost:
        results.remove(d, key, CADRE, "EF-11.43.6")
    note(d, replace(found, retreating=tuple(k for k in found.retreating if k not in lost)))


def _routes(state: CrimeaState, units: tuple[int, ...]) -> retreats.Routes:
    return retreats.routes(state, units, (current(state).target,), results.RETREAT, False)


def router(state: CrimeaState) -> tuple[str, ...]:
    """The attacker chooses where those he overran go."""
    found = current(state)
    return (state.board.units[found.units[0]].side,) if found.retreating else ()


def retreaters(state: CrimeaState, seat: str) -> SomeOf:
    """Units that run together."""
    going = current(state).retreating

    def check(keys: tuple[int, ...]) -> Refusal | None:
        if _routes(state, tuple(sorted(keys))).ways:
            return None
        return refuse("EF-16.47", "refuse.no_common_route", *map(ref, keys))

    return SomeOf("piece", going, least=1, check=check, default=going[:1])


def retreat_routes(state: CrimeaState, seat: str, units: tuple[int, ...]) -> Path:
    """Where they can run."""
    return retreats.path_choice(state, current(state).target, _routes(state, tuple(sorted(units))), "EF-11.43.6")


def retreat(d: Draft[CrimeaState], units: tuple[int, ...], path: tuple[int, ...]) -> None:
    """Drive one group away."""
    retreats.carry_out(d, tuple(sorted(units)), path, 0)
    found = current(d.now)
    note(d, replace(found, retreating=tuple(k for k in found.retreating if k not in units)))
    _prune(d)


# rule: EF-11.43.8, EF-11.45
def finish(d: Draft[CrimeaState]) -> None:
    """After a success the group enters the hex and may go on; in an enemy zone only with another overrun."""
    found = current(d.now)
    alive = [k for k in found.units if d.now.pieces[k].hex]
    note(d, None)
    if not alive or not found.success:
        return
    side = d.now.board.units[alive[0]].side
    for key in alive:
        d.edit("pieces", key, hex=found.target)
    stopped = found.target in zoc(d.now, enemy(side))
    for key in alive:
        d.edit("pieces", key, moved=HALTED if stopped else "")
    d.log("log.overran", "EF-11.43.8", at(found.target), units=tuple(map(ref, alive)), place=at(found.target))
