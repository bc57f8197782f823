"""What the hub needs to run: parts of evidence, commands, the lease against a second hub, the audit trail."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
)

from tableassist.league.storage.schema.columns import (
    METADATA,
    at,
    at_or_not_yet,
    count,
    id_type,
    ident,
    text,
    words,
)

evidence_parts = Table(
    "evidence_parts",
    METADATA,
    Column("match", id_type(), primary_key=True),
    Column("sha256", String(64), primary_key=True),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
    ForeignKeyConstraint(["match", "sha256"], ["evidence.match", "evidence.sha256"]),
)

commands = Table(
    "commands",
    METADATA,
    ident(),
    Column("table", id_type(), ForeignKey("tables.id"), nullable=False),
    words("kind"),
    text("body"),  # JSON, what was ordered
    text("signed"),  # as it is sent
    words("by"),
    at("issued_ms"),
    at_or_not_yet("sent_ms"),
    count("times_sent"),
    at_or_not_yet("superseded_ms"),
    at_or_not_yet("answered_ms"),
    Column("done", Boolean, nullable=True),
    words("answer"),
    Index(None, "table", "answered_ms"),
)

lease = Table(
    "lease",
    METADATA,
    Column("league", id_type(), ForeignKey("leagues.id"), primary_key=True),
    Column("hub", id_type(), nullable=False),
    words("host"),
    count("process"),
    at("since_ms"),
    at("until_ms"),  # by the database's clock
)
"""Which hub runs the league."""

audit = Table(
    "audit",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    at("at_ms"),
    words("who"),
    words("what"),
    words("about"),
    words("origin"),  # address, or the computer on which the command was typed
    words("details"),
    Index(None, "at_ms"),
)
