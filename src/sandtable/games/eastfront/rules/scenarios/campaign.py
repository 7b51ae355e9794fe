"""Scenario 5, the campaign: the Axis chooses a plan of victory in secret and shows it later (EFS-10.55).

With the plan of Kerch two mountain divisions cross the strait; with that of Sevastopol the Axis receives replacements.
"""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, CADRE, ELIMINATED, WITHDRAWN, CrimeaState, Piece
from sandtable.games.eastfront.rules.arrivals import groups
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.games.eastfront.rules.scenarios import plans
from sandtable.games.eastfront.rules.scenarios.plans import CROSSED, KERCH, PLANS, REVEALED, SEVASTOPOL, terms
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, ref
from sandtable.games.eastfront.rules.victory import places, scoring
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

PANZER = ("panzer", "battalions")
"""Kinds of formation that are panzer divisions."""


# -- choosing and showing ----------------------------------------------------------------------------------------------


# rule: EFS-10.55.a
def why_not_choose(state: CrimeaState, seat: str, plan: str) -> Refusal | None:
    """Why a plan cannot be chosen: it is chosen once, and in time."""
    card = terms(state.board)
    if seat != AXIS or not card or plan not in PLANS:
        return refuse("EFS-10.55.a", "refuse.no_plans")
    if state.plan:
        return refuse("EFS-10.55.a", "refuse.plan_chosen")
    return None


def choices(state: CrimeaState, seat: str) -> OneOf:
    """Plans between which the Axis chooses."""
    return pick("plan", PLANS, lambda plan: why_not_choose(state, seat, plan))


def choose(d: Draft[CrimeaState], plan: str) -> None:
    """Choose a plan, unseen by the other side."""
    d.set(plan=plan)
    d.log("log.plan_chosen", "EFS-10.55.a")


# rule: EFS-10.55.a
def undecided(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, in the turn in which it has to choose at last."""
    card = terms(state.board)
    return (AXIS,) if card and not state.plan and state.turn >= int(card["choose_by"]) else ()


# rule: EFS-10.55.a
def why_not_reveal(state: CrimeaState, seat: str) -> Refusal | None:
    """Why a plan cannot be shown now."""
    if seat != AXIS or not terms(state.board) or not state.plan:
        return refuse("EFS-10.55.a", "refuse.no_plan_yet")
    return refuse("EFS-10.55.a", "refuse.plan_shown") if plans.is_revealed(state) else None


def planner(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, while it can choose a plan, show it or send its divisions over the strait."""
    if not terms(state.board):
        return ()
    able = not state.plan or not plans.is_revealed(state) or why_not_cross(state, AXIS) is None
    return (AXIS,) if able else ()


# rule: EFS-10.55.a
def reveal_due(d: Draft[CrimeaState]) -> None:
    """Show the plan in the last turn for it; the mountain divisions that stay give that of Kerch away before."""
    card = terms(d.now.board)
    if not card or not d.now.plan or plans.is_revealed(d.now):
        return
    stays = d.now.plan == KERCH and d.now.turn >= int(card["divisions_leave"])
    if stays or d.now.turn >= int(card["reveal_by"]):
        reveal(d)


def reveal(d: Draft[CrimeaState]) -> None:
    """Show the plan: points that were counted by the other are corrected, and its gains begin."""
    d.put("tracks", REVEALED, d.now.turn)
    d.log("log.plan_shown", "EFS-10.55.a", plan=d.now.plan)
    card = terms(d.now.board)
    # rule: EFS-10.55.f
    if d.now.plan == SEVASTOPOL:
        replacements.earn(d, AXIS, replacements.TYPE_I, int(card["sevastopol_type_i"]), "EFS-10.55.f")
        return
    places.recount(d)
    # rule: EFS-10.54.j
    if back := groups.overpaid(d.now, AXIS, str(card["group"])):
        scoring.score(d, "plan", back)


# rule: EFS-10.55.e
def take_due(d: Draft[CrimeaState]) -> None:
    """With the plan of Kerch the mountain divisions have to be taken: at last in the last turn in which they can be."""
    card = terms(d.now.board)
    if not card or d.now.plan != KERCH or d.now.turn != groups.last_turn(d.now, AXIS, str(card["group"])):
        return
    if groups.why_not_accept(d.now, AXIS, str(card["group"])) is None:
        groups.accept(d, AXIS, str(card["group"]))


# -- the strait --------------------------------------------------------------------------------------------------------


def _divisions(state: CrimeaState) -> tuple[int, ...]:
    names = terms(state.board).get("divisions", ())
    return tuple(key for key, unit in state.board.units.items() if unit.name in names)


# rule: EFS-10.55.e
def why_not_cross(state: CrimeaState, seat: str) -> Refusal | None:
    """Why the mountain divisions do not go over the strait: all of them begin the turn in Kerch, at full strength."""
    card = terms(state.board)
    if seat != AXIS or not card or state.plan != KERCH or CROSSED in state.tracks:
        return refuse("EFS-10.55.e", "refuse.no_crossing")
    port = int(card["port"])
    for key in _divisions(state):
        piece = state.pieces.get(key)
        if piece is None or piece.hex != port or piece.steps < state.board.units[key].steps:
            return refuse("EFS-10.55.e", "refuse.not_at_strait", ref(key), unit=ref(key), place=at(port))
    return None


def cross(d: Draft[CrimeaState]) -> None:
    """Send the divisions over the strait: they leave, and supply is short for ten turns."""
    if not plans.is_revealed(d.now):
        reveal(d)
    for key in _divisions(d.now):
        d.put("pieces", key, Piece(box=WITHDRAWN))
    d.put("tracks", CROSSED, d.now.turn)
    d.log("log.strait_crossed", "EFS-10.55.e", *map(ref, _divisions(d.now)), turns=plans.SHORT_OF_SUPPLY)


# -- points ------------------------------------------------------------------------------------------------------------


# rule: EFS-10.55.e, EFS-10.5.ev
def count_turn(d: Draft[CrimeaState]) -> None:
    """Every turn that ends without the crossing costs a point, from the turn on in which the plan lies open."""
    card = terms(d.now.board)
    if card and d.now.plan == KERCH and d.now.turn >= int(card["reveal_by"]) and CROSSED not in d.now.tracks:
        scoring.score(d, "strait", -1)


# rule: EFS-10.55.e, EFS-10.55.f
def count_goal(d: Draft[CrimeaState]) -> None:
    """At the end the goal of the plan counts for itself, where the Axis holds it."""
    card = d.now.board.card.get("plans")
    if card and d.now.turn == d.now.board.last_turn:
        goal = card["goals"][plans.shown(d.now)]
        if d.now.control.get(int(goal["hex"])) == AXIS:
            scoring.score(d, "plan", int(goal["vp"]))


# rule: EFS-10.5.ev
def count_panzers(d: Draft[CrimeaState]) -> None:
    """At the end every panzer division of which nothing is left but Cadre costs a point."""
    board = d.now.board
    if d.now.turn != board.last_turn or not board.card["victory"].get("panzer_division_lost"):
        return
    for name, row in board.formations.items():
        parts = [d.now.pieces[k] for k, u in board.units.items() if u.formation == name and k in d.now.pieces]
        if row["kind"] in PANZER and parts and all(piece.box in (CADRE, ELIMINATED) for piece in parts):
            scoring.score(d, "panzer_division", int(board.card["victory"]["panzer_division_lost"]))
