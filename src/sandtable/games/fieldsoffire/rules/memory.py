"""What a change of a unit leaves standing: most of what happens to one touches neither its place nor its fire."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from sandtable.kernel.memory import Hook, Seen

stands: Callable[[Any], tuple[Any, ...]] = attrgetter("at", "aboard")
"""Where a unit is."""
fights: Callable[[Any], tuple[Any, ...]] = attrgetter(
    *("at", "aboard", "cover", "steps", "flipped", "pinned", "exposed"),
    *("unspotted", "empty", "held", "protective", "protecting"),
)
"""All that fire looks at; a unit that was checked, activated or supplied fights as before."""


shows: Callable[[Any], tuple[Any, ...]] = attrgetter("at", "aboard", "unspotted")
"""Where a unit is, and whether its enemies know."""
looks_out: Callable[[Any], tuple[Any, ...]] = attrgetter("at", "cover")
"""From where a unit sees."""
listens: Callable[[Any], tuple[Any, ...]] = attrgetter("at", "aboard", "cover", "pinned", "flipped", "platoon")
"""All that decides who hears whom and takes whose orders."""
lies: Callable[[Any], tuple[Any, ...]] = attrgetter("terrain", "hills", "kind")
"""What a card shows of its ground; contacts and points won change nothing of it."""


def unless(look: Callable[[Any], tuple[Any, ...]], table: str = "units") -> Hook:
    """What is known holds as long as no row of a table came or went and none looks otherwise."""
    rows = attrgetter(table)

    def revise(state: Any, seen: Seen, before: dict[Any, Any]) -> Seen:
        now = rows(state)
        for key, old in before.items():
            new = now.get(key)
            if (old is None) is not (new is None) or (old is not None and look(old) != look(new)):
                return {}
        return seen

    return revise


def unless_markers(*kinds: str) -> Hook:
    """What is known holds as long as no marker of these kinds was laid, changed or taken off."""

    def revise(state: Any, seen: Seen, before: dict[Any, Any]) -> Seen:
        now = state.markers
        for key, old in before.items():
            new = now.get(key)
            if (old is not None and old.kind in kinds) or (new is not None and new.kind in kinds):
                return {}
        return seen

    return revise


def unless_equipment(is_wanted: Callable[[Any], bool]) -> Hook:
    """What is known holds as long as no piece of the equipment that it looks at came, went or changed."""

    def revise(state: Any, seen: Seen, before: dict[Any, Any]) -> Seen:
        now = state.assets
        for key, old in before.items():
            new = now.get(key)
            if old != new and ((old is not None and is_wanted(old)) or (new is not None and is_wanted(new))):
                return {}
        return seen

    return revise


def fighting_anew(state: Any, before: dict[Any, Any]) -> set[int]:
    """Of units that changed those that fight otherwise, and those that carry them."""
    units, found = state.units, set()
    for key, old in before.items():
        new = units.get(key)
        if old is None or new is None or fights(old) != fights(new):
            found.add(key)
            found.update(row.aboard for row in (old, new) if row is not None and row.aboard)
    return found


def forget_changed(state: Any, seen: Seen, before: dict[Any, Any]) -> Seen:
    """What is known of single units holds, but for those that fight otherwise, and for those that carry them."""
    gone = fighting_anew(state, before)
    if not gone:
        return seen
    return {args: value for args, value in seen.items() if args[0] not in gone}
