"""What a terrain card gives to those on it, and how one that lies face down is turned up."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.ground.sight import unseen_in_sight
from sandtable.games.fieldsoffire.rules.urban.areas import lay_out
from sandtable.games.fieldsoffire.scenario.ground import Terrain as Printed
from sandtable.games.fieldsoffire.scenario.ground import direction
from sandtable.games.fieldsoffire.scenario.setup import MAIN_PILE, SPARE_PILE, drawn_ground, spare_pile
from sandtable.kernel import Deck, Draft, Draw, Ref


def ground_of(state: FieldsState, card: int) -> Printed | None:
    """The terrain card on top; none while it lies face down."""
    found = state.cards.get(card)
    return state.board.terrain[found.terrain] if found is not None and found.terrain else None


# rule: FF-5.2.3, FF-5.2.3.a, FF-5.2.3.b
def concealment(state: FieldsState, card: int, sources: tuple[int, ...]) -> int:
    """Cover and concealment against fire from these cards.

    Where two values are printed the larger counts if any fire crosses a dark border; the smaller if all of it comes
    across white ones, from above, or from the card itself (which are not among the sources). The borders are those of
    the card on top, also on a hill.
    """
    found = ground_of(state, card)
    if found is None:
        return 0
    if found.low is None:
        return found.cc
    return found.cc if any(not found.open[direction(card, source)] for source in sources) else found.low


# rule: FF-5.2.3.c
def burst_of(state: FieldsState, card: int) -> int:
    """The signed number in the burst icon."""
    found = ground_of(state, card)
    return 0 if found is None else found.burst


# rule: FF-2.2.1.b, FF-5.2.b
def reveal(d: Draft[FieldsState]) -> bool:
    """Turn up the cards that somebody sees; true when there were any."""
    cards = unseen_in_sight(d.now)
    for card in cards:
        turn_up(d, card)
    return bool(cards)


# rule: FF-2.2.1.d, FF-5.2.d
def turn_up(d: Draft[FieldsState], card: int) -> None:
    """Draw the terrain of a card that lies face down from its pile, with everything that hills put on top."""
    draws: list[Draw] = []

    def next_card(deck: Deck) -> tuple[int, Deck]:
        draw, left = d.deal(deck, 1, "draw.terrain", of="terrain", keep=True)
        draws.append(draw)
        return draw.cards[0], left

    pile = d.now.cards[card].pile
    terrain, hills, deck = drawn_ground(d.now.board, d.now.piles[pile], next_card)
    d.put("piles", pile, deck)
    d.edit("cards", card, terrain=terrain, hills=hills)
    lay_out(d, card)
    where, ground = Ref("place", card), Ref("ground", d.now.board.terrain[terrain].kind)
    d.log("log.revealed", "FF-2.2.1.b", where, draws=draws, card=where, ground=ground, hills=hills)


# rule: FF-8.4.5
def pile_beyond(d: Draft[FieldsState]) -> str:
    """The pile of ground beyond the map: the mission's own while it has more cards than lie face down on the map.

    Then what is left of the deck, for every card of the map has its own; nothing where that is used up as well, or on
    a board made by hand that has no pile.
    """
    state = d.now
    if MAIN_PILE not in state.piles:
        return ""
    waiting = sum(not card.terrain and card.pile == MAIN_PILE for card in state.cards.values())
    if len(state.piles[MAIN_PILE]) > waiting:
        return MAIN_PILE
    if SPARE_PILE not in state.piles:
        lying = [card.terrain for card in state.cards.values()]
        held = [number for deck in state.piles.values() for number in (*deck.top, *deck.rest)]
        d.put("piles", SPARE_PILE, spare_pile(state.board, (*lying, *held)))
    return SPARE_PILE if len(d.now.piles[SPARE_PILE]) else ""
