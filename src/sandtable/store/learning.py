"""Types are learnt by one thread before several use them.

msgspec works a type out when it is first decoded into, and other threads can see it before it is whole: one that
decodes into it at that moment takes the process down. Many threads come at once when a server starts again and
everybody comes back, so what they will decode into is worked out here first, behind a lock.
"""

from __future__ import annotations

import threading
from typing import Any

import msgspec

from sandtable.kernel import Game

_work_out = msgspec.json.Decoder
_lock = threading.RLock()
_known: dict[Any, None] = {}


def learn(*kinds: Any) -> None:
    """Work out types, unless that was done; whoever comes meanwhile waits."""
    with _lock:
        for kind in kinds:
            if kind not in _known:
                _work_out(kind)
                _known[kind] = None


def learn_game(game: Game[Any]) -> None:
    """Work out everything that is decoded when a game is played."""
    learn(game.state_type, game.options, *(verb.action for verb in game.verbs.values()))
