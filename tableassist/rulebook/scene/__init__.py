"""All pieces of a table where they were measured, with the state of the game: what the rules judge by."""
