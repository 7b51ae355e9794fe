"""Calls to addresses that people name: webhooks and pushes. By HTTPS, on public machines, within so many seconds."""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from urllib.parse import SplitResult, urlsplit

from sandtable.server import problems
from sandtable.server.context import ServerContext
from sandtable.server.mail import Undelivered

SECONDS = 10


def check_address(context: ServerContext, url: str, what: str = "a webhook") -> SplitResult:
    """Raise unless something may be sent to this address."""
    schemes = ("https", "http") if context.config.private_webhooks else ("https",)
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in schemes and parts.port != 0 and not (parts.username or parts.password)
        is_good = is_good and bool(parts.hostname) and url.isascii() and url.isprintable() and " " not in url
        str(parts.hostname).encode("idna")
    except ValueError:  # half an address in brackets, a port that is none, a name that is too long
        is_good = False
    if not is_good:
        raise problems.malformed(f"{what} is an address in ASCII that begins with {' or '.join(schemes)}://")
    return parts


def post(context: ServerContext, url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post a few bytes; gives the status. The address is looked up once and that very machine is called."""
    try:
        parts = check_address(context, url)
        host = str(parts.hostname)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        with _deadline(socket.create_connection((_machine(context, host, port), port), timeout=SECONDS)) as raw:
            connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
            is_secret = parts.scheme == "https"
            connection.sock = ssl.create_default_context().wrap_socket(raw, server_hostname=host) if is_secret else raw
            try:
                connection.request("POST", path, body, {**headers, "user-agent": "sandtable"})
                return connection.getresponse().status
            finally:
                connection.close()
    except (OSError, http.client.HTTPException, problems.Wrong) as problem:
        raise Undelivered(f"webhook: {type(problem).__name__}") from None


@contextlib.contextmanager
def _deadline(raw: socket.socket) -> Iterator[socket.socket]:
    """Cut a connection off after a while: one that answers byte by byte must not keep a thread of ours for hours."""

    # The copy of the number outlives what TLS does to the socket.
    with raw.dup() as same:
        cut = threading.Timer(SECONDS, lambda: _hang_up(same))
        cut.daemon = True
        cut.start()
        try:
            yield raw
        finally:
            cut.cancel()
            cut.join()
            raw.close()


def _hang_up(raw: socket.socket) -> None:
    with contextlib.suppress(OSError):
        raw.shutdown(socket.SHUT_RDWR)


def _machine(context: ServerContext, host: str, port: int) -> str:
    """The address of a host; one inside this network only where that is allowed."""
    for *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        found = str(address[0])
        if context.config.private_webhooks or is_public(found):
            return found
    raise OSError("the address is not a public one")


# Addresses that stand for others: what is behind them may be inside.
TRANSLATED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))


def is_public(address: str) -> bool:
    """Whether an address is of a machine somewhere out there."""
    found = ipaddress.ip_address(address.partition("%")[0])
    is_translated = any(found in network for network in TRANSLATED if network.version == found.version)
    return found.is_global and not (found.is_multicast or is_translated)
