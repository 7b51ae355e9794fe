"""``try`` and ``fuzz``: putting rules to the test."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.faults import DAMAGED, OK, REFUSED
from sandtable.cli.options import Json, Lang
from sandtable.cli.printing import print_entries, print_json
from sandtable.cli.speech import product_texts
from sandtable.cli.starting import Option

if TYPE_CHECKING:
    from sandtable.casefile import CaseFileError, CaseReport
    from sandtable.sim.fuzz import Failure, Plan, Tally

QUICK_GAMES = 40
QUICK_SECONDS = 10.0
QUICK_STRIDE = 5


def try_(
    files: Annotated[list[Path], typer.Argument(metavar="CASE...", help="Case files (YAML).", show_default=False)],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only what is wrong, and the summary.")] = False,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Also write the results as JUnit XML.")
    ] = None,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Run case files.

    A case is a position, what the seats do, and what must come of it. Several files end with a summary.
    """
    from sandtable import casefile

    reports: list[CaseReport] = []
    unread: list[CaseFileError] = []
    for file in files:
        try:
            report = casefile.run_file(file)
        except casefile.CaseFileError as problem:
            typer.echo(str(problem), err=True)
            unread.append(problem)
            continue
        reports.append(report)
        if not json:
            _tell_case(file, report, quiet)
    if junit is not None:
        junit.write_bytes(casefile.as_junit(reports, unread))
    if json:
        print_json([casefile.as_plain(report) for report in reports])
    elif len(files) > 1 or quiet:
        passed = sum(report.passed for report in reports)
        failed, broken = len(reports) - passed, len(unread)
        typer.echo(product_texts().say("cli.cases", count=len(files), passed=passed, failed=failed, broken=broken))
    raise typer.Exit(DAMAGED if unread else OK if all(report.passed for report in reports) else REFUSED)


def _tell_case(file: Path, report: CaseReport, quiet: bool) -> None:
    """What happened in a case, and where it was not as expected."""
    from sandtable import casefile, registry
    from sandtable.cli.speech import Speech
    from sandtable.kernel.cases.position import open_scenario

    if quiet and report.passed:
        return
    scenario = open_scenario(registry.game(report.game), casefile.read(file).data)
    speech = Speech(registry.package(report.game), registry.manifest(report.game), scenario)
    if not quiet:
        print_entries(speech, report.entries)
    for fault in report.faults:
        typer.echo(f"{file}:{fault.line}: {fault.message}", err=True)
    if report.passed:
        typer.echo(speech.say("cli.case_passed", file=str(file), case=report.case))
    else:
        typer.echo(speech.say("cli.case_failed", file=str(file), case=report.case, count=len(report.faults)), err=True)


def fuzz(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.")] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games to play of each game.")] = 200,
    seed: Annotated[str, typer.Option("--seed", metavar="HEX", help="Play other games, the same for each seed.")] = "",
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Steps until a game is endless.")] = 20_000,
    stride: Annotated[int, typer.Option("--stride", metavar="N", min=1, help="Look closely at every Nth step.")] = 1,
    quick: Annotated[bool, typer.Option("--quick", help="A smoke run: few games, under twenty seconds.")] = False,
    light: Annotated[
        bool, typer.Option("--light", help="No record, only crashes, dead ends and broken positions: many games fast.")
    ] = False,
    option: Option = None,
    dump: Annotated[Path, typer.Option("--dump", metavar="DIR", help="Where failed games are saved.")] = Path("fuzz"),
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Play random games and look for faults.

    Faults are crashes, dead ends, endless games, broken positions, leaks and records that do not tell the game. Each
    is saved as a game that `sandtable replay` opens, with a note beside it.
    """
    from sandtable import registry
    from sandtable.cli.starting import read_options, read_seed
    from sandtable.sim.fuzz import Plan

    ids = [game] if game else [one.id for one in registry.games() if one.is_playable]
    if not ids:
        typer.echo(product_texts().say("cli.nothing_playable"), err=True)
    base = read_seed(seed) if seed else b"sandtable"
    count = min(games, QUICK_GAMES) if quick else games
    seconds = QUICK_SECONDS / max(len(ids), 1) if quick else None
    plan = Plan(
        games=count,
        seed=base,
        limit=limit,
        stride=max(stride, QUICK_STRIDE) if quick else stride,
        seconds=seconds,
        light=light,
    )
    found = {}
    for one in ids:
        chosen = read_options(registry.game(one), option) if option else None
        found[one] = _fuzz_one(one, replace(plan, options=chosen), dump, json)
    if json:
        print_json({one: _tally_data(tally) for one, tally in found.items()})
    if any(tally.failures for tally in found.values()):
        raise typer.Exit(REFUSED)


def _fuzz_one(game_id: str, plan: Plan, dump: Path, quiet: bool) -> Tally:
    from sandtable import registry
    from sandtable.sim.fuzz import fuzz as play_many

    texts = product_texts()

    def tell(failure: Failure) -> None:
        path = failure.dump(dump)
        line = texts.say(
            "cli.fuzz_failed", scenario=failure.scenario, step=failure.step, fault=failure.fault, path=str(path)
        )
        typer.echo(line, err=True)

    tally = play_many(registry.game(game_id), plan, tell)
    if not quiet:
        line = texts.say("cli.fuzzed", game=game_id, games=tally.games, steps=tally.steps, failures=len(tally.failures))
        cut = " " + texts.say("cli.fuzz_cut", games=tally.unfinished) if tally.unfinished else ""
        typer.echo(line + cut)
    return tally


def _tally_data(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "steps": tally.steps,
        "unfinished": tally.unfinished,
        "failures": [
            {"scenario": one.scenario, "seed": one.seed.hex(), "step": one.step, "fault": one.fault}
            for one in tally.failures
        ],
    }
