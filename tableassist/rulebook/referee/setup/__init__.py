"""The set-up: who is first, islands, terrain, homes, ships, crew, treasure; and whether the fleets are allowed."""
