"""Handing out men and equipment before the mission: attachments, company units, assets (2.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.ground.loads import why_not_take
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.scenario.units import HEADQUARTERS, HQ_PLATOON
from sandtable.kernel import Draft, Ref, Refusal, refuse

FREE = "company"
"""Back under the company itself."""


# rule: FF-2.3.2.a, FF-2.3.2.c, FF-2.3.3
def why_not_assign(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot be put under a platoon: it has one of its own by the table of organisation, or commands."""
    kind, me = state.board.types[key], Ref("unit", key)
    if kind.platoon or kind.kind in HEADQUARTERS:
        return refuse("FF-2.3.3", "refuse.has_its_platoon", me, unit=me)
    return None


# rule: FF-2.3.2.a, FF-2.3.2.c
def why_not_lead(state: FieldsState, hq: int) -> Refusal | None:
    """Why nobody can be put under a unit: only platoon headquarters have units assigned."""
    me = Ref("unit", hq)
    if state.board.types[hq].kind != HQ_PLATOON:
        return refuse("FF-2.3.2.c", "refuse.no_platoon_headquarters", me, hq=me)
    return None


# rule: FF-2.3.2.a, FF-2.3.2.c, FF-2.3.3
def assign(d: Draft[FieldsState], key: int, hq: int) -> None:
    """Put a unit under a platoon for the whole mission; the company commander and his staff can still order it."""
    d.edit("units", key, platoon=d.now.units[hq].platoon)
    d.log("log.assigned", "FF-2.3.3", Ref("unit", key), Ref("unit", hq), unit=Ref("unit", key), hq=Ref("unit", hq))


# rule: FF-2.3.4.a
def why_not_issue(state: FieldsState, asset: int) -> Refusal | None:
    """Why a piece of equipment is not for the player to hand out: radios of a net belong to those on it."""
    row = state.assets[asset]
    return refuse("FF-2.3.4.a", "refuse.issued_by_table", Ref("asset", asset)) if row.net else None


# rule: FF-2.3.4.a, FF-5.1.6.A
def why_not_receive(state: FieldsState, key: int, assets: tuple[int, ...]) -> Refusal | None:
    """Why a unit cannot be given equipment: it must be able to carry it."""
    more = tuple(one for one in assets if state.assets[one].holder != key)
    return why_not_take(state, key, more)


# rule: FF-2.3.4.a
def issue(d: Draft[FieldsState], key: int, assets: tuple[int, ...]) -> None:
    """Hand equipment to a unit."""
    for number in assets:
        d.edit("assets", number, holder=key, at=0, cover=0)
    d.log("log.issued", "FF-2.3.4.a", Ref("unit", key), unit=Ref("unit", key), pieces=len(assets))


def receivers(state: FieldsState) -> tuple[int, ...]:
    """Units of the company that take part."""
    return ours(state)
