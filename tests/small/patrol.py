"""A solitaire patrol whose enemy is pure procedure: proves what happens without a second seat.

A deck with discards and a reshuffle card, upkeep after every change that can itself start a procedure, automatic
phases that draw, initiative inside a turn (``when``), loops (``again``) that a card leaves, a procedure called from an
automatic phase in the middle of a loop, and a mission that can be won or lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Struct

from sandtable.kernel import (
    Action,
    Deck,
    Dice,
    Draft,
    Draw,
    Game,
    OneOf,
    Options,
    Outcome,
    Path,
    Phase,
    Ref,
    Refusal,
    Scenario,
    ScenarioInfo,
    Sequence,
    State,
    derived,
    of,
    pick,
    public,
    refuse,
    verb,
)
from sandtable.kernel.refusals import Place

LEADER = "leader"
LAST = 6
"""The lane has the places 1 to 6; the patrol starts on the first and must reach the last."""
RESHUFFLE = 10
CARDS = range(1, RESHUFFLE + 1)
TURNS = 9
NEEDED = 2
FIRE_CARDS = 2

ManId = Annotated[int, of("man")]
FoeId = Annotated[int, of("foe")]


class Man(Struct, frozen=True, omit_defaults=True):
    """A man of the patrol."""

    at: Place
    pinned: bool = False
    tested: bool = False
    """Whether he has stood the fire of this place already."""


class Foe(Struct, frozen=True, omit_defaults=True):
    """An enemy and how hard he fires."""

    at: Place
    power: int


class Position(State, frozen=True, kw_only=True):
    """The whole position."""

    turn: int = 0
    orders: int = 0
    initiative: bool = False
    firing: tuple[int, ...] = ()
    """Enemies that still have to fire in this turn."""
    deck: Deck
    men: Annotated[dict[int, Man], of("man")] = {}
    foes: Annotated[dict[int, Foe], of("foe")] = {}
    fire: dict[Place, int] = {}
    """The volume of fire in each place; upkeep keeps it."""


class Advance(Action, frozen=True):
    man: ManId
    way: tuple[Place, ...]


class Fire(Action, frozen=True):
    man: ManId
    foe: FoeId


class Rally(Action, frozen=True):
    man: ManId


class Halt(Action, frozen=True):
    pass


class Fall(Action, frozen=True):
    man: ManId


@derived("men")
def men_at(state: Position, place: int) -> tuple[int, ...]:
    """The men in a place."""
    return tuple(key for key, man in state.men.items() if man.at == place)


@derived("foes")
def volumes(state: Position) -> dict[int, int]:
    """The strongest fire into each place: enemies fire into their own place and the one before it."""
    found = dict.fromkeys(range(1, LAST + 1), 0)
    for foe in state.foes.values():
        for place in (foe.at - 1, foe.at):
            if place in found:
                found[place] = max(found[place], foe.power)
    return found


# rule: PT-5.1
def draw_cards(d: Draft[Position], why: str, count: int = 1) -> Draw:
    """The next cards; the reshuffle card is none of them, and all are shuffled after the last."""
    draw, deck = d.deal(d.now.deck, count, why)
    d.set(deck=deck)
    return draw


def draw_card(d: Draft[Position], why: str) -> int:
    return draw_cards(d, why).cards[0]


# rule: PT-4.1, PT-4.2
def upkeep(d: Draft[Position]) -> None:
    """Keep the volume of fire, and test the nerve of the first man who stands in a fire that is new to him."""
    fire, kept = volumes(d.now), d.now.fire
    for place, volume in fire.items():
        if kept.get(place, 0) != volume:
            d.put("fire", place, volume)
    for key, man in d.now.men.items():
        if not man.tested and fire[man.at]:
            d.edit("men", key, tested=True)
            d.call("nerve", key)
            return


# rule: PT-4.2
def test_nerve(d: Draft[Position]) -> None:
    key = d.here.ref
    draw = draw_cards(d, "draw.nerve")
    card = draw.cards[0]
    pinned = card <= d.now.fire[d.now.men[key].at]
    d.edit("men", key, pinned=pinned)
    d.log("log.nerve", "PT-4.2", Ref("man", key), draws=[draw], card=card, pinned=int(pinned))


# -- orders ------------------------------------------------------------------------------------------------------------


def ready(rule: str) -> Any:
    """Men who can be given that order."""

    def choose(state: Position, seat: str) -> OneOf:
        def why_not(key: int) -> Refusal | None:
            man = state.men.get(key)
            if man is None:
                return refuse(rule, "refuse.no_man", Ref("man", key), man=Ref("man", key))
            if man.pinned:
                return refuse("PT-4.3", "refuse.pinned", Ref("man", key), man=Ref("man", key))
            if rule == "PT-3.1" and man.at == LAST:
                return refuse(rule, "refuse.at_goal", Ref("man", key), man=Ref("man", key))
            if rule == "PT-3.2" and not targets(state, key):
                return refuse(rule, "refuse.no_target", Ref("man", key), man=Ref("man", key))
            return None

        return pick("man", state.men, why_not)

    return choose


def targets(state: Position, man: int) -> list[int]:
    return [key for key, foe in state.foes.items() if foe.at - state.men[man].at in (0, 1)]


def ways(state: Position, seat: str, man: int) -> Path:
    """One place forward, or two where no fire falls into the first."""
    start = state.men[man].at

    def steps(way: tuple[int, ...]) -> dict[int, int]:
        at = start + len(way)
        stopped = len(way) == 2 or (way and state.fire.get(at, 0))
        return {} if stopped or at == LAST else {at + 1: len(way) + 1}

    return Path("place", start, steps, bool)


def advance(d: Draft[Position], action: Advance) -> None:
    d.edit("men", action.man, at=action.way[-1], tested=False)
    d.log("log.advanced", "PT-3.1", Ref("man", action.man), to=Ref("place", action.way[-1]))
    spend(d)


# rule: PT-3.2
def fire(d: Draft[Position], action: Fire) -> None:
    draw = draw_cards(d, "draw.fire", FIRE_CARDS)
    hit = any(card >= 6 for card in draw.cards)
    d.log("log.fired", "PT-3.2", Ref("foe", action.foe), draws=[draw], hit=int(hit))
    if hit:
        d.drop("foes", action.foe)
    spend(d)


def shaken(state: Position, seat: str) -> OneOf:
    return OneOf("man", [key for key, man in state.men.items() if man.pinned])


def rally(d: Draft[Position], action: Rally) -> None:
    d.edit("men", action.man, pinned=False)
    d.log("log.rallied", "PT-3.3", Ref("man", action.man))
    spend(d)


# rule: PT-2.2
def spend(d: Draft[Position]) -> None:
    """One order less; on initiative a low card loses it at once."""
    d.set(orders=d.now.orders - 1)
    d.done()
    if d.now.initiative and draw_card(d, "draw.initiative") <= 2:
        d.log("log.initiative_lost", "PT-2.2")
        d.leave("initiative")


def halt(d: Draft[Position], action: Halt) -> None:
    d.set(orders=0)
    d.log("log.halted", "PT-3.4")
    d.done()


# -- the sequence of play ----------------------------------------------------------------------------------------------


def start_turn(d: Draft[Position]) -> None:
    d.set(turn=d.now.turn + 1, initiative=draw_card(d, "draw.initiative") >= 5)


def count_orders(d: Draft[Position]) -> None:
    d.set(orders=1 + draw_card(d, "draw.orders") // 4)
    d.log("log.orders", "PT-2.1", orders=d.now.orders)


# rule: PT-6.1
def alert(d: Draft[Position]) -> None:
    """A high card brings an enemy in front of the foremost man; then all enemies are due to fire."""
    draw = draw_cards(d, "draw.alert")
    card = draw.cards[0]
    front = max(man.at for man in d.now.men.values())
    if card >= 6 and len(d.now.foes) < 4:
        key = max(d.now.foes, default=0) + 1
        d.put("foes", key, Foe(min(front + 1, LAST), 1 + card % 3))
        d.log("log.contact", "PT-6.1", Ref("foe", key), draws=[draw], card=card)
    d.set(firing=tuple(d.now.foes))


# rule: PT-6.2
def enemy_fires(d: Draft[Position]) -> None:
    """The next enemy fires into the nearest place with men; a hit lets the player say who falls."""
    key, rest = d.now.firing[0], d.now.firing[1:]
    d.set(firing=rest)
    foe = d.now.foes[key]
    place = next((p for p in (foe.at, foe.at - 1) if men_at(d.now, p)), 0)
    if not place:
        return
    draw = draw_cards(d, "draw.enemy")
    hit = draw.cards[0] <= foe.power
    d.log("log.enemy_fired", "PT-6.2", Ref("foe", key), Ref("place", place), draws=[draw], hit=int(hit))
    if hit:
        d.call("losses", place)


def exposed(state: Position, seat: str) -> OneOf:
    return OneOf("man", men_at(state, state.here.ref))


def fall(d: Draft[Position], action: Fall) -> None:
    d.drop("men", action.man)
    d.log("log.fell", "PT-6.3", Ref("man", action.man))
    d.done()


def asks(state: Position) -> tuple[str, ...]:
    return (LEADER,)


ADVANCE = verb(Advance, "PT-3.1", advance, man=ready("PT-3.1"), way=ways)
FIRE = verb(Fire, "PT-3.2", fire, man=ready("PT-3.2"), foe=lambda state, seat, man: OneOf("foe", targets(state, man)))
RALLY = verb(Rally, "PT-3.3", rally, man=shaken)
HALT = verb(Halt, "PT-3.4", halt, ends=True)
FALL = verb(Fall, "PT-6.3", fall, man=exposed)
ORDERS = (ADVANCE, FIRE, RALLY, HALT)


def impulse(name: str, rule: str, when: Any) -> Phase[Position]:
    """Orders one after the other while there are any."""
    return Phase(
        name,
        rule,
        (
            Phase("count", rule, begin=count_orders),
            Phase(
                "orders",
                rule,
                (Phase("order", rule, who=asks, verbs=ORDERS, prompt=lambda s, seat: {"left": s.orders}),),
                again=lambda s: s.orders > 0,
            ),
        ),
        when=when,
    )


SEQUENCE: Sequence[Position] = Sequence(
    Phase(
        "mission",
        "PT-1.1",
        (
            Phase(
                "turn",
                "PT-2.0",
                (
                    Phase("start", "PT-2.0", begin=start_turn),
                    impulse("initiative", "PT-2.2", when=lambda s: s.initiative),
                    Phase(
                        "enemy",
                        "PT-6.0",
                        (
                            Phase("alert", "PT-6.1", begin=alert),
                            Phase(
                                "volley",
                                "PT-6.2",
                                (Phase("shot", "PT-6.2", begin=enemy_fires),),
                                when=lambda s: bool(s.firing),
                                again=lambda s: bool(s.firing),
                            ),
                        ),
                    ),
                    Phase("calm", "PT-2.3", begin=lambda d: d.set(initiative=False)),
                    impulse("general", "PT-2.1", when=lambda s: bool(s.men)),
                ),
            ),
        ),
        again=lambda s: True,
    ),
    Phase("nerve", "PT-4.2", begin=test_nerve, when=lambda s: s.here.ref in s.men),
    Phase("losses", "PT-6.3", who=asks, verbs=(FALL,)),
)


class Patrol(Game[Position]):
    """The game."""

    id = "patrol"
    version = "1"
    sequence = SEQUENCE
    state_type = Position
    visibility = dict.fromkeys(("turn", "orders", "initiative", "firing", "deck", "men", "foes", "fire"), public)

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return (ScenarioInfo(name="lane", seats=(LEADER,)), ScenarioInfo(name="held", seats=(LEADER,)))

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> Scenario:
        names: dict[str, dict[Any, str]] = {
            "seat": {LEADER: LEADER},
            "man": {1: "Rossi", 2: "Bianchi", 3: "Verdi", 4: "Neri"},
        }
        return Scenario(name=name, options=options, facts=facts, seats=(LEADER,), names=names)

    def setup(self, scenario: Scenario, dice: Dice) -> Position:
        foes = {1: Foe(LAST, 2)} if scenario.name == "held" else {}
        return Position(deck=Deck.of(CARDS, reshuffle=(RESHUFFLE,)), men={n: Man(1) for n in range(1, 5)}, foes=foes)

    def settle(self, d: Draft[Position]) -> None:
        upkeep(d)

    # rule: PT-7.1, PT-7.2
    def outcome(self, state: Position) -> Outcome | None:
        home = len(men_at(state, LAST))
        if home >= NEEDED:
            return Outcome(winners=(LEADER,), key="outcome.through", rule="PT-7.1", scores={LEADER: home})
        if len(state.men) < NEEDED or state.turn > TURNS:
            return Outcome(winners=(), key="outcome.lost", rule="PT-7.2", scores={LEADER: home})
        return None

    def broken(self, state: Position) -> str | None:
        cards = sorted((*state.deck.rest, *state.deck.top, *state.deck.discards))
        if cards != list(CARDS):
            return f"the deck holds {cards}"
        kept = {place: state.fire.get(place, 0) for place in range(1, LAST + 1)}
        fresh = {place: volumes(state)[place] for place in range(1, LAST + 1)}
        return f"the volume of fire is {kept}, not {fresh}" if kept != fresh and state.flow else None


GAME = Patrol()
