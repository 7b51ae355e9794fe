"""What a seat may see: in the standard game everything lies open."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.kernel import Visibility, public

# rule: NW-8.1.2
VISIBILITY: Visibility = {name: public for name in KoreaState.__struct_fields__ if name != "flow"}
