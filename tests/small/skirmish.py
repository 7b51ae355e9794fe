"""A two-player hex skirmish: hidden pieces with dummies, paths, zones of control, interrupts inside interrupts.

Blue and Red move face-down pieces. Stepping next to the enemy lets him ambush; an ambush lets the mover answer with a
counter-fire. Combat reveals. Reaching the far edge scores.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel import (
    Action,
    Dice,
    Draft,
    Flow,
    Game,
    Modifier,
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
    Subject,
    Sum,
    View,
    derived,
    of,
    pick,
    public,
    refuse,
    verb,
)
from sandtable.kernel.cases import Vocabulary, read_facts
from sandtable.kernel.graph import reach
from sandtable.kernel.hexes import HexGrid
from sandtable.kernel.refusals import Place, Seat
from sandtable.kernel.state import successor

BLUE, RED = "blue", "red"
MOVE_POINTS = 4
DUMMY = 0
STRENGTHS = {1: 3, 2: 2, 3: 1, DUMMY: 0}

PieceId = Annotated[int, of("piece")]


class Choices(Options, frozen=True, kw_only=True):
    """What can be chosen before a game."""

    turns: int = 6


class Piece(Struct, frozen=True, omit_defaults=True):
    """A counter on the map; ``face`` is what it is, ``None`` to those who do not know."""

    side: Seat
    hex: Place
    face: int | None = None
    shown: bool = False
    moved: bool = False


class Exchange(Subject, frozen=True):
    """An ambush: who is fired on. The answer to it is an exchange inside it, so each has its own."""

    target: PieceId
    depth: int = 1
    shots: int = 0


class Position(State, frozen=True, kw_only=True):
    """The whole position."""

    flow: Flow[Exchange] = ()
    turn: int = 1
    pieces: Annotated[dict[int, Piece], of("piece")] = {}
    score: dict[str, int] = {}

    @property
    def board(self) -> Board:
        board: Board = self.scenario
        return board


class Rough(Struct, frozen=True, kw_only=True):
    """What a case may say otherwise of the board."""

    rough: tuple[Place, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Board(Scenario):
    """The map and its rough ground."""

    grid: HexGrid
    rough: frozenset[int]


class Move(Action, frozen=True):
    unit: PieceId
    path: tuple[Place, ...]


class Done(Action, frozen=True):
    pass


class Ambush(Action, frozen=True):
    unit: PieceId


class Hold(Action, frozen=True, tag="hold"):
    pass


def enemy(side: str) -> str:
    return RED if side == BLUE else BLUE


@derived("pieces")
def occupied(state: Position) -> dict[int, int]:
    """Which piece stands in which hex."""
    return {piece.hex: key for key, piece in state.pieces.items()}


@derived("pieces")
def zone(state: Position, side: str) -> frozenset[int]:
    """The hexes next to a side's pieces."""
    near = state.board.grid.neighbours
    return frozenset(h for piece in state.pieces.values() if piece.side == side for h in near[piece.hex])


# rule: SK-2.1, SK-2.2
def entry_cost(taken: Container[int], rough: Container[int], to: int) -> int | None:
    if to in taken:
        return None
    return 2 if to in rough else 1


# rule: SK-2.3
def must_stop(state: Position, side: str, at: int) -> bool:
    return at in zone(state, enemy(side))


def movable(state: Position, seat: str) -> OneOf:
    taken, rough = occupied(state), state.board.rough

    def why_not(key: int) -> Refusal | None:
        piece = state.pieces.get(key)
        if piece is None or piece.side != seat:
            return refuse("SK-2.0", "refuse.not_yours", Ref("piece", key), piece=Ref("piece", key))
        if piece.moved:
            return refuse("SK-2.0", "refuse.moved", Ref("piece", key), piece=Ref("piece", key))
        if all(entry_cost(taken, rough, h) is None for h in state.board.grid.neighbours[piece.hex]):
            return refuse("SK-2.2", "refuse.stuck", Ref("piece", key), piece=Ref("piece", key))
        return None

    return pick("piece", state.pieces, why_not)


