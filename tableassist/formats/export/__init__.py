"""A match as records for other programs: JSON lines, CSV, MCAP."""
