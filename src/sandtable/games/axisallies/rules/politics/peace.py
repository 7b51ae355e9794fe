"""Chapters 6 and 9.2: what a power may not do while it is at peace with others."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move.consent import TERRITORIES, why_withheld
from sandtable.games.axisallies.rules.politics import china
from sandtable.games.axisallies.rules.politics.theatres import is_at_war_here
from sandtable.games.axisallies.rules.spaces.spaces import units_at
from sandtable.games.axisallies.rules.turns.powers import are_allies, at_war, place, seat
from sandtable.kernel import Refusal, derived, refuse
from sandtable.kernel.graph import flood


@derived("wars")
def limits(state: GlobalState, power: str, kind: str) -> list[dict[str, Any]]:
    """The political limits of one kind that bind a power now."""
    rows: list[dict[str, Any]] = state.board.tables["politics"]["limits"]
    return [
        row
        for row in rows
        if row["power"] == power
        and row["kind"] == kind
        and not any(at_war(state, power, other) for other in row["while_at_peace_with"])
    ]


# rule: AA-6.us.no-china, AA-6.uk.no-china, AA-6.anzac.no-china
def why_not_in_china(state: GlobalState, power: str, at: int) -> Refusal | None:
    """Powers at peace with Japan keep out of China."""
    if state.board.spaces[at].chinese:
        for row in limits(state, power, "no_entry_chinese"):
            return refuse(row["rule"], "refuse.no_china_yet", place(at), place=place(at))
    return None


# rule: AA-6.china.move-limit, AA-6.china.tigers
def why_not_leave_china(state: GlobalState, power: str, at: int, flies: bool = False) -> Refusal | None:
    """Chinese units stay where Chinese units may be."""
    if power == china.CHINA and at not in china.reach(state):
        rule = "AA-6.china.tigers" if flies else "AA-6.china.move-limit"
        return refuse(rule, "refuse.china_stays", place(at), place=place(at))
    return None


def why_kept_out(state: GlobalState, power: str, at: int, flies: bool = False) -> Refusal | None:
    """Why units of a power may be nowhere in a space or over it, whoever holds it: not to fight, land or pass."""
    if power == china.CHINA:
        return why_not_leave_china(state, power, at, flies)
    return why_not_in_china(state, power, at) if state.board.spaces[at].chinese else None


@derived("wars")
def kept_out(state: GlobalState, power: str) -> frozenset[int]:
    """The spaces that a power's units may be nowhere in."""
    # Only the Chinese are kept out of anything but China.
    spaces = state.board.spaces if power == china.CHINA else china.reach(state)
    return frozenset(at for at in spaces if why_kept_out(state, power, at) is not None)


# rule: AA-9.4.land.peace, AA-9.4.air.peace
def why_not_enter(state: GlobalState, power: str, at: int) -> Refusal | None:
    """Why land or air units of a power may not enter a territory in friendly or neutral hands at all."""
    if (no := why_kept_out(state, power, at)) is not None:
        return no
    holder = state.territories[at].holder
    if holder == power:
        return None
    if not is_at_war_here(state, power, at):
        if holder and are_allies(state, holder, power):
            # rule: AA-9.2.us-neutral.b
            rule = "AA-9.2.us-neutral.b" if power == "usa" else "AA-9.4.land.peace"
            return refuse(rule, "refuse.peace_abroad", place(at), power=seat(holder), place=place(at))
        # rule: AA-9.2.us-neutral.a
        if not holder and power == "usa":
            return refuse("AA-9.2.us-neutral.a", "refuse.peace_neutral", place(at), power=seat(power), place=place(at))
    if holder and are_allies(state, holder, power):
        if not is_at_war_here(state, holder, at):
            # rule: AA-9.2.general.share, AA-6.ussr.theatres, AA-9.2.us-neutral.c
            rule = "AA-9.2.us-neutral.c" if holder == "usa" else "AA-9.2.general.share"
            return refuse(rule, "refuse.host_at_peace", place(at), power=seat(holder), place=place(at))
        return why_withheld(state, power, holder, TERRITORIES, place(at))
    return None


# rule: AA-9.2.notatwar.no-attack, AA-9.2.notatwar.general
def why_not_attack(state: GlobalState, power: str, at: int) -> Refusal | None:
    """A territory of, or with units of, an opposing power one is at peace with may not be attacked."""
    holder = state.territories[at].holder
    if holder and not are_allies(state, holder, power) and not at_war(state, holder, power):
        return refuse("AA-9.2.notatwar.no-attack", "refuse.not_at_war", place(at), power=seat(holder), place=place(at))
    for _, unit in units_at(state, at):
        foreign = unit.owner in state.board.powers and not are_allies(state, unit.owner, power)
        if foreign and not at_war(state, unit.owner, power):
            return refuse(
                "AA-9.2.notatwar.no-attack",
                "refuse.guests_at_peace",
                place(at),
                power=seat(unit.owner),
                place=place(at),
            )
    # rule: AA-6.japan.dutch
    if state.board.spaces[at].dutch and not holder:
        for row in limits(state, power, "no_attack_on_dutch"):
            return refuse(row["rule"], "refuse.dutch", place(at), place=place(at))
    return None


@derived()
def coast_of_america(state: GlobalState, distance: int) -> frozenset[int]:
    """Sea zones within some zones of the American mainland that Japan keeps away from."""
    row = next(r for r in state.board.tables["politics"]["limits"] if r["kind"] == "no_end_of_sea_move_within")
    near = [zone for at in row["of"] for zone in state.board.sea_next[at]]
    return frozenset(flood(near, state.board.sea_next, lambda a, b: True, distance - 1).costs)


SEA_LIMITS = ("no_end_of_sea_move_within", "no_end_of_sea_move_next_to_holder", "sea_move_ends_next_to_own")


@derived("wars")
def is_free_at_sea(state: GlobalState, power: str) -> bool:
    """Whether no political limit binds a power's ships now."""
    return not any(limits(state, power, kind) for kind in SEA_LIMITS)


@derived("territories", "wars")
def why_not_end_at_sea(state: GlobalState, power: str, kind: str, zone: int) -> Refusal | None:
    """Sea zones in which a power at peace may not end the movement of a ship."""
    space = state.board.spaces[zone]
    # rule: AA-6.japan.us-coast
    for row in limits(state, power, "no_end_of_sea_move_within"):
        if zone in coast_of_america(state, row["zones"]):
            return refuse(row["rule"], "refuse.american_coast", place(zone), place=place(zone))
    # rule: AA-6.us.japan-zones, AA-9.2.us-neutral.d
    for row in limits(state, power, "no_end_of_sea_move_next_to_holder"):
        if any(state.territories[at].holder == row["holder"] for at in state.board.land_next[zone]):
            return refuse(row["rule"], "refuse.japanese_coast", place(zone), place=place(zone))
    # rule: AA-6.us.atlantic-limit
    for row in limits(state, power, "sea_move_ends_next_to_own"):
        half_applies = space.half in (row["half"], "both") or state.board.options.us_atlantic_everywhere
        home = any(state.territories[at].holder == power for at in state.board.land_next[zone])
        patrol = zone in row["warships_also"] and state.board.kinds[kind].warship
        if half_applies and not home and not patrol:
            return refuse(row["rule"], "refuse.home_waters", place(zone), place=place(zone))
    return None
