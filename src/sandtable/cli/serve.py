"""The commands of the server, for the command line: ``register(app)`` adds serve, doctor, backup and restore."""

from sandtable.server.commands import register

__all__ = ["register"]
