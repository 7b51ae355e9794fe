"""Chapter 12 and Korea, 16.1: totals, automatic victory and the winner."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, DPRK, PEACE, ROK, SIDES, KoreaState, enemy
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, Outcome

DPRK_MAJOR, DPRK_MINOR, DRAW, ALLIED_MINOR, ALLIED_MAJOR = 2, 1, 0, -1, -2
NAMES = {
    DPRK_MAJOR: "dprk_major",
    DPRK_MINOR: "dprk_minor",
    DRAW: "draw",
    ALLIED_MINOR: "allied_minor",
    ALLIED_MAJOR: "allied_major",
}


# rule: NWS-STD-7.1, NW-12.1.c, NWS-ADV-16.1
def total(d: Draft[KoreaState]) -> None:
    """Add the points of the turn to the totals; the counters of the turn stay for the initiative."""
    for side in SIDES:
        account = d.now.accounts[side]
        if account.turn_vp2:
            d.edit("accounts", side, vp2=account.vp2 + account.turn_vp2)
    points = {side: scoring.written(d.now.accounts[side].vp2) for side in SIDES}
    d.log("log.totals", "NW-12.1.c", dprk=points[DPRK], allied=points[ALLIED])


# rule: NW-12.2.a, NW-12.2.b, NW-12.2.d
def chances(state: KoreaState, side: str) -> int:
    """How often a side may roll for automatic victory in this turn."""
    wanted = state.board.card["victory"].get("automatic")
    if wanted is None:
        return 0
    lead = state.accounts[side].vp2 - state.accounts[enemy(side)].vp2
    # rule: NWK-16.1.6.i
    held = all(holders(state).get(h) == side for h in state.board.capitals[side])
    return int(lead >= wanted) + int(held)


# rule: NW-12.2.c, NWT-AUTOVICTORY, NWS-ADV-16.2
def roll_for_victory(d: Draft[KoreaState]) -> None:
    """Roll for automatic victory, the first player before the second."""
    for side in (d.now.first, enemy(d.now.first)):
        for _ in range(chances(d.now, side)):
            number = d.now.accounts[side].rolls + 1
            d.edit("accounts", side, rolls=number)
            printed: list[int] = chart("victory")["automatic"]
            need = printed[min(number, len(printed)) - 1]
            roll = d.draw("roll.victory", DIE, need=need)
            won = roll.faces[0] <= need
            d.log("log.automatic_victory", "NWT-AUTOVICTORY", rolls=[roll], by=side, side=side, won=int(won))
            if won:
                d.set(ended=side)
                return


# -- levels ----------------------------------------------------------------------------------------------------------


def controls(state: KoreaState, side: str, labels: list[str]) -> bool:
    """Whether a side controls all of some places; after ``any_of`` one is enough."""
    if labels[0] == "any_of":
        return any(controller(state, state.board.place(label)) == side for label in labels[1:])
    return all(controller(state, state.board.place(label)) == side for label in labels)


def level(state: KoreaState) -> int:
    """How a small scenario ended: from a major victory of the DPRK to one of the other side."""
    victory = state.board.card["victory"]
    match victory["kind"]:
        case "seoul":
            found = _seoul(state)
        case "points":
            return _by_points(state)
        case "incheon":
            return _incheon(state)
        case "pyongyang":
            # rule: NWK-16.1.7.d
            taken = any(holders(state).get(h) == ALLIED for h in state.board.capitals[ALLIED])
            return ALLIED_MAJOR if taken else DPRK_MAJOR
        case _:
            found = _by_objectives(state)
    # rule: NWK-16.1.1.n
    return min(max(found + _shift(state), ALLIED_MAJOR), DPRK_MAJOR) if victory.get("shifts") else found


# rule: NWK-16.1.1.l
def _seoul(state: KoreaState) -> int:
    """Train to Seoul: by urban hexes of Seoul."""
    held = sum(controller(state, h) == DPRK for h in state.board.capitals[DPRK])
    levels = state.board.card["victory"]["levels"]
    if held:
        return DPRK_MAJOR if held >= levels["dprk_major"] else DPRK_MINOR if held >= levels["dprk_minor"] else DRAW
    ground = state.board.ground
    lost = any(s == DPRK and ground[h].country == ROK and not ground[h].is_dmz for h, s in state.captured.items())
    return ALLIED_MINOR if lost else ALLIED_MAJOR


# rule: NWK-16.1.2.g, NWK-16.1.2.j, NWK-16.1.3.j
def _by_objectives(state: KoreaState) -> int:
    """Each side's best level by the places it controls; the higher one wins."""
    victory = state.board.card["victory"]

    def best(side: str) -> int:
        for value, name in ((2, "major"), (1, "minor")):
            if any(controls(state, side, labels) for labels in victory[f"{side}_{name}"]):
                return value
        return 0

    ours, theirs = best(DPRK), best(ALLIED)
    if ours == theirs:
        return DRAW
    return ours if ours > theirs else -theirs


