"""Chapter 22: Soviet headquarters and the units that obey rules of their own."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, CADRE, MAP_T, OUT_OF_SUPPLY, SOVIET, CrimeaState, Piece, phase
from sandtable.games.eastfront.rules import memory
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, on_map, ref, stacks
from sandtable.games.eastfront.scenario import SETTLED
from sandtable.games.eastfront.scenario.files import chart
from sandtable.kernel import Draft, OneOf, Ref, Refusal, derived, pick, refuse

RADIUS: int = chart("artillery")["headquarters"]["radius"]["value"]
ACTIVATION, REACTION, ORDER = "activations", "reactions", "orders"
STAFF_MARKER = "staff_marker"
"""The track with the hex of a marker that a card lays on a headquarters: no more than its orders and guns feel it."""


# rule: EF-22.11, EF-22.21, EF-8.16
@derived("pieces", pieces=memory.unless(memory.is_headquarters))
def headquarters(state: CrimeaState, operational: bool) -> tuple[int, ...]:
    """Soviet headquarters on the map, operational or not."""
    units = state.board.units
    return tuple(k for k, p in state.pieces.items() if p.hex and units[k].is_hq and p.back != operational)


def is_within(state: CrimeaState, hq: int, place: int) -> bool:
    """Whether a hex lies in the radius of a headquarters, whatever is in between."""
    return state.board.span(state.pieces[hq].hex, place) <= RADIUS


# rule: EF-22.22, EF-22.25.f
def paralysed_by(state: CrimeaState, place: int) -> tuple[int, ...]:
    """Headquarters that are not operational and have a hex in their radius."""
    return tuple(hq for hq in headquarters(state, False) if is_within(state, hq, place))


# rule: EF-13.24, EF-13.15, EFS-10.83
def interdiction_at(state: CrimeaState, place: int) -> int:
    """The interdiction level in a hex: overlapping zones add up to two at most."""
    if not state.interdiction:  # equivalent: a short cut, nothing adds up to nothing
        return 0
    distance, silent = state.board.distance, state.tracks.get(STAFF_MARKER)
    return min(2, sum(level for h, level in state.interdiction.items() if h != silent and distance(h, place) <= 1))


# rule: EF-13.24, EFS-10.83
def staff_interdiction(state: CrimeaState, place: int) -> int:
    """The level that hampers a headquarters in a hex: also of a marker that lies on staffs and touches nothing else."""
    own = state.interdiction[place] if state.tracks.get(STAFF_MARKER) == place else 0
    return min(2, interdiction_at(state, place) + own)


# rule: EF-13.24, EFS-10.83
def command(state: CrimeaState, hq: int, use: str) -> int:
    """The command value of an operational headquarters under interdiction, for one use."""
    level = staff_interdiction if use == ORDER else interdiction_at
    return max(0, state.board.units[hq].command - level(state, state.pieces[hq].hex))


def used(piece: Piece, use: str) -> int:
    """How many points of one use a headquarters has spent."""
    spent: int = getattr(piece, use)
    return spent


# rule: EF-22.12.b, EF-22.24
def commanders(state: CrimeaState, place: int, use: str) -> tuple[int, ...]:
    """Operational headquarters in range of a hex that still have a point for a use; none where another is paralysed."""
    if paralysed_by(state, place):
        return ()
    near = [hq for hq in headquarters(state, True) if is_within(state, hq, place)]
    # rule: EF-22.12.a, EF-22.12.c, EF-22.13
    return tuple(hq for hq in near if used(state.pieces[hq], use) < command(state, hq, use))


def spend(d: Draft[CrimeaState], hq: int, use: str) -> None:
    """Take one point of one use from a headquarters."""
    d.edit("pieces", hq, **{use: used(d.now.pieces[hq], use) + 1})


def why_no_command(state: CrimeaState, place: int, use: str) -> Refusal | None:
    """Why no headquarters can give a point for a unit in a hex."""
    if blocked := paralysed_by(state, place):
        return refuse("EF-22.22", "refuse.hq_paralysed", ref(blocked[0]), hq=ref(blocked[0]))
    if not commanders(state, place, use):
        rule = {ACTIVATION: "EF-22.12.a", REACTION: "EF-22.12.b", ORDER: "EF-22.12.c"}[use]
        return refuse(rule, "refuse.no_command", at(place), place=at(place))
    return None


# rule: EF-22.25.g, EF-10.57, EFS-10.74.e1
def start_limit(state: CrimeaState, hq: int) -> int:
    """How many units may begin to move within the radius of a headquarters that is not operational."""
    board = state.board
    if board.special("soviet_paralysis", state.turn):
        return state.turn - board.first_turn
    return board.units[hq].recovery - 1


# rule: EF-22.25.g
def is_free_staff(state: CrimeaState, key: int) -> bool:
    """Whether a unit is a headquarters that is not operational: in the Movement phase it may always move."""
    is_staff = state.board.units[key].is_hq and state.pieces[key].back
    return is_staff and phase(state) == "movement"


def why_not_start(state: CrimeaState, key: int) -> Refusal | None:
    """Why a Soviet unit may not begin to move: too many have done so near a paralysed headquarters."""
    counter = state.board.units[key]
    if counter.side != SOVIET:
        return None
    hampered = state.board.special("soviet_paralysis", state.turn)
    for hq in paralysed_by(state, state.pieces[key].hex):
        if counter.is_hq and hampered:
            return refuse("EFS-10.74.e1", "refuse.hq_stays", ref(key), unit=ref(key))
        if is_free_staff(state, key):
            continue
        # The radii of all of them count as one while the army is paralysed.
        group = headquarters(state, False) if hampered else (hq,)
        if max(state.pieces[one].starts for one in group) >= start_limit(state, hq):
            return refuse("EF-22.25.g", "refuse.hq_limit", ref(hq), hq=ref(hq), limit=start_limit(state, hq))
    return None


def count_start(d: Draft[CrimeaState], key: int, place: int) -> None:
    """Remember that a unit began to move within the radius of headquarters that are not operational."""
    if d.now.board.units[key].side == SOVIET:
        for hq in paralysed_by(d.now, place):
            if not is_free_staff(d.now, key):
                d.edit("pieces", hq, starts=d.now.pieces[hq].starts + 1)


# rule: EF-10.24.c, EF-22.41, EF-22.12.a
def why_not_activate(state: CrimeaState, key: int) -> Refusal | None:
    """Why no headquarters can activate a unit in the motorised phase."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    boxed = piece is not None and piece.box == MAP_T and bool(state.ships)
    if (
        counter is None  # equivalent[counter is None]: every piece has a counter
        or piece is None
        or counter.side != SOVIET
        or not (piece.hex or boxed)
    ):
        return refuse("EF-22.12.a", "refuse.not_yours", ref(key), unit=ref(key))
    if counter.is_hq or counter.mobility != "foot" or counter.front.allowance == 0:
        return refuse("EF-22.12.a", "refuse.not_activated", ref(key), unit=ref(key))
    # rule: EF-11.72
    if piece.landed:
        return refuse("EF-11.72", "refuse.landed", ref(key), unit=ref(key))
    if piece.activated or piece.no_move or piece.garrison:
        return refuse("EF-10.24.c", "refuse.moved", ref(key), unit=ref(key))
    # rule: EF-10.22
    if piece.receiving:
        return refuse("EF-10.22", "refuse.receiving", ref(key), unit=ref(key))
    # rule: EF-PB8.54.a
    if boxed:
        return None if _staffs_in_map_t(state) else refuse("EF-22.12.a", "refuse.no_staff_in_map_t", ref(key))
    if counter.guards and _guards_hq(state, piece.hex):
        return None
    return why_no_command(state, piece.hex, ACTIVATION)


