"""Rules 23.3 and 24.2: the order in which the missions of a strike phase are looked for."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, KoreaState
from sandtable.games.nextwar.rules.air_defences import detecting
from sandtable.games.nextwar.rules.scenarios import air_war
from sandtable.games.nextwar.rules.strikes.attacks import order
from sandtable.games.nextwar.rules.strikes.targets import BASES
from sandtable.kernel import Draft


# rule: NW-23.3.c, NWS-ADV-8.d
def see_next_weasels(d: Draft[KoreaState]) -> None:
    """Look for the next Wild Weasel mission."""
    for number in order(d.now, ALLIED, weasels=True)[:1]:
        detecting.detect(d, number)


def weasels_under_way(state: KoreaState) -> bool:
    """Whether the Wild Weasel mission that was looked for is not over yet."""
    return any(state.missions[number].found for number in order(state, ALLIED, weasels=True))


# rule: NW-24.2.c, NWS-ADV-8.f, NWS-ADV-8.h
def see_all(d: Draft[KoreaState], side: str) -> None:
    """Look for every strike of a side before anything is done about any of them."""
    for number in order(d.now, side, weasels=False):
        if d.now.missions[number].aim == BASES:
            air_war.find_base(d, number)
        detecting.detect(d, number)
