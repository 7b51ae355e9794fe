"""Pushes to browsers: encrypted for each (RFC 8291), signed by this server (VAPID, RFC 8292), sent like a webhook.

The key of the server is made once and kept with the data. What a push says is what the subject of a mail says: nothing
of the position. Needs ``cryptography``, which the extra ``server`` brings.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import importlib.util
import os
from typing import Any
from urllib.parse import urlsplit

import msgspec

from sandtable.kernel import codec
from sandtable.server import calling, problems
from sandtable.server.adapter import Routes
from sandtable.server.context import ServerContext
from sandtable.server.mail import Undelivered
from sandtable.server.shapes.base import Empty
from sandtable.server.shapes.people import Pushes, PushOff, PushOn
from sandtable.server.visits import Visit
from sandtable.store.rows import SubscriptionRow
from sandtable.store.subscriptions import digest_of

route = Routes()

MOST = 8
"""Browsers of one person."""
RECORD = 4096
LIVES = 86_400
"""Seconds for which the browser's service keeps a push."""
SIGNED_FOR = 12 * 3600
GONE = (404, 410)
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points the curve P-256 has."""


def is_able() -> bool:
    """Whether this installation can push."""
    return importlib.util.find_spec("cryptography") is not None


# --- routes -----------------------------------------------------------------------------------------------------------


def _check(visit: Visit) -> None:
    if visit.context.config.is_local or not is_able():
        raise problems.not_found("no_push")


@route("GET", "/api/push")
def pushes(visit: Visit) -> Pushes:
    """The key that browsers subscribe with, and how many of mine do."""
    _check(visit)
    with visit.context.store.reading() as transaction:
        count = len(transaction.subscriptions.of(visit.account_id))
    return Pushes(key=written(public_bytes(_key(visit.context).public_key())), count=count)


@route("POST", "/api/push")
def push_on(visit: Visit, body: PushOn) -> Pushes:
    """Tell this browser, too."""
    _check(visit)
    if wait := visit.context.actions.wait(visit.account_id):
        raise problems.too_fast(wait)
    calling.check_address(visit.context, body.endpoint, "the address of a push")
    _check_keys(body)
    with visit.context.store.writing() as transaction:
        mine = [one for one in transaction.subscriptions.of(visit.account_id) if one.endpoint != body.endpoint]
        if len(mine) >= MOST:
            raise problems.conflict("many_browsers", most=MOST)
        transaction.subscriptions.add(visit.account_id, body.endpoint, body.key, body.secret)
    return pushes(visit)


@route("POST", "/api/push/off")
def push_off(visit: Visit, body: PushOff) -> Empty:
    """Tell this browser no more; without an address, none of mine."""
    _check(visit)
    with visit.context.store.writing() as transaction:
        mine = [one.digest for one in transaction.subscriptions.of(visit.account_id)]
        gone = [digest_of(body.endpoint)] if body.endpoint else mine
        transaction.subscriptions.remove(*(one for one in gone if one in mine))
    return Empty()


def _check_keys(body: PushOn) -> None:
    try:
        _point(read(body.key))
        is_good = len(read(body.secret)) == 16
    except ValueError:
        is_good = False
    if not is_good:
        raise problems.malformed("key is a point of P-256 and secret 16 bytes, both in base64 for addresses")


# --- sending ----------------------------------------------------------------------------------------------------------


def send(context: ServerContext, found: list[SubscriptionRow], title: str, link: str, tag: str) -> None:
    """Push to all browsers of a person; those that are gone are forgotten. Raises where none could be reached."""
    content = content_of(title, link, tag)
    gone, told, trouble = [], 0, "push: no browser is left"
    for one in found:
        try:
            status = calling.post(context, one.endpoint, *message(context, one, content))
        except Undelivered as problem:
            trouble = str(problem)
            continue
        if status in GONE:
            gone.append(one.digest)
        elif 200 <= status < 300:
            told += 1
        else:
            trouble = f"push: status {status}"
    if gone:
        with context.store.writing() as transaction:
            transaction.subscriptions.remove(*gone)
    if not told and len(gone) < len(found):
        raise Undelivered(trouble)


def content_of(title: str, link: str, tag: str) -> bytes:
    """What the worker of the client reads: words for a notice, what it opens, and which older one it replaces."""
    return codec.encode({"title": title[:200], "link": urlsplit(link).path or "/", "tag": tag})


def message(context: ServerContext, one: SubscriptionRow, content: bytes) -> tuple[bytes, dict[str, str]]:
    """The body and the headers of a push."""
    body = encrypted(content, read(one.key), read(one.secret))
    return body, {
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        "ttl": str(LIVES),
        "urgency": "normal",
        "authorization": signed(context, one.endpoint),
    }


def signed(context: ServerContext, endpoint: str) -> str:
    """Says who sends: a token for the service of the browser, signed with our key."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    parts, config = urlsplit(endpoint), context.config
    sender = f"mailto:{config.mail.sender}" if config.mail is not None else config.url or "mailto:host@localhost"
    now = context.store.now() // 1000
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + SIGNED_FOR, "sub": sender}
    head = written(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
    said = f"{head}.{written(msgspec.json.encode(claims))}"
    key = _key(context)
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{said}.{written(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={written(public_bytes(key.public_key()))}"


def encrypted(content: bytes, theirs: bytes, secret: bytes, ours: Any = None, salt: bytes = b"") -> bytes:
    """A message that only one browser reads; ``ours`` and ``salt`` are made anew for each."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(material)

    ours, salt = ours or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    mine = public_bytes(ours.public_key())
    shared = derived(ours.exchange(ec.ECDH(), _point(theirs)), secret, b"WebPush: info\0" + theirs + mine, 32)
    key = derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return head + AESGCM(key).encrypt(nonce, content + b"\x02", None)


# --- keys -------------------------------------------------------------------------------------------------------------


def _key(context: ServerContext) -> Any:
    """The key of this server, made from a random word that is kept with the data."""
    with context.store.writing() as transaction:
        return key_from(transaction.secret("push"))


@functools.lru_cache(maxsize=8)
def key_from(word: str) -> Any:
    """A private key of P-256 from a random word."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = int.from_bytes(hashlib.sha512(word.encode()).digest(), "big") % (ORDER - 1) + 1
    return ec.derive_private_key(number, ec.SECP256R1())


def public_bytes(key: Any) -> bytes:
    """A public key as browsers want it: 65 bytes."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return bytes(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _point(raw: bytes) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    if len(raw) != 65:
        raise ValueError("a key has 65 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


def written(raw: bytes) -> str:
    """Bytes in base64 for addresses."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """Bytes from base64 for addresses; raises :class:`ValueError`."""
    return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
