"""Prisoners: who is captured, who guards them, and casualties that fall into the company's hands (3.5.1, 8.15)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    CAPTURED,
    DEFENSIVE,
    ENEMY,
    FRIENDLY,
    GUARDING,
    SIDES,
    FieldsState,
    Unit,
    opponent,
)
from sandtable.games.fieldsoffire.rules.combat import breakdown
from sandtable.games.fieldsoffire.rules.ground.loads import leave_behind
from sandtable.games.fieldsoffire.rules.preparation.limits import is_behind_line
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import on_card, presences, rating
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, CASUALTY, FIRE, LITTER, PARALYZED
from sandtable.kernel import Draft, Draw, Ref, Refusal, refuse

PRISONERS = "prisoners"
"""Enemies who were taken alive are counted apart from casualties."""
HELPLESS = (PARALYZED, LITTER)


# rule: FF-3.5.1.a, FF-8.15.a
def captors_of(state: FieldsState, card: int, side: str) -> tuple[int, ...]:
    """Units that can take prisoners of a side on a card: unpinned infantry of the other with a volume of fire.

    Vehicles take nobody.
    """
    types, units = state.board.types, state.units
    return tuple(
        key
        for key in on_card(state, card).of(opponent(side))
        if types[key].is_infantry and not units[key].pinned and rating(state, key).is_printed
    )


# rule: FF-3.5.1.a, FF-8.15.a
def captured_on(state: FieldsState, card: int, side: str) -> tuple[int, ...]:
    """Paralyzed and Litter Teams of a side with nobody else of it on their card, and captors beside them."""
    found = on_card(state, card).of(side)
    if not found or any(state.board.types[key].kind not in HELPLESS for key in found):
        return ()
    return found if captors_of(state, card, side) else ()


# rule: FF-3.5.1.b, FF-8.15.d
def takes_prisoners(state: FieldsState, side: str) -> bool:
    """Whether a side takes prisoners, which a briefing may deny."""
    return side not in state.board.mission.setup.get("no_prisoners", ())


def waiting(state: FieldsState) -> tuple[int, ...]:
    """Cards on which the company has prisoners to lead away, and names their guard."""
    if not takes_prisoners(state, FRIENDLY):
        return ()
    return tuple(card for card in presences(state) if captured_on(state, card, ENEMY))


# rule: FF-3.5.1.a
def capture(d: Draft[FieldsState]) -> None:
    """Whoever takes no prisoners kills them; of the enemy any step, as chance has it, leads the company's men away."""
    for card in tuple(presences(d.now)):
        for side in SIDES:
            found = captured_on(d.now, card, side)
            captor = opponent(side)
            if not found:
                continue
            # rule: FF-3.5.1.b, FF-8.15.d
            if not takes_prisoners(d.now, captor):
                for key in found:
                    _kill(d, key)
            elif captor == ENEMY:
                # rule: FF-8.15.b1
                guard, draws = random_one(d, "guard", captors_of(d.now, card, side))
                lead_away(d, card, guard, "", draws)


# rule: FF-3.5.1.b, FF-8.15.d
def _kill(d: Draft[FieldsState], key: int) -> None:
    kind, me = d.now.board.types[key], Ref("unit", key)
    made = breakdown.place_team(d, key, breakdown.generic(d.now, kind, CASUALTY), pinned=False)
    leave_behind(d, key)
    breakdown.remove_unit(d, key)
    d.log("log.killed", "FF-8.15.d", me, unit=me, casualty=Ref("unit", made))


