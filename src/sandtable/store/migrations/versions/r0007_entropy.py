"""The seed of a table's dice from the moment it is made, and what its seats mix into it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Tables that wait already draw theirs when they begin."""
    op.add_column("game", sa.Column("secret", sa.String(length=64), server_default="", nullable=False))
    op.add_column("seat", sa.Column("entropy", sa.String(length=64), server_default="", nullable=False))


def downgrade() -> None:
    """Tables that have not begun draw another seed; games that have begun keep theirs in their headers."""
    op.drop_column("seat", "entropy")
    op.drop_column("game", "secret")
