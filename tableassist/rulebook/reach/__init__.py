"""What water a ship can come to in one move, and at whom she could shoot from there."""
