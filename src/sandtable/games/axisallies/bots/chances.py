"""The bridge from a position to its odds: battles and raids of this game as data that ``sandtable.odds`` can solve."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from sandtable.games.axisallies.model import NEUTRAL_ARMY, GlobalState, Unit
from sandtable.games.axisallies.rules.combat.loss_order import BY_VALUE, Company, Point, homeless_in, order_of_loss
from sandtable.games.axisallies.rules.combat.sides import ATTACKER, DEFENDER
from sandtable.games.axisallies.rules.research.technology import effect
from sandtable.games.axisallies.rules.spaces.spaces import is_foe, is_neutral_land, leans_to, type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import alliance, are_allies
from sandtable.games.axisallies.rules.units.carriers import is_trapped
from sandtable.games.axisallies.rules.units.values import BETTER_ATTACK, pairs
from sandtable.games.axisallies.scenario import GlobalScenario, UnitType
from sandtable.games.axisallies.scenario.setup import bare
from sandtable.kernel.state import bind
from sandtable.odds import Army, Battle, Comparison, Odds, OddsError, Raid, RaidTarget, Support, solve
from sandtable.odds import UnitType as Row
from sandtable.odds import what_if as compare

DEFENDING = " (defending)"
"""Marks the row of defenders whose figures differ from those of the same kind in attack."""
RADAR = " (radar)"

Counts = Mapping[str, int]


class Force(Struct, frozen=True):
    """One side of a battle: how many of each row, how many of them damaged, come ashore, or without land in reach."""

    units: dict[str, int]
    damaged: dict[str, int] = {}
    landed: dict[str, int] = {}
    homeless: dict[str, int] = {}


# -- the unit table --------------------------------------------------------------------------------------------------


def table_of(board: GlobalScenario, technologies: Iterable[str] = (), radar: bool = False) -> tuple[Row, ...]:
    """The unit table as odds read it, with the attacker's breakthroughs worked in."""
    known = tuple(technologies)
    figures = {row["id"]: row["effect"] for row in board.tables["research"]["breakthroughs"] if row["id"] in known}
    rows = [_row(kind, board, figures) for kind in board.kinds.values()]
    if figures.get("heavy_bombers"):
        bomber = _row(board.kinds["strategic_bomber"], board, {})
        rows.append(replace(bomber, id=bomber.id + DEFENDING))
    if radar:
        better = next(r["effect"]["aa_hit_on"] for r in board.tables["research"]["breakthroughs"] if r["id"] == "radar")
        gun = next(row for row in rows if row.id == "aa_gun")
        rows.append(replace(gun, id=gun.id + RADAR, aa_hit_on=better))
    return tuple(rows)


def _row(kind: UnitType, board: GlobalScenario, figures: Mapping[str, Mapping[str, int]]) -> Row:
    better = [figures.get(technology, {}).get("attack", 0) for technology, _ in BETTER_ATTACK.get(kind.id, ())]
    dice = figures.get("heavy_bombers", {}).get("dice", 1) if kind.id == "strategic_bomber" else 1
    dogfight = board.tables["charts"]["air_battle"]["hit_on"]
    jets = figures.get("jet_fighters", {}).get("air_battle_hit_on", dogfight) if kind.escorts else dogfight
    return Row(
        kind.id,
        kind.cost,
        max(kind.attack, *better, 0),
        kind.defence,
        kind.domain,
        hits=kind.hits,
        rolls=dice,
        submarine=kind.submerges,
        anti_submarine=kind.hunts_submarines,
        chosen_last=bool(kind.hold),
        aa_dice=kind.aa_shots,
        aa_hit_on=kind.aa_hit_on or 1,
        bombard=kind.bombards_at,
        raid_attack=jets,
        raid_defence=dogfight,
        raid_rolls=dice,
        raid_bonus=kind.raid_bonus,
    )


