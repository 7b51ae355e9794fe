"""Rule 22.7 and Korea, 7.2.1 and 16.2: air units that arrive, and those that a surprise catches at the start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.games.nextwar.model import (
    ALLIED,
    ARRIVING,
    EAST_SEA,
    FLOWN,
    JAPAN,
    READY,
    ROK,
    US,
    Aircraft,
    KoreaState,
)
from sandtable.games.nextwar.rules.air_war.display import link, wing
from sandtable.games.nextwar.rules.air_war.ranges import CARRIERS
from sandtable.games.nextwar.rules.korean_terrain import busan
from sandtable.games.nextwar.rules.scenarios import options
from sandtable.games.nextwar.rules.supply import supply_units
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import JAPAN_BOX
from sandtable.kernel import Draft, OneOf, Refusal, Sum, refuse

CARRIER_WING = "Carrier Wing"
# rule: NWK-7.2.1.c
WING = ("F/A-18E", "F/A-18F", "F/A-18F", "EA-18G")
FIGHTER, RAPTOR, MARINE_F35, NAVY_F35 = "F-15C", "F-22A", "F-35", "F-35C"
HARRIER = "AV-8B"
DECKS = ("carrier", "amphibious")
"""Ships that an AV-8B of the marines can fly from."""
RAPTORS = 2
NAVY_FIGHTERS = ("F/A-18E", "F/A-18F")
SERVICES = {"usaf": "us", "usn": "usn", "usmc": "usmc", "cw": "cw"}
"""The parts of a group that bring air units without anybody's intervention, with the service of the counters."""


def groups_due(state: KoreaState) -> tuple[str, ...]:
    """The lettered groups that should come by now, in order."""
    schedule: dict[str, list[str]] = state.board.card.get("air_schedule", {})
    due = [g for turn, row in schedule.items() if int(turn) + state.slip <= state.turn for g in row]
    return tuple(g for g in due if g not in state.groups)


# rule: NW-22.7.f, NWK-16.2.1.4.a, NWK-16.2.1.4.b
def receive(d: Draft[KoreaState]) -> None:
    """Each group that is due rolls whether it comes; one that does not comes later, and so do all after it."""
    late = False
    for group in groups_due(d.now):
        need = chart("reinforcements")["groups"][group]["r"]
        # rule: NWK-15.13
        plus = Sum.of(options.budget(d.now))
        roll = d.draw("roll.arrival", DIE, need=need - plus.total)
        comes = roll.faces[0] + plus.total <= need
        d.log(
            "log.group_rolled",
            "NWK-16.2.1.4.a",
            rolls=[roll],
            modifiers=plus,
            by=ALLIED,
            group=group,
            comes=int(comes),
        )
        if comes:
            bring(d, group)
        else:
            late = True
    if late:
        d.set(slip=d.now.slip + 1)


# rule: NWK-3.5, NWK-16.2.2.e
def draw_first(d: Draft[KoreaState]) -> None:
    """The air units of the US that the card bases in the ROK and in Japan."""
    for row in d.now.board.card[ALLIED].get("aircraft", ()):
        for _ in range(row["count"]):
            draw_unit(d, "us", row["type"], home=row["base"])


# rule: NWK-16.2.3.e, NWK-16.2.4.e
def receive_early(d: Draft[KoreaState]) -> None:
    """Groups that came before the war."""
    for group in d.now.board.card.get("air_groups", ()):
        bring(d, group)


# rule: NW-22.7.f
def bring(d: Draft[KoreaState], group: str) -> None:
    """The air units, supply and missiles of a group."""
    printed = chart("reinforcements")["groups"][group]
    d.set(groups=(*d.now.groups, group))
    account, extra = d.now.accounts[ALLIED], printed.get("advanced", {})
    d.edit(
        "accounts",
        ALLIED,
        cruise=account.cruise + extra.get("cruise", 0),
        airmobile=account.airmobile + printed["standard"].get("airmobile_points", 0),
    )
    # rule: NW-19.3.b
    supply_units.pay(d, ALLIED, -printed.get("sp", 0))
    for service, kind in _types(extra):
        draw_unit(d, service, substitute(d.now, service, kind))
    # rule: NWK-15.2
    if FIGHTER in extra.get("usaf", ()):
        for _ in range(RAPTORS):
            draw_unit(d, "us", RAPTOR)
    # rule: NWK-15.13
    if d.now.board.settings.no_budget_cuts:
        for kind in extra.get("budget_option", ()):
            draw_unit(d, "us", kind)


