"""`python -m tools.load`: see :mod:`tools.load.run`."""

from __future__ import annotations

import sys

from tools.load.run import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
