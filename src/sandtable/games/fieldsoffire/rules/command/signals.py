"""Pyrotechnics: signals and what was agreed that they mean, light, smoke and gas from the hand (4.4)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    ILLUMINATION,
    SIGNAL,
    SMOKE,
    FieldsState,
    Marker,
)
from sandtable.games.fieldsoffire.rules.combat.shifting import cease, firers_on, why_not_told
from sandtable.games.fieldsoffire.rules.command import gas
from sandtable.games.fieldsoffire.rules.command.orders import TO_NEXT_CARD, note, why_not_again
from sandtable.games.fieldsoffire.rules.ground import infiltration, movement
from sandtable.games.fieldsoffire.rules.ground.loads import assets_of
from sandtable.games.fieldsoffire.rules.ground.sight import is_up, sees_card
from sandtable.games.fieldsoffire.rules.preparation.controls import line_name
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, ours, rating
from sandtable.games.fieldsoffire.rules.urban import throwing
from sandtable.games.fieldsoffire.rules.urban.fighting import areas_in_view
from sandtable.games.fieldsoffire.rules.visibility.light import LIMITED, light_value
from sandtable.games.fieldsoffire.rules.weapons import protective, support
from sandtable.games.fieldsoffire.rules.weapons.concentrating import lay
from sandtable.games.fieldsoffire.scenario.files import chart
from sandtable.games.fieldsoffire.scenario.ground import NORTH, STEPS, around, row_of
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, FIRE, HQ_CO, SQUAD
from sandtable.kernel import Draft, Ref, Refusal, refuse

FLARES, COLOURS = support.FLARES, support.COLOURS
LIGHT, HC, WP, CS = "illum", "smoke", "wp", "cs"
AERIAL = (*FLARES, LIGHT)
SIGNALS = (*FLARES, *COLOURS)
DEVICES = (*SIGNALS, LIGHT, HC, WP, CS)
CEASE, TO_SIGNAL, FIRE_FPF, FIRE_FPL = "CF", "M2S", "FPF", "FPL"
OBJECTIVES = {"M2PO": "primary", "M2SO": "secondary", "InfAP2PO": "primary", "InfAP2SO": "secondary"}
ATTACK_POSITION = "attack_position"
MOVE, INFILTRATE = TO_NEXT_CARD
CEASE_FIRE = "4.2.4k"
COMPANY_ONLY = (FIRE_FPF, FIRE_FPL)
NUMBERS = {"XPL#": ("1", "2"), "M2RP#": ("1", "2", "3", "4")}
"""Controls that a code may name, by the counters there are."""


# rule: FFT-signals, FF-4.4.1.e
def meanings(state: FieldsState) -> tuple[str, ...]:
    """The codes from which the meaning of a signal is chosen, by the type of the mission."""
    codes = chart("signal_actions")[state.board.mission.type]
    return tuple(code.replace("#", number) for code in codes for number in (NUMBERS[code] if "#" in code else ("",)))


# rule: FF-4.4.1.a, FF-4.4.1.d, FF-2.3.4.b
def why_not_agree(state: FieldsState, device: str, code: str) -> Refusal | None:
    """Why a device cannot be given a meaning: before the mission only, one for each, from the menu of the mission."""
    if state.turn:
        return refuse("FF-2.3.4.b", "refuse.mission_runs", device=Ref("word", device))
    if device not in SIGNALS or not any(asset.kind == device for asset in state.assets.values()):
        return refuse("FF-4.4.1.a", "refuse.no_such_signal", device=Ref("word", device))
    if code not in meanings(state):
        return refuse("FFT-signals", "refuse.no_such_meaning", code=Ref("word", code))
    return None


# rule: FF-4.4.1.a, FF-1.2.5.a
def agree(d: Draft[FieldsState], device: str, code: str) -> None:
    """Write it into the mission log."""
    d.put("signals", device, code)
    d.log("log.agreed", "FF-4.4.1.a", device=Ref("word", device), code=Ref("word", code))


def devices_of(state: FieldsState, key: int) -> tuple[int, ...]:
    """The devices that a unit carries."""
    return tuple(number for number in assets_of(state).get(key, ()) if state.assets[number].kind in DEVICES)


# rule: FF-4.2.1c, FF-4.2.1c.to, FF-4.4.1.d
def why_not_use(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit fires no device: it must hold one, and be in good order or a fighting team that is not pinned."""
    kind, unit, me = state.board.types[key], state.units[key], Ref("unit", key)
    if not devices_of(state, key):
        return refuse("FF-4.2.1c.to", "refuse.no_device", me, unit=me)
    is_team = (kind.kind in (ASSAULT, FIRE) or unit.flipped) and not unit.pinned
    if not (is_good_order(state, key) or is_team):
        return refuse("FF-4.2.1c.to", "refuse.cannot_fight", me, unit=me)
    return None


