"""Rules 20.1.1, 20.3 and 20.4: the markers of the special operations forces, nation by nation."""

from __future__ import annotations

from sandtable.games.nextwar.model import JAPAN, NATIONS, SIDE_OF, KoreaState, SpecialForces
from sandtable.games.nextwar.scenario.files import data
from sandtable.kernel import Draft, OneOf

MARKER = "sof_mission"
PRINTED = {"dprk": "DPRK", "prc": "PRC", "rok": "ROK", "us": "US", "cw": "Commonwealth", "japan": "Japan"}
"""What the list of markers calls the nations."""
LISTED = {"jpn": JAPAN}
"""What the reinforcement table calls them, where that differs."""
NONE = SpecialForces()


# rule: NW-20.4
def most(nation: str) -> int:
    """How many markers of a nation there are in the counter mix."""
    rows = (row for row in data("markers")["markers"] if row["kind"] == MARKER and row["side"] == PRINTED[nation])
    return sum(row["count"] for row in rows)


def row(state: KoreaState, nation: str) -> SpecialForces:
    """The markers of a nation."""
    return state.special_forces.get(nation, NONE)


# rule: NW-20.1.1
def ready(state: KoreaState, side: str) -> tuple[str, ...]:
    """The nations of a side that have a marker to send."""
    return tuple(nation for nation in NATIONS if SIDE_OF[nation] == side and row(state, nation).ready)


def choice(state: KoreaState, seat: str) -> OneOf:
    """Whose marker is sent."""
    return OneOf("nation", ready(state, seat))


def take(d: Draft[KoreaState], nation: str) -> None:
    """A marker goes onto its target."""
    now = row(d.now, nation)
    d.put("special_forces", nation, SpecialForces(now.ready - 1, now.used, now.lost))


# rule: NW-20.3.b
def put_down(d: Draft[KoreaState], nation: str, survives: bool) -> None:
    """A marker comes back from its mission: to the used ones, or to those that are lost."""
    now = row(d.now, nation)
    used, lost = now.used + survives, now.lost + (not survives)
    d.put("special_forces", nation, SpecialForces(now.ready, used, lost))


# rule: NWS-ADV-14.06, NW-20.3.b
def renew(d: Draft[KoreaState]) -> None:
    """Used markers are available again, and every target can be tried again."""
    for nation, now in tuple(d.now.special_forces.items()):
        d.put("special_forces", nation, SpecialForces(now.ready + now.used, 0, now.lost))
    for number in tuple(d.now.operations):
        d.drop("operations", number)


# rule: NW-20.4
def reinforce(d: Draft[KoreaState], listed: str, count: int) -> None:
    """Markers arrive, fresh ones or ones that were lost; what the counter mix does not have is not replaced."""
    nation = LISTED.get(listed, listed)
    now = row(d.now, nation)
    in_play = now.ready + now.used
    comes = min(count, most(nation) - in_play)
    if comes < 1:
        return
    lost = min(now.lost, most(nation) - in_play - comes)
    d.put("special_forces", nation, SpecialForces(now.ready + comes, now.used, lost))
    d.log("log.special_forces_come", "NW-20.4", by=SIDE_OF[nation], nation=nation, count=comes)
