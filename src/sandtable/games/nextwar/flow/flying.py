"""Helicopter units that are driven out of their base."""

from __future__ import annotations

from typing import Any

from sandtable.games.nextwar.actions import flying
from sandtable.games.nextwar.flow.common import Step, until
from sandtable.games.nextwar.model import KoreaState, Rebase
from sandtable.games.nextwar.rules.air_points import transfers
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.kernel import Phase


def _about(state: KoreaState, seat: str) -> dict[str, Any]:
    return {"place": at(state.subject(Rebase).place)}


# rule: NW-6.5.4.b
REBASE: Step = Phase(
    "rebase",
    "NW-6.5.4.b",
    (
        Phase(
            "choice",
            "NW-6.5.4.b",
            begin=transfers.lose_stranded,
            who=transfers.rebaser,
            over=until(transfers.rebaser),
            verbs=(flying.REBASE,),
            prompt=_about,
        ),
    ),
)
