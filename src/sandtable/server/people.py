"""Routes about people: who am I, accounts, sessions."""

from __future__ import annotations

import time

import msgspec

from sandtable import __version__
from sandtable.server import calling, passwords, problems
from sandtable.server.adapter import Routes
from sandtable.server.context import LOCAL_NAME, ServerContext
from sandtable.server.logs import log
from sandtable.server.shapes.base import Empty, Word
from sandtable.server.shapes.people import Account, LogIn, Me, NewToken, Preferences, SessionInfo, SignUp, Token
from sandtable.server.visits import Visit, scope_of
from sandtable.store import Conflict
from sandtable.store.people import LONGEST_NAME, folded
from sandtable.texts.languages import REGIONS as LANGUAGES

route = Routes()

SLOW = 1.0
"""Seconds that a guess takes at a name that many have guessed at."""


@route("GET", "/api/me")
def me(visit: Visit) -> Me:
    """Who is asking, and what this server is."""
    config, row = visit.context.config, visit.account
    account = None
    if row is not None:
        fields = {name: getattr(row, name) for name in Account.__struct_fields__}
        account = Account(**fields)
    return Me(
        mode=config.mode,
        registration=config.registration and not (config.is_local or config.share),
        account=account,
        languages=tuple(LANGUAGES),
        mail=config.sends_links and not config.is_local,
        version=__version__,
    )


def check_club(context: ServerContext) -> None:
    """Raise unless there are accounts here."""
    if context.config.is_local:
        raise problems.conflict("no_accounts")


def check_pace(visit: Visit) -> None:
    """Slow down whoever tries many passwords from one place."""
    if wait := visit.context.logins.wait(visit.place):
        raise problems.too_fast(wait, why="login_pace")


def check_password(visit: Visit, name: str, hashed: str, given: str) -> bool:
    """Whether a password is right. Where many guess at one name each guess takes a while, but nobody is locked out."""
    context, key = visit.context, folded(name)
    if context.guesses.is_dry(key):
        if not context.slowed.acquire(blocking=False):
            raise problems.too_fast(SLOW + 1, why="login_pace")
        try:
            time.sleep(SLOW)
        finally:
            context.slowed.release()
    is_right = passwords.is_right(hashed, given)
    if not is_right:
        context.guesses.wait(key)
    return is_right


@route("POST", "/api/accounts")
def sign_up(visit: Visit, body: SignUp) -> Me:
    """Make an account and log in."""
    context = visit.context
    check_club(context)
    if not context.config.registration or context.config.share:
        raise problems.Wrong(403, "registration_closed", "closed")
    check_pace(visit)
    name = folded(body.name)  # which can be much longer than what was written
    if name in ("", LOCAL_NAME) or len(name) > LONGEST_NAME or body.name != body.name.strip():
        raise problems.conflict("other_name")
    _check_language(body.language)
    hashed = passwords.hashed(body.password)
    try:
        with context.store.writing() as transaction:
            number = transaction.people.add(body.name, hashed, body.email, body.language)
            _enter(visit, transaction.people.log_in(number), number)
            visit.account = transaction.people.find(number)
    except Conflict:
        raise problems.conflict("name_taken") from None
    return me(visit)


@route("POST", "/api/session")
def log_in(visit: Visit, body: LogIn) -> Me:
    """Log in."""
    context = visit.context
    check_club(context)
    check_pace(visit)
    with context.store.reading() as transaction:
        row = transaction.people.named(body.name)
    is_right = check_password(visit, body.name, row.password if row else "", body.password)
    if not is_right or row is None or row.disabled:
        raise problems.Wrong(401, "wrong_password", "wrong_login", why="password")
    with context.store.writing() as transaction:
        if passwords.is_outdated(row.password):
            transaction.people.change(row.id, password=passwords.hashed(body.password))
        _enter(visit, transaction.people.log_in(row.id), row.id)
        # Whatever session the browser came with ends here: nobody can plant one and wait.
        if visit.session is not None:
            transaction.people.log_out(visit.session.account_id, visit.session.digest)
        transaction.people.purge()
        visit.account = transaction.people.find(row.id)
    return me(visit)


def _enter(visit: Visit, token: str, account_id: int) -> None:
    visit.new_token = token
    log().info("log_in", account=account_id, address=visit.address)


@route("DELETE", "/api/session")
def log_out(visit: Visit) -> Empty:
    """Log out."""
    if visit.session is not None:
        with visit.context.store.writing() as transaction:
            transaction.people.log_out(visit.session.account_id, visit.session.digest)
    visit.new_token = ""
    return Empty()


@route("PATCH", "/api/me")
def change_me(visit: Visit, body: Preferences) -> Me:
    """Change preferences or the password; a new password ends all other sessions."""
    row, context = visit.person, visit.context
    given = {name: getattr(body, name) for name in ("email", "webhook", "notify", "language")}
    fields = {name: value for name, value in given.items() if value is not msgspec.UNSET}
    _check_language(fields.get("language", "en"))
    if hook := fields.get("webhook"):
        calling.check_address(context, hook)
    is_new_password = body.new_password is not msgspec.UNSET
    if is_new_password:
        check_club(context)
    # Whoever finds a browser open must not make the account his: mails lead to new passwords.
    if is_new_password or (fields.get("email", row.email) != row.email and not context.config.is_local):
        check_pace(visit)
        old = body.old_password if body.old_password is not msgspec.UNSET else ""
        if not check_password(visit, row.name, row.password, old):
            raise problems.Wrong(401, "wrong_password", "wrong_old", why="password")
    if body.new_password is not msgspec.UNSET:
        fields["password"] = passwords.hashed(body.new_password)
    with context.store.writing() as transaction:
        if fields:
            transaction.people.change(row.id, **fields)
        if "password" in fields and visit.session is not None:
            transaction.people.log_out_others(row.id, visit.session.digest)
        visit.account = transaction.people.find(row.id)
    return me(visit)


def _check_language(lang: str) -> None:
    if lang not in LANGUAGES:
        raise problems.malformed(f"there is no language {lang!r}; there is {', '.join(LANGUAGES)}")


@route("GET", "/api/sessions")
def sessions(visit: Visit) -> list[SessionInfo]:
    """My sessions and tokens."""
    with visit.context.store.reading() as transaction:
        rows = transaction.people.sessions(visit.account_id)
    here = visit.session.digest if visit.session else ""
    return [
        SessionInfo(
            id=row.digest[:16],
            kind=row.kind.partition(".")[0],  # type: ignore[arg-type]
            scope=scope_of(row.kind),  # type: ignore[arg-type]
            label=row.label,
            created=row.created,
            seen=row.seen,
            is_this=row.digest == here,
        )
        for row in rows
    ]


@route("POST", "/api/sessions")
def new_token(visit: Visit, body: NewToken) -> Token:
    """Make a token for programs."""
    check_club(visit.context)
    with visit.context.store.writing() as transaction:
        if len(transaction.people.sessions(visit.account_id)) >= 50:
            raise problems.conflict("many_sessions")
        kind = "token" if body.scope == "all" else f"token.{body.scope}"
        return Token(token=transaction.people.log_in(visit.account_id, kind, body.label))


@route("DELETE", "/api/sessions/{session}")
def revoke_session(visit: Visit, session: Word) -> Empty:
    """Revoke one of my sessions or tokens."""
    with visit.context.store.writing() as transaction:
        mine = [row.digest for row in transaction.people.sessions(visit.account_id) if row.digest[:16] == session]
        if not transaction.people.log_out(visit.account_id, *mine):
            raise problems.not_found("no_session")
    return Empty()
