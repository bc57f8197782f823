"""What the camera sees of a game, as acts that it proposes to the referee."""
