"""Korea, 16.2.1.2 and 15.14: what China and Japan send by the schedule, as far as they take part."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from typing import Any

from sandtable.games.nextwar.model import (
    AIR_FORCE,
    EVERYTHING,
    JAPAN,
    PRC,
    SPECIAL_FORCES,
    TO_COME,
    TO_PLACE,
    KoreaState,
)
from sandtable.games.nextwar.rules.air_war import arrivals as air_arrivals
from sandtable.games.nextwar.rules.reinforcements import groups
from sandtable.games.nextwar.rules.scenarios.interventions import comes, has_japanese_army, rows
from sandtable.games.nextwar.rules.sequence.segments import is_campaign
from sandtable.games.nextwar.rules.special_operations import markers
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft


# rule: NWS-ADV-15.2, NWK-16.2.1.2.8
def receive(d: Draft[KoreaState]) -> None:
    """Air units, ships and helicopters that are due and not here yet; troops wait for a place."""
    if is_campaign(d.now):
        _receive_aircraft(d)
    if comes(d.now, PRC, EVERYTHING):
        _call(d, "ships", PRC, Tally(sheet for row in rows(d.now) for sheet in row.get("ships", ())))
        _call(d, "helicopters", PRC, sum((Tally(row.get("helicopters", {})) for row in rows(d.now)), Tally[str]()))
    if has_japanese_army(d.now):
        letters, counters = groups.scheduled(d.now), d.now.board.helicopters.values()
        _call(d, "helicopters", JAPAN, Tally(c.type for c in counters if c.nation == JAPAN and c.arrival in letters))


# rule: NWK-16.2.1.2.5, NWK-16.2.1.2.8, NWK-16.2.1.4.c
def _receive_aircraft(d: Draft[KoreaState]) -> None:
    """The air units of both, and the ship of Japan that the Allied table names: they come as scheduled."""
    letters = groups.scheduled(d.now)
    if comes(d.now, PRC, AIR_FORCE):
        _fly_in(d, PRC, Tally(kind for row in rows(d.now) for kind in row.get("aircraft", ())))
    # rule: NWK-16.2.1.2.4
    if comes(d.now, JAPAN, SPECIAL_FORCES):
        here = markers.row(d.now, JAPAN)
        due = sum(
            chart("reinforcements")["groups"][g].get("advanced", {}).get("sof", {}).get("jpn", 0) for g in letters
        )
        markers.reinforce(d, JAPAN, due - here.ready - here.used - here.lost)
    if comes(d.now, JAPAN, AIR_FORCE):
        _fly_in(d, JAPAN, Tally(kind for letter in letters for kind in _listed(letter, "advanced")))
    if comes(d.now, JAPAN, EVERYTHING):
        sheets = {c.name.split()[-1]: c.sheet for c in d.now.board.ships.values() if c.nation == JAPAN}
        _call(d, "ships", JAPAN, Tally(sheets[word] for letter in letters for word in _listed(letter, "standard")))


def _listed(letter: str, part: str) -> list[str]:
    """What the Allied table names for Japan in a group."""
    found: list[str] = chart("reinforcements")["groups"][letter].get(part, {}).get("jpn", [])
    return found


# rule: NWK-16.2.1.2.5, NWK-16.2.2.o
def _fly_in(d: Draft[KoreaState], nation: str, due: Tally[str]) -> None:
    """Air units of a nation are Ready at home."""
    counters = d.now.board.aircraft
    here = Tally(counters[key].type for key in d.now.aircraft if counters[key].nation == nation)
    for kind in (due - here).elements():
        air_arrivals.draw_unit(d, nation, kind, home=nation)


def _call(d: Draft[KoreaState], table: str, nation: str, due: Tally[str]) -> None:
    """Ships and helicopters of a nation come out of the box of those to come."""
    counters = getattr(d.now.board, table)
    rows_: Mapping[int, Any] = getattr(d.now, table)
    mine = [key for key in rows_ if counters[key].nation == nation]
    name = "sheet" if table == "ships" else "type"
    here = Tally(getattr(counters[key], name) for key in mine if rows_[key].box != TO_COME)
    for kind in (due - here).elements():
        waiting = (key for key in mine if getattr(d.now, table)[key].box == TO_COME)
        key = next((key for key in waiting if getattr(counters[key], name) == kind), 0)
        if key:
            d.edit(table, key, box=TO_PLACE)
