"""What a player says to use his headquarters."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, Units
from sandtable.games.nextwar.rules.formations import command
from sandtable.kernel import Action, Draft, verb


class Command(Action, frozen=True):
    """Shift columns of a combat with headquarters and artillery."""

    units: Units = ()


def give_orders(d: Draft[KoreaState], action: Command) -> None:
    """Commit headquarters to the combat."""
    command.commit(d, action.units)
    d.done()


COMMAND = verb(Command, "NW-18.2.1.a", give_orders, units=command.choice)
