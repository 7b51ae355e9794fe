"""Mails to people, in their language, through the club's mail server."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from sandtable.server.config import Mail
from sandtable.store.rows import AccountRow
from sandtable.texts import Catalogue, load

SECONDS = 10


class Undelivered(Exception):
    """Something that could not be delivered; worth another attempt."""


def letter(person: AccountRow, subject: str, text: str, **params: str | int) -> EmailMessage:
    """A mail to a person, from two keys of the server's catalogue."""
    texts = Catalogue(person.language, [load(person.language, "sandtable.server")])
    message = EmailMessage()
    message["Subject"] = texts.say(subject, name=person.name, **params).replace("\n", " ")
    message["To"] = person.email
    message.set_content(texts.say(text, name=person.name, **params))
    return message


def send(mail: Mail, message: EmailMessage) -> None:
    """Hand a mail to the mail server; raises :class:`Undelivered`."""
    message["From"] = mail.sender
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=mail.sender.rpartition("@")[2].strip(" >") or None)
    message["Auto-Submitted"] = "auto-generated"  # nobody's holiday notice shall answer it
    context = ssl.create_default_context()
    try:
        if mail.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(mail.host, mail.port, timeout=SECONDS, context=context)
        else:
            server = smtplib.SMTP(mail.host, mail.port, timeout=SECONDS)
        with server:
            if mail.security == "starttls":
                server.starttls(context=context)
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(message)
    except (OSError, smtplib.SMTPException, ValueError) as problem:  # ValueError: an address that is none
        raise Undelivered(f"mail: {type(problem).__name__}") from None
