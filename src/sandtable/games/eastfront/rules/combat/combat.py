"""Chapter 15: strengths, odds and die modifiers of an attack, each number with its reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandtable.games.eastfront.model import (
    ARCTIC,
    AXIS,
    FROST,
    MUD,
    NO_RETREAT,
    OUT_OF_SUPPLY,
    SNOW,
    Attack,
    CrimeaState,
)
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.crimea_units import batteries
from sandtable.games.eastfront.rules.crimea_units.formations import PARTNERS, whole_divisions
from sandtable.games.eastfront.rules.enlarged_map import bunkers, works
from sandtable.games.eastfront.rules.movement.ground import column_of
from sandtable.games.eastfront.rules.naval import gunfire, landings
from sandtable.games.eastfront.rules.naval.ships import is_in_port
from sandtable.games.eastfront.rules.scenarios import winter_attacks
from sandtable.games.eastfront.rules.soviet_units.soviet_units import has_nkvd_stand
from sandtable.games.eastfront.rules.special_units.artillery import defender_of
from sandtable.games.eastfront.rules.special_units.flotillas import are_alone
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    has_lingering_mud,
    in_city,
    is_dry_or_frost,
    is_frozen,
    line_between,
    ref,
    stacks,
    strength,
    weather_in,
)
from sandtable.games.eastfront.scenario import BAY
from sandtable.kernel import Modifier, Sum
from sandtable.kernel.charts import odds_column

BELOW = "below"
"""The odds of an attack that is worse than the first column."""
FACES = 10
"""The faces of the die that all tables of the game are read with."""
FORTIFIED = ("city", "major_city", "fortified_line", "strongpoint")
FORTIFICATIONS = ("fortified_line", "strongpoint", *batteries.WORKS)
ENGINEERS_HELP = (*FORTIFIED, "town", "river", *batteries.WORKS)
HELP = ("modifier.engineers", "modifier.citadel_stormed")
"""Modifiers that engineers give."""
BRIGADES = ("Groddeck", "Ziegler")


@dataclass(frozen=True)
class Force:
    """Who takes part in an attack."""

    attack: Attack
    units: tuple[int, ...]
    support: tuple[int, ...] = ()
    engineers: bool = False
    supplied: bool | None = None
    """Whether points were spent on it; ``None`` where the scenario alone decides."""
    ships: tuple[int, ...] = ()

    @property
    def hexes(self) -> tuple[int, ...]:
        """The hexes under attack."""
        return self.attack.hexes


@dataclass(frozen=True)
class Estimate:
    """An attack as it stands: both strengths, the odds and the modifiers."""

    attack: Sum
    defence: Sum
    odds: str
    drm: Sum
    supplied: bool


def defenders(state: CrimeaState, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """All units in the hexes under attack."""
    return tuple(k for h in hexes for k in stacks(state).get(h, ()))


# rule: EF-6.8, EF-15.31.a, EFS-10.14.b
def is_supplied(state: CrimeaState, force: Force) -> bool:
    """Whether an attack is in attack supply: by the scenario, by supply units spent on it, or because it needs none."""
    free = bool(force.supplied) or state.board.has_automatic_attack_supply(force.attack.side, state.turn)
    return free or landings.needs_no_supply(state, force.units)


# rule: EF-15.51
def attack_of(state: CrimeaState, key: int, hexes: tuple[int, ...], times: int = 1) -> Modifier:
    """What one unit brings to an attack, halved for each thing that hampers it."""
    counter, place = state.board.units[key], state.pieces[key].hex
    halves = 0
    # rule: EF-15.52.a
    if state.board.ground[place].terrain == "swamp" and state.weather not in (SNOW, ARCTIC):
        halves += 1
    # rule: EF-15.52.b
    if any(_is_wide(state, place, h) for h in hexes):
        halves += 1
    # rule: EF-PB7.41, EF-PB5.72.c
    hard = any(in_city(state, h) or works.holds_fast(state, counter.side, h) for h in hexes)
    # rule: EF-15.52.c
    if counter.armour and not counter.is_armoured_engineer and hard:
        halves += 1
    amount = strength(state, key).attack * times * winter_attacks.times(state, key, hexes)
    return Modifier("EF-15.51", "modifier.attack", amount, 2**halves, points=(ref(key),))


def _is_wide(state: CrimeaState, a: int, b: int) -> bool:
    border = state.board.border(a, b)
    return (border.river == "major" or border.is_shallow) and (border.water == BAY or not is_frozen(state))


def _whole(parts: list[Modifier], least: int) -> Sum:
    """A sum with its fraction dropped, and never below the least."""
    exact = Sum.of(parts).exact
    whole = exact.__floor__()
    if whole != exact:
        parts.append(_change("EF-15.51", "modifier.fraction", whole - exact))
    if whole < least:
        parts.append(Modifier("EF-15.51", "modifier.least", least, op="least"))
    return Sum.of(parts)


def _change(rule: str, key: str, amount: Fraction) -> Modifier:
    return Modifier(rule, key, amount.numerator, amount.denominator)


def _support(
    state: CrimeaState, guns: list[Modifier], cap: int, cap_rule: str, hexes: tuple[int, ...]
) -> list[Modifier]:
    """What artillery adds: never more than the strength it supports, and half of that in mud or into a swamp."""
    total = Sum.of(guns).exact
    # rule: EF-15.4, EF-15.55.b
    if total > cap:
        guns.append(_change(cap_rule, "modifier.support_cap", cap - total))
        total = Fraction(cap)
    for rule, key, holds in (
        # rule: EF-15.53.a
        ("EF-15.53.a", "modifier.mud_guns", state.weather == MUD),
        # rule: EF-15.53.b
        ("EF-15.53.b", "modifier.mud_guns", any(has_lingering_mud(state, h) for h in hexes)),
        # rule: EF-15.52.a
        ("EF-15.52.a", "modifier.swamp_guns", any(_is_swamp(state, h) for h in hexes)),
    ):
        if holds:
            rest = Fraction((total / 2).__floor__()) if rule != "EF-15.52.a" else total / 2
            guns.append(_change(rule, key, rest - total))
            total = rest
    return guns


def _is_swamp(state: CrimeaState, place: int) -> bool:
    return state.board.ground[place].terrain == "swamp" and state.weather not in (SNOW, ARCTIC)


def attack_strength(state: CrimeaState, force: Force) -> Sum:
    """The whole attack strength."""
    guns = [Modifier("EF-15.4", "modifier.support", strength(state, k).attack, points=(ref(k),)) for k in force.support]
    guns += [gunfire.salvo(state, ship) for ship in force.ships]
    twice = bunkers.busters(state, force.attack, force.units)
    parts = [attack_of(state, k, force.hexes, 2 if k in twice else 1) for k in force.units]
    raw = sum(part.amount for part in parts)
    return _whole(parts + _support(state, guns, raw, "EF-15.4", force.hexes), 1)


# rule: EF-15.24, EF-15.25, EF-15.54.a
def defence_strength(state: CrimeaState, force: Force) -> Sum:
    """The whole defence strength: a gun in the hex gives its support or its defence, not both."""
    own = [k for k in defenders(state, force.hexes) if k not in force.attack.support]
    parts = [Modifier("EF-15.54.a", "modifier.defence", strength(state, k).defence, points=(ref(k),)) for k in own]
    # rule: EF-PB5.72.b
    for h in force.hexes:
        values = [strength(state, k).defence for k in own if state.pieces[k].hex == h]
        if more := works.added_defence(state, force.attack.side, h, values):
            parts.append(Modifier("EF-PB5.72.b", "modifier.citadel_defence", more))
    raw = Sum.of(parts).rounded_down()
    guns = [_defensive_gun(state, k, force.hexes) for k in force.attack.support if map_t.is_at_hand(state, k)]
    guns += [gunfire.salvo(state, ship) for ship in force.attack.ships if is_in_port(state.ships[ship])]
    return _whole(parts + _support(state, guns, raw, "EF-15.55.b", force.hexes), 1)


def _defensive_gun(state: CrimeaState, key: int, hexes: tuple[int, ...]) -> Modifier:
    """One gun in defence; Romanian guns outside the hex fire at half strength."""
    value = strength(state, key).attack
    halved = state.board.units[key].nation == "romanian" and state.pieces[key].hex not in hexes
    return Modifier("EF-15.55.a", "modifier.support", value // 2 if halved else value, points=(ref(key),))


# rule: EF-15.57.a, EF-15.57.b
def odds(state: CrimeaState, attack: int, defence: int, shift: int = 0) -> str:
    """The odds column, rounded in the defender's favour; below the first there is none."""
    columns = state.board.crt.columns
    left, _, right = columns[0].partition("-")
    if attack * int(right) < defence * int(left):
        return BELOW
    at = columns.index(odds_column(attack, defence, columns)) + shift
    return BELOW if at < 0 else columns[min(at, len(columns) - 1)]