# rule: EF-PB8.54.a
def _staffs_in_map_t(state: CrimeaState) -> tuple[int, ...]:
    """Operational headquarters in Map T that can still activate a unit there, for a voyage."""
    units = state.board.units
    staffs = [k for k, p in state.pieces.items() if p.box == MAP_T and units[k].is_hq and not p.back]
    return tuple(hq for hq in staffs if state.pieces[hq].activations < units[hq].command)


def _guards_hq(state: CrimeaState, place: int) -> int:
    """An operational headquarters that can still activate one Guards unit beyond its command value."""
    if paralysed_by(state, place):
        return 0
    near = (hq for hq in headquarters(state, True) if is_within(state, hq, place))
    return next((hq for hq in near if not state.pieces[hq].escorted), 0)


def activatable(state: CrimeaState, seat: str) -> OneOf:
    """Units that a headquarters can activate, on the map or for a voyage from Map T."""
    boxed = [key for key, piece in state.pieces.items() if piece.box == MAP_T] if state.ships else []
    return pick("piece", (*on_map(state, seat), *boxed), lambda key: why_not_activate(state, key))


def activate(d: Draft[CrimeaState], key: int) -> None:
    """Activate a unit: it moves now with its full allowance and not in the movement phase."""
    place = d.now.pieces[key].hex
    free = place and d.now.board.units[key].guards and _guards_hq(d.now, place)
    hq = free or (commanders(d.now, place, ACTIVATION) if place else _staffs_in_map_t(d.now))[0]
    if free:
        d.edit("pieces", hq, escorted=True)
    else:
        spend(d, hq, ACTIVATION)
    d.edit("pieces", key, activated=True)
    d.log("log.activated", "EF-10.24.c", ref(key), unit=ref(key), hq=ref(hq))


