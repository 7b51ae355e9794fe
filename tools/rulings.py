"""Writes docs/rulings/<game>.md from the doubts a game's data records: ``python -m tools.rulings``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "sandtable" / "games"


def page(title: str, doubts: list[dict[str, Any]]) -> str:
    """The rulings of one game as a page."""
    lines = [f"# Rulings: {title}", "", "What the printed rulebook leaves in doubt, the reading taken, and why.", ""]
    for doubt in doubts:
        rule = f" ({doubt['rule']})" if doubt.get("rule") else ""
        lines += [
            f"## {doubt['id']}{rule}",
            "",
            f"- **Printed:** {doubt['printed']}",
            f"- **We play:** {doubt['taken']}",
            f"- **Why:** {doubt['why']}",
            "",
        ]
    return "\n".join(lines)


def pages() -> dict[Path, str]:
    """Every page that should exist, with its text."""
    found = {}
    for path in sorted(GAMES.glob("*/data/doubts.json")):
        game = path.parents[1].name
        data = json.loads(path.read_text())
        found[ROOT / "docs" / "rulings" / f"{game}.md"] = page(game, data["doubts"])
    return found


if __name__ == "__main__":
    for target, text in pages().items():
        target.write_text(text)
