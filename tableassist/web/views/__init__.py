"""What a reader is shown: the table, the game, a ruling opened, and only what fair play lets be seen."""
