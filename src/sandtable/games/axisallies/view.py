"""Who sees what: everything is open in this game (AA-9.1.hold: purchases too)."""

from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import public

VISIBILITY = {name: public for name in GlobalState.__struct_fields__ if name != "flow"}
