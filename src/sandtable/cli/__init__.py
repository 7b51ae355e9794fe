"""The table in a terminal: ``sandtable --help`` lists its commands."""

import sys


def main() -> None:
    """Run the command that the words on the command line ask for."""
    if sys.argv[1:2] == ["games"]:
        from sandtable.cli.shelf import answered

        if answered(sys.argv[2:]):
            return
    from sandtable.cli.app import app
    from sandtable.cli.faults import finish_output, report

    try:
        app(prog_name="sandtable")
    except OSError as problem:  # of what the command line prints before any command runs, such as its help
        sys.exit(report(problem))
    finally:
        finish_output()


__all__ = ["main"]
