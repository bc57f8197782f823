"""What an evening needs beside the first schema: clubs, late arrivals, how a pairing came to its end."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("players", sa.Column("club", sa.String(length=1000), server_default="", nullable=False))
    op.add_column("entries", sa.Column("from_round", sa.Integer(), server_default="1", nullable=False))
    op.add_column("pairings", sa.Column("ended", sa.String(length=1000), server_default="", nullable=False))
