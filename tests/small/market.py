"""Three traders on a map of towns: proves what asks several seats at once.

Sealed bids (a secret question to every seat at the same time, hidden until all have answered), free trading (open
questions to every seat at once), purchases by kind within a budget, a selection with a check, a number, yes or no, a
cup drawn without replacement, picks in turn (a loop whose ``who`` changes) and a permission that an action of one seat
asks of another. Money conserves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel import (
    NO,
    YES,
    Action,
    Amounts,
    Deck,
    Dice,
    Draft,
    Game,
    Number,
    OneOf,
    Options,
    Outcome,
    Phase,
    Ref,
    Refusal,
    Scenario,
    ScenarioInfo,
    Sequence,
    SomeOf,
    State,
    View,
    derived,
    of,
    pick,
    public,
    refuse,
    verb,
    yes_or_no,
)
from sandtable.kernel.areas import AreaMap
from sandtable.kernel.cases import Vocabulary
from sandtable.kernel.refusals import Place, Seat
from sandtable.kernel.state import successor

SEATS = ("east", "north", "west")
TOWNS = {1: "Alba", 2: "Borgo", 3: "Chiusa", 4: "Darsena", 5: "Este", 6: "Foce"}
ROADS = ((1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (1, 6))
CANAL = (3, 4)
TOLL = 1
PURSE, BANK = 12, 300
PRICES = {1: 2, 2: 3, 3: 5}
"""What a share of each kind of goods costs; its crates sell for as much."""
QUAY = 4
"""The weight one sale can carry."""

CrateId = Annotated[int, of("crate")]
Kind = Annotated[int, of("kind")]


class Terms(Options, frozen=True, kw_only=True):
    """What can be chosen before a game."""

    rounds: int = 3


class Bid(Struct, frozen=True, omit_defaults=True):
    """A sealed bid; the amount is ``None`` to those who may not know it yet."""

    amount: int | None = None
    is_open: bool = False


class Trader(Struct, frozen=True, omit_defaults=True):
    """One seat's purse, place and shares by kind."""

    purse: int
    at: Place
    shares: tuple[int, ...] = ()
    sailed: bool = False


class Crate(Struct, frozen=True, omit_defaults=True):
    """A crate of goods; without an owner it can be picked."""

    kind: Kind
    weight: int
    owner: str = ""


class Position(State, frozen=True, kw_only=True):
    """The whole position."""

    round: int = 0
    bank: int = 0
    lease: str = ""
    demand: int = 0
    picked: int = 0
    cup: Deck
    bids: dict[Seat, Bid] = {}
    traders: dict[Seat, Trader] = {}
    crates: Annotated[dict[int, Crate], of("crate")] = {}
    stock: Annotated[dict[int, int], of("kind")] = {}


@dataclass(frozen=True, kw_only=True, eq=False)
class Coast(Scenario):
    """The map and what each town buys."""

    towns: AreaMap
    buys: Mapping[int, int]


class SealBid(Action, frozen=True, tag="bid"):
    amount: int


class Pick(Action, frozen=True):
    crate: CrateId


class Buy(Action, frozen=True):
    shares: dict[Kind, int]


class Sell(Action, frozen=True):
    crates: tuple[CrateId, ...]


class Sail(Action, frozen=True):
    to: Place


class Answer(Action, frozen=True):
    grant: str


class Done(Action, frozen=True):
    pass


@derived("crates")
def stowed(state: Position, seat: str) -> tuple[int, ...]:
    """The crates a seat owns."""
    return tuple(key for key, crate in state.crates.items() if crate.owner == seat)


def pay(d: Draft[Position], seat: str, amount: int) -> None:
    """Move money from a seat to the bank, or back when negative."""
    d.edit("traders", seat, purse=d.now.traders[seat].purse - amount)
    d.set(bank=d.now.bank + amount)


# -- the auction of the canal's lease -------------------------------------------------------------------------------


