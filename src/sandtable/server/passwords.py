"""Passwords: slow to hash on purpose, so only as many at once as there are cores."""

from __future__ import annotations

import os
import threading
from functools import cache

import argon2

_hasher = argon2.PasswordHasher()
_room = threading.BoundedSemaphore(os.cpu_count() or 1)


def hashed(password: str) -> str:
    """What is stored of a password."""
    with _room:
        return _hasher.hash(password)


def is_right(stored: str, password: str) -> bool:
    """Whether a password is the one that was stored; takes as long when nothing was."""
    known = stored or _nobody()
    with _room:
        try:
            _hasher.verify(known, password)
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return False
    return bool(stored)


@cache
def _nobody() -> str:
    """Compared with where there is no such account, so that the answer takes as long as if there were."""
    return hashed("nobody")


def is_outdated(stored: str) -> bool:
    """Whether a password should be hashed anew, because hashing has become stronger since."""
    return _hasher.check_needs_rehash(stored)
