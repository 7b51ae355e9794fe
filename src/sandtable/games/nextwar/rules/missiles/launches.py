"""Rule 26.1 and Korea, 13: cruise missiles and SCUDs."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.model import (
    ALLIED,
    DPRK,
    EVERYTHING,
    JAPAN,
    PRC,
    SIDES,
    US,
    KoreaState,
    Mission,
    enemy,
)
from sandtable.games.nextwar.rules.air_war.display import is_ready, side_of
from sandtable.games.nextwar.rules.air_war.display import land as fly_home
from sandtable.games.nextwar.rules.damage import collateral, installations
from sandtable.games.nextwar.rules.damage import units as ground_units
from sandtable.games.nextwar.rules.detection.spotting import is_detected
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.scenarios import posture, provocation
from sandtable.games.nextwar.rules.strikes import targets
from sandtable.games.nextwar.rules.strikes.targets import FEATURES, UNIT
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board, there
from sandtable.games.nextwar.rules.terms.units import DIE, at
from sandtable.games.nextwar.scenario.files import chart, table
from sandtable.games.nextwar.scenario.ground import JAPAN_BOX, SEA, ZONE_BOXES, is_hex
from sandtable.kernel import Draft, Modifier, OneOf, Ref, Refusal, Sum, dead_end, pick, refuse

SCUD, CRUISE, CHINA = "scud", "cruise", "china"
BOMBERS = ("B-52H", "B-1B", "B-2A")
JAPANESE_BASE = "airbase"
AMPHIBIOUS = "amphibious"
MISS = "-"
LEVELS = {"1": 1, "2": 2, "X": 3}


# rule: NWK-13.2, NWK-13.2.a, NWK-13.1.a
def launchers(state: KoreaState, seat: str) -> OneOf:
    """What can fire: a SCUD, or a ship or bomber with a cruise missile; nothing where there is no target."""
    known: dict[bool, bool] = {}

    def has_target(launcher: str) -> bool:
        """Whether it can fire at anything: SCUDs reach Japan, all others the same targets."""
        is_scud = launcher == SCUD
        if is_scud not in known:
            known[is_scud] = any(_is_possible(state, seat, launcher, aim) for aim in (*FEATURES, UNIT))
        return known[is_scud]

    found = [launcher for launcher in _launchers(state, seat) if has_target(launcher)]
    return OneOf("launcher", found, why=lambda launcher: why_not_launch(state, seat, str(launcher)))


def _is_possible(state: KoreaState, seat: str, launcher: str, aim: str) -> bool:
    """Whether there is anything to fire at for an aim."""
    if aim != UNIT:
        return places(state, seat, launcher, aim).is_possible()
    hexes = (state.units[key].hex for key in on_board(state, enemy(seat)) if _is_marked(state, seat, key))
    return any(why_not_from(state, seat, launcher, aim, place) is None for place in hexes)


def _launchers(state: KoreaState, seat: str) -> Iterator[str]:
    account = state.accounts[seat]
    # rule: NWK-16.2.2.i, NWK-16.2.2.p
    early = bool(account.early_scuds)
    if seat == DPRK and account.scud and (state.turn > 1 or early):
        yield SCUD
    if account.cruise < 1 or early:
        return
    # rule: NWK-13.1.c
    if seat == DPRK and not account.from_china and posture.sends(state, PRC, EVERYTHING):
        yield CHINA
    for key in state.ships:
        if state.board.ships[key].side == seat and is_in_position(state, key):
            yield f"ship:{key}"
    # rule: NWK-13.1.f
    for key in state.aircraft:
        counter = state.board.aircraft[key]
        # rule: NWK-16.2.3.k
        waits = state.board.grounds_japan(state.turn) and state.aircraft[key].base == JAPAN
        if counter.side == seat and counter.type in BOMBERS and is_ready(state, key) and not waits:
            yield f"air:{key}"


def why_not_launch(state: KoreaState, seat: str, launcher: str) -> Refusal | None:
    """Why something fires no missile now."""
    account, nothing = state.accounts[seat], dead_end("NW-26.1.a", "refuse.nothing_to_strike")
    if launcher == SCUD:
        if seat != DPRK or not account.scud:
            return refuse("NWK-13.2", "refuse.no_missiles_left")
        fires = state.turn > 1 or account.early_scuds
        return nothing if fires else refuse("NWK-13.2.a", "refuse.scud_waits")
    if account.cruise < 1 or account.early_scuds:
        return refuse("NWK-13.1.a", "refuse.no_missiles_left")
    if launcher == CHINA:
        fires = seat == DPRK and not account.from_china and posture.sends(state, PRC, EVERYTHING)
        return nothing if fires else refuse("NWK-13.1.c", "refuse.china_silent")
    of, _, digits = launcher.partition(":")
    key = int(digits) if digits.isdigit() else 0
    who = Ref(of, key)
    if of == "ship" and key in state.ships:
        counter = state.board.ships[key]
        rule = "NWK-13.1.e" if counter.kind == AMPHIBIOUS else "NWK-13.1.d"
        if counter.side != seat:
            return refuse(rule, "refuse.not_yours", who, unit=who)
        if is_in_position(state, key):
            return nothing
        return refuse(rule, "refuse.ship_cannot_launch", who, unit=who)
    if of == "air" and key in state.aircraft:
        if side_of(state, key) != seat:
            return refuse("NWK-13.1.f", "refuse.not_yours", who, unit=who)
        if state.board.grounds_japan(state.turn) and state.aircraft[key].base == JAPAN:
            return refuse("NWK-16.2.3.k", "refuse.air_japan_waits", who, unit=who)
        return refuse("NWK-13.1.f", "refuse.bomber_cannot_launch", who, unit=who)
    return None


# rule: NWK-13.1.b, NWK-13.1.d, NWK-13.1.e
def is_in_position(state: KoreaState, key: int) -> bool:
    """Whether a ship can launch: from a hex of the sea, carriers and surface groups from inshore too.

    Of China it is carriers and surface groups, of the US amphibious groups as well.
    """
    ship, counter = state.ships[key], state.board.ships[key]
    armed = counter.nation == US or (counter.nation == PRC and counter.kind != AMPHIBIOUS)
    if ship.launched or not armed:
        return False
    at_sea = is_hex(ship.hex) and state.board.ground[ship.hex].terrain == SEA
    inshore = ship.hex in [boxes[1] for boxes in ZONE_BOXES.values()]
    return at_sea or (inshore and counter.kind != AMPHIBIOUS)


# rule: NW-26.1.a, NWK-13.2.1
def why_not_place(state: KoreaState, seat: str, aim: str, place: int) -> Refusal | None:
    """Why missiles cannot be fired at something in a place."""
    ground = state.board.ground[place]
    if aim == UNIT:
        if any(_is_marked(state, seat, key) for key in there(state, place)):
            return None
        if any(_is_worth_one(state, seat, key) for key in there(state, place)):
            return refuse("NW-26.1.a", "refuse.not_detected", at(place), place=at(place))
        return refuse("NW-26.1.a", "refuse.no_missile_target", at(place), place=at(place))
    # rule: NWK-13.2.4
    if place == JAPAN_BOX:
        fits = seat == DPRK and aim == JAPANESE_BASE
        return None if fits else refuse("NWK-13.2.4", "refuse.no_missile_target", at(place), place=at(place))
    if aim not in ground.features or controller(state, place) != enemy(seat):
        return refuse("NW-26.1.a", "refuse.no_missile_target", at(place), place=at(place))
    # rule: NW-27.2.b
    if installations.is_destroyed(state, place, aim):
        return refuse("NW-27.2.b", "refuse.destroyed_already", at(place), place=at(place))
    return None


def _is_marked(state: KoreaState, seat: str, key: int) -> bool:
    return _is_worth_one(state, seat, key) and is_detected(state, key)


# rule: NW-26.1.a
def _is_worth_one(state: KoreaState, seat: str, key: int) -> bool:
    """Whether missiles may be fired at a unit once it is detected: a depot or the supreme headquarters of the enemy."""
    counter = state.board.units[key]
    depot = counter.is_supply and not state.units[key].mobile
    return counter.side != seat and (counter.supreme or depot)


def places(state: KoreaState, seat: str, launcher: str, aim: str) -> OneOf:
    """Where missiles can be fired."""
    candidates = tuple(holders(state)) if aim == UNIT else state.board.featured(aim)
    return pick("place", candidates, lambda place: why_not_from(state, seat, launcher, aim, place))


def why_not_from(state: KoreaState, seat: str, launcher: str, aim: str, place: int) -> Refusal | None:
    """Why a launcher cannot fire at something in a place."""
    no = why_not_place(state, seat, aim, place)
    # rule: NWK-13.2.4
    if no is None and place == JAPAN_BOX and launcher != SCUD:
        return refuse("NWK-13.2.4", "refuse.no_missile_target", at(place), place=at(place))
    return no


def aims(state: KoreaState, seat: str, launcher: str) -> OneOf:
    """What missiles can be fired at."""
    found = [aim for aim in (*FEATURES, UNIT) if _is_possible(state, seat, launcher, aim)]
    return OneOf("aim", found, why=lambda aim: dead_end("NW-26.1.a", "refuse.nothing_to_strike"))


def units(state: KoreaState, seat: str, launcher: str, aim: str, place: int) -> OneOf | None:
    """The supreme headquarters or depot that is the target."""
    if aim != UNIT:
        return None
    return OneOf("piece", [key for key in there(state, place) if _is_marked(state, seat, key)])


# rule: NWS-ADV-8.a
def shooter(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while it can fire and has not stopped."""
    return (side,) if side not in state.passed and launchers(state, side).is_possible() else ()


