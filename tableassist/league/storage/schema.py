"""The database schema of a league: players, evenings, rounds, matches, disputes, tables, users, audit trail.

Times are milliseconds since 1970 by the hub's clock.
"""

import secrets
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
ID_LENGTH, WORDS_LENGTH = 80, 1_000


def id_column_type() -> String:
    return String(ID_LENGTH)


def id_column(name: str = "id") -> Column[str]:
    """A primary key, or a part of one."""
    return Column(name, id_column_type(), primary_key=True)


def words_column(name: str) -> Column[str]:
    """Empty where nothing was said."""
    return Column(name, String(WORDS_LENGTH), nullable=False, server_default="")


def text_column(name: str) -> Column[str]:
    return Column(name, Text, nullable=False, server_default="")


def json_column(name: str) -> Column[Any]:
    return Column(name, JSON, nullable=False)


def time_column(name: str) -> Column[int]:
    """When, always known."""
    return Column(name, BigInteger, nullable=False)


def optional_time_column(name: str) -> Column[int | None]:
    return Column(name, BigInteger, nullable=True)


def count_column(name: str, default: int = 0) -> Column[int]:
    return Column(name, Integer, nullable=False, server_default=str(default))


def flag_column(name: str, *, default: bool = False) -> Column[bool]:
    return Column(name, Boolean, nullable=False, server_default=true() if default else false())


def clip_words(text: str, most: int = WORDS_LENGTH) -> str:
    """As the database takes it: PostgreSQL refuses the letter zero, and what is longer than the column."""
    return text.replace("\0", "\ufffd")[:most]


players = Table(
    "players",
    METADATA,
    id_column(),
    Column("league", id_column_type(), ForeignKey("leagues.id"), nullable=False),
    words_column("name"),
    words_column("contact"),
    words_column("club"),  # or family: kept apart where that is asked for
    time_column("added_ms"),
    optional_time_column("removed_ms"),
    UniqueConstraint("league", "name"),
    CheckConstraint("name <> ''", name="name"),
)

fleets = Table(
    "fleets",
    METADATA,
    id_column(),
    Column("player", id_column_type(), ForeignKey("players.id"), nullable=False),
    words_column("name"),
    words_column("edition"),
    count_column("points"),
    text_column("contents"),  # as players share fleets
    json_column("problems"),  # what the check found, in words; empty where it is fine
    time_column("added_ms"),
    Index(None, "player"),
)

