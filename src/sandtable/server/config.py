"""How a server is set up: from the command line and from variables whose names begin with ``SANDTABLE_``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct


class BadSetting(ValueError):
    """A setting that cannot be used; the text names it and says what it should be."""


class Mail(Struct, frozen=True, kw_only=True):
    """The mail server that notices are sent through."""

    host: str
    port: int = 587
    user: str = ""
    password: str = ""
    sender: str = "sandtable@localhost"
    security: Literal["starttls", "tls", "none"] = "starttls"


class Config(Struct, frozen=True, kw_only=True):
    """Everything that can be set."""

    database: str
    mode: Literal["local", "club"] = "local"
    url: str = ""
    """What people type into their browsers, such as ``https://club.example``; needed behind a proxy and for mail."""
    registration: bool = True
    share: bool = False
    """Whether people come in by a link of this run instead of by passwords: a table for one network."""
    mail: Mail | None = None
    bots: Annotated[int, Meta(ge=1, le=64)] = 1
    """Processes for bots to think in."""
    askers: Annotated[int, Meta(ge=1, le=16)] = 1
    """Processes that answer questions to the games: odds, overlays."""
    hot: Annotated[int, Meta(ge=1)] = 400
    """Games kept in memory."""
    away: Annotated[int, Meta(ge=0)] = 60
    """Seconds after which someone who is asked and not there gets a notice."""
    organisers: str = ""
    """The names of those who may organise tournaments, with commas between them; everybody where none is named."""
    metrics_token: str = ""
    private_webhooks: bool = False
    """Whether notices may go to addresses inside this network."""
    header_seconds: Annotated[float, Meta(gt=0)] = 10
    """Seconds within which the head of a request has to come."""
    lines_per_address: Annotated[int, Meta(ge=8)] = 200
    """Connections that may be open from one address, sockets of tables not counted."""
    actions_per_second: Annotated[int, Meta(ge=1)] = 20
    logins_per_minute: Annotated[int, Meta(ge=1)] = 6

    @property
    def is_local(self) -> bool:
        """Whether there is one person, without a password."""
        return self.mode == "local"

    @property
    def sends_links(self) -> bool:
        """Whether mails can be sent with a link in them that leads back here."""
        return self.mail is not None and bool(self.url)

    @property
    def is_secure(self) -> bool:
        """Whether browsers reach us over TLS, so that cookies may insist on it."""
        return self.url.startswith("https://")


PREFIX = "SANDTABLE_"
MAIL_PREFIX = PREFIX + "MAIL_"
# Names under the same prefix that belong to other parts of the program.
ELSEWHERE = ("SANDTABLE_DATA", "SANDTABLE_GAMES", "SANDTABLE_OVERLAY")


def read_config(database: str, environment: Mapping[str, str] = os.environ, **given: Any) -> Config:
    """The settings that were given, then those of the environment, then the defaults."""
    fields = {name: name for name in Config.__struct_fields__ if name != "mail"}
    values: dict[str, Any] = {"database": database}
    mail: dict[str, str] = {}
    for name, value in environment.items():
        if name.startswith(MAIL_PREFIX):
            mail[name.removeprefix(MAIL_PREFIX).lower()] = value
        elif name.startswith(PREFIX) and name.removeprefix(PREFIX).lower() in fields:
            values[name.removeprefix(PREFIX).lower()] = value
    values.update({name: value for name, value in given.items() if value is not None})
    if mail:
        values["mail"] = mail
    try:
        return msgspec.convert(values, Config, strict=False)
    except msgspec.ValidationError as problem:
        raise BadSetting(f"a setting (a variable that begins with {PREFIX}) cannot be used: {problem}") from None
