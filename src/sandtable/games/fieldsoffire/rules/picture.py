"""The picture on which fire depends, and what may happen without changing it."""

from __future__ import annotations

from sandtable.games.fieldsoffire.rules.memory import fights, lies, unless, unless_equipment
from sandtable.games.fieldsoffire.rules.visibility.sights import is_sight
from sandtable.kernel.memory import Hook

PICTURE = ("units", "fires", "covers", "cards", "markers", "light", "weather", "assets")
HOLDS: dict[str, Hook] = {
    "units": unless(fights),
    "cards": unless(lies, "cards"),
    "assets": unless_equipment(is_sight),
}
"""Contacts, checks, supplies and flares come and go: who fires at whom is known as before."""
