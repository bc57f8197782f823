"""Random games played by bots, with the referee and the oracle side by side."""