# rule: FF-4.4.1.d
def why_not_device(state: FieldsState, by: int, device: str) -> Refusal | None:
    """Why a device is not used: as a signal it would say nothing.

    Where aircraft can be called any colour may be used to mark for them.
    """
    if device not in SIGNALS or any(row.type in support.AIR for row in state.board.mission.support):
        return None
    return why_not_signal(state, by, device)


# rule: FF-4.4.1.d
def why_not_signal(state: FieldsState, by: int, device: str) -> Refusal | None:
    """Why a signal says nothing: no meaning agreed, coloured smoke at night, or not for this headquarters to give."""
    code = state.signals.get(device, "")
    if not code:
        return refuse("FF-4.4.1.d", "refuse.no_meaning", device=Ref("word", device))
    if device in COLOURS and light_value(state) >= LIMITED:  # rule: FF-4.4.1.i, FF-4.4.1.c
        return refuse("FF-4.4.1.i", "refuse.dark", light=light_value(state))
    # rule: FF-4.4.1.def1
    if code in COMPANY_ONLY and state.board.types[by].kind != HQ_CO:
        return refuse("FF-4.4.1.def1", "refuse.not_its_order", Ref("unit", by), hq=Ref("unit", by))
    return None


# rule: FF-4.4.a, FF-4.4.b
def cards_for(state: FieldsState, key: int, device: str) -> tuple[int, ...]:
    """Where a device can be put: on the own card, what flies also on those next to it, gas by launcher too."""
    at = state.units[key].at
    # rule: FF-4.4.3.d
    launches = device == CS and state.board.types[key].kind == SQUAD and rating(state, key).special == "G!"
    if device not in AERIAL and not launches:
        # rule: FF-13.9.1, FF-13.9.2
        thrown = dict.fromkeys(state.covers[area].at for area in throwing.areas_to_throw(state, key))
        return tuple(thrown) or (at,)
    return (at, *around(at))


# rule: FF-13.9.1, FF-13.9.2, FF-13.9.3
def areas_for(state: FieldsState, key: int, device: str, card: int) -> tuple[int, ...]:
    """The areas of an urban card that a device can be put into; none for what flies, or on other ground."""
    if device in AERIAL:
        return ()
    thrown = tuple(area for area in throwing.areas_to_throw(state, key) if state.covers[area].at == card)
    return thrown or areas_in_view(state, key, card)


# rule: FF-4.2.1c, FF-4.2.1c.eff, FF-4.4.c
def use(d: Draft[FieldsState], key: int, asset: int, card: int, by: int, area: int = 0) -> None:
    """The device is used up and lies on the card until Cleanup; a signal is obeyed at once."""
    device = d.now.assets[asset].kind
    d.drop("assets", asset)
    me, there = Ref("unit", key), Ref("place", card)
    d.log("log.device", "FF-4.2.1c.eff", me, there, unit=me, card=there, device=Ref("word", device))
    figures = d.now.board.markers
    if device == LIGHT:  # rule: FF-4.4.2
        lay(d, Marker(ILLUMINATION, at=card, form="handheld"))
    elif device in (HC, WP, CS):
        value = figures[SCREEN_OF[device]]["smoke"]
        form = {WP: support.WP, CS: gas.CS}.get(device, "")
        area = area or next(iter(areas_for(d.now, key, device, card)), 0)
        lay(d, Marker(SMOKE, at=card, cover=area, value=value, form=form))
    else:
        lay(d, Marker(SIGNAL, at=card, form=device, value=int(is_up(d.now, key))))
        if why_not_signal(d.now, by, device) is None:
            obey(d, d.now.signals[device], device, card, up=is_up(d.now, key))


