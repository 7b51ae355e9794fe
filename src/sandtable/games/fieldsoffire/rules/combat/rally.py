"""Rally: unpinning, climbing from team to team, turning back to good order (6.5.1)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat import breakdown
from sandtable.games.fieldsoffire.rules.combat.volume import is_under_fire
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt, Trial, draw_for, trial
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order
from sandtable.games.fieldsoffire.scenario.deck import RALLY_WORD
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, FIRE, LITTER, PARALYZED
from sandtable.kernel import Draft, Ref, Refusal, refuse

UNPIN, TO_LITTER, TO_FIRE, TO_ASSAULT, BACK_TO_FIRE, TO_FRONT, TO_BACK = (
    "4.2.3a",
    "4.2.3b",
    "4.2.3c",
    "4.2.3d",
    "4.2.3e",
    "4.2.3f",
    "4.2.3j",
)
CLIMB = {
    TO_LITTER: (PARALYZED, LITTER),
    TO_FIRE: (LITTER, FIRE),
    TO_ASSAULT: (FIRE, ASSAULT),
    BACK_TO_FIRE: (ASSAULT, FIRE),
}
"""From which generic team to which, by the paragraph of the menu."""
AUTOMATIC = (BACK_TO_FIRE, TO_BACK)
MENU = (UNPIN, TO_LITTER, TO_FIRE, TO_ASSAULT, BACK_TO_FIRE, TO_FRONT, TO_BACK)


def why_not_rally(state: FieldsState, key: int, menu: str) -> Refusal | None:
    """Why a unit is not one that this action of the menu helps."""
    unit, kind = state.units[key], state.board.types[key]
    me = Ref("unit", key)
    rule = f"FF-{menu}"
    # rule: FF-4.2.3a
    if menu == UNPIN:
        return None if unit.pinned else refuse(rule, "refuse.not_pinned", me, unit=me)
    # rule: FF-6.5.1.d
    if unit.pinned:
        return refuse("FF-6.5.1.d", "refuse.pinned", me, unit=me)
    if menu == TO_FRONT:
        if unit.empty:  # rule: FF-7.18.3
            return refuse("FF-7.18.3", "refuse.out_of_ammunition", me, unit=me)
        if unit.jammed:
            return refuse("FFT-jam-older", "refuse.jammed", me, unit=me)
        # rule: FF-4.2.3f
        return None if unit.flipped else refuse(rule, "refuse.not_on_its_back", me, unit=me)
    if menu == TO_BACK:
        # rule: FF-4.2.3j
        if kind.team is None or not is_good_order(state, key) or unit.steps > 1:
            return refuse(rule, "refuse.no_fire_team_side", me, unit=me)
        return None
    before, _ = CLIMB[menu]  # rule: FF-6.5.1.c
    # rule: FF-4.2.3b.cond, FF-4.2.3c.cond, FF-4.2.3d.cond
    if kind.kind == before:
        return None
    return refuse(rule if menu == BACK_TO_FIRE else f"{rule}.cond", "refuse.other_team", me, unit=me)


def rally_trial(state: FieldsState, key: int, menu: str, by: int) -> Trial | None:
    """Two cards by the experience of the one who orders it; none are drawn without fire on the card."""
    # rule: FF-4.2.b
    if menu in AUTOMATIC:
        return None
    # rule: FF-4.2.3a.vof
    if not is_under_fire(state, state.units[key].at):
        return None
    # rule: FF-6.5.1.a, FF-2.8.2.rally, FF-4.2.f
    return trial(state, "rally", "FF-6.5.1.a", RALLY_WORD, key, by=by)


# rule: FF-4.2.3a.fail, FF-6.5.1.a
def rally_outcome(d: Draft[FieldsState], key: int, menu: str, tried: Attempt | None) -> bool:
    """What comes of it: nothing where cards were drawn and none of them shows the word."""
    if tried is not None and not tried.succeeds:
        return False
    help_up(d, key, menu)
    return True


def rally(d: Draft[FieldsState], key: int, menu: str, by: int) -> bool:
    """Try it at once."""
    cards = rally_trial(d.now, key, menu, by)
    return rally_outcome(d, key, menu, draw_for(d, cards) if cards is not None else None)


def help_up(d: Draft[FieldsState], key: int, menu: str) -> int:
    """What an action of the menu makes of a unit; the number of the counter that stands there now."""
    me = Ref("unit", key)
    # rule: FF-4.2.3a
    if menu == UNPIN:
        d.edit("units", key, pinned=False)
        d.log("log.recovered", "FF-4.2.3a", me, unit=me)
    elif menu in (TO_FRONT, TO_BACK):
        # rule: FF-4.2.3f.self, FF-6.5.1.b, FF-4.2.3j
        d.edit("units", key, flipped=menu == TO_BACK)
        # rule: FF-4.2.3f
        d.log("log.turned_over", f"FF-{menu}", me, unit=me, back=int(menu == TO_BACK))
    else:
        # rule: FF-4.2.3b, FF-4.2.3c, FF-4.2.3d
        _, after = CLIMB[menu]
        kind = d.now.board.types[key]
        # rule: FF-4.2.3e, FF-6.5.1.c
        team = breakdown.generic(d.now, kind, after)
        made = breakdown.place_team(d, key, team, pinned=False)
        breakdown.hand_over(d, key, made)
        breakdown.step_into(d, key, made)
        breakdown.remove_unit(d, key)
        d.log("log.step_became", f"FF-{menu}", me, Ref("unit", made), unit=me, team=Ref("unit", made), what=after)
        return made
    return key
