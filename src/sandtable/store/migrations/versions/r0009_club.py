"""What a club has besides tables: ratings, tournaments, browsers that want to be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

NEW = ("rating", "result", "tournament", "entrant", "pairing", "subscription")


def upgrade() -> None:
    """Nobody has played for anything yet."""
    op.add_column("game", sa.Column("tournament", sa.String(length=32), server_default="", nullable=False))
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "rating",
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("side", sa.String(64), nullable=False),
        sa.Column("account_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "side", "account_id", "bot", name=op.f("pk_rating")),
    )
    op.create_table(
        "result",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("how", sa.String(64), nullable=False),
        sa.Column("first", sa.Text(), nullable=False),
        sa.Column("second", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_result")),
    )
    op.create_index(op.f("ix_result_at"), "result", ["at"])
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(200), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=False),
        sa.Column("owner_id", number, nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["account.id"], name=op.f("fk_tournament_owner_id_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
    )
    op.create_index(op.f("ix_tournament_status"), "tournament", ["status"])
    op.create_index(op.f("ix_tournament_owner_id"), "tournament", ["owner_id"])
    op.create_table(
        "entrant",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("account_id", number, nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("is_out", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name=op.f("fk_entrant_tournament_id_tournament"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_entrant_account_id_account")),
        sa.PrimaryKeyConstraint("tournament_id", "account_id", name=op.f("pk_entrant")),
    )
    op.create_table(
        "pairing",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("board", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("second", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("against", sa.Integer(), nullable=True),
        sa.Column("how", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name=op.f("fk_pairing_tournament_id_tournament"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "round", "board", name=op.f("pk_pairing")),
    )
    op.create_table(
        "subscription",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("account_id", number, nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_subscription_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_subscription")),
    )
    op.create_index(op.f("ix_subscription_account_id"), "subscription", ["account_id"])


def downgrade() -> None:
    """Forget all of it; the games themselves stay."""
    for name in reversed(NEW):
        op.drop_table(name)
    op.drop_column("game", "tournament")
