"""``show``, ``offers`` and ``log``: looking at a game without touching it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.faults import DAMAGED, OK, REFUSED
from sandtable.cli.options import GameFile, Json, Lang, Seat
from sandtable.cli.printing import print_json, print_lines

if TYPE_CHECKING:
    from sandtable.cli.session import Session
    from sandtable.cli.speech import Speech
    from sandtable.kernel import Offer, State


def show(
    file: GameFile,
    seat: Seat = None,
    everything: Annotated[bool, typer.Option("--open", help="Show what is hidden too, as the umpire sees it.")] = False,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Show the position: what everybody sees, or what one seat sees."""
    from sandtable.cli.session import look

    session = look(file)
    state = seen_state(session, session.match.state, seat, everything)
    if json:
        print_json(position_data(session, state, seat))
    else:
        print_position(session, state)
        print_lines(session.situation(session.known_seat(seat) if seat else ""))
    finish(session)


def seen_state(session: Session, state: State, seat: str | None, everything: bool) -> State:
    """The position as a seat sees it; as everybody does where none is named; whole on request."""
    if everything:
        return state
    return session.game.view(state, session.known_seat(seat) if seat else "").state


def position_data(session: Session, state: State, seat: str | None) -> dict[str, Any]:
    """A position for scripts."""
    return {
        "game": session.game.id,
        "scenario": session.match.header.scenario,
        "seq": session.match.seq,
        "prompts": session.prompts_for(session.known_seat(seat) if seat else ""),
        "outcome": session.game.outcome(session.match.state),
        "state": state,
    }


def print_position(session: Session, state: State) -> None:
    """A position for people."""
    from sandtable.cli.board import board

    typer.echo(session.title())
    if state.flow:
        typer.echo(session.speech.breadcrumb(state))
    print_lines(board(state, session.speech))


def offers(
    file: GameFile,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ACTION...]", help="What is chosen already: a verb and its first arguments."),
    ] = None,
    seat: Seat = None,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Show what a seat may answer, opened as far as the words go."""
    from sandtable.cli.session import look
    from sandtable.cli.words import read_partial
    from sandtable.kernel import Refusal

    session = look(file)
    asked = [session.seat(seat)] if seat or words else [prompt.seat for prompt in session.prompts]
    found: dict[str, Any] = {}
    for one in asked:
        partial = read_partial(session.game, session.speech.listening, words or [])
        answers = session.game.offers(session.match.state, one, partial)
        if isinstance(answers, Refusal):
            _refused(session, answers, json)
        found[one] = answers
    if json:
        print_json(found)
    else:
        for one, answers in found.items():
            seen = session.match.view(one).state
            typer.echo(session.speech.name("seat", one))
            print_lines(f"  {offer_line(offer, seen, session.speech)}" for offer in answers)
    finish(session)


def _refused(session: Session, no: Any, json: bool) -> None:
    if json:
        print_json({"refused": no})
    else:
        typer.echo(session.speech.refusal(no), err=True)
    raise typer.Exit(REFUSED)


def offer_line(offer: Offer, seen: State, speech: Speech) -> str:
    """An offer in one line: the verb, what is given, and what comes next."""
    words = [speech.name("verb", offer.do), *(f"{name}={value}" for name, value in offer.given.items())]
    rule = f"  [{offer.rule}]" if offer.rule else ""
    if offer.widget is None:
        return " ".join(words) + rule
    return " ".join(words) + rule + f"  {offer.arg}: {widget_line(offer.widget, seen, speech)}"


def widget_line(widget: Any, seen: State, speech: Speech) -> str:
    """What may be chosen next, shortly."""
    if widget.kind == "number":
        return f"{widget.least}..{widget.most}"
    if widget.kind == "amounts":
        return ", ".join(f"{amount_kind(widget, kind, speech)} ≤{most}" for kind, most in widget.limits.items())
    return ", ".join(option_name(widget, option, seen, speech) for option in widget.options) or "–"


def option_name(widget: Any, option: Any, seen: State, speech: Speech) -> str:
    """A thing to choose, with its id where that is another word, and its cost."""
    from sandtable.cli.board import caption

    name = caption(seen, widget.of, option, speech)
    cost = widget.costs.get(str(option))
    ident = "" if name == str(option) or f"#{option}" in name else f"={option}"
    return f"{name}{ident}" + (f" ({cost})" if cost is not None else "")


def amount_kind(widget: Any, kind: str, speech: Speech) -> str:
    """What a kind of an amount is called; a widget has its ids as text."""
    from sandtable.kernel.naming import find

    return speech.name(widget.of, find(speech.scenario, widget.of, kind))


def log(
    file: GameFile,
    seat: Seat = None,
    last: Annotated[int, typer.Option("--last", metavar="N", min=0, help="Only the last so many lines.")] = 0,
    everything: Annotated[bool, typer.Option("--open", help="Show lines that only some may read, too.")] = False,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Show what happened, with every die and every reason."""
    from sandtable.cli.session import look

    session = look(file)
    reader = None if everything else (session.known_seat(seat) if seat else "")
    lines = session.match.log(reader)[-last:]
    if json:
        print_json([{"seq": seq, "entry": entry} for seq, entry in lines])
    else:
        print_log(session, lines)
    finish(session)


def print_log(session: Session, lines: list[tuple[int, Any]]) -> None:
    """Log lines with the number of the step they belong to."""
    for seq, entry in lines:
        first, *rest = session.speech.entry(entry)
        typer.echo(f"{seq:>4}  {first}")
        print_lines(f"      {line.strip()}" for line in rest)


def finish(session: Session) -> None:
    """End with the exit code that fits the file: its good part was shown, the rest was not."""
    raise typer.Exit(DAMAGED if session.problem is not None else OK)