SCREEN_OF = {HC: "screen.smoke_hc", WP: "screen.wp", CS: "screen.cs"}


# rule: FF-4.4.1.a
def who_sees(state: FieldsState, device: str, card: int, *, up: bool) -> tuple[int, ...]:
    """Units that see a signal: flares from anywhere, coloured smoke along a line of sight at its own level."""
    if device in FLARES:  # rule: FF-4.4.1.b, FF-4.4.1.g
        return ours(state)
    # rule: FF-4.4.1.c, FF-4.4.1.h
    return tuple(key for key in ours(state) if sees_card(state, key, card, up))


# rule: FF-4.4.1.a, FF-4.4.1.e, FF-4.4.1.f
def obey(d: Draft[FieldsState], code: str, device: str, card: int, *, up: bool = False) -> None:
    """Everybody who sees the signal and can, does what it means, as if each had been ordered to.

    They go together: who can is seen before the first one moves.
    """
    seen = who_sees(d.now, device, card, up=up)
    d.log("log.signal", "FF-4.4.1.a", Ref("place", card), card=Ref("place", card), code=Ref("word", code))
    if code == CEASE:
        for at in sorted({d.now.units[key].at for key in seen if _can_cease(d.now, key)}):
            for key in firers_on(d.now, at):
                note(d, key, CEASE_FIRE)  # rule: FF-4.2.a
            cease(d, at)
    elif code == FIRE_FPL:  # rule: FF-4.4.1.def1
        for key in seen:
            if protective.why_not_fire_line(d.now, key) is None:
                protective.fire_line(d, key)
    elif code == FIRE_FPF:
        for at in protective.laid_fires(d.now, called=False):
            protective.release(d, at)
    elif code.startswith("Inf"):
        _infiltrate(d, seen, OBJECTIVES[code])
    else:
        ways = {key: goal(d.now, code, card, d.now.units[key].at) for key in seen}
        for key in [key for key, to in ways.items() if to and _can_go(d.now, key, to)]:
            if movement.why_not_enter(d.now, key, ways[key]) is None:
                note(d, key, MOVE)  # rule: FF-5.1.3.b
                movement.move(d, key, ways[key])


def _can_cease(state: FieldsState, key: int) -> bool:
    return why_not_told(state, key) is None and why_not_again(state, key, CEASE_FIRE) is None


# rule: FF-4.4.1.off1, FF-4.4.1.pat1, FF-4.4.1.def1
def goal(state: FieldsState, code: str, signal: int, at: int) -> int:
    """The card to which a unit on a card goes by a signal; 0 where it is not next to what the signal names."""
    if code.startswith("XPL"):
        line = state.controls.get(line_name(int(code[3:])), -1)
        return at + STEPS[NORTH] if row_of(at) == line else 0
    if code == TO_SIGNAL:
        to = signal
    elif code.startswith("M2RP"):
        to = state.controls.get(f"route {code[4:]}", 0)
    else:
        to = state.controls.get(OBJECTIVES[code], 0)
    return to if to in around(at) else 0


# rule: FF-4.4.1.f, FF-4.4.1.d
def _can_go(state: FieldsState, key: int, to: int) -> bool:
    if why_not_again(state, key, MOVE) is not None:  # rule: FF-5.1.3.b
        return False
    return movement.why_not_move(state, key) is None and movement.why_not_enter(state, key, to) is None


# rule: FF-4.4.1.off1, FF-4.4.1.f
def _infiltrate(d: Draft[FieldsState], seen: tuple[int, ...], objective: str) -> None:
    """Those in the attack position infiltrate to the objective, if it is next to them."""
    start, to = d.now.controls.get(ATTACK_POSITION, 0), d.now.controls.get(objective, 0)
    for key in [key for key in seen if d.now.units[key].at == start and _can_sneak(d.now, key, to)]:
        if movement.why_not_enter(d.now, key, to) is None:
            note(d, key, INFILTRATE)  # rule: FF-5.1.3.b
            infiltration.infiltrate(d, key, to)


def _can_sneak(state: FieldsState, key: int, to: int) -> bool:
    no = infiltration.why_not_infiltrate(state, key) or movement.why_not_move(state, key)
    no = no or why_not_again(state, key, INFILTRATE)
    return no is None and infiltration.why_not_infiltrate_to(state, key, to) is None
