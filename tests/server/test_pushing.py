"""Pushes to browsers: the worked example of RFC 8291, signed by us, only to where they may go, forgotten when gone."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from starlette.testclient import TestClient

from sandtable.server import notices, pushing
from sandtable.server.mail import Undelivered
from tests.server.conftest import Open, Person, act, context_of, new_table


def test_the_worked_example_of_the_standard() -> None:
    ours = ec.derive_private_key(
        int.from_bytes(pushing.read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    theirs = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    found = pushing.encrypted(
        b"When I grow up, I want to be a watermelon",
        pushing.read(theirs),
        pushing.read("BTBZMqHH6r4Tts7J_aSIgg"),
        ours,
        pushing.read("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert pushing.written(found) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


class Browser:
    """A browser and the service that its pushes go to; answers with ``status``."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = bytes(range(16))
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.status = 201
        browser = self

        class Service(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                browser.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(browser.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Service)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        self.endpoint = f"http://127.0.0.1:{self.server.server_address[1]}/push/1"

    def subscription(self, **more: str) -> dict[str, str]:
        key = pushing.written(pushing.public_bytes(self.key.public_key()))
        return {"endpoint": self.endpoint, "key": key, "secret": pushing.written(self.secret), **more}

    def read(self, body: bytes) -> Any:
        """What a message says."""
        salt, theirs, secret_text = body[:16], body[21:86], body[86:]
        mine = pushing.public_bytes(self.key.public_key())
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)

        def derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
            return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(material)

        shared = derived(self.key.exchange(ec.ECDH(), point), self.secret, b"WebPush: info\0" + mine + theirs, 32)
        key = derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(shared, salt, b"Content-Encoding: nonce\0", 12)
        return json.loads(AESGCM(key).decrypt(nonce, secret_text, None).rstrip(b"\x02"))


@pytest.fixture
def phone() -> Iterator[Browser]:
    found = Browser()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def inside(serve: Open) -> TestClient:
    """A club whose pushes may stay in its own network."""
    return serve(mode="club", private_webhooks=True, url="http://localhost", away=0)


def asked_table(ann: Person, bob: Person) -> str:
    """Bob is asked and not there."""
    table = new_table(ann, {"blue": {"who": "me"}})
    bob.post(f"/api/tables/{table}/join", {"seat": "red"})
    bob.http.patch("/api/me", json={"notify": True, "language": "it"})
    ann.post(f"/api/tables/{table}/start")
    act(ann, table, "blue", do="done")
    return table


def told(client: TestClient, table: str) -> bool:
    context = context_of(client)
    with context.store.writing() as transaction:
        transaction.matches.change_seat(table, "red", told=-1, seen=0)
    return notices.notify(context, table, "red", 1)


def test_whoever_is_asked_is_told_in_their_language_and_nothing_of_the_game(inside: TestClient, phone: Browser) -> None:
    ann, bob = Person(inside, "Ann"), Person(inside, "Bob")
    assert bob.post("/api/push", phone.subscription())["count"] == 1
    table = asked_table(ann, bob)
    assert told(inside, table)
    headers, body = phone.got[-1]
    said = phone.read(body)
    assert set(said) == {"title", "link", "tag"}
    assert said["link"] == f"/table/{table}"
    assert "tocca" in said["title"] or "mossa" in said["title"].lower()
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
    token, key = headers["authorization"].removeprefix("vapid t=").split(", k=")
    head, claims, signature = token.split(".")
    assert json.loads(pushing.read(claims))["aud"] == phone.endpoint.rsplit("/push", 1)[0]
    raw = pushing.read(signature)
    ours = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), pushing.read(key))
    ours.verify(
        encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")),
        f"{head}.{claims}".encode(),
        ec.ECDSA(hashes.SHA256()),
    )
    assert bob.get("/api/push")["key"] == key, "what browsers subscribe with is what signs"


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(inside: TestClient, phone: Browser, status: int) -> None:
    ann, bob = Person(inside, "Ann"), Person(inside, "Bob")
    bob.post("/api/push", phone.subscription())
    table = asked_table(ann, bob)
    phone.status = status
    told(inside, table)
    assert bob.get("/api/push")["count"] == 0


def test_a_service_that_stumbles_is_tried_again(inside: TestClient, phone: Browser) -> None:
    ann, bob = Person(inside, "Ann"), Person(inside, "Bob")
    bob.post("/api/push", phone.subscription())
    table = asked_table(ann, bob)
    phone.status = 500
    with pytest.raises(Undelivered):
        told(inside, table)
    assert bob.get("/api/push")["count"] == 1


def test_where_pushes_may_not_go(club: TestClient, ann: Person, phone: Browser) -> None:
    for bad in (
        "http://push.example/1",
        "ftp://push.example/1",
        "https://",
        "https://u:p@push.example/1",
        "https://x y/1",
    ):
        ann.post("/api/push", phone.subscription(endpoint=bad), 400)
    ann.post("/api/push", phone.subscription(endpoint="https://127.0.0.1:1/x"))
    context = context_of(club)
    with context.store.reading() as transaction:
        found = transaction.subscriptions.of(ann.get("/api/me")["account"]["id"])
    with pytest.raises(Undelivered):
        pushing.send(context, found, "x", "/", "x")
    for bad_key in ({"key": "AAAA"}, {"secret": "AAAA"}, {"key": "B" + "A" * 86}, {"key": "é" * 20}):
        ann.post("/api/push", phone.subscription(**bad_key), 400)


def test_only_so_many_browsers_and_each_is_one_persons(
    club: TestClient, ann: Person, bob: Person, phone: Browser
) -> None:
    for number in range(pushing.MOST):
        ann.post("/api/push", phone.subscription(endpoint=f"https://push.example/{number}"))
    assert "turn one off" in ann.post("/api/push", phone.subscription(endpoint="https://push.example/x"), 409)["text"]
    assert ann.post("/api/push", phone.subscription(endpoint="https://push.example/1"))["count"] == pushing.MOST
    bob.post("/api/push/off", {"endpoint": "https://push.example/1"})
    assert ann.get("/api/push")["count"] == pushing.MOST, "nobody turns off another's"
    bob.post("/api/push", phone.subscription(endpoint="https://push.example/1"))
    assert ann.get("/api/push")["count"] == pushing.MOST - 1
    ann.post("/api/push/off")
    assert (ann.get("/api/push")["count"], bob.get("/api/push")["count"]) == (0, 1)


def test_the_key_stays_and_one_machine_has_none(serve: Open, tmp_path: Any) -> None:
    first = Person(serve(mode="club"), "Ann").get("/api/push")["key"]
    assert Person(serve(mode="club"), "Bob").get("/api/push")["key"] == first
    local = serve(database=f"sqlite:///{tmp_path / 'other.sqlite'}")
    assert local.get("/api/push").status_code == 404
