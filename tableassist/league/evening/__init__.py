"""An evening of a league as values: who plays whom, what came of it, and who stands where. No clock, no database."""
