"""Forgotten passwords: a link by mail, good once and for an hour.

Whether an address belongs to anybody is told to nobody: what is asked for is written down as a job, and only that job
looks. Asking takes as long and is answered alike for every address.
"""

from __future__ import annotations

from sandtable.server import mail, passwords, problems
from sandtable.server.adapter import Routes
from sandtable.server.context import ServerContext
from sandtable.server.logs import log
from sandtable.server.people import check_club, check_pace
from sandtable.server.shapes.base import Empty
from sandtable.server.shapes.people import Forgot, NewPassword
from sandtable.server.visits import Visit
from sandtable.store import Missing

route = Routes()

JOB = "reset"
SUBJECT, TEXT = "notice.reset_subject", "notice.reset_text"
MINUTES = 60


@route("POST", "/api/password/forgot")
def forgot_password(visit: Visit, body: Forgot) -> Empty:
    """Ask for a link to a new password; the answer is the same whether or not anybody has this address."""
    context = visit.context
    check_club(context)
    if not context.config.sends_links:
        raise problems.conflict("no_mail")
    check_pace(visit)
    asked = body.email.strip().lower()
    if wait := context.letters.wait(asked):
        raise problems.too_fast(wait)
    with context.store.writing() as transaction:
        transaction.jobs.add(JOB, f"{JOB}:{asked}", {"email": asked})
    context.hub.work()
    return Empty()


def send_links(context: ServerContext, email: str) -> int:
    """Mail a link to each account of an address; gives how many there were."""
    if context.config.mail is None:
        return 0
    with context.store.reading() as transaction:
        people = transaction.people.with_email(email)
    for person in people:
        with context.store.writing() as transaction:
            token = transaction.people.offer_reset(person.id)
        link = link_to(context.config.url, token)
        mail.send(context.config.mail, mail.letter(person, SUBJECT, TEXT, link=link, minutes=MINUTES))
        log().info("reset_sent", account=person.id)
    return len(people)


def link_to(url: str, token: str) -> str:
    """The page where a new password is set. The token stands where browsers keep it to themselves."""
    return f"{url.rstrip('/')}/reset#{token}"


@route("POST", "/api/password/reset")
def reset_password(visit: Visit, body: NewPassword) -> Empty:
    """Set a new password by a link; all sessions of the account end."""
    context = visit.context
    check_club(context)
    check_pace(visit)
    with context.store.reading() as transaction:
        is_good = transaction.people.is_reset(body.token)
    if not is_good:
        raise _void()
    hashed = passwords.hashed(body.password)  # slow on purpose, so not inside the transaction
    try:
        with context.store.writing() as transaction:
            account_id = transaction.people.use_reset(body.token, hashed)
    except Missing:
        raise _void() from None
    visit.new_token = ""
    log().info("password_reset", account=account_id, address=visit.address)
    return Empty()


def _void() -> problems.Wrong:
    return problems.not_found("bad_link", why="reset")
