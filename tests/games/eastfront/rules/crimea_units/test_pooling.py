"""Guns that fire together within the radius of a headquarters, on the maps where that is enough."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from tests.games.eastfront.board import board, may, play, why

FRONT = {"73 Inf Div": 3604, "106 Rifle Div": 3605}
MARKED = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}}
RADIUS = {"guns_in_radius": {"value": True}}
NEAR = {"24 Art Rgt": 3606, "52 Art Rgt": 3607, "51 Army HQ": 3609}
BOTH = {"support": 3605, "units": ["24 Art Rgt", "52 Art Rgt"]}


def front(at: str, pieces: dict[str, Any], switches: dict[str, Any] | None = None, **more: Any) -> CrimeaState:
    return board(at, pieces, facts={"card": {"switches": switches or {}}}, **more)


@pytest.mark.rule("EF-PB7.35.a")
def test_guns_fire_together_within_the_radius_of_a_staff_where_the_card_says_so() -> None:
    pieces = {**FRONT, **NEAR}
    assert may(front("axis.reaction.guns", pieces, RADIUS, attacks=MARKED), "soviet", BOTH)
    assert why(front("axis.reaction.guns", pieces, attacks=MARKED), "soviet", BOTH).rule == "EF-22.14"
    far = front("axis.reaction.guns", {**pieces, "51 Army HQ": 3612}, RADIUS, attacks=MARKED)
    no = why(far, "soviet", BOTH)
    assert (no.rule, no.key) == ("EF-PB7.35.a", "refuse.guns_out_of_radius")
    upset = {**pieces, "51 Army HQ": {"hex": "3609", "back": True}}
    assert not may(front("axis.reaction.guns", upset, RADIUS, attacks=MARKED), "soviet", BOTH)


@pytest.mark.rule("EF-PB7.35.a")
def test_interdiction_of_the_staff_still_silences_guns() -> None:
    held = {"interdiction": {"3609": 1}, "attacks": MARKED}
    state = front("axis.reaction.guns", {**FRONT, **NEAR}, RADIUS, **held)
    no = why(state, "soviet", BOTH)
    assert (no.rule, no.key, no.params["most"]) == ("EF-PB7.35.a", "refuse.gun_silenced", 1)
    alone = [may(state, "soviet", {"support": 3605, "units": [name]}) for name in ("24 Art Rgt", "52 Art Rgt")]
    assert sorted(alone) == [False, True]
    # Which of them stays silent is for the Axis to say.
    asking = front("axis.reaction.silence", {**FRONT, **NEAR}, RADIUS, **held)
    for name, other in (("24 Art Rgt", "52 Art Rgt"), ("52 Art Rgt", "24 Art Rgt")):
        said = play(asking, "axis", {"silence": 3609, "units": [name]}).state
        assert may(said, "soviet", {"support": 3605, "units": [other]})
        assert not may(said, "soviet", {"support": 3605, "units": [name]})
    # A second staff that aircraft leave alone can call them as well.
    helped = {**FRONT, **NEAR, "44 Army HQ": 3707}
    assert may(front("axis.reaction.guns", helped, RADIUS, **held), "soviet", BOTH)
    # Guns under attack need nobody.
    here = {**FRONT, **NEAR, "24 Art Rgt": 3605, "52 Art Rgt": 3605}
    assert may(front("axis.reaction.guns", here, RADIUS, **held), "soviet", BOTH)
