"""A throw-away PostgreSQL for tests: `python -m tools.postgres` installs it if need be, starts it and prints its URL.

The cluster lives in a temporary folder, listens on a socket in that folder alone, and is gone when it is stopped.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

HOMES = "/usr/lib/postgresql/*/bin"
USER = "postgres"


class Unavailable(Exception):
    """There is no PostgreSQL on this machine, or it does not start; the text says what to do."""


def programs() -> Path | None:
    """The folder of the newest PostgreSQL's programs, if one is installed."""
    found = sorted(Path("/").glob(HOMES.lstrip("/")), key=lambda path: int(path.parent.name))
    if found:
        return found[-1]
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else None


def install() -> None:
    """Install PostgreSQL from Debian's packages."""
    if programs() is not None:
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (("update",), ("install", "-y", "--no-install-recommends", "postgresql")):
        done = subprocess.run(["apt-get", "-qq", *words], env=quiet, check=False, stdout=subprocess.DEVNULL)
        if done.returncode:
            raise Unavailable("apt-get could not install postgresql; install it by hand")


@contextlib.contextmanager
def cluster(*, fsync: bool = False) -> Iterator[str]:
    """A running cluster; gives the URL of its database. With ``fsync`` it keeps what it acknowledged."""
    home = programs()
    if home is None:
        raise Unavailable("PostgreSQL is not installed; run `python -m tools.postgres --install`")
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if os.geteuid() == 0:  # it refuses to run as root
            os.chown(folder, pwd.getpwnam(USER).pw_uid, -1)
        data = folder / "data"
        _run(home / "initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C.UTF-8")
        # Tests kill what they like: as a rule nothing here has to survive the machine.
        durable = "on" if fsync else "off"
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync={durable} -c max_connections=60"
        _run(home / "pg_ctl", "-D", data, "-l", folder / "log", "-o", options, "-w", "-t", "30", "start")
        try:
            yield f"postgresql://{USER}@/postgres?host={folder}"
        finally:
            _run(home / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")


def crash(url: str) -> None:
    """End a cluster as a power cut would, and start it again; it recovers from its log."""
    home = programs()
    assert home is not None
    folder = Path(url.partition("?host=")[2])
    _run(home / "pg_ctl", "-D", folder / "data", "-l", folder / "log", "-m", "immediate", "-w", "-t", "60", "restart")


def _run(*words: str | Path) -> None:
    command = [str(word) for word in words]
    if os.geteuid() == 0:
        command = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", *command]
    done = subprocess.run(
        command, cwd="/", check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        raise Unavailable(f"{command[-1]}: {done.stdout.decode(errors='replace').strip()[-400:]}")


def main(words: list[str]) -> int:
    """Start a cluster and keep it until a signal comes; with `--install` only install it."""
    try:
        install()
        if "--install" in words:
            return 0
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with cluster() as url, contextlib.suppress(KeyboardInterrupt):
            # Whoever reads the address may send the signal before we have begun to wait for it.
            print(url, flush=True)
            while True:
                time.sleep(3600)
    except Unavailable as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
