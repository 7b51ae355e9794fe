"""What powers say to each other: declarations of war, passage through canals, what allies let each other use."""

from __future__ import annotations

from sandtable.games.axisallies.actions.common import Done, Word, done
from sandtable.games.axisallies.rules.combat_move import sharing
from sandtable.games.axisallies.rules.politics import politics
from sandtable.games.axisallies.rules.spaces import passage
from sandtable.kernel import NO, YES, Action, verb, yes_or_no
from sandtable.kernel.refusals import Seat


class Declare(Action, frozen=True):
    """Declare war on a power."""

    on: Seat


class Ask(Action, frozen=True):
    """Ask for passage through a canal or strait."""

    canal: Word


class Grant(Action, frozen=True):
    """Answer a request for passage."""

    answer: Word


class Withhold(Action, frozen=True):
    """No longer let an ally use one's territories, carriers or transports."""

    ally: Seat
    asset: Word


class Share(Action, frozen=True):
    """Let an ally use one's territories, carriers or transports."""

    ally: Seat
    asset: Word


class Request(Action, frozen=True):
    """Ask an ally for what it withholds."""

    ally: Seat
    asset: Word


class Lend(Action, frozen=True):
    """Answer an ally that asks for one's territories, carriers or transports."""

    answer: Word


DECLARE = verb(Declare, "AA-9.2.dow.timing", lambda d, a: politics.declare(d, a.on), on=politics.targets)
DECLARE_TOO_LATE = verb(Declare, "AA-9.2.dow.timing", lambda d, a: politics.declare(d, a.on), on=politics.too_late)
END_DECLARING = verb(Done, "AA-9.2.dow.timing", done, ends=True)
ASK = verb(Ask, "AA-7.canal.use.b", lambda d, a: passage.ask(d, a.canal), canal=passage.askable)
GRANT = verb(
    Grant,
    "AA-7.canal.use.b",
    lambda d, a: passage.grant(d, a.answer == YES),
    answer=lambda state, seat: yes_or_no(default=NO),
)
WITHHOLD = verb(
    Withhold,
    sharing.RULE,
    lambda d, a: sharing.settle(d, d.seat, a.ally, a.asset, given=False),
    ally=sharing.withhold_from,
    asset=sharing.withholdable,
)
SHARE = verb(
    Share,
    sharing.RULE,
    lambda d, a: sharing.settle(d, d.seat, a.ally, a.asset, given=True),
    ally=sharing.share_with,
    asset=sharing.givable,
)
REQUEST = verb(
    Request,
    sharing.RULE,
    lambda d, a: sharing.request(d, a.ally, a.asset),
    ally=sharing.request_from,
    asset=sharing.requestable,
)
LEND = verb(
    Lend,
    sharing.RULE,
    lambda d, a: sharing.lend(d, a.answer == YES),
    answer=lambda state, seat: yes_or_no(default=YES),
)