def goes_on(state: KoreaState) -> bool:
    """Whether anybody fires another missile."""
    return any(shooter(state, side) for side in SIDES)


def stop(d: Draft[KoreaState]) -> None:
    """A side fires no more in this step."""
    d.set(passed=(*d.now.passed, d.seat))


def begin(d: Draft[KoreaState]) -> None:
    """Both sides may fire."""
    if d.now.passed:
        d.set(passed=())


def is_chinese(state: KoreaState, launcher: str) -> bool:
    """Whether a missile is one of China, from its soil or from its ships."""
    of, _, key = launcher.partition(":")
    return launcher == CHINA or (of == "ship" and state.board.ships[int(key)].nation == PRC)


# rule: NW-26.1.c, NWT-STRIKE.drm
def modifiers(state: KoreaState, aim: str, place: int, unit: int, launcher: str = "") -> Sum:
    """What is added to the die of a missile: a Targeted marker, and what missiles from China lack."""
    marker = state.units[unit].targeted if unit else installations.targeted(state, place, aim)
    parts = [Modifier("NW-26.1.c", "modifier.targeted", -marker)] if marker else []
    # rule: NWK-13.1.c, NWT-STRIKE.drm
    if is_chinese(state, launcher):
        parts.append(Modifier("NWK-13.1.c", "modifier.prc_cruise", chart("advanced/strike")["modifiers"]["prc_cruise"]))
    return Sum.of(parts)


