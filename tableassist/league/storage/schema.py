"""What the columns of all tables are made of. Times are milliseconds since 1970 by the hub's clock."""

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


def id_type() -> String:
    return String(ID_LENGTH)


def ident(name: str = "id") -> Column[str]:
    """A primary key, or a part of one."""
    return Column(name, id_type(), primary_key=True)


def words(name: str) -> Column[str]:
    """Empty where nothing was said."""
    return Column(name, String(WORDS_LENGTH), nullable=False, server_default="")


def text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False, server_default="")


def json_of(name: str) -> Column[Any]:
    return Column(name, JSON, nullable=False)


def at(name: str) -> Column[int]:
    """When, always known."""
    return Column(name, BigInteger, nullable=False)


def at_or_not_yet(name: str) -> Column[int | None]:
    return Column(name, BigInteger, nullable=True)


def count(name: str, default: int = 0) -> Column[int]:
    return Column(name, Integer, nullable=False, server_default=str(default))


def flag(name: str, *, default: bool = False) -> Column[bool]:
    return Column(name, Boolean, nullable=False, server_default=true() if default else false())


def fitting(said: str, most: int = WORDS_LENGTH) -> str:
    """As the database takes it: PostgreSQL refuses the letter zero, and what is longer than the column."""
    return said.replace("\0", "\ufffd")[:most]


players = Table(
    "players",
    METADATA,
    ident(),
    Column("league", id_type(), ForeignKey("leagues.id"), nullable=False),
    words("name"),
    words("contact"),
    words("club"),  # or family: kept apart where that is asked for
    at("added_ms"),
    at_or_not_yet("removed_ms"),
    UniqueConstraint("league", "name"),
    CheckConstraint("name <> ''", name="name"),
)

fleets = Table(
    "fleets",
    METADATA,
    ident(),
    Column("player", id_type(), ForeignKey("players.id"), nullable=False),
    words("name"),
    words("edition"),
    count("points"),
    text("contents"),  # as players share fleets
    json_of("problems"),  # what the check found, in words; empty where it is fine
    at("added_ms"),
    Index(None, "player"),
)

