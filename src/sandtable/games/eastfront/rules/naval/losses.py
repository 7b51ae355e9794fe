"""Play-book 8.31 to 8.33: losses of ships that move, to the sea, aircraft and guns ashore; 8.23.b: ships driven out."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, DRY, ELIMINATED, SOVIET, CrimeaState
from sandtable.games.eastfront.rules import memory
from sandtable.games.eastfront.rules.air.interdiction import NAVAL as INTERDICTION
from sandtable.games.eastfront.rules.naval import voyages
from sandtable.games.eastfront.rules.naval.coast_guns import points_against, points_at
from sandtable.games.eastfront.rules.naval.damage import hit, hit_flotilla, sink
from sandtable.games.eastfront.rules.naval.ships import OUT_OF_PLAY, quay, ship_ref, water_ref
from sandtable.games.eastfront.rules.scenarios import winter_freeze
from sandtable.games.eastfront.rules.special_units.flotillas import is_sea
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, ref
from sandtable.kernel import Draft, Modifier, OneOf, Refusal, Sum, derived, pick, refuse

NORMAL, COAST, AIR, BOTH = "normal", "coast_artillery", "air_interdiction", "both"
STORMS = "modifier.storms"


# rule: EF-PB8.32.a
def column(state: CrimeaState, guns: int) -> str:
    """The column of the table of losses: for aircraft, guns of the coast, both or neither."""
    in_air, ashore = state.tracks.get(INTERDICTION, 0) > 0, guns > 0
    return {(False, False): NORMAL, (False, True): COAST, (True, False): AIR}.get((in_air, ashore), BOTH)


# rule: EFT-naval-loss, EF-PB8.32.a
def modifiers(state: CrimeaState, guns: int, forced: bool = False) -> Sum:
    """What makes a voyage more dangerous, with so many points of guns of the coast in reach."""
    worth = {row["key"]: row for row in state.board.charts["naval"]["loss"]["drm"]}
    found = []
    if state.storms:
        is_dry = state.board.days[state.turn].climate == DRY
        key = "storms_in_dry_climate" if is_dry else "storms_outside_dry_climate"
        found.append(Modifier("EFT-naval-loss", STORMS, worth[key]["drm"]))
    if state.tracks.get(INTERDICTION, 0) > 1:
        heavy = worth["naval_interdiction_level_two"]["drm"]
        found.append(Modifier("EF-PB8.32.a", "modifier.naval_interdiction", heavy))
    if guns > 1:
        each = worth["coast_artillery_point_after_first"]["drm"]
        found.append(Modifier("EF-PB8.32.a", "modifier.coast_guns", (guns - 1) * each))
    if state.board.name in worth["scenario"]["scenarios"]:
        found.append(Modifier("EFT-naval-loss", "modifier.dangerous_waters", worth["scenario"]["drm"]))
    # rule: EF-PB8.23.b
    if forced:
        found.append(Modifier("EF-PB8.23.b", "modifier.driven_out", worth["forced_movement"]["drm"]))
    return Sum.of(found)


def result(state: CrimeaState, name: str, total: int) -> str:
    """The cell of the table of losses."""
    chart = state.board.charts["naval"]["loss"]
    row = next(row for row in chart["rows"] if row["most"] is None or total <= row["most"])
    return str(row["cells"][chart["columns"].index(name)])


# rule: EF-PB8.31.a
def check(d: Draft[CrimeaState]) -> None:
    """Roll once for every ship that used a point in this phase."""
    for key in tuple(key for key, ship in d.now.ships.items() if ship.spent):
        _roll(d, key, forced=False)


# rule: EF-PB8.33.a, EF-PB8.33.b, EF-PB11.4
def _roll(d: Draft[CrimeaState], key: int, forced: bool) -> None:
    """Roll for a ship: damage counts at once; told to turn back, one that came from a port may choose."""
    ship = d.now.ships[key]
    guns = points_against(d.now, ship)
    name, drm = column(d.now, guns), modifiers(d.now, guns, forced)
    roll = d.roll("roll.ship_losses", 10)
    cell = result(d.now, name, roll.faces[0] + drm.total)
    d.log(
        "log.ship_losses",
        "EF-PB8.23.b" if forced else "EF-PB8.31.a",
        ship_ref(key),
        rolls=[roll],
        modifiers=drm,
        ship=ship_ref(key),
        column=name,
        result=cell,
    )
    must_choose = cell.startswith("A")
    damage = int(cell.partition("D")[2] or 0)
    if must_choose and (forced or not ship.left):
        # rule: EF-PB8.33.b, EF-PB8.23.b
        damage, must_choose = damage + 1, False
    if [part.key for part in drm.parts] == [STORMS] and damage:
        # rule: EF-PB8.33.a
        damage, must_choose = 1, False
    if damage:
        hit(d, key, damage)
    if must_choose and d.now.ships[key].box not in OUT_OF_PLAY:
        d.edit("ships", key, recalled=True)


def roll_for(d: Draft[CrimeaState], key: int) -> None:
    """Roll at once for a ship that goes no further than over a bay."""
    _roll(d, key, forced=False)


# -- turn back or carry on ---------------------------------------------------------------------------------------------


# rule: EF-PB8.33.a
def recalled(state: CrimeaState, seat: str) -> OneOf:
    """Ships that were told to turn back."""

    def why_not(key: int) -> Refusal | None:
        if state.ships[key].recalled:
            return None
        return refuse("EF-PB8.33.a", "refuse.ship_not_recalled", ship_ref(key), ship=ship_ref(key))

    return pick("ship", tuple(state.ships) if seat == SOVIET else (), why_not)


def chooser(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, while a ship of theirs was told to turn back."""
    return (SOVIET,) if any(ship.recalled for ship in state.ships.values()) else ()


