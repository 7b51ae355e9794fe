"""What a seat may see: everything that lies on the table. What is face down is drawn when it is turned up, so nobody
can know it; the decks have no order until a card is drawn from them."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.kernel import Visibility, public

# rule: FF-1.0
VISIBILITY: Visibility = {name: public for name in FieldsState.__struct_fields__ if name != "flow"}
