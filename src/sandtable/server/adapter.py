"""From a typed function to a route: hints decode the request, encode the answer and describe the API.

A handler is a plain function ``(visit, [path and query parameters], [body]) -> answer``; it runs in a worker thread, so
it may use the store and wait for locks.
"""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, get_type_hints

import anyio.to_thread
import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from sandtable.kernel import codec
from sandtable.server import problems, visits
from sandtable.server.context import ServerContext
from sandtable.server.logs import log
from sandtable.server.problems import ENGLISH, Wrong
from sandtable.server.visits import Visit
from sandtable.store import Conflict, Missing, Unreachable
from sandtable.texts.languages import REGIONS as LANGUAGES

LARGEST = 256 * 1024
BODY_SECONDS = 60.0
"""Seconds within which a body has to come."""
JSON, LINES, BYTES = "application/json", "application/x-ndjson", "application/octet-stream"


@dataclass(frozen=True)
class Raw:
    """An answer that is a file of JSON lines."""

    content: bytes
    filename: str


@dataclass(frozen=True)
class Endpoint:
    """One route with everything that its function says about itself."""

    method: str
    path: str
    handler: Callable[..., Any]
    largest: int = LARGEST
    largest_club: int = LARGEST
    """Bytes that a body may have; less where strangers send them."""
    cost: int = 1
    """How much of what an account may have done for it this takes; see :meth:`ServerContext.charge`."""
    is_lasting: bool = False
    """Whether the answer stays the same while the server runs."""
    params: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    body: Any = None
    answer: Any = None

    @property
    def path_names(self) -> list[str]:
        """The parameters in the path."""
        return re.findall(r"{(\w+)(?::\w+)?}", self.path)


class Routes:
    """A list of endpoints, filled by decorators."""

    def __init__(self) -> None:
        self.endpoints: list[Endpoint] = []

    def __call__(self, method: str, path: str, **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def add(handler: Callable[..., Any]) -> Callable[..., Any]:
            hints = get_type_hints(handler, include_extras=True)
            answer = hints.pop("return")
            params, body = {}, None
            for name, parameter in list(inspect.signature(handler).parameters.items())[1:]:
                if name == "body":
                    body = hints[name]
                else:
                    params[name] = (hints[name], parameter.default)
            self.endpoints.append(Endpoint(method, path, handler, params=params, body=body, answer=answer, **more))
            return handler

        return add


def starlette_route(context: ServerContext, endpoint: Endpoint) -> Route:
    """An endpoint as a route of the web framework."""

    async def respond(request: Request) -> Response:
        visit = Visit(context, request.client.host if request.client else "")
        try:
            response = await _answer(visit, endpoint, request)
            if visit.new_token is not None:
                _set_cookie(context, response, visit.new_token)
        except Exception as problem:  # noqa: BLE001 - whatever it is, the sender gets an answer
            wrong = as_wrong(problem)
            if wrong.why:
                context.turn_away(
                    wrong.why,
                    visit.address,
                    account=visit.account.id if visit.account else 0,
                    to=f"{endpoint.method} {endpoint.path}",
                    table=request.path_params.get("table", "")[:32],
                )
            response = failure(wrong, language_of(request.headers.get("accept-language", "")))
        context.metrics.requests.labels(request.method, str(response.status_code)).inc()
        return response

    return Route(endpoint.path, respond, methods=[endpoint.method])


async def _answer(visit: Visit, endpoint: Endpoint, request: Request) -> Response:
    context = visit.context
    host = request.headers.get("host", "")
    visits.check_host(context, host)
    token, by_browser = visits.token_in(request.cookies, request.headers.get("authorization", ""))
    if request.method not in visits.SAFE_METHODS:
        origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
        visits.check_origin(context, host, origin, site, by_browser=by_browser)
    # What stays the same strangers may read too, so there their address pays for it.
    if wait := context.requests.wait(visit.place, endpoint.cost if endpoint.is_lasting else 1):
        raise problems.too_fast(wait)
    values = {name: _parameter(endpoint, request, name) for name in endpoint.params}
    if endpoint.body is bytes:  # a whole file: strangers do not make us read it
        await anyio.to_thread.run_sync(visit.recognise, token)
        visits.check_scope(visit, endpoint.method, endpoint.path)
        visit.person  # noqa: B018 - raises where nobody is logged in
        _charge(visit, endpoint)
        values["body"] = await _body(request, endpoint, _room(context, endpoint))
        return await anyio.to_thread.run_sync(lambda: _response(endpoint, request, endpoint.handler(visit, **values)))
    body = await _body(request, endpoint, _room(context, endpoint))

    def work() -> Response:
        visit.recognise(token)
        visits.check_scope(visit, endpoint.method, endpoint.path)
        _charge(visit, endpoint)
        if endpoint.body is not None:
            values["body"] = _decoded(body, endpoint.body)
        return _response(endpoint, request, endpoint.handler(visit, **values))

    return await anyio.to_thread.run_sync(work)


def _charge(visit: Visit, endpoint: Endpoint) -> None:
    """Raise where an account has more done for it than it may, from however many addresses it asks."""
    if visit.account is not None and (wait := visit.context.charge(visit.account.id, endpoint.cost)):
        raise problems.too_fast(wait)


def _room(context: ServerContext, endpoint: Endpoint) -> int:
    """How many bytes a body may have here."""
    return endpoint.largest if context.config.is_local else min(endpoint.largest, endpoint.largest_club)


def _parameter(endpoint: Endpoint, request: Request, name: str) -> Any:
    hint, default = endpoint.params[name]
    if name in endpoint.path_names:
        value: Any = request.path_params[name]
    elif name in request.query_params:
        value = request.query_params[name]
    elif default is inspect.Parameter.empty:
        raise problems.malformed(f"the parameter {name} is missing")
    else:
        return default
    try:
        return msgspec.convert(value, hint, strict=False)
    except msgspec.ValidationError as problem:
        if name in endpoint.path_names:
            raise problems.not_found("as_said", text=f"{name}: {_words(str(problem))}") from None
        raise problems.malformed(f"{name}: {_words(str(problem))}") from None


async def _body(request: Request, endpoint: Endpoint, most: int) -> bytes:
    """The bytes of the body, as long as there are not too many."""
    if endpoint.body is None:
        return b""
    if endpoint.body is not bytes:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != JSON:
            raise Wrong(415, "malformed", "body_kind", kind=JSON)
    too_large = Wrong(413, "too_large", "body_size", most=most)
    length = request.headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()):
        raise problems.malformed("the length of the body is not a number")
    if len(length) > 18 or int(length) > most:
        raise too_large
    content = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                content += chunk
                if len(content) > most:
                    raise too_large
    except ClientDisconnect:
        raise problems.malformed("the body was not sent to its end") from None
    except TimeoutError:
        raise problems.malformed(f"the body was not sent within {BODY_SECONDS:.0f} seconds") from None
    return bytes(content)


