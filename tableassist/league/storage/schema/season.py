"""Leagues, seasons, evenings, rounds, pairings, standings."""

from sqlalchemy import CheckConstraint, Column, Float, ForeignKey, Index, Integer, Table, UniqueConstraint

from tableassist.league.storage.schema.columns import (
    METADATA,
    at,
    at_or_not_yet,
    count,
    flag,
    id_type,
    ident,
    json_of,
    words,
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
