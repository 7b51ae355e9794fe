"""Words for players: message catalogues in a subset of ICU MessageFormat.

Rules speak in keys and parameters; this package turns them into a sentence of the reader's language::

    texts = Catalogue("it", [load("it", "sandtable"), load("it", "sandtable.games.eastfront")], names)
    texts.say("refuse.too_few", least=2, given=1)
"""

from sandtable.texts.catalogue import Catalogue, CatalogueError, load
from sandtable.texts.message import MessageError, parse, placeholders, walk
from sandtable.texts.rendering import Names, Value, format

__all__ = [
    "Catalogue",
    "CatalogueError",
    "MessageError",
    "Names",
    "Value",
    "format",
    "load",
    "parse",
    "placeholders",
    "walk",
]
