"""Chapter 9.2: combat move."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState, Unit
from sandtable.games.axisallies.rules.combat_move import sea
from sandtable.games.axisallies.rules.combat_move.embarking import landings
from sandtable.games.axisallies.rules.combat_move.marching import in_company, why_not_pick
from sandtable.games.axisallies.rules.combat_move.routes import ways_at_sea
from sandtable.games.axisallies.rules.spaces.spaces import foes_at, is_hostile_zone, type_of, units_at, units_of
from sandtable.games.axisallies.rules.turns.powers import are_allies, at_war, piece, place
from sandtable.games.axisallies.rules.turns.powers import seat as seat_ref
from sandtable.kernel import NO, YES, OneOf, Refusal, derived, pick, refuse


# rule: AA-9.2.general.attack-or-ignore.a, AA-10.sub.no-block
def open_zones(state: GlobalState, power: str) -> tuple[int, ...]:
    """Zones with own warships that fight there only if they want to, and where nothing is decided yet.

    Only submarines and transports of the enemy lie there, or own submarines lie beside ships that do not hunt them.
    """
    found = []
    for zone in sorted({state.units[key].at for key in units_of(state, power, "sea")}):
        if zone in state.battles or not foes_at(state, power, zone):
            continue
        # rule: AA-9.2.hostile-start.options
        if is_hostile_zone(state, power, zone) and zone in sea.fought_zones(state, power):
            continue
        own = tuple(key for key, unit in units_at(state, zone) if unit.owner == power and not unit.aboard)
        if sea.can_fight(state, own):
            found.append(zone)
    return tuple(found)


# rule: AA-9.2.notatwar.no-attack
def zones(state: GlobalState, seat: str) -> OneOf:
    def why(zone: int) -> Refusal | None:
        others = [unit.owner for _, unit in units_at(state, zone) if not are_allies(state, unit.owner, seat)]
        if not others or any(at_war(state, other, seat) for other in others):
            return None
        rule = "AA-9.2.notatwar.no-attack"
        return refuse(rule, "refuse.guests_at_peace", place(zone), power=seat_ref(others[0]), place=place(zone))

    return OneOf("place", open_zones(state, seat), why=why)


# rule: AA-9.2.general.end-friendly, AA-10.transport.no-block
def why_not_ignore(state: GlobalState, power: str, zone: int) -> Refusal | None:
    """Why submarines and transports may not be left alone: ships came for them, and not to support a landing."""
    came = [key for key, unit in units_at(state, zone) if unit.owner == power and unit.task == "attack"]
    if came and not sea.has_assault(state, power, zone):
        return refuse(
            "AA-9.2.general.end-friendly", "refuse.came_to_fight", place(zone), *map(piece, came), place=place(zone)
        )
    # rule: AA-9.2.transport.ignored-sub
    escorted = any(u.owner == power and type_of(state, u).surface_warship for _, u in units_at(state, zone))
    if came and not escorted:
        return refuse("AA-9.2.transport.ignored-sub", "refuse.submarine_watch", place(zone))
    return None


def yes_no(state: GlobalState, seat: str, zone: int) -> OneOf:
    def why(word: str) -> Refusal | None:
        return why_not_ignore(state, seat, zone) if word == NO else None

    return pick("word", (YES, NO), why)


# rule: AA-9.2.transport.load, AA-10.transport.stay-loaded
@derived("units", "territories", "wars", "permits", "orders", "powers", "battles", "consents", "slips")
def why_not_done(state: GlobalState, seat: str) -> Refusal | None:
    """What still has to be decided before Combat Move can end."""
    for key in units_of(state, seat, "land"):
        unit = state.units[key]
        # What was loaded for a landing that others have meanwhile made needless stays aboard.
        if unit.loaded == "combat" and not unit.task and (landings(state, seat, unit) or _sails_on(state, seat, unit)):
            return refuse("AA-9.2.transport.load", "refuse.must_land", piece(key), unit=piece(key))
    return None


def _sails_on(state: GlobalState, power: str, unit: Unit) -> bool:
    """Whether the ship of a unit can still get to where it lands."""
    if why_not_pick(state, power, unit.aboard, True) is not None:
        return False
    if ways_at_sea(state, power, (unit.aboard,), True).lead_somewhere():
        return True
    return unit.aboard in in_company(state, power)
