"""The socket of a table: one reader that obeys, one writer that tells what changed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Hashable, Iterator
from typing import Any, assert_never

import anyio
import msgspec
from msgspec.structs import asdict
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sandtable import __version__
from sandtable.kernel import View, codec
from sandtable.kernel.views import seen_changes
from sandtable.server import looking, messages, play, problems, umpire, visits
from sandtable.server.adapter import as_wrong, language_of
from sandtable.server.context import ServerContext
from sandtable.server.hub import Listener
from sandtable.server.limits import Bucket
from sandtable.server.lobby import TableId
from sandtable.server.logs import log
from sandtable.server.messages import ServerMessage
from sandtable.server.places import Places
from sandtable.server.problems import Wrong
from sandtable.server.shapes.play import Moment
from sandtable.server.tables import Table
from sandtable.server.visits import Visit
from sandtable.store import Transaction

LARGEST = 64 * 1024
KNOWN = 20.0
"""Seconds for which a socket is believed to be of whom it was."""
HELLO_SECONDS = 10.0
"""Seconds for the hello."""
LATE = 1.0
"""Seconds between looks for what a late spectator may see by now."""
SOCKETS = 20
"""Sockets of one person at one table."""
FARTHEST = 500
"""Steps beyond which a whole view is sent rather than what changed."""
COSTS: dict[type, int] = {messages.Ping: 1, messages.Chat: 1, messages.Act: 2, messages.Undo: 2, messages.Redo: 2}
"""What messages count as of what an account may have done for it; others as much as a request for the same."""
ASKING = 3
GREETING = 3
"""What a hello counts as, for each seat that it shows."""
STATUS_CODES = {401: messages.CLOSE_UNKNOWN_PERSON, 403: messages.CLOSE_FORBIDDEN, 404: messages.CLOSE_NO_TABLE}


BROKEN = {1002: "protocol", 1007: "malformed", 1009: "too_large"}
"""The codes with which the protocol itself ends a connection that breaks its rules, and what we call that."""
CUT = 1006
"""The code of a connection that ended without one, or into which we could not write any more."""
REASON = 120
"""Bytes of the reason for closing; the protocol has room for 123."""


class Leave(Exception):
    """End the connection with this code; ``why`` is for the log."""

    def __init__(self, code: int, text: str = "", why: str = "") -> None:
        super().__init__(text)
        self.code, self.text, self.why = code, text, why


class Glance:
    """What a socket has shown of one seat."""

    def __init__(self) -> None:
        self.seq = -1
        self.view: View[Any] | None = None


class Connection:
    """One socket at one table."""

    def __init__(self, context: ServerContext, socket: WebSocket, table_id: str) -> None:
        self.context, self.socket, self.table_id = context, socket, table_id
        self.visit = Visit(context, socket.client.host if socket.client else "")
        self._token = ""
        self._known_until = 0.0
        self.listener: Listener
        self.seats: tuple[str, ...] = ()
        self.glances: dict[str, Glance] = {}
        self.shown: tuple[int, str, int] | None = None
        self.chat = 0
        self._looked, self._is_behind = -1, False
        """Up to which move of the table this socket was told, and whether there is more that it may not see yet."""
        self._thread = context.threads.run
        self._sending = asyncio.Lock()
        self._showing = asyncio.Lock()
        rate = context.config.actions_per_second
        self._pace = Bucket(rate, rate * 2)

    # -- the connection --------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Greet, then read and write until one side leaves."""
        await self.socket.accept()
        try:
            with contextlib.ExitStack() as room:
                await self._greet(room)
                await self._stay()
        except Leave as leave:
            self._turn_away(leave.why)
            await self._close(leave.code, leave.text)
        except WebSocketDisconnect as gone:
            code = await self._last_word() if gone.code == CUT else gone.code
            self._turn_away(BROKEN.get(code or CUT, ""))
        except RuntimeError as problem:  # as a rule, we wrote into a connection that had just ended
            if (code := await self._last_word()) is None:
                await self._give_up(problem)
            else:
                self._turn_away(BROKEN.get(code, ""))
        except Exception as problem:  # noqa: BLE001 - becomes words for the client
            await self._give_up(problem)

    async def _last_word(self) -> int | None:
        """The code with which the connection has ended, if it has; what else was said before is not read any more."""
        with contextlib.suppress(TimeoutError, RuntimeError):
            async with asyncio.timeout(1):
                for _ in range(1000):
                    event = await self.socket.receive()
                    if event["type"] == "websocket.disconnect":
                        return int(event.get("code", CUT))
        return None

    async def _give_up(self, problem: Exception) -> None:
        wrong = as_wrong(problem)
        self._turn_away(wrong.why)
        await self._close(STATUS_CODES.get(wrong.status, 1011), wrong.text)

    async def _close(self, code: int, text: str) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            if self.socket.client_state is WebSocketState.CONNECTED:
                await self.socket.close(code, text.encode()[:REASON].decode(errors="ignore"))

    def _turn_away(self, why: str) -> None:
        """Let the operator know of what was refused here."""
        if why:
            account = self.visit.account.id if self.visit.account else 0
            self.context.turn_away(why, self.visit.address, account=account, to="socket", table=self.table_id[:32])

    async def _greet(self, room: contextlib.ExitStack) -> None:
        try:
            msgspec.convert(self.table_id, TableId)
        except msgspec.ValidationError:
            raise Leave(messages.CLOSE_NO_TABLE, "there is no such table") from None
        if wait := self.context.doors.wait(self.visit.place):
            raise Leave(messages.CLOSE_TOO_FAST, f"too many connections; wait {wait:.0f} s", "socket_pace")
        with self._place(self.context.greeted, self.visit.place):
            hello = await self._first_message()
        if not isinstance(hello, messages.Hello):
            raise Leave(messages.CLOSE_NO_HELLO, "say hello first", "no_hello")
        token, by_browser = visits.token_in(self.socket.cookies, self.socket.headers.get("authorization", ""))
        if hello.token:
            token, by_browser = hello.token, False
        headers = self.socket.headers
        host = headers.get("host", "")
        visits.check_host(self.context, host)
        visits.check_origin(
            self.context, host, headers.get("origin"), headers.get("sec-fetch-site"), by_browser=by_browser
        )
        self._token = token
        await self._thread(self._me)
        room.enter_context(self._place(self.context.sockets, self.visit.account_id))
        self.listener = Listener(self.table_id, self.visit.account_id)
        if self.context.hub.ears_of(self.table_id, self.visit.account_id) >= SOCKETS:
            raise Leave(messages.CLOSE_TOO_FAST, f"{SOCKETS} sockets at one table are enough", "many_sockets")
        await self._meet(hello)

    async def _first_message(self) -> messages.ClientMessage:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                return await self._receive()
        except TimeoutError:
            raise Leave(messages.CLOSE_NO_HELLO, "say hello first", "no_hello") from None

    @contextlib.contextmanager
    def _place(self, places: Places, key: Hashable) -> Iterator[None]:
        """One of so many places; on one's own machine there is nobody who could take them away from others."""
        with contextlib.ExitStack() as taken:
            if not self.context.config.is_local:
                try:
                    taken.enter_context(places.take(key))
                except Wrong:
                    raise Leave(messages.CLOSE_TOO_FAST, "too many sockets", "many_sockets") from None
            yield

    @property
    def _language(self) -> str:
        return language_of(self.socket.headers.get("accept-language", ""))

    def _me(self) -> int:
        """Whose socket this is; asked again now and then, because sessions end and accounts are closed."""
        if time.monotonic() >= self._known_until:
            self.visit.recognise(self._token)
            self._known_until = time.monotonic() + KNOWN
        return self.visit.account_id

    def _player(self) -> int:
        """Whose socket this is, where it is good for more than reading."""
        me = self._me()
        visits.check_scope(self.visit, "POST", self.table_id)
        return me

    async def _meet(self, hello: messages.Hello) -> None:
        """Answer a hello, the first one or one that asks for everything anew."""
        await self._tell(await self._thread(self._welcome, hello))

    async def _stay(self) -> None:
        self.context.hub.join(self.listener)
        self.context.metrics.sockets.inc()
        await self._thread(self._note_presence)
        writer = asyncio.create_task(self._write())
        try:
            while True:
                message = await self._receive()
                if wait := self._pace.wait():
                    raise Leave(messages.CLOSE_TOO_FAST, f"too many messages; wait {wait:.1f} s", "socket_pace")
                await self._obey(message)
        finally:
            writer.cancel()
            self.context.hub.leave(self.listener)
            self.context.metrics.sockets.dec()
            with anyio.CancelScope(shield=True), contextlib.suppress(Exception):
                # Its thread may still read from the store, which must not be closed before.
                await asyncio.gather(writer, return_exceptions=True)
                await self._thread(self._note_presence)

    async def _receive(self) -> messages.ClientMessage:
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
        text = event.get("text")
        if text is None:
            raise Leave(messages.CLOSE_MALFORMED, "send text, not bytes", "malformed")
        if len(text) > LARGEST:
            raise Leave(1009, "the message is too big", "too_large")
        try:
            message: messages.ClientMessage = codec.decode(text, messages.ClientMessage)  # type: ignore[arg-type]
        except (codec.Malformed, UnicodeEncodeError) as problem:
            raise Leave(messages.CLOSE_MALFORMED, str(problem), "malformed") from None
        return message

    async def _tell(self, found: list[ServerMessage]) -> None:
        async with self._sending:
            for message in found:
                await self.socket.send_text(codec.encode(message).decode())

    # -- writing ---------------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        """Whenever the table moves, tell each seat what changed for it."""
        while True:
            timeout = LATE if await self._show() else None
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(timeout):
                    await self.listener.event.wait()

    async def _show(self) -> bool:
        """Send what is new; true if there is more that may not be seen yet."""
        try:
            async with self._showing:
                self.listener.event.clear()
                if self._looked == self.context.hub.moves(self.table_id) and not self._is_behind:
                    return False  # whoever acted through this socket was told with the acknowledgement
                await self._tell(await self._thread(self._changes))
            return self._is_behind
        except (WebSocketDisconnect, RuntimeError):
            raise asyncio.CancelledError from None
        except Exception as problem:  # noqa: BLE001 - becomes words for the client
            await self._give_up(problem)
            raise asyncio.CancelledError from None

    def _welcome(self, hello: messages.Hello) -> list[ServerMessage]:
        account_id = self.visit.account_id
        with self.context.tables.at(self.table_id) as table, self.context.store.reading() as transaction:
            seats = hello.seats
            if seats is None:
                seats = table.seats_of(account_id) or (looking.NO_SEAT,)
            for seat in seats:
                looking.check_look(self.context, table, account_id, seat)
            self.seats = tuple(dict.fromkeys(seats))
            if wait := self.context.charge(account_id, GREETING * len(self.seats)):
                raise Leave(messages.CLOSE_TOO_FAST, f"too many greetings; wait {wait:.0f} s", "socket_pace")
            self.glances = {seat: Glance() for seat in self.seats}
            info = looking.table_info(self.context, transaction, table.row, table.seats, account_id)
            lines = looking.chat_lines(self.context, transaction, table, account_id)
            self.shown, self.chat = self._shown(table), lines[-1].id if lines else 0
            found: list[ServerMessage] = [
                messages.Welcome(table=info, seats=self.seats, chat=lines, version=__version__)
            ]
            if table.row.status != "open":
                found += [self._first(transaction, table, seat, hello.seq) for seat in self.seats]
            return found

    def _first(self, transaction: Transaction, table: Table, seat: str, known: int | None) -> ServerMessage:
        """What a seat is told after hello: all, or what happened since it was last here."""
        newest = looking.visible_seq(self.context, transaction, table, self.visit.account_id, seat)
        if known is None or known > newest or newest - known > FARTHEST:
            return self._whole(transaction, table, seat, newest)
        glance = self.glances[seat]
        glance.seq, glance.view = known, looking.view_after(transaction, table, seat, known)
        if known == newest:
            return messages.Same(seat=seat, seq=newest)
        return self._step(transaction, table, seat, newest)

    def _changes(self, *, has_acted: bool = False) -> list[ServerMessage]:
        """Everything that is new for this socket; whether more will be visible later is noted.

        Where this socket ``has_acted`` this moment, having seen all before, and nothing else happened: then what is in
        memory is what was just stored, and nobody has said anything. If another process did, it wakes us.
        """
        found: list[ServerMessage] = []
        is_behind = False
        account_id = self._me()
        looked = self.context.hub.moves(self.table_id)  # before looking: what comes meanwhile is looked at again
        with self.context.tables.at(self.table_id) as table, self.context.store.glancing() as transaction:
            head = None
            if not has_acted or looked != self._looked + 1:
                head = self.context.store.head(self.table_id)
                if head is None:
                    raise problems.not_found("gone")
                if head.seq != table.row.seq or head.revision != table.row.revision:
                    table.read(transaction)
            for seat in self.seats:
                looking.check_look(self.context, table, account_id, seat)
            if table.row.status != "open":
                for seat, glance in self.glances.items():
                    newest = looking.visible_seq(self.context, transaction, table, account_id, seat)
                    is_behind = is_behind or newest < table.row.seq
                    if glance.view is None:
                        found.append(self._whole(transaction, table, seat, newest))
                    elif glance.seq != newest:
                        found.append(self._step(transaction, table, seat, newest))
            if head is not None and head.chat > self.chat:
                lines = looking.chat_lines(self.context, transaction, table, account_id, self.chat)
                found += [messages.Heard(line=line) for line in lines]
                self.chat = lines[-1].id if lines else self.chat
                is_behind = is_behind or head.chat > self.chat
            # What is asked comes with the step itself; clocks, and how a game ended, come with the table.
            if (shown := self._shown(table)) != self.shown:
                self.shown = shown
                info = looking.table_info(self.context, transaction, table.row, table.seats, account_id)
                found.append(messages.Table(table=info))
        self._looked, self._is_behind = looked, is_behind
        return found

    def _shown(self, table: Table) -> tuple[int, str, int]:
        """What a table message is about; when it changes, a new one is due."""
        row, has_clock = table.row, table.settings.clock.kind != "none"
        if looking.is_late_at(row, table.settings, table.seats, self.visit.account_id):
            has_clock = False  # late spectators see none, and must not learn from a message that somebody answered
        return row.revision, row.status, row.turned if has_clock else 0

    def _whole(self, transaction: Transaction, table: Table, seat: str, seq: int) -> messages.View:
        is_now = seq == table.row.seq
        at = looking.position(table, seat) if is_now else looking.past_position(transaction, table, seat, seq)
        glance = self.glances[seat]
        glance.seq, glance.view = seq, looking.view_after(transaction, table, seat, seq)
        return messages.View(**asdict(at))

    def _step(self, transaction: Transaction, table: Table, seat: str, seq: int) -> messages.Step:
        glance = self.glances[seat]
        before, since = glance.view, glance.seq
        assert before is not None
        view = looking.view_after(transaction, table, seat, seq)
        is_now = seq == table.row.seq
        at = looking.position(table, seat) if is_now else looking.past_position(transaction, table, seat, seq)
        news = table.news(transaction, since, seq)
        glance.seq, glance.view = seq, view
        return messages.Step(
            since=since,
            by=news.by,
            back=news.back,
            changes=seen_changes(before, view),
            lines=tuple(line for line in news.lines if line.entry.is_for(seat)),
            **{name: getattr(at, name) for name in Moment.__struct_fields__},
        )

    # -- obeying ---------------------------------------------------------------------------------------------------

    async def _obey(self, message: messages.ClientMessage) -> None:
        if not isinstance(message, messages.Hello):  # which pays for what it shows
            cost = COSTS.get(type(message), ASKING)
            if wait := self.context.charge(self.visit.account_id, cost):
                await self._tell([_refusal(message.id, problems.too_fast(wait), self._language)])
                return
        match message:
            case messages.Hello():
                async with self._showing:
                    await self._meet(message)
            case messages.Ping():
                await self._tell([messages.Pong(id=message.id, now=self.context.store.now())])
            case messages.Act():
                await self._acknowledge(
                    message.id,
                    message.seat,
                    lambda me: umpire.act(
                        self.context, self.table_id, me, message.seat, message.seq, message.action, message.id
                    ),
                )
            case messages.Undo() | messages.Redo():
                do = umpire.undo if isinstance(message, messages.Undo) else umpire.redo
                await self._acknowledge(
                    message.id,
                    message.seat,
                    lambda me: do(self.context, self.table_id, me, message.seat, message.seq, message.id),
                )
            case messages.Offers() | messages.Why():
                await self._reply(message.id, lambda: self._ask(message))
            case messages.Chat():
                await self._reply(message.id, lambda: self._say(message))
            case other:
                assert_never(other)

    async def _acknowledge(self, request: str, seat: str, do: Callable[[int], int]) -> None:
        """Carry out an answer; whatever comes of it goes to the sender alone."""
        async with self._showing:
            self.listener.is_acting = True
            try:
                found = await self._thread(self._done, request, do)
            except Exception as problem:  # noqa: BLE001 - becomes words for the client
                wrong = as_wrong(problem)
                self._turn_away(wrong.why)
                if wrong.code == "stale":
                    await self._tell([messages.Stale(id=request, seq=wrong.seq or 0)])
                    found = await self._thread(self._fresh, seat)
                else:
                    found = [_refusal(request, wrong, self._language)]
            finally:
                self.listener.is_acting = False
                if self._is_behind or self._looked != self.context.hub.moves(self.table_id):
                    self.listener.event.set()  # something else happened meanwhile
            await self._tell(found)

    def _done(self, request: str, do: Callable[[int], int]) -> list[ServerMessage]:
        """Carry out an answer; gives its acknowledgement and, in the same breath, what changed by it."""
        has_seen_all = self.context.hub.moves(self.table_id) == self._looked
        ack = messages.Ack(id=request, seq=do(self._player()))
        try:
            is_new = all(glance.seq < ack.seq for glance in self.glances.values())
            return [ack, *self._changes(has_acted=is_new and has_seen_all)]
        except Exception:  # noqa: BLE001 - it is done and on disk; the writer stumbles over the same and says so
            self._looked = -1
            return [ack]

    def _fresh(self, seat: str) -> list[ServerMessage]:
        if seat not in self.glances:
            return []
        with self.context.tables.at(self.table_id) as table, self.context.store.reading() as transaction:
            newest = looking.visible_seq(self.context, transaction, table, self.visit.account_id, seat)
            return [self._whole(transaction, table, seat, newest)]

    async def _reply(self, request: str, work: Callable[[], list[ServerMessage]]) -> None:
        try:
            found = await self._thread(work)
        except Exception as problem:  # noqa: BLE001 - becomes words for the client
            wrong = as_wrong(problem)
            self._turn_away(wrong.why)
            found = [_refusal(request, wrong, self._language)]
        await self._tell(found)

    def _ask(self, message: messages.Offers | messages.Why) -> list[ServerMessage]:
        with self.context.tables.at(self.table_id) as table:
            me, seat = self._me(), message.seat
            if isinstance(message, messages.Offers):
                found = play.offers_for(self.context, table, me, seat, message.partial, message.picked)
                return [messages.Offered(id=message.id, seat=seat, **asdict(found))]
            why = play.reason(self.context, table, me, seat, message.action)
            return [messages.Because(id=message.id, seat=seat, **asdict(why))]

    def _say(self, message: messages.Chat) -> list[ServerMessage]:
        line = play.say(self.context, self.table_id, self._player(), message.text)
        return [messages.Ack(id=message.id, seq=line.id)]

    def _note_presence(self) -> None:
        """Let the table know that someone has come or gone."""
        account_id = self.listener.account_id
        is_here = account_id in self.context.hub.present(self.table_id)
        with self.context.tables.at(self.table_id) as table:
            if not any(one.account_id == account_id for one in table.seats):
                return
            with self.context.store.writing() as transaction:
                transaction.matches.saw(self.context.store.now() if is_here else 0, (self.table_id, account_id))
                transaction.matches.change(self.table_id)
                table.read(transaction)
                if not is_here:
                    umpire.follow_up(
                        self.context, transaction, table
                    )  # whoever leaves a question open is reminded of it
        self.context.hub.wake(self.table_id)


def _refusal(request: str, wrong: Wrong, language: str) -> ServerMessage:
    if wrong.refusal is not None:
        return messages.Refused(id=request, seq=wrong.seq or 0, refusal=wrong.refusal)
    if wrong.status >= 500:
        log().error("socket", problem=wrong.text)
    return messages.Error(id=request, code=wrong.code, text=wrong.told(language))


async def serve(context: ServerContext, socket: WebSocket) -> None:
    """The endpoint of the socket."""
    await Connection(context, socket, socket.path_params["table"]).run()
