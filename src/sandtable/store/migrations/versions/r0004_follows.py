"""Which game a game follows in a campaign."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """None of the games so far follows another."""
    op.add_column("game", sa.Column("follows", sa.String(length=32), server_default="", nullable=False))
    op.create_index("ix_game_follows", "game", ["follows"])


def downgrade() -> None:
    """Forget it; the headers still know what each began with."""
    op.drop_index("ix_game_follows", "game")
    op.drop_column("game", "follows")
