"""Special operations forces: sent where they do most harm, by the odds of the mission."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.actions.special_operations import SendForces
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.queries import forces_chances
from sandtable.games.nextwar.rules.special_operations import markers, targets
from sandtable.games.nextwar.scenario.ground import JAPAN_BOX
from sandtable.kernel.codec import plain
from sandtable.kernel.queries import WHOLE
from sandtable.planning import Idea, Verbs

MOST_PLACES, MOST_IDEAS = 12, 5
"""Places of one kind that are weighed, and missions that are proposed."""
HARM = {"x": 3.0, "2": 2.0, "1": 1.0, "d": 0.3, "t": 0.3}
"""What each result is worth."""
WEIGHT = {"chem_site": 2.0, "nuclear_site": 2.0, "airbase": 1.5, "unit": 1.2, "port": 0.8, "airfield": 0.7}
TRACKS = 1.0
"""What each target is worth, and the tracks of the air defences."""


def ideas(state: KoreaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    """The missions that do most harm."""
    if "send_forces" in verbs:
        yield from _missions(state, seat)


def _missions(state: KoreaState, seat: str) -> Iterator[Idea]:
    found = list(_candidates(state, seat))
    worth = {action: outlook(state, seat, action) for action in found}
    for action in sorted(found, key=lambda one: -worth[one])[:MOST_IDEAS]:
        if worth[action] > 0:
            yield (action,)


def _candidates(state: KoreaState, seat: str) -> Iterator[SendForces]:
    """Raids on works, staffs and depots, and the radar of the enemy; of equal forces one nation's are enough."""
    nations = [str(one) for one in markers.choice(state, seat).legal]
    for nation in nations[:1]:
        if targets.has_track(state, seat):
            yield SendForces(nation=nation, mission=targets.TRACK)
        for aim in (targets.UNIT, *targets.FEATURES):
            choice = targets.places(state, seat, nation, targets.RAID, aim)
            # Who raids Japan draws it into the war.
            places = [int(h) for h in choice.legal if h != JAPAN_BOX] if choice is not None else []
            for place in places[:MOST_PLACES]:
                units = targets.units(state, seat, nation, targets.RAID, aim, place)
                for unit in map(int, units.legal) if units is not None else (0,):
                    yield SendForces(nation=nation, mission=targets.RAID, aim=aim, place=place, unit=unit)


def outlook(state: KoreaState, seat: str, action: SendForces) -> float:
    """What a mission is worth on average."""
    odds = forces_chances.asked(state, seat, {"partial": {"do": "send_forces", **plain(action)}})
    if odds is None:
        return 0.0
    weight = TRACKS if action.mission == targets.TRACK else WEIGHT.get(action.aim or targets.UNIT, 0.5)
    shares = {one.key.rpartition("_")[2].rpartition(".")[2]: one.share / WHOLE for one in odds.outcomes}
    return weight * sum(HARM.get(word, 0.0) * share for word, share in shares.items())
