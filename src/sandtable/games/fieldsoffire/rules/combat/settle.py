"""What follows every change on the map, until nothing changes any more (3.0, 6.0).

The paragraphs in their order:

1. 2.2.1, 5.2: cards that somebody sees are turned up.
2. 8.5: where one enemy of a card is spotted, all are. 8.6.5, 8.11: crews leave mortars that are overrun and weapons
   without ammunition. 7.2.4: guns without ammunition lose their protective lines.
3. 6.1.2, 6.3.4: fire that goes on stops, shifts to its own card, is pulled back or follows along its line.
4. 6.1.1, 6.3.2, 6.3.5: units that are not engaged join fire that goes on beside them, or open fire.
5. 7.10.4, 7.11.5, 7.3.1: grenades and concentrated fire that have lost their target are taken off, and the indirect
   fire of mortars that have moved.
6. 8.1: the activity level is what the map shows.

Steps 3 and 4 each look at one and the same picture and change everything together, friend and foe alike, so that
nobody gains by being looked at first; then it is looked at again. During Combat Effects nothing is brought up to date:
all results are simultaneous, and this begins again with Cleanup.
"""

from __future__ import annotations

from sandtable.games.fieldsoffire import model
from sandtable.games.fieldsoffire.model import ENEMY, FieldsState, Fire, Marker
from sandtable.games.fieldsoffire.rules.combat.continuing import CEASED, turns
from sandtable.games.fieldsoffire.rules.combat.opening import openings, ready
from sandtable.games.fieldsoffire.rules.enemy import activity
from sandtable.games.fieldsoffire.rules.enemy.munitions import crews_without_rounds
from sandtable.games.fieldsoffire.rules.enemy.reactions import overrun, react, sweep
from sandtable.games.fieldsoffire.rules.ground.sight import unseen_in_sight
from sandtable.games.fieldsoffire.rules.ground.terrain import reveal
from sandtable.games.fieldsoffire.rules.memory import shows, unless
from sandtable.games.fieldsoffire.rules.picture import HOLDS, PICTURE
from sandtable.games.fieldsoffire.rules.terms.presence import presences
from sandtable.games.fieldsoffire.rules.urban.areas import has_unsettled, settle_in
from sandtable.games.fieldsoffire.rules.weapons import concentrating, grenades, indirect, sniping
from sandtable.games.fieldsoffire.rules.weapons.lines import lift_lines, lost_lines
from sandtable.kernel import Draft, Ref, derived

PATIENCE = 50
"""Rounds after which a map that does not come to rest is an error."""


# rule: FF-3.0.a, FF-6.0, FF-6.0.b
def settle(d: Draft[FieldsState]) -> None:
    """Bring cards, spotting, fire, markers and activity up to date with the map."""
    if d.now.frozen or d.now.over or is_at_rest(d.now):
        return
    for _ in range(PATIENCE):
        settle_in(d)
        react(d)
        lift_lines(d)
        if not (reveal(d) or spot_together(d) or go_on(d) or begin(d)):
            break
    else:
        raise RuntimeError(f"fire does not come to rest: {dict(d.now.fires)}")
    grenades.lapse(d)
    concentrating.lapse(d)
    sniping.lapse(d)
    indirect.lapse(d)
    activity.update(d)


@derived("activity", *PICTURE, **HOLDS)
def is_at_rest(state: FieldsState) -> bool:
    """Whether none of the paragraphs would change anything: so most of what happens leaves the map."""
    return not (
        has_unsettled(state)
        or crews_without_rounds(state)
        or overrun(state)
        or lost_lines(state)
        or unseen_in_sight(state)
        or given_away(state)
        or turns(state)
        or ready(state)
        or any(_is_void(state, marker) for marker in state.markers.values())
        or activity.activity(state) != state.activity
    )


def _is_void(state: FieldsState, marker: Marker) -> bool:
    """Whether a marker has lost its target."""
    match marker.kind:
        case model.GRENADE:
            return grenades.is_wasted(state, marker)
        case model.CONCENTRATED:
            return concentrating.is_lost(state, marker)
        case model.INDIRECT:
            return indirect.is_lost(state, marker)
        case _:
            return sniping.is_lost(state, marker)


# rule: FF-8.5.a
@derived("units", units=unless(shows))
def given_away(state: FieldsState) -> dict[int, tuple[int, ...]]:
    """The cards on which some of the enemy are spotted, with those who are not yet."""
    units, found = state.units, {}
    for card, present in presences(state).items():
        hidden = tuple(key for key in present.enemy if units[key].unspotted)
        if hidden and len(hidden) < len(present.enemy):
            found[card] = hidden
    return found


# rule: FF-8.5.a, FF-8.5.u
def spot_together(d: Draft[FieldsState]) -> bool:
    """A card never holds spotted and unspotted enemy: one who is spotted gives the others away."""
    found = given_away(d.now)
    for card, hidden in found.items():
        for key in hidden:
            d.edit("units", key, unspotted=False)
        d.log("log.spotted", "FF-8.5.a", Ref("place", card), card=Ref("place", card))
    return bool(found)


# rule: FF-6.1.2.a, FF-6.3.4.a
def go_on(d: Draft[FieldsState]) -> bool:
    """Change the fire of engaged units as the map demands; true when any changed."""
    found = turns(d.now)
    for turn in found:
        unit = Ref("unit", turn.unit)
        if turn.fire is None:
            d.drop("fires", turn.unit)
            d.log("log.fire_ceased", turn.rule, unit, by=_seat(d, turn.unit), unit=unit, why=CEASED)
            continue
        d.put("fires", turn.unit, turn.fire)
        card = Ref("place", turn.fire.at)
        d.log("log.fire_shifted", turn.rule, unit, card, by=_seat(d, turn.unit), unit=unit, card=card, why=turn.why)
    return bool(found)


# rule: FF-6.1, FF-6.1.1.a, FF-6.3.2
def begin(d: Draft[FieldsState]) -> bool:
    """Let everybody who must open fire do so; true when anybody did."""
    found = openings(d)
    for opening in found:
        d.put("fires", opening.unit, Fire(opening.card))
        unit, card = Ref("unit", opening.unit), Ref("place", opening.card)
        d.log(
            f"log.fire_{opening.why}",
            opening.rule,
            unit,
            card,
            draws=opening.draws,
            by=_seat(d, opening.unit),
            unit=unit,
            card=card,
        )
        # rule: FF-8.4.4
        if d.now.board.sides[opening.unit] == ENEMY:
            sweep(d, d.now.units[opening.unit].at, opening.card)
    return bool(found)


def _seat(d: Draft[FieldsState], key: int) -> str:
    """Whose doing it is: the fire of the enemy is nobody's."""
    return "" if d.now.board.sides[key] == ENEMY else d.now.board.seats[0]