def ways(state: Position, seat: str, unit: int) -> Path:
    piece = state.pieces[unit]
    near, taken, rough = state.board.grid.neighbours, occupied(state), state.board.rough

    def spent(path: tuple[int, ...]) -> int:
        return sum(entry_cost(taken, rough, h) or 0 for h in path)

    def steps(path: tuple[int, ...]) -> dict[int, int]:
        at = path[-1] if path else piece.hex
        if path and must_stop(state, seat, at):
            return {}
        found, left = {}, MOVE_POINTS - spent(path)
        for h in near[at]:
            cost = entry_cost(taken, rough, h)
            if cost is not None and cost <= left and h not in path:
                found[h] = MOVE_POINTS - left + cost
        return found

    def why(path: tuple[int, ...], to: int) -> Refusal | None:
        at = path[-1] if path else piece.hex
        if to not in near.get(at, ()):
            return refuse("SK-2.0", "refuse.not_next", Ref("place", to), place=Ref("place", to))
        if to in taken:
            return refuse("SK-2.2", "refuse.occupied", Ref("place", to), place=Ref("place", to))
        if path and must_stop(state, seat, at):
            return refuse("SK-2.3", "refuse.zone", Ref("place", at), place=Ref("place", at))
        need, left = entry_cost(taken, rough, to) or 0, MOVE_POINTS - spent(path)
        return refuse("SK-2.1", "refuse.too_far", Ref("place", to), need=need, left=left) if need > left else None

    return Path("place", piece.hex, steps, bool, why)


def goals(state: Position, unit: int) -> tuple[int, ...]:
    """Where a piece can get this turn; the bench and overlays use it."""
    piece = state.pieces[unit]
    found = reach(
        piece.hex,
        MOVE_POINTS,
        state.board.grid.neighbours,
        lambda _, to: entry_cost(occupied(state), state.board.rough, to),
        lambda at: not must_stop(state, piece.side, at),
    )
    return tuple(sorted(found.costs))


def move(d: Draft[Position], action: Move) -> None:
    piece = d.now.pieces[action.unit]
    to = action.path[-1]
    d.edit("pieces", action.unit, hex=to, moved=True)
    d.log("log.moved", "SK-2.0", Ref("piece", action.unit), unit=Ref("piece", action.unit), to=Ref("place", to))
    goal = d.now.board.grid.columns[-1] if piece.side == BLUE else d.now.board.grid.columns[0]
    if d.now.board.grid.column(to) == goal:
        d.put("score", piece.side, d.now.score[piece.side] + 1)
        d.log("log.scored", "SK-4.1", Ref("piece", action.unit), unit=Ref("piece", action.unit), side=piece.side)
        d.drop("pieces", action.unit)
    elif ambushers(d.now, enemy(piece.side), to):
        d.call("ambush", Exchange(action.unit))


def ambushers(state: Position, side: str, target: int) -> list[int]:
    near = state.board.grid.neighbours[target]
    return [key for key, piece in state.pieces.items() if piece.side == side and piece.hex in near]


def target_side(state: Position) -> str:
    """The side of the piece that an ambush, or the fire inside it, is about."""
    target = state.subject(Exchange).target
    return state.pieces[target].side if target in state.pieces else ""


def ambush_options(state: Position, seat: str) -> OneOf:
    target = state.pieces[state.subject(Exchange).target]
    found = ambushers(state, seat, target.hex)
    return OneOf("piece", found, why=lambda key: refuse("SK-3.1", "refuse.not_next", Ref("piece", key)))


# rule: SK-3.2
def fire_strength(state: Position, firer: int, target: int) -> Sum:
    parts = [Modifier("SK-3.2", "modifier.strength", STRENGTHS[state.pieces[firer].face or DUMMY])]
    if state.pieces[target].hex in state.board.rough:
        parts.append(Modifier("SK-3.3", "modifier.rough", -1))
    parts.append(Modifier("SK-3.2", "modifier.least", 0, op="least"))
    return Sum.of(parts)


def ambush(d: Draft[Position], action: Ambush) -> None:
    """Fire on the piece the frame is about; if it lives, its side may fire back, and so on inward."""
    exchange, firer = d.now.subject(Exchange), action.unit
    target = exchange.target
    d.edit_subject(Exchange, shots=exchange.shots + 1)
    d.finish()
    d.edit("pieces", firer, shown=True)
    strength = fire_strength(d.now, firer, target)
    roll = d.roll("roll.fire", 6, need=strength.total)
    hit = roll.faces[0] <= strength.total
    d.log(
        "log.fired",
        "SK-3.2",
        Ref("piece", firer),
        Ref("piece", target),
        rolls=[roll],
        modifiers=strength,
        unit=Ref("piece", firer),
        target=Ref("piece", target),
        hit=int(hit),
    )
    if hit:
        d.drop("pieces", target)
    else:
        d.edit("pieces", target, shown=True)
        if d.now.pieces[firer].face == DUMMY:
            d.drop("pieces", firer)
        elif exchange.depth < 4:
            d.call("ambush", Exchange(firer, exchange.depth + 1))


def hold(d: Draft[Position], action: Hold) -> None:
    d.done()
    d.log("log.held", "SK-3.1", side=d.seat)


def done(d: Draft[Position], action: Done) -> None:
    d.done()


def refresh(d: Draft[Position]) -> None:
    for key, piece in d.now.pieces.items():
        if piece.moved:
            d.edit("pieces", key, moved=False)


