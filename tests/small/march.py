"""A solitaire campaign of two missions: proves what is carried from one game to the next, and a board of cards.

A squad marches over ground that is turned up card by card, at the edges of what is known. Woods may hide an ambush; a
lookout sees as far as no dark card stands in the way. Who comes through is more experienced in the next mission.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Struct

from sandtable.kernel import (
    Action,
    Deck,
    Dice,
    Draft,
    Game,
    OneOf,
    Options,
    Outcome,
    Phase,
    Ref,
    Refusal,
    Scenario,
    ScenarioInfo,
    Sequence,
    State,
    of,
    pick,
    public,
    refuse,
    verb,
)
from sandtable.kernel.boards import Box, BoxBoard, CardGrid, Track, drawn
from sandtable.kernel.lines import blocked_at
from sandtable.kernel.refusals import Place

LEADER = "leader"
FORD, BRIDGE = "ford", "bridge"
OPEN, WOODS, MARSH = 1, 2, 3
GROUND = {
    1: OPEN,
    2: OPEN,
    3: OPEN,
    4: WOODS,
    5: WOODS,
    6: MARSH,
    7: OPEN,
    8: WOODS,
    9: OPEN,
    10: MARSH,
    11: OPEN,
    12: OPEN,
}
RESHUFFLE = 10
TURNS = 6
SQUAD = 3
AID = 9_001
"""The box of the wounded."""

ManId = Annotated[int, of("man")]


class Man(Struct, frozen=True, omit_defaults=True):
    """A man of the squad; what he learned makes him harder to surprise."""

    at: Place
    experience: int = 0
    moved: bool = False


class Card(Struct, frozen=True, omit_defaults=True):
    """A card of ground."""

    ground: int


class Veteran(Struct, frozen=True):
    """A man as a campaign knows him."""

    man: int
    experience: int


class Company(Struct, frozen=True):
    """What a mission hands on."""

    men: tuple[Veteran, ...]
    replacements: int
    glory: int


class Position(State, frozen=True, kw_only=True):
    """The whole position."""

    turn: int = 1
    ground: Deck
    chance: Deck
    men: Annotated[dict[int, Man], of("man")] = {}
    cards: dict[Place, Card] = {}
    replacements: int = 0
    glory: int = 0

    @property
    def field(self) -> Field:
        field: Field = self.scenario
        return field


@dataclass(frozen=True, kw_only=True, eq=False)
class Field(Scenario):
    """Where a mission is played."""

    grid: CardGrid


class March(Action, frozen=True):
    man: ManId
    to: Place


class Look(Action, frozen=True):
    man: ManId
    at: Place


class Rest(Action, frozen=True):
    pass


# rule: MA-3.1
def sees(state: Position, a: int, b: int) -> bool:
    """Along one of the eight lines, over cards that are turned up and not dark."""
    grid = state.field.grid
    dark = blocked_at(
        grid.line(a, b), lambda place, step: place not in state.cards or state.cards[place].ground == WOODS
    )
    return grid.is_straight(a, b) and dark is None


def why_no_order(state: Position, key: int) -> Refusal | None:
    if state.men[key].at == AID:
        return refuse("MA-2.2", "refuse.wounded", Ref("man", key), man=Ref("man", key))
    if state.men[key].moved:
        return refuse("MA-2.1", "refuse.moved", Ref("man", key), man=Ref("man", key))
    return None


def fit(state: Position, seat: str) -> OneOf:
    return pick("man", state.men, lambda key: why_no_order(state, key))


# rule: MA-3.1
def lookouts(state: Position, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        if (no := why_no_order(state, key)) is not None or seen_from(state, state.men[key].at):
            return no
        return refuse("MA-3.1", "refuse.no_view", Ref("man", key), man=Ref("man", key))

    return pick("man", state.men, why_not)


def seen_from(state: Position, start: int) -> list[int]:
    return [place for place in state.cards if sees(state, start, place)]


# rule: MA-2.1
def steps(state: Position, seat: str, man: int) -> OneOf:
    """The cards beside him, and the places where the next one would be laid."""
    near = state.field.grid.neighbours[state.men[man].at]
    room = (*state.cards, *(state.field.grid.open_ends(state.cards) if len(state.ground) else ()))
    return OneOf("place", [place for place in near if place in room])


def sights(state: Position, seat: str, man: int) -> OneOf:
    return OneOf("place", seen_from(state, state.men[man].at))


def march(d: Draft[Position], action: March) -> None:
    d.edit("men", action.man, at=action.to, moved=True)
    if action.to not in d.now.cards:
        draw, deck = d.deal(d.now.ground, 1, "draw.ground", of="ground", keep=True)
        d.set(ground=deck)
        d.put("cards", action.to, Card(GROUND[draw.cards[0]]))
        d.log("log.laid", "MA-2.3", Ref("place", action.to), draws=[draw])
    if d.now.cards[action.to].ground == WOODS:
        surprise(d, action.man)


# rule: MA-2.2
def surprise(d: Draft[Position], key: int) -> None:
    """Woods: the worst of two cards; a low one wounds, for veterans a lower one."""
    draw, deck = d.deal(d.now.chance, 2, "draw.surprise")
    d.set(chance=deck)
    wounded = min(draw.cards) + d.now.men[key].experience <= 2
    d.log("log.surprised", "MA-2.2", Ref("man", key), draws=[draw], wounded=int(wounded))
    if wounded:
        d.edit("men", key, at=AID)


def look(d: Draft[Position], action: Look) -> None:
    d.edit("men", action.man, moved=True)
    d.set(glory=d.now.glory + 1)
    d.log("log.looked", "MA-3.2", Ref("man", action.man), Ref("place", action.at))


def rest(d: Draft[Position], action: Rest) -> None:
    d.done()


def refresh(d: Draft[Position]) -> None:
    for key, man in tuple(d.now.men.items()):
        if man.moved:
            d.edit("men", key, moved=False)


MARCH = verb(March, "MA-2.1", march, man=fit, to=steps)
LOOK = verb(Look, "MA-3.2", look, man=lookouts, at=sights)
REST = verb(Rest, "MA-1.1", rest, ends=True)

SEQUENCE: Sequence[Position] = Sequence(
    Phase(
        "mission",
        "MA-1.0",
        (
            Phase("orders", "MA-1.1", who=lambda s: (LEADER,), verbs=(MARCH, LOOK, REST), begin=refresh),
            Phase("night", "MA-1.2", begin=lambda d: d.set(turn=d.now.turn + 1)),
        ),
        again=lambda s: True,
    ),
)


class MarchGame(Game[Position]):
    """The game."""

    id = "march"
    version = "1"
    sequence = SEQUENCE
    state_type = Position
    carries = Company
    visibility = dict.fromkeys(("turn", "ground", "chance", "men", "cards", "replacements", "glory"), public)

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return tuple(ScenarioInfo(name=name, seats=(LEADER,)) for name in (FORD, BRIDGE))

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> Field:
        grid = CardGrid(1, 1, left=1, right=1, above=3)
        names: dict[str, dict[Any, str]] = {
            "seat": {LEADER: LEADER},
            "man": {1: "Rossi", 2: "Bianchi", 3: "Verdi"},
            "place": {**{place: grid.label(place) for place in grid.places}, **AID_POST.names},
        }
        return Field(name=name, options=options, facts=facts, seats=(LEADER,), names=names, grid=grid)

    def setup(self, scenario: Field, dice: Dice) -> Position:
        return self._camp(scenario, Company(tuple(Veteran(n, 0) for n in range(1, SQUAD + 1)), 1, 0))

    # rule: MA-4.2
    def setup_next(self, scenario: Field, dice: Dice, carried: Company) -> Position:
        """The men who came through, and replacements for the others as long as there are any."""
        known = {veteran.man for veteran in carried.men}
        fresh = [n for n in range(1, SQUAD + 1) if n not in known][: carried.replacements]
        men = sorted((*carried.men, *(Veteran(n, 0) for n in fresh)), key=lambda veteran: veteran.man)
        return self._camp(scenario, Company(tuple(men), carried.replacements - len(fresh), carried.glory))

    def _camp(self, scenario: Field, company: Company) -> Position:
        camp = scenario.grid.at(1, 1)
        return Position(
            men={veteran.man: Man(camp, veteran.experience) for veteran in company.men},
            cards={camp: Card(OPEN)},
            ground=Deck.of(GROUND),
            chance=Deck.of(range(1, RESHUFFLE), reshuffle=(RESHUFFLE,)),
            replacements=company.replacements,
            glory=company.glory,
        )

    def outcome(self, state: Position) -> Outcome | None:
        across = [key for key, man in state.men.items() if man.at != AID and state.field.grid.row(man.at) == 4]
        standing = [key for key, man in state.men.items() if man.at != AID]
        if not across and standing and state.turn <= TURNS:
            return None
        # rule: MA-4.1
        veterans = tuple(Veteran(key, state.men[key].experience + 1) for key in standing)
        carried = Company(veterans, state.replacements, state.glory + 5 * bool(across))
        return Outcome(
            winners=(LEADER,) if across else (),
            key="outcome.across" if across else "outcome.stuck",
            rule="MA-4.1",
            scores={LEADER: carried.glory},
            carried=carried if state.field.name == FORD else None,
            leads_to=(BRIDGE,) if state.field.name == FORD else (),
        )

    def board(self, scenario: Field) -> Any:
        turns = Track.of("turn", range(1, TURNS + 1), "turn")
        return drawn(
            scenario.grid.drawing("cards"), AID_POST, turns, pieces=[{"table": "men", "of": "man", "at": "at"}]
        )

    def broken(self, state: Position) -> str | None:
        laid = len(state.cards) - 1 + len(state.ground)
        return f"there are {laid} cards of ground" if laid != len(GROUND) else None


AID_POST = BoxBoard("aid", (Box(id=AID, name="Aid post"),))
GAME = MarchGame()
