"""The segments of a turn: who acts in each, and what it allows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sandtable.games.nextwar.model import KoreaState, enemy

FIRST, SECOND = "first", "second"
MOVEMENT, COMBAT = "movement", "combat"


@dataclass(frozen=True)
class Segment:
    """A movement or combat segment."""

    name: str
    rule: str
    player: str
    """The first player, who has the initiative if anybody has, or the second."""
    kind: str
    elite: bool = False
    """Only units of high efficiency move, and only on the ground."""
    exploits: bool = False
    early: bool = False
    """Before the war: units move up, half as far and in their own country."""


INITIATIVE_SEGMENTS = (
    # rule: NWS-STD-3.1, NWS-ADV-9.1
    Segment("movement", "NWS-STD-3.1", FIRST, MOVEMENT),
    # rule: NWS-STD-3.2, NWS-ADV-9.2
    Segment("combat", "NWS-STD-3.2", FIRST, COMBAT),
    # rule: NWS-STD-3.3, NWS-ADV-9.3
    Segment("elite_reaction", "NWS-STD-3.3", SECOND, MOVEMENT, elite=True),
    # rule: NWS-STD-3.4, NWS-ADV-9.4
    Segment("exploitation", "NWS-STD-3.4", FIRST, MOVEMENT, exploits=True),
    # rule: NWS-STD-3.5, NWS-ADV-9.5
    Segment("exploitation_combat", "NWS-STD-3.5", FIRST, COMBAT, exploits=True),
    # rule: NWS-STD-3.6, NWS-ADV-9.6
    Segment("reaction", "NWS-STD-3.6", SECOND, MOVEMENT),
    # rule: NWS-STD-3.7, NWS-ADV-9.7
    Segment("reaction_combat", "NWS-STD-3.7", SECOND, COMBAT),
)
BASIC_SEGMENTS = (
    # rule: NWS-STD-4.1, NWS-ADV-12
    Segment("first_movement", "NWS-STD-4.1", FIRST, MOVEMENT),
    # rule: NWS-STD-4.2, NWS-ADV-12
    Segment("first_combat", "NWS-STD-4.2", FIRST, COMBAT),
    # rule: NWS-STD-4.3, NWS-ADV-12
    Segment("second_movement", "NWS-STD-4.3", SECOND, MOVEMENT),
    # rule: NWS-STD-4.4, NWS-ADV-12
    Segment("second_combat", "NWS-STD-4.4", SECOND, COMBAT),
)
# rule: NWK-16.2.3.h
EARLY_SEGMENTS = (
    Segment("first_moves_up", "NWK-16.2.3.h", FIRST, MOVEMENT, early=True),
    Segment("second_moves_up", "NWK-16.2.3.h", SECOND, MOVEMENT, early=True),
)
SEGMENTS = {segment.name: segment for segment in (*INITIATIVE_SEGMENTS, *BASIC_SEGMENTS, *EARLY_SEGMENTS)}


@cache
def _segment_at(at: str) -> Segment | None:
    return next((SEGMENTS[part] for part in at.split(".") if part in SEGMENTS), None)


def segment(state: KoreaState) -> Segment | None:
    """The movement or combat segment at hand, if there is one."""
    return _segment_at(state.flow[0].at) if state.flow else None


# rule: NW-3.0.b, NWS-STD-2.5
def has_initiative_phase(state: KoreaState) -> bool:
    """Whether the turn has an initiative phase: not if it is contested."""
    return bool(state.initiative) and is_on_the_ground(state)


# rule: NW-5.0.b, NW-5.0.c
def player(state: KoreaState, which: str) -> str:
    """The side that is the first or the second player of the turn."""
    return state.first if which == FIRST else enemy(state.first)


def active(state: KoreaState) -> str:
    """The side whose segment it is; empty outside of the segments."""
    now = segment(state)
    return player(state, now.player) if now else ""


# rule: NW-15.0, NW-17.0
def is_advanced(state: KoreaState) -> bool:
    """Whether the advanced sequence is played."""
    return state.board.is_advanced


# rule: NW-29.1
def flies_units(state: KoreaState) -> bool:
    """Whether the war in the air is fought with air units."""
    return state.board.flies_units


def is_standard(state: KoreaState) -> bool:
    """Whether the standard sequence is played."""
    return not state.board.is_advanced


# rule: NWK-16.2.5.b
def is_campaign(state: KoreaState) -> bool:
    """Whether the advanced sequence is played in full: the air war leaves most of it out."""
    return state.board.is_advanced and not state.board.is_air_war


def is_on_the_ground(state: KoreaState) -> bool:
    """Whether there is a war on the ground: in every scenario but the air war."""
    return not state.board.is_air_war


# rule: NWS-ADV-5
def sends_first(state: KoreaState, side: str) -> bool:
    """Whether a side has the first phase of special operations: with the initiative."""
    return bool(state.initiative) and side == state.first


# rule: NWS-ADV-7
def sends_second(state: KoreaState, side: str) -> bool:
    """Whether a side has a part in the second phase: without the initiative, or where nobody has it, both."""
    return not state.initiative or side != state.first


def is_early(state: KoreaState) -> bool:
    """Whether units move up before the war."""
    now = segment(state)
    return now is not None and now.early


def is_before_war(state: KoreaState) -> bool:
    """Whether the first turn has not begun: nobody has looked at the weather yet."""
    return not state.weather


# rule: NWS-ADV-11
def has_second_strikes(state: KoreaState) -> bool:
    """Whether the turn has a second strike phase: not if it is contested."""
    return is_campaign(state) and bool(state.initiative)
