"""What a player says before the first turn of a campaign: moving up, and SCUDs."""

from __future__ import annotations

from sandtable.games.nextwar.actions.air_war import Launch
from sandtable.games.nextwar.actions.moving import Done, Move, done
from sandtable.games.nextwar.model import AirId, KoreaState, UnitId
from sandtable.games.nextwar.rules.air_war import ranges
from sandtable.games.nextwar.rules.missiles import launches
from sandtable.games.nextwar.rules.movement import carrying_out, marching
from sandtable.games.nextwar.rules.scenarios import pregame
from sandtable.kernel import Action, Draft, verb
from sandtable.kernel.refusals import Place


class Jump(Action, frozen=True):
    """Fly a unit with helicopters of its own to another hex before the war."""

    unit: UnitId
    to: Place


class ChangeBase(Action, frozen=True, tag="change_base"):
    """Put an air unit on another base before the war."""

    unit: AirId
    base: str


def move_up(d: Draft[KoreaState], action: Move) -> None:
    """Move one unit, then it is the other side's turn."""
    carrying_out.move(d, action.units, action.path)
    d.done()


def jump(d: Draft[KoreaState], action: Jump) -> None:
    """Fly one unit, then it is the other side's turn."""
    pregame.jump(d, action.unit, action.to)
    d.done()


def change_base(d: Draft[KoreaState], action: ChangeBase) -> None:
    """Change one base, then it is the other side's turn."""
    pregame.change_base(d, action.unit, action.base)
    d.done()


def stop_moving(d: Draft[KoreaState], action: Done) -> None:
    """Move nothing more before the war."""
    launches.stop(d)
    d.done()


def launch_early(d: Draft[KoreaState], action: Launch) -> None:
    """Fire a SCUD before the war."""
    launches.launch(d, action.launcher, action.aim, action.place, action.unit)


MOVE_UP = verb(Move, "NWK-16.2.3.h", move_up, units=pregame.movable, path=marching.paths)
JUMP = verb(Jump, "NWK-16.2.3.h", jump, unit=pregame.jumpers, to=pregame.landing_places)
CHANGE_BASE = verb(ChangeBase, "NWK-16.2.3.h", change_base, unit=pregame.changers, base=ranges.rebase_places)
STOP_MOVING = verb(Done, "NWK-16.2.3.h", stop_moving, ends=True)
LAUNCH_EARLY = verb(
    Launch,
    "NWK-16.2.2.i",
    launch_early,
    launcher=launches.launchers,
    aim=launches.aims,
    place=launches.places,
    unit=launches.units,
)
STOP_EARLY = verb(Done, "NWK-16.2.2.i", done, ends=True)
