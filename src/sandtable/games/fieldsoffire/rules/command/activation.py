"""Activating subordinate headquarters and staff (4.2.1a), and the company by its battalion (4.1.1)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.fieldsoffire.model import Command, FieldsState
from sandtable.games.fieldsoffire.rules.command.nets import BN_TAC, why_not_off_map
from sandtable.games.fieldsoffire.rules.command.orders import pay, why_not_order
from sandtable.games.fieldsoffire.scenario.units import HQ_CO, HQ_HIGHER, HQ_PLATOON, STAFF
from sandtable.kernel import Draft, Ref, Refusal, refuse

MENU = "4.2.1a"
# rule: FF-4.1.b1, FF-4.1.b2, FF-4.1.b5
BELOW = {HQ_HIGHER: (HQ_CO,), HQ_CO: (HQ_CO, HQ_PLATOON, STAFF)}
"""Whom each kind of headquarters activates; staff and platoons nobody."""


# rule: FF-4.2.1a, FF-4.1.b, FF-4.1.1.bn.b1
def why_not_activate(state: FieldsState, hq: int) -> Refusal | None:
    """Why a headquarters or staff unit may not be activated by the one whose impulse it is."""
    impulse, me = state.impulse, Ref("unit", hq)
    below = BELOW.get(state.board.types[impulse.hq].kind, ()) if impulse is not None and impulse.hq else ()
    if impulse is None or state.board.types[hq].rank not in below:
        return refuse("FF-4.1.b", "refuse.only_company_activates", me, hq=me)
    if hq == impulse.hq:
        return refuse("FF-4.2.1a", "refuse.not_itself", me, hq=me)
    if (no := why_not_order(state, hq, MENU)) is not None:
        return no
    if state.units[hq].flipped:  # rule: FF-4.2.1a.side, FF-4.1.4.b
        return refuse("FF-4.2.1a.side", "refuse.fire_team_side", me, hq=me)
    command = state.commands.get(hq, Command())
    if command.activated or command.done:
        return refuse("FF-4.2.1a", "refuse.activated_already", me, hq=me)
    return None


# rule: FF-4.2.1a.eff, FF-4.2.g
def activate(d: Draft[FieldsState], hq: int) -> None:
    """Turn its marker to Commands Available: it draws in its own impulse later in this turn."""
    pay(d, hq, MENU)
    d.put("commands", hq, replace(d.now.commands.get(hq, Command()), activated=True))
    me = Ref("unit", hq)
    d.log("log.activated", "FF-4.2.1a", me, hq=me)


# rule: FF-3.3.1a.1, FF-4.1.1.bn.a, FF-4.1.1.bn.c
def activate_company(d: Draft[FieldsState]) -> None:
    """A battalion that is off the map activates the company headquarters, if that has a set on its net."""
    for hq in d.now.commands:
        if d.now.board.types[hq].kind != HQ_CO or not d.now.units[hq].at or d.now.units[hq].flipped:
            continue
        if why_not_off_map(d.now, hq, BN_TAC) is None:
            d.edit("commands", hq, activated=True)
            d.log("log.activated", "FF-3.3.1a.1", Ref("unit", hq), hq=Ref("unit", hq))
