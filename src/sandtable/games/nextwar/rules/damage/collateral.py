"""Rule 27.7.2: aircraft, airmobile points and helicopters on a base that is hit."""

from __future__ import annotations

from sandtable.games.nextwar.model import (
    ABORTED,
    DPRK,
    FLOWN,
    READY,
    ROK,
    Collateral,
    KoreaState,
    Rebase,
    enemy,
)
from sandtable.games.nextwar.rules.air_points import helicopters
from sandtable.games.nextwar.rules.air_war import display
from sandtable.games.nextwar.rules.air_war.display import link, side_of
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.terms.units import DIE, at
from sandtable.games.nextwar.scenario.files import table
from sandtable.kernel import Draft, OneOf, Ref, Refusal, refuse

CHART = "advanced/collateral_damage"
LEVELS = {1: "1", 2: "2", 3: "X"}
DESTROYED = 3
OWNER, ENEMY, POINT = "air", "air_star", "am_pt"
STEP, GONE = "level", "elim"
ALL_STEPS = 9
ON_THE_GROUND = (READY, FLOWN, ABORTED)
KOREAN = (DPRK, ROK)


# rule: NW-27.7.2.1.a
def strike(d: Draft[KoreaState], place: int, feature: str, level: int) -> None:
    """Roll for what stood on a base that was hit."""
    owner = controller(d.now, place)
    country = d.now.board.ground[place].country
    # Helicopters first: what is called last is settled first, and nobody is asked before all dice are cast.
    away = _at_helicopters(d, place, level)
    at_aircraft(d, owner, country, feature, level)
    # rule: NW-27.7.2.2.b, NW-27.7.2.2.c
    if away and level == DESTROYED:
        d.call("rebase", Rebase(place, away, destroyed=True))


# rule: NW-27.7.2.1.a, NWT-COLLATERAL
def at_aircraft(d: Draft[KoreaState], owner: str, base: str, feature: str, level: int) -> None:
    """Roll for the air units and airmobile points of a base, whose boxes on the display are named."""
    roll = d.draw("roll.collateral", DIE)
    results = table(CHART).look(roll.faces[0], f"{feature}_{LEVELS[level]}").value or ()
    d.log(
        "log.collateral",
        "NWT-COLLATERAL",
        rolls=[roll],
        by=enemy(owner),
        side=owner,
        what=feature,
        result="+".join(results) or "-",
    )
    # rule: NW-27.7.2.1.b
    for _ in range(results.count(POINT)):
        account = d.now.accounts[owner]
        if account.airmobile > account.airmobile_lost:
            d.edit("accounts", owner, airmobile_lost=account.airmobile_lost + 1)
    _catch(d, owner, base, results.count(OWNER), results.count(ENEMY))


# rule: NW-27.7.2.1.c, NW-27.7.2.1.d, NW-29.1.3
def _catch(d: Draft[KoreaState], owner: str, base: str, own_picks: int, enemy_picks: int) -> None:
    """Air units are caught on the ground, as owner and enemy choose; where points fly, points are lost instead."""
    hits = own_picks + enemy_picks
    if not hits:
        return
    if d.now.board.uses_points:
        d.edit("accounts", owner, air_lost=d.now.accounts[owner].air_lost + hits)
        d.log("log.air_points_lost", "NW-29.1.3", by=enemy(owner), side=owner, points=hits)
        return
    # In Korea only units of the two Korean states are caught, in Japan whoever is based there.
    nations = KOREAN if base in KOREAN else ()
    d.call("collateral", Collateral(owner, base, own_picks, enemy_picks, nations))


# rule: NW-27.7.2.2.a, NW-27.5
def _at_helicopters(d: Draft[KoreaState], place: int, level: int) -> tuple[int, ...]:
    """Roll for each helicopter unit of a base; those that are left."""
    based = helicopters.based(d.now, place)
    for key in based:
        roll = d.draw("roll.collateral_helicopter", DIE)
        result = table(CHART).look(roll.faces[0], f"helo_{LEVELS[level]}").value
        unit = Ref("helicopter", key)
        d.log(
            "log.collateral_helicopter",
            "NW-27.7.2.2.a",
            unit,
            rolls=[roll],
            by=enemy(d.now.board.helicopters[key].side),
            unit=unit,
            place=at(place),
            result=result or "-",
        )
        helicopters.hurt(d, key, "NW-27.7.2.2.a", steps={STEP: 1, GONE: ALL_STEPS}.get(result, 0))
    return tuple(key for key in based if d.now.helicopters[key].hex)


# rule: NW-27.7.2.1.c, NW-27.7.2.1.d, NW-22.8
def candidates(state: KoreaState) -> tuple[int, ...]:
    """Air units in the boxes of the base that can lose a step: on the ground, and not hit before in this phase."""
    about = state.subject(Collateral)
    # rule: NW-29.2.2.c
    flying = {key for row in state.missions.values() if row.is_open for key in (*row.strikers, *row.weasels)}
    counters = state.board.aircraft
    return tuple(
        key
        for key, unit in state.aircraft.items()
        if unit.base == about.base
        and unit.box in ON_THE_GROUND
        and not unit.hit
        and key not in flying
        and counters[key].side == about.side
        and (not about.nations or counters[key].nation in about.nations)
    )


def picker(state: KoreaState) -> tuple[str, ...]:
    """Who names the next unit: first the attacker, then the owner of the base."""
    about = state.subject(Collateral)
    if not candidates(state):
        return ()
    return (enemy(about.side),) if about.enemy_picks else (about.side,) if about.owner_picks else ()


def choice(state: KoreaState, seat: str) -> OneOf:
    """The units that can be named."""

    def why(key: int) -> Refusal:
        # rule: NW-27.7.2.1.d
        if key in state.aircraft and state.aircraft[key].hit:
            return refuse("NW-27.7.2.1.d", "refuse.air_hit_already", link(key), unit=link(key))
        return refuse("NW-27.7.2.1.c", "refuse.air_not_there", link(key), unit=link(key))

    return OneOf("air", candidates(state), why=why)


# rule: NW-27.7.2.1.c
def hit(d: Draft[KoreaState], key: int) -> None:
    """A unit on the ground loses a step."""
    about = d.now.subject(Collateral)
    if about.enemy_picks:
        d.edit_subject(Collateral, enemy_picks=about.enemy_picks - 1)
    else:
        d.edit_subject(Collateral, owner_picks=about.owner_picks - 1)
    d.log("log.collateral_unit", "NW-27.7.2.1.c", link(key), by=side_of(d.now, key), unit=link(key))
    display.lose_step(d, key, "NW-27.7.2.1.c")
    # rule: NW-27.7.2.1.d, NWK-16.2.5.i
    if d.now.aircraft[key].steps and about.once:
        d.edit("aircraft", key, hit=True)


# rule: NW-27.7.2.1.d
def forget(d: Draft[KoreaState]) -> None:
    """A phase is over: units can be caught on the ground again."""
    for key in [key for key, unit in d.now.aircraft.items() if unit.hit]:  # equivalent[always]: nothing is reset twice
        d.edit("aircraft", key, hit=False)
