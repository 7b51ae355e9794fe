"""Links that set a new password, and accounts that are closed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Accounts can be closed; links to new passwords have a table."""
    op.add_column("account", sa.Column("disabled", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "reset",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("account_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_reset_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_reset")),
    )
    op.create_index(op.f("ix_reset_account_id"), "reset", ["account_id"], unique=False)


def downgrade() -> None:
    """Forget the links, and that accounts were closed: without a password nobody logs in to those."""
    op.execute("UPDATE account SET password = '' WHERE disabled")
    op.drop_index(op.f("ix_reset_account_id"), table_name="reset")
    op.drop_table("reset")
    op.drop_column("account", "disabled")
