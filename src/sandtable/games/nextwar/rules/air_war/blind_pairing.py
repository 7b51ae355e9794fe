"""Rule 29.2.2: pairs in the air picked in secret, and what AWACS changes about them."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, DPRK, SIDES, AirBattle, Engagement, KoreaState, Sortie
from sandtable.games.nextwar.rules.air_war.display import land, link, side_of
from sandtable.games.nextwar.rules.air_war.engagements import battle, engaged, free, is_pairing, leave, of_side, pair
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse


# rule: NW-29.0, NW-29.2.2.a
def is_blind(state: KoreaState) -> bool:
    """Whether pairs are picked in secret: by agreement, and only in the fight for the air."""
    return state.board.settings.hidden_air and not battle(state).mission


def picker(state: KoreaState) -> tuple[str, ...]:
    """Both sides, while both have free units."""
    return SIDES if is_pairing(state) else ()


def choice(state: KoreaState, seat: str) -> OneOf:
    """Any free unit of one's own."""
    return OneOf("air", free(state, seat))


# rule: NW-29.2.2.a, NW-29.2.2.c
def choose(d: Draft[KoreaState], key: int) -> None:
    """Seal the next unit of a side."""
    d.put("sorties", d.seat, Sortie((key,)))
    d.log("log.sortie", "NW-29.2.2.a", link(key), readers=(d.seat,), units=(link(key),))
    d.log("log.sortie_sealed", "NW-29.2.2.a")
    d.done()


# rule: NW-29.2.2.a
def reveal(d: Draft[KoreaState]) -> None:
    """Both units are shown, and fight each other."""
    chosen = {side: row.units for side, row in d.now.sorties.items()}
    ours, theirs = chosen.get(ALLIED), chosen.get(DPRK)
    if not ours or not theirs:
        return
    d.show()
    for side in SIDES:
        d.drop("sorties", side)
    pair(d, ours[0], theirs[0])


# -- AWACS -----------------------------------------------------------------------------------------------------------


# rule: NW-29.2.2.b
def adjuster(state: KoreaState) -> tuple[str, ...]:
    """The Allies, while they may alter another engagement."""
    return (ALLIED,) if is_blind(state) and battle(state).altered < state.awacs and engaged(state) else ()


def any_unit(state: KoreaState, seat: str) -> OneOf:
    """Any unit that is engaged, of either side."""
    return OneOf("air", engaged(state))


# rule: NW-29.2.2.b
def others(state: KoreaState, seat: str, key: int) -> OneOf:
    """Units of the same side that stand in another engagement."""
    side = side_of(state, key)

    def why_not(other: int) -> Refusal | None:
        together = any(key in of_side(e, side) and other in of_side(e, side) for e in battle(state).engagements)
        if side_of(state, other) == side and not together:
            return None
        return refuse("NW-29.2.2.b", "refuse.air_no_swap", link(other), unit=link(other))

    return pick("air", engaged(state), why_not)


def why_no_swap(state: KoreaState, seat: str) -> Refusal | None:
    """Why no two units can be swapped: there is only one engagement."""
    return refuse("NW-29.2.2.b", "refuse.air_one_fight") if len(battle(state).engagements) < len(SIDES) else None


# rule: NW-29.2.2.b
def swap(d: Draft[KoreaState], key: int, other: int) -> None:
    """Two units of a side change places."""
    place = {key: other, other: key}

    def changed(keys: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(place.get(one, one) for one in keys)

    now = battle(d.now)
    found = tuple(Engagement(allied=changed(e.allied), dprk=changed(e.dprk)) for e in now.engagements)
    d.edit_subject(AirBattle, engagements=found, altered=now.altered + 1)
    d.log("log.air_swapped", "NW-29.2.2.b", link(key), link(other), unit=link(key), other=link(other))


def own_unit(state: KoreaState, seat: str) -> OneOf:
    """A unit of one's own that is engaged."""
    return OneOf("air", [key for key in engaged(state) if side_of(state, key) == seat])


# rule: NW-29.2.2.b
def withdraw(d: Draft[KoreaState], key: int) -> None:
    """A unit leaves the fight before it begins, and is home for this turn."""
    d.edit_subject(AirBattle, altered=battle(d.now).altered + 1)
    d.log("log.air_withdrawn", "NW-29.2.2.b", link(key), unit=link(key))
    land(d, key)
    leave(d, (key,))
