"""Tactical controls set up during a mission: where casualties are collected, where helicopters land (4.2.1l)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import PATROL, FieldsState
from sandtable.games.fieldsoffire.rules.ground.loads import COLLECTION_POINT, MEDEVAC
from sandtable.games.fieldsoffire.rules.ground.terrain import ground_of
from sandtable.games.fieldsoffire.scenario.units import HQ_CO, HQ_PLATOON, STAFF
from sandtable.kernel import Draft, Ref, Refusal, refuse

LANDING_ZONES = ("lz_1", "lz_2", "lz_3")
CONTROLS = (COLLECTION_POINT, MEDEVAC, *LANDING_ZONES)


# rule: FF-4.2.1l.who
def designators(state: FieldsState) -> tuple[str, ...]:
    """The kinds of headquarters that set a control up: the platoon's own where one platoon patrols alone."""
    return (HQ_CO, STAFF, HQ_PLATOON) if state.board.mission.type == PATROL else (HQ_CO, STAFF)


# rule: FF-4.2.1l.eff, FF-5.2.4
def why_not_designate(state: FieldsState, hq: int, control: str) -> Refusal | None:
    """Why a control cannot be set up on the card of a headquarters: it is there, or helicopters cannot land there."""
    at, head = state.units[hq].at, Ref("unit", hq)
    here = Ref("place", at)
    if state.controls.get(control) == at:
        return refuse("FF-4.2.1l.eff", "refuse.control_is_here", here, card=here)
    ground = ground_of(state, at)
    if control != COLLECTION_POINT and (ground is None or not ground.landing):
        return refuse("FF-5.2.4", "refuse.no_landing", head, here, card=here)
    if control in LANDING_ZONES and any(state.controls.get(one) == at for one in LANDING_ZONES):
        return refuse("FF-11.1.3.a", "refuse.control_is_here", here, card=here)
    return None


# rule: FF-4.2.1l, FF-4.2.1l.eff, FF-5.1.7.a
def designate(d: Draft[FieldsState], hq: int, control: str) -> None:
    """Set it up on the card of the headquarters; of collection point and MEDEVAC zone there is one, which moves."""
    at = d.now.units[hq].at
    if control in (COLLECTION_POINT, MEDEVAC):
        for other in (COLLECTION_POINT, MEDEVAC):
            if other in d.now.controls:
                d.drop("controls", other)
    d.put("controls", control, at)
    head, here = Ref("unit", hq), Ref("place", at)
    d.log("log.control_set", "FF-4.2.1l.eff", head, here, hq=head, card=here, control=control)
