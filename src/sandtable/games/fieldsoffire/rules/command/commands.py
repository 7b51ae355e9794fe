"""Commands: how many a headquarters draws, how many it may spend and save (4.1)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.fieldsoffire.model import (
    AIRSTRIKE,
    GREEN,
    INCOMING,
    LINE,
    NO_CONTACT,
    PATROL,
    VETERAN,
    Command,
    FieldsState,
    Impulse,
)
from sandtable.games.fieldsoffire.rules.combat.modifier import volumes_on
from sandtable.games.fieldsoffire.rules.terms.draws import draw
from sandtable.games.fieldsoffire.rules.terms.presence import grade_of
from sandtable.games.fieldsoffire.rules.urban.areas import is_covered
from sandtable.games.fieldsoffire.rules.visibility.light import is_limited
from sandtable.games.fieldsoffire.rules.weapons.sniping import is_sniped_at
from sandtable.games.fieldsoffire.scenario.units import HQ_CO, HQ_HIGHER, HQ_PLATOON, STAFF
from sandtable.kernel import Draft, Draw, Modifier, Ref, Sum

SPEND, SPEND_LIMITED = 6, 4
SAVE = {GREEN: (3, 2), LINE: (6, 4), VETERAN: (9, 6)}
"""Saved commands that may be held, in clear and in limited visibility."""
ACTIVATED, INITIATIVE, STAFF_INITIATIVE, GENERAL = "activated", "initiative", "staff", "general"
HARD = (INCOMING, AIRSTRIKE)


# rule: FF-4.1.3.a, FF-9.1.1
def spend_limit(state: FieldsState) -> int:
    """Commands that may be spent in one impulse."""
    return SPEND_LIMITED if is_limited(state) else SPEND


# rule: FF-4.1.3.b, FF-9.1.1, FF-9.1.1.a
def save_limit(state: FieldsState, hq: int) -> int:
    """Commands that a headquarters may keep for later turns."""
    # rule: FF-4.1.3.b1, FF-4.1.3.b2, FF-4.1.3.b3
    by_light = SAVE[state.units[hq].experience]
    return by_light[is_limited(state)]


# rule: FF-4.1.2
def draw_modifiers(state: FieldsState, hq: int) -> Iterator[Modifier]:
    """What changes the number of commands drawn."""
    unit, grade = state.units[hq], grade_of(state, hq)
    # rule: FF-4.1.2.pin
    if unit.pinned:
        yield Modifier("FF-4.1.2.pin", "modifier.pinned", -1)
    # rule: FF-4.1.2.green
    if grade == GREEN:
        yield Modifier("FF-4.1.2.green", "modifier.green", -1)
    # rule: FF-4.1.2.vet
    if grade == VETERAN:
        yield Modifier("FF-4.1.2.vet", "modifier.veteran", 1)
    # rule: FF-4.1.2.cover
    if is_covered(state, unit):
        yield Modifier("FF-4.1.2.cover", "modifier.cover", 1)
    yield from _under_fire(state, hq)
    # rule: FF-4.1.2.nc
    if state.activity == NO_CONTACT:
        yield Modifier("FF-4.1.2.nc", "modifier.no_contact", 1)


# rule: FF-4.1.2.one
def _under_fire(state: FieldsState, hq: int) -> Iterator[Modifier]:
    """The strongest fire on a headquarters counts, and only that."""
    # rule: FF-4.1.2.sniper
    if is_sniped_at(state, state.units[hq].at):
        yield Modifier("FF-4.1.2.sniper", "modifier.under_heavy", -3)
        return
    found = volumes_on(state, hq)
    if not found:
        return
    strongest = min(found, key=lambda one: one.value)
    match strongest.kind:
        case "pinned":
            return
        case "S":
            # rule: FF-4.1.2.vofS
            yield Modifier("FF-4.1.2.vofS", "modifier.under_small_arms", -1)
        case "A":
            # rule: FF-4.1.2.vofA
            yield Modifier("FF-4.1.2.vofA", "modifier.under_automatic", -2)
        case _:
            # rule: FF-4.1.2.vofH
            yield Modifier("FF-4.1.2.vofH", "modifier.under_heavy", -3)


def begin_impulse(d: Draft[FieldsState]) -> None:
    """Draw the commands of a headquarters and lay its saved ones to them."""
    hq = d.now.subject(Impulse).hq
    if hq not in d.now.commands:  # rule: FF-2.3.5.b
        d.put("commands", hq, Command())
    command, head = d.now.commands[hq], Ref("unit", hq)
    is_activated = command.activated
    kind = d.now.board.types[hq].kind
    draws: tuple[Draw, ...] = ()
    if kind == HQ_HIGHER:
        # rule: FF-3.3.1a.2, FF-4.1.1.bn.b
        drawn, parts = spend_limit(d.now), Sum()
    elif not is_activated and kind == STAFF:
        # rule: FF-4.1.1.staff, FF-3.3.2c
        drawn, parts = 1, Sum()
    else:
        card = draw(d, "commands")
        # rule: FF-4.1.1.co.a, FF-4.1.1.plt
        number = card.card.helmet if is_activated else card.card.star
        # rule: FF-4.1.2.scope
        parts = Sum.of((Modifier("FF-2.8.1", "modifier.drawn", number), *draw_modifiers(d.now, hq)))
        # rule: FF-4.1.1.min
        drawn, draws = max(parts.total, 1 if is_activated else 0), (card.draw,)
    # rule: FF-4.1.1.init.b
    left = min(drawn + command.saved, spend_limit(d.now))
    kept = drawn + command.saved - left
    d.edit_subject(Impulse, left=left, drawn=drawn)
    d.edit("commands", hq, saved=kept)
    # rule: FF-4.1.1.co, FF-4.1.1.init
    rule = "FF-4.1.1.co" if is_activated else "FF-4.1.1.init"
    d.log("log.commands", rule, head, draws=draws, modifiers=parts, hq=head, commands=drawn, left=left)


# rule: FF-4.1.a1, FF-4.1.3.b, FF-4.1.1.co.b
def end_impulse(d: Draft[FieldsState]) -> None:
    """Save what may be saved of the commands left; the rest is lost."""
    impulse = d.now.impulse
    if impulse is None:
        return
    if impulse.hq in d.now.commands:
        is_higher = d.now.board.types[impulse.hq].kind == HQ_HIGHER  # rule: FF-4.1.1.bn.b, FF-3.3.1a.2
        is_gone = not d.now.units[impulse.hq].at  # rule: FF-4.1.4.a
        kept = 0 if is_higher or is_gone else d.now.commands[impulse.hq].saved + impulse.left
        saved = min(kept, save_limit(d.now, impulse.hq))
        d.edit("commands", impulse.hq, saved=saved, done=True)
        if saved:
            head = Ref("unit", impulse.hq)
            d.log("log.saved", "FF-4.1.3.b", head, hq=head, saved=saved)


# rule: FF-3.3.2d, FF-4.1.1.gi.b, FF-4.1.1.gi.c
def begin_general(d: Draft[FieldsState]) -> None:
    """General initiative: the star of one card, halved where one platoon fights alone; nothing is saved."""
    card = draw(d, "general_initiative")
    number = card.card.star
    if d.now.board.mission.type == PATROL:
        number //= 2
    d.edit_subject(Impulse, left=number, drawn=number)
    # rule: FF-4.1.1.gi
    d.log("log.general_initiative", "FF-4.1.1.gi", draws=(card.draw,), commands=number)


# rule: FF-4.1.1.init.a, FF-2.6.1.b
def waiting(state: FieldsState, kinds: tuple[str, ...], *, activated: bool) -> tuple[int, ...]:
    """Headquarters or staff of these kinds that still have their impulse before them."""
    types = state.board.types
    return tuple(
        hq
        for hq, command in state.commands.items()
        if types[hq].rank in kinds and command.activated == activated and not command.done and state.units[hq].at
    )


LEADERS = (HQ_PLATOON, STAFF)
COMPANY_HQ = (HQ_CO,)
