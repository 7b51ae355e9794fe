"""What came of a series, as one page: win rates with their intervals, length, luck, figures over time, openings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from statistics import mean, median

from sandtable.lab.runs import Run
from sandtable.sim.series import CUT, GameRow, wilson

WIDE, HIGH = 640, 220
TINTS = ("#3f6fa8", "#b3543f", "#6b8f3a", "#b0873a", "#7b5a94", "#3f8f8a", "#8a6a4a", "#555555", "#b86a93")
MOST_OPENINGS = 8
STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
body{color:#222;background:#fbfaf6}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .8rem;text-align:right;border-bottom:1px solid #ddd}
td:first-child,th:first-child{text-align:left}h2{margin-top:2.5rem}svg{max-width:100%;height:auto}
@media(prefers-color-scheme:dark){body{background:#1c1d20;color:#e6e3da}td,th{border-color:#444}}"""


def report(run: Run, other: Run | None = None) -> str:
    """A page about one series, or about two of the same game."""
    rows = _rows(run)
    plan = run.plan
    title = f"{plan.game}: {plan.bots[0]} against {plan.bots[1]}"
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{len(rows)} games, Sandtable {escape(plan.version)}.</p>"]
    parts += ["<h2>Who won</h2>", _wins(rows)]
    if other is not None:
        parts += ["<h2>Compared</h2>", _compared(run, other)]
    parts += ["<h2>How long</h2>", _lengths(rows)]
    parts += ["<h2>Luck</h2>", _luck(rows)]
    parts += ["<h2>Openings</h2>", _openings(rows)]
    for figure in sorted({one.figure for row in rows for one in row.figures}):
        parts += [f"<h2>{escape(figure)}</h2>", _curves(rows, figure)]
    body = "\n".join(parts)
    head = f"<title>{escape(title)}</title><style>{STYLE}</style>"
    return f'<!doctype html>\n<html lang="en"><meta charset="utf-8">{head}\n{body}\n</html>\n'


def _rows(run: Run) -> list[GameRow]:
    return [run.rows[number] for number in sorted(run.rows)]


def _table(head: Sequence[str], rows: Iterator[Sequence[object]]) -> str:
    cells = "".join(f"<th>{escape(one)}</th>" for one in head)
    lines = ("<tr>" + "".join(f"<td>{escape(str(one))}</td>" for one in row) + "</tr>" for row in rows)
    return f"<table><tr>{cells}</tr>{''.join(lines)}</table>"


def share(rows: Sequence[GameRow]) -> str:
    """The win rate of the first bot with the interval that holds the true one in 95 of 100 cases."""
    won = sum(row.won for row in rows)
    low, high = wilson(won, len(rows))
    return f"{100 * won / max(1, len(rows)):.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def _wins(rows: Sequence[GameRow]) -> str:
    def lines() -> Iterator[Sequence[object]]:
        yield "all", "", len(rows), share(rows), sum(row.ending == CUT for row in rows)
        for scenario in sorted({row.scenario for row in rows}):
            for side in sorted({row.side for row in rows}):
                some = [row for row in rows if (row.scenario, row.side) == (scenario, side)]
                if some:
                    yield scenario, side, len(some), share(some), sum(row.ending == CUT for row in some)

    return _table(("scenario", "first bot plays", "games", "first bot wins (95 %)", "cut"), lines())


def _compared(run: Run, other: Run) -> str:
    def lines() -> Iterator[Sequence[object]]:
        for one in (run, other):
            rows = _rows(one)
            yield f"{' - '.join(one.plan.bots)} ({one.plan.version})", len(rows), share(rows)
        same = sorted(set(run.rows) & set(other.rows))
        better = sum(run.rows[n].won > other.rows[n].won for n in same)
        worse = sum(run.rows[n].won < other.rows[n].won for n in same)
        yield "same games, better / worse / alike", len(same), f"{better} / {worse} / {len(same) - better - worse}"

    return _table(("series", "games", "first bot wins (95 %)"), lines())


def _lengths(rows: Sequence[GameRow]) -> str:
    if not rows:
        return "<p>No game is finished.</p>"
    turns = [row.turns for row in rows]
    seconds = [row.seconds for row in rows]
    told = f"<p>{median(turns):.0f} turns in the middle, {mean(seconds):.2f} CPU seconds a game.</p>"
    counts = Counter(turns)
    return told + _bars([(str(turn), counts[turn]) for turn in range(min(turns), max(turns) + 1)])


def _luck(rows: Sequence[GameRow]) -> str:
    def lines() -> Iterator[Sequence[object]]:
        for name, wanted in (("won", 1.0), ("lost", 0.0)):
            some = [row.luck for row in rows if row.won == wanted]
            yield name, len(some), f"{mean(some):+.1f}" if some else "-"

    return _table(("the first bot", "games", "hits beyond what the dice promised"), lines())


def _openings(rows: Sequence[GameRow]) -> str:
    def lines() -> Iterator[Sequence[object]]:
        for opening, count in Counter(row.opening for row in rows).most_common(MOST_OPENINGS):
            yield opening or "-", count, share([row for row in rows if row.opening == opening])

    return _table(("opening", "games", "first bot wins (95 %)"), lines())


def _bars(bars: Sequence[tuple[str, int]]) -> str:
    top = max(count for _, count in bars) or 1
    wide = min(40.0, (WIDE - 40) / len(bars))
    drawn = ""
    for n, (label, count) in enumerate(bars):
        high = (HIGH - 50) * count / top
        x = 30 + n * wide
        box = f'x="{x:.1f}" y="{HIGH - 30 - high:.1f}" width="{wide - 2:.1f}" height="{high:.1f}"'
        drawn += f'<rect {box} fill="{TINTS[0]}"/>'
        if len(bars) <= 20 or n % 5 == 0:
            drawn += f'<text x="{x + wide / 2:.1f}" y="{HIGH - 14}" text-anchor="middle">{label}</text>'
    return _svg(drawn)


def _curves(rows: Sequence[GameRow], figure: str) -> str:
    """The mean of a figure over the turns, a line a seat."""
    found: dict[str, dict[int, list[int]]] = {}
    for row in rows:
        for one in row.figures:
            if one.figure == figure:
                found.setdefault(one.seat, {}).setdefault(one.turn, []).append(one.value)
    lines = {seat: [(turn, mean(values)) for turn, values in sorted(by.items())] for seat, by in found.items()}
    last = max((turn for line in lines.values() for turn, _ in line), default=0) or 1
    every = [value for line in lines.values() for _, value in line]
    low, high = min(every, default=0), max(every, default=1)
    span = (high - low) or 1
    drawn = f'<text x="4" y="16">{high:.0f}</text><text x="4" y="{HIGH - 26}">{low:.0f}</text>'
    for n, (seat, line) in enumerate(sorted(lines.items())):
        points = " ".join(
            f"{40 + (WIDE - 160) * turn / last:.1f},{12 + (HIGH - 44) * (high - value) / span:.1f}"
            for turn, value in line
        )
        tint = TINTS[n % len(TINTS)]
        drawn += f'<polyline points="{points}" fill="none" stroke="{tint}" stroke-width="2"/>'
        drawn += f'<text x="{WIDE - 112}" y="{18 + n * 16}" fill="{tint}">{escape(seat)}</text>'
    return _svg(drawn)


def _svg(inside: str) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" font-size="12"'
    return f'{head} fill="currentColor" role="img">{inside}</svg>'