def bid_range(state: Position, seat: str) -> Number:
    return Number(0, state.traders[seat].purse, default=0)


# rule: MK-1.1
def seal_bid(d: Draft[Position], action: SealBid) -> None:
    d.put("bids", d.seat, Bid(action.amount))
    d.log("log.bid", "MK-1.1", readers=(d.seat,), amount=action.amount)
    d.log("log.sealed", "MK-1.1")
    d.done()


# rule: MK-1.2
def open_bids(d: Draft[Position]) -> None:
    """Open all bids; the highest gets the lease, a draw decides between equals."""
    for seat in tuple(d.now.bids):
        d.edit("bids", seat, is_open=True)
    offered = {seat: bid.amount or 0 for seat, bid in d.now.bids.items()}
    best = max(offered.values())
    tied = [index for index, seat in enumerate(SEATS) if offered[seat] == best]
    winner = SEATS[tied[0] if len(tied) == 1 else d.draw("roll.tie", tied).faces[0]]
    pay(d, winner, best)
    d.set(lease=winner)
    d.log("log.leased", "MK-1.2", winner=Ref("seat", winner), amount=best)


def open_round(d: Draft[Position]) -> None:
    d.set(round=d.now.round + 1, picked=0)
    for seat in tuple(d.now.bids):
        d.drop("bids", seat)
    for seat in SEATS:
        d.edit("traders", seat, sailed=False)


# rule: MK-1.3
def draw_demand(d: Draft[Position]) -> None:
    draw, cup = d.deal(d.now.cup, 1, "draw.demand", of="kind", keep=True)
    kind = draw.cards[0]
    d.set(cup=cup, demand=kind)
    d.log("log.demand", "MK-1.3", draws=[draw], kind=Ref("kind", kind))


# -- picks in turn ---------------------------------------------------------------------------------------------------


def picker(state: Position) -> str:
    """Whose pick it is: the leaseholder first, then around the table."""
    return SEATS[(SEATS.index(state.lease) + state.picked) % len(SEATS)]


