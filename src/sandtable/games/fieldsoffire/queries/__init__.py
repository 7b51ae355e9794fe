"""What the umpire tells beside the rules: what an enemy would do in his activity check, and why."""

from __future__ import annotations

from sandtable.games.fieldsoffire.queries import chances
from sandtable.kernel.queries import Query

QUERIES: dict[str, Query] = {"odds": chances.odds}