ratings = Table(
    "ratings",
    METADATA,
    Column("player", id_type(), ForeignKey("players.id"), primary_key=True),
    Column("pairing", id_type(), ForeignKey("pairings.id"), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    at("rated_ms"),
    Index(None, "player", "rated_ms"),
)
"""After each pairing that counts."""

users = Table(
    "users",
    METADATA,
    ident(),
    Column("league", id_type(), ForeignKey("leagues.id"), nullable=False),
    words("name"),
    words("role"),
    at("added_ms"),
    at_or_not_yet("revoked_ms"),
    UniqueConstraint("league", "name"),
    CheckConstraint("role in ('admin', 'judge', 'spectator')", name="role"),
    CheckConstraint("name <> ''", name="name"),
)

tokens = Table(
    "tokens",
    METADATA,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the token, which is kept nowhere
    Column("user", id_type(), ForeignKey("users.id"), nullable=True),
    Column("table", id_type(), ForeignKey("tables.id"), nullable=True),
    words("broker_hash"),  # as mosquitto's password file has it; empty for those whom the broker does not know
    at("made_ms"),
    at_or_not_yet("expires_ms"),
    at_or_not_yet("revoked_ms"),
    CheckConstraint('("user" is null) <> ("table" is null)', name="owner"),
    Index(None, "user"),
    Index(None, "table"),
)

invitations = Table(
    "invitations",
    METADATA,
    Column("name", String(4), primary_key=True),  # the first part of the code
    Column("table", id_type(), ForeignKey("tables.id"), nullable=False),
    Column("token", String(64), ForeignKey("tokens.digest"), nullable=False),
    Column("sealed", LargeBinary, nullable=True),  # the membership, which only the rest of the code opens
    at("made_ms"),
    at("expires_ms"),
    count("tries_left"),
    at_or_not_yet("fetched_ms"),
    at_or_not_yet("used_ms"),
    Index(None, "table"),
)


leagues = Table("leagues", METADATA, ident(), words("title"), at("made_ms"))
"""The id is also the first word of the league's topics on the bus."""

seasons = Table(
    "seasons",
    METADATA,
    ident(),
    Column("league", id_type(), ForeignKey("leagues.id"), nullable=False),
    count("number", 1),
    words("title"),
    at("begun_ms"),
    at_or_not_yet("ended_ms"),
    json_of("rules"),  # how points are given and ties are broken
    UniqueConstraint("league", "number"),
)

evenings = Table(
    "evenings",
    METADATA,
    ident(),
    Column("season", id_type(), ForeignKey("seasons.id"), nullable=False),
    words("title"),
    words("system"),  # swiss, round-robin
    count("planned_rounds"),
    json_of("rules"),
    at("begun_ms"),
    at_or_not_yet("ended_ms"),
    count("version", 1),
    CheckConstraint("system in ('swiss', 'round-robin')", name="system"),
    Index(None, "season"),
)

entries = Table(
    "entries",
    METADATA,
    Column("evening", id_type(), ForeignKey("evenings.id"), primary_key=True),
    Column("player", id_type(), ForeignKey("players.id"), primary_key=True),
    Column("fleet", id_type(), ForeignKey("fleets.id"), nullable=True),
    count("number"),  # the order of entering, which breaks the last ties
    at("entered_ms"),
    count("from_round", 1),  # later than 1: came late
    Column("left_after_round", Integer, nullable=True),
)
"""Who plays this evening."""

rounds = Table(
    "rounds",
    METADATA,
    ident(),
    Column("evening", id_type(), ForeignKey("evenings.id"), nullable=False),
    Column("number", Integer, nullable=False),
    words("state"),  # drawn, running, over
    at("drawn_ms"),
    at_or_not_yet("begun_ms"),
    at_or_not_yet("ended_ms"),
    count("clock_s"),  # the round's length; 0 without a clock
    count("clock_used_s"),  # until the clock last stopped
    at_or_not_yet("clock_running_since_ms"),
    count("version", 1),
    UniqueConstraint("evening", "number"),
    CheckConstraint("state in ('drawn', 'running', 'over')", name="state"),
    CheckConstraint("number >= 1", name="number"),
)

pairings = Table(
    "pairings",
    METADATA,
    ident(),
    Column("round", id_type(), ForeignKey("rounds.id"), nullable=False),
    count("number", 1),
    Column("table", id_type(), ForeignKey("tables.id"), nullable=True),
    Column("first_player", id_type(), ForeignKey("players.id"), nullable=False),
    Column("second_player", id_type(), ForeignKey("players.id"), nullable=True),  # none: a bye
    words("outcome"),
    words("ended"),  # played, concession, walkover, nobody, bye
    count("first_points"),
    count("second_points"),
    flag("first_confirmed"),
    flag("second_confirmed"),
    words("entered_by"),  # the table's referee, or the judge's name
    words("why"),
    at_or_not_yet("decided_ms"),
    count("version", 1),
    UniqueConstraint("round", "number"),
    UniqueConstraint("round", "first_player"),
    UniqueConstraint("round", "second_player"),
    CheckConstraint("outcome in ('', 'first', 'second', 'draw', 'bye', 'both-lost')", name="outcome"),
    CheckConstraint("second_player is null or first_player <> second_player", name="opponents"),
)

standings = Table(
    "standings",
    METADATA,
    Column("evening", id_type(), ForeignKey("evenings.id"), primary_key=True),
    Column("after_round", Integer, primary_key=True),
    Column("player", id_type(), ForeignKey("players.id"), primary_key=True),
    count("place"),
    Column("points", Float, nullable=False),
    json_of("tie_breaks"),
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
