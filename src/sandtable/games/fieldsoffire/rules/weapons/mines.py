"""Mines: who sets one off (7.9)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import MINES, FieldsState, Marker
from sandtable.games.fieldsoffire.rules.terms.draws import draw
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.rules.weapons.concentrating import lay
from sandtable.games.fieldsoffire.scenario.deck import BURSTS
from sandtable.kernel import Draft, Ref

CARDS = 3
"""Cards of a mine check."""


def is_mined(state: FieldsState, card: int) -> bool:
    """Whether a minefield lies on a card."""
    return any(marker.kind == MINES and marker.at == card and not marker.unit for marker in state.markers.values())


# rule: FF-7.9.1.a, FF-7.9.1.b, FF-7.9.1.d
def check(d: Draft[FieldsState], key: int) -> bool:
    """Draw for a unit in a minefield: any burst puts it under the mines, where it stays for the turn."""
    drawn = draw(d, "mines", CARDS)
    is_hit = any(card.icon in BURSTS for card in drawn.cards)
    me, at = Ref("unit", key), d.now.units[key].at
    d.log("log.mine_check", "FF-7.9.1.a", me, draws=(drawn.draw,), unit=me, hit=int(is_hit))
    if is_hit:
        value = d.now.board.marker("vof.mines", "ncm")
        lay(d, Marker(MINES, at=at, unit=key, value=value))
    return is_hit


# rule: FF-7.9.1.c, FF-7.9.1.f
def check_mover(d: Draft[FieldsState], key: int) -> None:
    """Check a unit that entered a mined card or moved within it."""
    if is_mined(d.now, d.now.units[key].at):
        check(d, key)


# rule: FF-8.7.1.a
def check_all(d: Draft[FieldsState], card: int) -> None:
    """Check everybody on a card, of both sides."""
    present = on_card(d.now, card)
    for key in (*present.friendly, *present.enemy):
        check(d, key)
