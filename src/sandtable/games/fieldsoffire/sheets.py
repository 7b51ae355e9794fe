"""The charts of a mission as players read them at the table, from the figures that the rules use."""

from __future__ import annotations

from collections import Counter as Tally

from sandtable.games.fieldsoffire.model import ENEMY, FRIENDLY
from sandtable.games.fieldsoffire.scenario import FieldsScenario
from sandtable.games.fieldsoffire.scenario.files import chart, data
from sandtable.kernel.queries import Phrase
from sandtable.kernel.sheets import Line, Sheet, counted_by_source

LEVELS = ("no_contact", "contact", "engaged", "heavily_engaged")
LIKE = {"example": "printed"}
"""A figure of a worked example is printed."""


def sheets(scenario: FieldsScenario) -> tuple[Sheet, ...]:
    """All of them, in the order in which a turn needs them."""
    return (events(scenario), contacts(), experience(scenario), sources(scenario))


def _said(key: str) -> Phrase:
    return Phrase(f"sheet.{key}")


def events(scenario: FieldsScenario) -> Sheet:
    """The events of both higher headquarters, number by number, in the first and the last part of the mission."""
    lists = []
    for side in (FRIENDLY, ENEMY):
        table = data("events")["tables"][scenario.mission.setup["events"][side]]
        lists += [(side, part) for part in table["parts"]]
    return Sheet(
        id="events",
        group="mission",
        title=_said("title.events"),
        corner=_said("number"),
        columns=tuple(
            Phrase(f"sheet.events.{side}", {"first": part["turns"][0], "last": part["turns"][1]})
            for side, part in lists
        ),
        rows=tuple(
            Line(head=number, cells=tuple(Phrase(f"event.{part['events'][number - 1]}") for _, part in lists))
            for number in range(1, 11)
        ),
        rules=("FF-3.1.a", "FF-3.2.1", "FF-3.4.1"),
        source=_source(data("events")["tables"][scenario.mission.setup["events"][ENEMY]]["provenance"]["kind"]),
    )


def contacts() -> Sheet:
    """Cards drawn for a potential contact marker, by its letter and the activity level."""
    return Sheet(
        id="contacts",
        group="mission",
        title=_said("title.contacts"),
        corner=_said("letter"),
        columns=tuple(_said(level) for level in LEVELS),
        rows=tuple(
            Line(
                head=row["pc"],
                cells=tuple(row[level] if row[level] != "auto" else _said("automatic") for level in LEVELS),
            )
            for row in chart("potential_contact_draw")["rows"]
        ),
        rules=("FF-8.2.4",),
        source="printed",
    )


def experience(scenario: FieldsScenario) -> Sheet:
    """Experience points by task."""
    table = data("counters")["experience_points"][scenario.mission.type]
    return Sheet(
        id="experience",
        group="mission",
        title=_said("title.experience"),
        corner=_said("task"),
        columns=(_said("points"),),
        rows=tuple(
            Line(head=Phrase(f"modifier.{task}"), cells=(points,))
            for task, points in table.items()
            if task != "provenance"
        ),
        rules=("FF-12.1.a",),
        source=_source(table["provenance"]["kind"]),
    )


def _source(kind: str) -> str:
    return LIKE.get(kind, kind)


def sources(scenario: FieldsScenario) -> Sheet:
    """Where the values on the table come from, counted."""
    kinds = {kind.id: kind for kind in scenario.types.values()}
    counted: dict[str, Tally[str]] = {
        "terrain": Tally(_source(card.source) for card in scenario.terrain.values()),
        "units": Tally(_source(kind.source) for kind in kinds.values()),
        "markers": Tally(_source(row["provenance"]["kind"]) for row in scenario.markers.values()),
        "mission": Tally({_source(scenario.mission.source): 1}),
    }
    return counted_by_source(counted)