def _types(extra: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for part, service in SERVICES.items():
        for kind in extra.get(part, ()):
            yield from ((service, one) for one in (WING if kind == CARRIER_WING else (kind,)))


def _has(state: KoreaState, kind: str) -> bool:
    return any(state.board.aircraft[key].type == kind for key in state.aircraft)


# rule: NWK-15.3, NWK-15.4
def substitute(state: KoreaState, service: str, kind: str) -> str:
    """The type that comes instead of another: by option one F-35 for an F/A-18 of the marines, one for a carrier's."""
    settings = state.board.settings
    if settings.marine_f35 and (service, kind) == ("usmc", "F/A-18") and not _has(state, MARINE_F35):
        return MARINE_F35
    if settings.navy_f35 and service == "usn" and kind in NAVY_FIGHTERS and not _has(state, NAVY_F35):
        return NAVY_F35
    return kind


# rule: NWK-15.2
def is_used(state: KoreaState, key: int) -> bool:
    """Whether a counter is one that this game uses: F-22s and weaker F-15s by option, others where they are named."""
    counter, raptors = state.board.aircraft[key], state.board.settings.raptors
    if counter.type == FIGHTER:
        return counter.optional == raptors
    return raptors or counter.type != RAPTOR


# rule: NWK-7.2.1.a, NWK-7.2.1.b, NWK-7.2.1.c
def draw_unit(d: Draft[KoreaState], service: str, kind: str, home: str = "") -> None:
    """A counter of the type, whichever of those left: it waits to be based, lands on its carrier, or is at home."""
    # rule: NW-29.1
    if not d.now.board.flies_units:
        return
    # rule: NWK-3.5
    left = [
        key
        for key, c in d.now.board.aircraft.items()
        if (c.service, c.type) == (service, kind) and is_used(d.now, key) and key not in d.now.aircraft
    ]
    if not left:
        return
    rolls = [d.draw("roll.air_counter", range(len(left)))] if len(left) > 1 else []
    key = left[rolls[0].faces[0] if rolls else 0]
    steps = d.now.board.aircraft[key].steps
    if home:
        row = Aircraft(base=home, box=READY, steps=steps)
    elif service == "usn":
        row = Aircraft(base=EAST_SEA, box=READY, steps=steps)
    elif may_choose(d.now) or (kind == HARRIER and d.now.ships):
        row = Aircraft(base=JAPAN, box=ARRIVING, steps=steps)
    else:
        row = Aircraft(base=JAPAN, box=READY, steps=steps)
    d.put("aircraft", key, row)
    side = d.now.board.aircraft[key].side
    d.log("log.air_arrived", "NW-22.7.f", link(key), rolls=rolls, by=side, unit=link(key))


# rule: NWK-7.2.1.a
def may_choose(state: KoreaState) -> bool:
    """Whether units that arrive may go to the ROK: with any level of air superiority, or before the war."""
    return state.air_side == ALLIED or not state.air_level


def arriving(state: KoreaState, seat: str) -> OneOf:
    """Units that wait to be based."""
    return OneOf("air", wing(state, seat, ARRIVING))


def bases(state: KoreaState, seat: str, key: int) -> OneOf:
    """Where they can be based."""
    open_ = tuple(base for base in (JAPAN, ROK, *CARRIERS) if why_not_at(state, key, base) is None)
    land = [base for base in open_ if base not in CARRIERS]
    return OneOf("base", open_, default=land[-1], why=lambda base: why_not_at(state, key, str(base)))


def why_not_at(state: KoreaState, key: int, base: str) -> Refusal | None:
    """Why a unit that arrives cannot be based somewhere."""
    # rule: NWK-7.2.1.a
    if base == ROK and not may_choose(state):
        return refuse("NWK-7.2.1.a", "refuse.skies_closed", link(key), unit=link(key))
    # rule: NWK-7.2.1.b
    if base in CARRIERS and (state.board.aircraft[key].type != HARRIER or not has_deck(state, base)):
        return refuse("NWK-7.2.1.b", "refuse.air_no_base", link(key), unit=link(key))
    # rule: NWK-2.5.2.e
    return busan.why_full(state, key, base)


# rule: NWK-7.2.1.b
def has_deck(state: KoreaState, zone: str) -> bool:
    """Whether a carrier or an amphibious group of the US lies in a sea zone."""
    ships, ground = state.board.ships, state.board.ground
    return any(
        ships[key].nation == US
        and ships[key].kind in DECKS
        and ship.hex not in (0, JAPAN_BOX)
        and ground[ship.hex].zone == zone
        for key, ship in state.ships.items()
    )


def stationer(state: KoreaState) -> tuple[str, ...]:
    """The Allies, while units wait to be based."""
    return (ALLIED,) if wing(state, ALLIED, ARRIVING) else ()


# rule: NWK-7.2.1.a
def station(d: Draft[KoreaState], key: int, base: str) -> None:
    """A unit that arrives is Ready at its base."""
    d.edit("aircraft", key, base=base, box=READY)
    d.log("log.air_based", "NWK-7.2.1.a", link(key), unit=link(key), base=base)


# rule: NWK-16.2.2.h, NWK-16.2.3.j
def surprise(d: Draft[KoreaState]) -> None:
    """A part of each type of the Allies' aircraft, rounded up and drawn at random, misses the first turn."""
    part = d.now.board.card.get("pregame", {}).get("surprised")
    if not part:
        return
    types: dict[str, list[int]] = {}
    for key in wing(d.now, ALLIED, READY):
        counter = d.now.board.aircraft[key]
        types.setdefault(f"{counter.service} {counter.type}", []).append(key)
    for keys in types.values():
        count = -(-len(keys) * part[0] // part[1])
        for _ in range(count):
            rolls = [d.draw("roll.surprised", range(len(keys)))] if len(keys) > 1 else []
            key = keys.pop(rolls[0].faces[0] if rolls else 0)
            d.edit("aircraft", key, box=FLOWN)
            d.log("log.air_surprised", "NWK-16.2.2.h", link(key), rolls=rolls, by=ALLIED, unit=link(key))
