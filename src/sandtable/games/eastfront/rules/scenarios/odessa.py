"""Scenario 2, the siege of Odessa: how it ends, what each turn of it is worth, and who was left behind (EFS-10.24)."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, ELIMINATED, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, on_map
from sandtable.games.eastfront.rules.victory import scoring
from sandtable.games.eastfront.rules.victory.victory import FALLEN
from sandtable.kernel import Draft


# rule: EFS-10.25
def note_fall(d: Draft[CrimeaState]) -> None:
    """The game is over as soon as Axis units stand in both hexes of the city."""
    goal = d.now.board.card["victory"].get("at_once")
    if goal and FALLEN not in d.now.tracks and all(holders(d.now).get(int(h)) == AXIS for h in goal["hexes"]):
        d.put("tracks", FALLEN, d.now.turn)
        places = tuple(at(int(h)) for h in goal["hexes"])
        d.log("log.city_fallen", "EFS-10.25", *places, places=places)


# rule: EFS-10.2.vp
def count_turn(d: Draft[CrimeaState]) -> None:
    """Every turn after the fifty-first that ends with the city in Soviet hands costs the Axis a point."""
    terms = d.now.board.card["victory"].get("city_held")
    if terms and d.now.turn > terms["after"] and d.now.control.get(int(terms["hex"])) == SOVIET:
        scoring.score(d, "city_held", -1)


# rule: EFS-10.24.l
def count_stranded(d: Draft[CrimeaState]) -> None:
    """At the end Soviet units that are still there count as lost."""
    if d.now.board.special("stranded_count") and d.now.turn == d.now.board.last_turn:
        for key in on_map(d.now, SOVIET):
            results.remove(d, key, ELIMINATED, "EFS-10.24.l")
