"""Rules 23.3 and 24.2: the order in which the missions of a strike phase are looked for."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, KoreaState, Mission
from sandtable.games.nextwar.rules.air_defences import detecting
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.scenarios import air_war
from sandtable.games.nextwar.rules.strikes.attacks import order
from sandtable.games.nextwar.rules.strikes.targets import BASES
from sandtable.kernel import Draft, Ref


def scrub(d: Draft[KoreaState], side: str) -> None:
    """Helicopters that were lost or driven out since their strike was announced, or whose base was hit, stay away."""
    for number, flown in tuple(d.now.missions.items()):
        if flown.side == side and flown.helicopter and (rule := _grounds(d.now, flown)):
            who = Ref("helicopter", flown.helicopter)
            d.drop("missions", number)
            d.log("log.mission_scrubbed", rule, who, by=side, unit=who, mission=number)


def _grounds(state: KoreaState, flown: Mission) -> str:
    """The rule that keeps a helicopter unit from its strike; nothing where it can still fly."""
    place = state.helicopters[flown.helicopter].hex
    # rule: NW-27.7.2.2.b, NW-27.5
    if not place or (flown.start and place != flown.start):
        return "NW-27.7.2.2.b" if place else "NW-27.5"
    # rule: NW-27.7.1.b
    return "NW-27.7.1.b" if installations.why_grounded(state, flown.helicopter) else ""


# rule: NW-23.3.c, NWS-ADV-8.d
def see_next_weasels(d: Draft[KoreaState]) -> None:
    """Look for the next Wild Weasel mission."""
    scrub(d, ALLIED)
    for number in order(d.now, ALLIED, weasels=True)[:1]:
        detecting.detect(d, number)


def weasels_under_way(state: KoreaState) -> bool:
    """Whether the Wild Weasel mission that was looked for is not over yet."""
    return any(state.missions[number].found for number in order(state, ALLIED, weasels=True))


# rule: NW-24.2.c, NWS-ADV-8.f, NWS-ADV-8.h
def see_all(d: Draft[KoreaState], side: str) -> None:
    """Look for every strike of a side before anything is done about any of them."""
    scrub(d, side)
    for number in order(d.now, side, weasels=False):
        if d.now.missions[number].aim == BASES:
            air_war.find_base(d, number)
        detecting.detect(d, number)
