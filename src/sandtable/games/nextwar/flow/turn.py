"""The turn, phase by phase: the standard one, and what the advanced game adds to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.nextwar.actions import (
    air_war,
    commanding,
    fighting,
    flying,
    lifting,
    moving,
    recruiting,
    sailing,
    supplying,
)
from sandtable.games.nextwar.flow import stakes
from sandtable.games.nextwar.flow.air_war import AIR
from sandtable.games.nextwar.flow.common import Step, Telling, about, until
from sandtable.games.nextwar.flow.politics import GROUPS, PROVOCATION, RESOLUTION
from sandtable.games.nextwar.flow.special_operations import FIRST_SPECIAL_FORCES, SECOND_SPECIAL_FORCES
from sandtable.games.nextwar.flow.strikes import FIRST_STRIKE, SECOND_STRIKE
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_points import helicopters, points
from sandtable.games.nextwar.rules.air_war import arrivals as air_arrivals
from sandtable.games.nextwar.rules.air_war import display, ranges
from sandtable.games.nextwar.rules.combat import assaults, chemicals, declaration
from sandtable.games.nextwar.rules.damage import captures, collateral, installations, repairs
from sandtable.games.nextwar.rules.damage import units as damaged_units
from sandtable.games.nextwar.rules.detection import electronic
from sandtable.games.nextwar.rules.formations import capabilities, rebuilding
from sandtable.games.nextwar.rules.initiative import initiative
from sandtable.games.nextwar.rules.korean_terrain import tunnels
from sandtable.games.nextwar.rules.korean_units import expeditionary
from sandtable.games.nextwar.rules.missiles import launches
from sandtable.games.nextwar.rules.movement import beachheads, carrying_out, control, landings, mopup
from sandtable.games.nextwar.rules.reinforcements import arrivals, replacements
from sandtable.games.nextwar.rules.scenarios import air_war as card
from sandtable.games.nextwar.rules.scenarios import foreign_forces, held_division
from sandtable.games.nextwar.rules.sea import control as sea_control
from sandtable.games.nextwar.rules.sequence.segments import (
    BASIC_SEGMENTS,
    FIRST,
    INITIATIVE_SEGMENTS,
    MOVEMENT,
    SECOND,
    Segment,
    has_initiative_phase,
    is_advanced,
    is_campaign,
    is_on_the_ground,
    is_standard,
    player,
)
from sandtable.games.nextwar.rules.special_operations import markers
from sandtable.games.nextwar.rules.strikes import attacks
from sandtable.games.nextwar.rules.supply import emergency, isolation, supply_units
from sandtable.games.nextwar.rules.supply import status as supply
from sandtable.games.nextwar.rules.united_nations import resolutions
from sandtable.games.nextwar.rules.victory import judging
from sandtable.games.nextwar.rules.weather import shelter, weather
from sandtable.kernel import Draft, Phase

CARRYING = (
    lifting.FLY,
    lifting.DROP,
    lifting.AIRMOBILE,
    lifting.LIFT,
    lifting.STEP_IN,
    sailing.SAIL,
    sailing.EMBARK,
    sailing.SHIP,
    sailing.SHIP_HELICOPTER,
    sailing.BOARD,
    sailing.GIVE_UP,
)
"""Ways to move that are not on foot."""


def _entering(name: str, when: str) -> Step:
    """Units of the card that come in at some point of a segment."""
    who = arrivals.chooser(when)
    return Phase(
        name,
        "NWK-7.1.4.a",
        begin=arrivals.come(when),
        who=who,
        over=until(who),
        verbs=(recruiting.enter(when),),
        prompt=stakes.of_entry(when),
    )


def _asking(
    which: str,
    rule: str,
    who: Callable[[KoreaState, str], tuple[str, ...]],
    *verbs: Any,
    prompt: Telling = about,
) -> Step:
    """What the first, then the second player of the turn is asked, as long as there is something."""

    def asked(state: KoreaState) -> tuple[str, ...]:
        return who(state, player(state, which))

    return Phase(which, rule, who=asked, over=until(asked), verbs=verbs, prompt=prompt)


def _movement(segment: Segment) -> Step:
    """A movement segment: its player moves units until he has done."""
    before = arrivals.SEGMENT_STARTS.get(segment.name)
    after = arrivals.SEGMENT_ENDS.get(segment.name)

    def end(d: Draft[KoreaState]) -> None:
        carrying_out.end_segment(d)
        if before:
            arrivals.rest(d, before)

    return Phase(
        segment.name,
        segment.rule,
        (
            *((_entering("first_arrivals", before),) if before else ()),
            Phase(
                "moves",
                segment.rule,
                who=lambda s: (player(s, segment.player),),
                verbs=(
                    moving.MOVE,
                    flying.TRANSFER,
                    moving.TUNNEL,
                    moving.SET_OUT,
                    moving.TASK_FORCE,
                    moving.INFILTRATE,
                    *CARRYING,
                    moving.END_MOVEMENT,
                ),
                prompt=about,
            ),
            *((_entering("arrivals", after),) if after else ()),
        ),
        begin=carrying_out.begin_segment,
        end=end,
    )


def _combat(segment: Segment) -> Step:
    """A combat segment: its player declares one attack after the other, each fought at once."""

    def who(state: KoreaState) -> tuple[str, ...]:
        seat = player(state, segment.player)
        possible = declaration.targets(state, seat).is_possible() or assaults.open_beaches(state, seat).is_possible()
        return (seat,) if possible or expeditionary.why_not_call(state, seat) is None else ()

    def gassing(state: KoreaState) -> tuple[str, ...]:
        return chemicals.user(state, player(state, segment.player))

    return Phase(
        segment.name,
        segment.rule,
        (
            Phase(
                "chemicals",
                "NWK-6.2.2",
                begin=chemicals.begin_segment,
                who=gassing,
                over=until(gassing),
                verbs=(fighting.GAS, fighting.END_GAS),
                prompt=stakes.of_gas,
            ),
            Phase(
                "attacks",
                segment.rule,
                who=who,
                over=until(who),
                verbs=(fighting.ATTACK, sailing.LAND, commanding.LAND_HQ, fighting.END_COMBAT),
                prompt=about,
            ),
        ),
        begin=declaration.begin_segment,
        end=declaration.end_segment,
    )


def _segments(segments: tuple[Segment, ...]) -> tuple[Step, ...]:
    return tuple(_movement(one) if one.kind == MOVEMENT else _combat(one) for one in segments)


# rule: NWS-STD-8, NWS-ADV-17
def record(d: Draft[KoreaState]) -> None:
    """Move the turn marker."""
    d.set(turn=d.now.turn + 1)
    if d.now.turn <= d.now.board.turns:
        d.log("log.turn", "NWS-STD-8", turn=d.now.turn)


# rule: NWS-ADV-15.2
def receive(d: Draft[KoreaState]) -> None:
    """Call up all that comes in this turn: of both sides, and of China and Japan."""
    arrivals.receive(d)
    foreign_forces.receive(d)


# rule: NWS-ADV-14.15
def recover(d: Draft[KoreaState]) -> None:
    """Strike markers go down by one, on units, on the map and on the card of the air war."""
    damaged_units.recover(d)
    installations.recover(d)
    card.settle(d)
    launches.reload(d, turn_ends=True)


# rule: NWS-ADV-1, NWS-ADV-1.1
WEATHER: Step = Phase(
    "weather",
    "NWS-STD-1.1",
    (
        Phase("choice", "NW-4.0.a", who=weather.chooser, verbs=(moving.CHOOSE_WEATHER,), prompt=about),
        Phase("roll", "NW-4.0.b", begin=weather.determine),
        # rule: NWS-STD-1.2, NWS-ADV-1.2
        Phase(
            "shelter",
            "NWS-STD-1.2",
            (
                _asking(FIRST, "NWS-STD-1.2", shelter.shelterer, sailing.SHELTER),
                _asking(SECOND, "NWS-STD-1.2", shelter.shelterer, sailing.SHELTER),
            ),
            begin=shelter.flee_alone,
        ),
        Phase("grounding", "NWS-ADV-1.3", begin=display.ground_in_storm, when=is_advanced),
        Phase(
            "stand_down",
            "NW-22.5.1.1.b",
            (
                _asking(FIRST, "NW-22.5.1.1.b", display.idle, air_war.STAND_DOWN),
                _asking(SECOND, "NW-22.5.1.1.b", display.idle, air_war.STAND_DOWN),
            ),
            when=is_advanced,
        ),
    ),
)

# Steps of the advanced turn without a rule of their own yet are the places where chapters to come hook in.
SUPPLYING = (
    supplying.BUY_MSU,
    supplying.SPLIT_DEPOT,
    supplying.SETTLE_MSU,
    supplying.FOUND_DEPOT,
    supplying.END_SUPPLY,
)
# rule: NWS-ADV-2, NWS-ADV-2.1, NWS-ADV-2.2
SUPPLY: Step = Phase(
    "supply",
    "NWS-ADV-2",
    (
        Phase("restored", "NWS-ADV-2.1", begin=supply.restore),
        Phase("judged", "NWS-ADV-2.2", begin=supply.mark),
        # rule: NWS-ADV-2.3, NW-19.4.h
        Phase(
            "depots",
            "NWS-ADV-2.3",
            (
                _asking(FIRST, "NWS-ADV-2.3", supply_units.supplier, *SUPPLYING, prompt=stakes.of_supply),
                _asking(SECOND, "NWS-ADV-2.3", supply_units.supplier, *SUPPLYING, prompt=stakes.of_supply),
            ),
        ),
    ),
    when=lambda s: is_campaign(s) and supply.is_judged(s),
)
# rule: NWS-ADV-3.1
COMMAND: Step = Phase(
    "command",
    "NWS-ADV-3.1",
    (
        Phase("determination", "NWS-ADV-3.1", begin=initiative.determine),
        RESOLUTION,
    ),
    when=is_campaign,
)
# rule: NWS-ADV-4
ELECTRONIC_DETECTION: Step = Phase(
    "electronic_detection",
    "NWS-ADV-4",
    (
        _asking(FIRST, "NW-21.3.a", electronic.listener, air_war.LISTEN, prompt=stakes.of_signals),
        _asking(SECOND, "NW-21.3.a", electronic.listener, air_war.LISTEN, prompt=stakes.of_signals),
    ),
    begin=electronic.begin,
    when=is_campaign,
)
# rule: NW-19.4.e
HELPING = (supplying.EMERGENCY_SUPPLY, supplying.CASH_SUPPLY, supplying.END_EMERGENCY)
# rule: NWS-ADV-10
EMERGENCY_SUPPLY: Step = Phase(
    "emergency_supply",
    "NWS-ADV-10",
    (
        _asking(FIRST, "NWS-ADV-10", emergency.helper, *HELPING, prompt=stakes.of_emergency),
        _asking(SECOND, "NWS-ADV-10", emergency.helper, *HELPING, prompt=stakes.of_emergency),
    ),
    begin=emergency.begin,
    when=is_campaign,
)
# rule: NWS-ADV-13.1, NWS-ADV-13.2, NWS-ADV-13.3
ISOLATION: Step = Phase(
    "isolation",
    "NWS-ADV-13.1",
    (
        Phase("recovery", "NWS-ADV-13.1", begin=isolation.rejoin),
        Phase("cut_off", "NWS-ADV-13.2", begin=isolation.mark),
        Phase("surrender", "NWS-ADV-13.3", begin=isolation.surrender),
    ),
    when=is_campaign,
)

AIR_NAVAL: Step = Phase(
    "air_naval",
    "NW-3.0.a",
    (
        Phase("initiative", "NWS-STD-2.1", begin=initiative.determine),
        Phase("air_points", "NWS-STD-2.2", begin=points.receive),
        Phase("sea_control", "NWS-STD-2.4", begin=sea_control.roll),
    ),
    when=is_standard,
)

# rule: NWS-STD-5
REORGANIZATION: Step = Phase(
    "reorganization",
    "NWS-STD-5",
    (
        Phase("helicopters", "NWS-STD-5.1", begin=helicopters.reset),
        # rule: NWS-ADV-14.01
        Phase(
            "air_units",
            "NWS-ADV-14.01",
            (
                Phase(
                    "rebasing",
                    "NWS-ADV-14.02",
                    (
                        _asking(FIRST, "NWK-11.5", ranges.rebaser, air_war.REBASE, air_war.END_REBASING),
                        _asking(SECOND, "NWK-11.5", ranges.rebaser, air_war.REBASE, air_war.END_REBASING),
                    ),
                ),
                Phase("landing", "NWS-ADV-14.03", begin=display.leave_the_air),
                Phase("ready", "NWS-ADV-14.04", begin=display.ready_again),
                Phase("maintenance", "NWS-ADV-14.05", begin=display.maintain),
            ),
            when=is_advanced,
        ),
        Phase("air_points", "NWS-STD-5.2", begin=points.expire),
        Phase("special_forces", "NWS-ADV-14.06", begin=markers.renew, when=is_advanced),
        # rule: NWS-ADV-14.07
        Phase("airmobile", "NWS-STD-5.3", begin=points.reset_airmobile),
        # rule: NWS-ADV-14.08
        Phase("tunnels", "NWS-STD-5.4", begin=tunnels.remove),
        # rule: NWS-ADV-14.09
        Phase(
            "mopup",
            "NWS-STD-5.5",
            (
                _asking(FIRST, "NW-8.4.1.m", mopup.mopper, moving.MOP_UP, prompt=stakes.of_mopup),
                _asking(SECOND, "NW-8.4.1.m", mopup.mopper, moving.MOP_UP, prompt=stakes.of_mopup),
            ),
            begin=mopup.begin,
        ),
        # rule: NWS-ADV-14.10
        Phase("control", "NWS-STD-5.6", begin=control.change_hands),
        # rule: NW-27.7.2.1.d
        Phase("captured_bases", "NWS-ADV-14.10", begin=captures.settle, end=collateral.forget, when=is_advanced),
        Phase("landings", "NW-8.4.1.f", begin=landings.forget),
        Phase("beachheads", "NW-8.5.8.2.d", begin=beachheads.renew),
        Phase("held_division", "NWK-16.1.2.e", begin=held_division.bombard),
        # rule: NWS-ADV-14.11
        Phase(
            "markers",
            "NWS-ADV-14.11",
            (
                Phase("chemicals", "NWS-ADV-14.11", begin=chemicals.clear),
                Phase("sight", "NWS-ADV-14.12", begin=damaged_units.lose_sight),
                Phase("aim", "NW-20.2.3.b", begin=installations.lose_aim),
                Phase("headquarters", "NWS-ADV-14.13", begin=capabilities.reset),
                Phase("marines", "NWK-3.3.b", begin=expeditionary.absorb),
                Phase("roads", "NWS-ADV-14.14", begin=attacks.clear_roads),
                Phase("recovery", "NWS-ADV-14.15", begin=recover),
            ),
            when=is_advanced,
        ),
        Phase(
            "repairs",
            "NWS-ADV-14.16",
            (
                _asking(
                    FIRST,
                    "NWS-ADV-14.16",
                    repairs.repairer,
                    air_war.REPAIR,
                    air_war.END_REPAIRS,
                    prompt=stakes.of_repairs,
                ),
                _asking(
                    SECOND,
                    "NWS-ADV-14.16",
                    repairs.repairer,
                    air_war.REPAIR,
                    air_war.END_REPAIRS,
                    prompt=stakes.of_repairs,
                ),
            ),
            begin=repairs.forget,
            when=is_advanced,
        ),
    ),
)

REBUILDING = (recruiting.RECOVER_HQ, recruiting.REBUILD_HQ, recruiting.END_REBUILDING)
ARRIVING = (recruiting.BASE_ARRIVAL, recruiting.ARRIVE, recruiting.ANCHOR_ARRIVAL, recruiting.END_ARRIVALS)

REINFORCEMENT: Step = Phase(
    "reinforcement",
    "NW-10.0",
    (
        PROVOCATION,
        GROUPS,
        Phase(
            "arrivals",
            "NWS-STD-6.1",
            (
                _asking(FIRST, "NWS-STD-6.1", arrivals.receiver, *ARRIVING, prompt=stakes.of_arrivals),
                _asking(SECOND, "NWS-STD-6.1", arrivals.receiver, *ARRIVING, prompt=stakes.of_arrivals),
            ),
            begin=receive,
        ),
        Phase(
            "air_arrivals",
            "NW-22.7.f",
            begin=air_arrivals.receive,
            who=air_arrivals.stationer,
            over=until(air_arrivals.stationer),
            verbs=(air_war.STATION,),
            prompt=about,
            when=is_advanced,
        ),
        # rule: NWS-ADV-15.3
        Phase(
            "replacements",
            "NWS-STD-6.2",
            begin=replacements.receive,
            who=replacements.spender,
            over=lambda s, seat: not replacements.can_spend(s, seat),
            verbs=(recruiting.RECOVER, recruiting.REBUILD, recruiting.END_REPLACING),
            prompt=stakes.of_replacements,
        ),
        # rule: NWS-ADV-15.4
        Phase(
            "headquarters",
            "NWS-ADV-15.4",
            (
                _asking(FIRST, "NWS-ADV-15.4", rebuilding.rebuilder, *REBUILDING, prompt=stakes.of_supply),
                _asking(SECOND, "NWS-ADV-15.4", rebuilding.rebuilder, *REBUILDING, prompt=stakes.of_supply),
            ),
            when=is_campaign,
        ),
    ),
)

# rule: NW-3.0.a
TURN: Step = Phase(
    "turn",
    "NW-3.0.a",
    (
        WEATHER,
        AIR_NAVAL,
        SUPPLY,
        COMMAND,
        ELECTRONIC_DETECTION,
        FIRST_SPECIAL_FORCES,
        AIR,
        SECOND_SPECIAL_FORCES,
        FIRST_STRIKE,
        Phase("initiative", "NWS-STD-3.1", _segments(INITIATIVE_SEGMENTS), when=has_initiative_phase),
        EMERGENCY_SUPPLY,
        SECOND_STRIKE,
        Phase("basic", "NWS-STD-4.1", _segments(BASIC_SEGMENTS), when=is_on_the_ground),
        ISOLATION,
        REORGANIZATION,
        REINFORCEMENT,
        Phase(
            "victory",
            "NWS-STD-7.1",
            (
                Phase("totals", "NWS-STD-7.1", begin=judging.total),
                Phase("automatic", "NWS-STD-7.2", begin=judging.roll_for_victory),
                # rule: NWS-ADV-16
                Phase("cease_fire", "NW-28.3", begin=resolutions.conclude, when=is_campaign),
            ),
        ),
        Phase("record", "NWS-STD-8", begin=record),
    ),
    again=lambda s: True,
)
