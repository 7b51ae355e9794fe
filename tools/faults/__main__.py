"""`python -m tools.faults`: see :mod:`tools.faults.run`."""

from __future__ import annotations

import sys

from tools.faults.run import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
