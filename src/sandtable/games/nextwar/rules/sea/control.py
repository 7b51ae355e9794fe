"""Rule 7.2: the rolls for the control of the sea."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, DPRK, JAPAN, PRC, US, KoreaState
from sandtable.games.nextwar.rules.sea.waters import holder
from sandtable.games.nextwar.rules.terms.units import DIE, at
from sandtable.games.nextwar.rules.weather.weather import is_storm
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import ZONE_BOXES
from sandtable.kernel import Draft, Modifier, Sum

FIRST_TURN = 2
CONTESTED = ""
INSHORE_ROW, AT_SEA_ROW = "inshore", "at_sea"


# rule: NW-7.2.a, NWS-STD-2.4
def is_rolled(state: KoreaState) -> bool:
    """Whether sea control is rolled for in this turn."""
    return state.board.uses_sea and state.turn >= FIRST_TURN and not is_storm(state)


# rule: NW-7.2.b, NW-7.2.c, NWS-ADV-6.6
def roll(d: Draft[KoreaState]) -> None:
    """Roll for the Inshore boxes behind an At Sea box that is held, then for the At Sea boxes that are not."""
    if not is_rolled(d.now):
        return
    open_inshore = [
        (zone, inshore)
        for zone, (at_sea, inshore) in ZONE_BOXES.items()
        if holder(d.now, at_sea) == ALLIED and holder(d.now, inshore) != ALLIED
    ]
    open_at_sea = [(zone, box) for zone, (box, _) in ZONE_BOXES.items() if holder(d.now, box) != ALLIED]
    for zone, box in open_inshore:
        _roll_for(d, zone, box, INSHORE_ROW)
    for zone, box in open_at_sea:
        _roll_for(d, zone, box, AT_SEA_ROW)


def _roll_for(d: Draft[KoreaState], zone: str, box: int, row: str) -> None:
    die = d.draw("roll.sea_control", DIE)
    total = Sum.of(modifiers(d.now, zone, box, row))
    side = result(d.now.turn, die.faces[0] + total.total)
    if side == CONTESTED and box in d.now.seas:
        d.drop("seas", box)
    elif side != CONTESTED:
        d.put("seas", box, side)
    key = "log.sea_control" if side else "log.sea_contested"
    d.log(
        key, "NW-7.2.e", at(box), rolls=[die], modifiers=total, by=d.now.first, place=at(box), side=side or d.now.first
    )


# rule: NWT-SEACONTROL
def modifiers(state: KoreaState, zone: str, box: int, row: str) -> list[Modifier]:
    """What ships in a box and the sea itself add to the roll for it."""
    printed, ships = chart("sea_control")["modifiers"][row], state.board.ships
    present = [ships[key] for key, ship in state.ships.items() if ship.hex == box]
    found = []
    if zone in printed:
        found.append(Modifier("NWT-SEACONTROL", "modifier.yellow_sea", printed[zone]))
    if "japan_sag" in printed and any(one.nation == JAPAN for one in present):
        found.append(Modifier("NWT-SEACONTROL", "modifier.japan_sag", printed["japan_sag"]))
    if prc := sum(one.nation == PRC and one.kind in ("surface", "carrier") for one in present):
        found.append(Modifier("NWT-SEACONTROL", "modifier.prc_ships", printed["prc_ship"] * prc))
    if us := sum(one.nation == US for one in present):
        found.append(Modifier("NWT-SEACONTROL", "modifier.us_ships", printed["us_ship"] * us))
    return found


# rule: NWT-SEACONTROL, NW-7.2.e
def result(turn: int, total: int) -> str:
    """Who controls a box after a roll; nobody where it is contested."""
    rows = chart("sea_control")["rows"]
    dprk, contested = rows.get(str(turn)) or rows["5+"]
    if dprk is not None and total <= dprk:
        return DPRK
    return CONTESTED if contested is None or total <= contested else ALLIED
