"""The application: all routes, what happens when it starts and stops, and what every answer carries."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from collections.abc import AsyncIterator, Callable
from functools import cache
from pathlib import Path
from typing import Any

import anyio.to_thread
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from sandtable import __version__, registry
from sandtable.kernel import Outcome, codec
from sandtable.server import (
    clubhouse,
    lobby,
    messages,
    openapi,
    people,
    play,
    pushing,
    resets,
    scenarios,
    sharing,
    shelf,
    sockets,
    static,
)
from sandtable.server.adapter import JSON, Endpoint, failure, starlette_route
from sandtable.server.bots import Workers
from sandtable.server.config import Config
from sandtable.server.context import ServerContext
from sandtable.server.jobs import Runner
from sandtable.server.logs import log
from sandtable.server.problems import Wrong, too_fast
from sandtable.server.shapes.tables import Proposal, Settings
from sandtable.server.visits import network
from sandtable.store import Store
from sandtable.store.learning import learn

THREADS = 80
"""Threads for requests: more than may wait at all :class:`~sandtable.server.places.Places` together."""
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"content-security-policy": (
        b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        b"connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
}


def endpoints() -> list[Endpoint]:
    """All endpoints of the API."""
    return [
        one
        for part in (people, resets, sharing, pushing, shelf, lobby, play, scenarios, clubhouse)
        for one in part.route.endpoints
    ]


@cache
def description() -> bytes:
    """The OpenAPI document; made when it is first asked for, because a start should be quick."""
    return codec.encode(openapi.document(endpoints()))


def create_app(config: Config, store: Store | None = None, bundle: Path = static.BUNDLE) -> Starlette:
    """A server that is ready to run."""
    learn(messages.ClientMessage, Settings, Proposal, Outcome, *(one.body for one in endpoints() if one.body))
    with contextlib.suppress(registry.BadModule):  # whoever asks for the games hears of it
        registry.games()
    context = ServerContext(config, store)
    client = static.Client(bundle)

    @contextlib.asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        context.hub.open(asyncio.get_running_loop())
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        context.listen()
        workers = Workers(context)
        app.state.workers = workers
        runner = Runner(context, workers)
        task = asyncio.create_task(runner.run())
        log().info("started", mode=config.mode, store=context.store.database.name, version=__version__)
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await runner.stop()
            await anyio.to_thread.run_sync(workers.close)
            await anyio.to_thread.run_sync(context.close)
            log().info("stopped")

    async def describe(request: Request) -> Response:
        return Response(await anyio.to_thread.run_sync(description), media_type=JSON)

    async def health(request: Request) -> Response:
        if wait := context.requests.wait(network(request.client.host if request.client else "")):
            return failure(too_fast(wait))
        return await anyio.to_thread.run_sync(_health, context)

    async def metrics(request: Request) -> Response:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if config.metrics_token and not hmac.compare_digest(token.encode(), config.metrics_token.encode()):
            return failure(Wrong(403, "forbidden", "metrics"))
        return Response(context.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def socket(websocket: WebSocket) -> None:
        await sockets.serve(context, websocket)

    async def unknown(request: Request) -> Response:
        return failure(Wrong(404, "not_found", "no_route", method=request.method, path=request.url.path))

    routes: list[Any] = [
        Route("/healthz", health),
        Route("/metrics", metrics),
        Route("/api/openapi.json", describe),
        *(starlette_route(context, one) for one in endpoints()),
        WebSocketRoute("/api/tables/{table}/socket", socket),
        Route("/api/{rest:path}", unknown, methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
        Route("/{path:path}", client.respond),
    ]
    app = Starlette(routes=routes, lifespan=running)
    app.state.context = context
    app.add_middleware(Headers)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    return app


def _health(context: ServerContext) -> Response:
    found = context.examiner.examine()
    return Response(codec.encode(found), 200 if found.status == "ok" else 503, media_type=JSON)


class Headers:
    """Adds the headers that keep browsers careful to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        await self.app(scope, receive, _adding(send))


def _adding(send: Send) -> Callable[[Message], Any]:
    async def add(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *HEADERS.items()]
        await send(message)

    return add
