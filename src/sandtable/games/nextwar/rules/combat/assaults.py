"""Rules 8.5.8.1 and 9.5.5: marines that storm a beach out of the sea."""

from __future__ import annotations

from sandtable.games.nextwar.model import Battle, KoreaState, enemy
from sandtable.games.nextwar.rules.combat import losses, strength
from sandtable.games.nextwar.rules.combat.support import current
from sandtable.games.nextwar.rules.movement import beachheads, carrying_out, eligibility, stacking
from sandtable.games.nextwar.rules.sea.waters import is_sea_hex
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board, there
from sandtable.games.nextwar.rules.terms.units import at, ref, refs
from sandtable.kernel import YES, Draft, OneOf, Refusal, SomeOf, pick, pick_some, refuse, yes_or_no


# rule: NW-8.5.8, NW-8.5.8.1.c, NW-8.5.8.1.d
def why_not_storm(state: KoreaState, key: int, target: int) -> Refusal | None:
    """Why a unit out at sea cannot storm a hex: marines that came out of an Inshore box, and beaches alone."""
    if not state.board.units[key].is_marine or not state.units[key].assault:
        return refuse("NW-8.5.8", "refuse.no_assault", ref(key), unit=ref(key))
    if not state.board.ground[target].is_land or not state.board.is_beach(target):
        return refuse("NW-8.5.8.1.c", "refuse.no_beach", ref(key), at(target), unit=ref(key), place=at(target))
    return eligibility.why_not_enter(state, key, target)


