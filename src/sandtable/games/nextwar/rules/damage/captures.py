"""Rule 27.7.2.1 and step 10 of the reorganization: air bases and airfields that fell into enemy hands."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.damage import collateral, installations
from sandtable.games.nextwar.scenario.ground import BASES
from sandtable.kernel import Draft


# rule: NWS-ADV-14.10, NW-27.7.2.1.a
def settle(d: Draft[KoreaState]) -> None:
    """A base that was taken in this turn counts as lost, and what stood on it is rolled for as if it were destroyed."""
    ground = d.now.board.ground
    taken = tuple(place for place in d.now.captured if ground[place].is_base)
    for place in taken:
        if place in d.now.fallen:
            continue
        owner = enemy(d.now.captured[place])
        for feature in BASES:
            if feature in ground[place].features and not installations.is_destroyed(d.now, place, feature):
                installations.lose_base(d, owner)
                collateral.at_aircraft(d, owner, ground[place].country, feature, installations.DESTROYED)
    if taken != d.now.fallen:
        d.set(fallen=taken)