# -- modifiers -----------------------------------------------------------------------------------------------------


def charted(state: CrimeaState) -> dict[str, Any]:
    """The printed die modifiers by name: of the combat chart, and of the terrain chart under ``terrain``."""
    found: dict[str, Any] = state.board.cache.get("drm", {})
    if not found:
        chart, ground = state.board.charts["combat_modifiers"], state.board.charts["terrain_effects"]
        rows = [*ground["hex"], *ground["in_addition"], *ground["side"]]
        found = {
            "attacker": {row["key"]: row["drm"] for row in chart["attacker"]},
            "defender": {row["key"]: row["drm"] for row in chart["defender"]},
            "terrain": {row["key"]: row.get("drm", row.get("drm_in", 0)) for row in rows},
            "cap": chart["cap"],
        }
        state.board.cache["drm"] = found
    return found


# rule: EF-15.61.a, EF-15.61.d
def hex_drm(state: CrimeaState, hexes: tuple[int, ...], defender: str) -> tuple[int, str]:
    """The highest terrain modifier of the hexes under attack, and the terrain that gives it.

    Of two alike it is the one that engineers can undo: the hex has both.
    """
    best = (0, "")
    printed = charted(state)["terrain"]
    for h in hexes:
        ground, weather = state.board.ground[h], weather_in(state, h)
        options = [(0, "")]
        if ground.terrain == "hill":
            options.append((printed["hill"], "hill"))
        match ground.place:
            case "town":
                options.append((printed["town"].get(SNOW if weather == ARCTIC else weather, 0), "town"))
            case "city":
                options.append((printed["city"], "city"))
            case "major_city":
                options.append((printed["major_city"][f"{defender}_defends"], "major_city"))
        best = max(best, *options, key=lambda option: (option[0], option[1] in ENGINEERS_HELP))
    return best


