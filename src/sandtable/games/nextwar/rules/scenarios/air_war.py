"""Korea, 16.2.5: the air war alone, on its own card."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.nextwar.model import (
    ALLIED,
    DPRK,
    FLOWN,
    ROK,
    SIDES,
    US,
    Collateral,
    KoreaState,
    Mission,
    Toll,
    enemy,
)
from sandtable.games.nextwar.rules.air_war.display import link, ratings, wing
from sandtable.games.nextwar.rules.damage import collateral, installations
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft
from sandtable.kernel.charts import Chart

CARD = "advanced/air_war"
AIRBASE, AIRFIELD = "airbase", "airfield"
CHOICE, BEST = "choice", "flat"
"""Where the attacker picks the terrain he takes the easiest."""
CAUGHT = (ROK, US)
LEVELS = {"1": 1, "2": 2, "X": 3}


def is_played(state: KoreaState) -> bool:
    """Whether this is the air war alone."""
    return bool(state.tolls)


# rule: NWK-16.2.5.b
def begin_turn(d: Draft[KoreaState]) -> None:
    """There is no initiative in the air war: the points of the last turn are just forgotten."""
    for side in SIDES:
        if is_played(d.now) and d.now.accounts[side].turn_vp2:
            d.edit("accounts", side, turn_vp2=0)


# rule: NWK-16.2.5.d
def reserve(d: Draft[KoreaState]) -> None:
    """Aircraft that stay out of the fight for the air may be wanted elsewhere; Wild Weasels never are."""
    if not is_played(d.now):
        return
    for side in (DPRK, ALLIED):
        up_to = chart(CARD)["available_up_to"][side]
        for key in wing(d.now, side, "ready"):
            if ratings(d.now, key).weasel or ratings(d.now, key).strike < 1:
                continue
            roll = d.draw("roll.available", DIE, need=up_to)
            free = roll.faces[0] <= up_to
            if not free:
                d.edit("aircraft", key, box=FLOWN)
            d.log("log.air_available", "NWK-16.2.5.d", link(key), rolls=[roll], by=side, unit=link(key), free=int(free))


# -- strikes against bases -------------------------------------------------------------------------------------------


# rule: NWK-16.2.5.e
def find_base(d: Draft[KoreaState], number: int) -> None:
    """Roll what kind of base a mission finds, in which terrain, and whether a headquarters guards it."""
    mission = d.now.missions[number]
    printed, side = chart(CARD), mission.side
    kind = d.draw("roll.base_kind", DIE)
    base = AIRFIELD if kind.faces[0] <= printed["airfield_up_to"][side] else AIRBASE
    ground = d.draw("roll.base_terrain", DIE)
    terrain = terrain_table(enemy(side), base).look(ground.faces[0], "result").value
    guard = d.draw("roll.base_hq", DIE)
    near = guard.faces[0] <= printed["hq_up_to"][side]
    terrain = BEST if terrain == CHOICE else terrain
    d.edit("missions", number, base=base, terrain=terrain, near_hq=near)
    d.log(
        "log.base_found",
        "NWK-16.2.5.e",
        rolls=[kind, ground, guard],
        by=enemy(side),
        mission=number,
        what=base,
        terrain=terrain,
        hq=int(near),
    )


def terrain_table(struck: str, base: str) -> Chart[str]:
    """The terrain of the bases of a side."""
    rows = chart(CARD)["terrain"][struck][base]
    return Chart(f"air_war.{struck}.{base}", "NWT-AIRWAR", ("result",), {k: (v,) for k, v in rows.items()})


# rule: NWK-16.2.5.e, NWK-16.2.5.h
def strike_base(d: Draft[KoreaState], mission: Mission, result: str) -> None:
    """Damage to a base goes on the card, and whoever did it scores."""
    foe, toll = enemy(mission.side), d.now.tolls[enemy(mission.side)]
    points = chart(CARD)["points"]
    match result:
        case "1":
            _put(d, foe, replace(toll, strike1=toll.strike1 + 1))
            scoring.score(d, mission.side, points["strike1"])
        case "2":
            _put(d, foe, replace(toll, strike2=toll.strike2 + 1))
            scoring.score(d, mission.side, points["strike2"])
        case _:
            _destroy(d, foe, toll, mission.base or AIRBASE)
    collateral.at_aircraft(d, foe, DPRK if foe == DPRK else ROK, mission.base or AIRBASE, LEVELS[result])


def _destroy(d: Draft[KoreaState], side: str, toll: Toll, base: str) -> None:
    """A base of a side is destroyed: the enemy scores it, and its sorties will be missed."""
    _put(d, side, replace(toll, destroyed=toll.destroyed + 1))
    rows = chart("victory")["rows"]
    scoring.score(d, enemy(side), rows["airfield" if base == AIRFIELD else "installation"])
    installations.lose_base(d, side)


def _put(d: Draft[KoreaState], side: str, toll: Toll) -> None:
    most = chart(CARD)["damage_most"]
    capped = Toll(min(toll.strike1, most), min(toll.strike2, most), min(toll.destroyed, most))
    d.put("tolls", side, capped)
    d.log(
        "log.toll",
        "NWK-16.2.5.e",
        by=enemy(side),
        side=side,
        strike1=capped.strike1,
        strike2=capped.strike2,
        destroyed=capped.destroyed,
    )


# rule: NWK-16.2.5.h
def score_track(d: Draft[KoreaState], side: str) -> None:
    """In the air war every result against a track scores."""
    if is_played(d.now):
        scoring.score(d, side, chart(CARD)["points"]["track"][side])


# -- reorganization --------------------------------------------------------------------------------------------------


# rule: NWK-16.2.5.f
def settle(d: Draft[KoreaState]) -> None:
    """Three levels of hits make a destroyed base; every 2 that is left becomes a 1."""
    if not is_played(d.now):
        return
    each = chart(CARD)["levels_per_base"]
    for side in SIDES:
        toll = d.now.tolls[side]
        while toll.strike1 >= (ones := each - 2 * min(toll.strike2, 1)):
            left = replace(toll, strike1=toll.strike1 - ones, strike2=toll.strike2 - min(toll.strike2, 1))
            _destroy(d, side, left, AIRBASE)
            toll = d.now.tolls[side]
        if toll.strike2:
            _put(d, side, replace(toll, strike1=toll.strike1 + toll.strike2, strike2=0))


# rule: NWK-16.2.5.g
def most_repairs(state: KoreaState) -> int | None:
    """Supply points that a side may spend on repairs in a turn of the air war."""
    return int(chart(CARD)["repairs_most"]) if is_played(state) else None


# rule: NWK-16.2.5.g
def rebuild(d: Draft[KoreaState], side: str) -> None:
    """A destroyed base becomes one under a 2."""
    toll = d.now.tolls[side]
    _put(d, side, replace(toll, destroyed=toll.destroyed - 1, strike2=toll.strike2 + 1))


# -- before the first turn -------------------------------------------------------------------------------------------


# rule: NWK-16.2.5.i
def first_strikes(d: Draft[KoreaState]) -> None:
    """Special forces and missiles of the DPRK catch aircraft of the ROK and the US on the ground."""
    if not d.now.board.settings.first_strikes or not is_played(d.now):
        return
    roll = d.draw("roll.first_strikes", DIE)
    steps = -(-roll.faces[0] // 2)
    by_dprk = roll.faces[0] % 2 == 0
    d.log("log.first_strikes", "NWK-16.2.5.i", rolls=[roll], by=DPRK, steps=steps, side=DPRK if by_dprk else ALLIED)
    if steps:
        own, theirs = (0, steps) if by_dprk else (steps, 0)
        d.call("collateral", Collateral(ALLIED, ROK, own, theirs, CAUGHT, once=False))
