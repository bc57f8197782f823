"""Tools in hand: measuring, and a ship's ghost."""
