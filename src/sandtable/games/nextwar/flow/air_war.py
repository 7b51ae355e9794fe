"""The war in the air: the air phase of the advanced turn, a fight in the air, and aircraft hit on the ground."""

from __future__ import annotations

from typing import Any

from sandtable.games.nextwar.actions import air_war
from sandtable.games.nextwar.flow import stakes
from sandtable.games.nextwar.flow.common import Step, about, until
from sandtable.games.nextwar.model import ALLIED, DPRK, KoreaState
from sandtable.games.nextwar.rules.air_defences import interception
from sandtable.games.nextwar.rules.air_points import points
from sandtable.games.nextwar.rules.air_war import blind_pairing, engagements, fire, sorties, superiority
from sandtable.games.nextwar.rules.damage import collateral, fleets
from sandtable.games.nextwar.rules.korean_terrain import busan
from sandtable.games.nextwar.rules.scenarios import air_war as card
from sandtable.games.nextwar.rules.sea import control as sea_control
from sandtable.games.nextwar.rules.sequence.segments import flies_units, is_advanced, is_campaign
from sandtable.kernel import Phase


def _grounding(name: str, rule: str, who: Any, verb: Any) -> Step:
    """Aircraft that bases of one side, then of the other, keep on the ground."""
    return Phase(
        name,
        rule,
        tuple(Phase(side, rule, who=who(side), verbs=(verb,), prompt=stakes.of_grounding) for side in (DPRK, ALLIED)),
    )


# rule: NWS-ADV-6.1.a, NWS-ADV-6.1.b, NWS-ADV-6.2
AIR: Step = Phase(
    "air",
    "NWS-ADV-6.2",
    (
        Phase("turn", "NWK-16.2.5.b", begin=card.begin_turn),
        # rule: NWK-2.5.2.a
        Phase(
            "busan",
            "NWK-2.5.2.a",
            begin=busan.judge,
            who=busan.chooser,
            verbs=(air_war.TAKE_AWAY,),
            prompt=about,
            when=is_campaign,
        ),
        _grounding("damaged_bases", "NWS-ADV-6.1.a", sorties.payer, air_war.GROUND_OWN),
        _grounding("lost_bases", "NWS-ADV-6.1.b", sorties.chooser, air_war.GROUND_ENEMY),
        Phase("count", "NWS-ADV-6.1.c", begin=sorties.forget_lost_bases),
        Phase(
            "sorties",
            "NW-22.7.b",
            who=sorties.committer,
            verbs=(air_war.SORTIE,),
            prompt=stakes.of_sorties,
            when=flies_units,
        ),
        Phase("reveal", "NW-22.7.b", begin=sorties.reveal, when=flies_units),
        Phase("fight", "NWS-ADV-6.2", begin=superiority.begin, when=flies_units),
        Phase("level", "NWS-ADV-6.3", begin=superiority.determine, when=flies_units),
        Phase("awacs", "NWS-ADV-6.5", begin=superiority.update_awacs, when=flies_units),
        Phase("air_points", "NW-29.1", begin=points.receive, when=lambda s: s.board.uses_points),
        # Rule 6.4 needs no step: the radii follow from the level.
        Phase("sea_control", "NWS-ADV-6.6", begin=sea_control.roll, when=is_campaign),
        Phase("fleets", "NW-27.4", begin=fleets.clear_the_sea, when=is_campaign),
        Phase("reserve", "NWK-16.2.5.d", begin=card.reserve),
    ),
    when=is_advanced,
)


# -- a fight in the air ----------------------------------------------------------------------------------------------


def _picking(side: str) -> Step:
    def who(state: KoreaState) -> tuple[str, ...]:
        return engagements.picks(state, side)

    return Phase(
        side,
        "NW-22.10.2.a",
        begin=engagements.start_run,
        who=who,
        over=until(who),
        verbs=(air_war.PAIR,),
        prompt=stakes.of_pairing,
    )


def _picks_in_turn(state: KoreaState) -> bool:
    return _is_superiority(state) and not blind_pairing.is_blind(state)


def _is_interception(state: KoreaState) -> bool:
    return bool(engagements.battle(state).mission)


def _is_superiority(state: KoreaState) -> bool:
    return not engagements.battle(state).mission


def _aiming(step: str) -> Step:
    def who(state: KoreaState) -> tuple[str, ...]:
        return tuple(side for side in (DPRK, ALLIED) if fire.undecided(state, side, step))

    return Phase("aim", "NW-22.10.4.1.a", who=who, over=until(who), verbs=(air_war.aim(step),), prompt=stakes.of_aim)