def pickable(state: Position, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        crate = state.crates.get(key)
        if crate is None or crate.owner:
            return refuse("MK-2.1", "refuse.not_there", Ref("crate", key), crate=Ref("crate", key))
        return None

    return pick("crate", state.crates, why_not)


# rule: MK-2.1
def take(d: Draft[Position], action: Pick) -> None:
    d.edit("crates", action.crate, owner=d.seat)
    d.set(picked=d.now.picked + 1)
    d.log("log.picked", "MK-2.1", crate=Ref("crate", action.crate))
    d.done()


# -- trade: everybody at once ----------------------------------------------------------------------------------------


def affordable(state: Position, seat: str) -> dict[int, int]:
    purse = state.traders[seat].purse
    return {kind: left for kind, left in state.stock.items() if left and PRICES[kind] <= purse}


def why_no_purchase(state: Position, seat: str) -> Refusal | None:
    if affordable(state, seat):
        return None
    return refuse("MK-3.1", "refuse.no_money", purse=state.traders[seat].purse)


def purchases(state: Position, seat: str) -> Amounts:
    open_kinds = affordable(state, seat)
    return Amounts(
        "kind",
        open_kinds,
        least=1,
        most=state.traders[seat].purse,
        weights={kind: PRICES[kind] for kind in open_kinds},
        default={min(open_kinds): 1},
        total_key="refuse.budget",
    )


# rule: MK-3.1
def buy(d: Draft[Position], action: Buy) -> None:
    owned = list(d.now.traders[d.seat].shares)
    for kind, count in action.shares.items():
        owned[kind - 1] += count
        d.put("stock", kind, d.now.stock[kind] - count)
    cost = sum(PRICES[kind] * count for kind, count in action.shares.items())
    d.edit("traders", d.seat, shares=tuple(owned))
    pay(d, d.seat, cost)
    d.log("log.bought", "MK-3.1", cost=cost)


# rule: MK-3.2
def saleable(state: Position, seat: str) -> SomeOf:
    """Crates of the kind this town buys; one sale can carry only so much weight."""
    wanted = state.scenario.buys[state.traders[seat].at]
    found = [key for key in stowed(state, seat) if state.crates[key].kind == wanted]

    def why(key: int) -> Refusal | None:
        return refuse("MK-3.2", "refuse.not_bought_here", Ref("crate", key), crate=Ref("crate", key))

    def check(keys: tuple[int, ...]) -> Refusal | None:
        weight = sum(state.crates[key].weight for key in keys)
        return refuse("MK-3.3", "refuse.too_heavy", most=QUAY, given=weight) if weight > QUAY else None

    return SomeOf("crate", found, least=1, why=why, check=check, default=tuple(found[:1]))


def sell(d: Draft[Position], action: Sell) -> None:
    worth = 0
    for key in action.crates:
        kind = d.now.crates[key].kind
        worth += PRICES[kind] * (2 if kind == d.now.demand else 1)
        d.drop("crates", key)
    pay(d, d.seat, -worth)
    d.log("log.sold", "MK-3.2", worth=worth)


def harbours(state: Position, seat: str) -> OneOf:
    trader = state.traders[seat]

    def why_not(town: int) -> Refusal | None:
        if town not in TOWNS or not state.scenario.towns.touch(trader.at, town):
            return refuse("MK-4.1", "refuse.not_next", Ref("place", town), place=Ref("place", town))
        if trader.sailed:
            return refuse("MK-4.1", "refuse.sailed")
        if needs_leave(state, seat, town) and trader.purse < TOLL:
            return refuse("MK-4.2", "refuse.no_toll", Ref("place", town), toll=TOLL)
        return None

    return pick("place", TOWNS, why_not)


# rule: MK-4.2
def needs_leave(state: Position, seat: str, town: int) -> bool:
    """Whether the leaseholder of the canal has to be asked."""
    way = tuple(sorted((state.traders[seat].at, town)))
    return way == CANAL and state.lease != seat


def sail(d: Draft[Position], action: Sail) -> None:
    d.edit("traders", d.seat, sailed=True)
    if needs_leave(d.now, d.seat, action.to):
        d.log("log.asked", "MK-4.2", to=Ref("place", action.to))
        d.call("permit", SEATS.index(d.seat))
        return
    d.edit("traders", d.seat, at=action.to)
    d.log("log.sailed", "MK-4.1", to=Ref("place", action.to))


# rule: MK-4.3
def answer(d: Draft[Position], action: Answer) -> None:
    """Let the ship through for a toll, or turn it back."""
    traveller = SEATS[d.here.ref]
    if action.grant == YES:
        trader = d.now.traders[traveller]
        holder = d.now.traders[d.seat]
        d.edit("traders", traveller, at=sum(CANAL) - trader.at, purse=trader.purse - TOLL)
        d.edit("traders", d.seat, purse=holder.purse + TOLL)
    d.log("log.answered", "MK-4.3", Ref("seat", traveller), grant=action.grant)
    d.done()


def is_idle(state: Position, seat: str) -> bool:
    """Whether a seat can do nothing more in this round's trade."""
    return state.traders[seat].sailed and not affordable(state, seat) and not stowed(state, seat)


BID = verb(SealBid, "MK-1.1", seal_bid, amount=bid_range)
PICK = verb(Pick, "MK-2.1", take, crate=pickable)
BUY = verb(Buy, "MK-3.1", buy, allow=why_no_purchase, shares=purchases)
SELL = verb(Sell, "MK-3.2", sell, crates=saleable)
SAIL = verb(Sail, "MK-4.1", sail, to=harbours)
ANSWER = verb(Answer, "MK-4.3", answer, grant=lambda state, seat: yes_or_no(default=YES))
DONE = verb(Done, "MK-3.0", lambda d, action: d.done(), ends=True)

SEQUENCE: Sequence[Position] = Sequence(
    Phase(
        "round",
        "MK-0.1",
        (
            Phase("open", "MK-0.1", begin=open_round),
            Phase(
                "auction",
                "MK-1.1",
                who=lambda s: SEATS,
                verbs=(BID,),
                end=open_bids,
                prompt=lambda s, seat: {"purse": s.traders[seat].purse},
            ),
            Phase("demand", "MK-1.3", begin=draw_demand),
            Phase(
                "picks",
                "MK-2.0",
                (Phase("turn", "MK-2.1", who=lambda s: (picker(s),), verbs=(PICK,)),),
                again=lambda s: s.picked < len(SEATS),
            ),
            Phase("trade", "MK-3.0", who=lambda s: SEATS, verbs=(BUY, SELL, SAIL, DONE), over=is_idle),
        ),
        again=lambda s: s.round < s.scenario.options.rounds,
    ),
    Phase("permit", "MK-4.2", who=lambda s: (s.lease,), verbs=(ANSWER,)),
)


def seen_bid(state: Position, seat: str, key: str, bid: Bid) -> Bid:
    """A bid is its owner's secret until all are opened."""
    return bid if bid.is_open or key == seat or bid.amount is None else replace(bid, amount=None)


class Market(Game[Position]):
    """The game."""

    id = "market"
    version = "1"
    options = Terms
    sequence = SEQUENCE
    state_type = Position
    vocabulary = Vocabulary(
        words={
            "Answer.grant": lambda scenario: (YES, NO),
            "Crate.owner": lambda scenario: scenario.seats,
            "Position.lease": lambda scenario: scenario.seats,
        }
    )
    visibility = {
        **dict.fromkeys(("round", "bank", "lease", "demand", "picked", "cup", "traders", "crates", "stock"), public),
        "bids": seen_bid,
    }

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return (ScenarioInfo(name="coast", seats=SEATS),)

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> Coast:
        names: dict[str, dict[Any, str]] = {
            "place": TOWNS,
            "seat": {s: s for s in SEATS},
            "kind": {1: "grain", 2: "wool", 3: "iron"},
        }
        towns = AreaMap.of(TOWNS, ROADS)
        buys = {town: 1 + town % 3 for town in TOWNS}
        return Coast(name=name, options=options, facts=facts, seats=SEATS, names=names, towns=towns, buys=buys)

    def setup(self, scenario: Coast, dice: Dice) -> Position:
        return Position(
            bank=BANK,
            cup=Deck.of((1, 1, 2, 2, 3, 3)),
            traders={seat: Trader(PURSE, 2 * n + 1, (0, 0, 0)) for n, seat in enumerate(SEATS)},
            crates={n: Crate(1 + n % 3, 1 + n % 2 + n % 3 // 2) for n in range(1, 13)},
            stock={1: 8, 2: 6, 3: 4},
        )

    def outcome(self, state: Position) -> Outcome | None:
        if state.flow:
            return None
        scores = {
            seat: trader.purse + sum(n * (PRICES[kind] + 1) for kind, n in enumerate(trader.shares, start=1))
            for seat, trader in state.traders.items()
        }
        best = max(scores.values())
        winners = tuple(seat for seat in SEATS if scores[seat] == best)
        return Outcome(winners=winners, key="outcome.wealth", rule="MK-5.1", scores=scores)

    def imagine(self, view: View[Position], dice: Dice) -> Position:
        bids = {
            seat: bid if bid.amount is not None else Bid(dice.draw(range(view.state.traders[seat].purse + 1)))
            for seat, bid in view.state.bids.items()
        }
        return successor(view.state, bids=bids)

    def broken(self, state: Position) -> str | None:
        money = state.bank + sum(trader.purse for trader in state.traders.values())
        if money != BANK + PURSE * len(SEATS):
            return f"there is {money} in money"
        if any(trader.purse < 0 for trader in state.traders.values()):
            return "a purse is in debt"
        return "more shares were sold than there are" if any(n < 0 for n in state.stock.values()) else None


GAME = Market()
