"""Players and their fleets, those who run the evening, and the tokens that let them and the tables in."""

from sqlalchemy import CheckConstraint, Column, Float, ForeignKey, Index, LargeBinary, String, Table, UniqueConstraint

from tableassist.league.storage.schema.columns import (
    METADATA,
    at,
    at_or_not_yet,
    count,
    id_type,
    ident,
    json_of,
    text,
    words,
)

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
