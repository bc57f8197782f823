"""A window in a league: joining, what is told of the game, the judge's word, the round's clock."""