def supports_of(state: GlobalState, power: str) -> tuple[Support, ...]:
    """Who raises whose attack, in an order that pairs as many as can be paired."""
    found = [(pair.supporter, pair.unit, pair.attack) for pair in pairs(state, power)]
    options = {unit: sum(other == unit for _, other, _ in found) for _, unit, _ in found}
    # A supporter whose receivers could all go elsewhere is used last.
    wanted = {giver: sum(options[unit] > 1 for other, unit, _ in found if other == giver) for giver, _, _ in found}
    found.sort(key=lambda row: (wanted[row[0]], options[row[1]]))
    more: int = effect(state, power, "advanced_artillery").get("supported_per_artillery", 1)
    return tuple(Support(giver, unit, attack, more if giver == "artillery" else 1) for giver, unit, attack in found)


# -- battles of a position -------------------------------------------------------------------------------------------


def battle(
    state: GlobalState,
    place: int,
    *,
    by: str = "",
    extra: Counts | None = None,
    against: Counts | None = None,
    alone: bool = False,
) -> Battle:
    """The battle for a space as it stands: those sent there by a power against all who defend it.

    ``by`` is the attacker (default: whose turn it is); ``extra`` and ``against`` add units to the two sides, negative
    numbers take some away. With ``alone`` only the extra units attack.
    """
    power = by or state.active
    ours = Force({}) if alone else attackers_at(state, place, power)
    theirs = defenders_at(state, place, power)
    guns = {} if alone else bombarding(state, place, power, sum(ours.landed.values()))
    found = fight(state, power, ours, theirs, bombard=guns, sea=state.board.is_sea(place))
    return found.reinforced("attacker", extra or {}).reinforced("defender", against or {})


def fight(
    state: GlobalState,
    power: str,
    attacker: Force,
    defender: Force,
    *,
    bombard: Counts | None = None,
    sea: bool = False,
) -> Battle:
    """A battle of any two forces by this game's figures."""
    technologies = state.powers[power].technologies if power in state.powers else ()
    return Battle(
        _table(state.board, technologies),
        Army(attacker.units, attacker.damaged, attacker.landed, order_of(state.board, attacker, technologies)),
        Army(defender.units, defender.damaged, {}, order_of(state.board, defender, technologies)),
        supports_of(state, power),
        dict(bombard or {}),
        keep_land_unit=not sea,
        low_luck=state.board.options.low_luck,
    )


@lru_cache(maxsize=64)
def _table(board: GlobalScenario, technologies: tuple[str, ...]) -> tuple[Row, ...]:
    return table_of(board, technologies, radar=True)