# rule: EF-15.61.b, EF-18.21
def all_cross(state: CrimeaState, force: Force, what: str) -> bool:
    """Whether every attacker comes across a river, or a fortified line, of every hex that it attacks."""
    for key in force.units:
        place = state.pieces[key].hex
        for h in force.hexes:
            border = state.board.border(place, h)
            if what == "line" and not (force.attack.side == AXIS and line_between(state, place, h) == h):
                return False
            # A major river halves those who cross it instead.
            if what == "river" and border.river in ("", "major"):
                return False
            if what == "any_river" and not border.river and not border.is_shallow:
                return False
    return True


# rule: EF-15.61.c, EF-15.61.e
def fortress(state: CrimeaState, force: Force) -> dict[str, int]:
    """The defender's terrain modifiers by what gives them."""
    found: dict[str, int] = {}
    amount, name = hex_drm(state, force.hexes, defender_of(force.attack))
    if amount:
        found[name] = amount
    printed = charted(state)
    river = printed["terrain"]["river"][column_of(state.weather)]
    if river and all_cross(state, force, "river") and not is_frozen(state):
        found["river"] = river
    # rule: EF-18.37
    if all_cross(state, force, "line"):
        found["fortified_line"] = printed["defender"]["fortified_line"]
    points = [state.strongpoints.get(h) for h in force.hexes]
    # rule: EF-18.36
    if any(p is not None and p.side != force.attack.side and not p.building for p in points):
        found["strongpoint"] = printed["defender"]["strongpoint"]
    # rule: EF-PB5.73, EF-PB5.84
    if force.attack.side == AXIS:
        found |= {name: printed["defender"][name] for h in force.hexes if (name := works.works_at(state, h))}
    # rule: EF-23.34.d
    if are_alone(state, defenders(state, force.hexes)):
        return {name: amount for name, amount in found.items() if name not in FORTIFICATIONS}
    return found


TERRAIN_RULES = {"river": "EF-15.61.b", "fortified_line": "EF-18.21", "strongpoint": "EF-18.36", **batteries.WORKS}


