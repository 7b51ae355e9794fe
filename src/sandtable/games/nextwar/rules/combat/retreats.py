"""Rule 9.8: retreats, and how to avoid them."""

from __future__ import annotations

from sandtable.games.nextwar.model import DPRK, STORM, Battle, KoreaState, enemy
from sandtable.games.nextwar.rules.combat import losses
from sandtable.games.nextwar.rules.combat.battle import alive, fighters_first, retreat_distance, why_not_sacrifice
from sandtable.games.nextwar.rules.combat.support import current
from sandtable.games.nextwar.rules.movement import carrying_out, control, eligibility, imaginary_hexes, lines, naval
from sandtable.games.nextwar.rules.movement.terrain import across
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.scenarios import restraints
from sandtable.games.nextwar.rules.sea.waters import is_port
from sandtable.games.nextwar.rules.terms.efficiency import check, rating
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.games.nextwar.scenario.ground import MOUNTAIN
from sandtable.kernel import YES, Draft, OneOf, Path, Refusal, refuse, yes_or_no

Route = tuple[int, ...]


# -- outposts and standing fast --------------------------------------------------------------------------------------


# rule: NWK-2.2.f
def fell_outposts(d: Draft[KoreaState]) -> None:
    """A combat outpost does not survive a retreat result."""
    battle = current(d.now)
    if not battle.retreat:
        return
    for key in there(d.now, battle.target):
        if d.now.board.units[key].is_outpost:
            losses.eliminate(d, key, "NWK-2.2.f")


# rule: NW-9.8.2, NW-9.8.2.a
def may_stand(state: KoreaState) -> tuple[str, ...]:
    """The defender, if his units may try to ignore the retreat."""
    battle = current(state)
    foe = enemy(battle.side)
    ground, terrain = state.board.ground[battle.target], state.board.terrain(battle.target)
    strong = ground.is_urban or ground.is_city or terrain == MOUNTAIN or control.has_fort(state, battle.target, foe)
    # rule: NW-8.5.8.2.b.5
    strong = strong or state.beachheads.get(battle.target) == foe
    return (foe,) if battle.retreat and strong and alive(state, battle.defenders) else ()


def stand_choice(state: KoreaState, seat: str) -> OneOf:
    """Whether to try."""
    return yes_or_no()


def stand(d: Draft[KoreaState], answer: str) -> None:
    """Try to ignore the retreat: the least efficient survivor is checked, and the stack pays one more step."""
    if answer != YES:
        return
    battle = current(d.now)
    weakest = min(alive(d.now, battle.defenders), key=lambda key: (rating(d.now, key), key))
    if check(d, weakest, "NW-9.8.2"):
        d.edit_subject(Battle, retreat=0, extra=1)


# rule: NW-9.8.2, NW-9.8.1.e
def payer(state: KoreaState) -> tuple[str, ...]:
    """The defender, if his stack owes a further step."""
    battle = current(state)
    return (enemy(battle.side),) if battle.extra and extra_losers(state) else ()


def extra_losers(state: KoreaState) -> tuple[int, ...]:
    """Units that may take the further step: any for a retreat ignored, the least efficient for one that was blocked."""
    battle = current(state)
    if battle.fleeing:
        units = fighters_first(state, stuck(state))
        least = min((rating(state, key) for key in units), default=0)
        return tuple(key for key in units if rating(state, key) == least)
    return fighters_first(state, alive(state, battle.defenders))


def extra_choice(state: KoreaState, seat: str) -> OneOf:
    """Units that may take the further step."""
    return OneOf("piece", extra_losers(state))


def pay(d: Draft[KoreaState], key: int) -> None:
    """Take the further step."""
    battle = current(d.now)
    rule = "NW-9.8.1.e" if battle.fleeing else "NW-9.8.2"
    d.edit_subject(Battle, extra=0)
    losses.lose_step(d, key, rule)


def pay_alone(d: Draft[KoreaState]) -> None:
    """A further step that leaves no choice."""
    battle = current(d.now)
    # rule: NW-8.5.8.2.b.2
    has_choice = not battle.fleeing and why_not_sacrifice(d.now, enemy(battle.side)) is None
    if battle.extra and not has_choice and len(found := extra_losers(d.now)) == 1:
        pay(d, found[0])


# -- the way back ----------------------------------------------------------------------------------------------------


# rule: NW-9.8.1.c
def is_sheltered(state: KoreaState, place: int) -> bool:
    """Whether friends who did not retreat stand in a hex that the enemy does not hold."""
    return any(not state.units[key].fled for key in there(state, place))