def order_of(board: GlobalScenario, force: Force, technologies: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The order of loss of a force in the words of the odds; who joins it later finds his place in it too."""
    heavy = "heavy_bombers" in technologies
    if not force.homeless or not force.units.get("carrier"):
        return _usual_order(board, heavy)
    counts: dict[str, int] = {}
    for row, count in force.units.items():
        counts[_kind(row)] = counts.get(_kind(row), 0) + count
    whole = {"carrier": counts["carrier"] - force.damaged.get("carrier", 0)}
    return _in_words(order_of_loss(board, Company(counts, whole, force.homeless)), heavy)


@lru_cache(maxsize=16)
def _usual_order(board: GlobalScenario, heavy: bool) -> tuple[str, ...]:
    """The order of a force whose aircraft all have land in reach."""
    everybody = Company(dict.fromkeys(BY_VALUE, 1), {"battleship": 1, "carrier": 1})
    return _in_words(order_of_loss(board, everybody), heavy)


def _in_words(order: tuple[Point, ...], heavy: bool) -> tuple[str, ...]:
    """An order of loss as the odds read it: one by one, and with the last of a kind all that are left of it."""
    lost = {point.kind for point in order if not point.damage}
    absent = [kind for kind in BY_VALUE if kind not in lost]
    words = [f"{kind}:hit" for kind in ("battleship", "carrier") if Point(kind, True) not in order]
    for place, point in enumerate(order):
        while not point.damage and absent and BY_VALUE.index(absent[0]) < BY_VALUE.index(point.kind):
            words += _rows(absent.pop(0), heavy)
        is_last = point not in order[place + 1 :]
        name = f"{point.kind}:hit" if point.damage else point.kind
        words += ([name] if point.damage else _rows(point.kind, heavy)) if is_last else [f"{name}*1"]
    return (*words, *(row for kind in absent for row in _rows(kind, heavy)))


def _rows(kind: str, heavy: bool) -> list[str]:
    """The rows of the table about a kind of unit."""
    if kind == "aa_gun":
        return [kind, kind + RADAR]
    return [kind + DEFENDING, kind] if heavy and kind == "strategic_bomber" else [kind]


def _kind(row: str) -> str:
    """The kind of unit a row of the table is about."""
    return row.partition(" (")[0]


def attackers_at(state: GlobalState, place: int, power: str) -> Force:
    """A power's units that are set to fight for a space, those still aboard their transports included."""
    keys = [key for key, unit in units_at(state, place) if unit.owner == power and _attacks(state, key, place)]
    ashore = [state.units[key] for key in keys]
    aboard = [u for u in state.units.values() if u.owner == power and u.task == "assault" and u.target == place]
    landed = [unit for unit in ashore if unit.landed] + aboard
    return Force(
        _counted(unit.kind for unit in (*ashore, *aboard)),
        _counted(unit.kind for unit in ashore if unit.damaged),
        _counted(unit.kind for unit in landed),
        _counted(state.units[key].kind for key in homeless_in(state, keys, ATTACKER)),
    )


def _attacks(state: GlobalState, key: int, place: int) -> bool:
    unit = state.units[key]
    kind = type_of(state, unit)
    if unit.submerged or unit.fresh or unit.stuck:
        return False
    if not state.board.is_sea(place):
        return unit.task == "attack" or unit.landed
    if kind.domain == "air":
        is_ready = bool(unit.aboard) and state.units[unit.aboard].owner == unit.owner and not is_trapped(state, key)
        return unit.task == "attack" or (not unit.task and is_ready)
    return kind.domain == "sea"


def defenders_at(state: GlobalState, place: int, against: str) -> Force:
    """Everybody who would defend a space against a power; a neutral nobody has attacked yet raises its army."""
    keys = [key for key, _ in units_at(state, place) if _defends(state, key, against)]
    if any(is_foe(state, against, state.units[key]) for key in keys):
        # A battle is fought with enemies alone, whoever else is there.
        keys = [key for key in keys if is_foe(state, against, state.units[key])]
    units = [state.units[key] for key in keys]
    radars = {power: bool(effect(state, power, "radar")) for power in state.board.powers}
    heavy = bool(effect(state, against, "heavy_bombers"))

    def row(unit: Unit) -> str:
        if unit.kind == "aa_gun" and radars.get(unit.owner):
            return unit.kind + RADAR
        return unit.kind + DEFENDING if heavy and unit.kind == "strategic_bomber" else unit.kind

    counts = _counted(row(unit) for unit in units)
    if not state.board.is_sea(place) and is_neutral_land(state, place):
        land = state.territories[place]
        if not land.roused and leans_to(land) != alliance(state, against):
            counts["infantry"] = counts.get("infantry", 0) + state.board.spaces[place].army
    homeless = _counted(state.units[key].kind for key in homeless_in(state, keys, DEFENDER))
    return Force(counts, _counted(row(unit) for unit in units if unit.damaged), {}, homeless)


def _defends(state: GlobalState, key: int, against: str) -> bool:
    unit = state.units[key]
    kind = type_of(state, unit)
    if unit.submerged or unit.task == "intercept" or (unit.aboard and kind.domain == "land") or is_trapped(state, key):
        return False
    if unit.owner == NEUTRAL_ARMY:
        return is_foe(state, against, unit)
    # Before a war is declared, odds are asked about those one could be at war with.
    return not are_allies(state, unit.owner, against)


def bombarding(state: GlobalState, place: int, power: str, landed: int) -> dict[str, int]:
    """The ships that shell the shore, the biggest guns first: none where there is a battle at sea, one per landing."""
    if not landed or state.board.is_sea(place):
        return {}
    zones = dict.fromkeys(
        unit.at
        for unit in state.units.values()
        if unit.owner == power and unit.task == "assault" and unit.target == place
    )
    quiet = [zone for zone in zones if zone not in state.battles or state.battles[zone].ignore]
    ships = [u for zone in quiet for _, u in units_at(state, zone) if u.owner == power and not u.bombarded]
    guns = sorted((u.kind for u in ships if type_of(state, u).bombards_at), key=lambda k: -state.board.kinds[k].attack)
    return _counted(guns[:landed])


def _counted(kinds: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for kind in kinds:
        found[kind] = found.get(kind, 0) + 1
    return found


# -- questions -------------------------------------------------------------------------------------------------------


def what_if(state: GlobalState, place: int, *, by: str = "", add: Counts | None = None) -> Comparison:
    """The odds of the battle for a space, and the odds with a few attackers more."""
    return compare(battle(state, place, by=by), add=add)


def odds_of(one: Battle) -> Odds:
    """The figures of a battle: exact where that can be computed, else sampled; remembered."""
    key = _key(one)
    if key not in _REMEMBERED:
        if len(_REMEMBERED) >= MOST_REMEMBERED:
            _REMEMBERED.clear()
        _REMEMBERED[key] = solve(one, battles=SAMPLES).odds()
    return _REMEMBERED[key]


SAMPLES = 20_000
MOST_REMEMBERED = 20_000
_REMEMBERED: dict[tuple[object, ...], Odds] = {}
"""Odds are pure numbers: all bots of a process may share what one of them worked out."""


def _key(one: Battle) -> tuple[object, ...]:
    def army(side: Army) -> tuple[object, ...]:
        return (
            tuple(sorted((k, n) for k, n in side.units.items() if n)),
            tuple(sorted(side.damaged.items())),
            tuple(sorted(side.landed.items())),
            side.order,
        )

    table = tuple((row.id, row.attack, row.rolls) for row in one.units if row.rolls > 1 or row.id in BETTER_ATTACK)
    return (
        army(one.attacker),
        army(one.defender),
        tuple(sorted(one.bombard.items())),
        one.supports,
        table,
        one.low_luck,
        one.keep_land_unit,
        one.retreat_below,
    )


# -- raids -----------------------------------------------------------------------------------------------------------


def raid(
    state: GlobalState,
    place: int,
    bombers: Mapping[str, Counts],
    *,
    by: str = "",
    escorts: Counts | None = None,
    interceptors: Counts | None = None,
) -> Raid:
    """A raid on the installations of a territory: bombers by installation (``works``, ``air_base``, ``naval_base``)."""
    power = by or state.active
    land = state.territories[place]
    present = {
        "works": (land.works, land.works_damage),
        "air_base": ("air_base" if land.air_base else "", land.air_base_damage),
        "naval_base": ("naval_base" if land.naval_base else "", land.naval_base_damage),
    }
    radar = effect(state, land.holder, "radar").get("aa_hit_on", 0)
    targets = []
    for slot, some in bombers.items():
        kind, damage = present.get(slot, ("", 0))
        if not kind:
            there = ", ".join(slot for slot, (one, _) in present.items() if one) or "nothing"
            raise OddsError(f"there is no {slot!r} to raid: this territory has {there}")
        row = state.board.installations[kind]
        targets.append(RaidTarget(slot, row.damage, dict(some), damage, max(row.aa_hit_on, radar)))
    units = table_of(state.board, state.powers[power].technologies if power in state.powers else ())
    if effect(state, land.holder, "jet_fighters"):
        better = effect(state, land.holder, "jet_fighters")["air_battle_hit_on"]
        units = tuple(replace(row, raid_defence=better) if row.id == "fighter" else row for row in units)
    return Raid(units, tuple(targets), dict(escorts or {}), dict(interceptors or {}))


# -- forces in words ---------------------------------------------------------------------------------------------------


def described(
    board: GlobalScenario,
    attacker: Counts,
    defender: Counts,
    *,
    sea: bool | None = None,
    landed: Counts | None = None,
    bombard: Counts | None = None,
) -> Battle:
    """A battle between forces that are on no board, by the printed figures; where ships are in it, it is at sea."""
    nobody = bind(bare(board), board)
    if sea is None:
        sea = any(board.kinds[kind].domain == "sea" for kind in (*attacker, *defender) if kind in board.kinds)
    for kind in (*attacker, *defender):
        if sea and kind in board.kinds and board.kinds[kind].domain == "land":
            raise OddsError(f"{kind} does not fight at sea: take it out, or leave the ships out")
    ours = Force(dict(attacker), {}, dict(landed or {}))
    return fight(nobody, "", ours, Force(dict(defender)), bombard=bombard, sea=sea)
