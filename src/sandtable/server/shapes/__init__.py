"""What the server says and is told, by subject; see :mod:`sandtable.server.messages` for the socket."""
