"""Rules 8.5.6.4 and 8.5.7: the roll for whoever moves over a sea that is not his."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, JAPAN, PRC, SUPREMACY, US, KoreaState
from sandtable.games.nextwar.rules.sea.waters import AT_SEA, INSHORE, holder, inshore_box
from sandtable.games.nextwar.rules.terms.units import DIE, at
from sandtable.games.nextwar.scenario.files import bands, chart
from sandtable.kernel import Draft, Modifier, Ref, Sum

SUCCESS, ABORT_AND_LOSS = "success", "abort_and_loss"


# rule: NW-8.5.6.4.b
def crossed(state: KoreaState, start: int, to: int) -> tuple[int, ...]:
    """The boxes of the sea that a ship passes through: those it leaves or enters, else the Inshore box of the coast."""
    boxes = tuple(place for place in (start, to) if place in (*AT_SEA, *INSHORE))
    return boxes or (inshore_box(state, start),)


# rule: NW-8.5.6.4.b, NW-8.5.7.a
def is_contested(state: KoreaState, boxes: tuple[int, ...], side: str) -> bool:
    """Whether a side does not control all of some boxes."""
    return any(holder(state, box) != side for box in boxes)


# rule: NWT-CONTESTEDSEA
def modifiers(state: KoreaState, boxes: tuple[int, ...], side: str) -> Sum:
    """What ships in these boxes, China and the air add to the roll; the signs are those of the Allies."""
    printed, ships = chart("contested_sea")["modifiers"], state.board.ships
    present = [ships[key] for key, ship in state.ships.items() if ship.hex in boxes]
    sign = 1 if side == ALLIED else -1
    found = []
    if us := sum(one.nation == US for one in present):
        found.append(Modifier("NWT-CONTESTEDSEA", "modifier.us_ships", sign * printed["us_ship"] * us))
    if has_china(state):
        found.append(Modifier("NWT-CONTESTEDSEA", "modifier.prc_intervened", sign * printed["prc_intervened"]))
    if any(one.nation == JAPAN for one in present):
        found.append(Modifier("NWT-CONTESTEDSEA", "modifier.japan_sag", sign * printed["japan_sag"]))
    if state.air_level == SUPREMACY:
        row = "allied_supremacy" if state.air_side == ALLIED else "dprk_supremacy"
        found.append(Modifier("NWT-CONTESTEDSEA", f"modifier.{row}", sign * printed[row]))
    return Sum.of(found)


def has_china(state: KoreaState) -> bool:
    """Whether the PRC has intervened at any level, or anything of it is in play."""
    korea = state.board
    return (
        bool(state.interventions.get(PRC))
        or any(unit.hex and korea.units[key].nation == PRC for key, unit in state.units.items())
        or any(ship.hex and korea.ships[key].nation == PRC for key, ship in state.ships.items())
        or any(key for key, one in state.helicopters.items() if one.hex and korea.helicopters[key].nation == PRC)
    )


# rule: NW-8.5.6.4.b, NW-8.5.7.a
def roll(d: Draft[KoreaState], boxes: tuple[int, ...], side: str, who: Ref, to: int) -> str:
    """Whether a ship or a transport gets through; nobody rolls where the sea is his."""
    if not is_contested(d.now, boxes, side):
        return SUCCESS
    die = d.draw("roll.contested_sea", DIE)
    total = modifiers(d.now, boxes, side)
    result = bands("contested_sea").look(die.faces[0] + total.total, "result").value
    d.log(
        f"log.contested_{result}",
        "NWT-CONTESTEDSEA",
        who,
        at(to),
        rolls=[die],
        modifiers=total,
        by=side,
        unit=who,
        place=at(to),
    )
    return result
