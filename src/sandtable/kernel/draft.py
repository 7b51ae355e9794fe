"""The Draft: the one place where rules write. It copies what it touches once and knows what changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec.structs import force_setattr, replace

from sandtable.kernel.changes import Change, Set, plain_fields, put_in_order, row_change, tables_of
from sandtable.kernel.decks import Deck
from sandtable.kernel.dice import Dice, RecordingDice, ScriptError, die
from sandtable.kernel.log import Draw, Entry, Roll
from sandtable.kernel.memory import Derived, note
from sandtable.kernel.modifiers import Modifier, Sum
from sandtable.kernel.refusals import Param, Ref
from sandtable.kernel.state import Frame, Stage, State, Subject, successor
from sandtable.kernel.subjects import check_subject

S = TypeVar("S", bound=State)

NO_ROWS: dict[Any, None] = {}
"""The touched rows of a field that is no table."""


class Draft(Generic[S]):
    """A position being written: read ``draft.now`` like any state, write through the methods.

    ``seat`` is who acts; it is empty while the game itself moves on.
    """

    __slots__ = (
        "_acting",
        "_copied",
        "_tables",
        "_timed",
        "_touched",
        "before",
        "dice",
        "entries",
        "is_shown",
        "now",
        "seat",
        "untold",
        "writes",
    )

    def __init__(self, state: S, dice: Dice, seat: str = "") -> None:
        self.before = state
        self.now = successor(state)
        self.dice = RecordingDice(dice)
        self.seat = seat
        self.entries: list[Entry] = []
        self.untold: list[tuple[Draw, tuple[str, ...] | None]] = []
        """Draws that no line of the log has told of yet, and who may know of them."""
        self.is_shown = False
        self.writes = 0
        """How often anything but the place in the sequence of play was written."""
        self._acting = len(state.flow) - 1
        self._tables = tables_of(type(state))
        self._timed = Derived.readers.setdefault(type(state), {})
        self._copied: dict[str, None] = {}
        self._touched: dict[str, dict[Any, None]] = {}

    # -- writing -------------------------------------------------------------------------------------------------

    def set(self, **fields: Any) -> None:
        """Give fields of the state (not tables) new values."""
        now = self.now
        for name, value in fields.items():
            if name not in plain_fields(type(now)):
                raise AttributeError(f"{type(now).__name__} has no plain field {name!r}")
            force_setattr(now, name, value)
            self._touched[name] = NO_ROWS
            self.writes += 1
            note(now, name)

    def put(self, table: str, key: Any, row: Any) -> None:
        """Add or replace a whole row."""
        put_in_order(self._open(table, key), key, row)

    def edit(self, table: str, key: Any, **fields: Any) -> None:
        """Change some fields of a row."""
        rows = self._open(table, key)
        rows[key] = replace(rows[key], **fields)

    def drop(self, table: str, key: Any) -> None:
        """Remove a row."""
        del self._open(table, key)[key]

    def _open(self, table: str, key: Any) -> dict[Any, Any]:
        if table not in self._tables:
            raise AttributeError(f"{type(self.now).__name__} has no table {table!r}")
        if table not in self._copied:
            force_setattr(self.now, table, dict(getattr(self.now, table)))
            self._copied[table] = None
            self._touched[table] = {}
        self._touched[table][key] = None
        rows: dict[Any, Any] = getattr(self.now, table)
        note(self.now, table, key, rows.get(key), is_row=True)
        self.writes += 1
        return rows

    @property
    def scenario(self) -> Any:
        """The scenario the position is played on."""
        return self.now.scenario

    # -- chance --------------------------------------------------------------------------------------------------

    def roll(self, why: str, sides: int = 6, count: int = 1, need: int | None = None) -> Roll:
        """Roll ``count`` dice with faces 1 to ``sides``."""
        return self.draw(why, die(sides), count, need)

    def draw(self, why: str, faces: Sequence[int], count: int = 1, need: int | None = None) -> Roll:
        """Draw ``count`` faces with replacement (dice of any kind)."""
        try:
            shown = tuple(self.dice.draw(faces) for _ in range(count))
        except ScriptError as misfit:
            raise misfit.wanted(why) from None
        return Roll(why, shown, len(faces), need)

    def take(self, deck: Deck, why: str = "") -> tuple[int, Deck]:
        """Draw one card or counter from a deck or cup, to be kept or discarded.

        Without a purpose nobody is told of it: then the rule that draws says itself what came.
        """
        if not why:
            return deck.draw(self.dice)
        draw, rest = self.deal(deck, 1, why, keep=True)
        return draw.cards[0], rest

    def deal(
        self,
        deck: Deck,
        count: int,
        why: str,
        of: str = "card",
        keep: bool = False,
        readers: tuple[str, ...] | None = None,
    ) -> tuple[Draw, Deck]:
        """Draw cards all at once, and the deck after it: with them among its discards, unless they are ``kept``.

        The draw belongs into the line of the log that tells what came of it (``draws=[draw]``). One that is in none is
        logged by itself, for ``readers``.
        """
        try:
            dealt = deck.deal(self.dice, count, keep)
        except ScriptError as misfit:
            raise misfit.wanted(why) from None
        draw = Draw(why, dealt.cards, of, dealt.reshuffled)
        self.untold.append((draw, readers))
        return draw, dealt.deck

    def show(self) -> None:
        """Say that this step lets somebody see what was hidden, so that it cannot be taken back.

        Only needed where the kernel cannot see it itself: a card that leaves a hidden table for a public one.
        """
        self.is_shown = True

    # -- saying --------------------------------------------------------------------------------------------------

    def log(
        self,
        key: str,
        rule: str = "",
        *points: Ref,
        rolls: Sequence[Roll] = (),
        draws: Sequence[Draw] = (),
        modifiers: Sum | Sequence[Modifier] = (),
        readers: tuple[str, ...] | None = None,
        by: str | None = None,
        **params: Param,
    ) -> None:
        """Write a line of the log; ``readers`` limits who may read it.

        ``by`` says whose doing it is, and whose dice they are, where that is not who acts: the fire of a defender, a
        battle that goes on by itself.
        """
        parts = modifiers.parts if isinstance(modifiers, Sum) else tuple(modifiers)
        if draws:
            self.untold = [one for one in self.untold if not any(one[0] is draw for draw in draws)]
        self.entries.append(
            Entry(
                key=key,
                rule=rule,
                seat=self.seat if by is None else by,
                params=params,
                rolls=tuple(rolls),
                modifiers=parts,
                points=points,
                readers=readers,
                draws=tuple(draws) if draws else (),
            )
        )

    def tell_draws(self) -> None:
        """Log every draw that no line has told of."""
        for draw, readers in tuple(self.untold):
            self.log("log.drawn", draws=[draw], readers=readers)

    # -- the sequence of play --------------------------------------------------------------------------------------

    @property
    def here(self) -> Frame[Any]:
        """The innermost frame."""
        return self.now.flow[-1]

    def call(self, at: str, subject: int | Subject = 0) -> None:
        """Start a procedure (a battle, a reaction) on top of what is going on; it returns here when it ends.

        ``subject`` is what it is about and what it keeps in mind; the same procedure may be going on further out.
        """
        if isinstance(subject, Subject):
            check_subject(type(self.now), subject)
        self.set_flow((*self.now.flow, Frame(at, subject)))

    def edit_subject(self, kind: type[Subject], **fields: Any) -> None:
        """Change some fields of the innermost subject of a kind: the round of a battle, who was hit in it."""
        flow = self.now.flow
        for at in range(len(flow) - 1, -1, -1):
            subject = flow[at].subject
            if isinstance(subject, kind):
                edited = replace(flow[at], subject=replace(subject, **fields))
                self.set_flow((*flow[:at], edited, *flow[at + 1 :]))
                self.writes += 1
                return
        raise LookupError(f"nothing that goes on is about a {kind.__name__}")

    def done(self, seat: str | None = None) -> None:
        """The seat (by default the one that acts) has answered what this phase asks of it."""
        who = self.seat if seat is None else seat
        self._wait_for(tuple(s for s in self.now.flow[self._acting].waiting if s != who))

    def finish(self) -> None:
        """Nobody has to answer anything more in the phase this action was given in."""
        self._wait_for(())

    def _wait_for(self, seats: tuple[str, ...]) -> None:
        # The action may have called a procedure already: the answer belongs to the frame it was given in.
        flow, at = self.now.flow, self._acting
        self.set_flow((*flow[:at], replace(flow[at], waiting=seats), *flow[at + 1 :]))

    def leave(self, name: str) -> None:
        """Close the enclosing phase of that name now, with everything inside it."""
        at = self.here.at
        parts = at.split(".")
        if name not in parts:
            raise ValueError(f"{at} is not inside a phase called {name!r}")
        upto = len(parts) - parts[::-1].index(name)
        self.move_to(replace(self.here, at=".".join(parts[:upto]), stage=Stage.CLOSING, waiting=()))

    def move_to(self, frame: Frame[Any]) -> None:
        """Replace the innermost frame."""
        flow = self.now.flow
        self.set_flow((*flow[:-1], frame) if len(flow) > 1 else (frame,))

    def set_flow(self, flow: tuple[Frame[Any], ...]) -> None:
        """Replace the frames; the walk through the phases does this many times for each answer."""
        now = self.now
        force_setattr(now, "flow", flow)
        self._touched["flow"] = NO_ROWS
        if "flow" in self._timed:
            note(now, "flow")
        else:
            now.__dict__.pop("aside", None)

    # -- the result ------------------------------------------------------------------------------------------------

    def is_changed(self) -> bool:
        """Whether anything was written."""
        return bool(self._touched)

    def changes(self) -> tuple[Change, ...]:
        """What the draft changed in all, each row and field once, in a fixed order."""
        found: list[Change] = []
        for name in type(self.now).__struct_fields__:
            keys = self._touched.get(name)
            if keys is None:
                continue
            old, new = getattr(self.before, name), getattr(self.now, name)
            if name not in self._tables:
                if old != new:
                    found.append(Set(name, new))
                continue
            for key in sorted(keys):
                change = row_change(name, key, old.get(key), new.get(key))
                if change is not None:
                    found.append(change)
        return tuple(found)
