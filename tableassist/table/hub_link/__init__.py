"""A table that takes part in a league: joining, the outbox of what it has to tell, and the link to the hub."""
