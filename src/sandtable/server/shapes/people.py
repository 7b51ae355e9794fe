"""What is said about people: accounts, sessions, passwords."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.server.shapes.base import Body, Email, Fact, Line, Milliseconds, Name, Nick, Password, Word

Scope = Literal["read", "play", "all"]


class Account(Fact, frozen=True):
    """A person, as that person sees it."""

    id: int
    name: str
    email: str = ""
    webhook: str = ""
    notify: bool = False
    language: str = "en"


class Me(Fact, frozen=True):
    """Who is asking, and what this server is."""

    mode: Literal["local", "club"]
    registration: bool
    account: Account | None
    languages: tuple[str, ...]
    version: str
    mail: bool = False
    """Whether a forgotten password can be asked for by mail."""


class SignUp(Body, frozen=True):
    """A new account."""

    name: Name
    password: Password
    email: Email = ""
    language: Word = "en"


class LogIn(Body, frozen=True):
    """Name and password."""

    name: Line
    password: Annotated[str, Meta(max_length=200)]


class Enter(Body, frozen=True):
    """Comes in by the link of a shared table; guests say how they want to be called."""

    token: Word
    name: Nick = ""
    language: Word = "en"


class PushOn(Body, frozen=True):
    """A browser that wants to be told: the address of its service, its public key and its secret."""

    endpoint: Annotated[str, Meta(min_length=12, max_length=1000)]
    key: Annotated[str, Meta(max_length=100)]
    secret: Annotated[str, Meta(max_length=40)]


class PushOff(Body, frozen=True):
    """A browser that is not to be told any more; without an address, none of mine."""

    endpoint: Annotated[str, Meta(max_length=1000)] = ""


class Pushes(Fact, frozen=True):
    """The key that browsers subscribe with, and how many of mine are told."""

    key: str
    count: int


class Forgot(Body, frozen=True):
    """Asks for a link to a new password."""

    email: Annotated[Line, Meta(min_length=3)]


class NewPassword(Body, frozen=True):
    """A new password, by the token of a link."""

    token: Word
    password: Password


class Preferences(Body, frozen=True):
    """What may be changed about an account; what is left out stays."""

    email: Email | msgspec.UnsetType = msgspec.UNSET
    webhook: Line | msgspec.UnsetType = msgspec.UNSET
    notify: bool | msgspec.UnsetType = msgspec.UNSET
    language: Word | msgspec.UnsetType = msgspec.UNSET
    old_password: Annotated[str, Meta(max_length=200)] | msgspec.UnsetType = msgspec.UNSET
    new_password: Password | msgspec.UnsetType = msgspec.UNSET


class SessionInfo(Fact, frozen=True):
    """One log-in, so that its owner can end it."""

    id: str
    kind: Literal["browser", "token"]
    label: str
    created: Milliseconds
    seen: Milliseconds
    is_this: bool
    scope: Scope = "all"


class NewToken(Body, frozen=True):
    """Asks for a token for programs: to read, to play as well, or for the account, too."""

    label: Line = ""
    scope: Scope = "play"


class Token(Fact, frozen=True):
    """A token; shown this once."""

    token: str
