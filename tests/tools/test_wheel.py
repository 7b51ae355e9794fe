"""The parts of the wheel check that need no build."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tools import wheel


def test_a_catalogue_that_was_left_out_is_named(tmp_path: Path) -> None:
    source, packed = tmp_path / "src", tmp_path / "x.whl"
    for name in ("sandtable/__init__.py", "sandtable/locale/it.json", "sandtable/__pycache__/x.pyc"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text("")
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("sandtable/__init__.py", "")
    assert wheel.left_out(packed, source) == ["sandtable/locale/it.json"]


def test_constraints_are_the_pins_with_their_conditions_and_without_hashes() -> None:
    lock = (
        "click==8.5.1 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n"
        "numpy==2.4.6 ; python_full_version < '3.12' \\\n    --hash=sha256:cc\n"
    )
    assert wheel.constraints(lock) == "click==8.5.1\nnumpy==2.4.6 ; python_full_version < '3.12'\n"
