"""Korea, 16.0 and 2.2: setting up what has no hex of its own."""

from __future__ import annotations

from sandtable.games.nextwar.model import HOME, TO_PLACE, KoreaState
from sandtable.games.nextwar.rules.air_points import helicopters
from sandtable.games.nextwar.rules.air_war.ranges import follow
from sandtable.games.nextwar.rules.movement import stacking
from sandtable.games.nextwar.rules.terms.stacks import holders, points2, there
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.games.nextwar.scenario.ground import EAST_AT_SEA, JAPAN_BOX, YELLOW_AT_SEA
from sandtable.kernel import Draft, OneOf, Ref, Refusal, pick, refuse

AFLOAT = (JAPAN_BOX, YELLOW_AT_SEA, EAST_AT_SEA)


# rule: NWK-16.0.b
def placer(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, if it still has something to set up."""
    units = any(u.box == TO_PLACE and state.board.units[k].side == side for k, u in state.units.items())
    choppers = any(u.box == TO_PLACE and state.board.helicopters[k].side == side for k, u in state.helicopters.items())
    ships = any(u.box == TO_PLACE and state.board.ships[k].side == side for k, u in state.ships.items())
    return (side,) if units or choppers or ships else ()


def waiting(state: KoreaState, seat: str) -> OneOf:
    """Units that a side still has to set up."""
    return OneOf(
        "piece", [k for k, u in state.units.items() if u.box == TO_PLACE and state.board.units[k].side == seat]
    )


def places(state: KoreaState, seat: str, key: int) -> OneOf:
    """Where a unit may be set up."""
    card, counter = state.board.card[seat], state.board.units[key]
    if counter.sheet in card.get("afloat", ()):
        return OneOf("place", _roadsteads(state, seat))
    hexes = state.board.grid.hexes
    return pick("place", hexes, lambda h: why_not_place(state, seat, key, h))


# rule: NWK-16.1.6.b
def _roadsteads(state: KoreaState, seat: str) -> tuple[int, ...]:
    """Where the force afloat can be set up: in Japan or At Sea, all of it together."""
    card, korea = state.board.card[seat], state.board
    ships = [row["unit"] for row in card.get("ships", ()) if row.get("afloat")]
    taken = {
        *(u.hex for k, u in state.units.items() if korea.units[k].sheet in card.get("afloat", ())),
        *(u.hex for k, u in state.helicopters.items() if korea.helicopters[k].sheet in card["afloat_helicopters"]),
        *(u.hex for k, u in state.ships.items() if korea.ships[k].sheet in ships),
    } - {0}
    return tuple(sorted(taken)) or AFLOAT


# rule: NWK-2.2.d, NWK-16.1.6.a, NWK-16.1.6.b
def why_not_place(state: KoreaState, seat: str, key: int, place: int) -> Refusal | None:
    """Why a unit may not be set up in a hex."""
    korea, counter = state.board, state.board.units[key]
    ground, card = korea.ground[place], state.board.card[seat]
    no = refuse("NWK-16.0.b", "refuse.not_there", ref(key), at(place), unit=ref(key), place=at(place))
    if ground.country != HOME[seat] or not ground.is_land or place in korea.closed:
        return no
    if holders(state).get(place, seat) != seat:
        return no
    if counter.is_outpost:
        taken = any(korea.units[k].is_outpost for k in there(state, place))
        if not ground.is_border or taken:
            return refuse("NWK-2.2.d", "refuse.not_border", ref(key), at(place), unit=ref(key), place=at(place))
        return None
    if counter.near is not None:
        centre, most = counter.near
        if korea.map.distance(korea.place(centre), place) > most:
            return no
    if counter.sheet in card.get("at_bases", ()) and "airbase" not in ground.features:
        return no
    held = points2(state).get(place, 0) + face(state, key).stack2
    if held > stacking.limit2(state, place, seat):
        return refuse("NW-8.1.1.1.a", "refuse.stack", at(place), place=at(place))
    return None


def place(d: Draft[KoreaState], key: int, to: int) -> None:
    """Set up a unit."""
    d.edit("units", key, hex=to, box="")
    d.log("log.placed", "NWK-16.0.b", ref(key), at(to), unit=ref(key), place=at(to))


def waiting_helicopters(state: KoreaState, seat: str) -> OneOf:
    """Helicopter units that a side still has to set up."""
    rows = state.helicopters.items()
    return OneOf("helicopter", [k for k, u in rows if u.box == TO_PLACE and state.board.helicopters[k].side == seat])


# rule: NW-6.5.1.a, NW-6.5.1.1, NWK-16.1.1.a
def bases(state: KoreaState, seat: str, key: int) -> OneOf:
    """Bases where a helicopter unit may be set up."""
    counter = state.board.helicopters[key]
    if counter.sheet in state.board.card[seat].get("afloat_helicopters", ()):
        return OneOf("place", _roadsteads(state, seat))

    def why_not(place: int) -> Refusal | None:
        unit, ground = Ref("helicopter", key), state.board.ground[place]
        # rule: NWK-16.1.6.b
        if counter.sheet in state.board.card[seat].get("at_bases", ()) and "airbase" not in ground.features:
            return refuse("NWK-16.1.6.b", "refuse.not_there", unit, at(place), unit=unit, place=at(place))
        return helicopters.why_not_base(state, seat, place)

    return pick("place", state.board.map.bases[seat], why_not)


def base(d: Draft[KoreaState], key: int, to: int) -> None:
    """Set up a helicopter unit at a base."""
    d.edit("helicopters", key, hex=to, box="")
    unit = Ref("helicopter", key)
    d.log("log.based", "NW-6.5.1.a", unit, at(to), unit=unit, place=at(to))


def waiting_ships(state: KoreaState, seat: str) -> OneOf:
    """Ships that a side still has to set up."""
    rows = state.ships.items()
    return OneOf("ship", [k for k, u in rows if u.box == TO_PLACE and state.board.ships[k].side == seat])


# rule: NWK-16.1.6.b
def anchorages(state: KoreaState, seat: str, key: int) -> OneOf:
    """Where a ship may be set up: any port of its country, or Japan and the boxes At Sea."""
    sheet = state.board.ships[key].sheet
    row = next(row for row in state.board.card[seat]["ships"] if row["unit"] == sheet)
    if row.get("afloat"):
        return OneOf("place", _roadsteads(state, seat))
    ground = state.board.ground
    return OneOf("place", [h for h, g in ground.items() if "port" in g.features and g.country == row["ports"]])


def anchor(d: Draft[KoreaState], key: int, to: int) -> None:
    """Set up a ship."""
    d.edit("ships", key, hex=to, box="")
    follow(d, key)
    unit = Ref("ship", key)
    d.log("log.anchored", "NW-8.5.6.3", unit, at(to), unit=unit, place=at(to))
