"""Where the data of this machine's Sandtable lives."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ENVIRONMENT = "SANDTABLE_DATA"
DATABASE = "sandtable.sqlite"


def data_folder(given: Path | None = None) -> Path:
    """The folder that was given, or that the environment names, or the platform's usual place."""
    if given is not None:
        return given
    if named := os.environ.get(ENVIRONMENT):
        return Path(named)
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "sandtable"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "sandtable"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "sandtable"


def database_url(folder: Path) -> str:
    """The URL of the database in a data folder, which is made if need be, for nobody else to read."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return f"sqlite:///{(folder / DATABASE).absolute()}"
