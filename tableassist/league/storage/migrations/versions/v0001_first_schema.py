"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("what", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("about", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("origin", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("details", sa.String(length=1000), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index("ix_audit_at_ms", "audit", ["at_ms"])

    op.create_table(
        "leagues",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("title", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leagues")),
    )
    op.create_table(
        "lease",
        sa.Column("league", sa.String(length=80), nullable=False),
        sa.Column("hub", sa.String(length=80), nullable=False),
        sa.Column("host", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("process", sa.Integer(), server_default="0", nullable=False),
        sa.Column("since_ms", sa.BigInteger(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["league"], ["leagues.id"], name=op.f("fk_lease_league")),
        sa.PrimaryKeyConstraint("league", name=op.f("pk_lease")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("league", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("contact", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("added_ms", sa.BigInteger(), nullable=False),
        sa.Column("removed_ms", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("name <> ''", name=op.f("ck_players_name")),
        sa.ForeignKeyConstraint(["league"], ["leagues.id"], name=op.f("fk_players_league")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("league", "name", name=op.f("uq_players_league_name")),
    )
    op.create_table(
        "seasons",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("league", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), server_default="1", nullable=False),
        sa.Column("title", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("begun_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["league"], ["leagues.id"], name=op.f("fk_seasons_league")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sa.UniqueConstraint("league", "number", name=op.f("uq_seasons_league_number")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("league", sa.String(length=80), nullable=False),
        sa.Column("title", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("added_ms", sa.BigInteger(), nullable=False),
        sa.Column("removed_ms", sa.BigInteger(), nullable=True),
        sa.Column("seen_ms", sa.BigInteger(), nullable=True),
        sa.Column("clock_ahead_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["league"], ["leagues.id"], name=op.f("fk_tables_league")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("league", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("role", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("added_ms", sa.BigInteger(), nullable=False),
        sa.Column("revoked_ms", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("name <> ''", name=op.f("ck_users_name")),
        sa.CheckConstraint("role in ('admin', 'judge', 'spectator')", name=op.f("ck_users_role")),
        sa.ForeignKeyConstraint(["league"], ["leagues.id"], name=op.f("fk_users_league")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("league", "name", name=op.f("uq_users_league_name")),
    )
    op.create_table(
        "commands",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("table", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("body", sa.Text(), server_default="", nullable=False),
        sa.Column("signed", sa.Text(), server_default="", nullable=False),
        sa.Column("by", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("issued_ms", sa.BigInteger(), nullable=False),
        sa.Column("sent_ms", sa.BigInteger(), nullable=True),
        sa.Column("times_sent", sa.Integer(), server_default="0", nullable=False),
        sa.Column("superseded_ms", sa.BigInteger(), nullable=True),
        sa.Column("answered_ms", sa.BigInteger(), nullable=True),
        sa.Column("done", sa.Boolean(), nullable=True),
        sa.Column("answer", sa.String(length=1000), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_commands_table")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_commands")),
    )
    op.create_index("ix_commands_table_answered_ms", "commands", ["table", "answered_ms"])

    op.create_table(
        "evenings",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("season", sa.String(length=80), nullable=False),
        sa.Column("title", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("system", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("planned_rounds", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("begun_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("system in ('swiss', 'round-robin')", name=op.f("ck_evenings_system")),
        sa.ForeignKeyConstraint(["season"], ["seasons.id"], name=op.f("fk_evenings_season")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evenings")),
    )
    op.create_index("ix_evenings_season", "evenings", ["season"])

    op.create_table(
        "fleets",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("player", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("edition", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("points", sa.Integer(), server_default="0", nullable=False),
        sa.Column("contents", sa.Text(), server_default="", nullable=False),
        sa.Column("problems", sa.JSON(), nullable=False),
        sa.Column("added_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_fleets_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fleets")),
    )
    op.create_index("ix_fleets_player", "fleets", ["player"])

    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("table", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("game", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("edition", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("start", sa.Text(), server_default="", nullable=False),
        sa.Column("pairing", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("program", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("public_key", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("first_seen_ms", sa.BigInteger(), nullable=False),
        sa.Column("begun_ms", sa.BigInteger(), nullable=True),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.Column("ended_why", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("up_to", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_matches_table")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index("ix_matches_pairing", "matches", ["pairing"])
    op.create_index("ix_matches_table_first_seen_ms", "matches", ["table", "first_seen_ms"])

    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("user", sa.String(length=80), nullable=True),
        sa.Column("table", sa.String(length=80), nullable=True),
        sa.Column("broker_hash", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=True),
        sa.Column("revoked_ms", sa.BigInteger(), nullable=True),
        sa.CheckConstraint('("user" is null) <> ("table" is null)', name=op.f("ck_tokens_owner")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_tokens_table")),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name=op.f("fk_tokens_user")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_tokens")),
    )
    op.create_index("ix_tokens_table", "tokens", ["table"])
    op.create_index("ix_tokens_user", "tokens", ["user"])

    op.create_table(
        "disputes",
        sa.Column("match", sa.String(length=80), nullable=False),
        sa.Column("dispute", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("by", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("t_ms", sa.BigInteger(), nullable=False),
        sa.Column("ruling", sa.Text(), nullable=True),
        sa.Column("evidence", sa.String(length=64), nullable=True),
        sa.Column("evidence_bytes", sa.Integer(), server_default="0", nullable=False),
        sa.Column("raised_ms", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("claimed_by", sa.String(length=80), nullable=True),
        sa.Column("claimed_ms", sa.BigInteger(), nullable=True),
        sa.Column("closed_ms", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("state in ('open', 'claimed', 'decided', 'withdrawn')", name=op.f("ck_disputes_state")),
        sa.ForeignKeyConstraint(["claimed_by"], ["users.id"], name=op.f("fk_disputes_claimed_by")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_disputes_match")),
        sa.PrimaryKeyConstraint("match", "dispute", name=op.f("pk_disputes")),
    )
    op.create_index("ix_disputes_state_raised_ms", "disputes", ["state", "raised_ms"])

    op.create_table(
        "entries",
        sa.Column("evening", sa.String(length=80), nullable=False),
        sa.Column("player", sa.String(length=80), nullable=False),
        sa.Column("fleet", sa.String(length=80), nullable=True),
        sa.Column("number", sa.Integer(), server_default="0", nullable=False),
        sa.Column("entered_ms", sa.BigInteger(), nullable=False),
        sa.Column("left_after_round", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["evening"], ["evenings.id"], name=op.f("fk_entries_evening")),
        sa.ForeignKeyConstraint(["fleet"], ["fleets.id"], name=op.f("fk_entries_fleet")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_entries_player")),
        sa.PrimaryKeyConstraint("evening", "player", name=op.f("pk_entries")),
    )
    op.create_table(
        "evidence",
        sa.Column("match", sa.String(length=80), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("bytes", sa.Integer(), server_default="0", nullable=False),
        sa.Column("parts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("first_part_ms", sa.BigInteger(), nullable=False),
        sa.Column("last_part_ms", sa.BigInteger(), nullable=False),
        sa.Column("complete_ms", sa.BigInteger(), nullable=True),
        sa.Column("pruned_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_evidence_match")),
        sa.PrimaryKeyConstraint("match", "sha256", name=op.f("pk_evidence")),
    )
    op.create_table(
        "invitations",
        sa.Column("name", sa.String(length=4), nullable=False),
        sa.Column("table", sa.String(length=80), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=True),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("tries_left", sa.Integer(), server_default="0", nullable=False),
        sa.Column("fetched_ms", sa.BigInteger(), nullable=True),
        sa.Column("used_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_invitations_table")),
        sa.ForeignKeyConstraint(["token"], ["tokens.digest"], name=op.f("fk_invitations_token")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_invitations")),
    )
    op.create_index("ix_invitations_table", "invitations", ["table"])

    op.create_table(
        "records",
        sa.Column("match", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("wall_ms", sa.BigInteger(), nullable=False),
        sa.Column("received_ms", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_records_match")),
        sa.PrimaryKeyConstraint("match", "number", name=op.f("pk_records")),
    )
    op.create_table(
        "rounds",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("evening", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("drawn_ms", sa.BigInteger(), nullable=False),
        sa.Column("begun_ms", sa.BigInteger(), nullable=True),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.Column("clock_s", sa.Integer(), server_default="0", nullable=False),
        sa.Column("clock_used_s", sa.Integer(), server_default="0", nullable=False),
        sa.Column("clock_running_since_ms", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("state in ('drawn', 'running', 'over')", name=op.f("ck_rounds_state")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_rounds_number")),
        sa.ForeignKeyConstraint(["evening"], ["evenings.id"], name=op.f("fk_rounds_evening")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rounds")),
        sa.UniqueConstraint("evening", "number", name=op.f("uq_rounds_evening_number")),
    )
    op.create_table(
        "standings",
        sa.Column("evening", sa.String(length=80), nullable=False),
        sa.Column("after_round", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=80), nullable=False),
        sa.Column("place", sa.Integer(), server_default="0", nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("tie_breaks", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["evening"], ["evenings.id"], name=op.f("fk_standings_evening")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_standings_player")),
        sa.PrimaryKeyConstraint("evening", "after_round", "player", name=op.f("pk_standings")),
    )
    op.create_table(
        "acts",
        sa.Column("match", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Text(), server_default="", nullable=False),
        sa.Column("words", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("turn", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("is_foul", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("received_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match", "number"], ["records.match", "records.number"], name=op.f("fk_acts_match_number")
        ),
        sa.PrimaryKeyConstraint("match", "number", name=op.f("pk_acts")),
    )
    op.create_table(
        "decisions",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("match", sa.String(length=80), nullable=False),
        sa.Column("dispute", sa.String(length=80), nullable=True),
        sa.Column("ruling", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("verdict", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("reason", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("t_ms", sa.BigInteger(), nullable=False),
        sa.Column("judge", sa.String(length=80), nullable=True),
        sa.Column("judge_name", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("decided_ms", sa.BigInteger(), nullable=False),
        sa.Column("command", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("carried_out_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["judge"], ["users.id"], name=op.f("fk_decisions_judge")),
        sa.ForeignKeyConstraint(
            ["match", "dispute"], ["disputes.match", "disputes.dispute"], name=op.f("fk_decisions_match_dispute")
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_decisions_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decisions")),
        sa.UniqueConstraint("match", "dispute", name=op.f("uq_decisions_match_dispute")),
    )
    op.create_table(
        "evidence_parts",
        sa.Column("match", sa.String(length=80), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("part", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match", "sha256"], ["evidence.match", "evidence.sha256"], name=op.f("fk_evidence_parts_match_sha256")
        ),
        sa.PrimaryKeyConstraint("match", "sha256", "part", name=op.f("pk_evidence_parts")),
    )
    op.create_table(
        "overrulings",
        sa.Column("match", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ruling", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("question", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("verdict", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("reason", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("by", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("decision", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("received_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match", "number"], ["records.match", "records.number"], name=op.f("fk_overrulings_match_number")
        ),
        sa.PrimaryKeyConstraint("match", "number", name=op.f("pk_overrulings")),
    )
    op.create_table(
        "pairings",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("round", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), server_default="1", nullable=False),
        sa.Column("table", sa.String(length=80), nullable=True),
        sa.Column("first_player", sa.String(length=80), nullable=False),
        sa.Column("second_player", sa.String(length=80), nullable=True),
        sa.Column("outcome", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("first_points", sa.Integer(), server_default="0", nullable=False),
        sa.Column("second_points", sa.Integer(), server_default="0", nullable=False),
        sa.Column("first_confirmed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("second_confirmed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("entered_by", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("why", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("decided_ms", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint(
            "outcome in ('', 'first', 'second', 'draw', 'bye', 'both-lost')", name=op.f("ck_pairings_outcome")
        ),
        sa.CheckConstraint(
            "second_player is null or first_player <> second_player", name=op.f("ck_pairings_opponents")
        ),
        sa.ForeignKeyConstraint(["first_player"], ["players.id"], name=op.f("fk_pairings_first_player")),
        sa.ForeignKeyConstraint(["round"], ["rounds.id"], name=op.f("fk_pairings_round")),
        sa.ForeignKeyConstraint(["second_player"], ["players.id"], name=op.f("fk_pairings_second_player")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_pairings_table")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pairings")),
        sa.UniqueConstraint("round", "first_player", name=op.f("uq_pairings_round_first_player")),
        sa.UniqueConstraint("round", "number", name=op.f("uq_pairings_round_number")),
        sa.UniqueConstraint("round", "second_player", name=op.f("uq_pairings_round_second_player")),
    )
    op.create_table(
        "results",
        sa.Column("match", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("points", sa.JSON(), nullable=False),
        sa.Column("winner", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("confirmed_by", sa.JSON(), nullable=False),
        sa.Column("why", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("received_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match", "number"], ["records.match", "records.number"], name=op.f("fk_results_match_number")
        ),
        sa.PrimaryKeyConstraint("match", "number", name=op.f("pk_results")),
    )
    op.create_table(
        "rulings",
        sa.Column("match", sa.String(length=80), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ruling", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("rule", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("subject", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("target", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("verdict", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("question", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("asked_by", sa.String(length=1000), server_default="", nullable=False),
        sa.Column("t_ms", sa.BigInteger(), nullable=False),
        sa.Column("received_ms", sa.BigInteger(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match", "number"], ["records.match", "records.number"], name=op.f("fk_rulings_match_number")
        ),
        sa.PrimaryKeyConstraint("match", "number", name=op.f("pk_rulings")),
    )
    op.create_index("ix_rulings_verdict_received_ms", "rulings", ["verdict", "received_ms"])

    op.create_table(
        "ratings",
        sa.Column("player", sa.String(length=80), nullable=False),
        sa.Column("pairing", sa.String(length=80), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("rated_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["pairing"], ["pairings.id"], name=op.f("fk_ratings_pairing")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_ratings_player")),
        sa.PrimaryKeyConstraint("player", "pairing", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_player_rated_ms", "ratings", ["player", "rated_ms"])
