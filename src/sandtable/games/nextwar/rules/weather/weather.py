"""Chapter 4: the weather of a turn."""

from __future__ import annotations

from sandtable.games.nextwar.model import CLEAR, STORM, WEATHERS, KoreaState
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.scenario.files import bands, chart
from sandtable.kernel import Draft, Modifier, OneOf, Sum


def fixed(state: KoreaState) -> str:
    """The weather that the scenario or an option prescribes for the turn, if any."""
    card = state.board.card["weather"]
    if "fixed" in card:
        return str(card["fixed"][min(state.turn, len(card["fixed"])) - 1])
    # rule: NWK-16.1.1.g
    if state.board.settings.clear_weather and "storm_air_points" in card:
        return CLEAR
    return ""


# rule: NW-4.0.a, NWK-16.0.c
def chooser(state: KoreaState) -> tuple[str, ...]:
    """Who picks the weather: on the first turn the player with the initiative."""
    return (state.first,) if state.turn == 1 and not fixed(state) else ()


def choices(state: KoreaState, seat: str) -> OneOf:
    """The weather that can be picked."""
    return OneOf("weather", WEATHERS, default=CLEAR)


def choose(d: Draft[KoreaState], weather: str) -> None:
    """Set the weather that a player picked."""
    d.set(weather=weather)
    d.log("log.weather_chosen", "NW-4.0.a", weather=weather)


# rule: NW-4.0.b, NW-4.0.c, NWS-STD-1.1
def determine(d: Draft[KoreaState]) -> None:
    """The weather of the turn: prescribed, picked already, or rolled by last turn's first player."""
    state = d.now
    if given := fixed(state):
        d.set(weather=given)
        d.log("log.weather_fixed", "NWK-16.0.c", weather=given)
        return
    if state.turn == 1:
        return
    roll = d.draw("roll.weather", DIE)
    total = Sum.of((Modifier("NW-4.0.b", "modifier.die", roll.faces[0]), *modifiers(state)))
    weather = bands("weather").look(_on_the_table(total.total), "result").value
    d.set(weather=weather)
    d.log("log.weather", "NWT-WEATHER", rolls=[roll], modifiers=total.parts[1:], by=state.first, weather=weather)


# rule: NWT-WEATHER, NWK-4.1, NWK-4.2
def modifiers(state: KoreaState) -> tuple[Modifier, ...]:
    """What the season and the option for bad weather add to the roll."""
    printed, settings = chart("weather"), state.board.settings
    found = []
    if season := printed["seasons"][settings.season]:
        found.append(Modifier("NWK-4.2", "modifier.season", season))
    if settings.bad_weather:
        found.append(Modifier("NWK-4.1", "modifier.bad_weather", printed["bad_weather_option"]))
    return tuple(found)


def _on_the_table(total: int) -> int:
    return min(max(total, DIE[0]), DIE[-1])


# rule: NW-4.1.3.a
def is_storm(state: KoreaState) -> bool:
    """Whether nothing flies and nothing sails."""
    return state.weather == STORM


# rule: NW-4.1
def share(amount: int, part: tuple[int, int]) -> int:
    """A fraction of an amount, rounded up."""
    of, whole = part
    return -(-amount * of // whole)
