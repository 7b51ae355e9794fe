"""A lock on an open file that goes with the process that has it, by whatever means the system has."""

from __future__ import annotations

import errno
import sys


def try_lock(handle: int) -> bool:
    """Lock a file for us alone; false when somebody else has it. Closing the file lets go."""
    if sys.platform == "win32":
        return _by_windows(handle)
    try:
        import fcntl
    except ImportError:
        return True  # no locks here: one command at a time is the player's business
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        # Some network file systems have no locks; then there is nothing to wait for.
        return problem.errno not in (errno.EAGAIN, errno.EACCES)
    return True


if sys.platform == "win32":
    import msvcrt
    import os

    FAR = 2**31 - 2
    """A byte that no game file reaches: bytes that are locked there cannot be read by others."""

    def _by_windows(handle: int) -> bool:
        here = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, here, os.SEEK_SET)
        return True
