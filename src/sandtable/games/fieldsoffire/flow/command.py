"""The Friendly Command phase (3.3): activation from the battalion down, initiative, general initiative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.fieldsoffire.actions import APPOINT, END, ORDERS, PASS_OVER, PICK, ROUSE
from sandtable.games.fieldsoffire.model import COMPANY, Command, FieldsState, Impulse
from sandtable.games.fieldsoffire.rules.campaign.abilities import can_rouse
from sandtable.games.fieldsoffire.rules.combat.modifier import volumes_on
from sandtable.games.fieldsoffire.rules.combat.reconstitution import heirs
from sandtable.games.fieldsoffire.rules.command import battalion, runners
from sandtable.games.fieldsoffire.rules.command.commands import (
    COMPANY_HQ,
    begin_general,
    begin_impulse,
    end_impulse,
    waiting,
)
from sandtable.games.fieldsoffire.rules.command.orders import within_reach
from sandtable.games.fieldsoffire.rules.command.seats import owned, who_commands
from sandtable.games.fieldsoffire.rules.sequence.standing import NET_DOWN, holds, owes_report, report
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.scenario.units import HQ_PLATOON, STAFF
from sandtable.kernel import Draft, Phase, Ref


def commander(state: FieldsState) -> tuple[str, ...]:
    return (COMPANY,)


def is_spent(state: FieldsState, seat: str) -> bool:
    """Nobody has to say that there is nothing left to spend."""
    return state.impulse is None or state.impulse.left <= 0


def what_is_left(state: FieldsState, seat: str) -> dict[str, Any]:
    """Whose commands are spent, how many are left for whom, and what the company stands to lose."""
    impulse = state.impulse
    if impulse is None:
        return {}
    told = {"left": impulse.left, **what_threatens(state)}
    if not impulse.hq:
        return told
    ready = sum(key in within_reach(state, any_chain=False) for key in ours(state))
    return {**told, "hq": Ref("unit", impulse.hq), "ready": ready}


def what_threatens(state: FieldsState) -> dict[str, Any]:
    """How many of the company are under fire, pinned and exposed."""
    men = [(key, state.units[key]) for key in ours(state)]
    return {
        "fire": sum(bool(volumes_on(state, key)) for key, _ in men),
        "pinned": sum(unit.pinned for _, unit in men),
        "exposed": sum(unit.exposed for _, unit in men),
    }


def who_waits(kinds: tuple[str, ...], *, activated: bool) -> Callable[[FieldsState, str], dict[str, Any]]:
    """How many headquarters wait for their impulse, and how many of them draw fewer commands for the fire on them."""

    def told(state: FieldsState, seat: str) -> dict[str, Any]:
        hqs = waiting(state, kinds, activated=activated)
        return {"count": len(hqs), "fire": sum(bool(volumes_on(state, hq)) for hq in hqs)}

    return told


def company_acts(d: Draft[FieldsState]) -> None:
    """The impulse of the company headquarters, by activation or by its initiative."""
    for activated in (True, False):
        for hq in waiting(d.now, COMPANY_HQ, activated=activated):
            d.call("impulse", Impulse(hq=hq))
            return


def officer_acts(d: Draft[FieldsState]) -> None:
    """The impulse of the senior officer of the battalion on the map."""
    hq = battalion.commands_itself(d.now)
    if hq not in d.now.commands:
        d.put("commands", hq, Command())
    d.call("impulse", Impulse(hq=hq))


def has_company(activated: bool) -> Any:
    return lambda state: bool(waiting(state, COMPANY_HQ, activated=activated))


def hears_battalion(state: FieldsState) -> bool:
    """Whether the net to battalion is in order."""
    return holds(state, NET_DOWN) is None


def picks(name: str, rule: str, kinds: tuple[str, ...], *, activated: bool) -> Phase[FieldsState]:
    """One headquarters after the other, in the order that the player likes."""

    def left(state: FieldsState) -> bool:
        return bool(waiting(state, kinds, activated=activated))

    return Phase(
        name,
        rule,
        (Phase("pick", rule, who=commander, verbs=(PICK,), prompt=who_waits(kinds, activated=activated)),),
        when=left,
        again=left,
    )


COMMAND: Phase[FieldsState] = Phase(
    "command",
    "FF-3.0.c",
    (
        Phase(
            "activation",
            "FF-3.3.1a",
            (
                # rule: FF-3.3.1a
                Phase("battalion", "FF-3.3.1a", begin=battalion.give_word, when=hears_battalion),
                Phase("officer", "FF-3.3.1a.2", begin=officer_acts, when=lambda s: bool(battalion.commands_itself(s))),
                Phase(
                    "succession",
                    "FF-6.5.2.B.b",
                    who=commander,
                    when=lambda state: bool(heirs(state)),
                    verbs=(APPOINT, PASS_OVER),
                ),
                Phase("runners", "FF-4.3.2.d", begin=runners.report),
                # rule: FF-3.3.1b
                Phase("company", "FF-3.3.1b", begin=company_acts, when=has_company(activated=True)),
                # rule: FF-3.3.1c
                picks("leaders", "FF-3.3.1c", (HQ_PLATOON, STAFF), activated=True),
            ),
        ),
        Phase(
            "initiative",
            "FF-3.3.2a",
            (
                # rule: FF-3.3.2a
                Phase("company", "FF-3.3.2a", begin=company_acts, when=has_company(activated=False)),
                # rule: FF-3.3.2b
                picks("platoons", "FF-3.3.2b", (HQ_PLATOON,), activated=False),
                # rule: FF-3.3.2c
                picks("staff", "FF-3.3.2c", (STAFF,), activated=False),
            ),
        ),
        # rule: FF-3.3.2d
        Phase("general", "FF-3.3.2d", begin=lambda d: d.call("general", Impulse())),
    ),
)

# rule: FF-4.1.a
IMPULSE: Phase[FieldsState] = Phase(
    "impulse",
    "FF-4.1.a",
    (
        Phase("draw", "FF-4.1.a", begin=begin_impulse),
        Phase("report", "FF-3.1.a", begin=report, when=owes_report),
        Phase("orders", "FF-4.1.a", who=who_commands, verbs=(*ORDERS, END), over=is_spent, prompt=what_is_left),
        Phase("close", "FF-4.1.a1", begin=end_impulse),
    ),
)

# rule: FF-3.3.2d
GENERAL: Phase[FieldsState] = Phase(
    "general",
    "FF-3.3.2d",
    (
        Phase("draw", "FF-3.3.2d", begin=begin_general),
        Phase(
            "orders",
            "FF-3.3.2d",
            who=who_commands,
            verbs=(*(owned(order) for order in ORDERS), ROUSE, END),
            over=lambda state, seat: is_spent(state, seat) and not can_rouse(state),
            prompt=what_is_left,
        ),
        Phase("close", "FF-4.1.1.gi.c", begin=end_impulse),
    ),
)
