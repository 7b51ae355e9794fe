"""The two phases of special operations forces: each side sends all its markers before it resolves any mission."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.nextwar.actions import special_operations as saying
from sandtable.games.nextwar.flow.common import Step, until
from sandtable.games.nextwar.flow.stakes import of_forces
from sandtable.games.nextwar.model import ALLIED, DPRK, KoreaState
from sandtable.games.nextwar.rules.damage import collateral
from sandtable.games.nextwar.rules.scenarios import raids
from sandtable.games.nextwar.rules.sequence.segments import is_campaign, sends_first, sends_second
from sandtable.games.nextwar.rules.special_operations import operations
from sandtable.kernel import Draft, Phase


# rule: NW-20.1.2
def _turn_of(
    side: str,
    rule: str,
    acts: Callable[[KoreaState, str], bool],
    name: str = "",
    end: Callable[[Draft[KoreaState]], None] | None = None,
) -> Step:
    """All that a side does with its special forces in a phase: it sends them, then it resolves their missions."""

    def sends(state: KoreaState) -> tuple[str, ...]:
        return operations.sender(state, side)

    def resolves(state: KoreaState) -> tuple[str, ...]:
        return operations.resolver(state, side)

    return Phase(
        name or side,
        rule,
        (
            Phase(
                "sending",
                "NW-20.1.2",
                who=sends,
                over=until(sends),
                verbs=(saying.SEND, saying.END_SENDING),
                prompt=of_forces,
            ),
            Phase(
                "missions", "NW-20.2.2.b", who=resolves, over=until(resolves), verbs=(saying.RESOLVE,), prompt=of_forces
            ),
        ),
        when=lambda state: acts(state, side),
        end=end,
    )


def _phase(name: str, rule: str, acts: Callable[[KoreaState, str], bool], *before: Step) -> Step:
    sides = tuple(_turn_of(side, rule, acts) for side in (DPRK, ALLIED))
    steps = (*before, *sides)
    # rule: NW-27.7.2.1.d
    return Phase(name, rule, steps, end=collateral.forget, when=is_campaign)


# rule: NWK-16.2.2.j
FIRST_ROUND: Step = _turn_of(DPRK, "NWK-16.2.2.j", raids.has_two_rounds, raids.SURPRISE, raids.recall)
FIRST_SPECIAL_FORCES: Step = _phase("first_special_forces", "NWS-ADV-5", sends_first, FIRST_ROUND)
SECOND_SPECIAL_FORCES: Step = _phase("second_special_forces", "NWS-ADV-7", sends_second)
