"""Every record of a game with a link to the one before it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from sandtable.store import chain

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Chain the records that are there, as they are."""
    op.add_column("step", sa.Column("chain", sa.String(length=32), server_default="", nullable=False))
    connection = op.get_bind()
    begun = sa.text("SELECT id, header, opening FROM game WHERE header IS NOT NULL ORDER BY id")
    steps = sa.text("SELECT seq, line FROM step WHERE game_id = :game ORDER BY seq")
    linked = sa.text("UPDATE step SET chain = :chain WHERE game_id = :game AND seq = :seq")
    for game, header, opening in connection.execute(begun).all():
        last, links = chain.start(bytes(header), bytes(opening)), []
        for seq, line in connection.execute(steps, {"game": game}):
            last = chain.link(last, bytes(line))
            links.append({"game": game, "seq": seq, "chain": last})
        if links:
            connection.execute(linked, links)


def downgrade() -> None:
    """Forget the links; they can be made again."""
    op.drop_column("step", "chain")
