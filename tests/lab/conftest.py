"""The laboratory needs packages that the table does not: ``python -m tools.laboratory`` fetches them."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("SANDTABLE_LAB_TESTS") else ["test_*.py"]