# rule: EF-PB8.33.a
def turn_back(d: Draft[CrimeaState], key: int) -> None:
    """Return to the port of departure: no points, and no further roll."""
    left = d.now.ships[key].left
    d.edit("ships", key, recalled=False)
    voyages.turn_back(d, key)
    d.log("log.ship_turned_back", "EF-PB8.33.a", ship_ref(key), ship=ship_ref(key), to=water_ref(left))


# rule: EF-PB8.33.a
def carry_on(d: Draft[CrimeaState], key: int) -> None:
    """Stay where it has come to, for a point of damage."""
    d.edit("ships", key, recalled=False)
    d.log("log.ship_carried_on", "EF-PB8.33.a", ship_ref(key), ship=ship_ref(key))
    hit(d, key, 1)


# -- flotillas ---------------------------------------------------------------------------------------------------------


# rule: EF-PB8.85
def check_flotilla(d: Draft[CrimeaState], key: int, start: int, path: tuple[int, ...]) -> None:
    """Roll for a flotilla that went through the sea under guns of the coast; told to turn back, it does."""
    sea = tuple(h for h in path if is_sea(d.now.board, h))
    guns = points_at(d.now, sea)
    if not guns:
        return
    name, drm = column(d.now, guns), modifiers(d.now, guns)
    roll = d.roll("roll.ship_losses", 10)
    cell = result(d.now, name, roll.faces[0] + drm.total)
    about = ref(key)
    d.log("log.flotilla_losses", "EF-PB8.85", about, rolls=[roll], modifiers=drm, unit=about, column=name, result=cell)
    if cell.startswith("A"):
        d.edit("pieces", key, hex=start)
        d.log("log.flotilla_turned_back", "EF-PB8.85", about, at(start), unit=about, to=at(start))
    if damage := int(cell.partition("D")[2] or 0):
        hit_flotilla(d, key, damage, ELIMINATED)


# -- driven out --------------------------------------------------------------------------------------------------------


@derived("ships", "pieces", pieces=memory.unless(memory.changed_place))
def _leaving(state: CrimeaState) -> tuple[int, ...]:
    """Ships that cannot stay where they are, for the enemy is in their port; asked after every action."""
    held = holders(state)
    return tuple(key for key, ship in state.ships.items() if held.get(ship.hex) == AXIS)


# rule: EF-PB8.12.b, EF-PB8.23.b
def drive_out(d: Draft[CrimeaState]) -> None:
    """Ships leave a port at once when enemy combat units enter it."""
    _put_to_sea(d, _leaving(d.now))


# rule: EFS-10.84.h
def empty(d: Draft[CrimeaState], place: int) -> None:
    """All ships in a port that is given up leave it as if the enemy had entered it."""
    _put_to_sea(d, tuple(key for key, ship in d.now.ships.items() if ship.hex == place))


# rule: EF-PB8.23.b
def _put_to_sea(d: Draft[CrimeaState], ships: tuple[int, ...]) -> None:
    """Send ships out of the ports where they lie; once at sea they are ready."""
    for key in ships:
        place, board = d.now.ships[key].hex, d.now.board
        zone, port, out = board.ground[place].zone, quay(place), ship_ref(key)
        # rule: EFS-10.44.h
        if winter_freeze.is_shut(d.now, place):
            d.log("log.ship_icebound", "EFS-10.44.h", out, ship=out, start=water_ref(port))
            sink(d, key)
            continue
        d.edit("ships", key, zone=zone, hex=0, sailed=False, left=port, way=(zone,))
        d.log("log.ship_driven_out", "EF-PB8.23.b", out, ship=out, start=water_ref(port), to=water_ref(zone))
        _roll(d, key, forced=True)
        if d.now.ships[key].box not in OUT_OF_PLAY:
            d.edit("ships", key, left="", way=())