def drms(state: CrimeaState, force: Force) -> Iterator[Modifier]:
    """Every die modifier of an attack."""
    walls = fortress(state, force)
    ours, theirs_printed = charted(state)["attacker"], charted(state)["defender"]
    for name, amount in walls.items():
        yield Modifier(TERRAIN_RULES.get(name, "EF-15.61.a"), f"modifier.{name}", amount)
    # rule: EF-15.62
    if stands(state, force.attack):
        yield Modifier("EF-15.62", "modifier.no_retreat", theirs_printed["no_retreat_order"])
    yield from _assault_help(state, force, walls)
    # rule: EF-15.65
    if cas := force.attack.cas:
        each = ours["close_air_support"] if cas > 0 else theirs_printed["close_air_support"]
        yield Modifier("EF-15.65", "modifier.cas", abs(cas) * each)
    theirs = defenders(state, force.hexes)
    # rule: EF-6.75
    if any(state.pieces[k].supply == OUT_OF_SUPPLY for k in theirs):
        yield Modifier("EF-15.66", "modifier.defender_out_of_supply", ours["defender_out_of_supply"])
    if any(state.pieces[k].overrun for k in theirs):
        yield Modifier("EF-11.44", "modifier.overrun", ours["defender_overrun"])
    # rule: EF-15.66
    if not is_supplied(state, force):
        yield Modifier("EF-15.66", "modifier.no_attack_supply", theirs_printed["no_attack_supply"])
    if has_combined_arms(state, force):
        yield Modifier("EF-15.67.a", "modifier.combined_arms", ours["combined_arms"])
    if divisions := integrity(state, force):
        yield Modifier("EF-15.68.a", "modifier.integrity", divisions * ours["panzer_integrity"])


def stands(state: CrimeaState, attack: Attack) -> bool:
    """Whether the defenders hold to the last: by order, or because of the NKVD."""
    return attack.order == NO_RETREAT or any(has_nkvd_stand(state, h) for h in attack.hexes)


# rule: EFT-attacker-effects
def _assault_help(state: CrimeaState, force: Force, found: dict[str, int]) -> Iterator[Modifier]:
    """Super-heavy guns and engineers: they can only undo what works and rivers give the defender."""
    guns = [k for k in force.support if state.board.units[k].is_super_heavy and force.attack.side == AXIS]
    hard = sum(amount for name, amount in found.items() if name in FORTIFIED)
    ours = charted(state)["attacker"]
    # rule: EF-PB7.32.c
    if broken := batteries.broken_by(state, guns, found):
        yield Modifier("EF-PB7.32.c", "modifier.siege_guns", -broken)
    # rule: EF-PB5.72.a
    if works.CITADEL in found:
        if not broken and (guns or force.engineers):
            yield Modifier("EF-PB5.72.a", "modifier.citadel_stormed", -found[works.CITADEL])
        return
    # rule: EF-15.64, EF-23.43.e
    undone = min((len(guns) - broken) * -ours["super_heavy_artillery"], hard)
    if undone:
        yield Modifier("EF-15.64", "modifier.super_heavy", -undone, points=tuple(ref(k) for k in guns))
    soft = sum(amount for name, amount in found.items() if name in help_of_engineers(state, force.units))
    # rule: EF-15.63
    if force.engineers and soft > undone:
        yield Modifier("EF-15.63", "modifier.engineers", ours["engineers"])


# rule: EF-PB7.41
def help_of_engineers(state: CrimeaState, units: tuple[int, ...]) -> tuple[str, ...]:
    """What the engineers of an attack can undo: engineers in tanks are of no use at a river."""
    own = [state.board.units[k] for k in units if state.board.units[k].engineer]
    swims = any(not u.is_armoured_engineer for u in own)
    return tuple(name for name in ENGINEERS_HELP if own and (swims or name != "river"))


# rule: EFT-cab-integrity-attrition
def has_combined_arms(state: CrimeaState, force: Force) -> bool:
    """Whether armour works together with other arms against a defender without armour or anti-tank guns."""
    units = [state.board.units[k] for k in force.units]
    # rule: EF-PB7.54
    alone = any(u.name.startswith(BRIGADES) for u in units)
    # rule: EF-15.67.a
    tanks = [u for u in units if u.armour]
    mixed = any(u is not tank and (u.kind in PARTNERS or u.engineer) for tank in tanks for u in units)
    # rule: EF-15.67.c
    if not (alone or mixed) or not is_dry_or_frost(state):
        return False
    if any(resists_armour(state, k) for k in defenders(state, force.hexes)):
        return False
    # rule: EF-15.67.b
    closed = all(_is_closed_to_armour(state, h, force.attack.side) for h in force.hexes)
    # rule: EF-18.22
    return not closed and not any(all_cross(state, force, what) for what in ("any_river", "line"))