def _breaking(name: str, index: int) -> Step:
    def who(state: KoreaState) -> tuple[str, ...]:
        seat = engagements.seats_in_order(state)[index]
        return (seat,) if fire.breakers(state, seat) else ()

    return Phase(
        name, "NW-22.10.6", who=who, over=until(who), verbs=(air_war.BREAK_OFF, air_war.STAY), prompt=stakes.of_fight
    )


def _round(step: str, rule: str, begin: Any) -> Step:
    """One of the steps from afar: aim, fire, break off; interceptors without an opponent look for another."""
    return Phase(
        step,
        rule,
        (
            _aiming(step),
            Phase("fire", rule, begin=begin),
            Phase(
                "trouble",
                "NWT-AIRCOMBAT.transport",
                who=fire.waverer,
                over=until(fire.waverer),
                verbs=(air_war.WAVER,),
                prompt=stakes.of_trouble,
            ),
            _breaking("break_first", 0),
            _breaking("break_second", 1),
            _matching("again", "NW-24.4.1.c"),
        ),
        begin=fire.next_round,
    )


def _matching(name: str, rule: str) -> Step:
    return Phase(
        name,
        rule,
        who=interception.matcher,
        over=until(interception.matcher),
        verbs=(air_war.ENGAGE, air_war.HOLD_BACK),
        prompt=stakes.of_fight,
    )


# rule: NW-22.10.2.c, NW-22.10.4.2, NW-22.10.7
AIR_BATTLE: Step = Phase(
    "air_battle",
    "NW-22.10.2.c",
    (
        Phase(
            "pairing",
            "NW-22.10.2.a",
            (_picking(ALLIED), _picking(DPRK)),
            when=_picks_in_turn,
            again=engagements.is_pairing,
        ),
        Phase(
            "blind",
            "NW-29.2.2.a",
            (
                Phase("pick", "NW-29.2.2.a", who=blind_pairing.picker, verbs=(air_war.PICK,), prompt=about),
                Phase("reveal", "NW-29.2.2.a", begin=blind_pairing.reveal),
            ),
            when=blind_pairing.is_blind,
            again=engagements.is_pairing,
        ),
        Phase(
            "surplus",
            "NW-22.10.2.b",
            who=engagements.has_surplus,
            over=until(engagements.has_surplus),
            verbs=(air_war.JOIN, air_war.KEEP_OUT),
            prompt=stakes.of_pairing,
            when=_is_superiority,
        ),
        Phase(
            "awacs",
            "NW-29.2.2.b",
            who=blind_pairing.adjuster,
            over=until(blind_pairing.adjuster),
            verbs=(air_war.SWAP, air_war.WITHDRAW, air_war.KEEP_PAIRS),
            prompt=stakes.of_awacs,
        ),
        Phase("kept_out", "NW-22.10.2.b", begin=engagements.keep_out, when=_is_superiority),
        Phase(
            "interception",
            "NW-24.4.1.a",
            (
                _matching("engage", "NW-24.4.1.a"),
                Phase(
                    "cover",
                    "NW-24.4.1.f",
                    who=interception.coverer,
                    over=until(interception.coverer),
                    verbs=(air_war.COVER, air_war.KEEP_OUT),
                    prompt=stakes.of_fight,
                ),
            ),
            when=_is_interception,
        ),
        _round(fire.LONG_RANGE, "NW-22.10.3.a", fire.long_range),
        _round(fire.STANDOFF, "NW-22.10.3.b", fire.standoff),
        Phase(
            fire.DOGFIGHT,
            "NW-22.10.3.c",
            (_aiming(fire.DOGFIGHT), Phase("fire", "NW-22.10.3.c", begin=fire.dogfight)),
            begin=fire.next_round,
        ),
        Phase("home", "NW-24.4.1.e", begin=interception.end),
    ),
)


# -- aircraft on the ground ------------------------------------------------------------------------------------------


def _catching(name: str) -> Step:
    """The attacker names his units before the owner does."""
    return Phase(
        name,
        "NW-27.7.2.1.c",
        who=collateral.picker,
        over=until(collateral.picker),
        verbs=(air_war.CATCH,),
        prompt=stakes.of_collateral,
    )


# rule: NW-27.7.2.1.c
COLLATERAL: Step = Phase("collateral", "NW-27.7.2.1.c", (_catching("attacker"), _catching("owner")))
