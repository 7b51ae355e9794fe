"""Chapter 9.3, step 6: when a battle is decided, and what becomes of transports nobody protects."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.casualties import lose
from sandtable.games.axisallies.rules.combat.fire import form_of, forms_in_reach
from sandtable.games.axisallies.rules.combat.retreat import ways_out
from sandtable.games.axisallies.rules.combat.sides import ATTACKER, DEFENDER, Side, attackers, standing
from sandtable.games.axisallies.rules.spaces.spaces import type_of
from sandtable.games.axisallies.rules.units.values import reach_of, values_of
from sandtable.kernel import Draft


def is_transport(state: GlobalState, key: int) -> bool:
    """Whether a unit is a transport."""
    return bool(type_of(state, state.units[key]).hold)


# rule: AA-10.carrier.no-sink-alone
def armed(state: GlobalState, at: int, side: Side) -> tuple[int, ...]:
    """The units of a side that can fire."""
    keys = attackers(state, at) if side == ATTACKER else standing(state, at)
    values = values_of(state, at, side)
    return tuple(key for key in keys if values[key].total > 0)


def _can_hit(state: GlobalState, at: int, side: Side, targets: tuple[int, ...]) -> bool:
    forms = {form_of(state, key) for key in targets}
    return any(
        form in forms for key in armed(state, at, side) for form in forms_in_reach(reach_of(state, at, key, side))
    )


# rule: AA-9.3.std.end
def decide(d: Draft[GlobalState], at: int) -> None:
    """Look whether a battle is decided; destroy transports that nothing protects any more."""
    if d.now.battles[at].over:
        return
    (_decide_at_sea if d.now.board.is_sea(at) else _decide_on_land)(d, at)


# rule: AA-9.3.amphib.land.end
def _decide_on_land(d: Draft[GlobalState], at: int) -> None:
    """A land battle ends with the last unit of a side that can fire."""
    if not attackers(d.now, at) or not armed(d.now, at, DEFENDER):
        d.edit("battles", at, over=True)


def _decide_at_sea(d: Draft[GlobalState], at: int) -> None:
    own, foes = attackers(d.now, at), standing(d.now, at)
    if not own or not foes:
        d.edit("battles", at, over=True)
        return
    warships = tuple(key for key in foes if not is_transport(d.now, key))
    if not _can_hit(d.now, at, ATTACKER, warships) and not _can_hit(d.now, at, DEFENDER, own):
        _sink_unescorted(d, at, foes)
        d.edit("battles", at, over=True, stalled=bool(standing(d.now, at)))
    elif all(is_transport(d.now, key) for key in own) and not ways_out(d.now, at):
        # rule: AA-9.3.unescorted.att
        lose(d, own, "AA-9.3.unescorted.att")
        d.edit("battles", at, over=True, fought=True)


# rule: AA-9.3.unescorted.def, AA-9.3.unescorted.cannot-hit, AA-10.transport.no-block
def _sink_unescorted(d: Draft[GlobalState], at: int, foes: tuple[int, ...]) -> None:
    """Transports and their cargo are lost to any enemy that can fire; it counts as combat."""
    helpless = tuple(key for key in foes if is_transport(d.now, key))
    if helpless and armed(d.now, at, ATTACKER):
        lose(d, helpless, "AA-9.3.unescorted.def")
        d.edit("battles", at, fought=True)
