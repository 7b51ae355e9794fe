"""Scenarios of one's own: positions that somebody edited and keeps under a name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Nobody has kept one here yet; what browsers hold they bring along."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "scenario",
        sa.Column("id", number, autoincrement=True, nullable=False),
        sa.Column("account_id", number, nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(200), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("letters", sa.Integer(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("link", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_scenario_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scenario")),
        sa.UniqueConstraint("account_id", "kind", "name", name=op.f("uq_scenario_account_id_kind_name")),
    )
    op.create_index(op.f("ix_scenario_link"), "scenario", ["link"])


def downgrade() -> None:
    """Forget them."""
    op.drop_table("scenario")