ratings = Table(
    "ratings",
    METADATA,
    Column("player", id_column_type(), ForeignKey("players.id"), primary_key=True),
    Column("pairing", id_column_type(), ForeignKey("pairings.id"), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    time_column("rated_ms"),
    Index(None, "player", "rated_ms"),
)
"""After each pairing that counts."""

users = Table(
    "users",
    METADATA,
    id_column(),
    Column("league", id_column_type(), ForeignKey("leagues.id"), nullable=False),
    words_column("name"),
    words_column("role"),
    time_column("added_ms"),
    optional_time_column("revoked_ms"),
    UniqueConstraint("league", "name"),
    CheckConstraint("role in ('admin', 'judge', 'spectator')", name="role"),
    CheckConstraint("name <> ''", name="name"),
)

tokens = Table(
    "tokens",
    METADATA,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the token, which is kept nowhere
    Column("user", id_column_type(), ForeignKey("users.id"), nullable=True),
    Column("table", id_column_type(), ForeignKey("tables.id"), nullable=True),
    words_column("broker_hash"),  # as mosquitto's password file has it; empty for those whom the broker does not know
    time_column("made_ms"),
    optional_time_column("expires_ms"),
    optional_time_column("revoked_ms"),
    CheckConstraint('("user" is null) <> ("table" is null)', name="owner"),
    Index(None, "user"),
    Index(None, "table"),
)

invitations = Table(
    "invitations",
    METADATA,
    Column("name", String(4), primary_key=True),  # the first part of the code
    Column("table", id_column_type(), ForeignKey("tables.id"), nullable=False),
    Column("token", String(64), ForeignKey("tokens.digest"), nullable=False),
    Column("sealed", LargeBinary, nullable=True),  # the membership, which only the rest of the code opens
    time_column("made_ms"),
    time_column("expires_ms"),
    count_column("tries_left"),
    optional_time_column("fetched_ms"),
    optional_time_column("used_ms"),
    Index(None, "table"),
)


leagues = Table("leagues", METADATA, id_column(), words_column("title"), time_column("made_ms"))
"""The id is also the first word of the league's topics on the bus."""

seasons = Table(
    "seasons",
    METADATA,
    id_column(),
    Column("league", id_column_type(), ForeignKey("leagues.id"), nullable=False),
    count_column("number", 1),
    words_column("title"),
    time_column("begun_ms"),
    optional_time_column("ended_ms"),
    json_column("rules"),  # how points are given and ties are broken
    UniqueConstraint("league", "number"),
)

evenings = Table(
    "evenings",
    METADATA,
    id_column(),
    Column("season", id_column_type(), ForeignKey("seasons.id"), nullable=False),
    words_column("title"),
    words_column("system"),  # swiss, round-robin
    count_column("planned_rounds"),
    json_column("rules"),
    time_column("begun_ms"),
    optional_time_column("ended_ms"),
    count_column("version", 1),
    CheckConstraint("system in ('swiss', 'round-robin')", name="system"),
    Index(None, "season"),
)

entries = Table(
    "entries",
    METADATA,
    Column("evening", id_column_type(), ForeignKey("evenings.id"), primary_key=True),
    Column("player", id_column_type(), ForeignKey("players.id"), primary_key=True),
    Column("fleet", id_column_type(), ForeignKey("fleets.id"), nullable=True),
    count_column("number"),  # the order of entering, which breaks the last ties
    time_column("entered_ms"),
    count_column("from_round", 1),  # later than 1: came late
    Column("left_after_round", Integer, nullable=True),
)
"""Who plays this evening."""

rounds = Table(
    "rounds",
    METADATA,
    id_column(),
    Column("evening", id_column_type(), ForeignKey("evenings.id"), nullable=False),
    Column("number", Integer, nullable=False),
    words_column("state"),  # drawn, running, over
    time_column("drawn_ms"),
    optional_time_column("begun_ms"),
    optional_time_column("ended_ms"),
    count_column("clock_s"),  # the round's length; 0 without a clock
    count_column("clock_used_s"),  # until the clock last stopped
    optional_time_column("clock_running_since_ms"),
    count_column("version", 1),
    UniqueConstraint("evening", "number"),
    CheckConstraint("state in ('drawn', 'running', 'over')", name="state"),
    CheckConstraint("number >= 1", name="number"),
)

pairings = Table(
    "pairings",
    METADATA,
    id_column(),
    Column("round", id_column_type(), ForeignKey("rounds.id"), nullable=False),
    count_column("number", 1),
    Column("table", id_column_type(), ForeignKey("tables.id"), nullable=True),
    Column("first_player", id_column_type(), ForeignKey("players.id"), nullable=False),
    Column("second_player", id_column_type(), ForeignKey("players.id"), nullable=True),  # none: a bye
    words_column("outcome"),
    words_column("ended"),  # played, concession, walkover, nobody, bye
    count_column("first_points"),
    count_column("second_points"),
    flag_column("first_confirmed"),
    flag_column("second_confirmed"),
    words_column("entered_by"),  # the table's referee, or the judge's name
    words_column("why"),
    optional_time_column("decided_ms"),
    count_column("version", 1),
    UniqueConstraint("round", "number"),
    UniqueConstraint("round", "first_player"),
    UniqueConstraint("round", "second_player"),
    CheckConstraint("outcome in ('', 'first', 'second', 'draw', 'bye', 'both-lost')", name="outcome"),
    CheckConstraint("second_player is null or first_player <> second_player", name="opponents"),
)

standings = Table(
    "standings",
    METADATA,
    Column("evening", id_column_type(), ForeignKey("evenings.id"), primary_key=True),
    Column("after_round", Integer, primary_key=True),
    Column("player", id_column_type(), ForeignKey("players.id"), primary_key=True),
    count_column("place"),
    Column("points", Float, nullable=False),
    json_column("tie_breaks"),
)


tables = Table(
    "tables",
    METADATA,
    id_column(),  # also its user name at the broker
    Column("league", id_column_type(), ForeignKey("leagues.id"), nullable=False),
    words_column("title"),
    time_column("added_ms"),
    optional_time_column("removed_ms"),
    optional_time_column("seen_ms"),
    Column("clock_ahead_ms", BigInteger, nullable=True),
)

matches = Table(
    "matches",
    METADATA,
    id_column(),
    Column("table", id_column_type(), ForeignKey("tables.id"), nullable=False),
    words_column("name"),
    words_column("game"),
    words_column("edition"),
    json_column("players"),
    text_column("start"),
    words_column("pairing"),  # as the table says; not checked
    words_column("program"),
    words_column("public_key"),
    time_column("first_seen_ms"),
    optional_time_column("begun_ms"),
    optional_time_column("ended_ms"),
    words_column("ended_why"),
    count_column("up_to"),  # all records up to this one are here and are sorted into the tables below
    Index(None, "table", "first_seen_ms"),
    Index(None, "pairing"),
)

records = Table(
    "records",
    METADATA,
    Column("match", id_column_type(), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    words_column("kind"),
    time_column("wall_ms"),  # by the table's clock
    time_column("received_ms"),
    Column("body", Text, nullable=False),  # to the letter as the table sent it
)
"""Everything that a table has told, also what this version does not understand."""


def _record_reference() -> tuple[Column[str], Column[int], ForeignKeyConstraint]:
    return (
        Column("match", id_column_type(), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        ForeignKeyConstraint(["match", "number"], ["records.match", "records.number"]),
    )


acts = Table(
    "acts",
    METADATA,
    *_record_reference(),
    text_column("line"),
    words_column("words"),
    words_column("turn"),
    flag_column("is_foul"),
    time_column("received_ms"),
)

rulings = Table(
    "rulings",
    METADATA,
    *_record_reference(),
    words_column("ruling"),
    words_column("rule"),
    words_column("subject"),
    words_column("target"),
    words_column("verdict"),
    words_column("question"),
    words_column("asked_by"),
    time_column("t_ms"),  # of the match
    time_column("received_ms"),
    json_column("details"),  # the whole ruling, as `judge --json` has it
    Index(None, "verdict", "received_ms"),
)

overrulings = Table(
    "overrulings",
    METADATA,
    *_record_reference(),
    words_column("ruling"),
    words_column("question"),
    words_column("verdict"),
    words_column("reason"),
    words_column("by"),
    words_column("decision"),
    time_column("received_ms"),
)

results = Table(
    "results",
    METADATA,
    *_record_reference(),
    json_column("points"),
    words_column("winner"),
    json_column("confirmed_by"),
    words_column("why"),
    time_column("received_ms"),
)
"""The last one of a match counts."""

disputes = Table(
    "disputes",
    METADATA,
    Column("match", id_column_type(), ForeignKey("matches.id"), primary_key=True),
    id_column("dispute"),
    Column("number", Integer, nullable=False),  # of its record
    words_column("question"),
    words_column("by"),
    time_column("t_ms"),  # of the match
    Column("ruling", Text, nullable=True),  # JSON; none where the judge was called for something else
    Column("evidence", String(64), nullable=True),
    count_column("evidence_bytes"),
    time_column("raised_ms"),
    words_column("state"),
    Column("claimed_by", id_column_type(), ForeignKey("users.id"), nullable=True),
    optional_time_column("claimed_ms"),
    optional_time_column("closed_ms"),
    count_column("version", 1),
    CheckConstraint("state in ('open', 'claimed', 'decided', 'withdrawn')", name="state"),
    Index(None, "state", "raised_ms"),
)

decisions = Table(
    "decisions",
    METADATA,
    id_column(),
    Column("match", id_column_type(), ForeignKey("matches.id"), nullable=False),
    Column("dispute", id_column_type(), nullable=True),  # none: a judge ruled on a question that nobody disputed
    words_column("ruling"),
    words_column("verdict"),
    words_column("reason"),
    time_column("t_ms"),
    Column("judge", id_column_type(), ForeignKey("users.id"), nullable=True),
    words_column("judge_name"),
    time_column("decided_ms"),
    words_column("command"),
    optional_time_column("carried_out_ms"),
    ForeignKeyConstraint(["match", "dispute"], ["disputes.match", "disputes.dispute"]),
    UniqueConstraint("match", "dispute"),
)

evidence = Table(
    "evidence",
    METADATA,
    Column("match", id_column_type(), ForeignKey("matches.id"), primary_key=True),
    Column("sha256", String(64), primary_key=True),
    count_column("bytes"),
    count_column("parts"),
    time_column("first_part_ms"),
    time_column("last_part_ms"),
    optional_time_column("complete_ms"),
    optional_time_column("pruned_ms"),
)
"""A bundle, whole or still coming. What it holds stays in its parts, so that nothing as large goes through memory."""


evidence_parts = Table(
    "evidence_parts",
    METADATA,
    Column("match", id_column_type(), primary_key=True),
    Column("sha256", String(64), primary_key=True),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
    ForeignKeyConstraint(["match", "sha256"], ["evidence.match", "evidence.sha256"]),
)

commands = Table(
    "commands",
    METADATA,
    id_column(),
    Column("table", id_column_type(), ForeignKey("tables.id"), nullable=False),
    words_column("kind"),
    text_column("body"),  # JSON, what was ordered
    text_column("signed"),  # as it is sent
    words_column("by"),
    time_column("issued_ms"),
    optional_time_column("sent_ms"),
    count_column("times_sent"),
    optional_time_column("superseded_ms"),
    optional_time_column("answered_ms"),
    Column("done", Boolean, nullable=True),
    words_column("answer"),
    Index(None, "table", "answered_ms"),
)

lease = Table(
    "lease",
    METADATA,
    Column("league", id_column_type(), ForeignKey("leagues.id"), primary_key=True),
    Column("hub", id_column_type(), nullable=False),
    words_column("host"),
    count_column("process"),
    time_column("since_ms"),
    time_column("until_ms"),  # by the database's clock
)
"""Which hub runs the league."""

audit = Table(
    "audit",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    time_column("at_ms"),
    words_column("who"),
    words_column("what"),
    words_column("about"),
    words_column("origin"),  # address, or the computer on which the command was typed
    words_column("details"),
    Index(None, "at_ms"),
)


__all__ = [
    "METADATA",
    "acts",
    "audit",
    "commands",
    "decisions",
    "disputes",
    "entries",
    "evenings",
    "evidence",
    "evidence_parts",
    "fleets",
    "invitations",
    "leagues",
    "lease",
    "matches",
    "overrulings",
    "pairings",
    "players",
    "ratings",
    "records",
    "results",
    "rounds",
    "rulings",
    "seasons",
    "standings",
    "tables",
    "tokens",
    "users",
]


def new_id(kind: str) -> str:
    """Not to be guessed, and its kind is seen in a log."""
    return f"{kind}-{secrets.token_hex(8)}"
