"""Chapter 6: China, a power with rules of its own."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.turns.powers import ALLIES, alliance
from sandtable.kernel import derived

CHINA = "china"


# rule: AA-6.china.move-limit
@derived()
def reach(state: GlobalState) -> tuple[int, ...]:
    """The territories Chinese units may be in: those with the Nationalist emblem, Kwangtung and Burma."""
    own = [space.id for space in state.board.spaces.values() if space.chinese]
    return tuple(sorted((*own, *state.board.tables["politics"]["chinese_reach"])))


# rule: AA-12.china.burma
def is_burma_road_open(state: GlobalState) -> bool:
    """Whether the Allies hold every territory the Burma Road crosses."""
    for objective in state.board.tables["objectives"]["objectives"]:
        if objective["id"] == "china.burma_road":
            places = objective["when"][0]["places"]
            holders = [state.territories[at].holder for at in places]
            return all(holder and alliance(state, holder) == ALLIES for holder in holders)
    raise KeyError("china.burma_road")


# rule: AA-6.china.buy, AA-6.china.tigers
def may_buy(state: GlobalState) -> tuple[str, ...]:
    """Infantry only, and artillery while the Burma Road is open; nothing while China holds no territory of its own."""
    # rule: AA-6.china.no-capital
    if not placing_sites(state):
        return ()
    # rule: AA-6.china.burma-road.b
    return ("infantry", "artillery") if is_burma_road_open(state) else ("infantry",)


# rule: AA-6.china.place
@derived("territories")
def placing_sites(state: GlobalState) -> tuple[int, ...]:
    """Chinese territories that China holds, also those it took this turn."""
    return tuple(
        at for at, land in state.territories.items() if land.holder == CHINA and state.board.spaces[at].chinese
    )
