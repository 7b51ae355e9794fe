"""Chapter 25: the tracks, and victory points of the Axis."""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState
from sandtable.kernel import Draft


def add(d: Draft[CrimeaState], track: str, amount: int) -> None:
    """Move a marker along its track."""
    d.put("tracks", track, d.now.tracks.get(track, 0) + amount)


# rule: EF-25.0, EF-25.4
def score(d: Draft[CrimeaState], reason: str, points: int) -> None:
    """Give the Axis victory points, or take them; the total may be negative."""
    if points:
        add(d, "vp", points)
        d.log("log.scored", "EF-25.0", reason=reason, points=points, total=d.now.tracks["vp"])
