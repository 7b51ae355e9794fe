"""Combat effects: the card drawn for every unit under fire, and what MISS, PIN and HIT do to it (6.4.1 to 6.4.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat import breakdown
from sandtable.games.fieldsoffire.rules.combat.breakdown import LETTERS
from sandtable.games.fieldsoffire.rules.combat.modifier import Reading, net_combat_modifier, volumes_on
from sandtable.games.fieldsoffire.rules.enemy.reactions import read_hit
from sandtable.games.fieldsoffire.rules.terms.draws import draw
from sandtable.games.fieldsoffire.rules.terms.presence import grade_of, presences
from sandtable.games.fieldsoffire.scenario.deck import HIT, MISS, PIN
from sandtable.games.fieldsoffire.scenario.ground import column_of, row_of
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, CASUALTY, FIRE
from sandtable.kernel import Draft, Draw, Ref


# rule: FF-6.4.1, FF-6.4.3.C.a, FF-3.7.4
def due(state: FieldsState) -> tuple[int, ...]:
    """The units for which a card will be drawn: all infantry that any fire touches, in the order of the draws.

    Row by row from the player's side and along each from the left; on a card those outside cover first, then cover by
    cover, and everywhere by the numbers of the counters: the company's come first.
    """
    types = state.board.types
    found = [
        key
        for present in presences(state).values()
        for key in (*present.friendly, *present.enemy)
        if types[key].is_infantry and volumes_on(state, key)
    ]

    def place_in_line(key: int) -> tuple[int, ...]:
        unit = state.units[key]
        return row_of(unit.at), column_of(unit.at), unit.cover, key

    return tuple(sorted(found, key=place_in_line))


# rule: FF-3.7.4, FF-6.4.1, FF-6.0.b
def resolve_all(d: Draft[FieldsState]) -> None:
    """Draw for every unit under fire, by modifiers that were all read off before the first card was drawn."""
    readings = [(key, reading) for key in due(d.now) if (reading := net_combat_modifier(d.now, key)) is not None]
    for key, reading in readings:
        resolve(d, key, reading)


# rule: FF-6.4.1.a
def resolve(d: Draft[FieldsState], key: int, reading: Reading) -> None:
    """Draw for one unit by its net combat modifier."""
    drawn = draw(d, "combat")
    # rule: FF-2.8.3
    result = drawn.card.results[reading.total]
    unit = Ref("unit", key)
    d.log(
        "log.combat",
        RULE_OF_RESULT[result],
        unit,
        draws=(drawn.draw,),
        modifiers=reading.parts,
        unit=unit,
        vof=reading.volume.kind,
        ncm=reading.total,
        result=result,
    )
    if result != MISS:
        breakdown.miss_errand(d, key)  # rule: FF-4.3.2.a1
    if result == HIT:
        hit(d, key)  # rule: FF-6.4.2.C
    elif result == PIN:
        pin(d, key)  # rule: FF-6.4.2.B
    elif d.now.units[key].pinned:  # equivalent[always]: nobody else is
        d.edit("units", key, pinned=False)  # rule: FF-6.4.2.A


RULE_OF_RESULT = {HIT: "FF-6.4.2.C", PIN: "FF-6.4.2.B", MISS: "FF-6.4.2.A"}


# rule: FF-6.4.2.B, FF-8.14.a
def pin(d: Draft[FieldsState], key: int) -> None:
    """Pin a unit; men of a human wave never are."""
    if not d.now.units[key].wave:
        d.edit("units", key, pinned=True)


# rule: FF-6.4.2.C, FF-6.4.3.a, FF-2.8.4
def hit(d: Draft[FieldsState], key: int) -> None:
    """Draw the effect of a hit by the unit's experience and apply it."""
    drawn = draw(d, "hit")
    letters = read_hit(d.now, key, drawn.card.hits[grade_of(d.now, key)])
    unit = Ref("unit", key)
    d.log("log.hit", "FF-6.4.3.a", unit, draws=(drawn.draw,), unit=unit, letters=letters)
    take_hit(d, key, letters)


# rule: FF-6.4.3.a
def take_hit(d: Draft[FieldsState], key: int, letters: str) -> None:
    """Turn one step after the other into what its letter says; whatever is left of the unit is pinned."""
    left = 0
    for letter in letters:
        unit = d.now.units[key]
        if unit.steps > 1:
            left = lose_step(d, key, LETTERS[letter])
        else:
            # rule: FF-6.4.3.d
            convert(d, key, LETTERS[letter], left)
            return
    kind, unit = d.now.board.types[key], d.now.units[key]
    if unit.steps < kind.least_steps:
        # rule: FF-6.4.3.b, FF-6.4.3.e
        dissolve(d, key)
        return
    pin(d, key)  # rule: FF-6.4.2.C.a


