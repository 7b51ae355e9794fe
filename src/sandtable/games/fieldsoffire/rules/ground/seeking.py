"""Seeking cover: how it is found, and what is found among houses (4.2.2e, 5.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsOptions, FieldsState
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt, Trial, draw_for, trial
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.ground.movement import why_not_stir
from sandtable.games.fieldsoffire.rules.ground.terrain import ground_of
from sandtable.games.fieldsoffire.rules.terms.draws import random_number
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by
from sandtable.games.fieldsoffire.rules.urban.areas import is_covered
from sandtable.games.fieldsoffire.rules.weapons.concentrating import drop_of
from sandtable.games.fieldsoffire.rules.weapons.mines import check_mover
from sandtable.games.fieldsoffire.scenario.deck import COVER_WORD
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.units import PARALYZED
from sandtable.kernel import Draft, Draw, Ref, Refusal, refuse

URBAN = "urban"
TABLES = {"Naktong River": "korea", "Heartbreak Ridge": "korea", "Vietnam": "vietnam", "Normandy": "normandy"}
ERAS = {"Naktong River": "korea", "Heartbreak Ridge": "korea", "Vietnam": "vietnam"}


# rule: FF-5.3.a
def why_not_seek(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit may not look for cover: it has some, there is none to be found, or it cannot stir."""
    unit, kind = state.units[key], state.board.types[key]
    me, here = Ref("unit", key), Ref("place", unit.at)
    if not kind.is_infantry:
        return refuse("FF-5.1.a", "refuse.no_infantry", me, unit=me)
    # rule: FF-4.2.5.paralyzed
    if kind.kind == PARALYZED and not unit.pinned:
        return refuse("FF-4.2.5.paralyzed", "refuse.paralyzed", me, unit=me)
    # rule: FF-5.1.1.c
    if is_covered(state, unit):
        return refuse("FF-5.1.1.c", "refuse.in_cover", me, unit=me)
    # rule: FF-4.2.2e.cond
    if not works.can_be_found(state, unit.at):
        return refuse("FF-4.2.2e.cond", "refuse.no_cover_left", me, here, unit=me, card=here)
    return why_not_stir(state, key)


# rule: FF-4.2.2e.draw, FF-2.8.2.cover
def seek_trial(state: FieldsState, key: int) -> Trial:
    """As many cards as the terrain says, for the word."""
    ground = ground_of(state, state.units[key].at)
    assert ground is not None
    return trial(state, "seek_cover", "FF-4.2.2e.draw", COVER_WORD, key, cards=ground.draw)


def seek(d: Draft[FieldsState], key: int) -> bool:
    """Look for cover at once."""
    return seek_outcome(d, key, draw_for(d, seek_trial(d.now, key)))


# rule: FF-4.2.2e, FF-4.2.2e.ok, FF-4.2.2e.fail
def seek_outcome(d: Draft[FieldsState], key: int, tried: Attempt, *, up: bool = False) -> bool:
    """Who finds cover is under it and Exposed, in a house upstairs if he likes; who does not has lost nothing."""
    if not tried.succeeds:
        return False
    drop_of(d, key)  # rule: FF-7.11.5.a
    number = place_found(d, d.now.units[key].at)
    # rule: FF-5.2.2.B.a, FF-5.2.2.B.c
    if up and (above := storey_over(d.now, number)) and works.has_room(d.now, above, key):
        number = above
    # rule: FF-5.1.6.A.cas
    for casualty in carried_by(d.now).get(key, ()):
        d.edit("units", casualty, cover=number)
    d.edit("units", key, cover=number, exposed=True)
    me = Ref("unit", key)
    d.log("log.took_cover", "FF-4.2.2e.ok", me, unit=me)
    check_mover(d, key)  # rule: FF-7.9.1.f
    return True


# rule: FF-5.2.2.B.a
def has_storeys(state: FieldsState, card: int) -> bool:
    """Whether a house that is found on a card has an upper storey or a tower."""
    ground = ground_of(state, card)
    return ground is not None and ground.cover == URBAN and (ground.storeys or ground.tower)


def storey_over(state: FieldsState, house: int) -> int:
    """The upper storey or tower that was placed with a house; 0 where it has none."""
    above = house + 1
    return above if above in state.covers and state.covers[above].up else 0


def place_found(d: Draft[FieldsState], at: int) -> int:
    """The cover marker that is found on a card; a house may have an upper storey or a tower of the same value."""
    ground = ground_of(d.now, at)
    assert ground is not None
    # rule: FF-5.3.1
    if ground.cover != URBAN:
        return works.place_cover(d, at, works.BASIC, found=True)
    kind, draws = urban_cover(d, ground.kind)
    # rule: FF-5.3.3
    d.log("log.urban_cover", "FF-5.3.3", Ref("place", at), draws=draws, card=Ref("place", at), kind=kind)
    number = works.place_cover(d, at, kind, found=True)
    # rule: FF-5.3.3.ms
    if kind in (works.LIGHT_BUILDING, works.STRONG_BUILDING) and (ground.storeys or ground.tower):
        # rule: FF-5.2.2.B.b
        above = works.TOWER if ground.tower else works.UPPER_STOREY
        # rule: FF-5.3.e
        works.place_cover(d, at, above, value=d.now.covers[number].value)
    return number


# rule: FF-5.3.3, FFT-urban-cover
def urban_cover(d: Draft[FieldsState], terrain: str) -> tuple[str, tuple[Draw, ...]]:
    """What is found among houses, by the table of the campaign or by that of the series rules."""
    options, campaign = d.now.board.options, d.now.board.mission.campaign
    assert isinstance(options, FieldsOptions)
    tables = data("counters")["urban_cover"]
    if options.seed_urban_cover:
        table = tables["seed_first_edition"]
        rows = table["rows"][ERAS.get(campaign, "wwii")]
    else:
        table = tables[TABLES.get(campaign, d.now.board.name)]
        rows = table["rows"].get(terrain) or table["rows"]["village"]
    number, draws = random_number(d, "urban_cover", table["sides"])
    return next(str(kind) for kind, low, high, _ in rows if low <= number <= high), draws
