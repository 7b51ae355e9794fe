"""Korea, 16.2.2, 16.2.3 and 15.5.2: special forces in the first turn of a campaign."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.model import ALLIED, DPRK, SIDE_OF, KoreaState, Operation, SpecialForces
from sandtable.games.nextwar.scenario.ground import BASES
from sandtable.kernel import Draft, Modifier, Refusal, refuse

RAID, INTERDICTION = "raid", "interdiction"
SURPRISE = "surprise"
"""The name of the round that goes before the first phase of special operations."""
STOLEN = -1


# rule: NWK-16.2.2.j, NWK-16.2.3.m
def has_two_rounds(state: KoreaState, side: str) -> bool:
    """Whether a side sends its markers twice: the DPRK in the first turn, where the card surprises the enemy."""
    return side == DPRK and state.turn == 1 and bool(state.board.card.get("sof_surprise"))


# rule: NWK-16.2.2.j
def is_first_round(state: KoreaState) -> bool:
    """Whether the first of two rounds is played: nobody is lost in it."""
    return SURPRISE in state.flow[0].at.split(".")


# rule: NWK-16.2.2.j
def recall(d: Draft[KoreaState]) -> None:
    """All markers of the DPRK's side are back and can be sent again."""
    for nation, row in tuple(d.now.special_forces.items()):
        if SIDE_OF[nation] == DPRK and row.used:
            d.put("special_forces", nation, SpecialForces(row.ready + row.used, 0, row.lost))


# rule: NWK-16.2.2.k, NWK-16.2.3.m
def why_not(state: KoreaState, side: str, mission: str) -> Refusal | None:
    """Why special forces do not attack: surprised strategically, those of the Allies only look and point in turn 1."""
    limited = side == ALLIED and state.turn == 1 and state.board.card.get("sof_limited")
    if limited and mission in (RAID, INTERDICTION):
        return refuse("NWK-16.2.2.k", "refuse.surprised_forces")
    return None


# rule: NWK-15.5.2
def modifiers(state: KoreaState, row: Operation) -> Iterator[Modifier]:
    """What stolen plans of the bases add to a raid on one in the first turn."""
    stolen = state.board.settings.stolen_base_plans and row.side == DPRK and state.turn == 1
    if stolen and row.mission == RAID and row.aim in BASES:
        yield Modifier("NWK-15.5.2", "modifier.stolen_plans", STOLEN)
