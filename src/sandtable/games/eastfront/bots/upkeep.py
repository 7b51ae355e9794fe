"""What comes up between fights: who is fed, whose aircraft are made ready, who leaves."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.eastfront.actions.flying import Refit
from sandtable.games.eastfront.actions.moving import Done
from sandtable.games.eastfront.actions.scheming import Choose, Ferry, Reveal
from sandtable.games.eastfront.actions.supplying import Provision, Sustain
from sandtable.games.eastfront.bots.flying import known
from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.crimea_map import line_supply
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.games.eastfront.rules.scenarios import plans
from sandtable.games.eastfront.rules.supply import attack_supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import stacks
from sandtable.planning import Idea

WORTH_A_POINT = 6
"""Steps that must starve for a supply point to be spent on them: about three divisions."""


def _hungriest(state: CrimeaState, places: tuple[int, ...], most: int) -> tuple[int, ...]:
    """The hexes with the most steps in them."""
    ranked = sorted(places, key=lambda h: (-_steps(state, (h,)), h))
    return tuple(sorted(ranked[:most]))


def _steps(state: CrimeaState, places: tuple[int, ...]) -> int:
    return sum(state.pieces[k].steps for h in places for k in stacks(state).get(h, ()))


def relief(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Spend supply on the starving where enough of them are within reach."""
    for key in map(int, attack_supply.relief(state, seat).legal):
        near = tuple(map(int, attack_supply.relieved(state, seat, key).legal))
        fed = _hungriest(state, near, attack_supply.SUSTAINED_MOST)
        if _steps(state, fed) >= WORTH_A_POINT:
            yield (Sustain(key, fed),)
    yield (Done(),)


def provision(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Let a captured line feed whom it can: it costs nothing."""
    near = tuple(map(int, line_supply.hungry(state, seat).legal))
    if near:
        yield (Provision(_hungriest(state, near, line_supply.MOST)),)
    yield (Done(),)


def refits(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Make the aircraft ready that help the army most."""
    kinds = known(state, tuple(map(int, replacements.refittable(state, seat).legal)))
    for key in sorted(kinds, key=lambda k: (-kinds[k].cas, -kinds[k].acr, k)):
        yield (Refit(key),)


def plan_of_victory(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Sevastopol, shown at once: its replacements are worth more than the secret; divisions cross where they can."""
    yield (Choose(plans.SEVASTOPOL), Reveal(), Ferry(), Done())
