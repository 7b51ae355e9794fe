"""Rule 24.1: the tracks for detection, missiles and guns of each side."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, Network
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft

DETECTION, SAM, AAA = "detection", "sam", "aaa"
TRACKS = (DETECTION, SAM, AAA)
HITS = {"1": 1, "2": 2, "X": 3}


# rule: NW-24.1.a
def value(state: KoreaState, side: str, track: str) -> int:
    """What a track is worth now."""
    found: int = getattr(state.networks.get(side, Network()), track)
    return found


# rule: NW-27.8, NWT-STRIKE.results
def strike(d: Draft[KoreaState], side: str, track: str, result: str, at_once: bool) -> int:
    """Hit a track of a side: Wild Weasels lower it at once, other strikes from the next strike phase on."""
    row, hits = d.now.networks[side], HITS[result]
    # rule: NW-23.4.1.b
    pending = getattr(row, f"{track}_hits")
    lost = min(hits, value(d.now, side, track) - pending)
    if at_once:
        d.edit("networks", side, **{track: value(d.now, side, track) - lost})
    else:
        d.edit("networks", side, **{f"{track}_hits": pending + lost})
    d.log(
        "log.track_hit",
        "NW-27.8",
        side=side,
        track=track,
        hits=hits,
        left=value(d.now, side, track) - (0 if at_once else pending + lost),
    )
    return hits


# rule: NW-23.4.1.b
def settle(d: Draft[KoreaState]) -> None:
    """A strike phase is over: what was hit in it counts now."""
    for side, row in tuple(d.now.networks.items()):
        left = Network(**{track: getattr(row, track) - getattr(row, f"{track}_hits") for track in TRACKS})
        if left != row:  # equivalent[always]: to write the same changes nothing
            d.put("networks", side, left)


# rule: NW-27.9.2
def raise_(d: Draft[KoreaState], side: str, track: str) -> None:
    """A track goes up by one, even above where it began, never beyond its end."""
    most = chart("advanced/repair")["track_max"][track]
    d.edit("networks", side, **{track: min(most, value(d.now, side, track) + 1)})
    d.log("log.track_repaired", "NW-27.9.2", side=side, track=track, left=value(d.now, side, track))
