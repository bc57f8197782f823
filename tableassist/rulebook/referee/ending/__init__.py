"""When a game ends, what each player has, who has won."""
