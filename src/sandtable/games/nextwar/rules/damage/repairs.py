"""Rule 27.9: supply points spent on tracks and installations."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_defences import network
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.damage.installations import DESTROYED, STRIKE_1, STRIKE_2, level
from sandtable.games.nextwar.rules.movement.control import controller, is_gone
from sandtable.games.nextwar.rules.scenarios import air_war
from sandtable.games.nextwar.rules.supply import supply_units
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import WMD
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

CHART = "advanced/repair"
BASE = "base"
REPAIRABLE = ("airbase", "airfield", "port")
WORKS = (*network.TRACKS, BASE, *REPAIRABLE)


# rule: NW-27.9.2, NWT-REPAIR
def cost(work: str) -> int:
    """Supply points for one step of a repair."""
    return int(chart(CHART)["cost"][work if work in network.TRACKS else "installation"])


# rule: NWS-ADV-14.16
def why_not_repair(state: KoreaState, seat: str, work: str) -> Refusal | None:
    """Why a side cannot pay for a repair now."""
    # rule: NW-27.9.1
    if work in WMD:
        return refuse("NW-27.9.1", "refuse.beyond_repair")
    account, printed = state.accounts[seat], chart(CHART)
    if (no := supply_units.why_not_pay(state, seat, cost(work))) is not None:
        return no
    most = air_war.most_repairs(state)
    # rule: NWK-16.2.5.g
    if most is not None and account.repairs + cost(work) > most:
        return refuse("NWK-16.2.5.g", "refuse.repairs_spent", most=most)
    if work in network.TRACKS:
        # rule: NW-27.9.2
        if most is None and account.repairs + cost(work) > printed["max_sp_on_tracks_per_turn"]:
            return refuse("NW-27.9.2", "refuse.repairs_spent", most=printed["max_sp_on_tracks_per_turn"])
        if network.value(state, seat, work) >= printed["track_max"][work]:
            return refuse("NW-27.9.2", "refuse.track_whole")
        return None
    if not _ruins(state, seat, work):
        return refuse("NW-27.9.1", "refuse.nothing_destroyed")
    return None


def _ruins(state: KoreaState, seat: str, work: str) -> tuple[int, ...]:
    """Places where a side could repair something destroyed; 0 is the card of the air war."""
    if work == BASE:
        return (0,) if state.tolls and state.tolls[seat].destroyed else ()
    if work not in REPAIRABLE:
        return ()
    ruins = (h for h in state.damage if level(state, h, work) == DESTROYED and controller(state, h) == seat)
    # rule: NWK-15.10.a
    return tuple(h for h in ruins if not is_gone(state, h))


def works(state: KoreaState, seat: str) -> OneOf:
    """What can be repaired."""
    return pick("work", (*WORKS, *WMD), lambda work: why_not_repair(state, seat, work))


def places(state: KoreaState, seat: str, work: str) -> OneOf | None:
    """Where it can be repaired; tracks and the card have no place."""
    if work not in REPAIRABLE:
        return None
    whole = refuse("NW-27.9.1", "refuse.nothing_destroyed")
    return OneOf("place", _ruins(state, seat, work), why=lambda place: whole)


def repairer(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while it can repair anything."""
    return (side,) if works(state, side).is_possible() else ()


def repair(d: Draft[KoreaState], work: str, place: int) -> None:
    """Pay for a repair."""
    side, price = d.seat, cost(work)
    account = d.now.accounts[side]
    counted = work in network.TRACKS or work == BASE
    d.edit("accounts", side, supply=account.supply - price, repairs=account.repairs + (price if counted else 0))
    if work in network.TRACKS:
        # rule: NW-27.9.2, NW-24.1.b
        network.raise_(d, side, work)
    elif work == BASE:
        air_war.rebuild(d, side)
    else:
        # rule: NW-27.9.1
        installations.put(d, place, work, STRIKE_1 if work == "airfield" else STRIKE_2)
        d.log("log.installation_rebuilt", "NW-27.9.1", at(place), place=at(place), what=work)


def forget(d: Draft[KoreaState]) -> None:
    """A new turn, new repairs."""
    for side in tuple(d.now.accounts):
        if d.now.accounts[side].repairs:
            d.edit("accounts", side, repairs=0)
