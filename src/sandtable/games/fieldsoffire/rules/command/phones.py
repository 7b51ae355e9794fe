"""Phone lines: laid as men go forward, cut by fire and by the enemy, mended; sets lost with their men (4.3.4)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    AIRSTRIKE,
    DEFENSIVE,
    GROUND,
    INCOMING,
    PHONE_LINE,
    STAGING,
    Asset,
    FieldsState,
    Marker,
)
from sandtable.games.fieldsoffire.rules.command.nets import CUT, sets_of
from sandtable.games.fieldsoffire.rules.ground.loads import assets_of
from sandtable.games.fieldsoffire.rules.preparation.limits import MLR
from sandtable.games.fieldsoffire.rules.terms.draws import random_number
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, on_card
from sandtable.games.fieldsoffire.scenario.ground import row_of
from sandtable.games.fieldsoffire.scenario.setup import start_cards
from sandtable.kernel import Draft, Ref, Refusal, refuse

REEL = "phone_line"
"""The asset from which line is laid; its points are the markers left on it."""
HALF, TWO_THIRDS = (2, 1), (3, 2)
"""Of so many numbers the first so many."""


def lines_on(state: FieldsState, card: int) -> tuple[int, ...]:
    """The line markers of a card, cut or not: never more than one."""
    return tuple(number for number, marker in state.markers.items() if marker.kind == PHONE_LINE and marker.at == card)


# rule: FF-4.3.4.b, FF-4.3.4.g
def lay_line(d: Draft[FieldsState], key: int, card: int) -> None:
    """A unit with line to lay leaves a marker on the card it goes from, as long as it has any and none lies there."""
    if d.now.cards[card].kind == STAGING or lines_on(d.now, card):
        return
    for number in assets_of(d.now).get(key, ()):
        asset = d.now.assets[number]
        if asset.kind != REEL:
            continue
        _pay_out(d, number, card)
        where, me = Ref("place", card), Ref("unit", key)
        d.log("log.line_laid", "FF-4.3.4.b", me, where, unit=me, card=where, points=asset.points - 1)
        return


def _pay_out(d: Draft[FieldsState], reel: int, card: int) -> None:
    """Lay a marker from a reel; an empty one is gone."""
    d.put("markers", max(d.now.markers, default=0) + 1, Marker(PHONE_LINE, at=card))
    points = d.now.assets[reel].points
    if points > 1:
        d.edit("assets", reel, points=points - 1)
    else:
        d.drop("assets", reel)


def reels(state: FieldsState) -> tuple[int, ...]:
    """Line of the company that is not laid yet."""
    return tuple(number for number, asset in state.assets.items() if asset.kind == REEL and asset.holder)


# rule: FF-2.4.1.B.mlr, FF-4.3.4.g
def why_not_wire(state: FieldsState, card: int) -> Refusal | None:
    """Why line is not laid on a card before play: only in a defence, behind its main line, and once on each card."""
    there, line = Ref("place", card), state.controls.get(MLR, 0)
    if state.board.mission.type != DEFENSIVE:
        return refuse("FF-2.4.1.B.mlr", "refuse.laid_as_men_go", there)
    if not reels(state):
        return refuse("FF-4.3.4.g", "refuse.no_wire_left", there)
    is_behind = 0 < row_of(card) <= line if line else card in start_cards(state.board)
    if state.cards[card].kind != GROUND or not is_behind:
        return refuse("FF-2.4.1.B.mlr", "refuse.not_behind_main_line", there, card=there)
    if lines_on(state, card):
        return refuse("FF-4.3.4.g", "refuse.line_is_here", there, card=there)
    return None


# rule: FF-2.4.1.B.mlr
def wire(d: Draft[FieldsState], card: int) -> None:
    """Lay line on a card behind the main line before play."""
    reel = reels(d.now)[0]
    me, where = Ref("unit", d.now.assets[reel].holder), Ref("place", card)
    left = d.now.assets[reel].points - 1
    _pay_out(d, reel, card)
    d.log("log.line_laid", "FF-2.4.1.B.mlr", me, where, unit=me, card=where, points=left)


# rule: FF-3.7.4.c, FF-4.3.4.c, FF-4.3.4.d
def cut_lines(d: Draft[FieldsState]) -> None:
    """In Combat Effects shells cut a line on 1 of 2, and enemies whom no friend disturbs on 1 or 2 of 3."""
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind != PHONE_LINE or marker.form == CUT:
            continue
        is_shelled = any(one.kind in (INCOMING, AIRSTRIKE) and one.at == marker.at for one in d.now.markers.values())
        if is_shelled and _is_cut(d, number, "FF-4.3.4.c", HALF):
            continue
        present = on_card(d.now, marker.at)
        is_theirs = any(is_good_order(d.now, key) for key in present.enemy)
        if is_theirs and not any(is_good_order(d.now, key) for key in present.friendly):
            _is_cut(d, number, "FF-4.3.4.d", TWO_THIRDS)


def _is_cut(d: Draft[FieldsState], number: int, rule: str, chance: tuple[int, int]) -> bool:
    """Draw for a line, and turn it over where it is cut."""
    of, most = chance
    found, draws = random_number(d, "line_cut", of)
    is_cut = found <= most
    if is_cut:
        d.edit("markers", number, form=CUT)
    where = Ref("place", d.now.markers[number].at)
    d.log("log.line_drawn", rule, where, draws=draws, card=where, cut=int(is_cut))
    return is_cut


# rule: FF-4.2.1k.cond
def why_not_repair(state: FieldsState, by: int, key: int) -> Refusal | None:
    """Why a line is not mended: it must be cut, here, with the one who orders it and a good order unit beside it."""
    unit, me, where = state.units[key], Ref("unit", key), Ref("place", state.units[key].at)
    if not any(state.markers[number].form == CUT for number in lines_on(state, unit.at)):
        return refuse("FF-4.2.1k.cond", "refuse.no_cut_line", me, where, card=where)
    if not is_good_order(state, key):
        return refuse("FF-4.2.1k.cond", "refuse.not_in_good_order", me, unit=me)
    if state.units[by].at != unit.at:
        return refuse("FF-4.2.1k.cond", "refuse.not_at_the_line", Ref("unit", by), hq=Ref("unit", by), card=where)
    return None


# rule: FF-4.2.1k, FF-4.2.1k.eff
def repair(d: Draft[FieldsState], card: int) -> None:
    """The line is whole again at once."""
    for number in lines_on(d.now, card):
        d.edit("markers", number, form="")
    d.log("log.line_mended", "FF-4.2.1k.eff", Ref("place", card), card=Ref("place", card))


# rule: FF-4.3.4.e, FF-4.3.5.loss
def lose_sets(d: Draft[FieldsState], key: int) -> None:
    """The sets of a unit whose last step is a casualty: on 1 of 2 each is destroyed, else it is left on the card."""
    for one in sets_of(d.now).get(key, ()):
        number, draws = random_number(d, "set_lost", HALF[0])
        is_lost = number <= HALF[1]
        if is_lost:
            d.edit("assets", one.asset, holder=0, at=0, cover=0)
        me = Ref("unit", key)
        d.log("log.set_lost", "FF-4.3.5.loss", me, draws=draws, unit=me, lost=int(is_lost))


def is_removed(asset: Asset) -> bool:
    """Whether a piece of equipment is out of play: nobody holds it, and it lies neither on a card nor in a box."""
    return not (asset.holder or asset.at or asset.box)


# rule: FF-4.2.1j.cond
def spare_sets(state: FieldsState, asset: int) -> tuple[int, ...]:
    """Sets removed from play for which one could be exchanged: the same model, of another net."""
    mine = state.assets[asset]
    return tuple(
        number
        for number, other in state.assets.items()
        if other.net != mine.net and other.kind == mine.kind and is_removed(other)
    )


# rule: FF-4.2.1j, FF-4.2.1j.cond
def switch_net(d: Draft[FieldsState], key: int, asset: int, to: int) -> None:
    """Give a set up for one of another net."""
    d.edit("assets", asset, holder=0, at=0, cover=0)
    d.edit("assets", to, holder=key, at=0, cover=0)
    me = Ref("unit", key)
    d.log("log.net_switched", "FF-4.2.1j", me, unit=me, net=d.now.assets[to].net.partition(".")[2])