# rule: NW-26.1.b, NWK-13.2.2
def launch(d: Draft[KoreaState], launcher: str, aim: str, place: int, unit: int) -> None:
    """Pay for a missile and roll for it; nothing can stop it."""
    side = d.seat
    kind = SCUD if launcher == SCUD else CRUISE
    _pay(d, side, launcher)
    column = targets.column(d.now, Mission(side, aim, place, unit), kind)
    roll = d.draw(f"roll.{kind}", DIE)
    total = modifiers(d.now, aim, place, unit, launcher)
    result = str(table("advanced/strike").look(roll.faces[0] + total.total, column).value) if column else MISS
    d.log(
        f"log.{kind}",
        "NW-26.1.b" if kind == CRUISE else "NWK-13.2.2",
        at(place),
        rolls=[roll],
        modifiers=total,
        place=at(place),
        what=aim,
        column=column or MISS,
        result=result,
    )
    if place == JAPAN_BOX:
        provocation.attack_japan(d)
    if result == MISS:
        return
    if aim == UNIT:
        ground_units.strike(d, unit, result)
    elif place == JAPAN_BOX:
        collateral.at_aircraft(d, ALLIED, JAPAN, JAPANESE_BASE, LEVELS[result])
    else:
        installations.strike(d, place, aim, result)


# rule: NWK-13.1.a, NWK-13.2, NWK-13.1.f
def _pay(d: Draft[KoreaState], side: str, launcher: str) -> None:
    account = d.now.accounts[side]
    if launcher == SCUD:
        # rule: NWK-16.2.2.p
        d.edit("accounts", side, scud=account.scud - 1, early_scuds=max(0, account.early_scuds - 1))
        return
    d.edit("accounts", side, cruise=account.cruise - 1)
    # rule: NWK-13.1.c
    if launcher == CHINA:
        d.edit("accounts", side, from_china=True)
        return
    of, _, key = launcher.partition(":")
    if of == "ship":
        d.edit("ships", int(key), launched=True)
    else:
        fly_home(d, int(key))


# rule: NWK-13.1.d, NWK-13.1.e
def reload(d: Draft[KoreaState], turn_ends: bool) -> None:
    """Carriers and surface groups can launch again in the next strike phase, amphibious groups in the next turn."""
    if d.now.accounts[DPRK].from_china:  # equivalent[always]: what is false stays so
        d.edit("accounts", DPRK, from_china=False)
    for key in [key for key, ship in d.now.ships.items() if ship.launched]:  # equivalent[always]: the same
        if turn_ends or d.now.board.ships[key].kind != AMPHIBIOUS:
            d.edit("ships", key, launched=False)
