"""The opening position of a scenario, as its card and the counters say."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from sandtable.games.nextwar.model import (
    DPRK,
    POOL,
    READY,
    SIDES,
    TO_COME,
    TO_PLACE,
    Account,
    Aircraft,
    Helicopter,
    KoreaState,
    Network,
    Ship,
    SpecialForces,
    Toll,
    Unit,
)
from sandtable.games.nextwar.scenario.board import KoreaScenario
from sandtable.games.nextwar.scenario.counters import Counter
from sandtable.games.nextwar.scenario.files import chart, data
from sandtable.kernel import Deck

RESERVE_CORPS = ("IX", "XI", "CDC")
SHIPS = {"usn": {"CVBG": "3-42", "SAG": "3-45", "AMPH": "3-60"}, "jpn": {"SAG": "4-227"}, "cw": {"AMPH": "4-228"}}
"""What the reinforcement table calls the ships, with their counters."""


# rule: NWT-ALLIEDREINF
def arriving_ships(letter: str) -> tuple[str, ...]:
    """The counters of the ships that come with a group of the reinforcement table."""
    listed = chart("reinforcements")["groups"][letter]["standard"]
    return tuple(names[word] for service, names in SHIPS.items() for word in listed.get(service, ()) if word in names)


# rule: NWK-16.0.a, NWK-16.0.b, NW-5.1.a
def opening(korea: KoreaScenario) -> KoreaState:
    """The position before anybody has placed what may be placed freely."""
    initiative = korea.card["initiative"]
    units = units_at_start(korea)
    held = {row.hex: DPRK for key, row in units.items() if row.hex and korea.units[key].side == DPRK}
    captured = {h: side for h, side in held.items() if korea.owners.get(h) != side}
    return KoreaState(
        turn=1,
        initiative=initiative["fixed"][0],
        first=initiative["first"],
        opening=True,
        units=units,
        helicopters=dict(sorted(_helicopters(korea))),
        ships=dict(sorted(_ships(korea))),
        aircraft=dict(sorted(_aircraft(korea))),
        accounts={side: _account(korea, side) for side in sorted(SIDES)},
        replacements=dict.fromkeys(sorted(korea.card["replacements"]), 0),
        # rule: NWK-16.1.4.h
        captured=dict(sorted(captured.items())) if korea.special("all_held") else {},
        cup=mopup_markers(),
        awacs=korea.card["allied"].get("tracks", {}).get("awacs", 0),
        networks=dict(_networks(korea)),
        special_forces={} if korea.is_air_war else dict(sorted(_special_forces(korea))),
        tolls={side: Toll() for side in sorted(SIDES)} if korea.is_air_war else {},
        seas=dict(sorted((korea.place(box), side) for box, side in (korea.card.get("sea_control") or {}).items())),
    )


# rule: NWT-MOPUP
def mopup_markers() -> Deck:
    """All mop-up markers of the counter mix."""
    return Deck.of(int(number) for number, count in chart("mopup")["markers"].items() for _ in range(count))


# rule: NWK-16.2.2.a, NWK-16.2.3.a, NWK-16.2.4.a
def _account(korea: KoreaScenario, side: str) -> Account:
    """What a side begins with, and the points that chosen options give it."""
    card = korea.card[side]
    tracks = card.get("tracks", {})
    # rule: NWK-6.2.1
    chemical = tracks.get("chemical", 0)
    return Account(
        vp2=option_points2(korea, side),
        airmobile=card.get("airmobile", 0),
        tunnels=card.get("tunnels", 0),
        supply=tracks.get("supply", 0),
        scud=tracks.get("scud", 0),
        chemical=chemical,
    )


# rule: NW-20.1.1
def _special_forces(korea: KoreaScenario) -> Iterator[tuple[str, SpecialForces]]:
    """The markers of special operations forces that the card gives to both sides."""
    for side in SIDES:
        given = korea.card[side].get("tracks", {}).get("sof", {})
        for nation, count in (given if isinstance(given, Mapping) else {DPRK: given}).items():
            yield nation, SpecialForces(ready=count)


# rule: NWK-15.0
def option_points2(korea: KoreaScenario, side: str) -> int:
    """Half victory points that a side has for the options chosen, as far as they change anything in the scenario."""
    total = 0
    for name, row in data("options")["rows"].items():
        chosen = getattr(korea.settings, name) not in (False, "none")
        if chosen and row["side"] == side and korea.plays(row["level"]) and _is_offered(korea, row):
            total += 2 * row["points"]
    return total


def _is_offered(korea: KoreaScenario, row: Mapping[str, Any]) -> bool:
    return korea.name in row.get("scenarios", (korea.name,))


# rule: NW-24.1.a
def _networks(korea: KoreaScenario) -> Iterator[tuple[str, Network]]:
    """The air defence tracks of both sides in the advanced game."""
    for side in sorted(SIDES):
        tracks = korea.card[side].get("tracks")
        if tracks:
            yield side, Network(tracks["detection"], tracks["sam"], tracks["aaa"])


def units_at_start(korea: KoreaScenario) -> dict[int, Unit]:
    """Every ground unit of the scenario: on its hex, waiting to be placed, or to come later."""
    found: dict[int, Unit] = {}
    for side in SIDES:
        card = korea.card[side]
        for key, counter in korea.units.items():
            fits = counter.side == side and counter.is_advanced <= korea.is_advanced
            if fits and korea.chooses(counter):
                row = _row(korea, card, counter)
                if row is not None:
                    found[key] = row
        for key in islice(_outposts(korea, side), card.get("outposts", 0)):
            found[key] = Unit(box=TO_PLACE, steps=1)
        # rule: NW-19.4.a
        depots = 0 if korea.is_air_war else card.get("tracks", {}).get("depots", 0)
        for key in islice(_supply_units(korea, side), depots):
            found[key] = Unit(box=TO_PLACE, steps=1)
        for row in card.get("placed", ()):
            key = next(
                k for k, c in korea.units.items() if c.sheet == row["unit"] and not (k in found and found[k].hex)
            )
            where = korea.place(row.get("hex") or row["box"])
            steps = korea.units[key].steps
            found[key] = Unit(hex=where, steps=steps if added(korea) else row.get("steps", steps))
    # rule: NWK-16.1.4.f
    for sheet in added(korea):
        key = next(k for k, c in korea.units.items() if c.sheet == sheet)
        found[key] = Unit(hex=korea.place(korea.card["variant"]["box"]), steps=korea.units[key].steps)
    return dict(sorted(found.items()))


# rule: NWK-16.1.4.f
def added(korea: KoreaScenario) -> tuple[str, ...]:
    """The counters of the expeditionary units that the variant of the scenario adds."""
    variant, chosen = korea.card.get("variant"), korea.settings.meus
    if variant is None:
        return ()
    return tuple(sheet for name in ("13", "15") if chosen in (name, "both") for sheet in variant[name])


def _outposts(korea: KoreaScenario, side: str) -> Iterator[int]:
    return (key for key, counter in korea.units.items() if counter.is_outpost and counter.side == side)


def _supply_units(korea: KoreaScenario, side: str) -> Iterator[int]:
    return (key for key, counter in korea.units.items() if counter.is_supply and counter.side == side)


# rule: NWK-7.1.2.d, NWK-7.1.2.2.b
def _row(korea: KoreaScenario, card: Mapping[str, Any], counter: Counter) -> Unit | None:
    """Where one unit is when the game begins; ``None`` if the scenario does not use it."""
    if counter.is_outpost or counter.is_supply or _stays_home(korea, counter.nation):
        return None
    plan = (korea.card.get("reinforcements") or {}).get(counter.side, ())
    # rule: NWK-16.2.2.f, NWK-16.2.3.f
    is_late = counter.kind == "hq" and any(counter.formation in row.get("hqs", ()) for row in plan)
    if is_at_start(card, counter) and not is_late:
        place = _printed_place(korea, card, counter)
        return Unit(hex=place, steps=counter.steps) if place else Unit(box=TO_PLACE, steps=counter.steps)
    early = {"groups": card.get("groups", ())}
    more = (korea.card.get("reinforcements") or {}).get("prc", ()) if counter.nation == "prc" else ()
    single = [row["unit"] for row in korea.card["arrivals"] if "unit" in row]
    if counter.sheet in single or any(_is_named(row, counter) for row in (early, *plan, *more)):
        return Unit(box=TO_COME, steps=counter.steps)
    drawn = [code for row in plan for code in (row.get("draw", [""])[0], row.get("more", [""])[0])]
    if counter.reserve and counter.reserve in drawn:
        return Unit(box=POOL, steps=counter.steps)
    return None


# rule: NWK-15.8, NWK-16.1.6.b
def _stays_home(korea: KoreaScenario, nation: str) -> bool:
    """Whether a nation sends no troops: Japan does only by an option."""
    return nation == "japan" and not (korea.settings.japanese_army or korea.settings.nuclear_attack)


# rule: NWK-16.1.6.a, NWK-16.1.6.b
def is_at_start(card: Mapping[str, Any], counter: Counter) -> bool:
    """Whether a unit is one of those that the card sets up."""
    if counter.sheet in (*card.get("units", ()), *card.get("near", ())):
        return True
    if counter.formation in card.get("hqs", ()) and counter.kind == "hq" and counter.nation == "rok":
        return True
    for code, formation in card.get("reserves", ()):
        if counter.reserve == code and formation in ("", counter.formation):
            return True
    if counter.reserve or is_reserve_hq(counter):
        return False
    if counter.formation in (*card.get("formations", ()), *card.get("anywhere", ())):
        return counter.nation in ("dprk", "rok")
    return counter.nation in card.get("nations", ()) and not counter.later


# rule: NWK-7.1.2.1
def is_reserve_hq(counter: Counter) -> bool:
    """Whether a unit is the headquarters of a reserve corps of the ROK, which comes with the first of its units."""
    return counter.is_hq and counter.nation == "rok" and counter.formation in RESERVE_CORPS


def _is_named(row: Mapping[str, Any], counter: Counter) -> bool:
    """Whether a line of the reinforcement schedule brings a unit."""
    if counter.reserve or counter.is_task_force:
        return False
    if counter.nation in ("dprk", "prc"):
        return counter.formation.removesuffix("GA") in row.get("formations", ())
    if counter.kind == "hq" and counter.formation in row.get("hqs", ()):
        return True
    return bool(counter.arrival) and counter.arrival in row.get("groups", ())


def _printed_place(korea: KoreaScenario, card: Mapping[str, Any], counter: Counter) -> int:
    """The set-up hex of a unit, 0 where the owner chooses."""
    chosen = (*card.get("near", ()), *card.get("afloat", ()), *card.get("at_bases", ()))
    if counter.sheet in chosen or counter.formation in card.get("anywhere", ()):
        return 0
    label = card.get("at", {}).get(counter.sheet, counter.setup)
    return korea.place(label) if label else 0


# rule: NWK-16.1.1.a
def _helicopters(korea: KoreaScenario) -> Iterator[tuple[int, Helicopter]]:
    """Attack helicopters: at any base of their side, as printed, or to come."""
    for side in SIDES:
        card = korea.card[side]
        left = dict(card.get("helicopters", {}))
        for key, counter in korea.helicopters.items():
            if counter.side != side:
                continue
            placed = next((r for r in card.get("placed_helicopters", ()) if r["unit"] == counter.sheet), None)
            if placed is not None:
                yield key, Helicopter(hex=korea.place(placed["box"]), steps=counter.steps)
            elif counter.sheet in card.get("printed_helicopters", ()):
                yield key, Helicopter(hex=korea.place(counter.setup), steps=counter.steps)
            # rule: NWK-16.1.6.b
            elif counter.sheet in _chosen(card) and not _stays_home(korea, counter.nation):
                yield key, Helicopter(box=TO_PLACE, steps=counter.steps)
            elif counter.nation in ("dprk", "rok") and left.get(counter.type, 0):
                left[counter.type] -= 1
                yield key, Helicopter(box=TO_PLACE, steps=counter.steps)
            elif _comes_later(korea, side, counter.arrival, counter.formation, counter.type):
                yield key, Helicopter(box=TO_COME, steps=counter.steps)


def _chosen(card: Mapping[str, Any]) -> tuple[str, ...]:
    """Helicopter units whose owner chooses among air bases, or among the places of the force afloat."""
    return (*card.get("at_bases", ()), *card.get("afloat_helicopters", ()))


def _comes_later(korea: KoreaScenario, side: str, arrival: str, formation: str, kind: str) -> bool:
    if any(formation and formation == row.get("helicopters") for row in korea.card["arrivals"]):
        return True
    plans = korea.card.get("reinforcements") or {}
    early = {"groups": korea.card[side].get("groups", ())}
    rows = (early, *plans.get(side, ()), *(plans.get("prc", ()) if side == DPRK else ()))
    return any(arrival in row.get("groups", ()) or kind in row.get("helicopters", {}) for row in rows if arrival)


def _more_ships(korea: KoreaScenario, sheet: str) -> int:
    """Ships that the variant of the scenario adds."""
    return int(bool(added(korea)) and sheet == korea.card["variant"]["ship"])


def _later_ships(korea: KoreaScenario) -> Tally[str]:
    """How many ships of each kind come with the groups of the scenario."""
    plans = korea.card.get("reinforcements") or {}
    rows = ({"groups": korea.card["allied"].get("groups", ())}, *plans.get("allied", ()))
    found = Tally(sheet for row in rows for letter in row.get("groups", ()) for sheet in arriving_ships(letter))
    return found + Tally(sheet for row in plans.get("prc", ()) for sheet in row.get("ships", ()))


def _ships(korea: KoreaScenario) -> Iterator[tuple[int, Ship]]:
    """Naval units that are there from the start, on their place or waiting to be placed, and those to come."""
    if not korea.uses_sea:
        return
    for side in SIDES:
        rows = korea.card[side].get("ships", ())
        taken: dict[str, int] = {}
        later = _later_ships(korea)
        for key, counter in korea.ships.items():
            if counter.side != side:
                continue
            row = next((r for r in rows if r["unit"] == counter.sheet), None)
            number = taken[counter.sheet] = taken.get(counter.sheet, 0) + 1
            if row is not None and row.get("each") and number <= len(row["hexes"]):
                yield key, Ship(hex=korea.place(row["hexes"][number - 1]))
            # rule: NWK-16.1.4.f
            elif row is not None and number <= row.get("count", 1) + _more_ships(korea, counter.sheet):
                yield key, Ship(hex=korea.place(row["box"])) if "box" in row else Ship(box=TO_PLACE)
            elif later[counter.sheet]:
                later[counter.sheet] -= 1
                yield key, Ship(box=TO_COME)


# rule: NW-22.1, NW-22.2, NW-22.7.a
def _aircraft(korea: KoreaScenario) -> Iterator[tuple[int, Aircraft]]:
    """Air units of the advanced game: those of the Koreas at home; those of the US are drawn."""
    if not korea.flies_units:
        return
    for key, counter in korea.aircraft.items():
        if counter.nation in ("dprk", "rok"):
            yield key, Aircraft(base=counter.nation, box=READY, steps=counter.steps)
