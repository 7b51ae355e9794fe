"""Who sees what: everything is open in this game (AA-9.1.hold: purchases too)."""

from sandtable.games.axisallies.model import World
from sandtable.kernel import public

VISIBILITY = {name: public for name in World.__struct_fields__ if name != "flow"}
