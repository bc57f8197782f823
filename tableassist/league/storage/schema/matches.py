"""What the tables tell: matches, their records, and what is in them. A match belongs to the table that began it."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from tableassist.league.storage.schema.columns import (
    METADATA,
    at,
    at_or_not_yet,
    count,
    flag,
    id_type,
    ident,
    json_of,
    text,
    words,
)

tables = Table(
    "tables",
    METADATA,
    ident(),  # also its user name at the broker
    Column("league", id_type(), ForeignKey("leagues.id"), nullable=False),
    words("title"),
    at("added_ms"),
    at_or_not_yet("removed_ms"),
    at_or_not_yet("seen_ms"),
    Column("clock_ahead_ms", BigInteger, nullable=True),
)

matches = Table(
    "matches",
    METADATA,
    ident(),
    Column("table", id_type(), ForeignKey("tables.id"), nullable=False),
    words("name"),
    words("game"),
    words("edition"),
    json_of("players"),
    text("start"),
    words("pairing"),  # as the table says; not checked
    words("program"),
    words("public_key"),
    at("first_seen_ms"),
    at_or_not_yet("begun_ms"),
    at_or_not_yet("ended_ms"),
    words("ended_why"),
    count("up_to"),  # all records up to this one are here and are sorted into the tables below
    Index(None, "table", "first_seen_ms"),
    Index(None, "pairing"),
)

records = Table(
    "records",
    METADATA,
    Column("match", id_type(), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    words("kind"),
    at("wall_ms"),  # by the table's clock
    at("received_ms"),
    Column("body", Text, nullable=False),  # to the letter as the table sent it
)
"""Everything that a table has told, also what this version does not understand."""


def _of_a_record() -> tuple[Column[str], Column[int], ForeignKeyConstraint]:
    return (
        Column("match", id_type(), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        ForeignKeyConstraint(["match", "number"], ["records.match", "records.number"]),
    )


acts = Table(
    "acts", METADATA, *_of_a_record(), text("line"), words("words"), words("turn"), flag("is_foul"), at("received_ms")
)

rulings = Table(
    "rulings",
    METADATA,
    *_of_a_record(),
    words("ruling"),
    words("rule"),
    words("subject"),
    words("target"),
    words("verdict"),
    words("question"),
    words("asked_by"),
    at("t_ms"),  # of the match
    at("received_ms"),
    json_of("details"),  # the whole ruling, as `judge --json` has it
    Index(None, "verdict", "received_ms"),
)

overrulings = Table(
    "overrulings",
    METADATA,
    *_of_a_record(),
    words("ruling"),
    words("question"),
    words("verdict"),
    words("reason"),
    words("by"),
    words("decision"),
    at("received_ms"),
)

results = Table(
    "results",
    METADATA,
    *_of_a_record(),
    json_of("points"),
    words("winner"),
    json_of("confirmed_by"),
    words("why"),
    at("received_ms"),
)
"""The last one of a match counts."""

disputes = Table(
    "disputes",
    METADATA,
    Column("match", id_type(), ForeignKey("matches.id"), primary_key=True),
    ident("dispute"),
    Column("number", Integer, nullable=False),  # of its record
    words("question"),
    words("by"),
    at("t_ms"),  # of the match
    Column("ruling", Text, nullable=True),  # JSON; none where the judge was called for something else
    Column("evidence", String(64), nullable=True),
    count("evidence_bytes"),
    at("raised_ms"),
    words("state"),
    Column("claimed_by", id_type(), ForeignKey("users.id"), nullable=True),
    at_or_not_yet("claimed_ms"),
    at_or_not_yet("closed_ms"),
    count("version", 1),
    CheckConstraint("state in ('open', 'claimed', 'decided', 'withdrawn')", name="state"),
    Index(None, "state", "raised_ms"),
)

decisions = Table(
    "decisions",
    METADATA,
    ident(),
    Column("match", id_type(), ForeignKey("matches.id"), nullable=False),
    Column("dispute", id_type(), nullable=True),  # none: a judge ruled on a question that nobody disputed
    words("ruling"),
    words("verdict"),
    words("reason"),
    at("t_ms"),
    Column("judge", id_type(), ForeignKey("users.id"), nullable=True),
    words("judge_name"),
    at("decided_ms"),
    words("command"),
    at_or_not_yet("carried_out_ms"),
    ForeignKeyConstraint(["match", "dispute"], ["disputes.match", "disputes.dispute"]),
    UniqueConstraint("match", "dispute"),
)

evidence = Table(
    "evidence",
    METADATA,
    Column("match", id_type(), ForeignKey("matches.id"), primary_key=True),
    Column("sha256", String(64), primary_key=True),
    count("bytes"),
    count("parts"),
    at("first_part_ms"),
    at("last_part_ms"),
    at_or_not_yet("complete_ms"),
    at_or_not_yet("pruned_ms"),
)
"""A bundle, whole or still coming. What it holds stays in its parts, so that nothing as large goes through memory."""