# rule: FF-6.4.3.C, FF-6.4.3.P, FF-6.4.3.L
def lose_step(d: Draft[FieldsState], key: int, to: str) -> int:
    """One step of a unit with several becomes a team or a casualty on its card; the number of the team."""
    state, unit = d.now, d.now.units[key]
    kind = state.board.types[key]
    draws: tuple[Draw, ...] = ()
    # rule: FF-6.4.3.F
    if to == FIRE:
        team, draws = breakdown.drawn(d, kind, unit.steps)
    else:
        team = breakdown.generic(state, kind, to)
        charted = breakdown.charted(state, kind, unit.steps)
        # rule: FF-6.4.3.A, FF-6.4.3.A.a
        if to == ASSAULT and breakdown.is_named(state, charted):
            team = charted
    made = breakdown.place_team(d, key, team, pinned=True)
    d.edit("units", key, steps=unit.steps - 1)
    _tell(d, key, made, draws)
    # rule: FF-6.3.2.b
    breakdown.share_fire(d, key, made)
    # rule: FF-5.1.6.E.a
    return made if to != CASUALTY else 0  # equivalent[always]: a casualty takes nothing over


def dissolve(d: Draft[FieldsState], key: int) -> None:
    """The last step of a unit without a side for one step becomes the Fire Team that its chart names."""
    kind = d.now.board.types[key]
    _replace(d, key, breakdown.charted(d.now, kind, 1))


def convert(d: Draft[FieldsState], key: int, to: str, left: int = 0) -> None:
    """The only step of a unit becomes a team or a casualty; ``left`` is the team that the step before it has become.

    Its own kind only pins it. A unit with a named Fire Team on its back turns over for F and for A; on that side
    already it is only pinned.
    """
    kind, unit = d.now.board.types[key], d.now.units[key]
    # rule: FF-6.4.3.c, FF-6.4.3.A.b
    if kind.kind == to or (unit.flipped and to in (FIRE, ASSAULT)):
        pin(d, key)
    elif to in (FIRE, ASSAULT) and kind.team is not None:
        # rule: FF-6.4.3.F, FF-6.4.3.A
        d.edit("units", key, flipped=True)
        pin(d, key)
        d.log("log.flipped", "FF-6.4.3.F", Ref("unit", key), unit=Ref("unit", key))
    elif to == FIRE and not kind.is_team:  # equivalent[without: not kind.is_team]: teams have no chart
        _replace(d, key, breakdown.charted(d.now, kind, 1))
    elif to == ASSAULT and kind.breakdown and breakdown.is_named(d.now, kind.breakdown.last):
        _replace(d, key, kind.breakdown.last)  # rule: FF-6.4.3.A.a
    else:
        # rule: FF-6.4.3.imp
        _replace(d, key, breakdown.generic(d.now, kind, to), left)


def _replace(d: Draft[FieldsState], key: int, team: str, left: int = 0) -> None:
    """Put a team in place of a unit that is removed from play; its load goes with the last step that is no casualty."""
    made = breakdown.place_team(d, key, team, pinned=True)
    # rule: FF-5.1.6.E.a
    heir = left if left and d.now.board.types[made].kind == CASUALTY else made
    # rule: FF-5.1.6.E.c
    if not d.now.board.types[key].is_team:
        breakdown.lose_rounds(d, key, heir)
    breakdown.hand_over(d, key, heir)
    _tell(d, key, made)
    # rule: FF-6.3.2.b
    breakdown.share_fire(d, key, made)
    breakdown.remove_unit(d, key)


def _tell(d: Draft[FieldsState], key: int, made: int, draws: tuple[Draw, ...] = ()) -> None:
    kind = d.now.board.types[made]
    rule = RULE_OF.get(kind.kind, "FF-6.4.3.F")
    unit, team = Ref("unit", key), Ref("unit", made)
    d.log("log.step_became", rule, unit, team, draws=draws, unit=unit, team=team, what=kind.kind)


RULE_OF = {
    CASUALTY: "FF-6.4.3.C",
    "paralyzed": "FF-6.4.3.P",
    "litter": "FF-6.4.3.L",
    FIRE: "FF-6.4.3.F",
    ASSAULT: "FF-6.4.3.A",
}
