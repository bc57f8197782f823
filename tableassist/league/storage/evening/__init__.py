"""Evenings in the database: players and fleets, rounds, pairings, results, standings, ratings."""
