"""All tables of the database by name, for those who ask it."""

from tableassist.league.storage.schema.columns import METADATA
from tableassist.league.storage.schema.matches import (
    acts,
    decisions,
    disputes,
    evidence,
    matches,
    overrulings,
    records,
    results,
    rulings,
    tables,
)
from tableassist.league.storage.schema.people import fleets, invitations, players, ratings, tokens, users
from tableassist.league.storage.schema.running import audit, commands, evidence_parts, lease
from tableassist.league.storage.schema.season import entries, evenings, leagues, pairings, rounds, seasons, standings

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
