"""The table in a terminal: ``sandtable --help`` lists its commands."""

import sys


def main() -> None:
    """Run the command that the words on the command line ask for."""
    if sys.argv[1:2] == ["games"]:
        from sandtable.cli.shelf import answered

        if answered(sys.argv[2:]):
            return
    from sandtable.cli.app import app

    app(prog_name="sandtable")


__all__ = ["main"]