# rule: FF-8.15.b1, FF-3.5.1.b
def why_not_guard(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot give a guard: it must be one of those who took the prisoners."""
    me, at = Ref("unit", key), state.units[key].at
    if at in waiting(state) and key in captors_of(state, at, ENEMY):
        return None
    return refuse("FF-8.15.b1", "refuse.no_guard", me, unit=me)


# rule: FF-8.15.b2
def needs_team(state: FieldsState, key: int) -> bool:
    """Whether the step that is left when a unit gives a guard has no side of its own and becomes a team."""
    steps = state.units[key].steps
    return steps > 1 and steps <= state.board.types[key].least_steps


# rule: FF-8.15.b, FF-8.15.b2, FF-8.15.c
def lead_away(d: Draft[FieldsState], card: int, guard: int, team: str, draws: tuple[Draw, ...] = ()) -> None:
    """One step of the guard's unit leaves play with all prisoners of its card, however many they are."""
    side = opponent(d.now.board.sides[guard])
    prisoners = captured_on(d.now, card, side)
    me, told = Ref("unit", guard), tuple(Ref("unit", key) for key in prisoners)
    # rule: FF-8.15.b1
    d.log("log.captured", "FF-8.15.b1", me, *told, draws=draws, unit=me, prisoners=len(prisoners))
    for key in prisoners:
        take_in(d, key)
    _give_guard(d, guard, team)


# rule: FF-8.15.b, FF-8.15.b3, FF-8.15.b2
def _give_guard(d: Draft[FieldsState], guard: int, team: str) -> None:
    """Take the guard's step off its unit; friendly guards are noted with their experience and come back afterwards.

    A unit of one step goes itself, and comes back as what it is.
    """
    unit, kind = d.now.units[guard], d.now.board.types[guard]
    goes_itself = unit.steps == 1 and kind.side == FRIENDLY and not kind.is_team
    if kind.side == FRIENDLY and not goes_itself:
        grade = f"guards.{unit.experience}"
        d.put("points", grade, d.now.points.get(grade, 0) + 1)
    if unit.steps == 1:
        leave_behind(d, guard)
        breakdown.remove_unit(d, guard)
        if goes_itself:
            row = Unit(box=GUARDING, steps=unit.steps, platoon=unit.platoon, experience=unit.experience)
            d.put("units", guard, row)
        return
    if not needs_team(d.now, guard):
        d.edit("units", guard, steps=unit.steps - 1)
        return
    draws: tuple[Draw, ...] = ()
    if kind.side == ENEMY:
        team, draws = random_one(d, "guard", (FIRE, ASSAULT))
    named = breakdown.charted(d.now, kind, 1) if team == FIRE else breakdown.generic(d.now, kind, ASSAULT)
    made = breakdown.place_team(d, guard, named, pinned=False)
    breakdown.hand_over(d, guard, made)
    breakdown.step_into(d, guard, made)
    breakdown.remove_unit(d, guard)
    me, left = Ref("unit", guard), Ref("unit", made)
    d.log("log.step_became", "FF-8.15.b2", me, left, draws=draws, unit=me, team=left, what=d.now.board.types[made].kind)


def take_in(d: Draft[FieldsState], key: int) -> None:
    """A prisoner or a captured casualty leaves play; enemies are counted, the company's men are in their box."""
    leave_behind(d, key)
    if d.now.board.sides[key] == ENEMY:
        name = CAPTURED if d.now.board.types[key].kind == CASUALTY else PRISONERS
        d.put("points", name, d.now.points.get(name, 0) + 1)
        breakdown.remove_unit(d, key)
    else:
        lost = "lost_prisoners"
        d.put("points", lost, d.now.points.get(lost, 0) + 1)
        breakdown.remove_unit(d, key)


# rule: FF-3.5.1.c, FF-8.15.1
def is_in_our_hands(state: FieldsState, card: int) -> bool:
    """Whether enemy casualties on a card are captured: where no enemy is and no marker, or friendly units are.

    Units of both sides leave it open. In front of the main line of a defence friendly units must be there.
    """
    present = on_card(state, card)
    if present.is_joint:
        return False
    if present.friendly:
        return True
    mission = state.board.mission
    # rule: FF-8.15.1.b
    if mission.type == DEFENSIVE and not is_behind_line(state, card):
        return False
    # rule: FF-8.15.1.a
    return not present.enemy and not state.cards[card].contact


# rule: FF-3.5.1.c, FF-8.15.1, FF-8.15.1.c
def capture_casualties(d: Draft[FieldsState]) -> None:
    """At the end of the segment enemy casualties are captured, without guards; the enemy captures none."""
    for card, present in tuple(presences(d.now).items()):
        for key in present.casualties:
            if d.now.board.sides[key] == ENEMY and is_in_our_hands(d.now, card):
                me = Ref("unit", key)
                d.log("log.casualty_captured", "FF-8.15.1", me, unit=me, card=Ref("place", card))
                take_in(d, key)
