"""Whose work a job is, so that it can be shared out fairly."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Jobs that wait already are nobody's."""
    op.add_column("job", sa.Column("owner_id", sa.BigInteger(), server_default="0", nullable=False))


def downgrade() -> None:
    """Forget it; jobs are done in the order of their times again."""
    op.drop_column("job", "owner_id")
