"""What a power says to send aircraft out, bring them down and send paratroopers along."""

from __future__ import annotations

from sandtable.games.axisallies.actions.common import Done, Pieces, Word, done
from sandtable.games.axisallies.model import PieceId
from sandtable.games.axisallies.rules.combat_move import flying, scramble
from sandtable.games.axisallies.rules.noncombat import noncombat, stranded
from sandtable.games.axisallies.rules.research import paratroops
from sandtable.kernel import Action, verb
from sandtable.kernel.refusals import Place


class Fly(Action, frozen=True):
    """Fly aircraft of one space together to another, to fight, raid, escort or land."""

    units: Pieces
    to: Place
    task: Word = ""


class Drop(Action, frozen=True):
    """Fly infantry from an air base into a battle as paratroopers."""

    units: Pieces
    to: Place


class Scramble(Action, frozen=True):
    """Send aircraft of an air base into an adjacent sea zone."""

    units: Pieces
    zone: Place


class Save(Action, frozen=True):
    """Bring a stranded aircraft down within one space."""

    unit: PieceId
    to: Place


FLY = verb(
    Fly,
    "AA-9.2.air.reserve",
    lambda d, a: flying.fly(d, a.units, a.to, a.task),
    units=flying.flyers,
    to=flying.destinations,
    task=flying.tasks,
)
LAND = verb(
    Fly,
    "AA-9.4.allowance",
    lambda d, a: noncombat.land(d, a.units, a.to),
    units=noncombat.flyers,
    to=noncombat.destinations,
    task=noncombat.no_task,
)
DROP = verb(
    Drop,
    "AA-13.t1.3.a",
    lambda d, a: paratroops.drop(d, a.units, a.to),
    allow=paratroops.why_no_drop,
    units=paratroops.jumpers,
    to=paratroops.drop_zones,
)
SCRAMBLE = verb(
    Scramble,
    "AA-9.2.scramble.who",
    lambda d, a: scramble.scramble(d, a.units, a.zone),
    units=scramble.scramblers,
    zone=scramble.zones,
)
END_SCRAMBLE = verb(Done, "AA-9.2.scramble.timing", done, ends=True)
SAVE = verb(
    Save, "AA-9.4.stranded", lambda d, a: stranded.save(d, a.unit, a.to), unit=stranded.savable, to=stranded.haven
)
END_SAVING = verb(Done, "AA-9.4.stranded", done, ends=True)
