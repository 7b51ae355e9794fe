"""Chapter 5: the weather of a turn and what lingers of the last ones."""

from __future__ import annotations

from sandtable.games.eastfront.model import ARCTIC, DRY, FLOWN, FROST, MUD, READY, SNOW, CrimeaState
from sandtable.games.eastfront.rules.special_units import flotillas
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import FIRST_ARCTIC, has_been_arctic
from sandtable.kernel import Draft

CODES = {"D": DRY, "M": MUD, "F": FROST, "S": SNOW, "A": ARCTIC}
FIRST_FROST = "first_frost"
"""The turn in which frost was rolled and snow stayed: a second one in a row ends it."""


# rule: EF-4.2.A1, EF-5.13.b
def determine(d: Draft[CrimeaState]) -> None:
    """The weather of the turn: as the scenario says, or by a roll on the column of its climate."""
    day = d.now.board.days[d.now.turn]
    d.set(past=(d.now.weather, *d.now.past)[:2] if d.now.weather else ())
    # rule: EF-PB3.11
    if day.historical and d.now.board.is_historical:
        _set(d, day.historical, day.storms)
        d.log("log.weather", "EF-PB3.11", weather=day.historical, storms=int(day.storms))
        return
    # rule: EFS-10.11, EFS-10.71
    if day.weather:
        _set(d, day.weather, day.stormy)
        d.log("log.weather", "EF-5.13.a", weather=day.weather, storms=int(day.stormy))
        return
    table = d.now.board.charts["weather"]
    # rule: EF-5.11.b, EFT-weather
    roll = d.roll("roll.weather", 10)
    # rule: EF-5.13.a
    row = min(roll.faces[0] + day.modifier, 10)
    # rule: EF-5.11.a, EF-5.12
    code = table["crimea"][row][table["climates"].index(day.climate)]
    weather, storms = _lasting(d, CODES[code[0]], day.climate, code.endswith("T"))
    _set(d, weather, storms)
    d.log("log.weather", "EF-5.13.a", rolls=[roll], weather=weather, storms=int(storms))


# rule: EF-5.15.a, EF-PB3.12, EF-5.13.c
def _lasting(d: Draft[CrimeaState], weather: str, climate: str, storms: bool) -> tuple[str, bool]:
    """A result as the turns before it change it."""
    state = d.now
    if weather == FROST and state.past[:1] == (SNOW,) and state.tracks.get(FIRST_FROST) != state.turn - 1:
        d.put("tracks", FIRST_FROST, state.turn)
        return SNOW, storms
    if weather == MUD and climate == DRY and state.past == (MUD, MUD):
        return DRY, False
    return weather, storms


# rule: EF-5.15.b1, EF-5.15.b2
def _freezes(d: Draft[CrimeaState], weather: str) -> bool:
    """Whether the waters bear from now on: from snow to mud or a second frost, and for good after Arctic cold."""
    state = d.now
    if weather == ARCTIC and not has_been_arctic(state):
        d.put("tracks", FIRST_ARCTIC, state.turn)
    if weather in (SNOW, ARCTIC) or has_been_arctic(d.now):
        return True
    thaws = weather == MUD or (weather == FROST and state.past[:1] in ((FROST,), (SNOW,)))
    return state.frozen and not thaws


# rule: EF-9.12
def _set(d: Draft[CrimeaState], weather: str, storms: bool) -> None:
    d.set(weather=weather, storms=storms, frozen=_freezes(d, weather), snowed=d.now.snowed or weather in (SNOW, ARCTIC))
    if storms:
        for key, unit in d.now.air.items():
            if unit.box == READY:
                d.edit("air", key, box=FLOWN, shown=True)
        flotillas.shelter(d)