def _shift(state: KoreaState) -> int:
    """One level for the destruction of all ROK ground units, one back for a hex of the DPRK in ROK hands."""
    return int(_is_destroyed(state)) - int(any(_in_dprk(state, h) for h in state.captured))


def _is_destroyed(state: KoreaState) -> bool:
    """Whether no ground unit of the ROK is left on the map."""
    units = state.board.units
    return not any(units[k].nation == ROK and is_hex(state.units[k].hex) for k in on_board(state, ALLIED))


def _in_dprk(state: KoreaState, place: int) -> bool:
    return state.board.ground[place].country == DPRK and state.captured[place] == ALLIED


# rule: NWK-16.1.5.g
def scenario_points(state: KoreaState) -> int:
    """Points of the DPRK in Militarised Zone."""
    victory = state.board.card["victory"]
    points = sum(controller(state, state.board.place(label)) == DPRK for label in victory["places"])
    points += victory["destruction"] if _is_destroyed(state) else 0
    north = sum(_in_dprk(state, h) and state.board.is_north(h) for h in state.captured)
    return int(points + victory["north_of_dmz"] * north)


def _by_points(state: KoreaState) -> int:
    levels, points = state.board.card["victory"]["levels"], scenario_points(state)
    for value, name in NAMES.items():
        if name in levels and points >= levels[name]:
            return value
    return ALLIED_MAJOR


# rule: NWK-16.1.4.e
def _incheon(state: KoreaState) -> int:
    """Incheon Again: by the hex and who is near it."""
    korea = state.board
    place, held = korea.place(korea.card["victory"]["hex"]), holders(state)
    ashore = any(s == ALLIED and is_hex(h) and korea.ground[h].is_land for h, s in held.items())
    near = any(held.get(h) == DPRK for h in (place, *korea.near[place]))
    ours = 2 if not ashore else int(controller(state, place) == DPRK)
    theirs = 2 if controller(state, place) == ALLIED else int(not near)
    if ours == theirs:
        return DRAW
    return ours if ours > theirs else -theirs


# rule: NW-12.3, NWK-16.1.6.f, NWS-STD-7.2
def outcome(state: KoreaState) -> Outcome | None:
    """How the game ended, once its last turn is over or a side has won before."""
    scores = {side: state.accounts[side].vp2 for side in SIDES}
    if state.ended:
        return Outcome(winners=(state.ended,), key="outcome.automatic", rule="NW-12.2.c", scores=scores)
    # rule: NW-28.3
    if state.turn <= state.board.turns and state.cease_fire != PEACE:
        return None
    if state.board.card["victory"]["kind"] == "vp":
        return _by_vp(state, scores)
    # rule: NWK-16.2.5.j
    if state.board.is_air_war:
        ahead = tuple(side for side in SIDES if scores[side] > scores[enemy(side)])
        return Outcome(winners=ahead, key="outcome.air_war", rule="NWK-16.2.5.j", scores=scores)
    found = level(state)
    winners = () if found == DRAW else (DPRK,) if found > 0 else (ALLIED,)
    return Outcome(winners=winners, key=f"outcome.{NAMES[found]}", rule=state.board.card["rule"], scores=scores)


def _by_vp(state: KoreaState, scores: dict[str, int]) -> Outcome:
    lead = scores[DPRK] - scores[ALLIED]
    for name, least in state.board.card["victory"]["levels"].items():
        if abs(lead) >= least:
            winner = DPRK if lead > 0 else ALLIED
            return Outcome(winners=(winner,), key=f"outcome.{name}", rule="NW-12.3", scores=scores)
    return Outcome(winners=(), key="outcome.draw", rule="NW-12.3", scores=scores)
