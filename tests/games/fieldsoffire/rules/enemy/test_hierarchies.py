"""The activity tables as printed: what every column has for every situation."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.enemy.hierarchies import DEFENSIVE, OFFENSIVE, SHAKEN, Row, rows, table_of

# By entry: delay, hasty, deliberate; assault, overrun; with a commander, without.
PRINTED = {
    "FFT-act-def-1": (
        "none 1/5, cover 2/5, fall_back 3-4/5, grenade 5/5",
        "none 1/4, cover 2/4, fall_back 3/4, grenade 4/4",
        "cover 1/3, fall_back 2/3, grenade 3/3",
    ),
    "FFT-act-def-2": (
        "none 1/4, fall_back 2-3/4, grenade 4/4",
        "none 1/3, fall_back 2/3, grenade 3/3",
        "none 1/3, grenade 2-3/3",
    ),
    "FFT-act-def-3": ("fall_back", "none 1/3, fall_back 2-3/3", "none 1/2, fall_back 2/2"),
    "FFT-act-def-4": ("vanish", "vanish", "vanish"),
    "FFT-act-def-5": ("none 1-2/3, attack 3/3", "none 1/2, attack 2/2", "attack"),
    "FFT-act-def-6": (
        "none 1/5, cover 2/5, fall_back 3-4/5, attack 5/5",
        "none 1/5, cover 2-3/5, fall_back 4/5, attack 5/5",
        "cover 1-2/3, attack 3/3",
    ),
    "FFT-act-def-7": (
        "none 1/5, attack 2/5, shift 3/5, fall_back 4-5/5",
        "none 1/5, attack 2/5, shift 3-4/5, fall_back 5/5",
        "none 1/4, attack 2/4, shift 3-4/4",
    ),
    "FFT-act-def-8": ("none 1/2, concentrate 2/2", "none 1/3, concentrate 2-3/3", "concentrate"),
    "FFT-act-def-9": ("none 1-2/3, attack 3/3", "none 1/2, attack 2/2", "none 1/3, attack 2-3/3"),
    "FFT-act-def-10": (
        "none 1/3, attack 2/3, fall_back 3/3",
        "none 1-2/5, attack 3-4/5, fall_back 5/5",
        "none 1/2, attack 2/2",
    ),
    "FFT-act-off-1": (
        "none 1/5, cover 2-3/5, fall_back 4/5, grenade 5/5",
        "none 1/6, fall_back 2/6, advance 3-4/6, grenade 5-6/6",
    ),
    "FFT-act-off-2": (
        "none 1/5, fall_back 2/5, grenade 3-5/5",
        "none 1/6, fall_back 2/6, advance 3-4/6, grenade 5-6/6",
    ),
    "FFT-act-off-3": ("none 1-2/3, fall_back 3/3", "none 1/2, advance 2/2"),
    "FFT-act-off-4": ("attack", "none 1/4, attack 2-3/4, advance 4/4"),
    "FFT-act-off-5": ("none 1/4, infiltrate 2-3/4, advance 4/4", "infiltrate 1/3, advance 2-3/3"),
    "FFT-act-lat-1": ("cover 1-2/4, rally 3/4, fall_back 4/4", "none 1/5, cover 2/5, rally 3/5, fall_back 4-5/5"),
    "FFT-act-lat-2": ("none 1/3, rally 2-3/3", "none 1-2/5, rally 3/5, fall_back 4-5/5"),
    "FFT-act-lat-3": ("none 1/3, cover 2/3, rally 3/3", "none 1-2/5, cover 3/5, rally 4/5, fall_back 5/5"),
    "FFT-act-lat-4": ("rally", "none 1-2/4, rally 3/4, fall_back 4/4"),
    "FFT-act-lat-5": ("rebuild", ""),
    "FFT-act-lat-6": ("grenade", "none 1/2, grenade 2/2"),
    "FFT-act-lat-7": ("none 1/3, infiltrate 2-3/3", "none 1/2, infiltrate 2/2"),
    "FFT-act-lat-8": ("none 1/3, grenade 2/3, fall_back 3/3", "none 1-2/5, grenade 3/5, fall_back 4-5/5"),
    "FFT-act-lat-9": ("rally", "none 1/3, rally 2-3/3"),
    "FFT-act-lat-10": ("rally", "none 1/2, rally 2/2"),
    "FFT-act-lat-11": ("carry_back", "none 1/3, carry_back 2-3/3"),
    "FFT-act-lat-12": ("to_casualty", "none 1/3, to_casualty 2-3/3"),
    "FFT-act-lat-13": ("none 1/2, rally 2/2", "none 1-2/3, rally 3/3"),
    "FFT-act-lat-14": ("none; none 1/2, rally 2/2", "none; none"),
}
ROWS = [
    pytest.param("FFT-act-def-1", marks=pytest.mark.rule("FFT-act-def-1")),
    pytest.param("FFT-act-def-2", marks=pytest.mark.rule("FFT-act-def-2")),
    pytest.param("FFT-act-def-3", marks=pytest.mark.rule("FFT-act-def-3")),
    pytest.param("FFT-act-def-4", marks=pytest.mark.rule("FFT-act-def-4")),
    pytest.param("FFT-act-def-5", marks=pytest.mark.rule("FFT-act-def-5")),
    pytest.param("FFT-act-def-6", marks=pytest.mark.rule("FFT-act-def-6")),
    pytest.param("FFT-act-def-7", marks=pytest.mark.rule("FFT-act-def-7")),
    pytest.param("FFT-act-def-8", marks=pytest.mark.rule("FFT-act-def-8")),
    pytest.param("FFT-act-def-9", marks=pytest.mark.rule("FFT-act-def-9")),
    pytest.param("FFT-act-def-10", marks=pytest.mark.rule("FFT-act-def-10")),
    pytest.param("FFT-act-off-1", marks=pytest.mark.rule("FFT-act-off-1")),
    pytest.param("FFT-act-off-2", marks=pytest.mark.rule("FFT-act-off-2")),
    pytest.param("FFT-act-off-3", marks=pytest.mark.rule("FFT-act-off-3")),
    pytest.param("FFT-act-off-4", marks=pytest.mark.rule("FFT-act-off-4")),
    pytest.param("FFT-act-off-5", marks=pytest.mark.rule("FFT-act-off-5")),
    pytest.param("FFT-act-lat-1", marks=pytest.mark.rule("FFT-act-lat-1")),
    pytest.param("FFT-act-lat-2", marks=pytest.mark.rule("FFT-act-lat-2")),
    pytest.param("FFT-act-lat-3", marks=pytest.mark.rule("FFT-act-lat-3")),
    pytest.param("FFT-act-lat-4", marks=pytest.mark.rule("FFT-act-lat-4")),
    pytest.param("FFT-act-lat-5", marks=pytest.mark.rule("FFT-act-lat-5")),
    pytest.param("FFT-act-lat-6", marks=pytest.mark.rule("FFT-act-lat-6")),
    pytest.param("FFT-act-lat-7", marks=pytest.mark.rule("FFT-act-lat-7")),
    pytest.param("FFT-act-lat-8", marks=pytest.mark.rule("FFT-act-lat-8")),
    pytest.param("FFT-act-lat-9", marks=pytest.mark.rule("FFT-act-lat-9")),
    pytest.param("FFT-act-lat-10", marks=pytest.mark.rule("FFT-act-lat-10")),
    pytest.param("FFT-act-lat-11", marks=pytest.mark.rule("FFT-act-lat-11")),
    pytest.param("FFT-act-lat-12", marks=pytest.mark.rule("FFT-act-lat-12")),
    pytest.param("FFT-act-lat-13", marks=pytest.mark.rule("FFT-act-lat-13")),
    pytest.param("FFT-act-lat-14", marks=pytest.mark.rule("FFT-act-lat-14")),
]
COLUMNS = {
    "def": (DEFENSIVE, ("delay", "hasty", "deliberate")),
    "off": (OFFENSIVE, ("assault", "overrun")),
    "lat": (SHAKEN, ("commander", "no_commander")),
}


def written(row: Row) -> str:
    """A row as the print has it."""
    if row.sides == 1:
        (only,) = row.options
        return only.action
    parts = []
    for one in row.options:
        numbers = f"{one.least}-{one.most}" if one.most > one.least else f"{one.least}"
        parts.append(f"{one.action} {numbers}/{row.sides}")
    return ", ".join(parts)


@pytest.mark.parametrize("rule", ROWS)
def test_a_row_has_in_every_column_what_is_printed(rule: str) -> None:
    table, columns = COLUMNS[rule.split("-")[2]]
    found = tuple("; ".join(written(row) for row in rows(table, one) if row.rule == rule) for one in columns)
    assert found == PRINTED[rule]


@pytest.mark.rule("FFT-activity-defensive", "FFT-activity-offensive", "FFT-activity-lat", "FFT-act-legend-10")
@pytest.mark.parametrize(
    ("table", "column", "count"),
    [
        (DEFENSIVE, "delay", 10),
        (DEFENSIVE, "hasty", 10),
        (DEFENSIVE, "deliberate", 10),
        (OFFENSIVE, "assault", 5),
        (OFFENSIVE, "overrun", 5),
        (SHAKEN, "commander", 15),
        (SHAKEN, "no_commander", 14),
    ],
)
def test_every_number_of_a_row_picks_one_action_and_rows_without_any_are_passed_over(
    table: str, column: str, count: int
) -> None:
    found = rows(table, column)
    assert len(found) == count
    order = [int(row.rule.rsplit("-", 1)[1]) for row in found]
    assert order == sorted(order)
    for row in found:
        covered = sorted(number for one in row.options for number in range(one.least, one.most + 1))
        assert covered == list(range(1, row.sides + 1))
        assert [row.picked(number) for number in covered] == [
            one.action for one in row.options for _ in range(one.least, one.most + 1)
        ]


@pytest.mark.rule("FF-8.0.a")
def test_every_tactic_of_a_briefing_is_a_column_of_one_table() -> None:
    assert [table_of(tactic) for tactic in ("delay", "hasty", "deliberate")] == [DEFENSIVE] * 3
    assert [table_of(tactic) for tactic in ("assault", "overrun")] == [OFFENSIVE] * 2
