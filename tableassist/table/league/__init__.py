"""The table in its league: what is told to the hub, and what becomes of what the hub asks for."""
