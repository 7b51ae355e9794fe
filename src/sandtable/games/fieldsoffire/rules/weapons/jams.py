"""Weapons that jam (7.12)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsOptions, FieldsState
from sandtable.games.fieldsoffire.rules.combat import breakdown
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt
from sandtable.games.fieldsoffire.rules.terms.presence import rating
from sandtable.games.fieldsoffire.scenario.deck import JAM
from sandtable.games.fieldsoffire.scenario.units import FIRE, GUN, MORTARS, SQUAD, WEAPONS
from sandtable.kernel import Draft, Ref


# rule: FF-7.12.a, FF-7.7
def can_jam(state: FieldsState, key: int) -> bool:
    """Weapons teams rated A, G! or H, guns, and squads with a belt-fed gun; squads with launchers never."""
    kind, printed = state.board.types[key], rating(state, key)
    if state.units[key].flipped:
        return False
    if kind.kind in (WEAPONS, *MORTARS):
        return printed.basic in ("A", "H") or printed.special == "G!"
    return kind.kind == GUN or (kind.kind == SQUAD and printed.basic == "A" and bool(kind.ammo))


# rule: FF-7.12.b, FF-2.8.2.jam
def is_jammed(state: FieldsState, key: int, tried: Attempt) -> bool:
    """Whether the cards of an attempt jam the weapon: nothing else comes of them then."""
    return bool(tried.count(JAM)) and can_jam(state, key)


# rule: FF-7.12, FF-7.12.b, FF-2.8.2.jam
def jams(d: Draft[FieldsState], key: int, tried: Attempt) -> bool:
    """Whether an attempt jams the weapon: then its crew become Fire Teams at once, and nothing comes of the attempt."""
    if not is_jammed(d.now, key, tried):
        return False
    unit, kind, me = d.now.units[key], d.now.board.types[key], Ref("unit", key)
    options = d.now.board.options
    assert isinstance(options, FieldsOptions)
    if options.old_jams and kind.kind == WEAPONS and kind.steps == 1 and kind.team is not None:
        # rule: FFT-jam-older
        d.edit("units", key, flipped=True, jammed=True)
        d.log("log.jammed_older", "FFT-jam-older", me, unit=me)
        return True
    heirs = [
        breakdown.place_team(d, key, breakdown.generic(d.now, kind, FIRE), pinned=unit.pinned)
        for _ in range(unit.steps)
    ]
    for heir in heirs[:-1]:
        breakdown.step_out(d, key, heir)
    breakdown.hand_over(d, key, heirs[-1])
    breakdown.step_into(d, key, heirs[-1])
    breakdown.remove_unit(d, key)
    # rule: FF-7.12.c
    d.log("log.jammed", "FF-7.12.c", me, unit=me)
    return True
