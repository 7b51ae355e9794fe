"""The men of a company by name, as the terminal tells them: missions, the fallen, and who serves in which unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.cli.speech import Speech
    from sandtable.kernel import State


def roster(state: State, speech: Speech) -> Iterator[str]:
    """The roster in parts, or that this game keeps none."""
    men = getattr(state, "men", None)
    if not men or "roster.title" not in speech.texts:
        yield speech.say("cli.no_roster")
        return
    yield speech.say("roster.title")
    yield from _part(speech.say("roster.chapters"), _chapters(state, speech))
    yield from _part(speech.say("roster.fallen"), [_gone(man, speech) for man in men.values() if man.fate])
    ranks: dict[str, list[str]] = {}
    for man in men.values():
        if not man.fate:
            unit = speech.name("unit", man.unit) if man.unit else speech.say("roster.loose")
            ranks.setdefault(unit, []).append(_told(man.name, _honours(man, speech)))
    for unit, names in ranks.items():
        yield from _part(unit, names)


def _part(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield f"{title} ({len(lines)})"
        yield from (f"  {line}" for line in lines)


def _chapters(state: Any, speech: Speech) -> list[str]:
    return [
        _told(
            _mission(one.mission, speech),
            speech.say(
                "roster.chapter",
                success="yes" if one.success else "no",
                points=one.points,
                casualties=one.casualties,
            ),
        )
        for one in state.chapters
    ]


def _gone(man: Any, speech: Speech) -> str:
    said = speech.say(f"roster.{man.fate}", mission=_mission(man.mission, speech))
    return _told(man.name, said, _honours(man, speech))


def _honours(man: Any, speech: Speech) -> str:
    missions = ", ".join(_mission(one, speech) for one in man.honours)
    return speech.say("roster.honours", missions=missions) if missions else ""


def _mission(name: str, speech: Speech) -> str:
    """A mission by the title of its scenario."""
    key = f"scenario.{name.lower().replace(' ', '_')}"
    return speech.say(key) if key in speech.texts else name


def _told(name: str, *said: str) -> str:
    return "; ".join((name, *filter(None, said)))
