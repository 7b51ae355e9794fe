"""Chapter 9.3, action 2: bombing raids on installations, and rockets."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.fire import SIDES, Shot, inflict, salvo
from sandtable.games.axisallies.rules.combat.sides import (
    ATTACKER,
    DEFENDER,
    Side,
    aimed_at,
    battle_of,
    interceptors,
    kind_of,
    place_of,
    raiders,
)
from sandtable.games.axisallies.rules.research.technology import effect
from sandtable.games.axisallies.rules.spaces.spaces import is_foe, type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import piece, place, seat
from sandtable.games.axisallies.rules.units.antiaircraft import hit_on
from sandtable.games.axisallies.rules.units.installations import SLOTS, add_damage, installations_at
from sandtable.kernel import Draft, Modifier, OneOf, Ref, Refusal, SomeOf, refuse


def raided(state: GlobalState) -> tuple[int, ...]:
    """The territories with a raid still to resolve."""
    return tuple(at for at in state.battles if not state.board.is_sea(at) and raiders(state, at))


# -- step 1: the air battle ------------------------------------------------------------------------------------------


# rule: AA-9.3.raid.interceptors, AA-10.fighter.roles
def _ready(state: GlobalState, who: str) -> tuple[int, ...]:
    """The fighters of a power that may rise from the raided territory."""
    at, battle = place_of(state), battle_of(state)
    return tuple(
        key
        for key, unit in units_at(state, at)
        if unit.owner == who
        and type_of(state, unit).intercepts
        and not unit.task
        and is_foe(state, battle.attacker, unit)
    )


def asked_to_intercept(state: GlobalState) -> tuple[str, ...]:
    return tuple(power for power in state.board.powers if _ready(state, power))


def interceptor_choice(state: GlobalState, who: str) -> SomeOf:
    def why(key: int) -> Refusal | None:
        return refuse("AA-9.3.raid.interceptors", "refuse.cannot_intercept", piece(key), kind=kind_of(state, key))

    return SomeOf("piece", _ready(state, who), why=why, default=())


def intercept(d: Draft[GlobalState], units: tuple[int, ...]) -> None:
    for key in units:
        d.edit("units", key, task="intercept")
    if units:
        where = place(place_of(d.now))
        d.log("log.intercepted", "AA-9.3.raid.interceptors", power=seat(d.seat), place=where, count=len(units))
    d.done()


# rule: AA-9.3.raid.air-battle.b, AA-13.t2.2
def _dogfighters(state: GlobalState, side: Side) -> list[Shot]:
    """Everybody in the air battle hits on 1; fighters with jet engines on 2."""
    at = place_of(state)
    basic: int = state.board.tables["charts"]["air_battle"]["hit_on"]
    shots = []
    for key in raiders(state, at) if side == ATTACKER else interceptors(state, at):
        unit = state.units[key]
        jets: int = effect(state, unit.owner, "jet_fighters").get("air_battle_hit_on", basic)
        shots.append(Shot(jets if type_of(state, unit).escorts else basic, "any"))
    return shots


# rule: AA-9.3.raid.air-battle.a
def dogfight(d: Draft[GlobalState]) -> None:
    """One round for the whole territory; both sides roll before anybody falls."""
    against = salvo(d, ATTACKER, _dogfighters(d.now, ATTACKER), "AA-9.3.raid.air-battle.b")
    back = salvo(d, DEFENDER, _dogfighters(d.now, DEFENDER), "AA-9.3.raid.air-battle.b")
    inflict(d, DEFENDER, against)
    inflict(d, ATTACKER, back)


# -- step 2: targets and flak ----------------------------------------------------------------------------------------


# rule: AA-9.3.raid.targets, AA-10.tac.raid, AA-10.strat.raid
def raidable(state: GlobalState, at: int, kind: str) -> tuple[str, ...]:
    """The installations of a territory that a kind of bomber may raid, by their slots."""
    able = state.board.kinds[kind].raids
    return tuple(slot for slot, one in installations_at(state, at).items() if one in able)


def targets_of(state: GlobalState, key: int) -> tuple[str, ...]:
    """The installations of the raided territory that a bomber may go for."""
    return raidable(state, place_of(state), state.units[key].kind)


def unassigned(state: GlobalState) -> tuple[int, ...]:
    return tuple(key for key in raiders(state, place_of(state)) if not state.units[key].aim and targets_of(state, key))


def assign_plain(d: Draft[GlobalState]) -> None:
    """Bombers with one possible target need no order."""
    for key in unassigned(d.now):
        if len(slots := targets_of(d.now, key)) == 1:
            d.edit("units", key, aim=slots[0])


def _common(state: GlobalState, bombers: tuple[int, ...]) -> tuple[str, ...]:
    slots = [targets_of(state, key) for key in bombers]
    return tuple(slot for slot in SLOTS if all(slot in some for some in slots))


# rule: AA-9.3.raid.assign
def bomber_choice(state: GlobalState, who: str) -> SomeOf:
    """Any group of the bombers: what a tactical bomber may go for, a strategic one may too."""
    left = unassigned(state)
    return SomeOf("piece", left, least=1, default=left[:1])


def target_choice(state: GlobalState, who: str, bombers: tuple[int, ...]) -> OneOf:
    kinds = installations_at(state, place_of(state))
    options = [kinds[slot] for slot in _common(state, bombers)]

    def why(kind: str) -> Refusal | None:
        if kind in kinds.values():
            return refuse("AA-9.3.raid.targets", "refuse.cannot_bomb", kind=Ref("kind", kind))
        return None

    return OneOf("kind", options, why=why)


def aim(d: Draft[GlobalState], bombers: tuple[int, ...], what: str) -> None:
    kinds = installations_at(d.now, place_of(d.now))
    slot = next(slot for slot, kind in kinds.items() if kind == what)
    for key in bombers:
        d.edit("units", key, aim=slot)


# rule: AA-9.3.raid.aa, AA-10.inst.passive, AA-10.aaa.no-raid
def flak(d: Draft[GlobalState], slot: str) -> None:
    """An installation fires once at every bomber that attacks it; guns in the territory stay silent."""
    at = place_of(d.now)
    bombers = aimed_at(d.now, at, slot)
    if not bombers:
        return
    # rule: AA-10.ic.stats, AA-10.airbase.stats, AA-10.navalbase.stats
    printed = d.now.board.installations[installations_at(d.now, at)[slot]].aa_hit_on
    need = hit_on(d.now, d.now.territories[at].holder, printed)
    inflict(d, ATTACKER, salvo(d, DEFENDER, [Shot(need, "air")] * len(bombers), "AA-9.3.raid.aa"))


# -- step 3: bombing -------------------------------------------------------------------------------------------------


# rule: AA-9.3.raid.damage, AA-13.t2.6
def bomb(d: Draft[GlobalState]) -> None:
    """Every bomber left rolls; strategic bombers add two, heavy ones keep the better of two dice."""
    at = place_of(d.now)
    bonus: dict[str, int] = d.now.board.tables["charts"]["raid"]["bonus"]
    for slot in SLOTS:
        rolls, reasons, damage = [], [], 0
        for key in aimed_at(d.now, at, slot):
            unit = d.now.units[key]
            heavy = unit.kind == "strategic_bomber"
            dice: int = effect(d.now, unit.owner, "heavy_bombers").get("dice", 1) if heavy else 1
            roll = d.roll("roll.bombs", SIDES, dice)
            rolls.append(roll)
            damage += max(roll.faces) + bonus[unit.kind]
            if bonus[unit.kind]:
                reasons.append(Modifier("AA-9.3.raid.damage", "modifier.bombs", bonus[unit.kind]))
        if rolls:
            add_damage(d, at, slot, damage, "AA-9.3.raid.damage", rolls, reasons)
    _go_home(d)


# rule: AA-9.3.raid.no-other, AA-9.3.raid.escort-withdraw, AA-9.3.raid.escorts
def _go_home(d: Draft[GlobalState]) -> None:
    """Bombers and escorts fight nowhere else this turn; they stay over the territory until Noncombat Move."""
    for key in raiders(d.now, place_of(d.now)):
        d.edit("units", key, fought=True, aim="")


# rule: AA-9.3.raid.steps
def begin_next(d: Draft[GlobalState]) -> None:
    """Start the next raid."""
    if waiting := raided(d.now):
        at = waiting[0]
        d.log("log.raid", "AA-9.3.raid.steps", place(at), place=place(at), count=len(raiders(d.now, at)))
        d.call("raid", at)
