"""How a command ends: exit codes, and one sentence for everything that can go wrong."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.texts import Catalogue, Value

OK, REFUSED, USAGE, DAMAGED, SYSTEM, INTERRUPTED = 0, 1, 2, 3, 4, 130

EXIT_CODES = """\
Exit codes: 0 all is well; 1 refused (a rule says no, a replay differs, a case fails); 2 wrong usage or an unknown name;
3 a file that cannot be read or is damaged; 4 a problem of the system, such as a full disk; 130 interrupted."""

DEBUG = "SANDTABLE_DEBUG"


class Fault(Exception):
    """Something that ends a command, in the words of the catalogue."""

    def __init__(self, code: int, key: str, **params: Value) -> None:
        super().__init__(key)
        self.code, self.key, self.params = code, key, params


def leave_pipe() -> int:
    """The reader of our output has left; what is still in the buffer has nowhere to go, and that is no fault."""
    _drop_output()
    return OK


def finish_output() -> None:
    """Write what is still in the buffer now, while a full disk or a reader who left can still be told as such."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        sys.exit(leave_pipe())
    except OSError as problem:
        sys.exit(report(problem))


def _drop_output() -> None:
    """Send the rest of the output nowhere: Python flushes once more when it ends, and would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def report(problem: BaseException) -> int:
    """Say what went wrong in one sentence on the error stream; the exit code that belongs to it."""
    if os.environ.get(DEBUG) == "1":
        raise problem
    if isinstance(problem, KeyboardInterrupt):
        return INTERRUPTED
    from sandtable.cli.speech import product_texts

    code, sentence = explain(problem, product_texts())
    print(sentence, file=sys.stderr)
    if isinstance(problem, OSError):
        try:
            sys.stdout.flush()
        except OSError:
            _drop_output()
    return code


def explain(problem: BaseException, texts: Catalogue) -> tuple[int, str]:
    """The exit code and the sentence for a problem."""
    from sandtable.bots import UnknownBot
    from sandtable.kernel.codec import Malformed
    from sandtable.kernel.game import UnknownName
    from sandtable.kernel.naming import UnknownThing
    from sandtable.overlay import OverlayError
    from sandtable.registry import BadModule, NotPlayable, UnknownGame
    from sandtable.savefile import Damaged, FileTrouble, WrongPath

    match problem:
        case Fault():
            return problem.code, texts.say(problem.key, **problem.params)
        case Damaged():
            return DAMAGED, problem.say(texts)
        case OverlayError():
            return DAMAGED, texts.say("cli.overlay_bad", path=str(problem.path), reason=problem.reason)
        case WrongPath():
            return USAGE, problem.say(texts)
        case FileTrouble():
            return SYSTEM, problem.say(texts)
        case UnknownGame():
            return USAGE, texts.say("cli.unknown_game", given=problem.given, known=problem.known)
        case NotPlayable():
            return USAGE, texts.say("cli.not_playable", game=problem.given, known=problem.known)
        case UnknownBot():
            return USAGE, texts.say("cli.unknown_bot", given=problem.given, known=problem.known)
        case UnknownName(kind="scenario"):
            return USAGE, texts.say("cli.unknown_scenario", given=problem.given, known=problem.known)
        case UnknownName(kind="option"):
            return USAGE, texts.say("cli.unknown_option", given=problem.given, known=problem.known)
        case UnknownName():
            return USAGE, texts.say("cli.option_value", reason=problem.given)
        case UnknownThing() | BadModule() | Malformed():
            return USAGE, texts.say("cli.not_understood", reason=str(problem))
        case OSError():
            return SYSTEM, texts.say("cli.system", reason=problem.strerror or str(problem))
        case _:
            return SYSTEM, texts.say("cli.bug", reason=f"{type(problem).__name__}: {problem}")
