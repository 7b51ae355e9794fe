"""Golden games: ``python -m tools.golden --why "REASON" [GAME...]`` plays and records them anew, on purpose only.

`tests/golden/reasons.json` keeps the reason of each recording beside the digest of its file.

Each is a game of random legal play from a fixed seed. What is kept is a trace: of every step who did what, a digest of
its whole record, and the rules that fired there for the first time. The tests play it again, so that a change of rules
that changes what a step does is noticed at that step, and meant. Whole games of earlier rules lie in `kept/`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from sandtable import registry
from sandtable.kernel import Game, Match, Step
from sandtable.kernel.records import AnyRecord, Header, Played, write
from sandtable.sim.driver import Players, seat_bots, seed_for
from tools.rules.citations import in_recorded_game

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"
REASONS = GOLDEN / "reasons.json"
STEPS = 250
"""Enough to see every phase; long games are cut there."""


def play(game: Game[Any], scenario_name: str, steps: int = STEPS) -> Match[Any]:
    """A recorded game of random play."""
    scenario = game.open(scenario_name)
    seed = seed_for(b"golden", game.id, scenario_name)
    match = Match.new(game, scenario, seed)
    players = Players(game, seat_bots(game, scenario, seed), seed)
    while len(match.steps) < steps and game.prompts(match.state):
        seat, action = players.answer(match.state)
        step = match.act(seat, action)
        if not isinstance(step, Step):
            raise SystemExit(f"{game.id}: {seat} was refused {action}: {step}")
    return match


def trace(match: Match[Any]) -> list[str]:
    """A game as the lines of its trace: the opening, then its steps."""
    seen: set[str] = set()
    return [_line(record, seen) for record in match.records if not isinstance(record, Header)]


def _line(record: AnyRecord, seen: set[str]) -> str:
    """One record: who did what, which rules fired for the first time, and a digest of all of it."""
    data = write(record)
    fired = sorted({rule for _, rule, _ in in_recorded_game(data.decode())} - seen)
    seen.update(fired)
    told: dict[str, Any] = {"step": getattr(record, "seq", 0)}
    if isinstance(record, Played):
        told |= {"seat": record.seat, "do": record.action.get("do", "")}
    told |= {"digest": digest(data)[:12]}
    return json.dumps(told | ({"fired": fired} if fired else {}), separators=(",", ":"))


def content(match: Match[Any]) -> bytes:
    """The bytes of a trace."""
    return "".join(f"{line}\n" for line in trace(match)).encode()


def path_of(game_id: str, scenario: str) -> Path:
    """Where the trace of a golden game lies."""
    return GOLDEN / game_id / f"{scenario}.trace"


def reasons() -> dict[str, list[dict[str, str]]]:
    """Why each golden game was recorded as it is: one after the other, the last being today's."""
    found: dict[str, list[dict[str, str]]] = (
        json.loads(REASONS.read_text(encoding="utf-8")) if REASONS.is_file() else {}
    )
    return found


def digest(data: bytes) -> str:
    """What a file or a record is known by."""
    return hashlib.sha256(data).hexdigest()[:16]


def main(arguments: list[str]) -> int:
    """Record the golden games of the named games, or of all that can be played."""
    parser = argparse.ArgumentParser(prog="python -m tools.golden", description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--why", required=True, help="what changed in the rules, so that these games are played anew")
    options = parser.parse_args(arguments)
    wanted = options.games or [one.id for one in registry.games() if one.is_playable]
    known = reasons()
    for game_id in wanted:
        game = registry.game(game_id)
        for info in game.scenarios():
            target = path_of(game_id, info.name)
            target.parent.mkdir(parents=True, exist_ok=True)
            played = content(play(game, info.name))
            history = known.setdefault(f"{game_id}/{info.name}", [])
            if not history or history[-1]["digest"] != digest(played):
                history.append({"digest": digest(played), "why": options.why})
            target.write_bytes(played)
            print(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes")
    REASONS.write_text(json.dumps(dict(sorted(known.items())), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
