"""What powers say about attacks from the air alone: kamikazes, rockets, bombing raids and who rises against them."""

from __future__ import annotations

from sandtable.games.axisallies.actions.common import Done, Pieces, done
from sandtable.games.axisallies.model import Kind, PieceId
from sandtable.games.axisallies.rules.combat import kamikaze, raids
from sandtable.games.axisallies.rules.research import rockets
from sandtable.games.axisallies.rules.units.installations import installations_at
from sandtable.kernel import Action, OneOf, pick, verb
from sandtable.kernel.refusals import Place


class Kamikaze(Action, frozen=True):
    """Spend a kamikaze token against a ship."""

    target: PieceId


class Intercept(Action, frozen=True):
    """Send fighters up against a bombing raid."""

    units: Pieces


class Aim(Action, frozen=True):
    """Assign raiding bombers to an installation."""

    bombers: Pieces
    what: Kind


class Launch(Action, frozen=True):
    """Fire the rocket of an air base at an installation."""

    base: Place
    to: Place
    what: Kind


KAMIKAZE = verb(
    Kamikaze,
    "AA-9.3.kamikaze.declare",
    lambda d, a: kamikaze.announce(d, a.target),
    target=lambda state, who: OneOf(
        "piece", kamikaze.targets(state), why=lambda key: kamikaze.why_not_target(state, key)
    ),
)
END_KAMIKAZE = verb(Done, "AA-9.3.kamikaze.declare", done, ends=True)
INTERCEPT = verb(
    Intercept,
    "AA-9.3.raid.interceptors",
    lambda d, a: raids.intercept(d, a.units),
    units=raids.interceptor_choice,
)
AIM = verb(
    Aim,
    "AA-9.3.raid.assign",
    lambda d, a: raids.aim(d, a.bombers, a.what),
    bombers=raids.bomber_choice,
    what=raids.target_choice,
)
LAUNCH = verb(
    Launch,
    "AA-13.t1.2",
    lambda d, a: rockets.launch(d, a.base, a.to, a.what),
    base=lambda state, who: pick("place", state.territories, lambda at: rockets.why_no_launch(state, who, at)),
    to=lambda state, who, base: OneOf("place", rockets.in_range(state, who, base)),
    what=lambda state, who, base, to: OneOf("kind", installations_at(state, to).values()),
)
END_ROCKETS = verb(Done, "AA-13.t1.2", done, ends=True)
