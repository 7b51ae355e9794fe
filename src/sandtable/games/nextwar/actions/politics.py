"""What a player says in politics: vetoes, cease-fires, and victory points for reinforcements."""

from __future__ import annotations

from sandtable.games.nextwar.actions.moving import Done, done
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.scenarios import arrival_rolls, nuclear
from sandtable.games.nextwar.rules.united_nations import resolutions
from sandtable.kernel import Action, Draft, verb


class Veto(Action, frozen=True):
    """Veto a resolution of the United Nations."""


class Obey(Action, frozen=True):
    """Obey a cease-fire in this turn."""


class FightOn(Action, frozen=True, tag="fight_on"):
    """Refuse to obey a cease-fire in this turn."""


class Insist(Action, frozen=True):
    """Spend victory points so that a group comes after all."""

    group: str


class Detonate(Action, frozen=True):
    """Destroy Busan before the war."""


def veto(d: Draft[KoreaState], action: Veto) -> None:
    """Void the resolution."""
    resolutions.veto(d)
    d.done()


def obey(d: Draft[KoreaState], action: Obey) -> None:
    """Lay down arms, if the enemy does."""
    d.log("log.cease_fire_obeyed", "NW-28.1", by=d.seat, side=d.seat)
    d.done()


def fight_on(d: Draft[KoreaState], action: FightOn) -> None:
    """Go on with the war."""
    resolutions.refuse_to_obey(d)
    d.done()


def detonate(d: Draft[KoreaState], action: Detonate) -> None:
    """Destroy Busan."""
    nuclear.destroy_busan(d)
    d.done()


VETO = verb(Veto, "NW-28.2", veto, ends=True)
ABSTAIN = verb(Done, "NW-28.2", done, ends=True)
OBEY = verb(Obey, "NW-28.1", obey, ends=True)
FIGHT_ON = verb(FightOn, "NW-28.1", fight_on, ends=True)
INSIST = verb(
    Insist,
    "NWK-16.2.1.2.7.a",
    lambda d, a: arrival_rolls.insist(d, a.group),
    group=arrival_rolls.affordable,
)
END_INSISTING = verb(Done, "NWK-16.2.1.2.7.b", done, ends=True)
DETONATE = verb(Detonate, "NWK-15.10", detonate, ends=True)
FORBEAR = verb(Done, "NWK-15.10", done, ends=True)
