"""Entry point of `python -m tools.rules`."""

import sys

from tools.rules.cli import main

sys.exit(main())
