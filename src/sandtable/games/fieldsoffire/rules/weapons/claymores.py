"""Claymores: they wait on their card for an enemy (7.9.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import CLAYMORE, GROUND, FieldsState
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.scenario.ground import distance
from sandtable.games.fieldsoffire.scenario.setup import start_cards
from sandtable.games.fieldsoffire.scenario.units import C
from sandtable.kernel import Draft, Ref, Refusal, refuse


# rule: FF-7.9.2
def laid(state: FieldsState) -> tuple[int, ...]:
    """Cards on which Claymores wait."""
    found = {marker.at for marker in state.markers.values() if marker.kind == CLAYMORE and not marker.unit}
    return tuple(sorted(found))


# rule: FF-7.9.2
def why_not_site(state: FieldsState, card: int) -> Refusal | None:
    """Why no Claymore is put on a card before the mission: they lie where the company starts, or next to that."""
    there, cards = Ref("place", card), start_cards(state.board)
    is_near = any(distance(card, one) <= C for one in cards)
    if state.cards[card].kind == GROUND and is_near:
        return None
    return refuse("FF-7.9.2", "refuse.claymore_far", there, card=there)


# rule: FF-7.9.2
def site(d: Draft[FieldsState], card: int, to: int) -> None:
    """Put a Claymore of one card on another."""
    rows = d.now.markers.items()
    number = next(one for one, marker in rows if marker.kind == CLAYMORE and marker.at == card and not marker.unit)
    d.edit("markers", number, at=to)
    here, there = Ref("place", card), Ref("place", to)
    d.log("log.claymore_sited", "FF-7.9.2", here, there, card=here, to=there)


# rule: FF-7.9.2, FF-7.9.2.a
def trigger(d: Draft[FieldsState]) -> None:
    """Every Claymore that has not gone off attacks an enemy on its card, whom chance decides.

    Looked at after the enemy's activity checks and again after the contacts of a turn.
    """
    for number, marker in tuple(d.now.markers.items()):
        enemies = on_card(d.now, marker.at).enemy if marker.kind == CLAYMORE and not marker.unit else ()
        if not enemies:
            continue
        target, draws = random_one(d, "claymore", enemies)
        value = d.now.board.marker("asset.claymore", "ncm")
        d.edit("markers", number, unit=target, value=value)
        card, aim = Ref("place", marker.at), Ref("unit", target)
        d.log("log.claymore", "FF-7.9.2", card, aim, draws=draws, card=card, target=aim)
