"""One ground combat, step by step."""

from __future__ import annotations

from typing import Any

from sandtable.games.nextwar.actions import commanding, fighting, sailing
from sandtable.games.nextwar.flow.common import Step, Telling, Who, until
from sandtable.games.nextwar.flow.stakes import of_advance, of_battle, of_beachhead, of_stand
from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.air_points import air_defence
from sandtable.games.nextwar.rules.combat import advances, assaults, battle, retreats, support
from sandtable.games.nextwar.rules.combat.support import current
from sandtable.games.nextwar.rules.formations import command
from sandtable.games.nextwar.rules.sequence.segments import flies_units
from sandtable.games.nextwar.rules.strikes import combat_support
from sandtable.kernel import Phase


def _lead(name: str, attacks: bool) -> Step:
    return Phase(
        name,
        "NW-9.5.1.c",
        begin=lambda d: battle.lead_alone(d, attacks),
        who=lambda s: battle.leader(s, attacks),
        verbs=(fighting.LEAD,),
        prompt=of_battle,
    )


def _command(name: str, attacks: bool) -> Step:
    """Headquarters and artillery of a side shift columns, before any support is given."""
    return Phase(
        name,
        "NW-18.2.1.a",
        who=lambda s: command.commander(s, attacks),
        verbs=(commanding.COMMAND,),
        prompt=of_battle,
    )


def _support(name: str, attacks: bool) -> Step:
    def who(state: KoreaState) -> tuple[str, ...]:
        return support.giver(state, attacks) or combat_support.giver(state, attacks)

    return Phase(name, "NW-9.2.4", who=who, verbs=(fighting.SUPPORT,), prompt=of_battle)


def _losses(name: str, rule: str, attacks: bool) -> Step:
    """A side takes the losses of the result, by itself where it has no choice."""

    def who(state: KoreaState) -> tuple[str, ...]:
        found = current(state)
        return battle.owes(state, found.side if attacks else enemy(found.side))

    return Phase(
        name,
        rule,
        begin=battle.force(lambda found: found.side if attacks else enemy(found.side)),
        who=who,
        over=until(who),
        verbs=(fighting.LOSE, *(() if attacks else (sailing.LOSE_BEACHHEAD,))),
        prompt=of_battle,
    )


def _further_step(name: str, rule: str, *others: Any) -> Step:
    return Phase(
        name,
        rule,
        begin=retreats.pay_alone,
        who=retreats.payer,
        over=until(retreats.payer),
        verbs=(fighting.PAY, *others),
        prompt=of_battle,
    )


def _asking(name: str, rule: str, who: Who, *verbs: Any, prompt: Telling = of_battle) -> Step:
    return Phase(name, rule, who=who, over=until(who), verbs=verbs, prompt=prompt)


# Those who defended the hex retreat in these steps, then those who had fled into it.
_RETREAT: tuple[Step, ...] = (
    _asking("retreat", "NW-9.8.1.b", retreats.retreater, fighting.RETREAT),
    Phase("blocked", "NW-9.8.1.e", begin=retreats.block),
    _further_step("blocked_loss", "NW-9.8.1.e"),
)


# rule: NW-23.5.f, NWS-ADV-9.2.a
_SUPPORT_MISSIONS: Step = Phase(
    "missions",
    "NWS-ADV-9.2.a",
    (
        Phase("detection", "NW-23.5.b", begin=combat_support.see_all),
        Phase(
            "runs",
            "NW-23.5.c",
            (Phase("run", "NW-23.5.c", begin=combat_support.begin_run),),
            again=combat_support.goes_on,
        ),
        Phase("snipers", "NWK-3.1.4.1.a", begin=combat_support.brave_with_snipers),
        Phase("effect", "NW-23.5.d", begin=combat_support.settle),
    ),
    when=flies_units,
)

# rule: NWS-STD-3.2, NW-9.2.7
BATTLE: Step = Phase(
    "battle",
    "NWS-STD-3.2",
    (
        _asking("defenders", "NW-8.1.1.1.e", battle.chooser, fighting.DEFEND),
        _lead("attack_lead", True),
        _lead("defence_lead", False),
        _command("attack_command", True),
        _command("defence_command", False),
        _support("attack_support", True),
        _support("defence_support", False),
        Phase("air_defence", "NW-9.2.5", begin=air_defence.fire_at_support),
        _SUPPORT_MISSIONS,
        Phase("roll", "NW-9.2.6", begin=battle.roll),
        _losses("defence_losses", "NW-9.7.2.a", False),
        Phase("outposts", "NWK-2.2.f", begin=retreats.fell_outposts),
        Phase("stand", "NW-9.8.2", who=retreats.may_stand, verbs=(fighting.STAND,), prompt=of_stand),
        _further_step("stand_loss", "NW-9.8.2", sailing.LOSE_BEACHHEAD),
        Phase("flight", "NW-9.7.2.b", begin=retreats.start),
        *_RETREAT,
        Phase("rout", "NW-9.8.4.b", _RETREAT, begin=retreats.rout, when=retreats.is_rout),
        _losses("attack_losses", "NW-9.7.1.a", True),
        Phase(
            "repulse",
            "NW-8.5.8.1.g",
            begin=assaults.repulse,
            who=assaults.payer,
            over=until(assaults.payer),
            verbs=(sailing.REPULSE,),
            prompt=of_battle,
        ),
        _asking("advance", "NW-9.9.a", advances.advancer, fighting.ADVANCE, prompt=of_advance),
        Phase("beachhead", "NW-8.5.8.2.a", who=assaults.lander, verbs=(sailing.BEACHHEAD,), prompt=of_beachhead),
        _asking("pursuit", "NW-9.9.b", advances.pursuer, fighting.PURSUE, fighting.END_PURSUIT),
    ),
)
