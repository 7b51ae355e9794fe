"""Answers that a seat gives without being asked each time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Nobody has any yet."""
    op.add_column("seat", sa.Column("standing", sa.Text(), server_default="", nullable=False))


def downgrade() -> None:
    """Everybody is asked again."""
    op.drop_column("seat", "standing")
