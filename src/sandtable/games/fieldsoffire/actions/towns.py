"""What is asked in towns before fire takes effect: who brings his fire together on a courtyard below (13.4.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FRIENDLY, FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.urban.courtyards import aim_down, marksmen
from sandtable.kernel import Action, Draft, OneOf, verb


class AimDown(Action, frozen=True, tag="aim_down"):
    """A unit concentrates its fire on the courtyard below it."""

    unit: UnitId


class HoldAim(Action, frozen=True, tag="hold_aim"):
    """Nobody more does."""


def above(state: FieldsState, seat: str) -> OneOf:
    """Units upstairs with opponents in the courtyard."""
    return OneOf("unit", marksmen(state, FRIENDLY))


def aim(d: Draft[FieldsState], action: AimDown) -> None:
    aim_down(d, action.unit)


def hold(d: Draft[FieldsState], action: HoldAim) -> None:
    """Leave the fire as it is."""


AIM_DOWN = verb(AimDown, "FF-13.4.2.d", aim, unit=above)
HOLD_AIM = verb(HoldAim, "FF-13.4.2.d", hold, ends=True)