# rule: NW-9.8.1.d, NW-8.3.3.d
def can_step(state: KoreaState, key: int, a: int, b: int) -> bool:
    """Whether a retreating unit can go from a hex to its neighbour."""
    korea, counter = state.board, state.board.units[key]
    border = korea.border(a, b)
    if border.is_closed or holders(state).get(b) == enemy(counter.side):
        return False
    if border.river and not border.is_bridged and not counter.is_airmobile:
        return False
    if (b in korea.closed and a not in korea.closed) or imaginary_hexes.is_imaginary(state, b):
        return False
    if not border.road and across(korea, b, face(state, key).mobility, state.weather == STORM) is None:
        return False
    return eligibility.why_not_enter(state, key, b) is None


def row(place: int) -> int:
    """How far south a hex is, in half rows."""
    column, number = divmod(place, 100)
    return 2 * number + column % 2


# rule: NW-9.8.1.b, NW-9.8.1.c, NWK-2.4
def routes(state: KoreaState, key: int) -> tuple[Route, ...]:
    """All ways a unit may retreat: to the full distance, not into an enemy zone alone, homeward if that can be."""
    battle, side = current(state), state.board.units[key].side
    start, distance = battle.target, battle.retreat
    if imaginary_hexes.is_imaginary(state, start):
        return off_map(state, key)
    zones = zoc(state, enemy(side))
    ways: list[Route] = [()]
    for _ in range(distance):
        longer = []
        for way in ways:
            here = way[-1] if way else start
            longer += [(*way, to) for to in state.board.near[here] if can_step(state, key, here, to)]
        ways = longer
    good = [
        way
        for way in ways
        if state.board.map.distance(start, way[-1]) == distance
        and (way[-1] not in zones or is_sheltered(state, way[-1]))
    ]
    sign = 1 if side == DPRK else -1  # equivalent[1 becomes 2]: only whether it is below zero counts
    homeward = [way for way in good if sign * row(way[-1]) < sign * row(start)]
    return tuple(sorted((*(homeward or good), *_to_ships(state, key, start))))


# rule: NWK-5.5.2.1.b
def off_map(state: KoreaState, key: int) -> tuple[Route, ...]:
    """Ways out of an imaginary hex beside the map: to the box of its line, or to its far end if no enemy is there."""
    foe = enemy(state.board.units[key].side)
    ends = (end for end in imaginary_hexes.havens(state, state.units[key].hex) if holders(state).get(end) != foe)
    return tuple((end,) for end in ends if lines.why_closed(state, key, end) is None)


# rule: NW-9.8.1.f
def _to_ships(state: KoreaState, key: int, start: int) -> list[Route]:
    """Ways of marines from a beachhead or a port onto amphibious ships next to it that have room."""
    counter = state.board.units[key]
    if not counter.is_marine or not (state.beachheads.get(start) == counter.side or is_port(state, start)):
        return []
    return [(state.ships[ship].hex,) for ship in state.ships if naval.why_not_take(state, key, ship) is None]


# rule: NW-9.8.4.a
def lodgers(state: KoreaState) -> tuple[int, ...]:
    """Units that had fled into the hex and do not defend it."""
    battle = current(state)
    return tuple(k for k in there(state, battle.target) if state.units[k].fled and k not in battle.defenders)


# rule: NW-9.7.2.b, NWS-STD-3.2.i
def start(d: Draft[KoreaState]) -> None:
    """The defenders begin to retreat, with others who stood in the hex; who had fled into it waits for the outcome."""
    battle = current(d.now)
    if battle.retreat:
        waiting = lodgers(d.now)
        begin(d, tuple(key for key in there(d.now, battle.target) if key not in waiting))


def begin(d: Draft[KoreaState], units: tuple[int, ...]) -> None:
    """Some units have to leave the hex now, as far as they can."""
    battle = current(d.now)
    for key in units:
        if restraints.dies_in_retreat(d.now, key):
            losses.eliminate(d, key, "NWK-16.1.1.h")
        # rule: NW-19.4.1.e, NW-19.4.1.a
        elif is_depot(d.now, key):
            losses.eliminate(d, key, "NW-19.4.1.e")
    two_hexes = battle.two_hexes or battle.retreat > 1
    d.edit_subject(Battle, fleeing=alive(d.now, units), two_hexes=two_hexes)


def is_depot(state: KoreaState, key: int) -> bool:
    """Whether a unit is a depot, which can go nowhere."""
    return state.board.units[key].is_supply and not state.units[key].mobile


# rule: NW-9.8.4.b
def is_rout(state: KoreaState) -> bool:
    """Whether nobody who stood in the hex is left in it but those who had retreated into it."""
    left = there(state, current(state).target)
    # Who has fled into the hex is no defender of it, unless nobody else is.
    return bool(left) and left == lodgers(state)


# rule: NW-9.8.4.b
def rout(d: Draft[KoreaState]) -> None:
    """Those who had retreated into the hex are checked, and go on."""
    battle = current(d.now)
    d.edit_subject(Battle, retreat=retreat_distance(d.now, battle.target, enemy(battle.side)))
    left = there(d.now, battle.target)
    for key in left:
        if not check(d, key, "NW-9.8.4.b"):
            losses.lose_step(d, key, "NW-9.8.4.b")
    begin(d, alive(d.now, left))