def _decoded(body: bytes, kind: Any) -> Any:
    try:
        # Not strict: in JSON Schema 38.0 is an integer, and we say that we take integers.
        return msgspec.json.decode(body, type=kind, strict=False)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise problems.malformed(_words(str(problem)) or "the body cannot be read") from None


def _words(problem: str) -> str:
    """What is wrong with a message, for people: a pattern says nothing to them."""
    return re.sub(r"Expected `str` matching regex .* - at", "this text has not the form that it should - at", problem)


def _response(endpoint: Endpoint, request: Request, answer: Any) -> Response:
    if isinstance(answer, Raw):
        headers = {"content-disposition": f'attachment; filename="{answer.filename}"'}
        return Response(answer.content, media_type=LINES, headers=headers)
    content = codec.encode(answer)
    if not endpoint.is_lasting:
        return Response(content, media_type=JSON, headers={"cache-control": "no-store"})
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=JSON, headers=headers)


def language_of(accepted: str) -> str:
    """The first language of a header that we speak; English where there is none."""
    wanted = (part.partition(";")[0].strip()[:2].lower() for part in accepted[:200].split(","))
    return next((one for one in wanted if one in LANGUAGES), ENGLISH)


def failure(problem: Exception, language: str = ENGLISH) -> Response:
    """The answer to a request that went wrong; what we did not expect goes into the log and not to the sender."""
    wrong = as_wrong(problem)
    headers = {"cache-control": "no-store"} | ({"retry-after": str(wrong.wait)} if wrong.wait else {})
    return Response(codec.encode(wrong.problem(language)), wrong.status, media_type=JSON, headers=headers)


def as_wrong(problem: Exception) -> Wrong:
    """Any exception as what we say about it."""
    match problem:
        case Wrong():
            return problem
        case Conflict():
            return problems.conflict("quicker")
        case Missing():
            return problems.not_found("as_said", text=str(problem))
        case Unreachable():
            log().error("store", problem=str(problem))
            return Wrong(503, "unavailable", "store", wait=5)
        case _:
            log().error("internal", exc_info=problem)
            return Wrong(500, "internal", "internal")


def _set_cookie(context: ServerContext, response: Response, token: str) -> None:
    options: dict[str, Any] = {"httponly": True, "samesite": "lax", "secure": context.config.is_secure, "path": "/"}
    if token:
        response.set_cookie(visits.COOKIE, token, max_age=60 * 86_400, **options)
    else:
        response.delete_cookie(visits.COOKIE, **options)


def phrase(status: int) -> str:
    """What a status is called."""
    return HTTPStatus(status).phrase
