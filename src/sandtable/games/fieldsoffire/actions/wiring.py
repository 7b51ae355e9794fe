"""Orders about sets, lines and controls (menu 4.2.1, j to l)."""

from __future__ import annotations

from typing import Annotated

from sandtable.games.fieldsoffire.model import FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.command import controls, phones
from sandtable.games.fieldsoffire.rules.command.nets import sets_of
from sandtable.games.fieldsoffire.rules.command.orders import ordered, originator, pay, why_not_order
from sandtable.kernel import Action, Draft, OneOf, Ref, Refusal, pick, refuse, verb
from sandtable.kernel.choices import WORDS
from sandtable.kernel.refusals import of

SWITCH, MEND, DESIGNATE = "4.2.1j", "4.2.1k", "4.2.1l"
AssetId = Annotated[int, of("asset")]
Word = Annotated[str, of(WORDS)]


class SwitchNet(Action, frozen=True, tag="switch_net"):
    """Menu 4.2.1j."""

    unit: UnitId
    asset: AssetId
    to: AssetId


class MendLine(Action, frozen=True, tag="mend_line"):
    """Menu 4.2.1k."""

    unit: UnitId


class Designate(Action, frozen=True):
    """Menu 4.2.1l."""

    hq: UnitId
    control: Word


# rule: FF-4.2.1j.cost
def switchers(state: FieldsState, seat: str) -> OneOf:
    """Units with a set to exchange; each set costs a command, so a unit may do it again."""

    def why_not(key: int) -> Refusal | None:
        if not _exchangeable(state, key):
            return refuse("FF-4.2.1j.cond", "refuse.no_spare_set", Ref("unit", key), unit=Ref("unit", key))
        return why_not_order(state, key, SWITCH, repeats=True)

    return ordered(state, why_not)


def _exchangeable(state: FieldsState, key: int) -> tuple[int, ...]:
    return tuple(one.asset for one in sets_of(state).get(key, ()) if phones.spare_sets(state, one.asset))


def own_sets(state: FieldsState, seat: str, unit: int) -> OneOf:
    return OneOf("asset", _exchangeable(state, unit))


def spare_sets(state: FieldsState, seat: str, unit: int, asset: int) -> OneOf:
    me = Ref("unit", unit)
    none = refuse("FF-4.2.1j.cond", "refuse.no_spare_set", me, unit=me)
    return OneOf("asset", phones.spare_sets(state, asset), why=lambda spare: none)


def switch(d: Draft[FieldsState], action: SwitchNet) -> None:
    pay(d, action.unit, SWITCH)
    phones.switch_net(d, action.unit, action.asset, action.to)


def menders(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        return phones.why_not_repair(state, originator(state, key), key) or why_not_order(state, key, MEND)

    return ordered(state, why_not)


def mend(d: Draft[FieldsState], action: MendLine) -> None:
    pay(d, action.unit, MEND)
    phones.repair(d, d.now.units[action.unit].at)


def designators(state: FieldsState, seat: str) -> OneOf:
    kinds = controls.designators(state)

    def why_not(key: int) -> Refusal | None:
        impulse, head = state.impulse, Ref("unit", key)
        is_other = impulse is not None and impulse.hq not in (0, key)
        if is_other or state.board.types[key].kind not in kinds or state.units[key].flipped:
            return refuse("FF-4.2.1l.who", "refuse.not_its_order", head, hq=head)
        if not any(controls.why_not_designate(state, key, one) is None for one in controls.CONTROLS):
            return refuse("FF-4.2.1l.eff", "refuse.control_is_here", head, card=Ref("place", state.units[key].at))
        return why_not_order(state, key, DESIGNATE)

    return ordered(state, why_not)


def control_words(state: FieldsState, seat: str, hq: int) -> OneOf:
    return pick(WORDS, controls.CONTROLS, lambda control: controls.why_not_designate(state, hq, control))


def designate(d: Draft[FieldsState], action: Designate) -> None:
    pay(d, action.hq, DESIGNATE)
    controls.designate(d, action.hq, action.control)


WIRING = (
    verb(SwitchNet, "FF-4.2.1j", switch, unit=switchers, asset=own_sets, to=spare_sets),
    verb(MendLine, "FF-4.2.1k", mend, unit=menders),
    verb(Designate, "FF-4.2.1l", designate, hq=designators, control=control_words),
)
