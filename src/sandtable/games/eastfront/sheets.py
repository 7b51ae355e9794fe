"""The charts of the play aids as players read them, worked out from the same data that the rules look up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.games.eastfront.model import AXIS, SIDES, SOVIET
from sandtable.games.eastfront.queries.sources import sources
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.kernel.queries import Phrase
from sandtable.kernel.refusals import Ref
from sandtable.kernel.sheets import Cell, Line, Sheet

CLOSED, NOTHING = "✕", "–"
WEATHER = {"D": "dry", "F": "frost", "M": "mud", "S": "snow", "A": "arctic"}


def sheets(board: CrimeaScenario) -> tuple[Sheet, ...]:
    """All of them, in the order in which a turn needs them."""
    charts = board.charts
    return (
        _crt(board),
        _modifiers(charts["combat_modifiers"]),
        _overrun(charts["overrun"]),
        _retreat(charts["retreat_through_zoc"]),
        _terrain(charts["terrain_effects"]),
        _shares(charts["movement"]),
        _weather(charts["weather"]),
        _calendar(board),
        _initiative(charts["air"]["initiative"]),
        _air_combat(charts["air"]["combat"]),
        _anti_air(charts["air"]["anti_air"]),
        _readiness(charts["air"]["readiness"]),
        _artillery(charts["artillery"]),
        _surrender(charts["surrender"]),
        _replacements(charts["replacement_costs"]),
        *_reinforcements(board),
        sources(board),
    )


# --- words and figures ------------------------------------------------------------------------------------------------


def _said(key: str, **params: int | str | Ref) -> Phrase:
    return Phrase(f"sheet.{key}", dict(params))


def _title(key: str) -> Phrase:
    return _said(f"title.{key}")


def _signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"


def _points(halves: Any, plus: str = "") -> Cell:
    """Movement points that the data keep in halves."""
    match halves:
        case "closed":
            return CLOSED
        case str():
            return _said(f"cost.{halves}")
        case 0:
            return NOTHING
        case _:
            whole, rest = divmod(int(halves), 2)
            return plus + (str(whole) if whole else "") + ("½" if rest else "")


def _span(low: int | None, high: int | None) -> str:
    """The faces of a die from one number to another; an open end is written as a sign."""
    if low is None:
        return f"≤ {high}"
    if high is None:
        return f"≥ {low}"
    return str(low) if low == high else f"{low}–{high}"


def _ranges(rows: Iterable[Mapping[str, Any]], lowest: int | None = None) -> list[tuple[str, Mapping[str, Any]]]:
    """Rows that end at ``most``, with the span of the die that each covers."""
    found, low = [], lowest
    for row in rows:
        high = row["most"]
        found.append((_span(low, high), row))
        low = None if high is None else high + 1
    return found


def _die_modifiers(chart: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> tuple[Line, ...]:
    def line(row: Mapping[str, Any]) -> Line:
        return Line(head=_said(f"drm.{row['key']}"), cells=(_amount(row),), rule=row.get("rule", chart["rule"]))

    return tuple(map(line, rows))


def _amount(row: Mapping[str, Any]) -> Cell:
    drm = row["drm"]
    if not isinstance(drm, int):
        return _said(f"cost.{drm}")
    return _said("per", amount=_signed(drm), what=row["per"]) if "per" in row else _signed(drm)


# --- combat -----------------------------------------------------------------------------------------------------------


def _crt(board: CrimeaScenario) -> Sheet:
    chart = board.crt
    cap = board.charts["crt"]["die"]["drm_cap"]
    return Sheet(
        id="crt",
        group="combat",
        title=_title("crt"),
        corner=_said("die"),
        columns=chart.columns,
        rows=tuple(Line(head=row, cells=tuple(cells)) for row, cells in chart.rows.items()),
        notes=(_said("note.crt_cells"), _said("note.crt_star"), _said("note.crt_cap", cap=cap)),
        rules=(chart.rule, "EF-16.31"),
        source=board.charts["crt"]["source"],
    )


def _modifiers(chart: Mapping[str, Any]) -> Sheet:
    rows = [
        Line(
            head=_said(f"drm.{row['key']}"),
            cells=(_said(f"side.{side}"), _amount(row)),
            rule=row.get("rule") or row.get("part_of", chart["rule"]),
        )
        for side in ("attacker", "defender")
        for row in chart[side]
    ]
    return Sheet(
        id="combat_modifiers",
        group="combat",
        title=_title("combat_modifiers"),
        columns=(_said("favours"), _said("drm")),
        rows=tuple(rows),
        notes=(_said("note.cap", cap=chart["cap"]),),
        rules=(chart["rule"],),
        source=chart["source"],
    )


def _overrun(chart: Mapping[str, Any]) -> Sheet:
    rows = [
        Line(head=span, cells=(_overrun_result(row),), rule=chart["rule"]) for span, row in _ranges(chart["results"])
    ]
    for who, steps in chart["odds_drm"].items():
        rows += [
            Line(head=_said(f"overrun.{who}", odds=odds), cells=(_signed(drm),), rule=chart["rule"])
            for odds, drm in steps.items()
        ]
    rows += _die_modifiers(chart, chart["defender_drm"])
    rows.append(
        Line(head=_said("drm.overrun_terrain"), cells=(_signed(chart["terrain_drm"]["drm"]),), rule=chart["rule"])
    )
    least = chart["least_odds"]
    odds = {"german": least["all_german"], "other": least["other"], "works": least["city_or_fortification"]}
    return Sheet(
        id="overrun",
        group="combat",
        title=_title("overrun"),
        corner=_said("die"),
        columns=(_said("result"),),
        rows=tuple(rows),
        notes=(
            _said("note.overrun_odds", **odds),
            _said("note.overrun_forbidden"),
            _said("note.cap", cap=chart["drm_cap"]),
        ),
        rules=(chart["rule"],),
        source=chart["source"],
    )


def _overrun_result(row: Mapping[str, Any]) -> Phrase:
    if row["success"]:
        return _said("overrun.success", steps=row.get("defender_steps", 0), hexes=row["defender_retreat"])
    return _said("overrun.failure", steps=row.get("attacker_steps", 0))


def _retreat(chart: Mapping[str, Any]) -> Sheet:
    return Sheet(
        id="retreat",
        group="combat",
        title=_title("retreat"),
        columns=(_said("drm"),),
        rows=_die_modifiers(chart, chart["drm"]),
        notes=(_said("note.retreat", most=chart["success"]["most"], steps=chart["steps_lost_first"]),),
        rules=(chart["rule"],),
        source=chart["source"],
    )


def _surrender(chart: Mapping[str, Any]) -> Sheet:
    return Sheet(
        id="surrender",
        group="strength",
        title=_title("surrender"),
        columns=(_said("drm"),),
        rows=_die_modifiers(chart, chart["drm"]),
        notes=(_said("note.surrender", most=chart["surrender"]["most"]),),
        rules=(chart["rule"],),
        source=chart["source"],
    )


# --- ground, weather, turns -------------------------------------------------------------------------------------------


def _terrain(chart: Mapping[str, Any]) -> Sheet:
    rows = tuple(
        Line(head=_said(f"terrain.{row['key']}"), cells=_terrain_cells(chart, row), rule=row.get("rule", ""))
        for part in ("hex", "in_addition", "road", "side")
        for row in chart[part]
    )
    return Sheet(
        id="terrain",
        group="ground",
        title=_title("terrain"),
        corner=_said("terrain"),
        columns=(*(_said(f"weather.{one}") for one in chart["weathers"]), _said("combat_drm")),
        rows=rows,
        notes=(_said("note.terrain_cost"), _said("note.terrain_plus"), _said("note.terrain_heavy")),
        rules=(chart["rule"],),
        source=chart["source"],
    )


def _terrain_cells(chart: Mapping[str, Any], row: Mapping[str, Any]) -> tuple[Cell, ...]:
    return (*(_cost(row, at) for at in range(len(chart["weathers"]))), _terrain_drm(row))


def _cost(row: Mapping[str, Any], at: int) -> Cell:
    """What entering or crossing costs in one weather; after a stroke what it costs the heavy."""
    if "half_mp" in row:
        cell = _points(row["half_mp"][at])
    elif "plus_half_mp" in row:
        cell = _points(row["plus_half_mp"][at], "+")
    elif "cancels" in row:
        return _said("cost.cancels")
    else:
        return _said("cost.as_river") if "as" in row else NOTHING
    if not isinstance(cell, str):
        return cell
    if "motorised_half_mp" in row:
        return f"{cell} / {_points(row['motorised_half_mp'][at])}"
    heavy = row.get("heavy_half_mp", row.get("motorised_plus_half_mp"))
    return f"{cell} / {_points(heavy[at], '+')}" if heavy and heavy[at] else cell


def _terrain_drm(row: Mapping[str, Any]) -> Cell:
    match row.get("drm", row.get("drm_in")):
        case None:
            return _said("cost.halved") if "attack_halved" in row or "attack_out_halved" in row else NOTHING
        case int(amount):
            return _signed(amount)
        case [first, *_]:
            return _signed(first)
        case {"axis_defends": axis, "soviet_defends": soviet}:
            return _said("cost.by_defender", axis=_signed(axis), soviet=_signed(soviet))
        case _:
            return _said("cost.in_bad_weather")


def _shares(chart: Mapping[str, Any]) -> Sheet:
    halves = {0: NOTHING, 1: "½", 2: "1"}
    return Sheet(
        id="movement",
        group="ground",
        title=_title("movement"),
        columns=tuple(_said(f"phase.{one}") for one in chart["columns"]),
        rows=tuple(
            Line(head=_said(f"arm.{arm}", side=Ref("seat", side)), cells=tuple(halves[share] for share in shares))
            for side in SIDES
            for arm, shares in chart[side].items()
        ),
        notes=(_said("note.stacking", most=chart["stacking"]["most_points"]),),
        rules=(chart["rule"], chart["stacking"]["rule"]),
        source=chart["source"],
    )


def _weather(chart: Mapping[str, Any]) -> Sheet:
    def cell(letters: str) -> Phrase:
        return _said(f"weather.{WEATHER[letters[0]]}{'_storms' if letters.endswith('T') else ''}")

    return Sheet(
        id="weather",
        group="ground",
        title=_title("weather"),
        corner=_said("die"),
        columns=tuple(_said(f"climate.{one}") for one in chart["climates"]),
        rows=tuple(Line(head=face, cells=tuple(map(cell, letters))) for face, letters in chart["crimea"].items()),
        notes=(_said("note.weather_mud"), _said("note.weather_snow")),
        rules=(chart["rule"],),
        source=chart["source"],
    )


def _calendar(board: CrimeaScenario) -> Sheet:
    rows = []
    for day in board.card["calendar"]:
        weather = board.days[day["turn"]].weather
        sky: Cell = _said(f"weather.{weather}") if weather else _said("weather.rolled")
        rows.append(Line(head=day["turn"], cells=(day.get("from", NOTHING), day.get("to", NOTHING), sky)))
    return Sheet(
        id="calendar",
        group="ground",
        title=_title("calendar"),
        corner=_said("turn"),
        columns=(_said("from"), _said("to"), _said("weather")),
        rows=tuple(rows),
        rules=("EFT-turn-track",),
        source=board.card.get("source", "printed"),
    )


# --- air and artillery ------------------------------------------------------------------------------------------------


def _initiative(chart: Mapping[str, Any]) -> Sheet:
    def who(row: Mapping[str, Any]) -> Phrase:
        if row["side"] == "none":
            return _said("initiative.none")
        key = "initiative.advantage" if row.get("tactical_advantage") else "initiative.side"
        return _said(key, side=Ref("seat", row["side"]))

    return Sheet(
        id="initiative",
        group="air",
        title=_title("initiative"),
        corner=_said("die"),
        columns=(_said("initiative"),),
        rows=tuple(Line(head=span, cells=(who(row),)) for span, row in _ranges(chart["rows"], 1)),
        rules=(chart["rule"],),
        source=chart["source"],
    )


def _air_combat(chart: Mapping[str, Any]) -> Sheet:
    return Sheet(
        id="air_combat",
        group="air",
        title=_title("air_combat"),
        corner=_said("die"),
        columns=tuple(_signed(one) for one in chart["differentials"]),
        rows=tuple(
            Line(head=face, cells=tuple(NOTHING if cell == "-" else cell for cell in cells))
            for face, cells in chart["rows"].items()
        ),
        notes=(_said("note.air_codes"), _said("note.air_columns")),
        rules=(chart["rule"],),
        source=chart["source"],
    )


def _anti_air(chart: Mapping[str, Any]) -> Sheet:
    rows = [Line(head=span, cells=(_said(f"air.{row['effect']}"),)) for span, row in _ranges(chart["rows"])]
    return Sheet(
        id="anti_air",
        group="air",
        title=_title("anti_air"),
        corner=_said("die"),
        columns=(_said("result"),),
        rows=(*rows, *_die_modifiers(chart, chart["drm"])),
        notes=(_said("note.anti_air_cap", cap=chart["cap_each_side"]),),
        rules=(chart["rule"],),
        source=chart["source"],
    )


def _readiness(chart: Mapping[str, Any]) -> Sheet:
    skies = ("frost", "arctic", "mud", "snow", "storms")
    return Sheet(
        id="readiness",
        group="air",
        title=_title("readiness"),
        columns=(_said("at_most"), *(_said(f"weather.{sky}") for sky in skies)),
        rows=tuple(
            Line(
                head=_said(f"air.{change}", side=Ref("seat", side)),
                cells=(f"≤ {chart[side][change]['most']}", *(_drm_in(chart[side][change], sky) for sky in skies)),
                source=chart[side]["source"],
            )
            for side in (AXIS, SOVIET)
            for change in ("flown_to_ready", "damaged_to_flown")
        ),
        notes=(_said("note.readiness"),),
        rules=(chart["rule"],),
    )


def _drm_in(row: Mapping[str, Any], sky: str) -> str:
    drm = row["drm"].get(sky, 0)
    return _signed(drm) if drm else NOTHING


def _artillery(chart: Mapping[str, Any]) -> Sheet:
    support, suppression, guns = chart["support"], chart["suppression"], chart["super_heavy_destruction"]
    rows = [
        Line(head=_said(f"artillery.{who}"), cells=(units,), rule=support["rule"])
        for who, units in support["units_most"].items()
    ]
    rows += [
        Line(head=_said("artillery.suppressed", units=units, level=level), cells=(left,), rule=suppression["rule"])
        for units, lefts in suppression["units"].items()
        for level, left in enumerate(lefts, 1)
    ]
    radius = chart["headquarters"]["radius"]
    rows.append(Line(head=_said("artillery.radius"), cells=(radius["value"],), rule=radius["rule"]))
    lost = f"≤ {guns['destroyed']['most']}"
    rows.append(Line(head=_said("artillery.destroyed"), cells=(lost,), rule=guns["rule"], source=guns["source"]))
    return Sheet(
        id="artillery",
        group="combat",
        title=_title("artillery"),
        columns=(_said("at_most"),),
        rows=tuple(rows),
        notes=(_said("note.artillery_mud"),),
        rules=(support["rule"], suppression["rule"], chart["headquarters"]["rule"]),
        source=support["source"],
    )


# --- strength ---------------------------------------------------------------------------------------------------------


def _replacements(chart: Mapping[str, Any]) -> Sheet:
    rows = [
        Line(head=_said(f"class.{name}"), cells=(row["points"] or NOTHING,), rule=row.get("rule", ""))
        for name, row in chart["classes"].items()
    ]
    cadre = chart["eliminated_to_cadre"]
    rows.append(
        Line(head=_said("class.cadre"), cells=(cadre["points"],), rule=cadre["rule"], source=cadre["source"]),
    )
    return Sheet(
        id="replacements",
        group="strength",
        title=_title("replacements"),
        columns=(_said("points"),),
        rows=tuple(rows),
        rules=(chart["rule"],),
        source=chart["source"],
    )


def _entry(row: Mapping[str, Any]) -> str:
    """The entry that a part of a card is from, whether a rule reads all of it or not."""
    found: str = row["rule"] if "rule" in row else row["about"]
    return found


def _reinforcements(board: CrimeaScenario) -> tuple[Sheet, ...]:
    """Who comes when; none where the card brings nobody."""
    numbers = {counter.name: key for key, counter in board.units.items()}
    rows = [
        Line(
            head=row["turn"],
            cells=(
                _said("one", thing=Ref("seat", side)),
                _said("one", thing=Ref("piece", numbers[row["unit"]])),
                _said("one", thing=Ref("place", int(row["hex"]))) if "hex" in row else NOTHING,
            ),
            rule=row.get("rule", ""),
            source=row.get("source", ""),
        )
        for side in SIDES
        for row in board.card[side].get("reinforcements") or ()
        if "unit" in row and "turn" in row
    ]
    if not rows:
        return ()
    return (
        Sheet(
            id="reinforcements",
            group="strength",
            title=_title("reinforcements"),
            corner=_said("turn"),
            columns=(_said("side"), _said("unit"), _said("entry")),
            rows=tuple(sorted(rows, key=lambda line: int(str(line.head)))),
            rules=tuple(dict.fromkeys(_entry(board.card[side]) for side in SIDES)),
            source=board.card.get("source", "printed"),
        ),
    )