# rule: EF-22.42, EF-14.35, EF-22.25.e
def has_nkvd_stand(state: CrimeaState, place: int) -> bool:
    """Whether an NKVD unit in a town or city makes the hex hold without an order."""
    if state.board.ground[place].place not in SETTLED or paralysed_by(state, place):
        return False
    return any(p.hex == place and state.board.units[k].nkvd for k, p in state.pieces.items())


# rule: EF-22.23
def upset(d: Draft[CrimeaState], key: int) -> None:
    """Turn a headquarters to the side that is not operational."""
    if d.now.board.units[key].is_hq and not d.now.pieces[key].back:
        d.edit("pieces", key, back=True)
        d.log("log.hq_upset", "EF-22.23", ref(key), hq=ref(key))


# rule: EF-22.82, EF-22.81
@derived("pieces", "attacks")
def released(state: CrimeaState) -> tuple[int, ...]:
    """Garrisons that are free to leave: attacked, starving, or with an enemy next to them; all of a hex together."""
    marked = [h for attack in state.attacks.values() for h in attack.hexes]
    near, held = state.board.grid.neighbours, holders(state)
    found = []
    for h in sorted({p.hex for p in state.pieces.values() if p.garrison and p.hex}):
        keys = stacks(state)[h]
        starving = any(state.pieces[k].supply == OUT_OF_SUPPLY for k in keys)
        if h in marked or starving or any(held.get(n) == AXIS for n in near[h]):
            found += [k for k in keys if state.pieces[k].garrison]
    return tuple(found)


def release(d: Draft[CrimeaState]) -> None:
    """Take the markers off garrisons that may leave."""
    for key in released(d.now):
        d.edit("pieces", key, garrison=False)
        d.log("log.released", "EF-22.82", ref(key), unit=ref(key))


# rule: EF-22.26.b, EFS-10.14.a, EFS-10.74.d
def may_disband(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, where the scenario lets them give up a headquarters and one is not operational."""
    allowed = state.board.switch("hq_disbanding", "one") != "none"
    return (SOVIET,) if allowed and headquarters(state, False) else ()


def disbandable(state: CrimeaState, seat: str) -> OneOf:
    """Headquarters that can be given up."""

    def why(key: int) -> Refusal | None:
        return refuse("EF-22.26.b", "refuse.hq_operational", ref(key), unit=ref(key))

    return OneOf("piece", headquarters(state, False), why=why)


def disband(d: Draft[CrimeaState], key: int) -> None:
    """Give up a headquarters instead of rolling for it: it goes to Cadre and the Axis scores."""
    d.put("pieces", key, Piece(box=CADRE, back=True))
    d.log("log.disbanded", "EF-22.26.b", ref(key), hq=ref(key))
    d.put("tracks", "vp", d.now.tracks.get("vp", 0) + 1)


# rule: EF-22.26.a, EFT-nonop, EF-4.2.D
def recover(d: Draft[CrimeaState]) -> None:
    """Roll for every headquarters that is not operational."""
    rule = d.now.board.card.get("switches", {}).get("hq_recovery_from")
    for hq in (*headquarters(d.now, False), *map_t.recovering(d.now)):
        waits = rule and rule.get("unit", "") in ("", d.now.board.units[hq].name)
        if waits and d.now.turn < rule["value"]:
            continue
        need = d.now.board.units[hq].recovery
        roll = d.roll("roll.recovery", 10, need=need)
        if roll.faces[0] <= need:
            d.edit("pieces", hq, back=False)
        recovered = int(roll.faces[0] <= need)
        tag = "EF-22.26.a" if d.now.pieces[hq].hex else "EF-PB2.12.g"
        d.log("log.hq_recovery", tag, Ref("piece", hq), by=SOVIET, rolls=[roll], hq=ref(hq), recovered=recovered)
