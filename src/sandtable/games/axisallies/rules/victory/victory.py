"""Chapter 5: winning the war."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.memory import unless_captured
from sandtable.games.axisallies.rules.turns.powers import ALLIES, AXIS, alliance, members
from sandtable.kernel import Draft, Outcome, Ref, derived

EUROPE, PACIFIC, CAPITALS = "europe", "pacific", "capitals"
SIDES = {EUROPE: AXIS, PACIFIC: AXIS, CAPITALS: ALLIES}
"""The three ways to win, and whose they are."""
RULES = {EUROPE: "AA-5.victory.axis", PACIFIC: "AA-5.victory.axis", CAPITALS: "AA-5.victory.allies"}


@derived()
def cities(state: GlobalState) -> dict[str, int]:
    """The territory of every victory city."""
    return {space.victory_city: space.id for space in state.board.spaces.values() if space.victory_city}


# rule: AA-9.3.vc.capture
def holds(state: GlobalState, side: str, city: str) -> bool:
    """Whether an alliance controls a city."""
    holder = state.territories[cities(state)[city]].holder
    return bool(holder) and alliance(state, holder) == side


# rule: AA-5.victory.map-separate
@derived("territories", territories=unless_captured)
def score(state: GlobalState, half: str) -> int:
    """The victory cities the Axis holds on one half of the board; the halves are never added up."""
    listed = state.board.tables["charts"]["cities"][half]
    return sum(holds(state, AXIS, row["city"]) for row in listed)


@derived("territories", territories=unless_captured)
def is_met(state: GlobalState, way: str) -> bool:
    """Whether a side holds at this moment what it must hold for a whole round."""
    table = state.board.tables["charts"]["victory"]
    # rule: AA-5.victory.allies, AA-9.3.capital.axis-last
    if way == CAPITALS:
        return all(holds(state, ALLIES, city) for city in table["allies"]["all_of"])
    # rule: AA-5.victory.axis
    return score(state, way) >= int(table["axis"][way])


# rule: AA-5.victory.map-separate, AA-9.3.capital.axis-last
def track(d: Draft[GlobalState]) -> None:
    """At the end of every turn: begin to count where a side has come to hold enough, start over where it lost it."""
    for way, side in SIDES.items():
        if is_met(d.now, way) and way not in d.now.thresholds:
            d.put("thresholds", way, d.now.round)
            rule = "AA-9.3.capital.axis-last" if way == CAPITALS else RULES[way]
            d.log(f"log.threshold.{way}", rule, side=Ref("word", side), round=d.now.round + 1)
        elif way in d.now.thresholds and not is_met(d.now, way):
            d.drop("thresholds", way)
            d.log("log.threshold_lost", "AA-5.victory.map-separate", side=Ref("word", side))


# rule: AA-5.victory.axis, AA-5.victory.allies, AA-8.round
def is_won(state: GlobalState, way: str) -> bool:
    """Whether a side has held enough since before this round began and still has a capital of its own."""
    if way not in state.thresholds or state.thresholds[way] >= state.round:
        return False
    side = SIDES[way]
    return any(holds(state, side, city) for city in state.board.tables["charts"]["victory"][side]["also_one_of"])


def check(d: Draft[GlobalState]) -> None:
    """Look at a round that is now complete."""
    for way, side in SIDES.items():
        if is_won(d.now, way):
            d.set(winner=side)
            return
    limit = d.now.board.options.rounds
    if limit and d.now.round >= limit:
        d.set(winner=ahead(d.now))


def ahead(state: GlobalState) -> str:
    """The side with the higher production; the Allies, who start behind, when both are equal."""
    worth = {AXIS: 0, ALLIES: 0}
    for at, territory in state.territories.items():
        if territory.holder:
            worth[alliance(state, territory.holder)] += state.board.spaces[at].ipc
    return AXIS if worth[AXIS] > worth[ALLIES] else ALLIES


def outcome(state: GlobalState) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    if not state.winner:
        return None
    ways = [way for way, side in SIDES.items() if side == state.winner and is_won(state, way)]
    if not ways:
        return Outcome(winners=members(state, state.winner), key="outcome.rounds", params={"round": state.round})
    way = ways[0]
    return Outcome(
        winners=members(state, state.winner),
        key=f"outcome.{way}",
        rule=RULES[way],
        params={"round": state.round},
        scores={},
    )
