"""Experience points: what an attempt has earned (12.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.games.fieldsoffire.model import ENEMY, OFFENSIVE, FieldsState
from sandtable.games.fieldsoffire.rules.ground.cover import occupants
from sandtable.games.fieldsoffire.rules.sequence.objectives import HOME, ROUTE, TOUCHED, is_lost
from sandtable.games.fieldsoffire.rules.sequence.standing import STARRED
from sandtable.games.fieldsoffire.rules.terms.presence import is_cleared, is_secured, on_card
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.ground import row_of
from sandtable.games.fieldsoffire.scenario.setup import contact_letter
from sandtable.kernel import Draft, Modifier, Ref, Sum

EXPERIENCE = "experience"
"""Points that can still be spent."""
COUNTED = {
    "evacuated": "evacuate_friendly_casualty_step",
    "prisoners": "prisoner_step",
    "captured": "enemy_casualty_captured_step",
    "grenades": "point_blank_grenade_success",
    "razed_bunker": "clear_bunker",
    "razed_pillbox": "clear_pillbox",
    STARRED: STARRED,
}
"""What is counted during play, with the task that each of them is."""
CONTROLS = ("primary", "secondary", "attack_position")
STRONG = {"bunker": "clear_bunker", "pillbox": "clear_pillbox"}
LINES = {1: "hold_row_1_card", 2: "hold_row_2_card"}


def values(state: FieldsState) -> Mapping[str, int]:
    """Points by task in missions of this kind."""
    found: Mapping[str, int] = data("counters")["experience_points"][state.board.mission.type]
    return found


# rule: FF-12.1.a, FF-12.1.b, FF-3.9.1
def earned(state: FieldsState) -> Iterator[Modifier]:
    """Every task that this attempt has done, with its points; ground is judged as it stands now."""
    worth = values(state)
    for name, task in COUNTED.items():
        if state.points.get(name) and task in worth:
            yield Modifier("FF-12.1.a", f"modifier.{task}", state.points[name] * worth[task])
    match state.board.mission.type:
        case "offensive":
            yield from _ground(state, worth)
            yield from _areas(state, worth)
        case "patrol":
            yield from _patrol(state, worth)
        case _:
            yield from _held(state, worth)


# rule: FF-12.1.b, FF-12.1.d, FF-3.9.1
def _ground(state: FieldsState, worth: Mapping[str, int]) -> Iterator[Modifier]:
    """Objectives and the attack position where they are secured, other cards where they are cleared: once a mission."""
    for card, task in tasks_of_ground(state).items():
        yield Modifier("FF-12.1.b", f"modifier.{task}", worth[task], points=(Ref("place", card),))


# rule: FF-12.1.b, FF-12.1.d, FF-3.9.1
def tasks_of_ground(state: FieldsState) -> dict[int, str]:
    """The cards that bring points now, with the task that each of them is."""
    named = {state.controls[name]: name for name in CONTROLS if name in state.controls}
    found: dict[int, str] = {}
    for card in state.board.ground:
        if state.cards[card].scored:
            continue
        if card in named:
            if is_secured(state, card):
                found[card] = f"secure_{named[card]}"
        elif is_cleared(state, card):
            letter = contact_letter(state.board, card)
            found[card] = "clear_other_pc_a_card" if letter == "A" else "clear_other_pc_b_or_c_card"
    return found


# rule: FF-12.1.c
def _areas(state: FieldsState, worth: Mapping[str, int]) -> Iterator[Modifier]:
    """Bunkers and pillboxes, which only the enemy has in an attack: cleared when none of his is in them any more."""
    for number in strongholds(state):
        cover = state.covers[number]
        task = STRONG[cover.kind]
        yield Modifier("FF-12.1.c", f"modifier.{task}", worth[task], points=(Ref("place", cover.at),))


# rule: FF-12.1.c, FF-12.1.d
def strongholds(state: FieldsState) -> tuple[int, ...]:
    """Bunkers and pillboxes that were the enemy's, have none of his in them, and have not scored yet."""
    inside = occupants(state)
    held = {cover for cover, keys in inside.items() if any(state.board.sides[key] == ENEMY for key in keys)}
    return tuple(
        number
        for number, cover in state.covers.items()
        if cover.kind in STRONG and not cover.scored and number not in held
    )


# rule: FF-12.1.a, FF-2.6.3
def _patrol(state: FieldsState, worth: Mapping[str, int]) -> Iterator[Modifier]:
    """Points of the route that were touched, the objective, and the way home; also when the patrol failed."""
    if state.points.get(ROUTE):
        yield Modifier("FF-2.6.3", "modifier.route_point", state.points[ROUTE] * worth["route_point"])
    if state.points.get(TOUCHED):
        yield Modifier("FF-2.6.3", "modifier.primary_cleared", worth["primary_cleared"])
    if state.points.get(HOME):
        yield Modifier("FF-2.6.3", "modifier.patrol_success", worth["patrol_success"])


# rule: FF-12.1.b
def _held(state: FieldsState, worth: Mapping[str, int]) -> Iterator[Modifier]:
    """Cards of the first two rows that are not lost, and an outpost that is the company's."""
    for row, task in LINES.items():
        held = sum(not is_lost(state, card) for card in state.board.ground if row_of(card) == row)
        if held:
            yield Modifier("FF-12.1.b", f"modifier.{task}", held * worth[task])
    outpost = state.controls.get("cop", 0)
    if outpost and on_card(state, outpost).friendly and not on_card(state, outpost).enemy:
        yield Modifier("FF-12.1.b", "modifier.recover_cop", worth["recover_cop"])


# rule: FF-12.1.a, FF-3.9.1, FF-12.1.d
def score(d: Draft[FieldsState]) -> int:
    """Total the points of an attempt and add them to what can be spent; what has scored scores no more."""
    parts = Sum.of(earned(d.now))
    if d.now.board.mission.type == OFFENSIVE:
        for card in tasks_of_ground(d.now):
            d.edit("cards", card, scored=True)
        for number in strongholds(d.now):
            d.edit("covers", number, scored=True)
    for name in (*COUNTED, ROUTE, TOUCHED):
        if name in d.now.points:
            d.drop("points", name)
    d.put("points", EXPERIENCE, d.now.points.get(EXPERIENCE, 0) + parts.total)
    d.log("log.scored", "FF-12.1.a", modifiers=parts, points=parts.total, attempt=d.now.attempt)
    return parts.total
