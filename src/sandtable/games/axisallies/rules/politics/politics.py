"""Chapter 6: wars, who may declare them, and when."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.turns.powers import (
    alliance,
    are_allies,
    at_war,
    members,
    other_side,
    pair,
    place,
    seat,
)
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

EUROPEAN_AXIS = ("germany", "italy")
TURN3 = "income.declare"
ON_CHINA, IN_CHINA = "declared_on_china", "declared_on_china_and_entered_chinese_reach"
"""Events, each followed by the Axis power it is about."""


def note(d: Draft[GlobalState], event: str) -> None:
    """Remember that something happened for the first time."""
    if event not in d.now.events:
        d.put("events", event, d.now.round)


def limits_on(state: GlobalState, power: str, against: str) -> list[dict[str, Any]]:
    """What the political rules demand before a power may declare war on another; empty where it is free to."""
    rows: list[dict[str, Any]] = state.board.tables["politics"]["declarations"]
    return [row for row in rows if row["power"] == power and against in row["against"]]


def why_not_declare(state: GlobalState, power: str, against: str) -> Refusal | None:
    """Why a power may not declare war on another now."""
    # rule: AA-6.neutral.no-dow
    if against not in state.board.powers:
        return refuse("AA-6.neutral.no-dow", "refuse.no_power")
    if are_allies(state, power, against):
        return refuse("AA-1.powers.a", "refuse.same_alliance", power=seat(against))
    if at_war(state, power, against):
        return refuse("AA-9.2.dow.timing", "refuse.at_war_already", power=seat(against))
    turn = state.powers[power].turns
    # rule: AA-6.us.dow-after-trigger, AA-6.us.dow-turn3
    for row in limits_on(state, power, against):
        since = row["from_turn"]
        in_time = since is not None and turn >= since
        window = state.here.at.endswith(TURN3) and turn == row.get("collect_income_of_turn")
        if not (in_time or window or any(has_happened(state, event, against) for event in row["unless"])):
            return refuse(row["rule"], "refuse.not_provoked", power=seat(against))
    return None


# rule: AA-9.2.dow.timing
def too_late(state: GlobalState, power: str) -> OneOf:
    """Nobody: units have moved. A power that could not be declared war on anyway is told so."""

    def why(other: str) -> Refusal:
        no = why_not_declare(state, power, other)
        return no or refuse("AA-9.2.dow.timing", "refuse.too_late_to_declare", power=seat(other))

    return OneOf("seat", (), why=why)


def has_happened(state: GlobalState, event: str, against: str) -> bool:
    """Whether an event that lifts a limit has happened; some are about the power one would declare on."""
    return event in state.events or f"{event}.{against}" in state.events


# rule: AA-6.germany.dow, AA-6.italy.dow, AA-6.japan.dow
def targets(state: GlobalState, power: str) -> OneOf:
    """The powers of the other alliance that war may be declared on now."""
    foes = members(state, other_side(alliance(state, power)))
    # rule: AA-6.uk.dow-japan, AA-6.anzac.dow-japan, AA-6.france.dow-japan
    return pick("seat", foes, lambda other: why_not_declare(state, power, str(other)))


# rule: AA-9.2.dow.provoked
def is_provoked(state: GlobalState, power: str, against: str) -> bool:
    """Whether a declaration answers something the other did first, or that a political rule answers with war."""
    answers = any(
        has_happened(state, event, against) for row in limits_on(state, power, against) for event in row["unless"]
    )
    return answers or any(
        f"provoked.{power}.by.{other}" in state.events for other in linked_with(state, against, power)
    )


def linked_with(state: GlobalState, power: str, enemy: str) -> tuple[str, ...]:
    """The powers that go to war with an enemy together, the given one among them."""
    for link in state.board.tables["politics"]["linked"]:
        if power in link["powers"] and enemy == link["against"]:
            return tuple(link["powers"])
    return (power,)


def provoke(d: Draft[GlobalState], power: str, by: str) -> None:
    """Remember that a power was given a reason to declare war."""
    note(d, f"provoked.{power}.by.{by}")


# rule: AA-9.2.dow.effect, AA-9.2.dow.no-attack-needed
def declare(d: Draft[GlobalState], against: str) -> None:
    """War, from now on, with everything that hangs on it."""
    power = d.seat
    provoked = is_provoked(d.now, power, against)
    d.log("log.declared", "AA-9.2.dow.effect", power=seat(power), on=seat(against), provoked=int(provoked))
    enter_war(d, power, against)
    _note_declaration(d, power, against, provoked)
    _follow(d, power, against, provoked)


# rule: AA-6.japan.uk-anzac-linked, AA-6.uk.dow-japan, AA-6.anzac.dow-japan
def _follow(d: Draft[GlobalState], power: str, against: str, provoked: bool) -> None:
    """Powers that are linked go to war together, whichever side declared."""
    for other in linked_with(d.now, against, power):
        if not at_war(d.now, other, power):
            enter_war(d, other, power)
            d.log("log.linked", "AA-6.japan.uk-anzac-linked", power=seat(other), on=seat(power))
            _note_declaration(d, power, other, provoked)
    for other in linked_with(d.now, power, against):
        if not at_war(d.now, other, against):
            enter_war(d, other, against)
            d.log("log.linked", "AA-6.japan.uk-anzac-linked", power=seat(other), on=seat(against))


def enter_war(d: Draft[GlobalState], a: str, b: str) -> None:
    """Two powers are at war; an American complex grows when the United States joins."""
    was_at_peace = not _is_at_war(d.now, "usa")
    d.put("wars", pair(a, b), d.now.round)
    # rule: AA-9.2.dow.loading-exception
    d.set(new_wars=(*d.now.new_wars, pair(a, b)))
    if "usa" in (a, b) and was_at_peace:
        _mobilize_america(d)


def _is_at_war(state: GlobalState, power: str) -> bool:
    return any(power in key.split("-") for key in state.wars)


# rule: AA-11.us.ic
def _mobilize_america(d: Draft[GlobalState]) -> None:
    """The home complexes of the United States become major at no cost when it enters the war, and can be used so."""
    for row in d.now.board.tables["setup"]["units"]["usa"]:
        at = row["place"]
        if "minor_ic" not in row["units"]:
            continue
        territory = d.now.territories[at]
        if territory.holder == "usa" and territory.works == "minor_ic":
            d.edit("territories", at, works="major_ic")
            d.log("log.complex_grows", "AA-11.us.ic", place(at), place=place(at))


def _note_declaration(d: Draft[GlobalState], power: str, against: str, provoked: bool) -> None:
    """What later declarations and objectives ask about this one."""
    provoke(d, against, power)
    if alliance(d.now, power) == "axis":
        if against == "usa":
            note(d, "axis_declared_on_usa")
        if against == "ussr" and power in EUROPEAN_AXIS:
            note(d, "european_axis_declared_on_ussr")
        if against == "china":
            note(d, f"{ON_CHINA}.{power}")
    # rule: AA-6.japan.ussr-france-no-us, AA-6.us.dow-triggers
    if power == "japan" and against in ("uk", "anzac") and not provoked:
        note(d, "japan_declared_unprovoked_on_uk_or_anzac")


def can_declare(state: GlobalState, power: str) -> bool:
    """Whether there is anybody to declare war on."""
    foes = members(state, other_side(alliance(state, power)))
    return any(why_not_declare(state, power, other) is None for other in foes)


def is_window_open(state: GlobalState, power: str) -> bool:
    """Whether a power still at peace collects income in the turn that lets it declare war there."""
    rows: list[dict[str, Any]] = state.board.tables["politics"]["declarations"]
    turns = [row.get("collect_income_of_turn") for row in rows if row["power"] == power]
    return state.powers[power].turns in turns and not _is_at_war(state, power)
