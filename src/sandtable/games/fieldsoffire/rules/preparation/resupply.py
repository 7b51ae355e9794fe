"""Ammunition that higher headquarters send up during a mission (3.1, 2.3.1)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import Asset, FieldsState
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.ground import row_of
from sandtable.kernel import Draft, Ref, Refusal, refuse

LANDING_ROW = 1


# rule: FF-2.3.1
def kinds_of_ammunition(state: FieldsState) -> tuple[str, ...]:
    """Kinds of ammunition that the company's weapons use; that of tanks is not brought up."""
    types = state.board.types
    armed = [types[key] for key in state.units if types[key].ammo_key and not types[key].is_vehicle]
    return tuple(sorted({kind.ammo for kind in armed if kind.ammo}))


# rule: FF-3.1.a
def why_not_supply(state: FieldsState, card: int) -> Refusal | None:
    """Why ammunition is not sent to a card: it comes up to row 1."""
    there = Ref("place", card)
    if row_of(card) != LANDING_ROW:
        return refuse("FF-3.1.a", "refuse.only_row_one", there, card=there)
    return None


# rule: FF-3.1.a
def supply(d: Draft[FieldsState], kind: str, card: int) -> None:
    """Lay points of one kind of ammunition on a card."""
    points = int(data("events")["events"]["ammo_resupply"]["params"]["count"])
    d.put("assets", max(d.now.assets, default=0) + 1, Asset(kind=kind, at=card, points=points))
    there = Ref("place", card)
    d.log("log.resupplied", "FF-3.1.a", there, card=there, kind=Ref("asset_kind", kind), points=points)
