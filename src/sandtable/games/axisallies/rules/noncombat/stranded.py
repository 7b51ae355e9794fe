"""Chapter 9.4: defending aircraft that lost their carrier or base come down before the active power moves."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat import casualties
from sandtable.games.axisallies.rules.noncombat.landing import open_decks
from sandtable.games.axisallies.rules.politics.dutch import may_occupy
from sandtable.games.axisallies.rules.politics.peace import why_not_enter
from sandtable.games.axisallies.rules.spaces.spaces import FRIENDLY, company, land_status, type_of, units_of
from sandtable.games.axisallies.rules.turns.powers import piece, place
from sandtable.games.axisallies.rules.units import air
from sandtable.kernel import Draft, OneOf, Refusal, derived, refuse

NEAR = 1
"""How far a stranded aircraft may still fly."""


# rule: AA-9.2.scramble.return, AA-9.3.raid.interceptor-landing
def come_home(d: Draft[GlobalState]) -> None:
    """Scrambled and intercepting aircraft go back where they came from, if that is still friendly."""
    stand_down(d)
    aircraft = (key for power in d.now.board.powers for key in units_of(d.now, power, "air"))
    for key in sorted(aircraft):
        unit = d.now.units[key]
        if unit.task not in ("scramble", "intercept"):
            continue
        home = unit.origin or unit.at
        if land_status(d.now, unit.owner, home) == FRIENDLY:
            d.edit("units", key, at=home, task="", origin=0, fought=True)
            if unit.task == "scramble":
                d.log(
                    "log.returned",
                    "AA-9.2.scramble.return",
                    place(home),
                    unit=piece(key),
                    to=place(home),
                    **company(d.now, (key,)),
                )


# rule: AA-10.air.no-suicide.b
def stand_down(d: Draft[GlobalState]) -> None:
    """The fighting is over: ships still in a hostile zone will not clear it, so no landing may count on them."""
    for key in units_of(d.now, d.now.active, "sea"):
        if d.now.units[key].task == "attack":
            d.edit("units", key, task="", moved=True)


# rule: AA-9.4.stranded, AA-10.carrier.defender-landing
def is_stranded(state: GlobalState, key: int) -> bool:
    """Whether an aircraft is in the air with nothing under it."""
    unit = state.units[key]
    if state.board.is_sea(unit.at):
        return not unit.aboard
    return not (land_status(state, unit.owner, unit.at) == FRIENDLY or may_occupy(state, unit.owner, unit.at))


def stranded_of(state: GlobalState, power: str) -> tuple[int, ...]:
    """A power's stranded aircraft; those of the active power come down in its own moves."""
    return () if power == state.active else _without_ground(state)[power]


@derived("units", "territories", "wars")
def _without_ground(state: GlobalState) -> dict[str, tuple[int, ...]]:
    """The stranded aircraft of all powers: the question is put to each of them, turn by turn."""
    aircraft = {power: units_of(state, power, "air") for power in state.board.powers}
    return {power: tuple([key for key in keys if is_stranded(state, key)]) for power, keys in aircraft.items()}


def havens(state: GlobalState, key: int) -> tuple[int, ...]:
    """Where a stranded aircraft can come down: a friendly territory or a deck with room, within one space."""
    unit = state.units[key]
    near = air.flights(state, unit.owner, unit.at, NEAR)
    found = []
    for at in near:
        if state.board.is_sea(at):
            if type_of(state, unit).deck and open_decks(state, unit.owner, at):
                found.append(at)
        elif _is_open(state, unit.owner, at):
            found.append(at)
    return tuple(found)


# rule: AA-9.2.general.share, AA-9.2.us-neutral.c
def _is_open(state: GlobalState, power: str, at: int) -> bool:
    """Whether a territory is friendly to a power and open to it: both are at war there, and the holder lets it in."""
    if may_occupy(state, power, at):
        return True
    return land_status(state, power, at) == FRIENDLY and why_not_enter(state, power, at) is None


def savable(state: GlobalState, seat: str) -> OneOf:
    return OneOf("piece", [key for key in stranded_of(state, seat) if havens(state, key)])


def haven(state: GlobalState, seat: str, unit: int) -> OneOf:
    def why(at: int) -> Refusal | None:
        return refuse("AA-9.4.stranded", "refuse.no_haven", place(at), place=place(at))

    return OneOf("place", havens(state, unit), why=why)


def save(d: Draft[GlobalState], unit: int, to: int) -> None:
    """Bring a stranded aircraft down."""
    d.edit("units", unit, at=to, task="", origin=0, deck=0)
    if d.now.board.is_sea(to):
        d.edit("units", unit, aboard=open_decks(d.now, d.seat, to)[0])
    d.log(
        "log.saved",
        "AA-9.4.stranded",
        place(to),
        unit=piece(unit),
        to=place(to),
        **company(d.now, (unit,)),
    )


# rule: AA-9.4.air.lost
def close(d: Draft[GlobalState]) -> None:
    """Whoever could not be saved is lost; a deck in the zone that nobody has taken saves one more."""
    for power in d.now.board.powers:
        for key in stranded_of(d.now, power):
            at = d.now.units[key].at
            if at in havens(d.now, key) and d.now.board.is_sea(at):
                d.edit("units", key, aboard=open_decks(d.now, power, at)[0], task="", origin=0, deck=0)
    casualties.ditch(d, [key for power in d.now.board.powers for key in stranded_of(d.now, power)])


def owners(state: GlobalState) -> tuple[str, ...]:
    """The powers that still have an aircraft to save."""
    return tuple([power for power in state.board.powers if can_save(state, power)])


def can_save(state: GlobalState, power: str) -> bool:
    """Whether a power has a stranded aircraft that can come down anywhere."""
    return any(havens(state, key) for key in stranded_of(state, power))