def movers(state: KoreaState) -> tuple[int, ...]:
    """Units that still have to retreat and can."""
    battle = current(state)
    return tuple(k for k in battle.fleeing if state.units[k].hex == battle.target and routes(state, k))


def retreater(state: KoreaState) -> tuple[str, ...]:
    """The side that has to retreat units now."""
    battle = current(state)
    return (enemy(battle.side),) if battle.retreat and movers(state) else ()


def unit_choice(state: KoreaState, seat: str) -> OneOf:
    """Units that still have to retreat."""
    return OneOf("piece", movers(state))


def path_choice(state: KoreaState, seat: str, key: int) -> Path:
    """The ways of a retreating unit."""
    found = routes(state, key)

    def steps(path: Route) -> dict[int, int]:
        size = len(path)
        return {way[size]: size + 1 for way in found if len(way) > size and way[:size] == path}

    def why(path: Route, to: int) -> Refusal:
        rule = closing_rule(state, key, path, to)
        return refuse(rule, "refuse.no_retreat_there", ref(key), at(to), unit=ref(key), place=at(to))

    return Path("place", state.units[key].hex, steps, lambda path: path in found, why)


def closing_rule(state: KoreaState, key: int, path: Route, to: int) -> str:
    """The rule by which a retreat does not go on to a hex."""
    korea, battle, side = state.board, current(state), state.board.units[key].side
    here = path[-1] if path else battle.target
    # rule: NWK-5.5.2.1.a
    if imaginary_hexes.is_imaginary(state, here) or imaginary_hexes.is_imaginary(state, to):
        return "NWK-5.5.2.1.a"
    if to in korea.near.get(here, ()) and not can_step(state, key, here, to):
        if holders(state).get(to) == enemy(side):
            return "NW-8.2.2.a"
        if to in korea.closed:
            return "NWK-16.0.b"
        barred = eligibility.why_not_enter(state, key, to)
        return barred.rule if barred is not None else "NW-9.8.1.d"
    is_last = len(path) + 1 == battle.retreat
    alone = to in zoc(state, enemy(side)) and not is_sheltered(state, to)
    return "NW-9.8.1.c" if is_last and alone else "NW-9.8.1.b"


# rule: NW-9.8.3, NW-8.2.2.c, NWK-3.1.1.g
def retreat(d: Draft[KoreaState], key: int, path: Route) -> None:
    """Retreat a unit, with a check for each enemy zone on its way."""
    side = d.now.board.units[key].side
    d.log("log.retreated", "NW-9.8.1.b", ref(key), *map(at, path), by=side, unit=ref(key), to=at(path[-1]))
    d.edit("units", key, fled=True)
    # rule: NW-9.8.3.a
    for place in path:
        d.edit("units", key, hex=place)
        has_friends = len(there(d.now, place)) > 1
        if place not in zoc(d.now, enemy(side)) or has_friends:
            continue
        # rule: NW-19.4.1.d
        if d.now.board.units[key].is_supply:
            losses.eliminate(d, key, "NW-19.4.1.d")
            return
        if not check(d, key, "NW-9.8.3"):
            losses.lose_step(d, key, "NW-9.8.3")
            if not d.now.units[key].hex:
                return
    carrying_out.arrive(d, path, side)


def stuck(state: KoreaState) -> tuple[int, ...]:
    """Units that had to retreat and are still in the hex."""
    battle = current(state)
    return tuple(key for key in battle.fleeing if state.units[key].hex == battle.target)


def lose_trapped(d: Draft[KoreaState]) -> None:
    """Some cannot even stay: supply units, and all who are beside the map."""
    for key in stuck(d.now):
        # rule: NW-19.4.1.d
        if d.now.board.units[key].is_supply:
            losses.eliminate(d, key, "NW-19.4.1.d")
        # rule: NWK-5.5.2.1.b
        elif imaginary_hexes.is_imaginary(d.now, current(d.now).target):
            losses.eliminate(d, key, "NWK-5.5.2.1.b")


# rule: NW-9.8.1.e, NW-9.8.1.g
def block(d: Draft[KoreaState]) -> None:
    """Who cannot retreat stays, and the hex pays one step."""
    battle = current(d.now)
    lose_trapped(d)
    if stuck(d.now):
        d.edit_subject(Battle, extra=1, retreat=0)
        d.log("log.retreat_blocked", "NW-9.8.1.e", at(battle.target), by=enemy(battle.side), place=at(battle.target))


def is_eliminated(state: KoreaState, battle: Battle) -> bool:
    """Whether no defender is left on the board."""
    return not alive(state, battle.defenders)
