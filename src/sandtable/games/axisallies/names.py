"""The words of Global 1940 as case files write them: owners, wars, events, orders, and where a unit cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from sandtable.games.axisallies.model import NEUTRAL_ARMY, GlobalState, Kind, PieceId, Unit
from sandtable.games.axisallies.rules.combat_move.consent import ASSETS, key_of
from sandtable.games.axisallies.rules.combat_move.flying import ESCORT, LEAVE, RAID
from sandtable.games.axisallies.rules.combat_move.marching import ATTACK
from sandtable.games.axisallies.rules.research.research import DICE
from sandtable.games.axisallies.rules.turns.powers import pair
from sandtable.games.axisallies.rules.victory.victory import SIDES
from sandtable.games.axisallies.scenario import UPGRADE, GlobalScenario, setup
from sandtable.games.axisallies.scenario.facts import BoardFacts
from sandtable.kernel import NO, YES, Id
from sandtable.kernel.cases import Vocabulary
from sandtable.kernel.cases.parts import Where
from sandtable.kernel.refusals import Place, Seat

EVENTS = (
    "axis_captured_north_america",
    "axis_declared_on_usa",
    "european_axis_declared_on_ussr",
    "japan_declared_unprovoked_on_uk_or_anzac",
    "london_captured_by_axis",
    "mongolian_pact_void",
)
"""What can happen and stands for itself; the others are about a power, a place or an objective."""


def powers(board: GlobalScenario) -> dict[Id, str]:
    """The nine powers with their names."""
    return {power.id: power.name["en"] for power in board.powers.values()}


def owners(board: GlobalScenario) -> dict[Id, str]:
    """Whose a unit can be."""
    return {**powers(board), NEUTRAL_ARMY: NEUTRAL_ARMY}


def kinds(board: GlobalScenario) -> dict[Id, str]:
    """The kinds of units; installations are no units."""
    return {kind.id: kind.name["en"] for kind in board.kinds.values()}


def wars(board: GlobalScenario) -> Iterator[str]:
    """Every pair of powers that can be at war."""
    for a in board.powers.values():
        for b in board.powers.values():
            if a.alliance == "axis" and b.alliance == "allies":
                yield pair(a.id, b.id)


def orders(board: GlobalScenario) -> Iterator[str]:
    """Everything a treasury can have ordered."""
    for economy in board.economies:
        for kind in (*board.kinds, *board.installations, UPGRADE, DICE):
            yield f"{economy}.{kind}"


def consents(board: GlobalScenario) -> Iterator[str]:
    """What one power can let another of its side use."""
    for owner in board.powers.values():
        for guest in board.powers.values():
            if owner is not guest and owner.alliance == guest.alliance:
                yield from (key_of(owner.id, guest.id, asset) for asset in ASSETS)


def permits(board: GlobalScenario) -> Iterator[str]:
    """What a power can be asked for in a turn: a passage, or what an ally has."""
    yield from (f"{canal.id}.{power}" for canal in board.canals for power in board.powers)
    yield from consents(board)


def events(board: GlobalScenario) -> Iterator[str]:
    """Everything that rules and objectives ask about later."""
    yield from EVENTS
    for power in board.powers:
        yield f"declared_on_china.{power}"
        yield f"declared_on_china_and_entered_chinese_reach.{power}"
        yield from (f"provoked.{power}.by.{other}" for other in board.powers)
    for row in board.tables["objectives"]["objectives"]:
        yield f"paid.{row['id']}"
        for condition in row["when"]:
            if "event" in condition:
                things = (*condition.get("places", ()), *condition.get("powers", ()))
                yield from (f"{condition['event']}.{thing}" for thing in things)
    yield from (f"liberated.{space.id}" for space in board.spaces.values() if space.kind == "land")


def technologies(board: GlobalScenario) -> Iterator[str]:
    """The breakthroughs of both charts."""
    yield from (row["id"] for row in board.tables["research"]["breakthroughs"])


def canals(board: GlobalScenario) -> dict[Id, str]:
    """Canals and straits by name."""
    return {canal.id: canal.name["en"] for canal in board.canals}


def _always(*words: str) -> Callable[[Any], tuple[str, ...]]:
    return lambda board: words


# -- questions ---------------------------------------------------------------------------------------------------------


class AskReach(Struct, frozen=True):
    """Where a unit can go in this phase."""

    piece: PieceId


class AskThreat(Struct, frozen=True):
    """What the strongest enemy could send against each space of a power."""

    side: Seat = ""


class AskCalculation(Struct, frozen=True):
    """The chances of any two forces, wherever they may be."""

    attack: dict[str, int]
    defence: dict[str, int]
    sea: bool = False


class AskPlan(Struct, frozen=True):
    """The battles that would be fought if Combat Move ended now."""


class AskVoyage(Struct, frozen=True):
    """Where units ashore could be landed, or what it takes to land them somewhere."""

    units: tuple[PieceId, ...]
    to: Place | None = None


class AskControl(Struct, frozen=True):
    """Who holds each territory."""


class AskOdds(Struct, frozen=True):
    """The chances of a battle in a space, with units added to those who attack."""

    place: Place
    by: Seat = ""
    add: dict[Kind, int] = {}


class AskBattle(Struct, frozen=True):
    """Both sides of a battle with their dice, as the battle board shows them: the one at hand, or that of a place."""

    place: Place = 0


class AskProposal(Struct, frozen=True):
    """What the umpire would do for a seat in this phase: landings, placements."""


# -- positions that cannot be ------------------------------------------------------------------------------------------


def faults(state: GlobalState) -> Iterator[tuple[Where, str]]:
    """Units where they cannot stand, and territories and battles in the wrong element."""
    board = state.board
    for key, unit in state.units.items():
        if trouble := _misplaced(state, unit):
            yield ("units", key, "aboard" if unit.aboard else "at"), trouble
    lasting = (("territories", setup.bare(board).territories), ("powers", board.powers), ("treasury", board.economies))
    for table, rows in lasting:
        for row in rows:
            if row not in getattr(state, table):
                yield (table, row), f"a row of {table} cannot be taken away"
    for at in state.territories:
        if board.is_sea(at):
            yield ("territories", at), f"{board.spaces[at].name['en']} is a sea zone and no territory"
    for at, battle in state.battles.items():
        if (battle.kind == "sea") != board.is_sea(at):
            yield ("battles", at, "kind"), f"{board.spaces[at].name['en']} is no place for a {battle.kind} battle"
    for frame in state.flow[1:]:
        if frame.at.split(".")[0] in ("battle", "raid") and frame.ref not in state.battles:
            yield ("at",), f"no battle is going on in space {frame.ref}; say so in `battles`"
    for at, battle in state.battles.items():
        for zone in battle.zones:
            if not board.is_sea(zone):
                yield ("battles", at, "zones"), f"{board.spaces[zone].name['en']} is no sea zone to land from"


def _misplaced(state: GlobalState, unit: Unit) -> str:
    """Why a unit cannot be where it is; empty when it can."""
    board, kind, space = state.board, state.board.kinds[unit.kind], state.board.spaces[unit.at]
    name, where = kind.name["en"], space.name["en"]
    if space.impassable:
        return f"nobody can be in {where}"
    if kind.domain == "sea" and space.kind == "land":
        return f"{name} cannot stand ashore, in {where}"
    if kind.domain == "land" and space.kind == "sea" and not unit.aboard:
        return f"{name} cannot stand in {where}; say which ship it is aboard"
    host = state.units.get(unit.aboard)
    if host is None:
        return ""
    carrier = board.kinds[host.kind]
    if host.at != unit.at:
        return f"its ship is in {board.spaces[host.at].name['en']}"
    if not (carrier.deck_room if kind.domain == "air" else carrier.hold):
        return f"{carrier.name['en']} carries no {name}"
    return ""


VOCABULARY = Vocabulary(
    words={
        "Unit.kind": kinds,
        "Unit.owner": owners,
        "Territory.holder": powers,
        "Territory.since": powers,
        "Territory.built": lambda board: board.installations,
        "Power.technologies": technologies,
        "Battle.chosen_by": powers,
        "GlobalState.orders.key": orders,
        "GlobalState.wars.key": wars,
        "GlobalState.new_wars": wars,
        "GlobalState.events.key": events,
        "GlobalState.permits.key": permits,
        "GlobalState.consents.key": consents,
        "GlobalState.thresholds.key": _always(*SIDES),
        "GlobalState.winner": _always("axis", "allies"),
        "Ask.canal": canals,
        "Fly.task": _always(ATTACK, RAID, ESCORT, LEAVE),
        **dict.fromkeys(("Withhold.asset", "Share.asset", "Request.asset"), _always(*ASSETS)),
        **dict.fromkeys(
            ("Grant.answer", "Lend.answer", "Engage.answer", "Ambush.answer", "Agree.answer"), _always(YES, NO)
        ),
    },
    facts=BoardFacts,
    questions={
        "reach": AskReach,
        "threat": AskThreat,
        "control": AskControl,
        "odds": AskOdds,
        "battle": AskBattle,
        "propose": AskProposal,
        "calculate": AskCalculation,
        "plan": AskPlan,
        "voyage": AskVoyage,
    },
    faults=faults,
)
