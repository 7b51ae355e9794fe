"""Every kind of attempt that can be ordered: what is drawn for it, and what comes of the cards (4.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.games.fieldsoffire.model import Barrage, FieldsState, Impulse, Try
from sandtable.games.fieldsoffire.rules.combat import rally, reconstitution
from sandtable.games.fieldsoffire.rules.command import phosphorus
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt, Trial, draw_for
from sandtable.games.fieldsoffire.rules.command.orders import why_not_hear, why_not_under
from sandtable.games.fieldsoffire.rules.enemy import spotting
from sandtable.games.fieldsoffire.rules.ground import infiltration, movement, seeking
from sandtable.games.fieldsoffire.rules.terms.draws import draw
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.rules.weapons import calling, charges, concentrating, grenades
from sandtable.games.fieldsoffire.rules.weapons.jams import is_jammed
from sandtable.kernel import YES, Draft, Ref, Refusal, refuse

RALLY, REBUILD, SEEK, INFILTRATE, INFILTRATE_WITHIN, SPOT, CONCENTRATE, GRENADE, CALL, CHARGE, PHOSPHORUS = (
    "rally",
    "rebuild",
    "seek_cover",
    "infiltrate",
    "infiltrate_within",
    "spot",
    "concentrate",
    "grenade",
    "call",
    "charge",
    "phosphorus",
)


class Kind(NamedTuple):
    """One kind of attempt."""

    trial: Callable[[FieldsState, Try], Trial | None]
    """What is drawn; none where it succeeds by itself."""
    outcome: Callable[[Draft[FieldsState], Try, Attempt | None], object]
    is_possible: Callable[[FieldsState, Try], bool] = lambda state, tried: True
    """Whether there is still anybody to try it, and at whom: those of a platoon try one after the other."""
    can_jam: bool = False


def _drawn(tried: Attempt | None) -> Attempt:
    """The cards of an attempt for which some are always drawn."""
    assert tried is not None
    return tried


def _can_infiltrate(state: FieldsState, tried: Try) -> bool:
    return tried.unit in state.units and movement.why_not_enter(state, tried.unit, tried.to) is None


def _can_throw(state: FieldsState, tried: Try) -> bool:
    return tried.unit in state.units and tried.target in state.units


def _can_aim(state: FieldsState, tried: Try) -> bool:
    return tried.unit in state.fires and tried.cover in concentrating.aims_of(state, tried.unit)


def _call(d: Draft[FieldsState], one: Try, tried: Attempt | None) -> None:
    if calling.call_outcome(d, one.unit, one.form, one.to, _drawn(tried)):
        d.call("barrage", Barrage(card=one.to, mission=one.form))


KINDS: dict[str, Kind] = {
    RALLY: Kind(
        lambda state, one: rally.rally_trial(state, one.unit, one.menu, one.by),
        lambda d, one, tried: rally.rally_outcome(d, one.unit, one.menu, tried),
    ),
    REBUILD: Kind(
        lambda state, one: reconstitution.rebuild_trial(state, one.units, one.by),
        lambda d, one, tried: reconstitution.rebuild_outcome(d, one.units, one.target, tried),
    ),
    SEEK: Kind(
        lambda state, one: seeking.seek_trial(state, one.unit),
        lambda d, one, tried: seeking.seek_outcome(d, one.unit, _drawn(tried), up=one.form == YES),
    ),
    INFILTRATE: Kind(
        lambda state, one: infiltration.infiltrate_trial(state, one.unit),
        lambda d, one, tried: infiltration.infiltrate_outcome(d, one.unit, one.to, one.cover, _drawn(tried)),
        _can_infiltrate,
    ),
    INFILTRATE_WITHIN: Kind(
        lambda state, one: infiltration.infiltrate_trial(state, one.unit),
        lambda d, one, tried: infiltration.infiltrate_within_outcome(d, one.unit, one.cover, _drawn(tried)),
    ),
    SPOT: Kind(
        lambda state, one: spotting.spot_trial(state, one.unit, one.to),
        lambda d, one, tried: spotting.spot_outcome(d, one.to, _drawn(tried)),
    ),
    CONCENTRATE: Kind(
        lambda state, one: concentrating.concentrate_trial(state, one.unit),
        lambda d, one, tried: concentrating.concentrate_outcome(d, one.unit, one.cover, _drawn(tried)),
        _can_aim,
        can_jam=True,
    ),
    GRENADE: Kind(
        lambda state, one: grenades.grenade_trial(state, one.unit),
        lambda d, one, tried: grenades.attack_outcome(d, one.unit, one.target, _drawn(tried)),
        _can_throw,
        can_jam=True,
    ),
    CALL: Kind(
        lambda state, one: calling.call_trial(state, one.unit, one.form, one.to),
        _call,
    ),
    CHARGE: Kind(
        lambda state, one: charges.throw_trial(state, one.unit),
        lambda d, one, tried: charges.throw_outcome(d, one.unit, one.cover, _drawn(tried)),
    ),
    PHOSPHORUS: Kind(
        lambda state, one: grenades.grenade_trial(state, one.unit),
        lambda d, one, tried: phosphorus.attack_outcome(d, one.unit, one.target, _drawn(tried)),
        _can_throw,
    ),
}


def is_possible(state: FieldsState) -> bool:
    """Whether the attempt at hand can still be made."""
    one = state.subject(Try)
    return KINDS[one.what].is_possible(state, one)


# rule: FF-4.2.c
def begin(d: Draft[FieldsState]) -> None:
    """Draw the cards of the attempt at hand, where any are drawn."""
    one = d.now.subject(Try)
    cards = KINDS[one.what].trial(d.now, one)
    if cards is not None:
        drawn = draw_for(d, cards)
        d.edit_subject(Try, cards=tuple(card.number for card in drawn.cards))


def so_far(state: FieldsState) -> Attempt | None:
    """The cards drawn for the attempt at hand; none where it needs none."""
    one = state.subject(Try)
    if not one.cards:
        return None
    cards = KINDS[one.what].trial(state, one)
    assert cards is not None
    return Attempt(tuple(state.board.deck[number] for number in one.cards), cards.signs, one.assured)


def has_jammed(state: FieldsState) -> bool:
    """Whether the cards of the attempt at hand have jammed the weapon."""
    one, tried = state.subject(Try), so_far(state)
    return tried is not None and KINDS[one.what].can_jam and is_jammed(state, one.unit, tried)


# rule: FF-4.2.1b, FF-4.2.1b.when
def why_not_exhort(state: FieldsState, hq: int) -> Refusal | None:
    """Why a headquarters exhorts nobody now: only after a failure, once, by one whom the unit obeys and hears."""
    one, impulse, head = state.within(Try), state.impulse, Ref("unit", hq)
    tried = so_far(state) if one is not None else None
    if one is None or tried is None or tried.succeeds or one.exhorted:
        return refuse("FF-4.2.1b.when", "refuse.nothing_failed", head, hq=head)
    if has_jammed(state):
        return refuse("FF-7.12.b", "refuse.jammed", Ref("unit", one.unit), unit=Ref("unit", one.unit))
    if impulse is None or impulse.left < 1:
        return refuse("FF-4.1.a", "refuse.no_commands", head, left=0 if impulse is None else impulse.left, cost=1)
    # rule: FF-4.2.1b.who, FF-4.2.1b.gi
    if impulse.hq not in (0, hq):
        return refuse("FF-4.2.1b.who", "refuse.not_its_order", head, hq=head)
    no = why_not_under(state, hq, one.unit)
    return no or why_not_hear(state, hq, one.unit, even_pinned=one.menu == rally.UNPIN)


def exhorters(state: FieldsState) -> tuple[int, ...]:
    """Headquarters and staff on the map who can exhort the unit that has just failed."""
    return tuple(hq for hq in leaders(state) if why_not_exhort(state, hq) is None)


def leaders(state: FieldsState) -> tuple[int, ...]:
    """Friendly headquarters and staff on the map."""
    return tuple(key for key in ours(state) if state.board.types[key].commands)


# rule: FF-4.2.1b, FF-4.2.1b.eff
def exhort(d: Draft[FieldsState], hq: int) -> None:
    """Pay a command and draw one more card for the same attempt."""
    one, impulse = d.now.subject(Try), d.now.subject(Impulse)
    d.edit_subject(Impulse, left=impulse.left - 1, spent=impulse.spent + 1)
    drawn = draw(d, "exhort")
    d.edit_subject(Try, cards=(*one.cards, drawn.card.number), exhorted=True)  # equivalent[*one.c|True]: none hit yet
    found = so_far(d.now)
    assert found is not None
    me, head = Ref("unit", one.unit), Ref("unit", hq)
    d.log("log.exhorted", "FF-4.2.1b.eff", head, me, draws=(drawn.draw,), hq=head, unit=me, hits=found.hits)


def resolve(d: Draft[FieldsState]) -> None:
    """What comes of the attempt at hand."""
    one = d.now.subject(Try)
    KINDS[one.what].outcome(d, one, so_far(d.now))