def stormers(state: KoreaState, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some attackers that come out of the sea."""
    return tuple(sorted(key for key in units if is_sea_hex(state, state.units[key].hex)))


# rule: NW-8.5.8.1.b
def why_too_many(state: KoreaState, target: int, side: str, units: tuple[int, ...]) -> Refusal | None:
    """Why units cannot storm a beach together: once ashore they would be more than may stand there."""
    held = there(state, target) if holders(state).get(target) == side else ()
    if stacking.stack2(state, (*held, *stormers(state, units))) <= stacking.limit2(state, target, side):
        return None
    return refuse("NW-8.5.8.1.b", "refuse.crowded_beach", at(target), place=at(target))


# rule: NW-8.5.8.1.f, NW-9.5.5
def is_mostly_assault(state: KoreaState, battle: Battle) -> bool:
    """Whether more than half of the attack strength comes out of the sea."""
    parts = {key: strength.attack_of(state, key, battle).amount for key in battle.attackers}
    return 2 * sum(parts[key] for key in battle.assault) > sum(parts.values())


# -- an assault that failed ------------------------------------------------------------------------------------------


# rule: NW-8.5.8.1.g, NW-8.5.8.1.i
def repulse(d: Draft[KoreaState]) -> None:
    """If the beach is still held the attacker owes one step for the whole assault; alone, a unit pays it at once."""
    battle = current(d.now)
    held = any(d.now.board.units[key].side != battle.side for key in there(d.now, battle.target))
    if not battle.assault or not held:
        return
    d.edit_subject(Battle, repulsed=True)
    if len(units := payers(d.now)) == 1:
        pay(d, units[0])


# rule: NW-8.5.8.1.g
def payers(state: KoreaState) -> tuple[int, ...]:
    """Units that can pay for it: those that stormed, or any attacker if none of them is left."""
    battle = current(state)
    alive = [key for key in battle.attackers if state.units[key].hex]
    return tuple(key for key in alive if key in battle.assault) or tuple(alive)


def payer(state: KoreaState) -> tuple[str, ...]:
    """The attacker, if he owes a step for an assault that failed."""
    battle = current(state)
    return (battle.side,) if battle.repulsed and payers(state) else ()


def pay_choice(state: KoreaState, seat: str) -> OneOf:
    """Units that can pay for it."""
    return OneOf("piece", payers(state))


def pay(d: Draft[KoreaState], key: int) -> None:
    """Take the step."""
    d.edit_subject(Battle, repulsed=False)
    losses.lose_step(d, key, "NW-8.5.8.1.g")


# -- beachheads after an assault -------------------------------------------------------------------------------------


# rule: NW-8.5.8.2.a
def may_hold(state: KoreaState, place: int, side: str) -> bool:
    """Whether a side could place a beachhead in a hex."""
    return beachheads.left(state, side) > 0 and place not in state.beachheads


# rule: NW-8.5.8.2.a
def lander(state: KoreaState) -> tuple[str, ...]:
    """The attacker, if marines of his have just taken the beach and a marker is left."""
    battle = current(state)
    ashore = any(key in battle.assault and state.units[key].hex == battle.target for key in battle.advanced)
    return (battle.side,) if ashore and may_hold(state, battle.target, battle.side) else ()


def beachhead_choice(state: KoreaState, seat: str) -> OneOf:
    """Whether to place one."""
    return yes_or_no(YES)


def hold(d: Draft[KoreaState], answer: str) -> None:
    """Place a beachhead in the hex that was stormed, or leave it at a raid."""
    battle = current(d.now)
    if answer == YES:
        beachheads.establish(d, battle.target, battle.side)


# -- beaches without a defender --------------------------------------------------------------------------------------


def _open_beaches(state: KoreaState, seat: str) -> list[int]:
    """Beaches without an enemy next to marines that may storm."""
    near, held, foe = state.board.near, holders(state), enemy(seat)
    ready = [key for key in on_board(state, seat) if state.units[key].assault]
    hexes = {h for key in ready for h in near.get(state.units[key].hex, ())}
    return sorted(h for h in hexes if state.board.ground[h].is_land and held.get(h) != foe)


# rule: NW-8.5.8.1.h, NW-8.5.8.1.d
def why_not_ashore(state: KoreaState, seat: str, place: int) -> Refusal | None:
    """Why nobody can go ashore in a hex without a fight."""
    if holders(state).get(place) == enemy(seat):
        return refuse("NW-8.5.8.1.e", "refuse.not_empty", at(place), place=at(place))
    ready = [k for k in on_board(state, seat) if state.units[k].assault and not state.units[k].fought]
    able = (k for k in ready if place in state.board.near.get(state.units[k].hex, ()))
    found = [k for k in able if why_not_storm(state, k, place) is None]
    if not found:
        return refuse("NW-8.5.8.1.c", "refuse.no_beach_here", at(place), place=at(place))
    if all(why_too_many(state, place, seat, (k,)) is not None for k in found):
        return refuse("NW-8.5.8.1.b", "refuse.crowded_beach", at(place), place=at(place))
    return None


def open_beaches(state: KoreaState, seat: str) -> OneOf:
    """Beaches where marines can go ashore without a fight."""
    return pick("place", _open_beaches(state, seat), lambda place: why_not_ashore(state, seat, place))


def landers(state: KoreaState, seat: str, place: int) -> SomeOf:
    """Marines that can go ashore there together."""
    ready = [k for k in on_board(state, seat) if state.units[k].assault and not state.units[k].fought]
    near = [k for k in ready if place in state.board.near.get(state.units[k].hex, ())]

    def why_not(key: int) -> Refusal | None:
        return why_not_storm(state, key, place) or why_too_many(state, place, seat, (key,))

    return pick_some("piece", near, why_not, least=1, check=lambda units: why_too_many(state, place, seat, units))


def beachhead_after(state: KoreaState, seat: str, place: int, units: tuple[int, ...]) -> OneOf | None:
    """Whether to place a beachhead there at once."""
    return yes_or_no(YES) if may_hold(state, place, seat) else None


# rule: NW-8.5.8.1.h, NW-8.5.8.2.a
def go_ashore(d: Draft[KoreaState], place: int, units: tuple[int, ...], beachhead: str) -> None:
    """Land on a beach that nobody defends."""
    side = d.now.board.units[units[0]].side
    for key in units:
        d.edit("units", key, hex=place, assault=False, landed=True, fought=True)
    d.log("log.went_ashore", "NW-8.5.8.1.h", *refs(units), at(place), by=side, units=refs(units), place=at(place))
    carrying_out.arrive(d, (place,), side)
    if beachhead == YES:
        beachheads.establish(d, place, side)
