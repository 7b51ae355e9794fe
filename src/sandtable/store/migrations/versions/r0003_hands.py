"""Who has looked into a hand, and for which question a notice went out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Seats remember both; for games that are being played, whoever sits there knows the hand."""
    op.add_column("seat", sa.Column("known", sa.Text(), server_default="[]", nullable=False))
    op.add_column("seat", sa.Column("told", sa.Integer(), server_default="-1", nullable=False))
    op.execute("UPDATE seat SET known = '[' || account_id || ']' WHERE account_id IS NOT NULL AND NOT reserved")


def downgrade() -> None:
    """Forget both."""
    op.drop_column("seat", "told")
    op.drop_column("seat", "known")