def next_turn(d: Draft[Position]) -> None:
    d.set(turn=d.now.turn + 1)


MOVE = verb(Move, "SK-2.0", move, unit=movable, path=ways)
DONE = verb(Done, "SK-1.1", done, ends=True)
AMBUSH = verb(Ambush, "SK-3.1", ambush, unit=ambush_options)
HOLD = verb(Hold, "SK-3.1", hold, ends=True)

SEQUENCE: Sequence[Position] = Sequence(
    Phase(
        "turn",
        "SK-1.1",
        (
            Phase("blue", "SK-1.1", who=lambda s: (BLUE,), verbs=(MOVE, DONE), begin=refresh),
            Phase("red", "SK-1.1", who=lambda s: (RED,), verbs=(MOVE, DONE), begin=refresh),
            Phase("end", "SK-1.2", begin=next_turn),
        ),
        again=lambda s: True,
    ),
    Phase(
        "ambush",
        "SK-3.1",
        when=lambda s: bool(target_side(s)),
        who=lambda s: (enemy(target_side(s)),),
        over=lambda s, seat: not target_side(s) or not ambushers(s, seat, s.pieces[s.subject(Exchange).target].hex),
        verbs=(AMBUSH, HOLD),
    ),
)


def seen_piece(state: Position, seat: str, key: int, piece: Piece) -> Piece:
    """A face is known to its side and, once shown, to everybody."""
    return piece if piece.shown or piece.side == seat or piece.face is None else replace(piece, face=None)


class Skirmish(Game[Position]):
    """The game."""

    id = "skirmish"
    version = "1"
    options = Choices
    sequence = SEQUENCE
    state_type = Position
    visibility = {"turn": public, "pieces": seen_piece, "score": public}
    vocabulary = Vocabulary(words={"Position.score.key": lambda scenario: scenario.seats}, facts=Rough)

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return (ScenarioInfo(name="meeting", seats=(BLUE, RED)), ScenarioInfo(name="narrow", seats=(BLUE, RED)))

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> Board:
        columns = range(1, 9 if name == "meeting" else 6)
        grid = HexGrid(columns, range(1, 7))
        names: dict[str, dict[Any, str]] = {
            "place": {h: grid.label(h) for h in grid.hexes},
            "piece": {
                n: f"{side} {n % 10}" for side, base in ((BLUE, 10), (RED, 20)) for n in range(base + 1, base + 6)
            },
            "seat": {BLUE: BLUE, RED: RED},
        }
        rough = frozenset(read_facts(Rough, facts, {}, names).get("rough", (304, 403, 505)))
        return Board(name=name, options=options, facts=facts, seats=(BLUE, RED), names=names, grid=grid, rough=rough)

    def setup(self, scenario: Board, dice: Dice) -> Position:
        pieces = {}
        for side, base, column in ((BLUE, 10, scenario.grid.columns[0]), (RED, 20, scenario.grid.columns[-1])):
            faces = [1, 2, 3, DUMMY, DUMMY]
            for n in range(1, 6):
                face = faces.pop(faces.index(dice.draw(sorted(faces))))
                pieces[base + n] = Piece(side, scenario.grid.at(column, n), face)
        return Position(pieces=pieces, score={BLUE: 0, RED: 0})

    def empty(self, scenario: Board) -> Position:
        return Position(score={BLUE: 0, RED: 0})

    def row(self, scenario: Board, table: str, key: Any) -> Any:
        return Piece(BLUE if key < 20 else RED, 101, 3) if table == "pieces" else None

    def outcome(self, state: Position) -> Outcome | None:
        options: Any = state.board.options
        sides = {piece.side for piece in state.pieces.values()}
        if state.turn <= options.turns and len(sides) == 2:
            return None
        best = max(state.score.values())
        winners = tuple(side for side in (BLUE, RED) if state.score[side] == best)
        return Outcome(winners=winners, key="outcome.score", rule="SK-4.2", scores=state.score)

    def imagine(self, view: View[Position], dice: Dice) -> Position:
        known = [p.face for p in view.state.pieces.values() if p.side != view.seat and p.face is not None]
        left = [1, 2, 3, DUMMY, DUMMY]
        for face in known:
            if face in left:
                left.remove(face)
        pieces = {}
        for key, piece in view.state.pieces.items():
            if piece.face is None:
                face = dice.draw(sorted(left))
                left.remove(face)
                piece = replace(piece, face=face)
            pieces[key] = piece
        return successor(view.state, pieces=pieces)

    def broken(self, state: Position) -> str | None:
        hexes = [piece.hex for piece in state.pieces.values()]
        return "two pieces in one hex" if len(hexes) != len(dict.fromkeys(hexes)) else None


GAME = Skirmish()
