"""Korea, 16.2.1.4 and 16.2.1.2.7: whether the groups of US and Commonwealth forces come in time."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, STACK, KoreaState
from sandtable.games.nextwar.rules.air_war import arrivals as air_arrivals
from sandtable.games.nextwar.rules.scenarios import options
from sandtable.games.nextwar.rules.scenarios.posture import is_wider_conflict
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, OneOf, Sum

PRICE2 = 3 * STACK
"""Half victory points that one off the roll costs."""


# rule: NWK-16.2.1.4.b
def due(state: KoreaState) -> tuple[str, ...]:
    """The lettered groups that should come by now and have not, in order."""
    gone = {*state.came, *state.diverted}
    rows = (state.board.card.get("reinforcements") or {}).get(ALLIED, ())
    letters = (g for row in rows if row["turn"] + state.slip <= state.turn for g in row.get("groups", ()))
    return tuple(g for g in letters if g not in gone)


# rule: NWK-16.2.1.4.a, NWK-16.2.1.4.c
def roll(d: Draft[KoreaState]) -> None:
    """One die for the US and Commonwealth forces of each group that is due."""
    for group in due(d.now):
        need, plus = chart("reinforcements")["groups"][group]["r"], Sum.of(options.budget(d.now))
        die = d.draw("roll.arrival", DIE, need=need - plus.total)
        short = die.faces[0] + plus.total - need
        d.log(
            "log.group_rolled",
            "NWK-16.2.1.4.a",
            rolls=[die],
            modifiers=plus,
            by=ALLIED,
            group=group,
            comes=int(short <= 0),
        )
        if short <= 0:
            come(d, group, d.now.turn)
        else:
            d.put("missing", group, short)


def come(d: Draft[KoreaState], group: str, turn: int) -> None:
    """A group is there: its air units and points at once, its troops and ships as they find a place."""
    d.put("came", group, turn)
    air_arrivals.bring(d, group)


# rule: NWK-16.2.1.2.7.a
def affordable(state: KoreaState, seat: str) -> OneOf:
    """Groups that come if the Allies pay for what their rolls fell short by; nobody spends what he does not have."""
    have2 = state.accounts[ALLIED].vp2
    wanted = state.missing.items() if is_wider_conflict(state) else ()
    return OneOf("group", [group for group, short in wanted if short * PRICE2 <= have2])


# rule: NWK-16.2.1.2.7.a
def insist(d: Draft[KoreaState], group: str) -> None:
    """Spend three victory points for each one off the roll."""
    cost2 = d.now.missing[group] * PRICE2
    d.edit("accounts", ALLIED, vp2=d.now.accounts[ALLIED].vp2 - cost2)
    d.drop("missing", group)
    d.log("log.group_bought", "NWK-16.2.1.2.7.a", by=ALLIED, group=group, points=cost2 // STACK)
    come(d, group, d.now.turn)


def buyer(state: KoreaState) -> tuple[str, ...]:
    """The Allies, while they can pay for a group."""
    return (ALLIED,) if affordable(state, ALLIED).is_possible() else ()


# rule: NWK-16.2.1.4.b, NWK-16.2.1.2.7.b
def settle(d: Draft[KoreaState]) -> None:
    """Groups that do not come are late, and so are all after them; in a wider conflict they go to Taiwan instead."""
    missing = tuple(d.now.missing)
    if not missing:
        return
    for group in missing:
        d.drop("missing", group)
    if is_wider_conflict(d.now):
        d.set(diverted=(*d.now.diverted, *missing))
        for group in missing:
            d.log("log.group_diverted", "NWK-16.2.1.2.7.b", by=ALLIED, group=group)
    else:
        d.set(slip=d.now.slip + 1)
        d.log("log.groups_late", "NWK-16.2.1.4.b", by=ALLIED, turns=d.now.slip)
