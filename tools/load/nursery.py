"""A process that has loaded everything and makes servers by forking: `python -m tools.load.nursery DATA`.

Every line on its input is a port; it ends the server before (if it still lives) and starts one there. Each server opens
the store and listens by itself, as after any start; only the loading of modules, which tests nothing, is saved.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import traceback
from pathlib import Path

import typer

ENDED = "ended"
"""What a server says in place of its address when it cannot begin."""


def main(words: list[str]) -> int:
    """Start servers until the input ends, then end the last one in order."""
    import uvicorn  # noqa: F401 - loaded here, so that the servers need not

    from sandtable import registry
    from sandtable.server import app, commands  # noqa: F401

    registry.games()
    gc.collect()
    gc.freeze()
    child = 0
    for line in sys.stdin:
        _end(child, signal.SIGKILL)
        child = os.fork()
        if not child:
            os.close(0)
            try:
                commands.serve(port=int(line), browser=False, data=Path(words[0]))
            except (Exception, SystemExit) as problem:  # noqa: BLE001 - whatever it was, somebody waits for a word
                if not isinstance(problem, typer.Exit):
                    traceback.print_exc()
                print(ENDED, flush=True)  # whoever waits for its address learns that none will come
            finally:
                os._exit(0)
        print(f"pid {child}", flush=True)
    _end(child, signal.SIGTERM)
    return 0


def _end(child: int, how: signal.Signals) -> None:
    """End a server and wait for it; one that was killed from outside is only buried."""
    if child:
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(child, how)
            os.waitpid(child, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