def _is_closed_to_armour(state: CrimeaState, place: int, side: str) -> bool:
    point = state.strongpoints.get(place)
    dug_in = point is not None and point.side != side and not point.building
    swamp = state.board.ground[place].terrain == "swamp" and state.weather != FROST
    # rule: EF-PB5.72.d, EF-PB5.82
    walled = side == AXIS and bool(works.works_at(state, place))
    # rule: EF-5.14
    muddy = has_lingering_mud(state, place)
    return dug_in or swamp or in_city(state, place) or walled or muddy


def resists_armour(state: CrimeaState, key: int) -> bool:
    """Whether a unit is armour, anti-tank or anti-aircraft."""
    counter = state.board.units[key]
    return counter.armour or counter.anti_tank or counter.anti_air or counter.name.startswith(BRIGADES)


# rule: EF-15.68.a, EF-6.73, EF-15.31.b
def integrity(state: CrimeaState, force: Force) -> int:
    """How many divisions attack as such; parts out of supply count only where the attack is supplied."""
    supplied = is_supplied(state, force)
    return whole_divisions(state, [k for k in force.units if supplied or state.pieces[k].supply != OUT_OF_SUPPLY])


# rule: EF-15.7
def net_drm(state: CrimeaState, force: Force) -> Sum:
    """All modifiers together, at most three either way."""
    total = Sum.of(drms(state, force))
    cap: int = charted(state)["cap"]
    if total.total < -cap:
        return total + Modifier("EF-15.7", "modifier.cap", -cap, op="least")
    if total.total > cap:
        return total + Modifier("EF-15.7", "modifier.cap", cap, op="most")
    return total


def estimate(state: CrimeaState, force: Force, shift: int = 0) -> Estimate:
    """The attack as it would be rolled now."""
    attack, defence = attack_strength(state, force), defence_strength(state, force)
    column = odds(state, attack.total, defence.total, shift)
    return Estimate(attack, defence, column, net_drm(state, force), is_supplied(state, force))


# rule: EF-15.81
def cell(state: CrimeaState, column: str, die: int, drm: int) -> str:
    """The result for a die; rows run from 0 to 11."""
    if column == BELOW:
        return cell_below(state)
    return state.board.crt.look(min(max(die + drm, 0), 11), column).value


# rule: EF-15.57.b, EFS-10.74.e4
def cell_below(state: CrimeaState) -> str:
    """The result below the first column, whatever the die."""
    printed = state.board.charts["crt"]["below_lowest"]
    attacker = "4R" if state.board.special("below_one_to_four_is_4r") else printed["attacker"]
    return f"{attacker}/{printed['defender']}"


def distribution(state: CrimeaState, found: Estimate) -> dict[str, Fraction]:
    """How likely each result is, before anybody rolls."""
    return {result: Fraction(count, FACES) for result, count in faces(state, found).items()}


def faces(state: CrimeaState, found: Estimate) -> Mapping[str, int]:
    """On how many faces of the die each result comes up; worked out once for each column and modifier."""
    drm, cache = found.drm.total, state.board.cache
    if (key := ("faces", found.odds, drm)) not in cache:
        cache[key] = Counter(cell(state, found.odds, die, drm) for die in range(1, FACES + 1))
    counts: Mapping[str, int] = cache[key]
    return counts


# rule: EF-16.31
def asterisk_losses(state: CrimeaState, force: Force) -> Sum:
    """Steps that an asterisk costs the attacker."""
    parts = []
    if not is_supplied(state, force):
        parts.append(Modifier("EF-6.8", "modifier.no_attack_supply", 1))
    if force.attack.mandated:
        parts.append(Modifier("EF-16.31", "modifier.mandated", 1))
    walls = fortress(state, force)
    # rule: EF-PB5.82
    if any(name in walls for name in ("strongpoint", "fortified_line", works.BELT)):
        parts.append(Modifier("EF-16.31", "modifier.fortification", 1))
    return Sum.of(parts)
