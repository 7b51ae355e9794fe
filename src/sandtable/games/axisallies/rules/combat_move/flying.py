"""Chapters 9.2 and 10: sending aircraft to fight, raid and escort."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.declaration import reopen
from sandtable.games.axisallies.rules.combat.raids import raidable
from sandtable.games.axisallies.rules.combat_move import land, sea
from sandtable.games.axisallies.rules.combat_move.escorts import why_not_desert
from sandtable.games.axisallies.rules.combat_move.marching import (
    ATTACK,
    comrades,
    prepare_invasion,
    why_not_pick,
    why_not_together,
)
from sandtable.games.axisallies.rules.memory import AGREEMENTS, SEA_AND_AIR
from sandtable.games.axisallies.rules.noncombat.landing import (
    BEYOND,
    airfields,
    can_all_land,
    deck_zones,
    homeward,
    open_decks,
)
from sandtable.games.axisallies.rules.politics import incidents
from sandtable.games.axisallies.rules.politics.peace import why_kept_out
from sandtable.games.axisallies.rules.spaces.spaces import company, disputed, foes_at, type_of, units_at, units_of
from sandtable.games.axisallies.rules.turns.powers import piece, place
from sandtable.games.axisallies.rules.units import air
from sandtable.games.axisallies.rules.units.carriers import why_not_leave_deck
from sandtable.kernel import Draft, OneOf, Ref, Refusal, SomeOf, dead_end, derived, pick, pick_some, refuse

RAID, ESCORT = "raid", "escort"
LEAVE = "leave"
"""What aircraft do that get away from a zone in which they began the turn beside the enemy: they fight nowhere."""


def why_not_take_off(state: GlobalState, power: str, key: int) -> Refusal | None:
    """Why an aircraft cannot fly in this phase."""
    if (no := why_not_pick(state, power, key, True)) is not None:
        return no
    unit = state.units[key]
    if type_of(state, unit).domain != "air":
        return refuse("AA-10.air.general", "refuse.no_aircraft", piece(key), unit=piece(key))
    return why_not_leave_deck(state, key) or why_not_desert(state, power, (key,))


# rule: AA-9.2.amphib.air-choice
def why_no_air_target(state: GlobalState, power: str, at: int) -> Refusal | None:
    """Why aircraft have nothing to fight in a space."""
    if state.board.is_sea(at):
        # rule: AA-9.2.notatwar.mixed-zone
        if foes_at(state, power, at):
            return None
        # rule: AA-9.2.amphib.antiscramble, AA-9.2.amphib.counts-combat
        if sea.has_assault(state, power, at):
            return None
        return refuse("AA-9.2.general.purpose", "refuse.no_enemy", place(at), place=place(at))
    return land.why_not_invade(state, power, at)


# rule: AA-9.2.air.reserve, AA-10.air.no-suicide.a, AA-6.china.tigers
def why_not_fly(state: GlobalState, power: str, keys: tuple[int, ...], to: int) -> Refusal | None:
    """Why aircraft may not be sent into a fight in a space."""
    if (no := why_kept_out(state, power, to, flies=True)) is not None:
        return no
    flights = {}
    for key in keys:
        cost, left = cost_and_left(state, power, key, to)
        if cost > left:
            no = air.why_no_way(state, power, key, to)
            return no or refuse("AA-9.2.air.reserve", "refuse.too_far", piece(key), need=cost, left=left)
        flights[key] = (to, left - cost)
    if not state.board.is_sea(to) and to == state.units[keys[0]].at:
        return refuse("AA-9.2.general.purpose", "refuse.friendly_ground", place(to), place=place(to))
    if not is_refuge(state, power, keys, to) and (no := why_no_air_target(state, power, to)) is not None:
        return no
    if not can_all_land(state, power, flights, to):
        return refuse("AA-10.air.no-suicide.a", "refuse.no_landing", place(to), *map(piece, keys), place=place(to))
    return None


# rule: AA-9.2.general.end-friendly, AA-9.2.hostile-start.case, AA-9.2.hostile-start.options
def may_flee(state: GlobalState, power: str, key: int) -> bool:
    """Whether an aircraft began the turn on a deck in a zone where there would be a fight, and may get away from it."""
    unit = state.units[key]
    return bool(unit.aboard) and not unit.moved and sea.may_escape(state, power, unit.at)


def is_refuge(state: GlobalState, power: str, keys: tuple[int, ...], to: int) -> bool:
    """Whether aircraft may get away to a space: an airfield, or a quiet zone with an open deck."""
    if not all(may_flee(state, power, key) for key in keys):
        return False
    if not state.board.is_sea(to):
        return to in airfields(state, power)
    return (
        not foes_at(state, power, to) and not sea.has_assault(state, power, to) and bool(open_decks(state, power, to))
    )


def refuges(state: GlobalState, power: str, key: int) -> list[int]:
    """The spaces an aircraft may get away to, nearest first."""
    if not may_flee(state, power, key):
        return []
    near = near_by(state, power, key)
    found = [to for to in near if to != state.units[key].at and is_refuge(state, power, (key,), to)]
    return sorted(found, key=lambda to: (near[to], to))


def goals(state: GlobalState, power: str, key: int) -> list[int]:
    """Every space an aircraft might be sent to: to fight there, or to get away from a fight."""
    return list(dict.fromkeys((*prospects(state, power, key), *refuges(state, power, key))))


def cost_to(state: GlobalState, power: str, key: int, to: int) -> int:
    """The movement an aircraft spends to get to a space; far beyond its range where it cannot."""
    return cost_and_left(state, power, key, to)[0]


def cost_and_left(state: GlobalState, power: str, key: int, to: int) -> tuple[int, int]:
    """The movement an aircraft spends to get to a space, and the movement it has left before."""
    left = air.left(state, key)
    near = air.flights(state, power, state.units[key].at, max(left, 0))
    return near.get(to, BEYOND), left


def near_by(state: GlobalState, power: str, key: int) -> dict[int, int]:
    """Every space an aircraft can get to, with what it costs."""
    return air.flights(state, power, state.units[key].at, max(air.left(state, key), 0))


def _has_enemy(state: GlobalState, power: str, at: int) -> bool:
    if state.board.is_sea(at):
        return bool(foes_at(state, power, at))
    return land.why_not_invade(state, power, at) is None


def prospects(state: GlobalState, power: str, key: int) -> list[int]:
    """The only spaces in which an aircraft may find a fight or a landing of its own side and return, nearest first."""
    unit, left = state.units[key], air.left(state, key)
    near = air.flights(state, power, unit.at, max(left, 0))
    found = disputed(state, power).union(sea.assault_zones(state, power)).intersection(near)
    ordered = sorted(sorted(found), key=near.__getitem__)
    if type_of(state, unit).deck and deck_zones(state, power):
        return ordered
    # Whoever can land on no deck has to get back to an airfield.
    home = homeward(state, power)
    return [to for to in ordered if near[to] + home.get(to, BEYOND) <= left]


@derived("units", "territories", "wars", "consents")
def has_easy_target(state: GlobalState, power: str, at: int, left: int) -> bool:
    """Whether aircraft with so much movement left find an enemy from whom they get back to an airfield.

    They take nobody's deck, so that nothing else has to be asked.
    """
    near, home = air.flights(state, power, at, left), homeward(state, power)
    return any(
        near[to] + home.get(to, BEYOND) <= left and _has_enemy(state, power, to)
        for to in sorted(disputed(state, power).intersection(near))
        if to != at or state.board.is_sea(at)
    )


@derived(
    "units",
    "territories",
    "wars",
    "orders",
    "powers",
    "permits",
    "consents",
    "slips",
    units=SEA_AND_AIR,
    **AGREEMENTS,
)
def has_target(state: GlobalState, power: str, key: int) -> bool:
    """Whether an aircraft can be sent into any fight; it answers for all that are alike."""
    return any(True for _ in targets_of(state, power, (key,)))


def targets_of(state: GlobalState, power: str, keys: tuple[int, ...]) -> Iterator[int]:
    """The spaces these aircraft could be sent to fight in together."""
    for to in goals(state, power, keys[0]):
        if why_not_fly(state, power, keys, to) is None:
            yield to


def can_fight(state: GlobalState, power: str, key: int) -> bool:
    """Whether an aircraft can be sent into any fight."""
    unit, left = state.units[key], air.left(state, key)
    if has_easy_target(state, power, unit.at, max(left, 0)):
        return True
    if not goals(state, power, key):
        return False
    return has_target(state, power, air.first_alike(state, key))


def flyers(state: GlobalState, seat: str) -> SomeOf:
    def why(key: int) -> Refusal | None:
        if (no := why_not_take_off(state, seat, key)) is not None:
            return no
        if not can_fight(state, seat, key):
            return dead_end("AA-9.2.general.purpose", "refuse.no_target", piece(key), unit=piece(key))
        return None

    def check(keys: tuple[int, ...]) -> Refusal | None:
        if (no := why_not_together(state, keys) or why_not_desert(state, seat, keys)) is not None:
            return no
        common = any(True for _ in targets_of(state, seat, keys))
        # Where they were to be sent tells why they cannot go there together.
        return None if common else dead_end("", "refuse.no_common_way")

    def alike(key: int) -> tuple[int, ...]:
        return comrades(state, key)

    return pick_some("piece", units_of(state, seat, "air"), why, least=1, check=check, alike=alike)


def destinations(state: GlobalState, seat: str, units: tuple[int, ...]) -> OneOf:
    def why(at: int) -> Refusal | None:
        return why_not_fly(state, seat, units, at)

    # Most spaces hold nothing to fight: that is known of all of them together.
    return pick("place", goals(state, seat, units[0]), why, costs=near_by(state, seat, units[0]))


# rule: AA-9.3.raid.move
def tasks(state: GlobalState, seat: str, units: tuple[int, ...], to: int) -> OneOf:
    """What aircraft may do over a space: fight, raid its installations, or escort a raid."""
    if is_refuge(state, seat, units, to):
        return OneOf(
            "word", (LEAVE,), why=lambda word: refuse("AA-9.2.general.purpose", "refuse.no_such_task"), default=LEAVE
        )
    found = [ATTACK]
    kinds = [type_of(state, state.units[key]) for key in units]
    if not state.board.is_sea(to):
        # rule: AA-9.3.raid.targets, AA-10.tac.raid, AA-10.strat.raid
        if all(raidable(state, to, kind.id) for kind in kinds):
            found.append(RAID)
        raided = any(u.owner == seat and u.task == RAID for _, u in units_at(state, to))
        # rule: AA-9.3.raid.escorts, AA-10.fighter.roles
        if raided and all(kind.escorts for kind in kinds):
            found.append(ESCORT)

    def why(word: str) -> Refusal:
        if word == ESCORT and not state.board.is_sea(to) and all(kind.escorts for kind in kinds):
            return refuse("AA-9.3.raid.escorts", "refuse.no_raid_to_escort", place(to), place=place(to))
        rule = "AA-9.3.raid.escorts" if word == ESCORT else "AA-9.3.raid.targets"
        return refuse(rule, "refuse.no_such_task")

    return OneOf("word", found, why=why, default=ATTACK)


def fly(d: Draft[GlobalState], units: tuple[int, ...], to: int, task: str) -> None:
    """Send aircraft to a fight."""
    for key in units:
        unit = d.now.units[key]
        boost = unit.boost if unit.spent else air.base_bonus(d.now, d.seat, unit.at)
        spent = cost_to(d.now, d.seat, key, to)
        d.edit(
            "units",
            key,
            at=to,
            aboard=0,
            origin=unit.at,
            spent=unit.spent + spent,
            boost=boost,
            moved=True,
            task="" if task == LEAVE else task or ATTACK,
        )
    if task == LEAVE:
        incidents.entered(d, to, d.seat)
    elif d.now.board.is_sea(to):
        reopen(d, to)
    elif task != RAID:
        prepare_invasion(d, to)
    d.log(
        "log.flew",
        "AA-9.2.air.reserve",
        place(to),
        units=tuple(map(piece, units)),
        **company(d.now, units),
        to=place(to),
        task=Ref("word", task or ATTACK),
    )
