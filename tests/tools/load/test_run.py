"""What the load prints, and when it fails."""

from __future__ import annotations

import pytest

from tools.load.drive import Cost, Plan
from tools.load.players import Tally
from tools.load.run import LONGEST, arguments, is_bad, report

GOOD = Tally(times=[0.010] * 100, acked=[("t", f"c{n}") for n in range(100)])


def test_what_was_not_said_fits_the_kind_of_run() -> None:
    measured, killed = arguments([]), arguments(["--kills", "300"])
    assert (measured.tables, measured.rate, measured.seconds) == (200, 50, 120)
    assert (killed.tables, killed.rate, killed.seconds) == (12, 100, LONGEST)
    assert arguments(["--tables", "10", "--kills", "6"]).tables == 10


@pytest.mark.parametrize("words", [["--kills", "1001"], ["--tables", "-1"], ["--rate", "0"]])
def test_too_much_is_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        arguments(words)


def test_a_run_is_bad_when_it_is_slow_loses_something_or_was_cut_short() -> None:
    plan, killing = Plan(rate=50, seconds=120), Plan(rate=50, seconds=120, kills=2)
    slow = Tally(times=[0.2] * 100, acked=GOOD.acked)
    assert not is_bad(plan, GOOD, [])
    assert is_bad(plan, slow, [])
    assert is_bad(plan, GOOD, ["table t: lost"])
    assert is_bad(plan, Tally(), [])
    assert is_bad(plan, Tally(times=[0.01], acked=[("t", "c")], errors=["no answer"]), [])
    assert is_bad(killing, Tally(times=slow.times, acked=slow.acked, kills=1), []), "a kill is missing"
    assert not is_bad(killing, Tally(times=slow.times, acked=slow.acked, kills=2), []), "a cut takes its time"


def test_the_report_has_the_figures() -> None:
    cost = Cost(empty=70, end=90, processor=0.5, each=[0.2, 0.3], slowness=1.25)
    told = "\n".join(report(200, Plan(rate=50, seconds=120), GOOD, cost, []))
    assert "200 tables, 100 answers acknowledged, 0 errors" in told
    assert "median 10.0, 95 % 10.0" in told
    assert "5.00 ms of a processor" in told
    assert "4.00 on quiet cores" in told
    assert "2 processes, in seconds: 0.2, 0.3" in told
    assert "per table 0.10" in told
    killed = "\n".join(report(24, Plan(rate=50, seconds=9, kills=3), Tally(kills=2), Cost(), ["table t: lost"]))
    assert "killed 2 times of 3" in killed
    assert "table t: lost" in killed
    assert "1 troubles" in killed
