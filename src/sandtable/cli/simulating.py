"""The command that plays many games between bots, on this machine or on a cluster, and reports on them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.faults import USAGE, Fault
from sandtable.cli.options import GameName, Lang
from sandtable.cli.speech import product_texts


def sim(
    game: GameName,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", metavar="NAME", help="Scenarios; by default all, in turn.")
    ] = None,
    bots: Annotated[
        tuple[str, str], typer.Option("--bots", metavar="A B", help="The two bots; they change sides after each game.")
    ] = ("planner", "random"),
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 100,
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="Other games, the same for each text.")
    ] = "sandtable",
    turns: Annotated[int, typer.Option("--turns", metavar="N", min=0, help="Cut games after so many turns.")] = 0,
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help="Where results are kept and gone on with.")] = Path(
        "sim"
    ),
    scheduler: Annotated[
        str, typer.Option("--scheduler", metavar="ADDRESS", help="A Dask scheduler; else processes of this machine.")
    ] = "",
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", min=0, help="Processes here; 0 for one a core.")
    ] = 0,
    compare: Annotated[
        Path | None, typer.Option("--compare", metavar="FOLDER", help="Another series to compare with in the report.")
    ] = None,
    lang: Lang = "",
) -> None:
    """Play many games between two bots and report on them.

    It leaves a table of the games, one of the turns, and a page. A run that was stopped goes on where it was: finished
    games are kept. The same seed gives the same games wherever they are played.
    """
    try:
        from sandtable.lab.report import report
        from sandtable.lab.runs import Run, RunError, cluster, play_all
    except ModuleNotFoundError as missing:
        raise Fault(USAGE, "cli.lab_missing", name=str(missing.name)) from None
    from rich.progress import Progress

    from sandtable.sim.series import series

    texts = product_texts()
    plan = series(game, tuple(scenario or ()), bots, games, seed=seed, turns=turns)
    try:
        run = Run.open(to, plan)
        other = Run.load(compare) if compare is not None else None
        if run.missing:
            with cluster(scheduler, workers) as client, Progress(transient=True) as bar:
                task = bar.add_task(game, total=plan.games, completed=plan.games - len(run.missing))
                play_all(run, client, lambda row: bar.advance(task))
        else:
            run.write_tables()
    except RunError as problem:
        raise Fault(USAGE, "cli.sim_trouble", reason=str(problem)) from None
    page = to / "report.html"
    page.write_text(report(run, other), encoding="utf-8")
    won = sum(row.won for row in run.rows.values())
    typer.echo(texts.say("cli.simulated", games=len(run.rows), bot=bots[0], won=f"{won:g}", page=str(page)))
